"""Small pieces of MyST: tables, raw HTML, links."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from html import escape

from symbolic_measures.report import prose
from symbolic_measures.report.heading import hats
from symbolic_measures.report.keyboard import spelled
from symbolic_measures.report.prose import signs

FENCE = "~~~~~~"
_CODE = re.compile(r"(`[^`\n]+`)")
_MARKUP = re.compile(r"([\\`*_{}\[\]<>#|$~^])")
_OTHER = re.compile(r"[^A-Za-z0-9]+")


def raw(html: str) -> str:
    """HTML as it is."""
    return f"{FENCE}{{raw}} html\n{html.strip()}\n{FENCE}\n"


def code(text: str, language: str = "text") -> str:
    """A block of code."""
    return f"{FENCE}{language}\n{text.rstrip()}\n{FENCE}\n"


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table; the entries are MyST, in which a bar is escaped."""
    lines = [tuple(head), tuple("---" for _ in head), *map(tuple, rows)]
    return "".join(f"| {' | '.join(map(_cell, line))} |\n" for line in lines)


def _cell(text: str) -> str:
    return text.replace("\n", " ").replace("|", r"\|")


def file_name(name: str) -> str:
    """A name that is one of a file, and of a part of an address."""
    return _OTHER.sub("-", name).strip("-")


def words(text: str) -> str:
    """Text that is no markup, but for code between backticks."""
    pieces = _CODE.split(text)
    return "".join(p if _CODE.fullmatch(p) else _MARKUP.sub(r"\\\1", p) for p in pieces)


def said(text: str) -> str:
    """Words with the formulas among them as mathematics, and P^, N^ with their hats."""
    pieces = _CODE.split(text)
    return "".join(p if _CODE.fullmatch(p) else _set(p) for p in pieces)


def _set(text: str) -> str:
    told = spelled(hats(signs(text)))
    return prose.tex(told, words, lambda maths: f"${maths}$")


def toctree(names: Iterable[str], hidden: bool = True) -> str:
    """The pages below this one."""
    option = ":hidden:\n" if hidden else ""
    listed = "\n".join(names)
    return f"```{{toctree}}\n{option}\n{listed}\n```\n"


def html_text(text: str) -> str:
    """Text within HTML."""
    return escape(text, quote=True)
