"""A rule set of Mus in words."""

from __future__ import annotations

from musbot.narrator.buttons import Buttons
from musbot.narrator.post import Button
from musbot.narrator.voices.voice import RulesVoice
from musbot.words.count import AMARRACO


class MusRulesVoice(RulesVoice):
    """What is said of a rule set of Mus."""

    def explained(self) -> list[str]:
        """Returns a line each rule in which sets differ."""
        texts, rules = self.texts, self.rules
        amarracos = rules.piedras // AMARRACO
        lines = [
            texts(f"rule-bandos-{rules.bandos}"),
            texts("rule-reyes", value=rules.reyes),
            texts(f"rule-real-{rules.real}"),
            texts("rule-juego", piedras=rules.piedras, amarracos=amarracos, juegos=rules.juegos),
            texts("rule-descarte-vez" if rules.descarte == "a la vez" else "rule-descarte-turno"),
            texts(self._answers(), gracia=f"{rules.gracia:g}"),
        ]
        lines += [texts("rule-vacas", vacas=rules.vacas)] if rules.vacas > 1 else []
        lines += [texts("rule-elimina")] if rules.elimina else []
        lines += [texts("rule-corte-libre")] if rules.corte == "libre" else []
        lines += [texts(f"rule-corrido-{rules.mus_corrido}")] if rules.mus_corrido != "no" else []
        lines += [texts("rule-consulta")] if rules.consulta else []
        lines += [texts("rule-visto")] if rules.mus_visto else []
        lines += [texts("rule-sorteo")] if rules.parejas == "sorteo" else []
        lines.append(texts("rule-senas" if rules.signs else "rule-no-senas"))
        return lines

    def _answers(self) -> str:
        return "rule-respuesta-individual" if self.alone else f"rule-respuesta-{self.rules.respuesta}"

    @property
    def alone(self) -> bool:
        """Whether each plays for himself."""
        return self.rules.bandos == "individual"

    def lottery(self) -> str:
        """Returns what is drawn before the start (R18, R19)."""
        return self.texts("sorteo-sides" if self.rules.parejas == "sorteo" else "sorteo-dealer")

    def switches(self, buttons: Buttons) -> tuple[Button, ...]:
        """Returns the button that has the sides drawn, or fixed, where there are any (R18)."""
        if self.alone:
            return ()
        if self.rules.parejas == "sorteo":
            return (buttons.act("set.parejas=fijas", "button-fijas"),)
        return (buttons.act("set.parejas=sorteo", "button-sorteo"),)
