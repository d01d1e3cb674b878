"""The señas as small drawings: one face, and on it what each gesture changes."""

from __future__ import annotations

from collections.abc import Mapping

from musbot.game.actions import Sena

_INK = 'fill="none" stroke="#3a2a1c" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"'
_BROWS = f'<path d="M30 38q8-4 15-1M55 37q7-3 15 1" {_INK}/>'
_EYES = '<g fill="#3a2a1c"><circle cx="38" cy="47" r="4"/><circle cx="62" cy="47" r="4"/></g>'
_SHUT = f'<path d="M32 47q6 5 12 0M56 47q6 5 12 0" {_INK}/>'
_WINK = f'<circle cx="38" cy="47" r="4" fill="#3a2a1c"/><path d="M55 49q7-6 14 0" {_INK}/>'
_HIGH = f'<path d="M28 36q9-11 18-2M54 34q9-9 18 2" {_INK}/>'
_CALM = f'<path d="M40 64q10 5 20 0" {_INK}/>'
_LIP = '<path d="M36 66q14 9 28 0q-14 4-28 0z" fill="#c8473f" stroke="#3a2a1c" stroke-width="2"/>'
_BITE = f'<path d="M36 62q14-5 28 0" {_INK}/>{_LIP}'
_TEETH = '<path d="M{x} 61h12v7q-6 3-12 0zm6 0v8" fill="#fff" stroke="#3a2a1c" stroke-width="2"/>'
_TONGUE = (
    f'<path d="M38 62h24" {_INK}/><g transform="translate({{at}})">'
    '<path d="M-7 0v6a7 7 0 0 0 14 0v-6z" fill="#e8737c" stroke="#3a2a1c" stroke-width="2"/></g>'
)
_TWIST = f'<path d="M52 66q10-1 16-8M70 52q4 4 3 9" {_INK}/>'
_POUT = (
    '<ellipse cx="50" cy="64" rx="9" ry="8" fill="#c8473f" stroke="#3a2a1c" stroke-width="2"/>'
    '<ellipse cx="50" cy="64" rx="3" ry="2.5" fill="#3a2a1c"/>'
)
_UP = f'<path d="M{{x}} 75v-16m-5 6l5-6l5 6" {_INK}/>'
_LOW, _LIFTED = 104, 84
"""How high a shoulder is held."""


def _face(
    *, brows: str = _BROWS, eyes: str = _EYES, mouth: str = _CALM, left: int = _LOW, right: int = _LOW
) -> str:
    """Returns a face with its shoulders as SVG; an arrow points at each lifted shoulder."""
    body = f'<path d="M4 120V{left + 6}q2-12 16-12L50 92l30 {right - 98}q14 0 16 12V120z" fill="#2f6f9f"/>'
    neck = '<path d="M41 80h18v18h-18z" fill="#eec28f"/>'
    arrows = "".join(_UP.format(x=x) for x, held in ((10, left), (90, right)) if held == _LIFTED)
    head = '<circle cx="50" cy="50" r="36" fill="#fbd7ac" stroke="#3a2a1c" stroke-width="2.5"/>'
    hair = '<path d="M17 36a36 36 0 0 1 66 0q-14-13-33-12q-19-1-33 12z" fill="#5b3a22"/>'
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 10 100 110" width="100" height="110">'
        f"{body}{neck}{head}{hair}{brows}{eyes}{mouth}{arrows}</svg>\n"
    )


FACES: Mapping[Sena, str] = {
    Sena.DOS_REYES: _face(mouth=_BITE + _TEETH.format(x=44)),
    Sena.TRES_REYES: _face(mouth=_BITE + _TEETH.format(x=54)),
    Sena.DOS_ASES: _face(mouth=_TONGUE.format(at="50 62")),
    Sena.TRES_ASES: _face(mouth=_TONGUE.format(at="61 62) rotate(-40")),
    Sena.MEDIAS: _face(mouth=_TWIST),
    Sena.DUPLES: _face(brows=_HIGH),
    Sena.TREINTA_Y_UNA: _face(eyes=_WINK),
    Sena.TREINTA_O_UNA: _face(eyes=_WINK),
    Sena.JUEGO: _face(mouth=_POUT),
    Sena.TREINTA: _face(left=_LIFTED, right=_LIFTED),
    Sena.VEINTINUEVE: _face(right=_LIFTED),
    Sena.CIEGO: _face(eyes=_SHUT),
}
"""The drawing of each gesture, as SVG."""
