"""What pictures must be whatever they show: small, quick to send, without a word on who holds what."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from hashlib import sha256
from importlib.resources import files
from io import BytesIO
from itertools import combinations, cycle, product

import pytest
from PIL import Image, ImageChops

from musbot.game.cards import DECK, Card, cards
from musbot.game.modos.piedras.rules import PiedrasRules
from musbot.game.rule_sets import RULE_SETS, rule_set
from musbot.narrator import Narrator
from musbot.pictures import letters
from musbot.pictures.atlas import FILE, atlas_size, drawing, faded_drawing, layout
from musbot.pictures.cloth import (
    BODY,
    PIXEL_WIDTH,
    TALLEST,
    Colour,
    fit_line,
    format_amount,
    pixels,
    text_width,
    wrap_text,
)
from musbot.pictures.draw import draw, draw_still
from musbot.pictures.letters import make_drawable
from musbot.pictures.specs import (
    EndPicture,
    FilmPicture,
    HandPicture,
    Holder,
    Picture,
    Score,
    ShowdownPicture,
    ShownHand,
    SorteoPicture,
    Still,
    StonesEndPicture,
    StonesPicture,
    Tally,
    TanteoPicture,
)
from musbot.table.view import watch
from musbot.words.texts import LANGUAGES
from tests.support.at_table import begun, played
from tests.support.names import SCRIPTS
from tools.deck.__main__ import drawings, rasterised
from tools.samples import (
    END,
    NAMES,
    SAMPLES,
    SHOWDOWN,
    SHOWDOWN_8,
    SORTEO_1,
    STONES,
    STONES_END,
    TANTEO,
)

Point = tuple[float, float]

MOMENTS = 60
"""How many pictures of a partida are drawn, spread over all of them."""

DRAWN = "4f4130c35888ad94501667335def803c763b09b42a5406f4bd7cb98079929705"


def chunks(png: bytes) -> list[str]:
    """The parts of a PNG file by their names."""
    found, at = [], 8
    while at < len(png):
        length = int.from_bytes(png[at : at + 4], "big")
        found.append(png[at + 4 : at + 8].decode())
        at += 12 + length
    return found


# ---- the file --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SAMPLES)
def test_a_picture_is_a_small_png_without_metadata(name: str) -> None:
    png = draw(SAMPLES[name])
    assert len(png) <= (90_000 if name.startswith("hand") else 200_000)
    assert set(chunks(png)) <= {"IHDR", "PLTE", "tRNS", "IDAT", "IEND"}
    with Image.open(BytesIO(png)) as image:
        assert image.width == PIXEL_WIDTH
        assert image.width + image.height <= 10_000  # Bot API, sendPhoto
        assert image.height <= pixels(TALLEST)


def test_equal_pictures_are_the_same_file() -> None:
    assert draw(SAMPLES["showdown"]) == draw(replace(SHOWDOWN))


# ---- layouts ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("held", range(1, 9))
def test_a_hand_of_any_size_has_room(held: int) -> None:
    assert draw(HandPicture(DECK[:held], DECK[:1], ("Sin pares", "24 de punto")))


@pytest.mark.parametrize("players", range(2, 9))
@pytest.mark.parametrize("held", [4, 5])
def test_tables_of_two_to_eight_have_room(players: int, held: int) -> None:
    names = NAMES[:players]
    shown = ShowdownPicture(
        "Mesa K7 · mano 1",
        tuple(
            ShownHand(
                name, seat, DECK[seat * held : (seat + 1) * held], "sin pares", ("Grande", "Chica", "Pares")
            )
            for seat, name in enumerate(names)
        ),
        (),
        tuple(Score(seat, name, 0, 1) for seat, name in enumerate(names)),
    )
    tallies = tuple(Tally(seat, name, 39, 9, 9) for seat, name in enumerate(names))
    holders = tuple(Holder(seat, name, 20 * players, 7, 9) for seat, name in enumerate(names))
    stones = replace(STONES, holders=holders, middle=7 * players, dish=99, against=9)
    ended = replace(
        STONES_END,
        players=tuple((seat, name, 9) for seat, name in enumerate(names)),
        winner=0,
        course=tuple(range(players)) * 9,
        against=9,
    )
    drawn = SorteoPicture("Sorteo", tuple(zip(names, DECK, strict=False)), ())
    score = replace(TANTEO, sides=tallies, juegos=9, vacas=9)
    pictures: tuple[Picture, ...] = (shown, score, drawn, stones, ended)
    for picture in pictures:
        with Image.open(BytesIO(draw(picture))) as image:
            assert image.width == PIXEL_WIDTH
            assert image.height <= pixels(TALLEST)


def test_more_stones_than_there_is_room_for_lie_closer_together() -> None:
    def right_end(count: int) -> int:
        """How far the stones of the first player reach, in pixels."""
        some, none = (
            draw_still(replace(STONES, holders=(Holder(0, "Ane", held, 0, 0), *STONES.holders[1:])))
            for held in (count, 0)
        )
        box = (
            ImageChops.difference(some.image, none.image)
            .crop((0, pixels(100), PIXEL_WIDTH, pixels(130)))
            .getbbox()
        )
        assert box is not None
        return box[2]

    assert right_end(3) < right_end(8) < right_end(160) < PIXEL_WIDTH / 2


def test_a_hand_that_was_not_shown_lies_face_down() -> None:
    hidden = replace(SHOWDOWN, players=(replace(SHOWDOWN.players[0], cards=()), *SHOWDOWN.players[1:]))
    assert draw(hidden) != draw(SHOWDOWN)


def test_names_and_numbers_of_any_length_fit() -> None:
    long = "Maximiliano Etxeberria-Goikoetxea " * 3
    text, size = fit_line(long, 30, 200, bold=True)
    assert text.endswith("…")
    assert text_width(text, size, bold=True) <= 200
    assert all(text_width(line, 24) <= 300 for line in wrap_text(long, 24, 300))
    assert len(wrap_text(long * 9, 24, 300, lines=3)) == 3
    assert format_amount(10**5000) == "10^5000"
    huge = replace(TANTEO, sides=(replace(TANTEO.sides[0], name=long, piedras=10**5000), TANTEO.sides[1]))
    assert draw(huge)


@pytest.mark.parametrize("name", SAMPLES)
def test_nothing_is_written_smaller_than_can_be_read_on_a_telephone(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    sizes: dict[str, int] = {}
    write = letters.write

    def noting(image: Image.Image, at: Point, text: str, size: int, fill: Colour, *, bold: bool) -> None:
        sizes[text] = size
        write(image, at, text, size, fill, bold=bold)

    monkeypatch.setattr(letters, "write", noting)
    draw_still(SAMPLES[name])
    marks = {"G", "C", "P", "J", "¡Adentro!", "fuera"}
    assert sizes
    assert all(size >= pixels(28 if text in marks else BODY) for text, size in sizes.items()), sizes


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """All that is written in pictures, in its order."""
    texts: list[str] = []
    monkeypatch.setattr(letters, "write", lambda image, at, text, *_, **__: texts.append(text))
    return texts


@pytest.mark.parametrize(
    "name", ["showdown", "showdown-lean", "showdown-eight", "stones-showdown", "stones-out"]
)
def test_each_mark_of_a_lance_has_its_name_in_the_picture(name: str, written: list[str]) -> None:
    draw_still(SAMPLES[name])
    lances = [lance for lance in ("Grande", "Chica", "Pares", "Juego") if lance[0] in written]
    assert lances
    assert [text for text in written if text in lances] == lances


@pytest.mark.parametrize("name", ["stones-showdown", "stones-out"])
def test_a_plus_and_a_minus_of_stones_are_explained(name: str, written: list[str]) -> None:
    picture = SAMPLES[name]
    assert isinstance(picture, ShowdownPicture)
    draw_still(picture)
    assert "+ carga con piedras · − se las quita" in written
    written.clear()
    draw_still(replace(picture, payments=()))
    assert "+ carga con piedras · − se las quita" not in written


def test_crosses_are_said_to_be_juegos_lost(written: list[str]) -> None:
    draw_still(STONES)
    assert "juego perdido; con 4, fuera" in written


def test_the_draw_of_one_card_is_low(written: list[str]) -> None:
    drawn = draw_still(SORTEO_1)
    assert drawn.image.height <= pixels(360)
    assert written[-3:] == ["Ane oros, Patxi copas, Maite espadas,", "Koldo bastos", "Es mano Maite"]


@pytest.mark.parametrize("sides", [2, 8])
def test_juegos_are_counted_only_where_more_than_one_wins(sides: int, written: list[str]) -> None:
    several = SAMPLES["tanteo" if sides == 2 else "tanteo-eight"]
    assert isinstance(several, TanteoPicture)
    draw_still(several)
    assert written.count("juegos") == (2 if sides == 2 else 1)
    written.clear()
    one = replace(several, juegos=1, sides=tuple(replace(it, juegos=0) for it in several.sides))
    draw_still(one)
    assert "juegos" not in written


def test_long_names_are_whole_where_there_is_room(written: list[str]) -> None:
    long = ("Maite Etxeberria", "Koldo Aguirregabiria", "Íñigo Urrutikoetxea")
    pair = f"{long[0]} y {long[1]}"
    sorteo = replace(SORTEO_1, drawn=tuple(zip(long, cards("2e 7o 1c"), strict=True)))
    pictures: list[Still] = [
        replace(TANTEO, sides=(replace(TANTEO.sides[0], name=pair), TANTEO.sides[1])),
        replace(END, title=f"¡Ganan {pair}!"),
        replace(STONES_END, players=tuple((n, long[n % 3], 2) for n in range(8))),
        replace(
            SHOWDOWN_8, players=(), hidden="", scores=tuple(Score(n, long[n % 3], 0, 1) for n in range(8))
        ),
        sorteo,
    ]
    for picture in pictures:
        draw_still(picture)
    assert [text for text in written if text.endswith("…")] == []


# ---- names -----------------------------------------------------------------------------------------------

STRANGE = {
    "arabic": "عمر الشريف",
    "japanese": "山田 太郎",
    "emoji": "👨‍👩‍👧🎴🇪🇸",
    "mathematical": "𝓐𝓷𝓮 𝔾𝕒𝕣𝕒𝕫𝕚",
    "long": "Maximiliano Etxeberria-Goikoetxea Uriarte de la Torre y Zubiaurre",
}


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Ane 🤖", "Ane 🤖"),
        ("Beñat ª —", "Beñat ª —"),
        ("𝓐𝓷𝓮 𝔹", "Ane B"),
        ("Ｍｕｓ", "Mus"),
        ("李", "李"),
        ("عمر", "عمر"),
        ("A\u0301ne\u200b", "Áne"),
        ("Z\u0335\u0322\u031b\u0361ap", "Zap"),
        ("🂡", ""),
        ("한국", "Hangug"),
        ("김민준 ✌", "Gimminjun ✌"),
        ("\u202e\u2066", ""),
        ("", ""),
    ],
)
def test_a_name_is_drawn_in_plain_letters_without_what_no_font_has(name: str, shown: str) -> None:
    drawn = make_drawable(name)
    assert drawn == shown or (drawn.startswith("Z") and drawn.endswith("ap"))


def test_a_name_that_is_cut_says_so_where_it_ends_to_read() -> None:
    arabic = letters.split_runs(fit_line(STRANGE["arabic"] * 9, 40, 300)[0])
    assert [run.text == "…" for run in arabic] == [True, False], "what is read leftward ends on the left"
    japanese = letters.split_runs(fit_line(STRANGE["japanese"] * 9, 40, 300)[0])
    assert japanese[-1].text == "…"


@pytest.fixture
def letters_anew() -> Iterator[None]:
    """What was found out about fonts is forgotten, before and after."""
    kept = (letters._has_letter, letters._face, letters.split_runs, letters.make_drawable)
    for cached in kept:
        cached.cache_clear()
    yield
    for cached in kept:
        cached.cache_clear()


@pytest.mark.usefixtures("letters_anew")
def test_letters_that_cannot_be_joined_here_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(letters, "_can_join_letters", lambda: False)
    assert make_drawable("عمر") == ""
    assert make_drawable("Ane 山田") == "Ane 山田"


@pytest.mark.parametrize("name", SCRIPTS)
def test_names_of_many_scripts_are_drawn_as_they_are(name: str) -> None:
    assert make_drawable(name) == name


def renamed(it: object, name: str) -> object:
    """What a picture shows, with everybody called so."""
    if isinstance(it, str):
        for each in NAMES:
            it = it.replace(each, name)
        return it
    if isinstance(it, tuple) and not isinstance(it, Card):
        return tuple(renamed(part, name) for part in it)
    if is_dataclass(it) and not isinstance(it, type):
        return replace(it, **{each.name: renamed(getattr(it, each.name), name) for each in fields(it)})
    return it


@pytest.mark.parametrize("sample", SAMPLES)
def test_any_name_has_room_in_every_picture(sample: str) -> None:
    for name in STRANGE.values():
        spec = renamed(SAMPLES[sample], name)
        assert isinstance(spec, type(SAMPLES[sample]))
        assert draw_still(spec).image.height <= pixels(TALLEST)


# ---- from the table --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "language"),
    sorted(
        {*zip(RULE_SETS, cycle(LANGUAGES), strict=False), *product(["individual", "tres-mus"], LANGUAGES)}
    ),
)
def test_every_moment_of_a_partida_has_its_pictures_and_none_cuts_a_text(
    rules: str, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[str] = []
    monkeypatch.setattr(letters, "write", lambda image, at, text, *_, **__: written.append(text))
    narrator = Narrator(language)
    seen: set[Still] = set()
    stones = isinstance(rule_set(rules), PiedrasRules)
    table = begun(rule_set(rules, {"juegos": 1, "piedras": 5 if stones else 20}))
    for now, _ in played(table, seed=3, most=900):
        table = now
        if table.mesa is None:
            continue
        posts = [narrator.score(watch(table)), narrator.hand(watch(table, 0)), narrator.board(watch(table))]
        for post in (*posts, narrator.end(watch(table))):
            if post.picture is not None and not isinstance(post.picture, FilmPicture):
                seen.add(post.picture)
    ends, tanteos = (StonesEndPicture, StonesPicture) if stones else (EndPicture, TanteoPicture)
    assert {type(picture) for picture in seen} >= {tanteos, HandPicture, ShowdownPicture, ends}
    for picture in sorted(seen, key=repr)[:: max(1, len(seen) // MOMENTS)]:
        assert draw_still(picture).image.height <= pixels(TALLEST)
    assert [text for text in written if text.endswith("…")] == []
    for kind in (tanteos, HandPicture, ShowdownPicture, ends):
        assert draw(next(picture for picture in seen if isinstance(picture, kind)))


def test_the_course_of_the_score_ends_with_the_last_juego() -> None:
    for table, _ in played(begun(rule_set("vitoria", {"juegos": 2})), seed=5):
        last = table
    picture = Narrator("es").end(watch(last)).picture
    assert isinstance(picture, EndPicture)
    assert last.mesa is not None
    assert len(picture.course) == last.mesa.hand
    won = [winner for _, winner in picture.course if winner is not None]
    assert won[-1] == picture.winner
    assert won.count(picture.winner) == 2


# ---- the deck --------------------------------------------------------------------------------------------


def test_every_card_differs_from_every_other_and_from_itself_when_thrown() -> None:
    for form in ("", "-"):
        faces = {drawing(f"{card}{form}").tobytes() for card in DECK}
        assert len(faces | {drawing(f"dorso{form}").tobytes()}) == 41
    assert faded_drawing("12o").tobytes() != drawing("12o").tobytes()


def test_the_atlas_has_every_drawing_of_the_deck() -> None:
    assert set(drawings()) == set(layout())
    with files("musbot.pictures").joinpath(FILE).open("rb") as file, Image.open(file) as atlas:
        assert atlas.size == atlas_size()


def test_no_drawing_lies_on_another_in_the_atlas() -> None:
    for one, other in combinations(layout().values(), 2):
        beside = one.x + one.wide <= other.x or other.x + other.wide <= one.x
        assert beside or one.y + one.high <= other.y or other.y + other.high <= one.y


def test_the_deck_draws_what_it_drew_when_the_atlas_was_made() -> None:
    drawn = sha256(repr(sorted(drawings().items())).encode()).hexdigest()
    assert drawn == DRAWN, "make deck, look at it, and note here what it was made of"


def test_cards_differ_without_colour() -> None:
    grey = {drawing(f"{card}-").convert("L").tobytes() for card in cards("4o 4c 4e 4b")}
    assert len(grey) == 4


@pytest.mark.parametrize("name", ["1o", "7c-", "dorso", "sign5", "amarraco0"])
def test_the_atlas_is_what_the_deck_draws_now(name: str) -> None:
    drawn = rasterised(drawings()[name], layout()[name])
    both = [image.convert("RGBa").convert("RGBA") for image in (drawn, drawing(name))]
    squares = ImageChops.difference(*both).resize((8, 8), Image.Resampling.BOX)
    assert max(squares.tobytes()) <= 2, "make deck"
