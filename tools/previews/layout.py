"""A telephone as a page: bubbles, buttons and pictures, of one width, in one typeface."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from html import escape
from importlib.resources import files

from musbot.narrator.post import Post
from musbot.pictures.draw import draw
from tools.previews.scenes import Phone, Said

WIDTH = 380
"""Of a telephone, in CSS pixels; a page is so many of these beside each other."""
GAP = 20

FONTS = files("font_source_sans_pro") / "files"
STYLE = f"""
@font-face {{ font-family: "Source Sans"; src: url("file://{FONTS}/SourceSansPro-Regular.ttf"); }}
@font-face {{ font-family: "Source Sans"; font-weight: 600 700;
  src: url("file://{FONTS}/SourceSansPro-Bold.ttf"); }}
* {{ box-sizing: border-box; }}
body {{ margin: 0; padding: {GAP}px; display: flex; gap: {GAP}px; align-items: flex-start; background: #fff;
  font: 16px/1.3 "Source Sans", sans-serif; color: #1c1b19;
  width: max-content; }}
.phone {{ width: {WIDTH}px; border-radius: 22px; overflow: hidden; background: #e4ebe2;
  border: 1px solid #b9c3b6; }}
header {{ background: #1f5a41; color: #fff; padding: 12px 18px; font-weight: 600; font-size: 17px; }}
main {{ padding: 12px 10px 16px; display: flex; flex-direction: column; gap: 8px; }}
.post {{ align-self: flex-start; width: 330px; }}
.bubble {{ background: #fff; border-radius: 12px; overflow: hidden; }}
.bubble p {{ margin: 0; padding: 8px 12px; white-space: pre-wrap; overflow-wrap: anywhere; }}
.bubble img {{ display: block; width: 100%; }}
.mine {{ align-self: flex-end; background: #cfe8c6; border-radius: 12px; padding: 8px 12px; }}
.mine b {{ display: block; color: #1f5a41; font-size: 13px; }}
.row {{ display: flex; gap: 4px; margin-top: 4px; }}
.row span {{ flex: 1; text-align: center; background: #4f6f60; color: #fff; border-radius: 8px;
  padding: 7px 3px; font-weight: 600; font-size: 14.5px; overflow: hidden; text-overflow: ellipsis;
  white-space: nowrap; }}
"""


def page(phones: Sequence[Phone], language: str) -> str:
    """Returns phones beside each other as an HTML page without external files, except its fonts."""
    body = "\n".join(map(_phone, phones))
    return f'<!doctype html><html lang="{language}"><meta charset="utf-8"><style>{STYLE}</style>{body}</html>'


def _phone(phone: Phone) -> str:
    """Returns a phone with its chat as HTML."""
    shown = "\n".join(_said(it) if isinstance(it, Said) else _post(it) for it in phone.shown)
    return f'<div class="phone"><header>{escape(phone.title)}</header><main>{shown}</main></div>'


def _said(said: Said) -> str:
    """Returns a person's message as HTML."""
    return f'<div class="mine"><b>{escape(said.name)}</b>{escape(said.text)}</div>'


def _post(post: Post) -> str:
    """Returns a post with its picture and buttons as HTML."""
    title = f"<b>{escape(post.title)}</b>\n" if post.title else ""
    rows = "".join(
        f'<div class="row">{"".join(f"<span>{escape(button.label)}</span>" for button in row)}</div>'
        for row in post.keyboard()
    )
    bubble = f'<div class="bubble">{_picture(post)}<p>{title}{escape(post.text)}</p></div>'
    return f'<div class="post">{bubble}{rows}</div>'


def _picture(post: Post) -> str:
    """Returns a post's picture as an HTML image with its data; "" without one."""
    if post.picture is None:
        return ""
    drawn = base64.b64encode(draw(post.picture)).decode()
    return f'<img alt="" src="data:image/png;base64,{drawn}">'
