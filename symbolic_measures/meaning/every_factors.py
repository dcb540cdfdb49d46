"""The geometric mean over classes, M = product(E)^(1/m), for every m, also where cells are empty.

M has a value only where each factor has one.  Of any class against the rest it is shown what E is
there, where it has a value; the classes of a matrix are such, so that holds in each of them.  What
is equal in each class is so in the product, and in its root.  Where no factor is negative,

- factors that are no smaller make a product that is no smaller, and so a root;
- factors in [x, y] make an M in [x, y], for no factor is below 0; and without an end if they are;
- if besides y > 0 and the product of two factors is below y^2, M is below y: the others make at
  most y^(m - 2) > 0;
- factors that are all the same, E, make an M that has a value, E.

A move of elements between the classes i and j changes the factors of these two alone, if n stays or
E does not speak of it: so their product is looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from symbolic_measures.meaning.class_sums import OWN, STILL, Frame
from symbolic_measures.meaning.every_class import (
    ONE,
    SIZES,
    ZERO,
    EveryClasses,
    K,
    Part,
    part_of,
    somewhere,
    written,
)
from symbolic_measures.meaning.every_gosgens import corrected, grown
from symbolic_measures.meaning.every_range import of_ends
from symbolic_measures.meaning.property import at_least_one
from symbolic_measures.nouns.confusion import summed
from symbolic_measures.nouns.errors import FormulaError
from symbolic_measures.nouns.formula import Formula, symbol
from symbolic_measures.nouns.statement import Atom, Goal, Relation, Variable
from symbolic_measures.nouns.sums import MANY

CELLS = tuple(map(symbol, OWN))
#: The letters of a class by its cells against the rest; with k times each cell; exchanged; right.
PLACE = {"a": CELLS[0] + CELLS[1], "b": CELLS[0] + CELLS[2], "c": CELLS[0],
         "n": summed(CELLS)}  # fmt: skip
_LARGER = {name: K * size for name, size in PLACE.items()}
_TURNED = {**PLACE, "a": PLACE["b"], "b": PLACE["a"]}
_RIGHT = {**dict.fromkeys("abc", CELLS[0]), "n": CELLS[0] + CELLS[3]}
#: The cells of a class where all cells of the matrix are 1, and in the identity.
_ONES = {"c": ONE, "fn": MANY - 1, "fp": MANY - 1, "tn": (MANY - 1) ** 2}
_IDENTITY = {"c": ONE, "fn": ZERO, "fp": ZERO, "tn": MANY - 1}


def factor_of(subject: EveryClasses) -> Formula:
    """E, in the letters a, b, c of a class, n, m and the parameters: a sum over classes is read of
    nothing else."""
    body: Formula = replace(subject, text=f"sum({subject.factor})").tree.args[0]
    return body


def _in_a_class(
    subject: EveryClasses,
    label: str,
    gap: Formula,
    rel: Relation,
    values: Iterable[Formula] = (),
    alike: Mapping[str, Formula] = _ONES,
    given: tuple[Atom, ...] = (),
) -> Part:
    """gap rel 0 in any class against the rest where E, and the `values`, exist."""
    measure, known = subject.measure, (factor_of(subject).at(**PLACE), *values)

    def make() -> Frame:
        return Frame(0, measure.variables, measure.conditions, least=subject.least)

    def state(frame: Frame) -> Goal:
        variables = (*(Variable(name, "nonnegative") for name in OWN), Variable("m", "natural"),
                     Variable("k", "natural"), *measure.variables)  # fmt: skip
        hypotheses = (Atom(MANY - subject.least, ">="), *measure.conditions,
                      Atom(PLACE["n"], ">"), *given,
                      *(Atom(value, "defined") for value in known))  # fmt: skip
        conclusion = Atom(gap, rel)
        used = {x for atom in (*hypotheses, conclusion) for x in atom.expr.symbols()}
        kept = tuple(variable for variable in variables if variable.name in used)
        return Goal(kept, hypotheses, conclusion, label=label)

    sample = somewhere(subject, *(value.at(**alike, k=ONE + ONE) for value in known))
    return Part(label, make, (), state, sample)


def _never_negative(subject: EveryClasses) -> Part:
    own = factor_of(subject).at(**PLACE)
    return _in_a_class(subject, "no factor is negative", own, ">=")


def _same(subject: EveryClasses, label: str, there: Mapping[str, Formula]) -> list[Part]:
    """E has in each class the value that it has at the letters `there`, where both exist."""
    body, given = factor_of(subject), tuple(at_least_one(K)) if there is _LARGER else ()
    own, other = body.at(**PLACE), body.at(**there)
    return [_in_a_class(subject, label, other - own, "==", (other,), given=given)]


def _symmetry(subject: EveryClasses, constant: Any) -> list[Part]:
    """If truth and prediction are exchanged, so are a and b of each class; c and n stay."""
    return _same(subject, "truth and prediction exchanged", _TURNED)


def _scale_invariance(subject: EveryClasses, constant: Any) -> list[Part]:
    """In k times the matrix a, b, c and n of each class are k times as large."""
    return _same(subject, "k times the cells of a class", _LARGER)


def _of(role: str, body: Formula) -> Formula:
    """The factor of a class that is named."""
    return body.at(**{letter: symbol(f"{letter}_{role}") for letter in "abc"})


def _maximal_agreement(subject: EveryClasses, constant: Any) -> list[Part]:
    """A matrix is diagonal iff a = b = c in each class: then each factor is y.  One that is not has
    an error in a cell (i, j): the product of these two factors is below y^2."""
    top, body = subject.constant(constant), factor_of(subject)
    right, own, pair = body.at(**_RIGHT), body.at(**PLACE), _of("i", body) * _of("j", body)
    mean = subject.arithmetic()
    return [
        _never_negative(subject),
        _in_a_class(subject, "the value is positive", top, ">"),
        _in_a_class(subject, "the factor at a diagonal matrix", right - top, "==", (right,),
                    alike=_IDENTITY),
        _in_a_class(subject, "no factor is above it", top - own, ">="),
        part_of(
            mean, "with an error in (i, j) two factors are below it", ((pair, STILL),),
            lambda values: top**2 - values[0], ">", somewhere(mean, written(mean.tree, SIZES)), 2,
            lambda frame: at_least_one(symbol("c_ij")),
        ),
    ]  # fmt: skip


def _weakly_monotone(subject: EveryClasses, constant: Any) -> list[Part]:
    """See `corrected`: n stays, so only the factors of i and j change."""
    body = factor_of(subject)
    pair = _of("i", body) * _of("j", body)
    return [_never_negative(subject), *corrected(subject.arithmetic(), ">=", pair)]


def _weakly_strongly_monotone(subject: EveryClasses, constant: Any) -> list[Part]:
    """See `grown`: E does not speak of n, so only the factors of i, or of i and j, change."""
    body = factor_of(subject)
    if "n" in body.symbols():
        raise FormulaError("a factor that speaks of n changes in every class: give a number of "
                           "classes")  # fmt: skip
    one, other = _of("i", body), _of("j", body)
    return [_never_negative(subject), *grown(subject.arithmetic(), ">=", one, one * other)]


def _range(subject: EveryClasses, constant: Any) -> list[Part]:
    """The bounds of each factor; at a matrix whose classes are all alike M is the arithmetic mean
    of the factors, which comes to a bound as it does for a range."""
    for side in ("infimum", "supremum"):
        end = constant[side]
        if set(end["attained" if "attained" in end else "approached"]) != {"alike"}:
            raise FormulaError("an end is one of matrices whose classes are all alike")
    own = factor_of(subject).at(**PLACE)

    def bound(side: str, sign: int, value: Formula, rel: Relation) -> Part:
        gap = own - value if sign > 0 else value - own
        return _in_a_class(subject, f"{side} is a bound of each factor", gap, rel)

    return [_never_negative(subject), *of_ends(subject.arithmetic(), constant, bound)]


#: What is stated of a score; of the negative of M, which is no product, nothing is but the first.
ANYWHERE: dict[str, Callable[[EveryClasses, Any], list[Part]]] = {
    "symmetry": _symmetry,
    "scale-invariance": _scale_invariance,
    "range": _range,
    "maximal-agreement": _maximal_agreement,
    "weakly-monotone": _weakly_monotone,
    "weakly-strongly-monotone": _weakly_strongly_monotone,
}
#: Those that say which values are better.
OF_ORDER = ("maximal-agreement", "weakly-monotone", "weakly-strongly-monotone")
