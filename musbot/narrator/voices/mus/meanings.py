"""The meaning of each word in a game of Mus: the resulting bet, or the deje that a refusal pays."""

from __future__ import annotations

from collections.abc import Mapping

from musbot.game.actions import Action, Voz
from musbot.game.envite import Envite
from musbot.game.lances import Lance
from musbot.game.views import MusSeen
from musbot.narrator.voices.voice import Voice
from musbot.words import lances
from musbot.words.texts import Key

_PLAIN: Mapping[Voz, Key] = {
    Voz.MUS: "meaning-mus",
    Voz.NO_MUS: "meaning-no-mus",
    Voz.CONSULTA: "meaning-consulta",
    Voz.SERVIDO: "meaning-servido",
}
"""Words without a bet."""
_BET: Mapping[Voz, Key] = {
    Voz.PASO: "meaning-paso",
    Voz.ENVIDO: "meaning-envido",
    Voz.Y_YO: "meaning-raise",
    Voz.MAS: "meaning-raise",
    Voz.REENVIDO: "meaning-raise",
    Voz.ORDAGO: "meaning-ordago",
    Voz.QUIERO: "meaning-quiero",
    Voz.NO_QUIERO: "meaning-no-quiero",
    Voz.QUEREMOS: "meaning-queremos",
    Voz.NO_QUEREMOS: "meaning-no-queremos",
}
"""Words of the bets."""
_TO_AN_ORDAGO: Mapping[Voz, Key] = {
    Voz.QUIERO: "meaning-quiero-ordago",
    Voz.QUEREMOS: "meaning-queremos-ordago",
}
"""Words that accept an órdago."""
_WITH_PREMIO = (Lance.PARES, Lance.JUEGO)
"""Lances that pay only premios if all pass (R45, R46)."""
_PAYS_AFTER_DEJE = (Lance.PARES, Lance.JUEGO, Lance.PUNTO)
"""Lances in which the side whose bet is refused takes the deje, and is paid at the count too (R46, R49)."""


def meaning(voice: Voice[MusSeen], action: Action) -> str:
    """Returns the meaning of a word that can be said now, with the bet and the deje if any.

    Raises KeyError for a discard, and for a word of the bets if no lance is being bet.
    """
    texts, envite, voz = voice.texts, voice.game.envite, action.voz
    if envite is None or voz in _PLAIN:
        return texts(_PLAIN[voz])
    lance, deje = lances.lance_name(texts, envite.lance), _deje(envite, voz)
    if envite.ordago and voz in _TO_AN_ORDAGO:
        return texts(_TO_AN_ORDAGO[voz], lance=lance)
    premio = envite.lance.value if envite.lance in _PAYS_AFTER_DEJE else "none"
    if voz is Voz.NO_QUIERO and len(voice.game.answering) > 1:
        return texts("meaning-no-quiero-yet", deje=deje, premio=premio)
    return texts(
        _BET[voz],
        lance=lance,
        worth=int(envite.lance not in _WITH_PREMIO),
        bet=envite.apuesta,
        total=envite.total(action),
        deje=deje,
        premio=premio,
    )


def _deje(envite: Envite, voz: Voz) -> int:
    """Returns the deje if the bet is refused (R32); for an órdago, the deje if that órdago is refused."""
    return envite.deje_of_raise() if voz is Voz.ORDAGO else envite.deje()
