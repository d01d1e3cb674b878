"""Texts for beginners: a term in each hand, a suggestion after it, and a guided first hand."""

from __future__ import annotations

import re

from musbot.coach.course.lessons import OpeningStep
from musbot.game.cards import Hand
from musbot.game.lances import FASES, Fase, Lance
from musbot.game.views import Seen
from musbot.narrator.buttons import NARROW, in_rows
from musbot.narrator.post import Button, Post, Row
from musbot.narrator.posts import BULLET, shown_hand_lines
from musbot.narrator.voices import Voice
from musbot.table.acts import LEARN, NEW_HERE, read_payload
from musbot.words.cards import card_signs, describe_holding, spell_cards
from musbot.words.glossary import Term, term_meaning, term_names
from musbot.words.texts import Key, Texts

TAUGHT_TERMS = (
    Term.AMARRACO,
    Term.MANO,
    Term.PREMIO,
    Term.DEJE,
    Term.JUEGO,
    Term.PARES,
    Term.SENA,
    Term.ORDAGO,
    Term.ENVIDO,
    Term.PUNTO,
    Term.PASO,
)
"""The terms that an AI partner explains, one in each hand from the second."""
SUGGESTIONS: tuple[Key, ...] = (
    "try-mus",
    "try-keep",
    "try-paso",
    "try-envido",
    "try-chica",
    "try-answer",
    "try-partner",
    "try-mano",
    "try-sena",
    "try-count",
)
"""Suggestions for the next hand, one after each hand. They suit any cards."""
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+")


def beginner_button(texts: Texts) -> Button:
    """Returns the button with which a person says that they are a beginner."""
    return Button(texts("button-new-here"), NEW_HERE, tone="go")


def partner_lesson(voice: Voice[Seen]) -> list[str]:
    """Returns an empty line, then the goal in the first hand, or a term that an AI partner explains.

    In later hands it returns no lines without a partner, in games with stones, and with a person as partner.
    """
    game, partner = voice.game, _partner(voice)
    if game.hand == 1:
        return goal_lines(voice)
    if partner is None or not voice.table.seats[partner].ai:
        return []
    lesson = _explain_term(voice.texts, TAUGHT_TERMS[(game.hand - 2) % len(TAUGHT_TERMS)])
    return ["", voice.texts("partner-says", name=voice.player(partner), what=lesson)]


def goal_lines(voice: Voice[Seen]) -> list[str]:
    """Returns an empty line and the goal of the game; with eight reyes, a line about them too.

    An AI partner says it; with a person as partner it names them. Games with stones have another goal.
    No lines for a spectator, and in other games without a partner.
    """
    texts, table, game, partner = voice.texts, voice.table, voice.game, _partner(voice)
    mind = [texts("partner-goal-eight")] if game.rules.reyes == 8 else []
    if game.seat is not None and voice.uses_stones():
        return ["", texts("stones-goal", best=game.rules.orden[0]), *mind]
    if game.seat is None or partner is None:
        return []
    own = table.side(voice.game.bando(game.seat))
    rivals = voice.speech.players(table, [it for it in range(len(table.seats)) if it not in own])
    if table.seats[partner].ai:
        goal = texts("partner-goal", rivals=rivals, piedras=game.rules.piedras)
        goal = texts("partner-says", name=voice.player(partner), what=goal)
    else:
        mates = voice.speech.players(table, [it for it in own if it != game.seat])
        goal = texts("pair-goal", mates=mates, rivals=rivals, piedras=game.rules.piedras)
    return ["", goal, *mind]


def _partner(voice: Voice[Seen]) -> int | None:
    """Returns the first partner of the reader's seat.

    None for a spectator, for a player who plays alone, and in games with stones.
    """
    seat = voice.game.seat
    if seat is None or voice.uses_stones():
        return None
    return next((it for it in voice.table.side(voice.game.bando(seat)) if it != seat), None)


def lance_hint(voice: Voice[Seen]) -> list[str]:
    """Returns a line about the cards that win the current lance; no lines if no lance is being bet.

    Its first sentence is left out while the question explains the lance (`.meant` of phase-open).
    """
    lance, envite = voice.game.fase, voice.game.envite
    hints = [voice.texts("lance-is", lance=lance.value)] if lance in FASES.values() else []
    rests = [rest for it in hints if (rest := split_sentence(it)[1])]
    return rests if voice.texts.with_meanings and envite is not None and envite.bettor is None else hints


