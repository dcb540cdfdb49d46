"""That a measure has no derivative somewhere: its difference quotients keep apart on both sides.

The properties of opitz2024 speak of derivatives.  Where a formula has a kink (Abs, Min, Max, the
root of a square) the function may have a derivative all the same, so a missing formula for it says
nothing: `no_derivative` says what must be proved of the function itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from symbolic_measures.meaning.measure import Reading
from symbolic_measures.meaning.opitz_slopes import positive
from symbolic_measures.meaning.property import Property, at, check_keys
from symbolic_measures.meaning.samples import at_values, chosen
from symbolic_measures.nouns.errors import FormulaError
from symbolic_measures.nouns.formula import Formula, formula, symbol
from symbolic_measures.nouns.statement import Atom, Goal, Statement, Variable

U = symbol("u")
#: How close to the matrix the quotients are looked at: steps up to 1/k, for such k.
CLOSE = range(2, 11)


def no_derivative(prop: Property, reading: Reading, value: Any) -> tuple[Statement, str]:
    """The statement that there is no derivative, and the reason that it gives.

    value: {"cell", "matrix", "above", "below", "within"}.  At the matrix, of positive whole cells,
    let q(h) = (M(cell + h) - M)/h for h > 0 and r(h) = (M - M(cell - h))/h.  With above > below the
    goals say that q(h) >= above and r(h) <= below for all 0 < h <= 1/within, with above < below
    that q(h) <= above and r(h) >= below; and that M has a value at all these matrices.  It is said
    for all admissible parameters; with "parameters", admissible values of all of them, for these.
    Sound: if M had a partial derivative D in the cell there, q(h) and r(h) would both tend to D as
    h tends to 0, so D would lie on both sides of the gap between the two numbers.  The goals say it
    for h = 1/(within + u), u >= 0, which are these steps.  They are at most 1/2, so all cells stay
    positive, where conventions do not apply.
    FormulaError if the value is not of this form.
    """
    try:
        goals = tuple(_goals(reading, value))
    except (KeyError, TypeError, ValueError, ZeroDivisionError, AttributeError) as error:
        raise FormulaError(f"{prop.id}: malformed value ({error})") from None
    place = ", ".join(value["matrix"])
    most = ("at least", "at most")
    if Fraction(value["above"]) < Fraction(value["below"]):
        most = most[::-1]
    given = chosen(value)
    reason = (
        f"not differentiable: at ({place}){' with ' if given else ''}{given} the difference "
        f"quotients in {value['cell']} are "
        f"{most[0]} {value['above']} for all steps up by at most 1/{value['within']} and "
        f"{most[1]} {value['below']} for such steps down"
    )
    sentence = f"{prop.sentence} There is no derivative."
    return Statement(prop.id, reading.measure.name, sentence, goals, (0, 1)), reason


def _goals(reading: Reading, value: Any) -> Iterator[Goal]:
    named = ("parameters",) if isinstance(value, dict) and value.get("parameters") else ()
    check_keys(value, "cell", "matrix", "above", "below", "within", *named)
    names, texts, within = reading.measure.cells, value["matrix"], value["within"]
    if not isinstance(texts, list) or len(texts) != len(names):
        raise TypeError(f"a matrix has {len(names)} cells")
    if any(not isinstance(t, str) or not (t.isascii() and t.isdecimal()) for t in texts):
        raise TypeError("a cell is a whole number")
    if not all(map(int, texts)) or "u" in reading.measure.parameters:
        raise TypeError("the cells are positive, and no parameter is called u")
    if value["cell"] not in names or type(within) is not int or within not in CLOSE:
        raise TypeError("a cell is named, and within is a whole number from 2 to 10")
    above, below = (_number(value[side]) for side in ("above", "below"))
    if above == below:
        raise TypeError("the two numbers are different")
    sign = 1 if above > below else -1
    tree = positive(reading)
    if named:
        reading = at_values(reading, tree, value["parameters"])
        tree = reading.formula
    measure = reading.measure
    step = formula(1) / (formula(within) + U)
    here = at(tree, (formula(int(text)) for text in texts))
    for side, bound in ((1, above), (-1, below)):
        moved = {name: formula(int(text)) for name, text in zip(names, texts, strict=True)}
        cell = moved[value["cell"]]
        moved[value["cell"]] = cell + step if side > 0 else cell - step
        there = at(tree, moved.values())
        rise = there - here if side > 0 else here - there
        gap = rise - formula(bound) * step
        yield Goal(
            (Variable("u", "nonnegative"), *measure.variables),
            measure.conditions,
            Atom(_turned(gap, sign * side), ">="),
            (tuple(moved.values()),),
            (there, here),
            label=f"steps {'up' if side > 0 else 'down'} in {value['cell']}",
        )


def _number(text: Any) -> Fraction:
    if not isinstance(text, str) or str(Fraction(text)) != text:
        raise TypeError("a bound is a rational number")
    return Fraction(text)


def _turned(tree: Formula, sign: int) -> Formula:
    return tree if sign > 0 else -tree
