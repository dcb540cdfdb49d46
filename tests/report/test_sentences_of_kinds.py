"""Numbers in sentences of other kinds of question, evaluated from their text alone.

The values are those of definitions that share no code with the tool.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction

import pytest
from slow_definitions import UndefinedHereError, Values, real

from report.test_sentences import CLOSE, cells, near, read
from symbolic_measures import compare, identity
from symbolic_measures.meaning.subjects import make_reading, measure

#: A number as it is printed, up to the end of its part of the sentence.
NUMBER = r"(?:about )?[^,;:\s]+?(?=[,;]|\.?(?:\s|$))"
MATRIX = r"\(TP, FN, FP, TN\) = \(([^)]*)\)"
#: What one side of an identity is said to be at a matrix; both, where both have values.
SIDES = re.compile(
    rf"{MATRIX}(?: with ([a-z]+ = [^ ]+))? the left side is ({NUMBER}|undefined), "
    rf"the right side (?:is )?({NUMBER}|undefined)(?: with ([a-z]+ = [-\d/]+))?"
)
ALONE = re.compile(rf"{MATRIX} the right side is undefined, the left side is ({NUMBER})")
#: Two matrices of a discordant pair, and the values of both measures at each.
PAIR = re.compile(rf"B1 {MATRIX}, B2 {MATRIX}; (\S+): ({NUMBER}) and ({NUMBER}); "
                  rf"(\S+): ({NUMBER}) and ({NUMBER})")  # fmt: skip


def value(text: str, matrix: str, given: str = "") -> float:
    """The measure at a matrix; nan where it has no value."""
    name, _, number = given.partition(" = ")
    subject = measure(text, assume=[name] if name and name in text else [])
    values = Values(make_reading(subject), {name: Fraction(number)} if name else {})
    try:
        found = values(cells(matrix))
    except UndefinedHereError:
        return math.nan
    return math.nan if found is None else float(real(found))


def fits(said: str, here: float) -> bool:
    """Whether a number or `undefined` is what is there."""
    return math.isnan(here) if said == "undefined" else near(read(said), here, max(CLOSE, 1e-6))


def of_identity(left: str, right: str, told: str) -> Iterator[bool]:
    """Whether each sentence about the two sides is true."""
    for matrix, first, one, other, last in SIDES.findall(told):
        yield fits(one, value(left, matrix, first or last)) and fits(
            other, value(right, matrix, first or last)
        )
    for matrix, one in ALONE.findall(told):
        yield fits(one, value(left, matrix)) and fits("undefined", value(right, matrix))


def of_pair(told: str) -> Iterator[bool]:
    """Whether each pair of a comparison has the values that are told, and is discordant."""
    for one, two, first, *ends, second, last, end in PAIR.findall(told):
        numbers = [*ends, last, end]
        named = [(first, one), (first, two), (second, one), (second, two)]
        here = [value(name, matrix) for name, matrix in named]
        ranks = [(a > b) - (a < b) for a, b in (here[:2], here[2:])]
        yield all(map(fits, numbers, here)) and ranks[0] != ranks[1]


def words(text: str) -> str:
    """On one line."""
    return " ".join(text.split())


IDENTITIES = [
    ("F1", "Jaccard", ()), ("MCC", "BA", ()), ("MCC", "kappa*F_beta", ("beta > 0",)),
    ("sqrt(accuracy)", "accuracy", ()), ("log(1+recall)", "recall", ()),
    ("F1_harmonic", "F1", ()),
]  # fmt: skip
PAIRS = [("F1", "BA"), ("MCC", "accuracy"), ("Jaccard", "kappa"), ("FM", "F1")]


@pytest.mark.parametrize(("left", "right", "assume"), IDENTITIES)
def test_sides_of_identities(left: str, right: str, assume: tuple[str, ...]) -> None:
    told = words(identity(left, right, assume=assume).rendered("text"))
    seen = Counter(of_identity(left, right, told))
    assert seen[True] >= 1
    assert not seen[False], told


@pytest.mark.parametrize(("one", "other"), PAIRS)
def test_pairs_of_comparisons(one: str, other: str) -> None:
    told = words(compare([one, other], bounds=False).rendered("text"))
    assert list(of_pair(told)) == [True]


#: Sentences that would be wrong.
LIES: list[Callable[[str], str]] = [
    lambda told: re.sub(rf"the left side is {NUMBER}", "the left side is 7/9", told),
    lambda told: re.sub(rf"the right side {NUMBER}", "the right side 7/9", told),
    lambda told: told.replace("(1, 0, 1, 0)", "(1, 0, 2, 0)"),
]


@pytest.mark.parametrize("lie", LIES)
def test_a_wrong_side_is_noticed(lie: Callable[[str], str]) -> None:
    told = words(identity("F1", "Jaccard").rendered("text"))
    assert lie(told) != told
    assert False in of_identity("F1", "Jaccard", lie(told))


def test_a_wrong_pair_is_noticed() -> None:
    told = words(compare(["F1", "BA"], bounds=False).rendered("text"))
    assert False in of_pair(told.replace("BA: 1/2 and 0", "BA: 1/3 and 0"))
    assert False in of_pair(told.replace("(0, 1, 1, 0)", "(1, 1, 1, 0)"))
