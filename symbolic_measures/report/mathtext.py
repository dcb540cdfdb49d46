r"""Formulas as LaTeX and as plain text, exactly as they are written.

Nothing is simplified or reordered: the shape of the tree is the shape of the output.  Only
notation is chosen: fractions, roots, as few parentheses as the tree allows, juxtaposition for
products.  Cells are the macros ``\TP \FN \FP \TN``; `roman` writes them out for readers that
know no macros.

Invariant: two trees that differ in value at some point never give the same LaTeX.
"""

from __future__ import annotations

import re
from fractions import Fraction
from functools import lru_cache
from string import ascii_uppercase

from symbolic_measures.nouns.confusion import CELLS
from symbolic_measures.nouns.formula import FUNCTIONS, Formula, formula, symbol
from symbolic_measures.nouns.parser import identifiers, parse

#: How tightly a piece of LaTeX holds together; an operand looser than asked for is bracketed.
SUM, SIGNED, PRODUCT, FRACTION, ATOM = range(5)

_GREEK = (
    "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi pi rho sigma tau "
    "upsilon phi chi psi omega Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega"
)
GREEK = frozenset(_GREEK.split())

#: Pairs of labelings, and a diagonal matrix.
PAIRS = ("A, B", "B, C", "A, C", "D")

#: Names of the reports themselves; none of them can be a parameter's.
SPECIAL = {
    **{letter: letter for letter in ("M", "S", "C", "C'")},
    **{f"{letter}({c})": f"{letter}({c})" for letter in ascii_uppercase for c in ("C", "C'")},
    **{f"{m}({pair})": f"{m}({pair})" for m in (*ascii_uppercase, "d") for pair in PAIRS},
    **{f"E[{letter}]": rf"\operatorname{{E}}[{letter}]" for letter in "MSV"},
    **{f"d{m}/dt": rf"\frac{{d{m}}}{{dt}}" for m in ascii_uppercase},
    "oo": r"\infty",
    "CD_chord": r"\mathrm{CD}'",
    "mean1": "s",
    "mean2": "s'",
    "Phat": r"\hat{P}",
    "Nhat": r"\hat{N}",
    **{f"{letter}'": f"{letter}'" for letter in "PNnse"},
    **{f"{letter}_{i}'": f"{letter}_{{{i}}}'" for letter in "ab" for i in range(1, 10)},
    "Phat'": r"\hat{P}'",
    "Nhat'": r"\hat{N}'",
    **{f"dM/d{name}": rf"\frac{{\partial M}}{{\partial \{name}}}" for name in CELLS},
    **{f"dM/dp_{low}": rf"\frac{{\partial M}}{{\partial p_{{{low}}}}}" for low in ("AB", "A", "B")},
}

#: What the kernel calls part1, part2, ...: formulas that have a letter of their own.
PARTS = {f"part{place}": symbol(f"u_{place}") for place in range(1, 61)}

#: Indices that are words.
UPRIGHT = frozenset(("max", "min", "base"))

_CELL = re.compile(r"\\(TP|FN|FP|TN)(?![A-Za-z])")
_DECIMAL = re.compile(r"[0-9]+\.[0-9]+\Z")
_UNKNOWN = re.compile(r"[xM]\([0-9/, n-]+\)\Z")
_NAME = re.compile(r"([A-Za-z]+)_?([A-Za-z0-9]*)\Z")
_CHANGE = re.compile(r"d(?:\((.+)\)|(M))/d(\w+)\Z")

Piece = tuple[str, int]

#: What names of formulas are in text.
_IN_TEXT = {name + "2": symbol(name + "'") for name in CELLS}
_IN_TEXT |= {"mean1": symbol("s"), "mean2": symbol("s'")} | PARTS


def latex(node: Formula) -> str:
    """The formula in LaTeX, with the cells as macros."""
    node = node.replace(PI).at(**PARTS)
    known: dict[Formula, Piece] = {}
    for part in node.walk():
        known[part] = _write(part, known)
    return known[node][0]


def roman(tex: str) -> str:
    """The same LaTeX with the cells written out, for MathML and MathJax."""
    return _CELL.sub(r"\\mathrm{\1}", tex)


@lru_cache(maxsize=4_096)
def plain(node: Formula) -> str:
    """The formula as text; the cells of a second matrix are TP', FN', FP', TN'."""
    return str(_signs_first(node.replace(PI).at(**_IN_TEXT)))


#: Sums over classes, in formulas that are shown as they are printed.
SUMS = {"sum": r"\sum\nolimits_{k}", "mean": r"\frac{1}{m}\sum\nolimits_{k}",
        "product": r"\prod\nolimits_{k}"}  # fmt: skip

#: pi is held as arccos(-1).
PI = {Formula("acos", one): symbol("pi") for one in (-formula(1), formula(-1))}


def on_one_line(node: Formula) -> Formula:
    """Fractions with a slash, for formulas within a sentence; those below a root as they are."""
    if not node.children or node.op in ("^", "power"):
        return node
    parts = [on_one_line(child) for child in node.children]
    flat = node.op == "/" and not any("slash" in part.ops for part in parts)
    return Formula("slash" if flat else node.op, *parts)


