"""Writes a partida as one HTML file: hands, score chart, highlights and proof."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator, Sequence
from functools import cache, reduce
from hashlib import sha256
from html import escape
from importlib.resources import files

from musbot.acta.page.highlights import Highlight, find_highlights
from musbot.acta.page.proof import build_proof
from musbot.acta.page.score_chart import draw_score_chart
from musbot.acta.page.story import CARDS, HandStory, Line, LineKind, PlayerCards, Reader, tell_hands
from musbot.acta.partida import Acta
from musbot.acta.wording import Wording, changes, head, number
from musbot.game.actions import Bando, Seat
from musbot.game.cards import Card, Hand
from musbot.game.engine import awaited_seats, winner
from musbot.pictures.deck import symbols
from musbot.words.cards import spell_cards
from musbot.words.texts import Key, Texts

TITLE_CHARS = 70
"""The maximum length of a title; browser tabs and search results cut longer ones."""


def page(partida: Acta, texts: Texts, seat: Seat | None = None) -> str:
    """Returns the page for one reader as HTML.

    While the partida runs, the reader sees the cards that `seat` knows, or only public ones. Once it is over,
    or its seed is published, the page shows everything.
    """
    has_seed = partida.baraja is not None and partida.baraja.semilla is not None
    return _Sheet(partida, texts, Reader(has_seed or winner(partida.mesa) is not None, seat)).html()


@cache
def _style() -> str:
    """Returns the page's CSS on one line; cached."""
    css = files("musbot.acta.page").joinpath("page.css").read_text("utf-8")
    return "".join(line.strip() for line in css.splitlines())


@cache
def _script() -> str:
    """Returns the page's script; cached."""
    return files("musbot.acta.page").joinpath("steps.js").read_text("utf-8")


def _policy() -> str:
    """Returns the content security policy: no network, and only the embedded script."""
    allowed = b64encode(sha256(_script().encode()).digest()).decode()
    return f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{allowed}'"


