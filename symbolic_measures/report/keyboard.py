r"""Formulas that stand among words as a keyboard writes them: `n^2-sum of a_i*b_i`.

The words of a paper are kept as they were typed; a format that has mathematics sets the formulas
in them, sign by sign.  Nothing is read into them: no product is multiplied out, no fraction moved,
a slash stays a slash.

Invariant: what is not all in known signs, or has a bracket too many, stays as it is typed.
"""

from __future__ import annotations

import re
from functools import lru_cache

from symbolic_measures.meaning.measures import MEASURES
from symbolic_measures.report.mathtext import GREEK, UPRIGHT, name_latex
from symbolic_measures.report.prose import Piece, Prose, Typed

_NAMES = "|".join(sorted(GREEK | UPRIGHT, key=len, reverse=True))
_TOKEN = re.compile(
    rf"""(?P<change>\bd(?:[A-Za-z]\w*'?)?/d[A-Za-z]\w*)
      |(?P<name>(?<![A-Za-z_.])[A-Za-z][A-Za-z0-9]*'*(?:_(?:-?\d+|{_NAMES}|[A-Za-z0-9]{{1,2}}))?'*(?!\w))
      |(?P<number>(?<![\w.])\d+(?:\.\d+)?)
      |(?P<sign>\*\*|<=|>=|!=|->|[-+*/^=<>!|]|\.\.\.)
      |(?P<open>[(\[{{])|(?P<close>[)\]}}])|(?P<comma>,)|(?P<space>[ ]+)|(?P<other>\S+?)""",
    re.VERBOSE,
)
_CLOSED = {"(": ")", "[": "]", "{": "}"}
_FUNCTIONS = {name: "\\" + name for name in ("min", "max", "log", "ln", "arccos")} | {
    "Min": r"\min", "Max": r"\max", "sum": r"\sum", "prod": r"\prod",
}  # fmt: skip
_SIGNS = {
    "<=": r" \le ", ">=": r" \ge ", "!=": r" \ne ", "->": r" \to ", "=": " = ", "<": " < ",
    ">": " > ", "+": " + ", "-": " - ", "...": r"\dots ",
}  # fmt: skip
_BINARY = frozenset(("*", "/", "^", "**", *_SIGNS)) - {"..."}
_POWERS = ("^", "**")
_LETTERS = ("name", "number", "change")
#: Beside these a space is no product.
_CLOSE = _BINARY | _FUNCTIONS.keys() | {",", "of"}
_COUNTS = ("TP", "FN", "FP", "TN", "Phat", "Nhat")
#: What is not written so in a book.
_TYPED = re.compile(
    r"\^|\*|[A-Za-z]_|\bsqrt\(|\bd[A-Z]?\w*/d[a-z]|\bM\(\d"
    r"|(?:\b(?:\w|TP|FN|FP|TN)|[\d)]) [-+] (?:(?:\w|TP|FN|FP|TN)\b|[\d(])"
)
#: Words of one letter.
_ARTICLES = ("a", "A", "I")
#: Words of two letters that may stand beside a formula in brackets.
_WORDS = ("as", "at", "by", "if", "in", "is", "it", "no", "of", "on", "or", "to", "up", "we")

#: Letters of classes, with the index of one.
_INDEXED = re.compile(r"([abc])([ij])")

Token = tuple[str, str]


def spelled(told: Prose) -> Prose:
    """The prose, with the formulas among its words as mathematics."""
    return tuple(
        part for piece in told for part in (typeset(piece) if isinstance(piece, str) else (piece,))
    )


