"""What is told to one who is just starting: a word a hand, a thing to try after it, a hand played along."""

from __future__ import annotations

from musbot.course.lessons import OpeningStep
from musbot.game.lances import FASES, Fase
from musbot.game.views import Seen
from musbot.narrator.buttons import NARROW, in_rows
from musbot.narrator.post import Button, Lean, Post, Row
from musbot.narrator.posts import POINT
from musbot.narrator.voices import Voice
from musbot.table.acts import LEARN, NEW_HERE, read_payload
from musbot.words.cards import card_signs, describe_holding, spell_cards
from musbot.words.glossary import Term, term_meaning, term_names
from musbot.words.texts import Key, Texts

WORDS = (
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
"""What a partner explains, one a hand; in the first, what it is all about."""
TRY: tuple[Key, ...] = (
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
"""What one may try in the next hand, one after each: it holds whatever was dealt."""
_PHASES = {
    Fase.MUS: Term.NO_MUS,
    Fase.GRANDE: Term.GRANDE,
    Fase.CHICA: Term.CHICA,
    Fase.PARES: Term.PARES,
    Fase.JUEGO: Term.JUEGO,
    Fase.PUNTO: Term.PUNTO,
}


def button(texts: Texts) -> Button:
    """Returns by which somebody says that they are just starting."""
    return Button(texts("button-new-here"), NEW_HERE, tone="go")


def partner_says(voice: Voice[Seen]) -> list[str]:
    """Returns the word that an AI partner explains in this hand; nothing where there is none."""
    table, seat = voice.table, voice.game.seat
    if seat is None or voice.in_stones():
        return []
    own = table.side(voice.game.bando(seat))
    partner = next((it for it in own if it != seat), None)
    if partner is None or not table.seats[partner].ai:
        return []
    texts, game = voice.texts, voice.game
    if game.hand > 1:
        told = _explained(texts, WORDS[(game.hand - 2) % len(WORDS)])
        return ["", texts("partner-says", name=voice.player(partner), what=told)]
    rivals = voice.named([it for it in range(len(table.seats)) if it not in own])
    goal = texts("partner-goal", rivals=rivals, piedras=game.rules.piedras)
    mind = [texts("partner-goal-eight")] if game.rules.reyes == 8 else []
    return ["", texts("partner-says", name=voice.player(partner), what=goal), *mind]


def lance_is(voice: Voice[Seen]) -> list[str]:
    """Returns what wins the lance under way."""
    lance = voice.game.fase
    return [voice.texts("lance-is", lance=lance.value)] if lance in FASES.values() else []


def to_try(voice: Voice[Seen], post: Post) -> Post:
    """Returns the count of a hand with a thing to try in the next one."""
    texts, game = voice.texts, voice.game
    if game.winner is not None or voice.in_stones():
        return post
    told = texts("try", what=texts(TRY[(game.hand - 1) % len(TRY)]))
    lean = post.lean
    if lean is not None:
        lean = Lean(lean.title, lean.shown, f"{lean.text}\n\n{told}", lean.picture)
    return Post(post.title, f"{post.text}\n\n{told}", post.rows, picture=post.picture, lean=lean)


def _explained(texts: Texts, term: Term) -> str:
    return texts("partner-word", word=term_names(texts, term)[0].capitalize(), what=term_meaning(texts, term))


def along(voice: Voice[Seen], step: OpeningStep) -> Post:
    """Returns a moment of the hand played along: what is asked, what each button means, one to press."""
    texts, game = voice.texts, voice.game
    if step.say is None:
        paid = [f"{POINT} {line}" for line in voice.payments()]
        told = [
            texts("along-counted"),
            *paid,
            "",
            *voice.scores_after(),
            *voice.news(),
            "",
            texts("along-end"),
        ]
        return Post(texts("along-title"), "\n".join(told), (_next(texts, f"{LEARN}1"),))
    before = [*voice.lances(), *filter(None, [voice.story()])]
    told = [
        *([_idea(voice), ""] if step.number == 0 else []),
        _explained(texts, _PHASES[game.fase]),
        "",
        texts("lesson-yours", cards=card_signs(texts, game.mine)),
        spell_cards(texts, game.mine).capitalize(),
        describe_holding(texts, game.mine, game.rules).capitalize(),
        "",
        *voice.scores(),
        *(["", *before] if before else []),
        "",
        *voice.now(),
        *(f"{POINT} {line}" for line in voice.meanings()),
    ]
    labels = {read_payload(it.data).act: it.label for it in voice.words()}
    label = labels.get(step.say, texts.word(str(step.say)).capitalize())
    told += ["", texts("along-say", word=label)]
    rows = in_rows([Button(label, f"{LEARN}0.{step.number + 1}", tone="go")], NARROW)
    close = (Button(texts("button-lesson-close"), f"{LEARN}0.x"),)
    return Post(texts("along-title"), "\n".join(told), (*rows, close))


def _idea(voice: Voice[Seen]) -> str:
    """What a hand is, told to a pupil by the names at the table."""
    own, rivals = (voice.table.side(side) for side in (0, 1))
    me, partner = (voice.table.names[seat] for seat in own)
    return voice.texts("along-idea", name=me, partner=partner, rivals=voice.named(rivals))


def _next(texts: Texts, data: str) -> Row:
    return (Button(texts("button-lesson-next"), data, tone="go"),)
