"""Text to formula, safely: a whitelist over Python's own syntax tree; nothing is executed.

Python/SymPy syntax, with `^` read as a power.  Numbers are exact (`0.1` is 1/10).  Every name
must be known; every refusal is one line that says what, where and what to do.
`xlogy(x, y)` is x*log(y), and 0 where x = 0 (as in information theory: 0*log(0) = 0).  `COMPOSED`
are functions that are read as what they are made of: asin(x) is pi/2 - acos(x).
`IBA(M, a)` is (1 + a*(TP/P - TN/N))*M, the index of balanced accuracy of a measure M; `F_beta(2)`
and `F2` are a measure with a parameter at a value.  Other spellings are those of `spelling`.
Invariant: whatever the text, the answer is a Formula within the limits below or a FormulaError.
"""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Callable, Collection, Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate

from symbolic_measures.nouns import spelling
from symbolic_measures.nouns.confusion import CELLS, QUANTITIES, TN, TP, N, P
from symbolic_measures.nouns.errors import FormulaError
from symbolic_measures.nouns.formula import FUNCTIONS, Formula, exponent_of, formula, symbol

MAX_LENGTH = 4_000
MAX_DEPTH = 60
MAX_NODES = 2_000
MAX_DIGITS = 40
MAX_EXPONENT = 60
MAX_DEGREE = 80
#: Limits for what the program wrote itself, such as the derivative of what a person typed.
WRITTEN_LENGTH, WRITTEN_DEPTH, WRITTEN_NODES = 400_000, 4_000, 100_000
#: Operations inside each other, a chain such as a + b + c counted once.
MAX_NESTED = 120
_OPERATORS: dict[type, str] = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.Div: "/",
    ast.Pow: "^",
}
_RELATIONS: dict[type, str] = {
    ast.Gt: ">",
    ast.GtE: ">=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Eq: "==",
    ast.NotEq: "!=",
}


def _asin(x: Formula) -> Formula:
    return QUANTITIES["pi"] / formula(2) - Formula("acos", x)


def _atanh(x: Formula) -> Formula:
    return Formula("log", (formula(1) + x) / (formula(1) - x)) / formula(2)


def _logit(x: Formula) -> Formula:
    return Formula("log", x / (formula(1) - x))


def _log1p(x: Formula) -> Formula:
    return Formula("log", formula(1) + x)


#: Functions of one argument that are made of others, each defined exactly where it should be.
COMPOSED: dict[str, Callable[[Formula], Formula]] = {
    "asin": _asin, "atanh": _atanh, "logit": _logit, "log1p": _log1p,
}  # fmt: skip


def parse(
    text: str,
    names: Mapping[str, Formula] = QUANTITIES,
    parameters: Collection[str] = (),
) -> Formula:
    """The formula of a text.

    `names` are the quantities and measures it may mention, `parameters` its free symbols.
    Raises FormulaError with one line otherwise.
    """
    return _parse(text, names, parameters) if names else _of_parameters(text, tuple(parameters))


def _parse(text: str, names: Mapping[str, Formula], parameters: Collection[str]) -> Formula:
    result = FormulaReader(text, names, parameters).read(syntax(text), 0)
    degree(result)
    return result


@lru_cache(maxsize=4_096)
def _of_parameters(text: str, parameters: tuple[str, ...]) -> Formula:
    """A proof gives the same numbers and polynomials again and again."""
    return _parse(text, {}, parameters)


def parse_written(text: str, names: Mapping[str, Formula], parameters: Collection[str]) -> Formula:
    """The formula of a text that the program wrote itself, as `parse` would read it.

    The limits of `parse` are for what people type: a derivative may well be longer.  Raises
    FormulaError for what is no formula, or far too long for one.
    """
    reader = FormulaReader(text, names, parameters)
    reader.limit, reader.deepest = WRITTEN_NODES, WRITTEN_DEPTH
    return reader.read(syntax(text, WRITTEN_LENGTH), 0)


