"""A second scorekeeper, who knows nothing of the engine: it hears the words, sees the cards, and counts.

Written once more from the reglamento alone, so that both would have to make the same mistake.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from musbot.game.events import Dealt, Discarded, Event, GraciaOver, HandEnded, Said
from musbot.game.modos.mus.rules import MusRules
from musbot.game.modos.mus.state import MusState
from tests.support.playing import PLAIN, RICH, betting
from tests.support.random_partidas import Step, each_of_mus, partidas

Word = tuple[int, str, int] | None
"""Who said what, and how many; None is the end of the gracia."""

Payment = tuple[int, str, str, int]
"""To which side, for which lance, why, and how many piedras."""


# ---- cards (R2–R9, R15) -------------------------------------------------------------------------------

Four = Sequence[tuple[int, str]]


def high_first(four: Four, rules: MusRules) -> list[int]:
    ranks = [rank for rank, _ in four]
    if rules.reyes == 8:
        ranks = [12 if rank == 3 else 1 if rank == 2 else rank for rank in ranks]
    return sorted(ranks, reverse=True)


def total(four: Four, rules: MusRules) -> int:
    return sum(10 if rank >= 10 else rank for rank in high_first(four, rules))


def equals(four: Four, rules: MusRules) -> tuple[int, list[int]]:
    """The premio of the pares (0 for none) and the ranks that are compared, the higher first."""
    ranks = high_first(four, rules)
    pairs = [rank for rank in sorted(set(ranks), reverse=True) if ranks.count(rank) in (2, 3)]
    if len(set(ranks)) == 1:
        return 3, ranks[:2]
    if len(pairs) == 2:
        return 3, pairs
    return (ranks.count(pairs[0]) - 1, pairs) if pairs else (0, [])


def real(four: Four, rules: MusRules) -> bool:
    ranks = sorted(rank for rank, _ in four)
    figures = {"no": (), "figura": (10, 11, 12), "rey": (12,)}[rules.real]
    return ranks[:3] == [7, 7, 7] and ranks[3] in figures


def has(four: Four, lance: str, rules: MusRules) -> bool:
    return {"pares": equals(four, rules)[0] > 0, "juego": total(four, rules) >= 31}.get(lance, True)


def place(four: Four, lance: str, rules: MusRules) -> object:
    """What decides a lance: the greater wins."""
    if lance == "grande":
        return high_first(four, rules)
    if lance == "chica":
        return [-rank for rank in reversed(high_first(four, rules))]
    if lance == "pares":
        return equals(four, rules)
    if lance == "punto":
        return total(four, rules)
    return 99 if real(four, rules) else -[31, 32, 40, 37, 36, 35, 34, 33].index(total(four, rules))


# ---- one lance (R28–R35) ------------------------------------------------------------------------------


def bet(words: Iterator[Word], speakers: list[int], lance: str, rules: MusRules) -> tuple[str, int, set[int]]:
    """How a lance is left, its piedras, and the sides that keep a right to it."""
    for bettor in speakers:
        seat, voz, n = spoken(words)
        assert seat == bettor
        if voz != "paso":
            break
    else:
        return "paso", 0, {0, 1}
    on_table, asked, gone = 0, n if voz == "envido" else 0, set()
    while True:
        after = speakers.index(bettor)
        order = speakers[after + 1 :] + speakers[:after]
        left = [s for s in order if (s - bettor) % 2 and s not in gone]
        answers = answered(words, left, asked, rules)
        (weight, sum_asked), speaker, _ = max(answers, key=lambda answer: answer[0])
        if weight == 0:
            more = rules.deje_subida == "mas uno" and lance in ("pares", "juego", "punto")  # R100
            return "rechazado", on_table + more if on_table else 1, {bettor % 2}
        if weight == 1:
            return ("querido", asked, {0, 1}) if asked else ("órdago", 0, {0, 1})
        if rules.elimina:
            gone |= {seat for _, seat, answer in answers if answer.startswith("no ")}
        bettor, on_table, asked = speaker, asked, sum_asked


def answered(
    words: Iterator[Word], left: list[int], asked: int, rules: MusRules
) -> list[tuple[tuple[int, int], int, str]]:
    """What those who are asked answer: how much it weighs, and who said it."""
    answers: list[tuple[tuple[int, int], int, str]] = []
    while left:
        word = next(words)
        if word is None:
            assert rules.respuesta == "pareja"
            assert answers
            break
        seat, answer, n = word
        assert seat in (left if rules.respuesta == "pareja" else left[:1])
        left.remove(seat)
        raised = {"y yo": 2, "más": n, "reenvido": asked}.get(answer, 0)
        weight = 3 if answer == "órdago" else 2 if raised else 0 if answer.startswith("no ") else 1
        answers.append(((weight, asked + raised if weight == 2 else 0), seat, answer))
        waits = rules.respuesta == "pareja" and rules.gracia > 0
        if answer in ("queremos", "no queremos", "órdago") or (weight and not waits):
            break
    return answers


def spoken(words: Iterator[Word]) -> tuple[int, str, int]:
    word = next(words)
    assert word is not None
    return word


# ---- a hand (R11–R14, R44–R50) ------------------------------------------------------------------------


Left = tuple[str, str, int, set[int]]
"""A lance, how it was left, its piedras and the sides that keep a right to it."""


def played(
    words: Iterator[Word], hands: Sequence[Four], circle: list[int], rules: MusRules
) -> Iterator[Left]:
    """Yields the lances as they are left, one after another."""
    for name in ("grande", "chica", "pares", "juego"):
        speakers = [s for s in circle if has(hands[s], name, rules)]
        lance = "punto" if name == "juego" and not speakers else name
        speakers = circle if lance == "punto" else speakers
        sides = {s % 2 for s in speakers}
        yield (lance, *(bet(words, speakers, lance, rules) if len(sides) == 2 else ("unbet", 0, sides)))


def premios(lance: str, hands: Sequence[Four], rules: MusRules) -> int:
    if lance == "pares":
        return sum(equals(four, rules)[0] for four in hands)
    return sum(3 if total(four, rules) == 31 else 2 for four in hands if total(four, rules) >= 31)


def hand(words: Iterator[Word], hands: Sequence[Four], mano: int, rules: MusRules) -> Iterator[Payment]:
    """Yields every payment of a hand, in order, to the end of it; somebody else looks at the target."""
    circle = [(mano + n) % len(hands) for n in range(len(hands))]
    left = []

    def best(lance: str, sides: set[int]) -> int:
        rivals = [s for s in circle if s % 2 in sides and has(hands[s], lance, rules)]
        return max(rivals, key=lambda s: place(hands[s], lance, rules)) % 2  # type: ignore[arg-type, return-value]

    for lance, how, piedras, sides in played(words, hands, circle, rules):
        if how == "rechazado":
            (side,) = sides
            yield side, lance, "deje", piedras
        if how == "órdago":
            yield best(lance, sides), lance, "ordago", 0
            return
        left.append((lance, how, piedras, best(lance, sides) if sides else -1))
    yield from shown(left, hands, rules)


def shown(left: list[tuple[str, str, int, int]], hands: Sequence[Four], rules: MusRules) -> Iterator[Payment]:
    """Yields what is paid once the cards are shown, lance by lance."""
    for lance, how, piedras, side in left:
        if how == "querido":
            yield side, lance, "envite", piedras
        if lance in ("pares", "juego") and side >= 0:
            yield side, lance, "premio", premios(lance, hands[side::2], rules)
        elif how == "paso":
            yield side, lance, "paso", 1
        elif lance == "punto":
            yield side, lance, "punto", 1


def counted(words: Sequence[Word], mesa: MusState, start: Sequence[int]) -> tuple[list[Payment], list[int]]:
    """The payments of a hand until somebody wins the juego, and the score they lead to."""
    score, paid, said = list(start), [], iter(words)
    for payment in hand(said, mesa.cards, mesa.mano, mesa.rules):
        side, _, why, piedras = payment
        if why not in ("deje", "ordago") and max(score) >= mesa.rules.piedras:
            break
        score[side] += piedras
        paid.append(payment)
        waits = why == "deje" and mesa.rules.deje == "recuento"  # R38
        if why == "ordago" or (score[side] >= mesa.rules.piedras and not waits):
            break
    assert list(said) == []
    return paid, score


# ---- both count ---------------------------------------------------------------------------------------


def word_of(event: Event) -> Word:
    return (event.seat, event.action.voz.value, event.action.n) if isinstance(event, Said) else None


def agrees(steps: Iterator[Step], rng: Random) -> None:
    words: list[Word] = []
    start: tuple[int, ...] = ()
    for step in steps:
        for _, event, mesa in step.states:
            if isinstance(event, Dealt):
                start = mesa.piedras
            if isinstance(event, Dealt | Discarded) or (
                isinstance(event, Said) and event.action.voz == "no mus"
            ):
                words = []
            elif isinstance(event, Said | GraciaOver):
                words.append(word_of(event))
            elif isinstance(event, HandEnded):
                assert isinstance(mesa, MusState)
                paid, score = counted(words, mesa, start)
                assert [(p.bando, p.lance.value, p.por.value, p.piedras) for p in mesa.tantos] == paid
                assert list(mesa.piedras) == score


@each_of_mus
def test_R28_to_R50_the_second_scorekeeper_counts_the_same(name: str):
    seen = partidas(name, 14, agrees, fewest=True)  # it knows two sides
    assert seen["HandEnded"] > 40


def test_the_second_scorekeeper_knows_the_rules():
    """It is checked by a hand counted here by a person, lest it agree with anything."""
    mesa = betting("vitoria", *RICH).mus
    passed = [(seat, "paso", 0) for seat in (0, 1, 2, 3)] * 2
    words: list[Word] = [*passed, (0, "envido", 3), (1, "no quiero", 0), (3, "y yo", 0), (0, "quiero", 0)]
    words += [(0, "paso", 0), (1, "envido", 9), (0, "no quiero", 0)]
    told = [
        (1, "juego", "deje", 1),
        (0, "grande", "paso", 1),
        (1, "chica", "paso", 1),
        (1, "pares", "envite", 5),
        (1, "pares", "premio", 5),
        (1, "juego", "premio", 3),
    ]
    assert counted(words, mesa, (0, 0)) == (told, [1, 15])
    assert counted(words, mesa, (0, 34)) == (told[:4], [1, 41])
    assert counted([*passed, *passed[:4]], betting("vitoria", *PLAIN).mus, (0, 0))[0][-1] == (
        0,
        "punto",
        "paso",
        1,
    )
