"""The page in Chromium: nothing runs out of a phone, and keys step through the hands."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from html import escape, unescape
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import pytest

from musbot.acta.page.sheet import page
from musbot.acta.read import read_file
from musbot.words.texts import Texts

PARTIDAS = Path(__file__).parents[2] / "partidas"
KINDS = [f"vistas/{rules}" for rules in ("parejas", "trios", "individual", "tres-mus", "frances")]


def paged(name: str) -> str:
    """The page of a partida that is kept."""
    return page(read_file(PARTIDAS / f"{name}.mus.toml"), Texts("es"))


CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
MEASURE = """<!DOCTYPE html><meta charset="utf-8"><body>FRAMES<script>
onload = () => {
  const told = [...document.querySelectorAll('iframe')].map(frame => {
    const page = frame.contentDocument;
    page.querySelectorAll('details').forEach(it => { it.open = true; });
    const wide = page.documentElement.clientWidth;
    const out = [...page.querySelectorAll('body *')].filter(it =>
      it.getBoundingClientRect().right > wide + 1 && !it.closest('.defs'));
    const card = page.querySelector('.h svg').getBoundingClientRect();
    return [wide, out.length, Math.round(card.width)].join(' ');
  });
  document.body.innerHTML = '<pre>' + told.join('|') + '</pre>';
};</script>"""


STEP = """<!DOCTYPE html><meta charset="utf-8"><body><iframe style="width:390px;height:700px" srcdoc="PAGE">
</iframe><script>
onload = () => {
  const page = document.querySelector('iframe').contentDocument, told = [];
  const press = key => page.dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true}));
  const seen = found => [...page.querySelectorAll(found)].filter(it => it.checkVisibility());
  const look = () => told.push([seen('details').map(it => it.id).join(' '), seen('.ph li, .co li').length,
    seen('.held').length, seen('.dl').length, page.querySelector('.step p').textContent,
    page.querySelector('.step .sc').textContent, page.title]);
  look();
  for (const key of KEYS) { press(key); look(); }
  document.body.textContent = JSON.stringify(told);
};</script>"""


class Seen(NamedTuple):
    """What is visible after a key."""

    hands: str
    lines: int
    held: int
    dealt: int
    told: str
    score: str
    title: str


def in_chromium(html: str, folder: Path) -> str:
    """What Chromium makes of a page once its scripts have run."""
    file = folder / "measure.html"
    file.write_text(html, "utf-8")
    options = ("--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={folder}", "--dump-dom")
    command = [str(CHROMIUM), *options, f"file://{file}"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr[-500:]
    return done.stdout


@pytest.mark.slow
@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here: apt-get install chromium")
@pytest.mark.parametrize("name", ["R25-mus-corrido", "vistas/vitoria"])
def test_arrow_keys_step_through_one_hand_at_a_time_and_no_other_script_runs(
    name: str, tmp_path: Path
) -> None:
    foreign = "<script>document.title = 'foreign'</script>"
    keys = ["ArrowRight", "ArrowRight", "ArrowLeft", *["ArrowRight"] * 90, "Escape"]
    html = paged(name) + foreign
    step = STEP.replace("KEYS", json.dumps(keys)).replace("PAGE", escape(html))
    body = re.search(r"<body>(.*?)</body>", in_chromium(step, tmp_path), re.DOTALL)
    assert body is not None
    before, *steps, last, left = map(Seen._make, json.loads(unescape(body[1])))
    hands = re.findall(r'<details id="(m\d+)"', html)
    assert (left.hands, left.told, left.score) == (before.hands, before.told, "")
    assert before.hands.split() == hands
    assert [it.lines for it in steps[:4]] == [0, 1, 0, 1]
    assert steps[0].told.startswith("Mano 1 · es mano ")
    assert {it.hands for it in steps} == set(hands)
    assert last.hands == hands[-1]
    assert (last.held, last.dealt) == (1, 0)
    assert (steps[0].held, steps[0].dealt) == ((0, 1) if 'class="dl"' in html else (1, 0))
    for one, other in pairwise(steps[2:]):
        assert other.lines in (one.lines + 1, one.lines) or (other.lines, other.hands) == (0, hands[-1])
    assert "foreign" not in {before.title, left.title}
    piedras = read_file(PARTIDAS / f"{name}.mus.toml").mesa.piedras
    at_first = re.findall(r'data-before="([^"]*)"', html)[0].split()
    assert (steps[0].score, last.score) == ("".join(at_first), "".join(map(str, piedras)))


@pytest.mark.slow
@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here: apt-get install chromium")
def test_nothing_runs_out_of_a_phone_or_a_screen(tmp_path: Path) -> None:
    pages = [escape(paged(name)) for name in KINDS]
    frames = "".join(
        f'<iframe style="border:0;width:{wide}px;height:700px" srcdoc="{html}"></iframe>'
        for html in pages
        for wide in (360, 1200)
    )
    measured = re.search(r"<pre>(.*?)</pre>", in_chromium(MEASURE.replace("FRAMES", frames), tmp_path))
    assert measured is not None
    found = [tuple(map(int, it.split())) for it in measured[1].split("|")]
    assert len(found) == 2 * len(KINDS)
    assert all(out == 0 and card >= 44 for _, out, card in found), found