def xlogy(node: Formula) -> tuple[Formula, Formula] | None:
    """x and y of x*log(y) with the convention that it is 0 where x = 0."""
    if node.op == "ifzero" and node.args[1] == formula(0) and node.args[2].op == "*":
        x, log = node.args[2].args
        if x == node.args[0] and log.op == "log":
            return x, log.args[0]
    return None


def _signs_first(node: Formula) -> Formula:
    """-(a*b) as (-a)*b, which text writes without parentheses."""
    parts = tuple(_signs_first(child) for child in node.children)
    if (pair := xlogy(node)) is not None:
        return symbol(f"xlogy({', '.join(str(_signs_first(part)) for part in pair)})")
    if node.op == "neg" and parts[0].op in ("*", "/"):
        first, second = parts[0].args
        return Formula(parts[0].op, _signs_first(-first), second)
    if node.op == "power" and node.args[1].symbols():
        return Formula("^", *parts)
    if node.op == "slash":
        return Formula("/", *parts)
    if node.op == "d" and parts[0].op == "symbol":
        return symbol(f"d{parts[0]}/d{parts[1]}")
    return Formula(node.op, *parts) if parts else node


def name_latex(name: str) -> str:
    r"""A symbol: cells as macros, Greek letters by name, ``p_AB`` with its index."""
    if name in SPECIAL:
        return SPECIAL[name]
    if name in CELLS:
        return "\\" + name
    if name[:-1] in CELLS and name[-1] in "2'":
        return rf"\{name[:-1]}'"
    if _DECIMAL.match(name) or _UNKNOWN.match(name):
        return name
    if (change := _CHANGE.match(name)) is not None:
        top, bottom = map(name_latex, filter(None, change.groups()))
        return rf"\frac{{\partial {top}}}{{\partial {bottom}}}"
    if name.startswith("sum(") and name.endswith(")"):
        inside = parse(name[4:-1], names={}, parameters=identifiers(name))
        return rf"\sum\nolimits_k {latex(inside)}"
    match = _NAME.match(name)
    if match is None:
        return rf"\mathit{{{_letters(name)}}}"
    stem, index = match.groups()
    style = "mathrm" if stem.isupper() else "mathit"
    base = rf"\{style}{{{stem}}}" if len(stem) > 1 else stem
    base = "\\" + stem if stem in GREEK else base
    word = index in UPRIGHT or (len(index) > 4 and index.islower())
    index = rf"\mathrm{{{index}}}" if word and index not in GREEK else index
    index = "\\" + index if index in GREEK else index
    return f"{base}_{{{index}}}" if index else base


def _letters(name: str) -> str:
    """Any identifier in letters that every engine has: the code point where it is not one."""
    kept = []
    for letter in name:
        if letter.isascii() and letter.isalnum():
            kept.append(letter)
        else:
            kept.append(r"\_" if letter == "_" else f"U{ord(letter):X}")
    return "".join(kept)


def number_latex(value: Fraction) -> Piece:
    """An exact number: whole, or a fraction with its sign in front."""
    size = abs(value)
    whole = size.denominator == 1
    body = str(size) if whole else rf"\frac{{{size.numerator}}}{{{size.denominator}}}"
    if value < 0:
        return "-" + body, SIGNED
    return body, ATOM if whole else FRACTION


def _write(node: Formula, known: dict[Formula, Piece]) -> Piece:
    if node.op == "number":
        return number_latex(node.args[0])
    if node.op == "symbol":
        return name_latex(node.args[0]), ATOM
    match node.op:
        case "+" | "-":
            return _sum(node, known), SUM
        case "*":
            body = _product(node, known)
            return body, SIGNED if body.startswith("-") else PRODUCT
        case "/":
            return rf"\frac{{{known[node.args[0]][0]}}}{{{known[node.args[1]][0]}}}", FRACTION
        case "neg":
            return "-" + _held(node.args[0], PRODUCT, known), SIGNED
        case "power" if not node.args[1].symbols():
            inner = ", ".join(known[part][0] for part in node.args)
            return rf"\operatorname{{power}}{bracket(inner)}", PRODUCT
        case "^" | "power":
            return _power(node, known), FRACTION
        case "sum":  # over the classes
            return rf"\sum_i {_held(node.args[0], PRODUCT, known)}", PRODUCT
        case "ifzero":
            return _cases(node, known), SUM if xlogy(node) is None else PRODUCT
        case "d":
            return _partial(node, known), FRACTION
        case "slash":
            top, bottom = _held(node.args[0], PRODUCT, known), _held(node.args[1], ATOM, known)
            return f"{top}/{bottom}", SIGNED
        case "sum" | "mean" | "product":
            return rf"{SUMS[node.op]} {_held(node.args[0], PRODUCT, known)}", SIGNED
        case name if name not in FUNCTIONS:
            inner = ", ".join(known[part][0] for part in node.args)
            return name_latex(name) + bracket(inner), ATOM
    return _function(node, known), ATOM if node.op in ("sqrt", "Abs") else PRODUCT


