"""Why an AI player has said a word: by what its kind heeds, and from what it saw."""

from __future__ import annotations

from musbot.coach.mus.hearing import PublicWord
from musbot.coach.mus.reasons import Why, find_reason
from musbot.game.actions import Action, Voz
from musbot.game.rule_sets import rule_set
from musbot.game.views import observe
from tests.support.ai_partidas import asked
from tests.support.worlds import OTHER, OWN, at_table

RULES = rule_set("vitoria")
REYES, TRASH = "12o 12c 12e 3b", "7o 6c 5e 4b"
CUT, ENVIDO = (0, Action(Voz.NO_MUS)), Action(Voz.ENVIDO, 2)


def why(hand: str, said: Action, kind: str, *before: tuple[int, Action], seat: int = 0) -> Why | None:
    found = find_reason(asked(RULES, {seat: hand}, CUT, *before), said, kind)
    return found.why if found is not None else None


def test_a_beginner_goes_by_its_own_cards_and_others_by_what_a_bet_brings() -> None:
    assert why(REYES, ENVIDO, "novato") is Why.STRONG
    assert why(TRASH, ENVIDO, "novato") is Why.FANCIED
    assert why(TRASH, ENVIDO, "prudente") is Why.BLUFF


def test_R30_who_leaves_the_answer_to_a_partner_says_so_for_themselves_alone() -> None:
    bet = (0, ENVIDO)
    assert why(TRASH, Action(Voz.NO_QUIERO), "prudente", bet, seat=1) is Why.LEAVES_ANSWER
    assert why(TRASH, Action(Voz.NO_QUEREMOS), "prudente", bet, seat=1) is Why.WEAK


def test_where_no_table_tells_who_cuts_is_taken_to_hold_what_prudente_cuts_with() -> None:
    view = at_table(rule_set("individual"), (OWN, OTHER)).mesa
    mus, cut = (
        PublicWord(observe(view, None), 0, Action(voz), "muslari").likelihood for voz in (Voz.MUS, Voz.NO_MUS)
    )
    good, poor = (mus.index(max(mus)), mus.index(min(mus)))
    assert cut[good] < 1 < cut[poor]
