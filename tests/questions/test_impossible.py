"""Theorems about all measures: examples and conflicts against enumeration, and forged files."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import Any

import pytest
from slow_definitions import DEFINITIONS, HOLDS, VACUOUS, Values, expectation, matrices
from tiers import exhaustive

from symbolic_measures import check, impossible, verify
from symbolic_measures.doors.cli import main
from symbolic_measures.meaning.instances import (
    Conflict,
    Instance,
    InstanceError,
    anything,
    constraint,
    every_instance,
    goals,
    outcomes,
    refusal,
    sizes_of,
)
from symbolic_measures.meaning.measure import Reading
from symbolic_measures.meaning.subjects import make_reading, measure
from symbolic_measures.nouns.errors import CertificateError, FormulaError
from symbolic_measures.nouns.saved import same, without_notes
from symbolic_measures.questions.impossible.every_n import EveryN, Line, Pattern, stated
from symbolic_measures.questions.impossible.find import Lattices
from symbolic_measures.questions.impossible.lines_every_n import conflict_for_every_n
from symbolic_measures.questions.impossible.meaning import (
    Always,
    Impossibility,
    LatticeReport,
    has_all,
)
from symbolic_measures.questions.impossible.sizes import LATTICE, shown
from symbolic_measures.questions.impossible.sizes import sizes_of as range_of
from symbolic_measures.questions.kinds import read
from symbolic_measures.search.effort import Effort

THEOREM_1 = ("distance", "monotone", "constant-baseline")


@cache
def at(n: str) -> Impossibility:
    """The eight properties at some n."""
    return impossible(n=n)


def table(values: dict[str, Fraction]) -> Callable[[tuple[int, ...]], Fraction | None]:
    """The measure with these values, defined nowhere else."""
    return lambda matrix: values.get(f"x({', '.join(map(str, matrix))})")


# --- what is feasible ----------------------------------------------------------------------


@pytest.mark.parametrize("n", ["2", "3", "4", "2..4"])
def test_examples_have_their_properties_by_the_slow_definitions(n: str) -> None:
    report = at(n)
    largest = report.sizes[-1]
    for example in report.feasible:
        value: Any = table(example.values)
        for m in range(report.sizes[0], largest + 1):
            assert all(value(matrix) is not None for matrix in matrices(m))
        for property_id in example.properties:
            answer = DEFINITIONS[property_id](value, largest)
            assert answer.outcome in (HOLDS, VACUOUS), (property_id, answer)


@pytest.mark.parametrize("property_id", LATTICE)
def test_the_constraints_are_what_the_slow_definition_says(property_id: str) -> None:
    """On examples and on examples with one value changed, which mostly violate something."""
    rng = random.Random(3)
    seen = {True: 0, False: 0}
    for n, sizes in (("3", range(3, 4)), ("2..4", range(2, 5))):
        said = [c for _, c, _ in every_instance(property_id, anything(), sizes)]
        for example in at(n).feasible:
            for _ in range(12):
                values = dict(example.values)
                if rng.random() < 0.7:
                    name = rng.choice(sorted(values))
                    values[name] += rng.choice((Fraction(1, 7), Fraction(-1, 7), Fraction(9)))
                value: Any = table(values)
                slow = DEFINITIONS[property_id](value, sizes[-1]).outcome in (HOLDS, VACUOUS)
                assert slow == all(c.holds(values) for c in said)
                seen[slow] += 1
    assert seen[True]
    assert seen[False] or not said


def test_the_expectations_are_those_of_the_slow_definition() -> None:
    accuracy = Values(Reading(measure("accuracy")))
    for n, p, q in ((3, 1, 2), (4, 0, 2), (5, 5, 1), (5, 3, 2)):
        mean = sum(
            (
                chance * accuracy(tuple(map(int, m)))
                for m, chance in outcomes(sizes_of((n, p, q), 2))
            ),  # type: ignore[operator,arg-type]
            Fraction(0),
        )
        assert mean == expectation(accuracy, n, p, q)


# --- what is infeasible --------------------------------------------------------------------


def sums(conflict: Conflict) -> tuple[dict[str, Fraction], Fraction, bool]:
    """The lines multiplied and added, read from their texts: left side, right side, strict."""
    left: dict[str, Fraction] = {}
    right, strict = Fraction(0), False
    for part in conflict.to_data()["instances"]:
        text = part["constraint"].replace(", ", ",").replace("- ", "+ -").replace("-x", "-1*x")
        for relation in (">=", "==", ">"):
            if f" {relation} " in text:
                terms, constant = text.split(f" {relation} ")
                break
        factor = Fraction(part["multiplier"])
        assert relation == "==" or factor > 0
        strict = strict or relation == ">"
        right += factor * Fraction(constant)
        for term in terms.split(" + "):
            number, _, name = term.rpartition("*")
            number = {"": "1", "-": "-1"}.get(number, number)
            left[name] = left.get(name, Fraction(0)) + factor * Fraction(number)
    return left, right, strict


@pytest.mark.parametrize("n", ["3", "4", "5", "2..4"])
def test_the_lines_add_up_to_an_absurdity(n: str) -> None:
    for ids, conflict in at(n).infeasible:
        left, right, strict = sums(conflict)
        assert not any(left.values())
        assert strict
        assert right == 0
        assert set(conflict.properties) == set(ids)
        assert len(conflict.parts) <= 6


HAVING = {
    "distance": ("accuracy", "literal"),
    "monotone": ("SBA", "gosgens-appendix-b"),
    "strongly-monotone": ("GM_1", "gosgens-appendix-b"),
    "minimal-agreement": ("accuracy", "literal"),
    "constant-baseline": ("GM_1", "gosgens-appendix-b"),
}


@pytest.mark.parametrize("n", ["3", "4", "2..4"])
def test_every_line_holds_of_a_measure_that_has_its_property(n: str) -> None:
    """Accuracy is a distance with minimal agreement; GM_1 has the others."""
    for _, conflict in at(n).infeasible:
        for part in conflict.parts:
            name, reading = HAVING[part.instance.property]
            value = Values(make_reading(measure(name), (), reading))
            values = {
                f"x({', '.join(map(str, m))})": value(tuple(map(int, m))) for m in part.matrices
            }
            assert part.constraint.holds(values)  # type: ignore[arg-type]


def test_theorem_1_at_each_n_and_what_else_is_infeasible() -> None:
    assert at("2").possible is True
    for n in "345":
        sets = [set(ids) for ids, _ in at(n).infeasible]
        assert set(THEOREM_1) in sets
        assert ({"minimal-agreement", "distance", "constant-baseline"} in sets) == (n == "3")


def test_leaving_one_property_out_is_feasible() -> None:
    ids = ("distance", "monotone", "constant-baseline")
    for missing in ids:
        report = impossible([name for name in ids if name != missing], n="4")
        assert report.possible is True
        assert not report.infeasible


# --- every n -------------------------------------------------------------------------------


def test_theorem_1_for_every_n() -> None:
    found = conflict_for_every_n(THEOREM_1, Effort(60))
    assert found is not None
    assert found.least == 3
    assert len(found.patterns) == 4
    again = EveryN.from_data(json.loads(json.dumps(found.to_data())))
    assert again == found
    assert conflict_for_every_n(("minimal-agreement", *THEOREM_1[::2]), Effort(60)) is None


@pytest.mark.parametrize("n", [3, 4, 7])
def test_a_pattern_says_at_n_what_the_instance_there_says(n: int) -> None:
    found = conflict_for_every_n(THEOREM_1, Effort(60))
    assert found is not None
    total: dict[str, Fraction] = {}
    for pattern, line, factor in zip(found.patterns, found.lines, found.multipliers, strict=True):
        point = tuple((name, entry.at(n)) for name, entry in pattern.point)
        sizes = tuple((n, p, q) for p, q in pattern.sizes)
        said, _ = constraint(Instance(pattern.property, pattern.goal, point, sizes), anything(), {})
        here: dict[str, Fraction] = {}
        for matrix, poly in line.coefficients.items():
            name = f"x({', '.join(str(cell.at(n)) for cell in matrix)})"
            here[name] = here.get(name, Fraction(0)) + Fraction(str(poly(n)))
        scale = {here.get(name, Fraction(0)) / size for name, size in said.coefficients.items()}
        assert len(scale) == 1
        assert scale.pop() > 0
        assert set(said.coefficients) == {name for name, size in here.items() if size}
        assert said.relation == line.relation
        assert line.relation == "==" or factor(n) >= 0
        for name, size in here.items():
            total[name] = total.get(name, Fraction(0)) + Fraction(str(factor(n))) * size
    assert not any(total.values())


def test_patterns_that_do_not_hold_from_the_least_n_on_are_refused() -> None:
    line = Line.parse

    def step(*cells: str) -> Pattern:
        point = zip(("TP", "FN", "FP", "TN"), map(line, cells), strict=True)
        return Pattern("monotone", 0, tuple(point))

    fine = step("0", "1", "1", "n - 2")
    stated(fine, 3)
    for pattern, least in (
        (fine, 1),  # TN = -1
        (step("0", "0", "1", "n - 1"), 3),
        (Pattern("monotone", 9, fine.point), 3),
        (Pattern("monotone", 0, fine.point[:3]), 3),
        (Pattern("constant-baseline", 0, sizes=((1, 1), (2, 3))), 3),  # P^ < n fails at n = 3
        (Pattern("constant-baseline", 0, sizes=((1, 1), (2, 2))), 3),  # P + P^ > n there
        (Pattern("constant-baseline", 0, sizes=((1, 0), (2, 1))), 5),  # a unary prediction
    ):  # fmt: skip
        with pytest.raises(InstanceError):
            stated(pattern, least)
    assert [line("n - 2").holds(rel, 3) for rel in (">", ">=", "==", "!=", "<")] == [
        True, True, False, False, False,
    ]  # fmt: skip
    for text in ("2*n", "n + 1", "-1", "n-1", "1.5", "x"):
        with pytest.raises(InstanceError):
            line(text)


# --- the lattice ---------------------------------------------------------------------------


@exhaustive
def test_the_lattice_up_to_4_and_for_every_n() -> None:
    work = Lattices(LATTICE, range(2, 5))
    assert list(work)
    report = work.report()
    assert report.complete
    rows = {(row.sizes[0], row.sizes[-1]): row for row in report.rows}
    assert set(rows) == {(2, 2), (3, 3), (2, 3), (4, 4), (2, 4)}
    assert {frozenset(ids) for ids, _ in rows[2, 4].infeasible} == {
        frozenset(THEOREM_1),
        frozenset(("distance", "strongly-monotone", "constant-baseline")),
        frozenset(("distance", "minimal-agreement", "constant-baseline")),
    }
    missing = {frozenset(LATTICE) - set(e.properties) for e in rows[2, 4].feasible}
    assert frozenset(("distance",)) in missing
    assert frozenset(("constant-baseline",)) in missing
    assert [found.least for found in report.every_n] == [3]
    assert {item.report.reading.measure.name for item in report.always} == {"accuracy", "GM_1"}
    data = json.loads(report.to_json())
    assert not [item for item in verify(data) if item.problem]
    data["always"][0]["properties"].append("constant-baseline")
    assert [item.problem for item in verify(data) if item.problem]


def test_every_set_of_properties_is_decided() -> None:
    """By brute force at n = 3: all 128 subsets, with the slow sums and examples above."""
    report = at("3")
    cores = [set(ids) for ids, _ in report.infeasible]
    wholes = [set(example.properties) for example in report.feasible]
    for bits in range(2 ** len(LATTICE)):
        chosen = {name for place, name in enumerate(LATTICE) if bits >> place & 1}
        below, above = any(c <= chosen for c in cores), any(chosen <= w for w in wholes)
        assert below != above


# --- several classes -----------------------------------------------------------------------


def test_three_classes_cannot_have_minimal_agreement_and_a_constant_baseline() -> None:
    """If all elements are of class 1, random predictions of 2 and 3 are wrong everywhere."""
    report = impossible(("minimal-agreement", "constant-baseline"), "2", classes=3)
    ((ids, conflict),) = report.infeasible
    assert ids == ("minimal-agreement", "constant-baseline")
    assert len(conflict.parts) == 3
    assert impossible(ids, "2").possible is True


def test_three_classes_at_small_n() -> None:
    report = impossible(
        ("distance", "monotone", "constant-baseline", "class-symmetry"), "2", classes=3
    )
    assert report.complete
    assert not [item for item in verify(json.loads(report.to_json())) if item.problem]
    for _, conflict in report.infeasible:
        left, right, strict = sums(conflict)
        assert not any(left.values())
        assert strict
        assert right == 0


# --- saved files ---------------------------------------------------------------------------


def test_a_saved_report_is_verified() -> None:
    checked = list(verify(json.loads(at("4").to_json())))
    assert len(checked) == 5
    assert not [item for item in checked if item.problem]


def forged(data: dict[str, Any], change: Callable[[dict[str, Any]], Any]) -> list[str]:
    """What `verify` says against a changed report."""
    copy = json.loads(json.dumps(data))
    change(copy)
    try:
        return [item.problem for item in verify(copy) if item.problem]
    except CertificateError as error:
        return [str(error)]


def _value(data: dict[str, Any], text: str) -> None:
    values = data["certificate"]["examples"][0]["values"]
    values[next(iter(values))] = text


def _line(data: dict[str, Any]) -> dict[str, Any]:
    return data["certificate"]["conflicts"][0]["instances"][0]  # type: ignore[no-any-return]


FORGERIES: list[Callable[[dict[str, Any]], Any]] = [
    lambda d: d.update(n="5"),
    lambda d: d.update(n="04"),
    lambda d: d.update(feasible=True),
    lambda d: d.update(properties=d["properties"][:-1]),
    lambda d: d.update(properties=[*d["properties"], "range"]),
    lambda d: d.update(extra=1),
    lambda d: d.update(classes=2),
    lambda d: d.update(classes=3),
    lambda d: d["minimal_infeasible"][0].pop(),
    lambda d: d["maximal_feasible"].pop(),
    lambda d: (d["maximal_feasible"].pop(), d["certificate"]["examples"].pop()),
    lambda d: (d["minimal_infeasible"].pop(), d["certificate"]["conflicts"].pop()),
    lambda d: d["maximal_feasible"][0].append("constant-baseline"),
    lambda d: _value(d, "1/3"),
    lambda d: _value(d, "x"),
    lambda d: d["certificate"]["examples"][0]["values"].popitem(),
    lambda d: _line(d).update(multiplier="7"),
    lambda d: _line(d).update(constraint="x(1, 0, 0, 3) == 0"),
    lambda d: _line(d).update(goal=1),
    lambda d: d["certificate"]["conflicts"][0]["instances"].pop(),
    lambda d: d["certificate"]["conflicts"][0].update(parameters={"beta": "1"}),
    lambda d: d["every_n"][0].update(least=2),
    lambda d: d["every_n"][0]["lines"].pop(),
    lambda d: d["every_n"][0]["lines"][0].update(constraint="M(1, 0, 0, n - 1) == 0"),
    lambda d: d["every_n"][0].update(proof={"rule": "coefficients", "args": {}, "premises": []}),
]


@pytest.mark.parametrize("number", range(len(FORGERIES)))
def test_forged_reports_are_refused(number: int) -> None:
    data = json.loads(at("4").to_json())
    assert forged(data, FORGERIES[number])


def test_a_conflict_of_other_properties_is_refused() -> None:
    """A set is said to be infeasible that is not, and the rest of the file follows from it."""
    data = json.loads(impossible(THEOREM_1, "3").to_json())
    chosen = [THEOREM_1[0], THEOREM_1[1]]
    assert data["minimal_infeasible"] == [list(THEOREM_1)]
    data["minimal_infeasible"] = [chosen]
    keep = [i for i, ids in enumerate(data["maximal_feasible"]) if not set(chosen) <= set(ids)]
    certificate = data["certificate"]
    data["maximal_feasible"] = [data["maximal_feasible"][i] for i in keep]
    certificate["examples"] = [certificate["examples"][i] for i in keep]
    assert forged(data, lambda d: None) == ["the conflict is one of other properties"]


@cache
def small_lattice() -> dict[str, Any]:
    """Two properties at n = 2 and 3, and a measure with both."""
    ids = ("monotone", "symmetry")
    rows = tuple(impossible(ids, n) for n in ("2", "3"))
    report = check("accuracy", (*ids, "undefined-set"))
    found = LatticeReport(ids, rows, always=(Always(ids, report),))
    return json.loads(found.to_json())  # type: ignore[no-any-return]


def test_a_saved_lattice_is_read_back() -> None:
    data = small_lattice()
    assert [item.problem for item in verify(data) if item.problem] == []
    again = read(data)
    assert isinstance(again, LatticeReport)
    assert [shown(row.sizes) for row in again.rows] == ["2", "3"]
    assert again.always[0].properties == ("monotone", "symmetry")
    assert same(*map(without_notes, (again.to_data(), data)))


LATTICE_FORGERIES: dict[str, tuple[Callable[[dict[str, Any]], Any], str]] = {
    "a row that is none": (lambda d: d["lattice"].append(3), "are lists of objects"),
    "a measure that is none": (lambda d: d["always"].append(3), "are lists of objects"),
    "no list": (lambda d: d.update(always={}), "are lists"),
    "another schema": (lambda d: d["lattice"][0].update(schema=2), "not about its properties"),
    "a row about more": (lambda d: d.update(properties=["monotone"]), "not about its properties"),
    "a row turned": (lambda d: d["lattice"][1].update(feasible=False), "does not follow"),
    "no report": (lambda d: d["always"][0].update(measure={}), "a measure is a saved report"),
    "a row about lists": (
        lambda d: d["lattice"][0].update(properties=[["monotone"]]), "not about its properties",
    ),
    "a property too many": (
        lambda d: d["always"][0]["properties"].append("distance"),
        "an entry for each set of the properties",
    ),
    "properties that are none": (
        lambda d: d["always"][0].update(properties=3), "an entry for each set of the properties",
    ),
    "a verdict too few": (
        lambda d: d["always"][0]["measure"]["verdicts"].pop(),
        "the measure is not proved to have them",
    ),
    "verdicts that are none": (
        lambda d: d["always"][0]["measure"].update(verdicts=[3]),
        "the measure is not proved to have them",
    ),
    "another measure": (
        lambda d: d["always"][0]["measure"]["measure"].update(formula="TP/n"), "",
    ),
    "complete or not": (lambda d: d.update(complete=True), "something else"),
}  # fmt: skip


@pytest.mark.parametrize("name", LATTICE_FORGERIES)
def test_forged_lattices_are_refused(name: str) -> None:
    change, told = LATTICE_FORGERIES[name]
    said = forged(small_lattice(), change)
    assert said
    assert any(told in problem for problem in said), said


def test_properties_that_are_not_linear_are_refused_with_the_reason() -> None:
    for property_id, reason in (
        ("range", "asks for a value to be found"),
        ("baseline-order", "asks for a value to be found"),
        ("extends-literal", "there is none"),
        ("ace", "all real matrices"),
        ("chance-corrected", "not linear"),
    ):
        with pytest.raises(FormulaError, match=reason):
            impossible([property_id, "monotone"], n="3")
    assert not any(refusal(name) for name in LATTICE)
    assert all(goals(name, anything()) for name in LATTICE)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("--n 0", "begins at 1"), ("--n 0..2", "begins at 1"), ("--n 5..3", "does not fall"),
        ("--n 99", "at most 8"), ("--n 9", "at most 8"), ("--n x", "give a number of elements"),
        ("--n 3 --classes 9", "2 to 4 classes"), ("--n 4 --classes 3", "at most 3"),
        ("--n 3 --properties range", "not linear"), ("--n 3 --properties monoton", "monotone"),
        ("--n 2..3 --lattice --classes 3", "--lattice"),
    ],
)  # fmt: skip
def test_bad_input_is_one_line(words: str, told: str, capsys: Any) -> None:
    assert main(["impossible", *words.split()]) == 2
    out, line = capsys.readouterr()
    assert not out
    assert told in line
    assert line.count("\n") == 1


def test_what_a_report_proves_of_a_measure() -> None:
    """All that is asked, of two classes, and that it is defined everywhere."""
    entries: list[dict[str, Any]] = [
        {"property": "undefined-set", "verdict": "proved", "value": []},
        {"property": "symmetry", "verdict": "proved", "value": None},
        {"property": "monotone", "verdict": "refuted", "value": None},
    ]
    data: dict[str, Any] = {"measure": {}, "verdicts": entries}
    both = ("symmetry", "undefined-set")
    assert has_all(data, ())
    assert has_all(data, both[:1])
    assert has_all({**data, "measure": {"classes": 2}}, both)
    assert not has_all(data, ("symmetry", "monotone"))
    assert not has_all({**data, "measure": {"classes": 3}}, both[:1])
    assert not has_all({**data, "verdicts": entries[1:]}, both[:1])
    somewhere = {**entries[0], "value": [["TP"]]}
    assert not has_all({**data, "verdicts": [somewhere, entries[1]]}, both[:1])


def test_the_sizes_that_are_asked_for() -> None:
    assert [range_of(text) for text in ("1", " 8 ", "3..3", "1..8")] == [
        range(1, 2), range(8, 9), range(3, 4), range(1, 9),
    ]  # fmt: skip
    assert [range_of(text, classes) for text, classes in (("3", 3), ("1..2", 4))] == [
        range(3, 4), range(1, 3),
    ]  # fmt: skip


@pytest.mark.parametrize("kind", ["text", "json", "latex", "html"])
def test_all_formats(kind: str, capsys: Any) -> None:
    asked = ["--properties", ",".join(THEOREM_1), "--n", "3"]
    assert main(["impossible", *asked, "--format", kind]) == 0
    out = capsys.readouterr().out
    assert "M(1, 1, 0, n" in out or "M(1, 0, 1, n" in out or kind == "html"
