"""What a property is: an id, a sentence, its source, and the goals it amounts to.

Declaring one (`declare`, `declare_of_order`) is all it takes to add it; `properties` has all.  The
ids and their meaning are final; they stand in files people keep.  A property that compares two
matrices speaks of pairs where the reading defines both sides.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from math import isqrt
from typing import Any, Literal

from symbolic_measures.meaning.measure import Reading
from symbolic_measures.meaning.supports import faces
from symbolic_measures.nouns.confusion import CELLS, FN, FP, TN, TP, Square, cell_names
from symbolic_measures.nouns.errors import FormulaError
from symbolic_measures.nouns.formula import Formula, formula, symbol
from symbolic_measures.nouns.statement import Atom, Goal, Relation, Statement, Variable

Matrix = tuple[Formula, ...]
Build = Callable[[Reading, Any], list[Goal]]
C: Matrix = (TP, FN, FP, TN)
SECOND = tuple(symbol(name + "2") for name in CELLS)
ZERO = formula(0)
#: Why some properties are not asked of a measure with infinite values.
MORE_THAN_ORDER = "it asks for more than the order of values, and some are infinite in this reading"


@dataclass(frozen=True)
class Quantity:
    """What the values of a goal are, where they are not those of the measure: a letter for them,
    the formula that it stands for, and what is to be said of it."""

    letter: str
    formula: Formula | None = None
    words: str = ""


@dataclass(frozen=True)
class Words:
    """How a property is told on pages, beside its sentence.

    `turns` lead from the first matrix of a counterexample to the second, one for each goal (the
    last for all that follow), with `{k}` and `{label}` for the value of k and the goal's label.
    `quantity` is what a goal's values are.  `holds` sums up a proof, with `{count}` for the number
    of goals; `constant` one of a goal that two values are equal, with `{value}` for that value.
    `answer` is how an answer is shown: as an interval, or as patterns of zero cells.
    `said` is the sentence in the field's words, where the one that saved files hold has others.
    `where` says which matrices a goal (with the value of the verdict) is about, or what it shows,
    where neither its matrices nor its label do.
    """

    turns: tuple[str, ...] = ("at ",)
    quantity: Callable[[Goal], Quantity | None] = lambda goal: None
    holds: str = ""
    constant: str = ""
    answer: Literal["", "interval", "patterns"] = ""
    said: str = ""
    where: Callable[[Goal, Any], tuple[str | Formula, ...]] = lambda goal, value: ()

    def turn(self, goal: int) -> str:
        """The words for the goal of that number."""
        return self.turns[min(goal, len(self.turns) - 1)]


@dataclass(frozen=True)
class Property:
    """An id, its meaning in one sentence, its source, and the goals it amounts to.

    A property with `answers` needs a value (the range, the undefined set, a derivative) that
    search proposes and the goals pin down.  `presupposed` are the goals that must not be empty;
    `stronger` is the property of which this one is the weak form, and `weaker_by` says how.
    `as_given`: the formula itself is judged, also where lower is better.  A property with answers
    can only be refuted by a value with the entry `refuted_with`; `tell` says its values in words.
    `below`: it says that M is below its maximum, in the section or in the tetrahedron.
    `of_order`: it speaks only of where the measure is defined and of which of two values is larger,
    at real matrices with cells >= 0 and n > 0; so an increasing function of the measure has it too.
    `behind` are the goals that a value rests on, with their proofs: `build` has them replayed
    before it states anything, and pages show them.
    `words` tell it on pages; nothing is decided by them.
    """

    id: str
    sentence: str
    source: str
    build: Build
    answers: bool = False
    stronger: str = ""
    presupposed: tuple[int, ...] = ()
    weaker_by: str = "<= instead of <"
    as_given: bool = False
    refuted_with: str = ""
    tell: Callable[[Any], str] | None = None
    of_order: bool = False
    below: Literal["", "section", "tetrahedron"] = ""
    behind: Callable[[Reading, Any], Iterable[tuple[Goal, Any]]] | None = None
    words: Words = Words()

    @property
    def said(self) -> str:
        """Its meaning in one sentence, as pages tell it."""
        return self.words.said or self.sentence

    def refutable(self, value: Any) -> bool:
        """Whether a counterexample to the statement with this value is one to the property."""
        key = self.refuted_with
        return not self.answers or (bool(key) and isinstance(value, dict) and key in value)

    def statement(self, reading: Reading, value: Any = None) -> Statement:
        """The statement that the property (with this value) makes of a reading.

        Raises FormulaError if the value has not the form that this property's values have, or if
        the reading has infinite values and the property asks for more than their order.
        """
        if reading.extended is not None and not self.of_order:
            raise FormulaError(f"{self.id}: {MORE_THAN_ORDER}")
        try:
            goals = tuple(self.build(reading, value))
        except (KeyError, TypeError, IndexError, AttributeError) as error:
            raise FormulaError(f"{self.id}: malformed value ({error})") from None
        sentence = self.sentence
        if self.answers and value is not None:
            sentence = f"{sentence} {self.tell(value) if self.tell else describe(self.id, value)}"
        return Statement(self.id, reading.measure.name, sentence, goals, self.presupposed)


#: What has been declared so far; `properties` has all of it.
DECLARED: dict[str, Property] = {}


def declare(id: str, sentence: str, source: str, **more: Any) -> Callable[[Build], Build]:
    """Declares the property whose goals the decorated function builds."""

    def register(build: Build) -> Build:
        DECLARED[id] = Property(id, sentence, source, build, **more)
        return build

    return register


def declare_of_order(id: str, sentence: str, source: str, **more: Any) -> Callable[[Build], Build]:
    """Declares a property that speaks only of the order of values."""
    return declare(id, sentence, source, of_order=True, **more)


def at(tree: Formula, matrix: Iterable[Formula]) -> Formula:
    """The measure at a matrix."""
    return _at(tree, tuple(matrix))


@lru_cache(maxsize=4_096)
def _at(tree: Formula, cells: Matrix) -> Formula:
    return tree.at(**dict(zip(cell_names(isqrt(len(cells))), cells, strict=True)))


def square(reading: Reading) -> Square:
    """The matrix of the measure's classes, in symbols."""
    return Square.of(reading.measure.classes)


