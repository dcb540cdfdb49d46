"""Verdicts on pages: the same document that `check` shows, with links to the properties."""

from __future__ import annotations

import re
from typing import Any

from ext.text import html_text, raw
from symbolic_measures.meaning.properties import PROPERTIES
from symbolic_measures.nouns.verdict import GLYPHS
from symbolic_measures.report.html import rendered

_HEADING = re.compile(r"<h1>.*?</h1>\n?(<div class=\"soft\">.*?</div>\n?)?"
                      r"(<div class=\"wide\">.*?</div>\n?)?", re.DOTALL)  # fmt: skip
_ID = re.compile(r'<span class="id">([\w-]+)</span>')
#: Headings of a document are below those of the page.
_LOWER = re.compile(r"<(/?)h2>")


def fragment(answer: Any, links: str = "") -> str:
    """An answer as a part of the page of its measure, whose formula stands there already.

    Ids of properties lead to `links`, if it is given.
    """
    doc = answer.document()
    html = _HEADING.sub("", rendered(doc.html_body, doc), count=1)
    html = _LOWER.sub(r"<\1h3>", html)
    if links:
        html = _ID.sub(lambda match: _linked(match[1], links), html)
    return raw(f'<div class="symbolic-measures part">\n{html}\n</div>')


def _linked(id: str, links: str) -> str:
    if id not in PROPERTIES:
        return f'<span class="id">{id}</span>'
    return f'<span class="id"><a href="{links}{id}.html">{id}</a></span>'


def mark(outcome: str) -> str:
    """The glyph of an outcome, coloured, with its word for who cannot see it."""
    word = html_text(outcome.replace("-", " "))
    return f'<span class="mark {outcome}" title="{word}">{GLYPHS[outcome]}</span>'