class _Sheet:
    """The page while it is written. Every text is escaped on entry."""

    def __init__(self, partida: Acta, texts: Texts, reader: Reader) -> None:
        self._partida = partida
        self._texts = texts
        self._reader = reader
        self._wording = Wording(partida, texts)
        self._hands = tell_hands(partida, texts, reader)
        self._drawn: dict[str, Card] = {}
        self._backs = False

    def html(self) -> str:
        """Returns the HTML file; the symbols that it uses come first in its body.

        A title of more than TITLE_CHARS characters is cut and ends with "…". Without hands there is no
        script.
        """
        body = (
            f"{self._head()}<main>{self._highlights()}{self._score_section()}{self._hands_by_juego()}"
            f"{self._proof()}</main>"
        )
        foot = f"<footer>{self._phrase('page-foot')}</footer>"
        title = self._texts("page-title", sides=self._sides_line())
        title = title if len(title) <= TITLE_CHARS else f"{title[: TITLE_CHARS - 1]}…"
        script = f"<script>{_script()}</script>" if self._hands else ""
        return (
            f'<!DOCTYPE html><html lang="{self._texts.language}"><head><meta charset="utf-8">'
            f'<meta name="viewport" content="width=device-width,initial-scale=1">'
            f'<meta name="color-scheme" content="light dark">'
            f'<meta http-equiv="Content-Security-Policy" content="{_policy()}">'
            f"<title>{escape(title)}</title>"
            f"<style>{_style()}{symbols.styles()}.h svg{{{symbols.INKED}}}</style></head>"
            f"<body>{self._symbols()}{body}{foot}{script}</body></html>\n"
        )

    def _phrase(self, key: Key, **facts: str | int) -> str:
        """Returns a message with its parameters, escaped."""
        return escape(self._texts(key, **facts))

    def _symbols(self) -> str:
        """Returns the hidden SVG with the symbols of all sides, and of the cards and backs drawn so far."""
        cards = "".join(symbols.card_symbol(card) for card in self._drawn.values())
        sides = range(len(self._partida.mesa.piedras))
        signs = "".join(symbols.sign_symbol(bando) for bando in sides)
        back = symbols.back_symbol() if self._backs else ""
        drawn = f"{symbols.shared_symbols()}{cards}{back}{signs}"
        return f'<svg width="0" height="0" aria-hidden="true" class="defs"><defs>{drawn}</defs></svg>'

    # ---- what it is about --------------------------------------------------------------------------------

    def _sides(self) -> list[str]:
        """Returns the names of each side, not escaped."""
        return [self._wording.side(bando) for bando in range(len(self._partida.mesa.piedras))]

    def _sides_line(self) -> str:
        """Returns the sides joined by "against", not escaped; with more than two, a list of the players."""
        if len(self._sides()) > 2:
            return self._texts.join_names(self._sides())
        return reduce(lambda one, other: self._texts("acta-against", one=one, other=other), self._sides())

    def _head(self) -> str:
        """Returns the header: table if named, sides, rules with their changes, each side's result, and
        outcome."""
        partida, texts = self._partida, self._texts
        rules = [escape(head(texts, partida.rules))]
        if changed := changes(texts, partida.rules):
            rules.append(self._phrase("acta-changes", changes=texts.join_names(changed)))
        called = partida.table
        table = f'<p class="t">{self._phrase("page-table", table=called)}</p>' if called else ""
        sides = "".join(
            f"<li>{self._sign(bando)}<span>{escape(side)}</span><b>{self._side_result(bando)}</b></li>"
            for bando, side in enumerate(self._sides())
        )
        return (
            f'<header>{table}<h1>{escape(self._sides_line())}</h1><p class="r">{" ".join(rules)}</p>'
            f'<ul class="fin">{sides}</ul><p class="won">{self._outcome()}</p></header>'
        )

    def _side_result(self, bando: Bando) -> str:
        """Returns the result of a side: its vacas if the partida takes several, otherwise its juegos."""
        mesa = self._partida.mesa
        return str((mesa.vacas if mesa.rules.vacas > 1 else mesa.juegos)[bando])

    def _outcome(self) -> str:
        """Returns the sentence about the winner, or about the players whose word is awaited, or that a deal
        is due.

        A sentence before it says that the partida is not over, unless the reader may see every card.
        """
        mesa = self._partida.mesa
        won = winner(mesa)
        if won is not None:
            return self._phrase("acta-won", side=self._wording.side(won), count=len(self._partida.side(won)))
        turn = self._partida.names_of(awaited_seats(mesa))
        waits = (
            self._phrase("acta-awaited", names=self._texts.join_names(turn), count=len(turn))
            if turn
            else self._phrase("acta-to-deal")
        )
        return f"{self._phrase('page-under')} {waits}" if not self._reader.over else waits

    # ---- the moments and the course ----------------------------------------------------------------------

    def _highlights(self) -> str:
        """Returns the section of highlights; "" if the partida has none."""
        found = find_highlights(self._partida, self._texts, self._hands)
        if not found:
            return ""
        items = "".join(map(self._highlight, found))
        return f'<section class="mo"><h2>{self._phrase("page-moments")}</h2><ul>{items}</ul></section>'

    def _highlight(self, moment: Highlight) -> str:
        """Returns a highlight as a list item, with a link to its hand."""
        cards = self._fan(moment.held) if moment.held is not None else ""
        link = f'<a href="#m{moment.hand}">{self._phrase("page-hand", hand=str(moment.hand))}</a>'
        return f"<li><h3>{escape(moment.title)}</h3>{cards}<p>{escape(moment.words)}</p>{link}</li>"

    def _score_section(self) -> str:
        """Returns the section with the score chart; "" before the first hand is over."""
        over = [story for story in self._hands if not story.in_progress]
        if not over:
            return ""
        rules, mesa = self._partida.rules, self._partida.mesa
        score = self._wording.score(mesa)
        if rules.gathers:
            label, top = self._phrase("page-course-mus", score=score), rules.piedras
        else:
            label = self._phrase("page-course-stones", score=score)
            top = max(max(*story.before, *story.after) for story in over)
        ends = [escape(story.news[0]) for story in over if story.won is not None]
        legend = "".join(
            f"<li>{self._sign(bando)}{escape(side)}</li>" for bando, side in enumerate(self._sides())
        )
        drawn = draw_score_chart(self._hands, label, top, juegos=ends)
        return (
            f'<section><h2>{self._phrase("page-course")}</h2><div class="cloth">{drawn}'
            f'<ul class="legend">{legend}</ul></div></section>'
        )

    # ---- hand by hand ------------------------------------------------------------------------------------

    def _hands_by_juego(self) -> str:
        """Returns the section of all hands under a heading for each juego; "" before the first deal."""
        if not self._hands:
            return ""
        out, juego = [f"<section><h2>{self._phrase('page-hands')}</h2>"], 0
        for story in self._hands:
            if story.juego != juego:
                juego = story.juego
                out.append(f"<h3>{self._phrase('page-juego', juego=str(juego))}</h3>")
            out.append(self._hand(story))
        return f"{''.join(out)}{self._step_buttons()}</section>"

    def _step_buttons(self) -> str:
        """Returns the buttons that step through the hands; they stay hidden without the script."""
        stop = f' data-stop="{self._phrase("page-stop")}"'
        rows = (
            ("«", self._phrase("page-hand-before"), ""),
            ("‹", self._phrase("page-step-back"), ""),
            ("▶\ufe0e", self._phrase("page-film"), stop),
            ("›", self._phrase("page-step-on"), ""),
            ("»", self._phrase("page-hand-after"), ""),
            ("✕", self._phrase("page-steps-end"), ""),
        )
        buttons = "".join(
            f'<button type="button" title="{words}" aria-label="{words}"{more}>{sign}</button>'
            for sign, words, more in rows
        )
        status = f'<p role="status">{self._phrase("page-steps")}</p><div class="sc"></div>'
        title = self._phrase("page-steps-title")
        return (
            f'<div class="step" role="group" aria-label="{title}" hidden>{status}<div>{buttons}</div></div>'
        )

    def _hand(self, story: HandStory) -> str:
        """Returns a hand as HTML that unfolds; only the first hand of the page is open."""
        first = " open" if story.number == self._hands[0].number else ""
        mano = self._phrase("page-mano", name=self._partida.names[story.mano])
        score = "".join(
            f"<span>{self._sign(bando)}{number(piedras)}</span>" for bando, piedras in enumerate(story.after)
        )
        won = f'<span class="j">{self._sign(story.won)}</span>' if story.won is not None else ""
        summary = (
            f"<summary><h4>{self._phrase('page-hand', hand=str(story.number))}</h4>"
            f'<span class="m">{mano}</span>{won}<span class="sc">{score}</span></summary>'
        )
        before = " ".join(map(number, story.before))
        opens = f'<details id="m{story.number}" data-before="{before}"{first}>'
        return f"{opens}{summary}{self._hand_body(story)}</details>"

    def _hand_body(self, story: HandStory) -> str:
        """Returns a hand's cards, words and payments as HTML, with a note if no cards were shown.

        The cards dealt are added if players changed cards and the reader may see any of them.
        """
        unshown = ""
        if story.unshown:
            words = self._phrase("page-unshown") if self._reader.over else self._phrase("page-unshown-yet")
            unshown = f'<p class="n">{words}</p>'
        dealt = ""
        if story.changed and any(held.cards for held in story.dealt):
            rows = "".join(self._row(held, story, small=True) for held in story.dealt)
            dealt = f'<div class="dl"><p>{self._phrase("page-dealt")}</p><ul>{rows}</ul></div>'
        held = "".join(self._row(one, story) for one in story.held)
        blocks = "".join(self._block(label, lines) for label, lines in story.blocks)
        return f'<ul class="held">{held}</ul>{unshown}{dealt}{blocks}{self._count_block(story)}'

    def _row(self, cards: PlayerCards, story: HandStory, *, small: bool = False) -> str:
        """Returns a player's name, cards and their value as a list item, with backs for hidden cards.

        With `small` it has only the name and the cards, and is "" for hidden ones.
        """
        name = escape(self._partida.names[cards.seat])
        if small:
            return f'<li class="sm"><span>{name}</span>{self._fan(cards)}</li>' if cards.cards else ""
        place = self._place(story, cards.seat)
        label = f"<i>{place}</i>" if place else ""
        who = f"{self._sign(self._bando(cards.seat))}<b>{name}</b>{label}"
        worth = f"<em>{escape(cards.holds)}</em>" if cards.holds else ""
        return f'<li><div class="p">{who}</div>{self._fan(cards)}{worth}</li>'

    def _place(self, story: HandStory, seat: Seat) -> str:
        """Returns the words for the mano or the postre; "" for other seats."""
        if seat == story.circle[0]:
            return self._phrase("page-is-mano")
        return self._phrase("page-is-postre") if seat == story.circle[-1] else ""

    def _fan(self, cards: PlayerCards) -> str:
        """Returns a hand of cards, or backs for hidden ones, with a description for screen readers.

        If it draws backs, it notes that in `_backs`, so that the page defines their symbol.
        """
        if not cards.cards:
            self._backs = True
            backs = f'<svg><use href="#{symbols.BACK}"/></svg>' * cards.unseen
            label = self._phrase("page-cards-unseen", count=cards.unseen)
            return f'<span class="h" role="img" aria-label="{label}">{backs}</span>'
        return self._cards(cards.cards)

    def _cards(self, cards: Hand) -> str:
        """Returns cards as HTML: a drawing of each, and a description of all.

        Adds the cards to `_drawn`, so that the page defines their symbols.
        """
        self._drawn |= {str(card): card for card in cards}
        drawn = "".join(f'<svg><use href="#{symbols.card_id(card)}"/></svg>' for card in cards)
        return (
            f'<span class="h" role="img" aria-label="{escape(spell_cards(self._texts, cards))}">'
            f"{drawn}</span>"
        )

    def _block(self, label: str, lines: Sequence[Line]) -> str:
        """Returns the words of one lance, in order."""
        rows = "".join(map(self._line, lines))
        return f'<div class="ph"><h5>{escape(label)}</h5><ol>{rows}</ol></div>'

    def _line(self, line: Line) -> str:
        """Returns a word, change of cards, seña or note as a list item."""
        if line.kind in (LineKind.WORD, LineKind.ORDAGO) and line.seat is not None:
            side, name = self._bando(line.seat), escape(self._partida.names[line.seat])
            return f'<li class="{line.kind.value} b{side}"><b>{name}</b> {escape(line.words)}</li>'
        words = escape(line.words).replace(CARDS, self._cards(line.cards) if line.cards else "")
        return f'<li class="{line.kind.value}">{words}</li>'

    def _count_block(self, story: HandStory) -> str:
        """Returns the payments as players read them aloud (R51), and the sentences about juegos and vacas.

        Of a hand in progress it returns only a note that it is being played.
        """
        if story.in_progress:
            return f'<p class="n">{self._phrase("page-playing")}</p>'
        paid = "".join(
            f"<li>{self._sign(bando)}<span>{escape(words)}</span></li>" for bando, words in story.count
        )
        count = f"<ul>{paid}</ul>" if paid else f"<p>{self._phrase('page-nothing-paid')}</p>"
        news = "".join(f'<p class="nw">{escape(words)}</p>' for words in story.news)
        return f'<div class="co"><h5>{self._phrase("page-count")}</h5>{count}{news}</div>'

    def _bando(self, seat: Seat) -> Bando:
        """Returns the side of a seat."""
        return self._partida.mesa.bando(seat)

    def _sign(self, bando: Bando | None) -> str:
        """Returns a side's symbol, described by its players' names; a blank of the same size for no side."""
        if bando is None:
            return '<svg class="sg"></svg>'
        side = escape(self._wording.side(bando))
        return f'<svg class="sg" role="img" aria-label="{side}"><use href="#s{bando}"/></svg>'

    # ---- the proof ---------------------------------------------------------------------------------------

    def _proof(self) -> str:
        """Returns the section that proves the deal; "" without a commitment."""
        lines = list(self._proof_lines())
        if not lines:
            return ""
        return f'<section class="pr"><h2>{self._phrase("page-proof")}</h2>{"".join(lines)}</section>'

    def _proof_lines(self) -> Iterator[str]:
        """Yields the paragraphs and values of the proof."""
        found = build_proof(self._partida, self._texts, over=self._reader.over)
        yield from (f"<p>{escape(line)}</p>" for line in found.lines)
        if found.facts:
            rows = (f"<dt>{escape(name)}</dt><dd>{escape(value)}</dd>" for name, value in found.facts)
            yield f"<dl>{''.join(rows)}</dl>"
        yield from (f'<p class="n">{escape(line)}</p>' for line in found.after)
