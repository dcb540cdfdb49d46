"""HTML: one page that needs nothing but itself, and a fragment for notebooks.

Formulas are MathML, styles and the small filter script are inline, the JSON certificate is a
`data:` link.  Without JavaScript the page shows everything and offers no filter.

Invariant: every text goes through autoescape or through LaTeX made of known commands, so no
name, reason or certificate can add markup; the page loads nothing.
"""

from __future__ import annotations

import base64
import gzip
import re
import unicodedata
from collections.abc import Iterable
from functools import cache, lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING, Protocol

from symbolic_measures.nouns.verdict import GLYPHS
from symbolic_measures.report import prose
from symbolic_measures.report.keyboard import spelled
from symbolic_measures.report.lattice import Lattice, embedded
from symbolic_measures.report.legible import legible
from symbolic_measures.report.mathtext import GREEK, roman
from symbolic_measures.report.prose import Maths, Prose, signs

if TYPE_CHECKING:
    from jinja2 import Environment
    from markupsafe import Markup

_UPRIGHT = re.compile(r'<mrow>((?:<mi mathvariant="normal">[A-Za-z]</mi>){2,})</mrow>')
_PRIME = re.compile(r"<msup>((?:(?!<msup>).)*?)<mi>&#x02032;</mi></msup>")
_AFTER = "=|,|&#x0003D;|&#x00028;|&#x0002C;|&#x02265;|&#x0003E;"
_UNARY = re.compile(rf"(<mo[^>]*>(?:{_AFTER})</mo>)<mo>&#x02212;")
_HAT = re.compile(r"\b([PN])hat\b")
_TAGS = re.compile(r"<[^>]*>")
#: A certificate of more bytes is compressed.
LONG = 400_000
_MARGIN = re.compile(r"\b([PN])hat\b")
_STOP = re.compile(r"([,.;:)]*)(.*)", re.DOTALL)
_FILE = re.compile(r"[^A-Za-z0-9]+")


@lru_cache(maxsize=4096)
def mathml(tex: str, block: bool = False) -> str:
    """MathML of LaTeX that `mathtext` wrote; multi-letter names become one upright identifier."""
    from latex2mathml.converter import convert

    text = str(convert(roman(tex), display="block" if block else "inline"))
    text = _PRIME.sub(r'<mrow>\1<mo lspace="0" rspace="0">&#x02032;</mo></mrow>', text)
    text = text.replace("<mo>E</mo>", '<mi mathvariant="normal">E</mi>')
    text = _UNARY.sub(r'\1<mo form="prefix">&#x02212;', text)
    return _UPRIGHT.sub(lambda match: f"<mi>{_TAGS.sub('', match.group(1))}</mi>", text)


def _maths(maths: Maths, block: bool = False) -> Markup:
    from markupsafe import Markup

    return Markup(mathml(prose.math(maths), block))


def words(told: Prose) -> Markup:
    """Prose as HTML: text escaped, formulas as MathML."""
    from markupsafe import Markup, escape

    pieces: list[Markup] = []
    told = spelled(told)
    for place, piece in enumerate(told):
        if not isinstance(piece, str):
            pieces.append(_maths(piece))
            continue
        mark, rest = _STOP.match(piece).groups()  # type: ignore[union-attr]
        if place and mark and not isinstance(told[place - 1], str):  # never alone on a line
            pieces[-1] = Markup('<span class="kept">{}{}</span>').format(pieces[-1], mark)
            piece = rest
        pieces.append(escape(signs(piece)))
    return Markup("").join(pieces)


def sentence(told: str) -> Markup:
    """One piece of text, with the formulas in it."""
    return words((told,))


def greek(name: str) -> str:
    """A letter that is called by its name: beta as \u03b2."""
    if name not in GREEK:
        return name
    size = "SMALL" if name.islower() else "CAPITAL"
    spelled = "LAMDA" if name.lower() == "lambda" else name.upper()
    return unicodedata.lookup(f"GREEK {size} LETTER {spelled}")


def typed(told: Prose) -> str:
    """Prose in one line of letters, with the signs of relations and powers."""
    found = _HAT.sub("\\1\u0302", prose.text(told)).replace("**", "^")
    for keys, sign in ((">=", "\u2265"), ("<=", "\u2264"), ("!=", "\u2260"), (" - ", " \u2212 ")):
        found = found.replace(keys, sign)
    return _MARGIN.sub("\\1\u0302", found.replace(" \u2212 -", " + "))


def display(maths: Maths) -> Markup:
    """A displayed formula."""
    return _maths(maths, block=True)


def relation(sign: str) -> Markup:
    """A relation as MathML."""
    from markupsafe import Markup

    return Markup(mathml(prose.RELATIONS[sign]))


def _embedded(shown: Lattice | Iterable[Lattice]) -> Markup:
    """The data of tetrahedra, in which no tag can begin."""
    from markupsafe import Markup

    return Markup(embedded([shown] if isinstance(shown, Lattice) else shown))


@cache
def _environment() -> Environment:
    from jinja2 import Environment, FunctionLoader, StrictUndefined

    folder = files("symbolic_measures.report") / "templates"
    found = Environment(
        loader=FunctionLoader(lambda name: (folder / name).read_text(encoding="utf-8")),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
    )
    found.filters.update(
        plain=prose.text, words=words, display=display, relation=relation, glyph=GLYPHS.get
    )
    found.filters.update(
        embedded=_embedded, greek=greek, typed=typed, signs=signs, sentence=sentence
    )
    return found


def rendered(template: str, doc: object, **more: object) -> str:
    """A template filled with a document; `body` names another template for its content.

    Formulas of a fragment are right even where a notebook is cleaned of their tags.
    """
    found = _environment().get_template(template).render(doc=doc, **more)
    return legible(found) if template == "fragment.html" else found


class Saved(Protocol):
    """Whatever can be written to a file that `verify` reads."""

    def to_json(self) -> str:
        """The text of the file."""
        ...


def page(template: str, doc: object, shown: Saved, name: str, **more: str) -> str:
    """A page with the certificate in it, to be saved under that name; compressed if it is long."""
    data, kind, end = shown.to_json().encode(), "json", "json"
    if len(data) > LONG:
        data, kind, end = gzip.compress(data, 9, mtime=0), "gzip", "json.gz"
    link = f"data:application/{kind};base64,{base64.b64encode(data).decode()}"
    file = _FILE.sub("-", name).strip("-")[:60] or "report"
    return rendered(template, doc, certificate=link, file=f"{file}.{end}", **more)