def _partial(node: Formula, known: dict[Formula, Piece]) -> str:
    """A partial derivative: of a letter as a fraction, of anything else before brackets."""
    body, below = node.args[0], rf"\partial {known[node.args[1]][0]}"
    if body.op == "symbol":
        return rf"\frac{{\partial {known[body][0]}}}{{{below}}}"
    return rf"\frac{{\partial}}{{{below}}}{bracket(known[body][0])}"


def _held(node: Formula, tightness: int, known: dict[Formula, Piece]) -> str:
    """The operand, in parentheses if it is looser than asked for."""
    body, level = known[node]
    return bracket(body) if level < tightness else body


def bracket(body: str) -> str:
    """The body in parentheses, tall ones where something in it is tall."""
    tall = any(word in body for word in (r"\frac", r"\sqrt", r"\begin", r"\left"))
    return rf"\left({body}\right)" if tall else f"({body})"


def _sum(node: Formula, known: dict[Formula, Piece]) -> str:
    left, right = node.args
    first = known[left][0]
    if node.op == "-":
        return f"{first} - {_held(right, PRODUCT, known)}"
    if right.op == "neg":
        return f"{first} - {_held(right.args[0], PRODUCT, known)}"
    body = known[right][0]
    return f"{first} + {bracket(body) if body.startswith('-') else body}"


def _product(node: Formula, known: dict[Formula, Piece]) -> str:
    left, right = _held(node.args[0], SIGNED, known), _held(node.args[1], PRODUCT, known)
    if right[0].isdigit() or _leads_with_number(node.args[1]):
        return rf"{left} \cdot {right}"
    touching = left.endswith(")") and right.startswith(("(", r"\left("))
    if touching or _trailing_number(node.args[0]):
        return left + right
    return rf"{left}\,{right}"


def _leads_with_number(node: Formula) -> bool:
    """A product that would begin with a digit or a numeric fraction."""
    while node.op in ("*", "^", "power"):
        node = node.args[0]
    if node.op == "/":
        return bool(node.args[0].op == "number")
    return node.op == "number"


def _trailing_number(node: Formula) -> bool:
    """The left factor is a coefficient, which needs no space after it."""
    return node.op == "number" and Fraction(node.args[0]).denominator == 1


def _power(node: Formula, known: dict[Formula, Piece]) -> str:
    base, exponent = node.args
    body = _held(base, ATOM, known)
    if base.op == "sqrt":
        body = bracket(body)
    elif body.endswith("'"):
        body = f"{{{body}}}"
    return f"{body}^{{{_exponent(exponent) or known[exponent][0]}}}"


def _exponent(node: Formula) -> str:
    """Numbers and simple quotients in exponents on one line: 3/2, -1/r, r - 1/2; else ""."""
    if node.op == "symbol":
        return name_latex(node.args[0])
    if node.op == "number":
        return str(node.args[0])
    if node.op == "neg" and (inner := _exponent(node.args[0])) and not re.search("[-+]", inner):
        return "-" + inner
    if node.op == "/" and node.args[1].op in ("number", "symbol"):
        top, bottom = map(_exponent, node.args)
        negative = node.args[1].op == "number" and node.args[1].args[0] < 0
        single = bool(re.fullmatch(r"-?[^-+/ ]+", top)) and "/" not in bottom and not negative
        return f"{top}/{bottom}" if single else ""
    if node.op in ("+", "-"):
        left, right = map(_exponent, node.args)
        return f"{left} {node.op} {right}" if left and right and not right.startswith("-") and (
            node.args[1].op not in ("+", "-")) else ""  # fmt: skip
    return ""


def _function(node: Formula, known: dict[Formula, Piece]) -> str:
    inner = known[node.args[0]][0]
    match node.op:
        case "sqrt":
            return rf"\sqrt{{{inner}}}"
        case "Abs":
            return rf"\left|{inner}\right|"
        case "Min" | "Max":
            items = ", ".join(known[arg][0] for arg in _flat(node, node.op))
            return rf"\{node.op.lower()}{bracket(items)}"
        case "log":
            return rf"\log{bracket(inner)}"
        case "acos":
            return rf"\arccos{bracket(inner)}"
    raise ValueError(f"{node.op} has no LaTeX")


def _flat(node: Formula, op: str) -> list[Formula]:
    """min(min(a, b), c) has the three arguments a, b, c."""
    if node.op != op:
        return [node]
    return [leaf for arg in node.args for leaf in _flat(arg, op)]


def _cases(node: Formula, known: dict[Formula, Piece]) -> str:
    if (pair := xlogy(node)) is not None:
        return rf"\operatorname{{xlogy}}{bracket(', '.join(known[part][0] for part in pair))}"
    rows = []
    while node.op == "ifzero":
        test, then, node = node.args
        rows.append(rf"{known[then][0]} & \text{{if }} {known[test][0]} = 0")
    rows.append(rf"{known[node][0]} & \text{{otherwise}}")
    return r"\begin{cases}" + r" \\ ".join(rows) + r"\end{cases}"