def excluded_lines(voice: Voice[Seen]) -> list[str]:
    """Returns a line that the player has no pares or no juego for the current lance; otherwise no lines."""
    seat, envite = voice.game.seat, voice.game.envite
    if seat is None or envite is None or envite.lance not in (Lance.PARES, Lance.JUEGO):
        return []
    if seat in envite.speakers:
        return []
    return [voice.texts("lance-not-yours", lance=envite.lance.value)]


def split_sentence(line: str) -> tuple[str, str]:
    """Returns the first sentence of a line such as "Paso: no bet. …", and the other ones after its label.

    The label is the text before ": ". The second text begins with a small letter; it is "" if the line is
    one sentence.
    """
    first, *rest = _SENTENCE_END.split(line, maxsplit=1)
    return first, f"{line.partition(': ')[0]}: {rest[0][:1].lower()}{rest[0][1:]}" if rest else ""


def suggestion_text(voice: Voice[Seen]) -> str:
    """Returns a suggestion for the next hand, to be shown under a hand's result.

    It depends only on the hand's number; SUGGESTIONS repeat. "" after the last hand, and in games with
    stones.
    """
    texts, game = voice.texts, voice.game
    if game.winner is not None or voice.uses_stones():
        return ""
    return texts("try", what=texts(SUGGESTIONS[(game.hand - 1) % len(SUGGESTIONS)]))


def _explain_term(texts: Texts, term: Term) -> str:
    """Returns a term's name and meaning in a line."""
    return texts("partner-word", word=term_names(texts, term)[0].capitalize(), what=term_meaning(texts, term))


def opening_post(voice: Voice[Seen], step: OpeningStep) -> Post:
    """Returns a step of the guided hand: situation, meaning of each word, the button to press, one to close.

    The first step also tells the goal. The last one shows the cards, the payments and the result, and its
    only button leads to the first lesson. Raises KeyError for a word outside the mus and the lances.
    """
    texts, game = voice.texts, voice.game
    if step.say is None:
        paid = [f"{BULLET} {line}" for line in voice.payment_lines()]
        cards = "\n".join(shown_hand_lines(voice))
        lines = [
            texts("along-counted"),
            cards,
            "",
            *paid,
            "",
            *voice.result_lines(),
            *voice.news_lines(),
            "",
            texts("along-end"),
        ]
        last = _next_row(texts, f"{LEARN}1")
        return Post(texts("along-title"), "\n".join(lines), (last,), subtext=(cards,))
    before = [*voice.lance_lines(), *filter(None, [voice.story_text()])]
    lines = [
        *([_goal_text(voice), ""] if step.number == 0 else []),
        *([_explain_term(texts, Term.NO_MUS)] if game.fase is Fase.MUS else lance_hint(voice)),
        "",
        *own_cards(texts, game.mine),
        describe_holding(texts, game.mine, game.rules).capitalize(),
        "",
        *voice.score_lines(),
        *(["", *before] if before else []),
        "",
        *voice.question_lines(),
        *(f"{BULLET} {line}" for line in voice.meaning_lines(amounts=False)),
    ]
    labels = {read_payload(it.data).act: it.label for it in voice.word_buttons()}
    label = labels.get(step.say, texts.word(str(step.say)).capitalize())
    lines += ["", texts("along-say", word=label)]
    rows = in_rows([Button(label, f"{LEARN}0.{step.number + 1}", tone="go")], NARROW)
    close = (Button(texts("button-lesson-close"), f"{LEARN}0.x"),)
    return Post(texts("along-title"), "\n".join(lines), (*rows, close))


def own_cards(texts: Texts, hand: Hand) -> list[str]:
    """Returns the pupil's cards by their signs, then spelt out, unless the texts are in words anyway."""
    spelt = [] if texts.in_words else [spell_cards(texts, hand).capitalize()]
    return [texts("lesson-yours", cards=card_signs(texts, hand)), *spelt]


def _goal_text(voice: Voice[Seen]) -> str:
    """Returns the goal of a hand, addressed to the first player of side 0.

    Raises ValueError unless that side has two players.
    """
    own, rivals = (voice.table.side(side) for side in (0, 1))
    me, partner = (voice.table.names[seat] for seat in own)
    return voice.texts("along-idea", name=me, partner=partner, rivals=voice.join_players(rivals))


def _next_row(texts: Texts, data: str) -> Row:
    """Returns a row with the button to the next lesson, which sends `data`."""
    return (Button(texts("button-lesson-next"), data, tone="go"),)
