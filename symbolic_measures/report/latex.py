"""LaTeX: a document for plain pdflatex, a fragment to ``\\input``, and a table for notebooks.

Text from people is escaped letter by letter; what pdflatex has no letter for is written as its
code point.  Displayed formulas are set by ``\fit``, which scales down what is wider than the
line, so nothing runs off the page.

Invariant: the document needs only packages of texlive-latex-recommended, and compiles.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from symbolic_measures.claims.papers import PAPERS
from symbolic_measures.report import prose
from symbolic_measures.report.keyboard import spelled
from symbolic_measures.report.pictures import segment
from symbolic_measures.report.prose import Maths, Piece, Prose, Typed, signs

if TYPE_CHECKING:
    from jinja2 import Environment

#: The four glyphs in LaTeX; MathJax and amssymb know them.
GLYPHS = {
    "proved": r"\checkmark",
    "refuted": r"\times",
    "undecided": "?",
    "not-applicable": r"\text{--}",
}
_ESCAPES = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "#": r"\#",
    "%": r"\%", "_": r"\_", "^": r"\textasciicircum{}", "~": r"\textasciitilde{}",
    "<": r"\textless{}", ">": r"\textgreater{}", "|": r"\textbar{}", '"': r"\textquotedbl{}",
    "`": r"\textasciigrave{}", "'": "'", "-": "-{}", "*": r"*\allowbreak{}",
    "/": r"/\allowbreak{}", "+": r"+\allowbreak{}", "\u2013": "--", "\u2212": "$-$",
    "\u2713": r"$\checkmark$", "\u2717": r"$\times$", "\u2260": r"$\neq$",
    "\u2197": r"$\nearrow$", "\u2020": r"$\dagger$", "\u2264": r"$\le$", "\u2265": r"$\ge$",
}  # fmt: skip
_ACCENTS = {
    "\u0300": "`", "\u0301": "'", "\u0302": "^", "\u0303": "~", "\u0308": '"', "\u030a": "r",
    "\u030c": "v", "\u0327": "c", "\u0328": "k",
}  # fmt: skip
#: Letters of a chain on one line, and of a last term that stays on the line before.
WIDE, NEAR = 110, 12
#: Characters of a fraction within a line.
WIDEST = 240
_LONG = re.compile(r"[A-Za-z0-9]{16}(?=[A-Za-z0-9])")
_UNSAFE_IN_LABELS = re.compile(r"[^A-Za-z0-9]+")
_SPACE = re.compile(r"\s+")


def escape(words: str) -> str:
    """Text that LaTeX prints as it is, breakable anywhere it gets long."""
    plain = signs(words.replace("\0", ""))
    broken = _LONG.sub("\\g<0>\0", _SPACE.sub(" ", plain))
    return "".join(_letter(letter) for letter in broken)


def _letter(letter: str) -> str:
    if letter == "\0":
        return r"\allowbreak{}"
    if letter in _ESCAPES:
        return _ESCAPES[letter]
    if " " <= letter <= "~":
        return letter
    if "\u03b1" <= letter <= "\u03c9" or "\u0391" <= letter <= "\u03a9":
        return _greek(letter)
    base, accent = (*unicodedata.normalize("NFD", letter), "")[:2]
    if accent in _ACCENTS and base.isascii():
        return rf"\{_ACCENTS[accent]}{{{base}}}"
    return rf"\texttt{{[U+{ord(letter):04X}]}}\allowbreak{{}}"


def _greek(letter: str) -> str:
    name = unicodedata.name(letter, "").split()[-1]
    known = {"LAMDA": "lambda", "OMICRON": "o"}.get(name, name.lower())
    if letter <= "\u03a9":
        return rf"\texttt{{[U+{ord(letter):04X}]}}"
    return rf"$\{known}$" if known not in ("o", "sigma") or letter == "\u03c3" else known[:1]


def words(told: Prose) -> str:
    """Prose for LaTeX text: formulas between dollar signs; a long fraction is made to fit."""
    return prose.tex(tuple(map(_breakable, spelled(told))), escape, _within)


def sentence(told: str) -> str:
    """One piece of text, with the formulas in it."""
    return words((told,))


def _breakable(piece: Piece) -> Piece:
    """A formula of the words may be broken at a product or a slash."""
    if not isinstance(piece, Typed):
        return piece
    tex = piece.tex.replace(r"\,", r"\,\allowbreak ").replace("/", r"/\allowbreak ")
    return Typed(piece.source, tex)


def _within(maths: str) -> str:
    """A formula in a line, with room for the full stop."""
    # a line may end before it, however short that leaves the line
    ends = r"\hskip0pt plus 1fil\penalty50\hskip0pt plus -1fil"
    boxed = rf"{ends}{{\linewidth=0.97\linewidth\fit{{{maths}}}}}"
    return boxed if _tall(maths) else f"${maths}$"


def _tall(maths: str) -> bool:
    """Whether it is one fraction or root that no line can be broken in."""
    return len(maths) > WIDEST and maths.lstrip("-").startswith((r"\frac", r"\sqrt"))


def source(told: str) -> str:
    r"""Where it is from; a known paper as ``\symboliccite{key}{place}{in words}``."""
    key, _, place = told.partition(", ")
    if key not in PAPERS:
        return escape(told)
    words = f"{PAPERS[key].cited}{', ' if place else ''}{place}"
    return rf"\symboliccite{{{key}}}{{{escape(place)}}}{{{escape(words)}}}"


def bibliography() -> str:
    """The papers as BibTeX."""
    return "\n".join(paper.bibtex for paper in PAPERS.values())


def label(name: str) -> str:
    """A name within labels: letters and digits."""
    return _UNSAFE_IN_LABELS.sub("-", name).strip("-")[:40] or "measure"


def display(maths: Maths) -> str:
    """The LaTeX of a displayed formula; a long chain has a line for each relation."""
    if not isinstance(maths, prose.Equation) or len(prose.text((maths,))) <= WIDE:
        return prose.math(maths)
    first, *rest = map(prose.math, maths.terms)
    lines = [
        rf"& {prose.RELATIONS[sign]} {term}"
        for sign, term in zip(maths.relations, rest, strict=True)
    ]
    while len(lines) > 1 and len(lines[-1]) < NEAR:  # > 0 stays on the line before
        lines[-2:] = [lines[-2] + lines[-1].removeprefix("&")]
    body = r" \\ ".join([f"& {first}", *lines])
    return rf"\begin{{aligned}} {body} \end{{aligned}}"


def is_formula(told: Prose) -> bool:
    """Whether it is one formula, that can be displayed: no words in it but relations."""
    return all(not isinstance(piece, str) or piece.strip() in ("=", ",") for piece in told)


def formula_of(told: Prose) -> str:
    """The LaTeX of prose that is one formula."""
    return prose.tex(told, lambda sign: sign.replace(",", r",\qquad"), str)


@cache
def _environment() -> Environment:
    from jinja2 import Environment, FunctionLoader, StrictUndefined

    folder = files("symbolic_measures.report") / "templates"
    found = Environment(
        loader=FunctionLoader(lambda name: (folder / name).read_text(encoding="utf-8")),
        block_start_string=r"\BLOCK{", block_end_string="}",
        variable_start_string=r"\VAR{", variable_end_string="}",
        comment_start_string=r"\#{", comment_end_string="}",
        line_statement_prefix="%%", trim_blocks=True, autoescape=False, undefined=StrictUndefined,
    )  # fmt: skip
    found.filters.update(tex=escape, words=words, display=display, formula=formula_of)
    found.filters.update(source=source, label=label, sentence=sentence)
    found.globals.update(
        glyphs=GLYPHS,
        relation=prose.RELATIONS.get,
        is_formula=is_formula,
        segment=segment,
        bibliography=bibliography,
        papers=PAPERS,
    )
    return found


def rendered(template: str, doc: object, **more: object) -> str:
    """A template filled with a document; `body` names another template for its content."""
    return _environment().get_template(template).render(doc=doc, **{"brief": False, **more})