@lru_cache(maxsize=4096)
def typeset(text: str) -> Prose:
    """The text, with the formulas in it as mathematics."""
    if not _TYPED.search(text):
        return (text,)
    tokens = [(str(match.lastgroup), match.group()) for match in _TOKEN.finditer(text)]
    told: list[Piece] = []
    words, place = "", 0
    while place < len(tokens):
        end = _end(tokens, place)
        source = "".join(word for _, word in tokens[place:end])
        if _TYPED.search(source) and any(kind in _LETTERS for kind, _ in tokens[place:end]):
            told += [words] if words else []
            told.append(Typed(source, _set(tokens[place:end])))
            words, place = "", end
        else:
            end = max(end, place + 1)
            words += "".join(word for _, word in tokens[place:end])
            place = end
    return (*told, words) if words else tuple(told)


def _end(tokens: list[Token], start: int) -> int:
    """Where the longest formula ends that starts here; `start` if none does."""
    found, place = start, start
    inside: list[str] = []
    while place < len(tokens) and not _stops(tokens, place, start, inside):
        kind, word = tokens[place]
        if kind == "open":
            inside.append(_CLOSED[word])
        elif kind == "close":
            inside.pop()
        place += 1
        if not inside and (
            kind in ("name", "number", "change", "close") or word in ("!", "|", "...")
        ):
            found = place
    return found


def _stops(tokens: list[Token], place: int, start: int, inside: list[str]) -> bool:
    """Whether no formula that starts there goes on here; `inside` are the brackets to close."""
    kind, word = tokens[place]
    match kind:
        case "close":
            return inside[-1:] != [word]
        case "comma":
            return not inside
        case "name":
            return not _is_letter(tokens, place, bool(inside))
        case "space" | "sign" if place == start:
            joined = place > 0 and tokens[place - 1][0] == "name"  # F1-score
            return word not in ("-", "|") or joined
        case "space" | "sign" if word in ("-", " ") and not inside:
            return all(map(_is_measure, tokens[place - 1 : place + 2 : 2]))  # a pair, BA-CC
        case "sign" if word in _POWERS:
            return not _is_power(tokens, place)
    return kind == "other"


def _is_measure(token: Token) -> bool:
    """Whether it looks like the name of a measure, and not like a letter of a formula."""
    kind, word = token
    stem = word.partition("_")[0]
    return kind == "name" and (
        word in MEASURES or (len(stem) > 1 and stem[0].isupper() and stem not in _COUNTS)
    )


def _is_power(tokens: list[Token], place: int) -> bool:
    """Whether it stands between a base, that is no exponent itself, and an exponent."""
    after = tokens[place + 1 : place + 3]
    if [word for _, word in after[:1]] == ["-"]:
        after = after[1:]
    base, depth = place - 1, 0
    while base >= 0:
        depth += {"open": -1, "close": 1}.get(tokens[base][0], 0)
        if depth <= 0:
            break
        base -= 1
    whole = tokens[base][0] in ("name", "number", "open") or tokens[base][1] in ("!", "|")
    exponent = base > 0 and (tokens[base - 1][1] in _POWERS or (tokens[base - 1][1] == "-" and (
        base > 1 and tokens[base - 2][1] in _POWERS)))  # fmt: skip
    return whole and not exponent and after[:1] != [] and after[0][0] in ("name", "number", "open")


def _is_letter(tokens: list[Token], place: int, inside: bool) -> bool:
    """Whether a name is one of a formula, and no word of the sentence."""
    word = tokens[place][1].replace("'", "")
    before = tokens[place - 1] if place else ("", "")
    after = tokens[place + 1] if place + 1 < len(tokens) else ("", "")
    stem, _, index = word.partition("_")
    if word == "of":  # sum of a_i
        return place > 1 and tokens[place - 2][1] == "sum"
    if index:
        return len(stem) == 1 or not stem.islower() or stem in (*GREEK, "sum", "dm")
    beside = bool({before[1], after[1]} & _BINARY) or _around(tokens, place)
    if word in _ARTICLES:
        return beside or before[0] == "open" or (inside and after[0] in ("comma", "close"))
    if word in ("sqrt", "binomial"):
        return after[0] == "open"
    if len(word) == 1 or word in (*GREEK, *_FUNCTIONS, *_COUNTS) or word[1:].isdigit():
        return True
    if after[0] == "open" or {before[1], after[1]} & {"*", "^", "**"}:
        return True
    if _INDEXED.fullmatch(word):
        return True
    if len(word) == 2 and word.islower():  # a product
        return before[0] == "number" or (inside and beside and word not in _WORDS)
    known = any(letter.isupper() for letter in (word if inside else word[1:]))
    known = known or (inside and word in MEASURES)
    return known and (beside or (inside and "|" in (before[1], after[1])))


