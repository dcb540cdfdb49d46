"""Calculations as a careful appendix writes them, and what each of their lines claims.

Every formula is read twice.  *Shown*, its letters stay letters (a1, X, M(1, 0, 1, n - 2)); *meant*,
they are replaced by what they stand for, down to the cells of the matrix.  A chain is a first
formula and rows (relation, formula, reason); every row is a goal: at every point that satisfies
the hypotheses both sides are defined, and the relation holds between them.

`d(M, c11)` is a partial derivative, worked out from what M means.  A declared function stands for
unknown real numbers: `M(1, 0, 1, n - 2)` is one number for each list of arguments as written.  A
bare `s`, declared as `s(p_A, p_B)`, is a differentiable function of these letters, so that
`d(s, p_A)` is one more number.

Invariant: nothing is taken from the shown formula; goals are made of meant ones alone.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from functools import cached_property
from typing import get_args

from symbolic_measures.meaning.measures import formula_names
from symbolic_measures.meaning.property import C
from symbolic_measures.nouns.confusion import CELLS, QUANTITIES, SIZE
from symbolic_measures.nouns.derivative import derivative
from symbolic_measures.nouns.errors import FormulaError
from symbolic_measures.nouns.formula import FUNCTIONS, Formula, exponent_of, formula, symbol
from symbolic_measures.nouns.parser import FormulaReader, degree, syntax
from symbolic_measures.nouns.statement import Atom, Goal, Relation, Sort, Statement, Variable
from symbolic_measures.report.mathtext import on_one_line
from symbolic_measures.report.prose import Cells, Equation, Piece, Prose, text

SORTS: tuple[str, ...] = get_args(Sort)
#: The relations of a chain, with how many times they were turned to read > or >=.
ROWS = ("=", "<=", "<", ">=", ">")
_RELATION = re.compile(r"(<=|>=|!=|==|=|<|>)")
_NAME = re.compile(r"[A-Za-z]\w*\Z")
_MATRIX = re.compile(r"([A-Za-z_]\w*)?\[\[(.*)\]\]\Z")
#: Names of the kernel's own, and of the unknown numbers.
_TAKEN = re.compile(r"(TP|FN|FP|TN)2|k|e|d|oo|(root|term|mean|part|value)\d*|x_\d{3}")
_DEFINED = " is defined"


@dataclass(frozen=True)
class Both:
    """A formula as it is shown, and as it is meant."""

    shown: Formula
    meant: Formula


@dataclass(frozen=True)
class Related:
    """a < b <= c, as typed; with the relation `defined`, one formula that has a value."""

    terms: tuple[Both, ...]
    relations: tuple[str, ...]

    @property
    def atoms(self) -> tuple[Atom, ...]:
        """The hypotheses that it says."""
        if self.relations == ("defined",):
            return (Atom(self.terms[0].meant, "defined"),)
        sides = zip(self.terms, self.relations, self.terms[1:], strict=False)
        return tuple(related(left.meant, how, right.meant) for left, how, right in sides)

    @property
    def shown(self) -> Prose:
        """As it is shown."""
        if self.relations == ("defined",):
            return (self.terms[0].shown, _DEFINED)
        terms = tuple(on_one_line(term.shown) for term in self.terms)
        return (Equation(terms, self.relations),)


def related(left: Formula, relation: str, right: Formula) -> Atom:
    """left relation right, as an atom."""
    if relation in ("<", "<="):
        left, right, relation = right, left, relation.replace("<", ">")
    rel: Relation = "==" if relation == "=" else relation  # type: ignore[assignment]
    return Atom(left if right == formula(0) else left - right, rel)


@dataclass(frozen=True)
class Scope:
    """What names mean at a place of a derivation.

    `variables` are declared with their sorts, `functions` are unknown ones with the letters that
    each depends on, if it may be differentiated; `definitions` were made before; `letters` may be
    used in prose alone.  `numbers` are the unknown numbers met so far.
    """

    variables: Mapping[str, Sort] = field(default_factory=dict)
    functions: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    definitions: Mapping[str, Both] = field(default_factory=dict)
    letters: tuple[str, ...] = ()
    numbers: dict[Formula, Formula] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name, sort in self.variables.items():
            if sort not in SORTS:
                raise FormulaError(f"{name} is no {sort!r}; sorts are {', '.join(SORTS)}")
        for name in (*self.variables, *self.functions, *self.letters):
            self._demand_free(name)
        if twice := set(self.functions) & set(self.variables):
            raise FormulaError(f"{min(twice)} is declared twice")
        for name, letters in self.functions.items():
            if unknown := set(letters) - set(self.variables):
                raise FormulaError(f"{name} depends on {min(unknown)}, which is no variable")

    def _demand_free(self, name: str) -> None:
        if not _NAME.match(name) or name in FUNCTIONS or _TAKEN.fullmatch(name):
            raise FormulaError(f"{name} is no name for a letter; choose another")

    @property
    def of_matrices(self) -> bool:
        """Whether letters such as n and a1 are those of the matrix: none of them is declared."""
        return not ((set(self.variables) | set(self.functions)) - set(CELLS)) & set(QUANTITIES)

    @cached_property
    def known(self) -> dict[str, Formula]:
        """What each name means, other than variables."""
        given = {**formula_names(), **QUANTITIES} if self.of_matrices else {}
        made = {name: both.meant for name, both in self.definitions.items()}
        return {"pi": QUANTITIES["pi"], **given, **made}

    def defining(self, name: str, meaning: str) -> Scope:
        """With one more definition."""
        self._demand_free(name)
        if name in {*QUANTITIES, *self.variables, *self.functions, *self.definitions}:
            raise FormulaError(f"{name} already has a meaning; a definition needs another name")
        return replace(self, definitions={**self.definitions, name: self.read(meaning)})

    def with_variables(self, more: Mapping[str, Sort]) -> Scope:
        """With more variables, or other sorts; what is defined keeps its meaning."""
        if taken := set(more) & set(self.definitions):
            raise FormulaError(f"{min(taken)} is defined above; a variable needs another name")
        return replace(self, variables={**self.variables, **more}) if more else self

    def number(self, call: Formula) -> Formula:
        """The unknown number that a call of a declared function is."""
        return self.numbers.setdefault(call, symbol(f"value{len(self.numbers) + 1}"))

    def sort(self, name: str) -> Sort:
        """Of a variable of a goal."""
        return self.variables.get(name, "natural" if name in CELLS else "real")

    def read(self, typed: str) -> Both:
        """A formula; FormulaError, in one line, if it cannot be read."""
        tree = syntax(typed)
        shown = _Reader(typed, self, True).read(tree, 0)
        meant = _Reader(typed, self, False).read(tree, 0)
        degree(meant)
        if undeclared := set(meant.symbols()) - self._declared():
            name = min(undeclared)
            raise FormulaError(f"{name} is a parameter there; declare it in `variables`")
        return Both(shown, meant)

    def _declared(self) -> set[str]:
        numbers = {str(name) for name in self.numbers.values()}
        return {*CELLS, *self.variables, *numbers}

    def relation(self, typed: str) -> Related:
        """`0 < p_A < 1`, or `M is defined`."""
        if typed.endswith(_DEFINED):
            return Related((self.read(typed.removesuffix(_DEFINED)),), ("defined",))
        parts = _RELATION.split(typed)
        if len(parts) < 3:
            raise FormulaError(f"{typed!r} is no relation; write 'a > 0' or 'M is defined'")
        terms = tuple(self.read(part.strip()) for part in parts[::2])
        return Related(terms, tuple("=" if part == "==" else part for part in parts[1::2]))

    def prose(self, typed: str) -> Prose:
        """Words with formulas between backticks: `a1 > 0`, `M[[1, 0], [1, 2]]`, `a1`."""
        pieces = typed.split("`")
        if len(pieces) % 2 == 0:
            raise FormulaError("a backtick has no partner")
        told: list[Piece] = []
        for place, words in enumerate(pieces):
            if place % 2 == 0:
                told += [" ".join(f"-{words}-".split())[1:-1]] if words else []
            else:
                told.append(self._inline(words.strip()))
        return tuple(told)

    def _inline(self, typed: str) -> Piece:
        if matrix := _MATRIX.match(typed):
            rows = [row.split(",") for row in re.split(r"\]\s*,\s*\[", matrix[2])]
            if any(len(row) != len(rows) for row in rows):
                raise FormulaError(f"{typed!r} is no square matrix; write [[1, 0], [0, 1]]")
            cells = tuple(self._letters(cell.strip()) for row in rows for cell in row)
            return Cells((), cells, matrix[1] or "")
        parts = _RELATION.split(typed)
        terms = [self._letters(part.strip()) for part in parts[::2]]
        return terms[0] if len(parts) == 1 else Equation(tuple(terms), tuple(parts[1::2]))

    def _letters(self, typed: str) -> Formula:
        return on_one_line(self.letters_of(typed))

    def letters_of(self, typed: str) -> Formula:
        """A formula that is only shown, and not read for what it means."""
        return _Reader(typed, self, True).read(syntax(typed), 0)


class _Reader(FormulaReader):
    """Reads a formula with letters that stay (`shown`), or with what they mean."""

    limit = 20_000

    def __init__(self, typed: str, scope: Scope, shown: bool) -> None:
        known = scope.known
        if shown:
            letters = [*known, *scope.variables, *scope.letters, "oo"]
            super().__init__(typed, dict(zip(letters, map(symbol, letters))), letters)
        else:
            names = {name: tree for name, tree in known.items() if name not in scope.variables}
            super().__init__(typed, names, tuple(scope.variables))
        self.scope, self.shown = scope, shown

    def name(self, node: ast.Name) -> Formula:
        if node.id in self.scope.functions:
            call = symbol(node.id)
            return call if self.shown else self.scope.number(call)
        if node.id in self.names or node.id in self.parameters or node.id in FUNCTIONS:
            self.nodes += 20 * (node.id in self.names)
            return self.names[node.id] if node.id in self.names else super().name(node)
        close = get_close_matches(node.id, self.names, n=1)
        hint = f"did you mean {close[0]!r}? " if close else ""
        message = f"unknown name {node.id!r}; {hint}declare it in `variables`, or with a `let`"
        raise self.fail(node, message)

    def call(self, node: ast.Call, depth: int) -> Formula:
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        if name == "d" or name in self.scope.functions:
            plain = not node.keywords and not any(isinstance(a, ast.Starred) for a in node.args)
            if not plain or not node.args or (name == "d" and len(node.args) != 2):
                raise self.fail(node, "write d(M, c11) for a derivative, M(1, 0, 0, n) for a value")
            if name == "d":
                return self._derivative(node, depth)
            call = Formula(name, *(self.read(arg, depth + 1) for arg in node.args))
            return call if self.shown else self.scope.number(call)
        if name == "IBA" and self.shown and len(node.args) == 2:
            return Formula("IBA", *(self.read(arg, depth + 1) for arg in node.args))
        return super().call(node, depth)

    def _derivative(self, node: ast.Call, depth: int) -> Formula:
        body, by = node.args
        if not isinstance(by, ast.Name):
            raise self.fail(by, "a derivative is taken by a letter: d(M, c11)")
        tree, letter = self.read(body, depth + 1), self.read(by, depth + 1)
        if self.shown:
            return Formula("d", tree, letter)
        if letter.op != "symbol" or letter in self.scope.numbers.values():
            raise self.fail(by, f"{by.id} is no variable or cell")
        calls = {number: call for call, number in self.scope.numbers.items()}
        inside = [symbol(name) for name in tree.symbols() if symbol(name) in calls]
        try:
            total = derivative(tree, {letter.args[0]: 1})
            for number in inside:  # the chain rule
                depends = self.scope.functions.get(str(calls[number]), ())
                if not depends:
                    raise self.fail(node, f"{calls[number]} has no known derivative")
                outer = derivative(tree, {number.args[0]: 1}) if str(letter) in depends else None
                if outer is not None:
                    term = outer * self.scope.number(Formula("d", calls[number], letter))
                    total = term if total is None else total + term
        except ValueError as error:
            raise self.fail(node, str(error)) from None
        return _where_defined(total, tree)


def _where_defined(slope: Formula | None, tree: Formula) -> Formula:
    """The derivative, undefined where the tree is: d(log(x), x) is no 1/x at x < 0."""
    if slope is None:
        return tree * 0
    inside = set(slope.walk())
    divisors = {part.args[1] for part in inside if part.op == "/"}
    for part in tree.walk():
        if part not in inside and not _has_value(part, inside, divisors):
            slope = slope + part * 0
    return slope


def _has_value(part: Formula, inside: set[Formula], divisors: set[Formula]) -> bool:
    """Whether a part with defined children is surely defined where the formulas inside are."""
    match part.op:
        case "/":
            below = part.args[1]
            return bool(exponent_of(below)) or below in divisors or below**2 in divisors
        case "^" | "power":
            base, power = part.args
            whole = exponent_of(power)
            if whole is not None and whole.denominator == 1 and whole >= 1:
                return True
            return Formula(part.op, base, power - 1) in inside
        case "acos":
            return Formula("sqrt", formula(1) - part.args[0] ** 2) in divisors
    return part.op not in ("sqrt", "log", "ifzero")


@dataclass(frozen=True)
class Row:
    """One line: the relation to the line before, the formula, and why."""

    relation: str
    formula: Both
    reason: Prose = ()


@dataclass(frozen=True)
class Chain:
    """first relation formula relation formula ..., under hypotheses.

    `uses` are earlier chains whose conclusions are hypotheses of this one.
    """

    scope: Scope
    first: Both
    rows: tuple[Row, ...]
    given: tuple[Related, ...] = ()
    label: str = ""
    uses: tuple[Chain, ...] = ()

    def __post_init__(self) -> None:
        kinds = {row.relation for row in self.rows}
        if not self.rows:
            raise FormulaError("a chain has at least one row [relation, formula, reason]")
        if unknown := kinds - set(ROWS):
            raise FormulaError(f"{min(unknown)!r} is no relation of a chain; use {' '.join(ROWS)}")
        if kinds & {"<", "<="} and kinds & {">", ">="}:
            raise FormulaError("the relations of a chain go one way: < and <=, or > and >=")
        for other in self.uses:
            self._demand_follows(other)

    def _demand_follows(self, other: Chain) -> None:
        """The conclusion of an earlier chain holds here: all it supposes is supposed here.

        Sound: at a point of this chain the variables of the other have a value of the same sort
        (those that do not occur here are free), its hypotheses hold, so its conclusion does.
        """
        for relation in other.given:
            if not set(relation.atoms) <= set(self.suppositions):
                told = text(relation.shown)
                raise FormulaError(f"{other.label} supposes {told}, which is not given here")
        mine = {variable.name: variable.sort for variable in self.variables}
        for variable in other.variables:
            if mine.get(variable.name, variable.sort) != variable.sort:
                raise FormulaError(f"{variable.name} is of another sort in {other.label}")

    @property
    def relation(self) -> str:
        """Between the first formula and the last."""
        kinds = {row.relation for row in self.rows} - {"="}
        strict = kinds & {"<", ">"}
        return min(strict) if strict else min(kinds, default="=")

    @property
    def conclusion(self) -> Atom:
        """The first formula compared with the last."""
        return related(self.first.meant, self.relation, self.rows[-1].formula.meant)

    @property
    def suppositions(self) -> tuple[Atom, ...]:
        """What is given."""
        return tuple(atom for item in self.given for atom in item.atoms)

    @cached_property
    def variables(self) -> tuple[Variable, ...]:
        """All letters of the formulas and hypotheses, the cells first."""
        trees = [self.first.meant, *(row.formula.meant for row in self.rows)]
        trees += [atom.expr for atom in self.suppositions]
        trees += [other.conclusion.expr for other in self.uses]
        found = {name for tree in trees for name in tree.symbols()}
        cells = CELLS if found & set(CELLS) else ()
        numbers = (str(name) for name in self.scope.numbers.values())
        order = dict.fromkeys((*cells, *self.scope.variables, *numbers))
        return tuple(Variable(n, self.scope.sort(n)) for n in order if n in found or n in cells)

    @property
    def numbers(self) -> set[str]:
        """The names of the unknown numbers."""
        return {str(name) for name in self.scope.numbers.values()}

    @property
    def has_matrix(self) -> bool:
        """Whether it speaks of a matrix."""
        return any(variable.name in CELLS for variable in self.variables)

    @property
    def hypotheses(self) -> tuple[Atom, ...]:
        """What every row may use."""
        size: tuple[Atom, ...] = (Atom(SIZE - 1, ">="),)
        if not all(self.scope.sort(name) == "natural" for name in CELLS):
            size = (Atom(SIZE, ">"),)
        earlier = tuple(other.conclusion for other in self.uses)
        return (*(size if self.has_matrix else ()), *self.suppositions, *earlier)

    def statement(self, subject: str) -> Statement:
        """Every row as a goal."""
        return Statement("chain", subject, self.sentence, tuple(self._goals()))

    @property
    def sentence(self) -> str:
        """As plain text."""
        shown = Equation(
            (self.first.shown, *(row.formula.shown for row in self.rows)),
            tuple(row.relation for row in self.rows),
        )
        return text((shown,))

    def _goals(self) -> Iterator[Goal]:
        before = self.first.meant
        free = {name for atom in self.suppositions for name in atom.expr.symbols()}
        block = tuple(
            v.name for v in self.variables
            if v.sort == "natural" or (v.sort != "real" and v.name not in free)
        )  # fmt: skip
        if not self.has_matrix and sum(v.sort == "real" for v in self.variables) > 1:
            block = ()  # what satisfies the hypotheses is looked for among values of parameters
        for number, row in enumerate(self.rows, 1):
            here = row.formula.meant
            yield Goal(
                self.variables,
                self.hypotheses,
                related(before, row.relation, here),
                (C,) if self.has_matrix else (),
                (before, here),
                (block,) if block else (),
                f"line {number}",
            )
            before = here


def chain(
    scope: Scope,
    lines: Iterable[tuple[str, str, str]],
    first: str,
    given: Iterable[str] = (),
    label: str = "",
    uses: Iterable[Chain] = (),
) -> Chain:
    """A chain from its texts."""
    rows = [Row(how, scope.read(typed), scope.prose(why)) for how, typed, why in lines]
    relations = tuple(scope.relation(item) for item in given)
    return Chain(scope, scope.read(first), tuple(rows), relations, label, tuple(uses))