def comparison(
    reading: Reading,
    label: str,
    matrices: tuple[Iterable[Formula], ...],
    blocks: tuple[tuple[str, ...], ...],
    hypotheses: Iterable[Atom],
    compare: Callable[..., Formula],
    rel: Relation,
) -> Goal:
    """The goal that `compare` of the measure at the matrices is `rel` 0, where all are defined."""
    cells = tuple(tuple(matrix) for matrix in matrices)
    values = tuple(at(reading.score, matrix) for matrix in cells)
    shown = tuple(at(reading.shown_score, matrix) for matrix in cells)
    variables = tuple(Variable(name, "natural") for block in blocks for name in block)
    defined = dict.fromkeys(Atom(value, "defined") for value in values)
    return Goal(
        variables + reading.measure.variables,
        (*reading.measure.conditions, *hypotheses, *defined),
        Atom(compare(*values), rel),
        cells,
        shown,
        blocks,
        label,
    )


def at_least_one(*sums: Formula) -> list[Atom]:
    """Each of these sums is at least 1."""
    return [Atom(total - 1, ">=") for total in sums]


def minus(left: Formula, right: Formula) -> Formula:
    """What the first has more than the second."""
    return left - right


def gain(left: Formula, right: Formula) -> Formula:
    """What the second has more than the first."""
    return right - left


def check_keys(value: Any, *keys: str) -> None:
    """TypeError if a value has other keys."""
    if not isinstance(value, dict) or set(value) != set(keys):
        raise TypeError(f"the keys are {', '.join(keys)}")


def describe(property_id: str, value: Any) -> str:
    """The value of a property in words."""
    if property_id == "undefined-set":
        return faces(value)
    if property_id == "continuous-extension":
        entries = [value] if isinstance(value, dict) else value
        return "; ".join(map(_told, entries)) or "defined everywhere"
    if property_id == "gradient":
        return f"d/d{value['variable']} = {value['derivative']}, {value['sign']}"
    ends = []
    for side in ("infimum", "supremum"):
        end = value[side]
        how = "attained at" if end["attained"] else "not attained; approached along"
        places = [end["attained"] or end["approached"], *([end["or"]] if "or" in end else [])]
        names = cell_names(isqrt(len(places[0])))
        cells = " or ".join(
            ", ".join(f"{n} = {cell}" for n, cell in zip(names, place, strict=True))
            for place in places
        )
        ends.append(f"{side} {end['value']} ({how} {cells})")
    return "; ".join(ends)


def _told(entry: dict[str, Any]) -> str:
    where = faces([entry["support"]])
    if entry["limit"] is not None:
        return f"{entry['limit']} at {where}, by the bound {entry['bound']}"
    paths = ", ".join(
        f"{value} along ({', '.join(path)})"
        for path, value in zip(entry["paths"], entry["values"], strict=True)
    )
    return f"no limit at some matrix with {where}: {paths}"
