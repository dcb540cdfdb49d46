"""What no measure has together for every number of classes, against slow definitions."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import permutations, product
from typing import Any

import pytest
from docs.test_schema import validator
from slow_definitions import DEFINITIONS, HOLDS, VACUOUS
from tiers import exhaustive, few

from symbolic_measures import impossible, verify
from symbolic_measures.doors.cli import main
from symbolic_measures.meaning.instances import (
    Conflict,
    Instance,
    InstanceError,
    anything,
    constraint,
)
from symbolic_measures.meaning.padding import EMPTY, PADS
from symbolic_measures.nouns.errors import CertificateError, FormulaError
from symbolic_measures.questions.impossible.every_n import Line, Pattern, stated
from symbolic_measures.questions.impossible.lines_every_n import conflict_for_every_n
from symbolic_measures.questions.impossible.meaning import EveryM, Impossibility
from symbolic_measures.questions.impossible.sizes import (
    LATTICE,
    linear_properties,
    rows_of,
    sizes_of,
)
from symbolic_measures.questions.kinds import read
from symbolic_measures.search.effort import Effort

PAIR = ("minimal-agreement", "constant-baseline")


@cache
def at(n: str = "2", ids: tuple[str, ...] = (*PAIR, "symmetry", "monotone")) -> EveryM:
    return impossible(ids, n, classes="every")


# --- a measure of m classes is one of two classes -------------------------------------------------


def restricted(values: dict[str, Fraction], classes: int) -> Callable[[Any], Fraction | None]:
    """The measure of two classes, at the matrices whose other classes are empty."""
    known = {
        tuple(int(cell) for cell in name[2:-1].split(", ")): value for name, value in values.items()
    }

    def value(matrix: tuple[int, ...]) -> Fraction | None:
        rows = [[0] * classes for _ in range(classes)]
        for place, cell in enumerate(matrix):
            rows[place // 2][place % 2] = cell
        return known.get(tuple(cell for row in rows for cell in row))

    return value


@pytest.mark.parametrize("property_id", few(LATTICE, ("monotone", "constant-baseline")))
def test_the_restriction_has_the_property(property_id: str) -> None:
    """Of measures that the search found to have it, which are far from any that is printed: alone,
    and with others."""
    assert EMPTY in PADS[property_id]
    others = [property_id, *(() if property_id == "monotone" else ("monotone",))]
    for ids, n, classes in (((property_id,), "2", 3), (others, "2", 3), ((property_id,), "2", 4)):
        report = impossible(ids, n, classes=classes)
        assert report.feasible
        for example in report.feasible:
            value: Any = restricted(example.values, classes)
            assert value((1, 0, 0, 1)) is not None
            for name in example.properties:
                answer = DEFINITIONS[name](value, int(n))
                assert answer.outcome in (HOLDS, VACUOUS), (name, answer)


@exhaustive
@pytest.mark.parametrize("property_id", LATTICE)
def test_the_restriction_of_a_range(property_id: str) -> None:
    """Strong monotonicity compares different n."""
    report = impossible((property_id, "symmetry"), "1..3", classes=3)
    for example in report.feasible:
        value: Any = restricted(example.values, 3)
        for name in example.properties:
            assert DEFINITIONS[name](value, 3).outcome in (HOLDS, VACUOUS)


# --- what is infeasible ---------------------------------------------------------------------------


def test_minimal_agreement_excludes_a_constant_baseline_from_three_classes_on() -> None:
    found = at()
    assert found.complete
    assert [(ids, least, list(sizes)) for ids, least, sizes in found.infeasible] == [(PAIR, 3, [2])]
    (always,) = found.every_n
    assert (always.least, always.classes, set(always.properties)) == (2, 3, set(PAIR))


@pytest.mark.parametrize(("m", "n"), [(3, 2), (3, 3), (4, 2), (4, 3), (5, 2)])
def test_by_enumeration(m: int, n: int) -> None:
    """If all elements are of the last class, some predictions are wrong everywhere, whatever their
    sizes are; others are not: their means are the minimum, and more than it."""

    def matrices(sizes: list[int]) -> list[tuple[int, ...]]:
        labels = [j for j in range(m) for _ in range(sizes[j])]
        return [tuple(sum(label == j for label in order) for j in range(m))
                for order in permutations(labels)]  # fmt: skip

    wrong, mixed = [0] * m, [0] * m
    wrong[0], wrong[1] = 1, n - 1
    mixed[1], mixed[-1] = 1, n - 1
    assert all(last_row[-1] == 0 for last_row in matrices(wrong))
    assert all(last_row[-1] > 0 for last_row in matrices(mixed))
    assert max(*wrong, *mixed) < n


@exhaustive
def test_theorem_1_holds_for_every_number_of_classes() -> None:
    """gosgens2021: monotone, a distance and a constant baseline, for no m >= 2 and n >= 3; at n = 2
    some measure of two, three and four classes has them all."""
    found = at("2..3", (*PAIR, "distance", "monotone"))
    where = {(frozenset(ids), least, tuple(sizes)) for ids, least, sizes in found.infeasible}
    theorem = frozenset(("distance", "monotone", "constant-baseline"))
    assert where == {
        (theorem, 2, (3,)), (frozenset(PAIR), 3, (2,)), (frozenset(PAIR), 3, (3,)),
        (frozenset((*PAIR, "distance")), 2, (3,)),
    }  # fmt: skip
    assert {(frozenset(e.properties), e.classes, e.least) for e in found.every_n} == {
        (theorem, 2, 3), (frozenset(PAIR), 3, 2),
    }  # fmt: skip
    assert not [item for item in verify(json.loads(found.to_json())) if item.problem]
    for row in found.rows:  # what is infeasible at few classes is so at more
        for other in found.rows:
            if other.classes > row.classes and other.sizes == row.sizes:
                for ids, _ in row.infeasible:
                    assert any(set(core) <= set(ids) for core, _ in other.infeasible)


def test_what_is_looked_at() -> None:
    several = ("monotone", "strongly-monotone")
    assert rows_of(several, range(2, 4)) == [
        (("monotone",), range(2, 3), 2), (("monotone",), range(3, 4), 2), (several, range(2, 4), 2),
        (("monotone",), range(2, 3), 3), (("monotone",), range(3, 4), 3), (several, range(2, 4), 3),
        (("monotone",), range(2, 3), 4),
    ]  # fmt: skip
    assert rows_of(several[1:], range(5, 6)) == [(several[1:], range(5, 6), 2)]
    assert linear_properties(LATTICE, "every") == LATTICE


# --- every n --------------------------------------------------------------------------------------


@pytest.mark.parametrize("n", few([2, 3, 5], 1))
def test_a_pattern_of_three_classes_says_what_the_instance_says(n: int) -> None:
    found = conflict_for_every_n(PAIR, Effort(60), 3)
    assert found is not None
    for pattern, line in zip(found.patterns, found.lines, strict=True):
        if pattern.constant:
            own = [
                ([n if i == true else 0 for i in range(3)], [cell.at(n) for cell in predicted])
                for true, predicted in pattern.constant
            ]
            sizes = tuple((*true, *predicted) for true, predicted in own)
            instance = Instance(pattern.property, pattern.goal, sizes=sizes)
        else:
            point = tuple((name, entry.at(n)) for name, entry in pattern.point)
            instance = Instance(pattern.property, pattern.goal, point)
        said, _ = constraint(instance, anything(3), {})
        here: dict[str, Fraction] = {}
        for matrix, poly in line.coefficients.items():
            name = f"x({', '.join(str(cell.at(n)) for cell in matrix)})"
            here[name] = here.get(name, Fraction(0)) + Fraction(str(poly(n)))
        assert {name: size for name, size in here.items() if size} == dict(said.coefficients)
        assert said.relation == line.relation


def test_patterns_of_a_constant_truth_that_are_refused() -> None:
    line = Line.parse

    def pattern(one: tuple[int, str], other: tuple[int, str]) -> Pattern:
        told = tuple((true, tuple(map(line, text.split(", ")))) for true, text in (one, other))
        return Pattern("constant-baseline", 0, constant=told)

    fine = (2, "0, 1, n - 1"), (2, "1, n - 1, 0")
    assert len(stated(pattern(*fine), 2, 3).coefficients) == 2
    for changed in (
        (fine[0], (2, "0, n, 0")),  # a constant prediction
        (fine[0], (2, "1, n - 2, 0")),  # n - 1 elements
        (fine[0], (3, "1, n - 1, 0")),  # no such class
        (fine[0], (2, "1, n - 1")),
        (fine[0], (2, "n - 3, 3, 0")),  # not at n = 2
    ):
        with pytest.raises(InstanceError):
            stated(pattern(*changed), 2, 3)
    with pytest.raises(InstanceError):
        stated(pattern(*fine), 1, 3)
    with pytest.raises(InstanceError):
        stated(pattern(*fine), 2, 2)
    for data in ({"sizes": [["n", 1, 1], ["n", 2, 1]]}, {"point": {}}):
        with pytest.raises(InstanceError):
            stated(Pattern.from_data({"property": "constant-baseline", "goal": 0, **data}), 2, 3)


# --- saved files and doors ------------------------------------------------------------------------

FORGERIES: list[Callable[[dict[str, Any]], Any]] = [
    lambda d: d["every_m"][0].update({"from": 2}),
    lambda d: d["every_m"][0].update(n="2..3"),
    lambda d: d["every_m"].pop(),
    lambda d: d["every_m"].append({"properties": ["monotone"], "from": 2, "n": "2"}),
    lambda d: d.update(n="3"),
    lambda d: d.update(classes=3),
    lambda d: d.update(properties=d["properties"][::-1]),
    lambda d: d.update(extra=1),
    lambda d: d["rows"].pop(),
    lambda d: d["rows"].append(d["rows"][-1]),
    lambda d: d["rows"][1].update(d["rows"][2]),
    lambda d: d["rows"][0].update(complete=False),
    lambda d: d["rows"][1]["certificate"]["conflicts"][0]["instances"].pop(),
    lambda d: d["every_n"][0].update(least=1),
    lambda d: d["every_n"][0].pop("classes"),
    lambda d: d["every_n"][0].update(classes=4),
    lambda d: d["every_n"][0]["lines"].pop(),
    lambda d: next(e for e in d["every_n"][0]["lines"] if "constant" in e)["constant"][0].pop(),
]


@pytest.mark.parametrize("number", range(len(FORGERIES)))
def test_forged_reports_are_refused(number: int) -> None:
    data = json.loads(at().to_json())
    FORGERIES[number](data)
    with pytest.raises(CertificateError):
        read(data)


def test_a_saved_report_is_read_and_shown(capsys: pytest.CaptureFixture[str]) -> None:
    found = at()
    assert read(json.loads(found.to_json())).to_json() == found.to_json()
    assert validator("every_m").is_valid(found.to_data())
    for name in ("html", "latex", "text"):
        assert "agreement" in found.rendered(name)
    assert "for no m >= 3, at n = 2, and every n >= 2" in str(found)
    asked = ["impossible", "--classes", "every", "--n", "2", "--properties"]
    assert main([*asked, "monotone"]) == 0
    assert "No infeasible set was found." in capsys.readouterr().out


@pytest.mark.parametrize(("words", "told"), [
    ("--n 2 --lattice", "--lattice is about two classes"), ("--n 9", "at most 8"),
    ("--n 2 --properties range", "not linear"), ("--n 0", "begins at 1"),
    ("--n 2 --properties ace", "about two classes"),
])  # fmt: skip
def test_bad_input_is_one_line(words: str, told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["impossible", "--classes", "every", *words.split()]) == 2
    out, line = capsys.readouterr()
    assert not out
    assert told in line
    assert line.count("\n") == 1


def test_another_word_for_classes(capsys: pytest.CaptureFixture[str]) -> None:
    for word in ("several", ">= 5", ">= 1", "> 2", "7"):
        assert main(["impossible", "--classes", word, "--n", "2"]) == 2
        assert "2 to 4 classes; every and '>= 3' are known" in capsys.readouterr().err


# --- from three classes on ------------------------------------------------------------------------


@cache
def from_three(n: str = "2") -> EveryM:
    return impossible((*PAIR, "symmetry", "monotone"), n, classes=">=3")


def test_from_three_classes_on() -> None:
    """What every number of classes has from three on, and nothing of two classes."""
    found, whole = from_three(), at()
    assert found.complete
    assert [row.classes for row in found.rows] == [3, 4]
    assert found.infeasible == tuple(one for one in whole.infeasible if one[1] >= 3)
    assert found.to_data()["classes"] == ">= 3"
    assert validator("every_m").is_valid(found.to_data())
    assert read(json.loads(found.to_json())).to_json() == found.to_json()
    assert "for every number of classes m >= 3" in str(found)


def test_fewer_classes_are_looked_at_where_n_is_too_large() -> None:
    ids = ("distance", "monotone", "constant-baseline")
    assert [(list(n), m) for _, n, m in rows_of(ids, range(3, 6), 3)] == [
        ([3], 3), ([4], 2), ([5], 2), ([3, 4, 5], 2),
    ]  # fmt: skip
    found = impossible(ids, "4", classes=">= 3")
    assert [(least, list(sizes)) for _, least, sizes in found.infeasible] == [(3, [4])]
    (always,) = found.every_n  # of two classes, whose conflicts are those of more
    assert (always.classes, always.least) == (2, 3)
    assert "for no m >= 3, at n = 4, and every n >= 3" in str(found)


@pytest.mark.parametrize("change", [
    lambda d: d.update(classes="every"), lambda d: d.update(classes=">= 4"),
    lambda d: d.update(classes=">=3"), lambda d: d.update(classes=">= 2"),
    lambda d: d["every_m"][0].update({"from": 2}), lambda d: d["rows"].pop(0),
])  # fmt: skip
def test_forged_reports_from_three_on_are_refused(change: Callable[[dict[str, Any]], Any]) -> None:
    data = json.loads(from_three().to_json())
    change(data)
    with pytest.raises(CertificateError):
        read(data)


def test_sets_are_those_of_the_rows() -> None:
    """Every subset, at each number of classes: infeasible iff it contains one that is listed."""
    found = at()
    for row in found.rows:
        wholes = [set(example.properties) for example in row.feasible]
        for chosen in product((False, True), repeat=len(found.properties)):
            ids = {name for name, used in zip(found.properties, chosen, strict=True) if used}
            listed = any(set(core) <= ids and least <= row.classes
                         for core, least, _ in found.infeasible)  # fmt: skip
            assert listed is not any(ids <= whole for whole in wholes)


def test_what_follows_from_a_set_at_the_same_sizes_is_left_out() -> None:
    one, two, nothing = ("monotone",), ("monotone", "symmetry"), Conflict((), ())

    def row(ids: tuple[str, ...], sizes: range, classes: int) -> Impossibility:
        return Impossibility(two, sizes, classes, infeasible=((ids, nothing),))

    few_, other, all_ = range(2, 4), range(4, 5), range(2, 5)
    rows = row(one, few_, 2), row(two, few_, 2), row(one, other, 3), row(two, all_, 3)
    assert EveryM(two, all_, rows).infeasible == ((one, 2, few_), (one, 3, other))


# --- the largest n --------------------------------------------------------------------------------


def test_of_three_classes_four_elements_are_asked_where_no_distance_is() -> None:
    assert list(sizes_of("3..4", 3, ("strongly-monotone", "symmetry"))) == [3, 4]
    for ids in ((), ("symmetry", "distance")):
        with pytest.raises(FormulaError, match="with 3 classes n is at most 3"):
            sizes_of("4", 3, ids)
    with pytest.raises(FormulaError, match="at most 4"):
        sizes_of("5", 3, ("symmetry",))
    looked = [(list(sizes), m) for _, sizes, m in rows_of(("symmetry",), range(3, 6), 3)]
    assert looked == [([3], 3), ([4], 3), ([3, 4], 3), ([5], 2), ([3, 4, 5], 2)]


def test_no_measure_of_three_classes_is_strongly_monotone_with_a_constant_baseline() -> None:
    ids = ("strongly-monotone", "constant-baseline")
    report = impossible(ids, "3..4", classes=3)
    assert [core for core, _ in report.infeasible] == [ids]
    assert not [item for item in verify(json.loads(report.to_json())) if item.problem]
    for fewer in ("3", "4"):
        assert impossible(ids, fewer, classes=3).possible