def parse_relation(text: str, parameters: Collection[str]) -> list[tuple[Formula, str]]:
    """`"0 < a <= 1"` as [(a - 0, ">"), (1 - a, ">=")]: each pair means formula rel 0."""
    text = spelling.one_sign_of_equality(text)
    tree = syntax(text)
    if not isinstance(tree, ast.Compare):
        raise FormulaError(f"{_short(text)!r} is not a condition; write one such as 'beta > 0'")
    reader = FormulaReader(text, {}, parameters)
    sides = [reader.read(side, 0) for side in (tree.left, *tree.comparators)]
    found: list[tuple[Formula, str]] = []
    for operator, left, right in zip(tree.ops, sides, sides[1:], strict=False):
        relation = _RELATIONS.get(type(operator))
        if relation is None:
            raise FormulaError(f"{_short(text)!r}: use one of {' '.join(_RELATIONS.values())}")
        if relation in ("<", "<="):
            left, right, relation = right, left, relation.replace("<", ">")
        found.append((left if right == formula(0) else left - right, relation))
    return found


def identifiers(text: str) -> list[str]:
    """The names that occur in a text, in order."""
    return list(dict.fromkeys(re.findall(r"[^\W\d]\w*", text)))


def degree(tree: Formula, most: int = MAX_DEGREE) -> int:
    """A bound on the degree of numerator and denominator; FormulaError above `most`."""
    bound: dict[Formula, tuple[int, int]] = {}
    for node in tree.walk():
        below = [bound[child] for child in node.children]
        match node.op:
            case "number":
                here = (0, 0)
            case "symbol":
                here = (1, 0)
            case "*":
                here = (below[0][0] + below[1][0], below[0][1] + below[1][1])
            case "/":
                here = (below[0][0] + below[1][1], below[0][1] + below[1][0])
            case "^" | "power":
                power = exponent_of(node.args[1]) or Fraction(1)
                top, bottom = below[0] if power >= 0 else below[0][::-1]
                size = max(abs(power.numerator), 1)
                here = (max(top, 1) * size, bottom * size)
            case "neg" | "sqrt" | "log" | "acos" | "Abs":
                here = below[0]
            case _:
                tops = [top + sum(b for _, b in below) - bottom for top, bottom in below]
                here = (max(tops), sum(bottom for _, bottom in below))
        if max(here) > most:
            raise FormulaError(f"the formula has degree above {most}: use smaller powers")
        bound[node] = here
    return max(bound[tree])


def _short(text: str) -> str:
    return text if len(text) <= 40 else text[:37] + "..."


def spelled(text: str) -> str:
    """The text that is read: what is told of places in it holds for this one."""
    return spelling.plain(text.strip()).replace("^", "**")


def syntax(text: str, most: int = MAX_LENGTH) -> ast.expr:
    if len(text) > most:
        raise FormulaError(f"the formula has {len(text)} characters; the limit is {most}")
    if not text.strip():
        raise FormulaError("the formula is empty; write one such as 2*TP/(2*TP+FP+FN)")
    if not (typed := spelling.signs(text)).isascii():
        odd = next(letter for letter in typed if not letter.isascii())
        raise FormulaError(
            f"{odd!r} is not a plain letter, digit or sign; spell it out, as in beta"
        )
    if max(map(len, re.findall(r"\d+", text)), default=0) > MAX_DIGITS:
        raise FormulaError(f"a number has more than {MAX_DIGITS} digits")
    if re.search(r"[\r\n\x00#;\\]", text.strip()):
        raise FormulaError("the formula must be one line of plain arithmetic")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(spelled(text), mode="eval").body
    except SyntaxError as error:
        where = f" near column {error.offset}" if error.offset else ""
        raise FormulaError(f"cannot read {_short(text)!r}{where}: {error.msg}") from None
    except (RecursionError, MemoryError):
        raise FormulaError(f"the formula is nested deeper than {MAX_DEPTH} levels") from None
    # no text that came so far is refused so; a later version of Python may have its own reasons
    except (ValueError, OverflowError, UnicodeError) as error:
        raise FormulaError(f"cannot read {_short(text)!r}: {error}") from None


