"""A rule set of Mus in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from musbot.game.modos.mus.rules import (
    Bandos,
    Barajar,
    Corrido,
    Corte,
    Deje,
    DejeSubida,
    Descartan,
    MusRules,
    Reponer,
    Respuesta,
    Senas,
)
from musbot.game.rules_base import Primero, Real
from musbot.narrator.buttons import Buttons
from musbot.narrator.post import Button
from musbot.narrator.voices.voice import RulesVoice
from musbot.table.acts import ChangeField
from musbot.words.count import AMARRACO
from musbot.words.texts import Key

_BANDOS: Mapping[Bandos, Key] = {
    Bandos.PAREJAS: "rule-bandos-parejas",
    Bandos.TRIOS: "rule-bandos-trios",
    Bandos.INDIVIDUAL: "rule-bandos-individual",
}
_REAL: Mapping[Real, Key] = {
    Real.NO: "rule-real-no",
    Real.FIGURA: "rule-real-figura",
    Real.REY: "rule-real-rey",
}
_DESCARTE: Mapping[Descartan, Key] = {
    Descartan.TURNO: "rule-descarte-turno",
    Descartan.A_LA_VEZ: "rule-descarte-vez",
    Descartan.POSTRE: "rule-descarte-postre",
}
_RESPUESTA: Mapping[Respuesta, Key] = {
    Respuesta.TURNO: "rule-respuesta-turno",
    Respuesta.PAREJA: "rule-respuesta-pareja",
}


_SENAS: Mapping[Senas, Key] = {
    Senas.NO: "rule-no-senas",
    Senas.TODAS: "rule-senas",
    Senas.DIEZ: "rule-senas-diez",
    Senas.SIETE: "rule-senas-siete",
    Senas.FEM: "rule-senas-fem",
}


class MusRulesVoice(RulesVoice[MusRules]):
    """The voice of a rule set of Mus, with a line for each option."""

    SUMMARIES: ClassVar[Mapping[str, Key]] = {
        "parejas": "rules-is-parejas",
        "vitoria": "rules-is-vitoria",
        "mundial": "rules-is-mundial",
        "cuatro-reyes": "rules-is-cuatro-reyes",
        "euskal-herria": "rules-is-euskal-herria",
        "castellano": "rules-is-castellano",
        "castellano-30": "rules-is-castellano-30",
        "castellano-40": "rules-is-castellano-40",
        "clasico": "rules-is-clasico",
        "trios": "rules-is-trios",
        "individual": "rules-is-individual",
        "fem": "rules-is-fem",
        "iparralde": "rules-is-iparralde",
    }
    DESCRIPTIONS: ClassVar[Mapping[str, Key]] = {
        "bandos": "about-bandos",
        "reyes": "about-reyes",
        "real": "about-real",
        "piedras": "about-piedras",
        "juegos": "about-juegos",
        "vacas": "about-vacas",
        "parejas": "about-parejas",
        "descarte": "about-descarte",
        "respuesta": "about-respuesta",
        "gracia": "about-gracia",
        "elimina": "about-elimina",
        "corte": "about-corte",
        "mus_corrido": "about-mus-corrido",
        "consulta": "about-consulta",
        "mus_visto": "about-mus-visto",
        "senas": "about-senas",
        "muestra": "about-muestra",
        "deje": "about-deje",
        "reponer": "about-reponer",
        "barajar": "about-barajar",
        "deje_subida": "about-deje-subida",
        "sorteo": "about-sorteo",
        "zuetan": "about-zuetan",
        "visto_en": "about-visto-en",
    }

    def rule_lines(self) -> list[str]:
        """Returns a line for each rule in which sets differ; most options that are off have no line.

        The set `iparralde` has one more line, about a rule of that region that it lacks.
        """
        texts, rules = self.texts, self.rules
        answers = "rule-respuesta-individual" if rules.plays_alone else _RESPUESTA[rules.respuesta]
        amarracos, rest = divmod(rules.piedras, AMARRACO)
        lines = [
            texts(_BANDOS[rules.bandos]),
            texts("rule-reyes", value=rules.reyes),
            texts(_REAL[rules.real]),
            texts("rule-juego", piedras=rules.piedras, amarracos=amarracos, rest=rest, juegos=rules.juegos),
            texts(_DESCARTE[rules.descarte]),
            texts(answers, gracia=f"{rules.gracia:g}", bandos=rules.bandos),
        ]
        lines += [texts("rule-vacas", vacas=rules.vacas)] if rules.vacas > 1 else []
        lines += [texts("rule-elimina")] if rules.elimina else []
        lines += [texts("rule-corte-libre")] if rules.corte is Corte.LIBRE else []
        lines += [texts("rule-corrido-partida")] if rules.mus_corrido is Corrido.PARTIDA else []
        lines += [texts("rule-corrido-juego")] if rules.mus_corrido is Corrido.JUEGO else []
        lines += [texts("rule-consulta")] if rules.consulta else []
        if rules.mus_visto:
            lines.append(texts("rule-visto-served" if rules.visto_when_served else "rule-visto"))
        lines += [texts("rule-muestra")] if rules.muestra else []
        lines += [texts("rule-deje-recuento")] if rules.deje is Deje.RECUENTO else []
        lines += [texts("rule-una-a-una")] if rules.reponer is Reponer.UNA_A_UNA else []
        lines += [texts("rule-anteriores")] if rules.barajar is Barajar.ANTERIORES else []
        lines += [texts("rule-deje-subida")] if rules.deje_subida is DejeSubida.MAS_UNO else []
        lines += [texts("rule-zuetan")] if rules.zuetan else []
        lines += [texts("rule-iparralde-lacks")] if rules.name == "iparralde" else []
        lines += [texts("rule-menor-reparte")] if rules.sorteo is Primero.MENOR_REPARTE else []
        lines += [texts("rule-menor-mano")] if rules.sorteo is Primero.MENOR_MANO else []
        lines += [texts("rule-sorteo")] if rules.draws_sides else []
        lines.append(texts(_SENAS[rules.senas if rules.signs else Senas.NO]))
        return lines

    def lottery_text(self) -> str:
        """Returns the title of the lottery: of sides, or of the first dealer (R18, R19)."""
        return self.texts("sorteo-sides" if self.rules.draws_sides else "sorteo-dealer")

    def switch_buttons(self, buttons: Buttons) -> tuple[Button, ...]:
        """Returns the button that switches between drawn and fixed sides (R18); none if each plays alone."""
        if self.rules.plays_alone:
            return ()
        if self.rules.draws_sides:
            return (buttons.act(ChangeField("parejas", "fijas"), "button-fijas"),)
        return (buttons.act(ChangeField("parejas", "sorteo"), "button-sorteo"),)
