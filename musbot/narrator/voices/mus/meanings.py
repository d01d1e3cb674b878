"""What each word would mean at this moment of a game of Mus: what is bet then, and what a deje pays."""

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
"""Words that bet nothing."""
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
_TO_AN_ORDAGO: Mapping[Voz, Key] = {
    Voz.QUIERO: "meaning-quiero-ordago",
    Voz.QUEREMOS: "meaning-queremos-ordago",
}
_WITH_PREMIO = (Lance.PARES, Lance.JUEGO)
"""The lances in which nothing but premios is paid if nobody bets (R45, R46)."""


def meaning(voice: Voice[MusSeen], action: Action) -> str:
    """Returns what a word would mean now, to who may say it."""
    texts, envite, voz = voice.texts, voice.game.envite, action.voz
    if envite is None or voz in _PLAIN:
        return texts(_PLAIN[voz])
    lance, deje = lances.lance_name(texts, envite.lance), _deje(envite, voz)
    if envite.ordago and voz in _TO_AN_ORDAGO:
        return texts(_TO_AN_ORDAGO[voz], lance=lance)
    if voz is Voz.NO_QUIERO and len(voice.game.answering) > 1:
        return texts("meaning-no-quiero-yet", deje=deje)
    worth = int(envite.lance not in _WITH_PREMIO)
    total = envite.total(action)
    return texts(_BET[voz], lance=lance, worth=worth, bet=envite.apuesta, total=total, deje=deje)


def _deje(envite: Envite, voz: Voz) -> int:
    """What is taken if nobody accepts (R32): what has been bet before, where the word is a bet itself."""
    return envite.deje_of_raise() if voz is Voz.ORDAGO else envite.deje()