class FormulaReader:
    """Reads a syntax tree; `names` is what a name stands for, `limit` the most parts allowed."""

    limit = MAX_NODES
    deepest = MAX_DEPTH
    #: What the formula of a measure is written in; its other symbols are its parameters.
    cells: Collection[str] = CELLS

    def __init__(
        self, text: str, names: Mapping[str, Formula], parameters: Collection[str]
    ) -> None:
        self.typed = spelling.plain(text.strip())
        self.text = self.typed.replace("^", "**")
        self.names = names
        self.parameters = parameters
        self.nodes = 0

    def fail(self, node: ast.expr, message: str) -> FormulaError:
        ends = accumulate(2 if letter == "^" else 1 for letter in self.typed)
        column = 1 + sum(end <= node.col_offset for end in ends)
        return FormulaError(f"column {column}: {message}")

    def read(self, node: ast.expr, depth: int) -> Formula:
        self.nodes += 1
        if depth > min(self.deepest, MAX_NESTED):
            raise FormulaError(f"the formula is nested deeper than {depth - 1} levels")
        if self.nodes > self.limit:
            raise FormulaError(f"the formula has more than {self.limit} parts")
        match node:
            case ast.Constant():
                return self.number(node)
            case ast.Name():
                return self.name(node)
            case ast.UnaryOp(op=ast.USub()):
                return -self.read(node.operand, depth + 1)
            case ast.UnaryOp(op=ast.UAdd()):
                return self.read(node.operand, depth + 1)
            case ast.BinOp() if type(node.op) in _OPERATORS:
                return self.binary(node, depth)
            case ast.Call():
                return self.call(node, depth)
            case ast.Attribute():
                raise self.fail(node, f"attribute access '.{_short(node.attr)}' is not allowed")
        kind = type(getattr(node, "op", node)).__name__
        raise self.fail(node, f"{kind} is not arithmetic; use + - * / ** and parentheses")

    def number(self, node: ast.Constant) -> Formula:
        if type(node.value) not in (int, float):
            raise self.fail(node, f"{type(node.value).__name__} constant; only numbers are allowed")
        # the text is one line of ASCII; `ast.get_source_segment` would read all of it each time
        literal = self.text[node.col_offset : node.end_col_offset].replace("_", "")
        if not re.fullmatch(r"(\d+\.?\d*|\.\d+)([eE][+-]?\d{1,2})?", literal):
            raise self.fail(node, f"write {_short(literal)!r} as a plain decimal or a fraction")
        value = Fraction(literal)
        if max(value.numerator, value.denominator) >= 10**MAX_DIGITS:
            raise self.fail(node, f"a number has more than {MAX_DIGITS} digits")
        return formula(value)

    def name(self, node: ast.Name) -> Formula:
        if node.id in self.parameters:
            return symbol(node.id)
        if node.id in self.names:
            self.nodes += 20
            return self.names[node.id]
        if node.id in FUNCTIONS:
            raise self.fail(node, f"{node.id} is a function: write {node.id}(...)")
        if (cell := spelling.cell(node.id, self.typed)) and cell in self.names:
            return self.names[cell]
        if (number := spelling.f_number(node.id)) and "F_beta" in self.names:
            return self.at(node, self.names["F_beta"], {"beta": formula(int(number))})
        known = [*self.names, *FUNCTIONS]
        raise self.fail(node, spelling.unknown(node.id, known, self.typed))

    def at(self, node: ast.expr, tree: Formula, values: Mapping[str, Formula]) -> Formula:
        """A measure with parameters, at values of them that are numbers or parameters."""
        for name, value in values.items():
            if not set(value.symbols()) <= set(self.parameters):
                raise self.fail(node, f"{name} is a number or a parameter")
        self.nodes += 20
        return tree.at(**values)

    def of_parameters(self, node: ast.Call, depth: int) -> Formula | None:
        """`F_beta(2)`, `F_beta(beta=2)`: a measure at values of its parameters; None for others."""
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        tree = self.names.get(name)
        taken = {*self.cells, *(each for part in self.names.values() if not part.children
                                for each in part.symbols())}  # fmt: skip
        free = [each for each in tree.symbols() if each not in taken] if tree is not None else []
        if tree is None or not free:
            return None
        values = {key: self.read(arg, depth + 1) for key, arg in zip(free, node.args, strict=False)}
        named = {item.arg or "": self.read(item.value, depth + 1) for item in node.keywords}
        whole = {**values, **named}
        if len(node.args) > len(free) or set(named) & set(values) or not set(whole) <= set(free):
            raise self.fail(node, f"{name} has the parameters {', '.join(free)}")
        if not whole:
            raise self.fail(node, f"{name} takes a value, such as {name}(2)")
        return self.at(node, tree, whole)

    def binary(self, node: ast.BinOp, depth: int) -> Formula:
        chain, first = [node], node.left
        while isinstance(first, ast.BinOp) and type(first.op) in _OPERATORS:
            chain.append(first)
            first = first.left
        self.nodes += len(chain) - 1
        if depth + len(chain) > self.deepest:
            raise FormulaError(f"the formula is nested deeper than {self.deepest} levels")
        # of a text that people type, the depth is that of the tree
        inner = depth + 1 if self.deepest > MAX_NESTED else depth + len(chain)
        found = self.read(first, inner)
        for place, part in enumerate(reversed(chain)):
            inside = depth + 1 if self.deepest > MAX_NESTED else inner - place
            found = self.joined(part, found, self.read(part.right, inside))
        return found

    def joined(self, node: ast.BinOp, left: Formula, right: Formula) -> Formula:
        operator = _OPERATORS[type(node.op)]
        if operator == "^":
            power = exponent_of(right)
            if right.symbols() and set(right.symbols()) <= set(self.parameters):
                return Formula("power", left, right)
            if power is None:
                raise self.fail(node.right, "a power must be a rational number or a parameter")
            if max(abs(power.numerator), power.denominator) > MAX_EXPONENT:
                raise self.fail(node.right, f"the power is larger than {MAX_EXPONENT}")
        return Formula(operator, left, right)

    def no_function(self, name: str) -> str:
        """What is said of a name that cannot be called."""
        if name == "exp":
            return ("exp of a measure is not decided; it grows with what is in it, so leave it out "
                    "where only the order of values matters")  # fmt: skip
        if name in self.names:
            return f"{_short(name)} has no parameters: write it without parentheses, or with a *"
        known = (*FUNCTIONS, "xlogy", "IBA", *spelling.BASES, *COMPOSED)
        return f"cannot call {_short(name)!r}; known: {', '.join(known)}"

    def call(self, node: ast.Call, depth: int) -> Formula:
        typed = node.func.id if isinstance(node.func, ast.Name) else None
        name = spelling.FUNCTIONS.get(typed or "", typed)
        single = dict.fromkeys((*spelling.BASES, *COMPOSED), 1)
        known = {**FUNCTIONS, "xlogy": 2, "IBA": 2, **single}
        if name not in known:
            if (found := self.of_parameters(node, depth)) is not None:
                return found
            if isinstance(node.func, ast.Constant | ast.BinOp):
                raise self.fail(node, "write a * before the parenthesis")
            raise self.fail(node, self.no_function(typed or ast.unparse(node.func)))
        wanted = known[name]
        count = len(node.args)
        starred = any(isinstance(arg, ast.Starred) for arg in node.args)
        many = name in ("Min", "Max")
        based = name == "log" and count == 2
        if node.keywords or starred or count < wanted or (count > wanted and not many | based):
            words = ("one argument", "two or more arguments" if many else "two arguments")
            plural = words[wanted - 1]
            raise self.fail(node, f"{typed} takes {plural}")
        args = [self.read(arg, depth + 1) for arg in node.args]
        if name == "IBA":
            if not set(args[1].symbols()) <= set(self.parameters):
                example = "IBA takes a measure and a number or parameter: IBA(Gmean, alpha)"
                raise self.fail(node.args[1], example)
            return (formula(1) + args[1] * (TP / P - TN / N)) * args[0]
        if name == "xlogy":
            return Formula("ifzero", args[0], formula(0), args[0] * Formula("log", args[1]))
        if based:
            return Formula("log", args[0]) / Formula("log", args[1])
        if name in COMPOSED:
            return COMPOSED[name](args[0])
        if name in spelling.BASES:
            return Formula("log", args[0]) / Formula("log", formula(spelling.BASES[name]))
        if typed == "pow":
            return self.joined(ast.BinOp(node.args[0], ast.Pow(), node.args[1]), *args)
        if name == "power" and not set(args[1].symbols()) <= set(self.parameters):
            raise self.fail(node, "the exponent of power may only contain parameters and numbers")
        result = Formula(name, *args[:wanted])
        for extra in args[wanted:]:
            result = Formula(name, result, extra)
        return result
