"""How people write what has another name here: cells in lower case, `ln`, `F2`, `inf`, `x²`.

A spelling is accepted only where it can mean one thing; elsewhere the reply says what the cells and
the totals are called.  A declared parameter always comes first.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from difflib import get_close_matches

CELLS = {"tp": "TP", "fn": "FN", "fp": "FP", "tn": "TN"}
#: Functions by the names that other languages have for them.
FUNCTIONS = {
    "abs": "Abs", "min": "Min", "max": "Max", "ln": "log", "arccos": "acos", "pow": "power",
    "arcsin": "asin", "arctanh": "atanh",
}  # fmt: skip
#: Signs that are copied from a page.
SIGNS = {
    "²": "^2", "³": "^3", "×": "*", "·": "*", "⋅": "*", "÷": "/", "−": "-", "≤": "<=", "≥": ">=",
    "√(": "sqrt(",
}  # fmt: skip
#: Logarithms of another base.
BASES = {"log2": 2, "log10": 10}
INFINITY = {"inf": "oo", "infinity": "oo", "infty": "oo", "oo": "oo"}
#: What a formula that mixes the conventions of several papers is told.
CONVENTIONS = (
    "the cells are TP, FN, FP, TN (c11, c10, c01, c00), the totals P = TP + FN, N = FP + TN, "
    "Phat = TP + FP, Nhat = FN + TN, and n is the number of all elements"
)
_F_DECIMAL = re.compile(r"(?<![\w.])F_?(\d+\.\d+)(?![\w.(])")
#: Powers of more than one digit are not read: two signs would be two powers.
_POWERS = re.compile("[²³]{2}")
#: Where the functions of a program come from.
_MODULE = re.compile(r"(?<![\w.])(?:np|numpy|math|sp|sympy)\.(?=[A-Za-z])")
_F_NUMBER = re.compile(r"F_?(\d{1,3})")


def plain(text: str) -> str:
    """`F0.5` as F_beta(0.5), `np.sqrt(x²)` as sqrt(x^2)."""
    return _F_DECIMAL.sub(r"F_beta(\1)", _MODULE.sub("", signs(text)))


def signs(text: str) -> str:
    """With signs that a keyboard has."""
    for sign, typed in SIGNS.items() if not text.isascii() and not _POWERS.search(text) else ():
        text = text.replace(sign, typed)
    return text


def f_number(name: str) -> str:
    """The number of `F2`, `F_2`; "" for another name."""
    found = _F_NUMBER.fullmatch(name)
    return found[1] if found else ""


def one_sign_of_equality(text: str) -> str:
    """A condition with `=` as one with `==`."""
    return re.sub(r"(?<![<>=!])=(?!=)", "==", text)


def end_of_limit(text: str) -> str:
    """`inf`, `+infinity`, `-inf` as oo and -oo; anything else as it is."""
    word = text.lstrip("+-").strip()
    known = INFINITY.get(word.lower())
    return text if known is None else f"{'-' if text.startswith('-') else ''}{known}"


def cell(name: str, text: str) -> str:
    """The cell that a name in other letters than capitals means in a text; "" if none.

    Beside `n`, `p` it is not clear whether these are totals of a class or of everything.
    """
    found = CELLS.get(name.lower(), "")
    return "" if found and mixed(text) else found


def mixed(text: str) -> bool:
    """Whether a text has cells in small letters, and totals that other papers call otherwise."""
    words = set(re.findall(r"[^\W\d]\w*", text))
    return bool(words & set(CELLS)) and bool(words & {"n", "p"})


def unknown(name: str, known: Iterable[str], text: str) -> str:
    """What is said of an unknown name: what was meant, or what the cells are called."""
    short = name if len(name) <= 40 else name[:37] + "..."
    declared = f'a parameter is declared with --assume "{short} > 0"'
    if name in ("a", "b", "c", "d", "p", "N1", "N2") or (name.lower() in CELLS and mixed(text)):
        return f"unknown name {short!r}; {CONVENTIONS}; {declared}"
    meant = nearest(name, known)
    hint = f"did you mean {meant!r}? " if meant else ""
    return f"unknown name {short!r}; {hint}{declared}"


def nearest(name: str, known: Iterable[str]) -> str:
    """The known name that was most likely meant: the same letters first, then a close one."""
    same: Mapping[str, str] = {_letters(word): word for word in reversed(list(known))}
    if _letters(name) in same:
        return same[_letters(name)]
    close = get_close_matches(name, same.values(), n=1)
    return next(iter(close), "")


def _letters(name: str) -> str:
    return name.casefold().replace("_", "")
