"""The pages of the site that the program says itself: the course, rule sets and señas, in every language."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from musbot.game.actions import Sena
from musbot.game.field_kinds import Amount
from musbot.game.rule_sets import RULE_SETS, rule_set
from musbot.narrator import guide, voices
from musbot.narrator.rulewords import option_value
from musbot.words.texts import Texts
from tools.site.course import cards, course_page
from tools.site.faces import FACES

DOCS = Path(__file__).parents[2] / "docs"


@dataclass(frozen=True, slots=True)
class Pages:
    """The pages of a language: where they are, and what stands at their head."""

    course: str
    course_title: str
    course_head: str
    rules: str
    rules_head: str
    fields_title: str
    fields_head: str
    senas: str
    senas_head: str


PAGES: Mapping[str, Pages] = {
    "es": Pages(
        "es/mus.md",
        "Cómo se juega al mus",
        "Doce manos cortas: cada una cuenta una idea, enseña las cartas y pregunta. Piénsalo, y pulsa la "
        "pregunta para ver la respuesta. Son las de `/aprender`, que en el chat se juegan.",
        "es/reglas.md",
        "Cada una se abre con `/mus` y su nombre, y [todo se puede cambiar](#lo-que-se-cambia): "
        "`/mus vitoria piedras=30 real=figura`. En Discord, `/mus` tiene dos casillas: en *reglas* se elige "
        "una, y en *opciones* se escribe lo que cambia. `/reglas` también lo cuenta.\n\n"
        "**Las de tu pueblo.** Quien administra el chat abre una mesa con ellas y escribe `/reglas guardar "
        "donostia` (en Discord, `/reglas`, *guardar* donostia). Desde entonces se juegan con `/mus donostia` "
        "(en Discord, `donostia` en *opciones*). `/mus` a secas sigue siendo *parejas*, hasta que quien "
        "administra elija otras en `/ajustes`, *Reglas*. En la terminal, `reglas guardar donostia` en una "
        "mesa así las guarda para `.venv/bin/musbot play donostia`.",
        "Lo que se cambia",
        "| se escribe | vale | qué es |",
        "es/senas.md",
        "En tu chat privado tienes un botón por cada seña que puedes hacer con las cartas que llevas: no se "
        "miente. La ve quien te esté mirando en ese momento, tu compañero o un rival; y tú eliges a quién "
        "miras. `/senas` las dice también en tu chat privado.",
    ),
    "eu": Pages(
        "eu/mus.md",
        "Nola jokatu musean",
        "Hamabi eskualdi labur: bakoitzak ideia bat azaltzen du, kartak erakusten ditu eta galdera bat "
        "egiten du. Pentsatu, eta sakatu galdera erantzuna ikusteko. `/ikasi` komandoaren ikasgaiak dira, "
        "eta txatean jokatu egiten dira.",
        "eu/arauak.md",
        "Bakoitza `/mus` eta bere izenarekin irekitzen da, eta [dena alda daiteke](#zer-alda-daitekeen): "
        "`/mus vitoria piedras=30 real=figura`. Discorden `/mus` komandoak bi eremu ditu: *reglas* "
        "eremuan bat aukeratzen da, eta *opciones* eremuan aldaketak idazten dira. `/arauak` komandoak "
        "txatean ere esaten du.\n\n"
        "**Zuen herrikoak.** Txata kudeatzen duenak mahai bat irekitzen du arau horiekin, eta `/arauak gorde "
        "donostia` idazten du. Handik aurrera `/mus donostia` idatzita jokatzen dira. `/mus` hutsak "
        "*parejas* esan nahi du, kudeatzaileak `/ezarpenak`, *Arauak* orrian beste batzuk aukeratu arte. "
        "Terminalean, halako mahai batean `arauak gorde donostia` idatzita, `.venv/bin/musbot play donostia` "
        "komandoak jokatzen ditu.",
        "Zer alda daitekeen",
        "| idazten dena | balioak | zer den |",
        "eu/keinuak.md",
        "Zure pribatuan botoi bat duzu zure kartekin egin dezakezun keinu bakoitzeko: ezin da gezurrik "
        "esan. Une horretan zuri begira dagoenak ikusten du, bikotekidea edo aurkaria izan; eta zuk "
        "aukeratzen duzu nori begiratu.",
    ),
    "en": Pages(
        "en/mus.md",
        "How Mus is played",
        "Twelve short hands: each teaches one idea, shows the cards and asks a question. Think, then press "
        "the question to see the answer. In the chat, `/learn` lets you play them.",
        "en/rules.md",
        "Open a table with `/mus` and one of these names. You can [change anything](#what-you-can-change): "
        "`/mus vitoria piedras=30 real=figura`. On Discord `/mus` has two fields: choose one of these in "
        "*rules*, and type changes into *options*. In the chat, `/rules` explains them.\n\n"
        "**House rules.** An administrator opens a table with them and writes `/rules keep donostia` (on "
        "Discord `/rules`, *keep* donostia). From then on `/mus donostia` plays them "
        "(on Discord: `donostia` in "
        "*options*). `/mus` alone stays *parejas* until an administrator chooses others under `/settings`, "
        "*Rules*. In the terminal, `rules keep donostia` at such a table keeps them for "
        "`.venv/bin/musbot play donostia`.",
        "What you can change",
        "| type | values | what it is |",
        "en/senas.md",
        "In your private chat you have a button for each seña (sign) that is true of your cards; you cannot "
        "lie. Only players who are looking at you see it, partner or rival, and you choose whom you look at. "
        "In the chat, `/signs` lists them.",
    ),
}


def rules_page(texts: Texts, of: Pages) -> str:
    """Returns every rule set and every field explained, as Markdown."""
    head = of.rules_head
    parts = [f"# {guide.all_rules_page(texts, {}, options=False).title}", head]
    for name, rules in RULE_SETS.items():
        voice = voices.voice_of_rules(texts, rules)
        lines = "\n".join(f"- {line}" for line in voice.rule_lines())
        parts += [f"## {name}", voice.name_and_summary(), lines]
    parts += [f"## {of.fields_title}", "\n".join([of.fields_head, "|---|---|---|", *_field_rows(texts)])]
    return "\n\n".join(parts) + "\n"


def _field_rows(texts: Texts) -> Iterator[str]:
    """Yields a row for each field and each game in which it means something else."""
    rows: dict[tuple[str, str], list[str]] = {}
    for name, rules in RULE_SETS.items():
        voice = voices.voice_of_rules(texts, rules)
        for field, kind in rules.fields.items():
            if isinstance(kind, Amount):
                values = texts("expected-range", least=kind.least, most=kind.most)
            else:
                values = ", ".join(f"`{option_value(value)}`" for value in kind.values)
            rows.setdefault((field, f"{values} | {voice.field_description(field)}"), []).append(name)
    others = set(RULE_SETS) - set(rows["reyes", next(it for field, it in rows if field == "reyes")])
    for (field, told), names in rows.items():
        where = f" ({', '.join(names)})" if set(names) <= others else ""
        yield f"| `{field}`{where} | {told} |"


def senas_page(texts: Texts, head: str) -> str:
    """Returns the señas with their gestures and drawings as Markdown."""
    return f"# {guide.senas_page(texts, None).title}\n\n{head}\n\n{_gestures(texts)}\n"


def pages() -> Mapping[str, str]:
    """Returns the pages that the program writes itself, and their pictures, by file name."""
    made = {**cards(), **{_face(sena): drawn for sena, drawn in FACES.items()}}
    for language, of in PAGES.items():
        texts = Texts(language)
        made[of.course] = course_page(texts, of.course_title, of.course_head, _gestures(texts))
        made[of.rules] = rules_page(texts, of)
        made[of.senas] = senas_page(texts, of.senas_head)
    return made


def _gestures(texts: Texts) -> str:
    """Returns a Markdown list of the usual rules' señas with their drawings; raises ValueError for a seña
    without one."""
    lines = guide.senas_page(texts, None).text.split("\n")
    if missing := sorted(rule_set("parejas").lawful - set(FACES)):
        raise ValueError(f"tools/site/faces.py draws no {missing[0].value}")
    lawful = [sena for sena in FACES if sena in rule_set("parejas").lawful]
    return "\n".join(
        f'- <img src="../{_face(sena)}" alt="" width="70" height="77"> {line}'
        for sena, line in zip(lawful, lines, strict=True)
    )


def _face(sena: Sena) -> str:
    """Returns the file of a seña's drawing."""
    return f"img/senas/{sena.value.replace(' ', '-')}.svg"
