"""Measures and readings: a formula with its domain, and what it is where the formula is not.

A `Measure` is a formula in TP, FN, FP, TN and parameters.  A `Reading` adds conventions, each a
piece of data: where (a formula that is 0 there), what value, who says so, and of which term of
the formula if not of all of it.  The default reading,
`literal`, has none: the measure is undefined where the formula as written divides by zero or
takes the root of a negative number.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from types import MappingProxyType
from typing import TYPE_CHECKING

from flint import fmpq

from symbolic_measures.kernel.evaluation import compile_formula
from symbolic_measures.kernel.exact import Value
from symbolic_measures.nouns.confusion import (
    CELLS,
    PROPORTIONS,
    QUANTITIES,
    ConfusionMatrix,
    cell_names,
)
from symbolic_measures.nouns.errors import FormulaError
from symbolic_measures.nouns.formula import FUNCTIONS, Formula, formula
from symbolic_measures.nouns.parser import identifiers, parse, parse_relation
from symbolic_measures.nouns.statement import Atom, Relation, Variable
from symbolic_measures.nouns.sympy_notation import from_sympy

if TYPE_CHECKING:
    import sympy

#: Names that statements use for their own variables; a parameter may not capture them.
RESERVED = re.compile(
    r"(TP|FN|FP|TN)2|k|e|(root|term|mean|part)\d*|oo|n|pi|x_\d{3}|[cd]\d\d|[sz]\d"
)
#: Names that formulas of several classes use, besides.
RESERVED_BY_CLASSES = re.compile(r"m|[abc][ij]?|cij|cji|p\d")


@dataclass(frozen=True)
class Assumption:
    """A condition on the parameters, as typed (`0 < alpha <= 1`) and as atoms."""

    text: str
    atoms: tuple[Atom, ...]

    @classmethod
    def parse(cls, text: str, parameters: Iterable[str]) -> Assumption:
        """Raises FormulaError for anything but a condition on these parameters."""
        relations = parse_relation(text, set(parameters))
        return cls(text, tuple(Atom(expr, _relation(rel)) for expr, rel in relations))


def _relation(text: str) -> Relation:
    return text  # type: ignore[return-value]


@dataclass(frozen=True, eq=False, repr=False)
class Measure:
    """A formula with a name, the domain of its parameters, and where it comes from.

    `text` is the formula as a person wrote it; `formula` has only cells and parameters in it.
    With more than two `classes`, the cells are those of `confusion.cell_names`.
    `higher_is_better` is False for a dissimilarity.

    Two are equal if they are the same formula as written, with the same assumptions on its
    parameters and the same orientation, whatever their names.
    """

    name: str
    text: str
    formula: Formula
    parameters: tuple[str, ...] = ()
    assumptions: tuple[Assumption, ...] = ()
    aliases: tuple[str, ...] = ()
    title: str = ""
    source: str = ""
    domain: str = ""
    example: tuple[ConfusionMatrix, str] | None = None
    higher_is_better: bool = True
    classes: int = 2

    @property
    def cells(self) -> tuple[str, ...]:
        """The names of the cells."""
        return cell_names(self.classes)

    @property
    def _identity(self) -> tuple[object, ...]:
        """What two equal measures have in common."""
        return self.formula, frozenset(self.conditions), self.higher_is_better, self.classes

    def __eq__(self, other: object) -> bool:
        return self._identity == other._identity if isinstance(other, Measure) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._identity)

    def __repr__(self) -> str:
        """One line: the name, the text if it is another one, and what else must be said."""
        told = [repr(text) for text in dict.fromkeys((self.name, self.text))]
        told += [repr(item.text) for item in self.assumptions]
        told += [f"classes={self.classes}"] if self.classes != 2 else []
        told += [] if self.higher_is_better else ["lower is better"]
        return f"Measure({', '.join(told)})"

    @property
    def variables(self) -> tuple[Variable, ...]:
        """The parameters as variables: any real number that satisfies the assumptions."""
        return tuple(Variable(name, "real") for name in self.parameters)

    @property
    def conditions(self) -> tuple[Atom, ...]:
        """The assumptions on the parameters, as hypotheses."""
        return tuple(atom for assumption in self.assumptions for atom in assumption.atoms)

    def proportions(self) -> Formula:
        """The formula in p_AB, p_A, p_B: the matrix scaled to n = 1.

        Equal to the measure only if it is scale-invariant; `session.in_proportions` proves that.
        """
        return self.formula.at(**dict(zip(CELLS, PROPORTIONS, strict=True)))


def make_measure(
    formula: str | Formula | sympy.Basic,
    name: str = "",
    assume: Iterable[str] = (),
    names: Mapping[str, Formula] = QUANTITIES,
    inherited: Iterable[Assumption] = (),
    read: Callable[[str, set[str]], Formula] | None = None,
    classes: int = 2,
    **about: object,
) -> Measure:
    """A measure from text, a tree, or a SymPy expression.

    Parameters are the names that occur in `assume` ("beta > 0"; a bare "beta" declares it
    without a condition).  `read` reads a text with these parameters, if it is not a binary formula.
    Raises FormulaError, in one line, for everything else.
    """
    conditions = list(assume)
    declared = {word for text in conditions for word in identifiers(text)}
    taken = (
        RESERVED
        if read is None
        else re.compile(f"{RESERVED.pattern}|{RESERVED_BY_CLASSES.pattern}")
    )
    for word in sorted(declared):
        if word in names or word in FUNCTIONS or taken.fullmatch(word):
            raise FormulaError(f"{word} already has a meaning; a parameter needs another name")
    if isinstance(formula, str):
        text = formula.strip()
        tree = (
            parse(text, names=names, parameters=declared) if read is None else read(text, declared)
        )
    else:
        tree = formula if isinstance(formula, Formula) else from_sympy(formula)
        text = str(tree)
        tree = parse(text, names=names, parameters=declared)
    cells = cell_names(classes)
    free = [word for word in tree.symbols() if word not in cells]
    for word in sorted(declared - set(free)):
        raise FormulaError(f"--assume speaks of {word!r}, which does not occur in the formula")
    relations = [text for text in conditions if not text.strip().isidentifier()]
    for item in relations:
        if not identifiers(item):
            raise FormulaError(f"--assume {item!r} speaks of no parameter")
    assumptions = [Assumption.parse(item, declared) for item in relations]
    assumptions += [item for item in inherited if set(_symbols(item)) & set(free) - declared]
    ordered = (item for name in free for item in assumptions if name in _symbols(item))  # as saved
    return Measure(
        name=name or text,
        text=text,
        formula=tree,
        parameters=tuple(free),
        assumptions=tuple(dict.fromkeys(ordered)),
        classes=classes,
        **about,  # type: ignore[arg-type]
    )


def _symbols(assumption: Assumption) -> list[str]:
    return [name for atom in assumption.atoms for name in atom.expr.symbols()]


@dataclass(frozen=True)
class Convention:
    """The value taken where `when` is 0, instead of the formula; `source` says who does so.

    With a `term`, it is the value of that subtree of the formula, wherever it occurs as written.
    `typed` are the texts of `when` and `value` if a person gave them; files keep them as they are.
    """

    when: Formula
    value: Formula
    source: str
    term: Formula | None = None
    typed: tuple[str, str] | None = field(default=None, compare=False)


@dataclass(frozen=True)
class Extended:
    """A measure M with the values oo and -oo, by a finite formula R with the same order of values.

    R (`order`) is undefined where M is, `low` where M is -oo, 1 where M is oo, and between them
    elsewhere; there M is `value`, a strictly increasing function of R, written in `letter`.
    """

    order: Formula
    low: int
    value: Formula
    letter: str = "R"

    def shown(self, order: Formula) -> Formula:
        """M with its infinite values, where `order` is that of R."""
        value = self.value.at(**{self.letter: order})
        return Formula("extended", order, formula(self.low), formula(1), value)


@dataclass(frozen=True, eq=False, repr=False)
class Reading:
    """A measure with its conventions; the first that applies wins.

    With `extended`, the measure has infinite values.  Then `formula` and `score` are not its values
    but finite formulas with the same order, of which only properties of the order may be stated.
    """

    measure: Measure
    name: str = "literal"
    conventions: tuple[Convention, ...] = ()
    extended: Extended | None = None

    @property
    def formula(self) -> Formula:
        """The measure as one tree, conventions included, higher meaning better or not."""
        tree = self.measure.formula if self.extended is None else self.extended.order
        terms = {convention.term for convention in self.conventions} - {None}
        known: dict[Formula, Formula] = {}
        for part in tree.walk() if terms else ():
            if part in terms:
                known[part] = self._resolved(part, part.replace(known))
        return self._resolved(None, tree.replace(known) if known else tree, known)

    def _resolved(
        self,
        term: Formula | None,
        tree: Formula,
        known: Mapping[Formula, Formula] = MappingProxyType({}),
    ) -> Formula:
        """The tree inside the conventions on the term, on the whole measure if it is None.

        Terms that stand in the value of a convention on the measure have their conventions, too.
        """
        for convention in reversed(self.conventions):
            if convention.term == term:
                value = convention.value.replace(known) if known else convention.value
                tree = Formula("ifzero", convention.when, value, tree)
        return tree

    @property
    def score(self) -> Formula:
        """The tree for which higher is better: gosgens2021 judges a dissimilarity by it."""
        return self.formula if self.measure.higher_is_better else -self.formula

    @property
    def shown(self) -> Formula:
        """What a counterexample shows as the value: `formula`, or the infinite values too."""
        return self.formula if self.extended is None else self.extended.shown(self.formula)

    @property
    def shown_score(self) -> Formula:
        """What it shows as the score."""
        tree = self.shown
        if self.measure.higher_is_better:
            return tree
        if self.extended is None:
            return -tree
        place, low, high, value = tree.args
        return Formula("extended", -place, -high, -low, -value)

    @property
    def _identity(self) -> tuple[object, ...]:
        """What two equal readings have in common."""
        return self.measure, self.name, self.conventions, self.extended

    def __eq__(self, other: object) -> bool:
        return self._identity == other._identity if isinstance(other, Reading) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._identity)

    def __repr__(self) -> str:
        """One line: the measure, the name of the reading, how many conventions."""
        count = len(self.conventions)
        more = f", {count} convention{'s' * (count > 1)}" if count else ""
        return f"Reading({self.measure.name!r}, {self.name!r}{more})"

    def value_at(
        self,
        matrix: ConfusionMatrix | tuple[int, ...],
        **parameters: Fraction | int,
    ) -> Value:
        """The kernel's exact value; UndefinedError where there is none, InfiniteError if infinite.

        A call, `reading(TP=1, ...)`, is for people: it takes arrays, and answers in SymPy numbers.
        """
        cells = matrix.cells if isinstance(matrix, ConfusionMatrix) else matrix
        names = self.measure.cells
        point = {name: fmpq(cell) for name, cell in zip(names, cells, strict=True)}
        for name, value in parameters.items():
            exact = Fraction(value)
            point[name] = fmpq(exact.numerator, exact.denominator)
        return compile_formula(self.shown)(point)
