"""Writes the pictures and films of chats that the documents show: `python -m tools.previews [--out FOLDER]`.

The pictures need Chromium, and a font with emoji such as Noto Color Emoji.
"""

from __future__ import annotations

import argparse
import asyncio
import shutil
import subprocess
import sys
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image, ImageChops

from musbot.pictures.draw import draw
from musbot.words.texts import LANGUAGES
from tools.previews.layout import GAP, WIDTH, page
from tools.previews.scenes import SCENES, Phone, film

FOLDER = Path(__file__).parents[2] / "docs" / "img"
TALLEST = 2000
COLOURS = 160


def take_screenshot(browser: str, html: str, phones: int) -> bytes:
    """Returns a screenshot of a page as a PNG, with two pixels per CSS pixel, cut below its content.

    `phones` is the number of phones beside each other.
    """
    width = GAP + phones * (WIDTH + GAP)
    with TemporaryDirectory() as folder:
        source, target = Path(folder, "page.html"), Path(folder, "page.png")
        source.write_text(html, "utf-8")
        window = f"--window-size={width},{TALLEST}"
        options = ("--headless", "--no-sandbox", "--hide-scrollbars", "--force-device-scale-factor=2", window)
        command = (browser, *options, f"--screenshot={target}", source.as_uri())
        subprocess.run(command, check=True, capture_output=True, timeout=120)  # noqa: S603 - our own page
        return _cut(target)


def _cut(file: Path) -> bytes:
    """Returns a screenshot without the white below its content, as a PNG in COLOURS colours."""
    with Image.open(file) as image:
        drawn = image.convert("RGB")
    white = Image.new("RGB", drawn.size, "white")
    box = ImageChops.difference(drawn, white).getbbox() or (0, 0, *drawn.size)
    seen = drawn.crop((0, 0, drawn.width, box[3] + 2 * GAP)).quantize(COLOURS, dither=Image.Dither.NONE)
    out = BytesIO()
    seen.save(out, "PNG", optimize=True)
    return out.getvalue()


async def _phones(scene: str, language: str) -> Sequence[Phone]:
    """Returns the phones of a scene in a language."""
    return await SCENES[scene](language)


def main() -> None:
    """Writes all pictures and films; without a browser only the films, and then exits with a message."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=FOLDER)
    out: Path = parser.parse_args().out
    browser = shutil.which("chromium") or shutil.which("google-chrome")
    out.mkdir(parents=True, exist_ok=True)
    for language in LANGUAGES:
        if (moving := asyncio.run(film(language))) is not None:
            (out / f"mano-{language}.gif").write_bytes(draw(moving))
    if browser is None:
        sys.exit("only the films: for the rest, `chromium` or `google-chrome` has to be on the PATH")
    for language in LANGUAGES:
        for scene in SCENES:
            phones = asyncio.run(_phones(scene, language))
            data = take_screenshot(browser, page(phones, language), len(phones))
            (out / f"{scene}-{language}.png").write_bytes(data)
            print(f"{scene}-{language}.png: {len(data) / 1000:.0f} kB")  # noqa: T201 - a command


if __name__ == "__main__":
    main()