def _around(tokens: list[Token], place: int) -> bool:
    """Whether a relation or an operation stands beside it, after a space."""
    return any(
        0 <= at < len(tokens) and tokens[at][1] in _BINARY and tokens[mid][0] == "space"
        for at, mid in ((place - 2, place - 1), (place + 2, place + 1))
    )


def _set(tokens: list[Token]) -> str:
    """The LaTeX of a formula."""
    shown: list[str] = []
    place = 0
    while place < len(tokens):
        kind, word = tokens[place]
        place += 1
        if word in ("sqrt", "binomial", *_POWERS):
            inner, place = _group(tokens, place)
            if word == "binomial":
                comma = next((i for i, each in enumerate(inner) if each[0] == "comma"), 0)
                shown.append(rf"\binom{{{_set(inner[:comma])}}}{{{_set(inner[comma + 1 :])}}}")
            else:
                shown += [r"\sqrt" if word == "sqrt" else "^", f"{{{_set(inner)}}}"]
        elif kind == "space":
            ends = not 1 < place < len(tokens)
            beside = _CLOSE if ends else {tokens[place - 2][1], tokens[place][1]}
            shown.append("" if beside & _CLOSE else r"\,")
        else:
            shown.append(_one(kind, word, tokens, place))
    return "".join(shown).replace("  ", " ").strip()


def _one(kind: str, word: str, tokens: list[Token], after: int) -> str:
    """One sign or name; `after` is the place behind it."""
    match kind:
        case "change":
            top, _, low = word.partition("/d")
            over = _name(top[1:]) if top[1:] else ""
            return rf"\frac{{\partial {over}}}{{\partial {_name(low)}}}"
        case "name":
            return "" if word == "of" else _name(word)
        case "open" | "close":
            return "\\" + word if word in "{}" else word
        case "comma":
            return ", "
    if word == "*":
        numbers = after < len(tokens) and tokens[after][0] == "number"
        return r" \cdot " if numbers else r"\,"
    opening = after < 2 or tokens[after - 2][0] in ("open", "comma") or tokens[after - 2][1] == "^"
    return "-" if word == "-" and opening else _SIGNS.get(word, word)


def _name(word: str) -> str:
    bare = _INDEXED.sub(r"\1_\2", word) if _INDEXED.fullmatch(word) else word.replace("'", "")
    stem, _, index = bare.partition("_")
    if stem in _FUNCTIONS:
        return _FUNCTIONS[stem] + (f"_{{{index}}}" if index else " ")
    if index.startswith("-"):
        return rf"\mathrm{{{stem}}}_{{{index}}}"
    known = len(bare) == 1 or bare[1:].isdigit() or index or bare in (*GREEK, *_COUNTS)
    shown = name_latex(bare) if known else rf"\mathrm{{{bare}}}"
    shown = bare if len(bare) == 2 and bare.islower() and not known else shown  # a product
    return shown + "'" * word.count("'")


def _group(tokens: list[Token], place: int) -> tuple[list[Token], int]:
    """What stands in the brackets that open here, or the one sign or name; and what follows."""
    if tokens[place][0] != "open":
        end = place + (2 if tokens[place][1] == "-" else 1)
        return tokens[place:end], end
    depth, end = 0, place
    while end < len(tokens):
        depth += {"open": 1, "close": -1}.get(tokens[end][0], 0)
        end += 1
        if not depth:
            break
    return tokens[place + 1 : end - 1], end
