"""Properties for every number of classes, against those at a fixed number and slow definitions."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import permutations, product
from pathlib import Path
from typing import Any, cast

import pytest
from docs.test_schema import validator
from flint import fmpq
from pages import Page
from slow_classes import MEASURES, corrections, harmonic_f1, improvements, scott, worse
from tiers import exhaustive, few

from questions.test_relation_and_slope import values_of
from symbolic_measures import check, verify
from symbolic_measures.doors.cli import main
from symbolic_measures.kernel.exact import UndefinedError, compare
from symbolic_measures.kernel.truth import admits, evaluator, fails, holds, points
from symbolic_measures.meaning.every_class import (
    SIZES,
    WITH_CONSTANT,
    EveryClasses,
    is_affine,
    written,
)
from symbolic_measures.meaning.every_parts import PARTS, WITH_PAIRS, parts
from symbolic_measures.meaning.every_report import (
    EveryReport,
    EveryVerdict,
    replay_every,
    replayed_every,
)
from symbolic_measures.meaning.frameworks import battery
from symbolic_measures.meaning.padding import PADS, padded
from symbolic_measures.meaning.properties import PROPERTIES
from symbolic_measures.nouns.errors import CertificateError, FormulaError
from symbolic_measures.nouns.formula import symbol
from symbolic_measures.nouns.verdict import Step, Verdict
from symbolic_measures.questions.check import meaning
from symbolic_measures.questions.check.asked import CheckQuestion
from symbolic_measures.questions.kinds import read
from symbolic_measures.search import every_class

#: Formulas of all kinds: with n and m in sums, fractions of any sort, parameters none.
TEXTS = (
    "accuracy", "BA", "SBA", "kappa", "macro_F1", "macro_precision", "weighted_F1", "CC",
    "HmacR", "error_rate", "AC1", "sum(c/(n-a+m))", "sum((a+2*b-c)^2/(n*a))+m/n",
)  # fmt: skip
#: Sums over pairs of classes.
PAIRED = ("pairs((cij+1)*(cji+1)/(aj+bj+1+n)/(ai+bi+1+n))/m", "sum(c)/n+pairs(cij*ci/(aj+bi))/n")
STEPS = ("monotone", "strongly-monotone")
Point = dict[str, fmpq]


@cache
def answer(text: str, *ids: str, classes: str = "every") -> EveryReport:
    return cast(EveryReport, check(text, property=ids or None, classes=classes, timeout=600))


def matrix_of(m: int, seed: int) -> tuple[int, ...]:
    chance = random.Random(repr((m, seed)))
    return tuple(chance.choice((0, 0, 1, 1, 2, 3)) for _ in range(m * m))


def renamed(cells: tuple[int, ...], m: int, order: tuple[int, ...]) -> tuple[int, ...]:
    """The matrix with class order[i] in place i."""
    return tuple(cells[i * m + j] for i, j in product(order, repeat=2))


# --- the reduction: a step at some m is the step of the named classes -----------------------------


def step_places(m: int, before: Point, after: dict[str, Any]) -> tuple[int, ...]:
    """The classes that a step touches, first those of its error."""
    changed = [place for place, name in enumerate(before) if before[name] != after[name]]
    wrong = [place for place in changed if place // m != place % m]
    touched = [*divmod(wrong[0], m)] if wrong else [changed[0] // m]
    return (*touched, *(i for i in range(m) if i not in touched))


@pytest.mark.parametrize("case", few(product(TEXTS, STEPS), 5))
def test_a_step_of_m_classes_is_one_of_the_named_classes(case: tuple[str, str]) -> None:
    """At points that a goal of m classes admits, some part for every m has hypotheses that hold,
    and speaks of the same two values: so a proof of the parts is one of the goals."""
    text, property_id = case
    subject, seen = EveryClasses(text), 0
    wanted = parts(property_id, subject)
    for m in (2, 3, 4):
        reading = subject.at(m)
        goals = PROPERTIES[property_id].statement(reading).goals
        chance = random.Random(repr((text, m)))
        for goal in chance.sample(goals, min(6, len(goals))):
            for seed in range(12):
                cells = matrix_of(m, seed)
                point = dict(zip(reading.measure.cells, map(fmpq, cells), strict=True))
                if admits(goal, point) is not True:
                    continue
                after = [evaluator(cell)(point) for cell in goal.matrices[1]]
                there = dict(zip(point, after, strict=True))
                order = step_places(m, point, there)
                assert any(_agrees(part, renamed(cells, m, order), m, goal, point)
                           for part in wanted)  # fmt: skip
                seen += 1
    assert seen > 5


def _agrees(part: Any, cells: tuple[int, ...], m: int, goal: Any, point: Point) -> bool:
    frame = part.make()
    stated = part.state(frame)
    try:
        own = values_of(frame, cells, m)
    except UndefinedError:  # a term that is no rational number
        return True
    own = {**own, "m": fmpq(m)}
    if not all(holds(atom, own) for atom in stated.hypotheses):
        return False
    values = [evaluator(goal.conclusion.expr)(point), evaluator(stated.conclusion.expr)(own)]
    return compare(*values) == 0


TRANSFORMED = (
    "maximal-agreement", "minimal-agreement", "constant-baseline", "approximate-constant-baseline",
    "symmetry", "scale-invariance",
)  # fmt: skip
OF_TRANSFORMED = ("accuracy", "BA", "kappa", "macro_F1", "error_rate")


@pytest.mark.parametrize("case", few(product(OF_TRANSFORMED, TRANSFORMED), 8))
def test_transformed_formulas_have_the_values_of_transformed_matrices(case: Any) -> None:
    """The parts without named classes at diagonal, zero-diagonal, expected, exchanged matrices."""
    text, property_id = case
    subject, seen = EveryClasses(text), 0
    if property_id == "constant-baseline" and not is_affine(subject.tree):
        pytest.fail("these are affine")
    part = parts(property_id, subject, "m" if property_id in WITH_CONSTANT else None)[0]
    for m in (2, 3, 4):
        for seed in range(10):
            cells = matrix_of(m, seed)
            before, after = _transformed(property_id, cells, m)
            frame = part.make()
            goal = part.state(frame)
            try:
                expected = [subject.at(m).value_at(x) for x in (before, after)]
                own = {**values_of(frame, before, m), "m": fmpq(m), "k": fmpq(3)}
            except UndefinedError:
                continue
            stated = evaluator(goal.conclusion.expr)(own)
            given = property_id in WITH_CONSTANT
            gap = expected[0] - fmpq(m) if given else _gap(*expected)
            assert compare(stated, gap) == 0
            seen += 1
    assert seen > 3


def _gap(one: Any, other: Any) -> Any:
    return one - other


def _transformed(
    property_id: str, cells: tuple[int, ...], m: int
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """A matrix of the kind that the part is about, and what it is compared with."""
    right = [place % (m + 1) == 0 for place in range(m * m)]
    match property_id:
        case "maximal-agreement":
            kept = tuple(x if r else 0 for x, r in zip(cells, right, strict=True))
            return kept, kept
        case "minimal-agreement":
            kept = tuple(0 if r else x for x, r in zip(cells, right, strict=True))
            return kept, kept
        case "symmetry":
            return cells, tuple(cells[j * m + i] for i, j in product(range(m), repeat=2))
        case "scale-invariance":
            return cells, tuple(3 * x for x in cells)
    a = [sum(cells[i * m : i * m + m]) for i in range(m)]
    b = [sum(cells[j::m]) for j in range(m)]
    whole = tuple(x * y for x, y in product(a, b))  # n times the expected matrix
    return whole, whole


# --- verdicts -------------------------------------------------------------------------------------

BASELINES = ("constant-baseline", "approximate-constant-baseline")
#: Others are tried in `meaning/test_every_opitz.py` and `meaning/test_every_undefined.py`.
APART = (
    "prevalence-invariant", "chance-corrected", "class-sensitive", "class-decomposable",
    "undefined-set",
)  # fmt: skip
OF_COUNTS = [name for name in PARTS if name not in APART]
HOLDS = {
    "accuracy": {
        **dict.fromkeys(OF_COUNTS, "m >= 2"), **dict.fromkeys(BASELINES, "for no m >= 2"),
    },
    "BA": {
        **dict.fromkeys(OF_COUNTS, "m >= 2"),
        "symmetry": "for no m >= 2", "distance": "for no m >= 2",
        "monotone": "exactly for m = 2", "strongly-monotone": "for no m >= 2",
    },
    "macro_F1": {
        **dict.fromkeys(OF_COUNTS, "m >= 2"), "strongly-monotone": "exactly for m = 2",
        "distance": "for no m >= 2",
        **dict.fromkeys(BASELINES, "for no m >= 2"),
    },
}  # fmt: skip
CASES = [(text, own) for text in HOLDS for own in HOLDS[text]]


@pytest.mark.parametrize("case", few(CASES, 8))
def test_for_which_m_a_property_holds(case: tuple[str, str]) -> None:
    """As known; and so it is at 2, 3 and 4 classes, where every small matrix is looked at."""
    text, property_id = case
    found = answer(text, property_id)[property_id]
    assert found.holds == HOLDS[text][property_id]
    assert [item for item in verify(json.loads(answer(text, property_id).to_json()))
            if item.problem] == []  # fmt: skip
    subject = EveryClasses(text)
    for m, size in ((2, 5), (3, 3), (4, 2)):
        goals = PROPERTIES[property_id].statement(subject.at(m)).goals
        plain = [goal for goal in goals if goal.conclusion.rel != "constant-mean"]
        if found.outcome == "proved":
            assert not any(fails(goal, point) for goal in plain[:8]
                           for n in range(1, size + 1) for point in points(goal, n))  # fmt: skip


@exhaustive
@pytest.mark.parametrize("text", ["accuracy", "BA", "macro_F1", "SBA"])
@pytest.mark.parametrize("property_id", ["monotone", "weakly-monotone"])
def test_steps_of_three_classes_by_slow_definitions(text: str, property_id: str) -> None:
    found = answer(text, property_id)[property_id]
    strict = not property_id.startswith("weakly")
    failing = any(worse(MEASURES[text], corrections, n, strict) for n in range(1, 5))
    assert failing is (found.outcome != "proved")


@exhaustive
@pytest.mark.parametrize("text", ["accuracy", "BA", "macro_F1", "SBA", "kappa"])
def test_strong_steps_of_three_classes_by_slow_definitions(text: str) -> None:
    for property_id in ("strongly-monotone", "weakly-strongly-monotone"):
        found = answer(text, property_id)[property_id]
        strict = not property_id.startswith("weakly")
        failing = any(worse(MEASURES[text], improvements, n, strict) for n in range(1, 5))
        assert failing is (found.outcome != "proved")


def test_the_constant_may_depend_on_m() -> None:
    found = answer("BA", "approximate-constant-baseline")["approximate-constant-baseline"]
    assert found.proof is not None
    assert found.proof.constant == "1/m"


@exhaustive
def test_the_correlation_coefficient() -> None:
    """gosgens2021, Table 2: what holds for CC of two classes only; the maximum by the covariance,
    which is at most each variance."""
    found = answer("CC", "maximal-agreement", "minimal-agreement", "monotone", "strongly-monotone",
                   "approximate-constant-baseline", "constant-baseline")  # fmt: skip
    assert [verdict.holds for verdict in found.verdicts] == [
        "m >= 2", *["exactly for m = 2"] * 3, "m >= 2", "m >= 2",
    ]  # fmt: skip
    assert [item for item in verify(json.loads(found.to_json())) if item.problem] == []


def test_from_three_classes_on() -> None:
    """What holds for two classes only is refuted at three; what fails for two may hold then."""
    found = answer("BA", "monotone", "weakly-monotone", classes=">= 3")
    assert found["monotone"].holds == "for no m >= 3"
    assert found["weakly-monotone"].holds == "m >= 3"
    assert found["monotone"].refuted_at == 3


def test_a_measure_that_is_defined_for_few_m_only_is_not_proved() -> None:
    """1/(3-m) is defined at two classes and from four on: nothing is said of m = 3."""
    found = answer("accuracy/(3-m)", "symmetry")["symmetry"]
    assert found.outcome == "undecided"
    assert "somewhere for every m" in found.reason


@pytest.mark.parametrize("name", ["acc", "ba", "Accuracy", "macF1p", "Gorodkin"])
def test_what_is_assumed_is_assumed_of_a_parameter(name: str) -> None:
    """Not of the measure of that name: its formula is the parameter alone, for every m, too, and
    a proof about the measure is none of the constant."""
    subject = EveryClasses(name, (f"{name} > 0",))
    assert subject.tree == subject.at(4).formula == symbol(name)
    assert "acc" not in EveryClasses("acc").tree.symbols()
    (known,) = check("accuracy", ("maximal-agreement",), classes="every").verdicts
    known.proof.check("maximal-agreement", EveryClasses("acc"))
    with pytest.raises(CertificateError):
        known.proof.check("maximal-agreement", subject)


def test_a_verdict_says_what_was_replayed_and_no_more() -> None:
    """Symmetry of BA fails at two classes and at three, its monotonicity at three."""
    subject = EveryClasses("BA")
    two, three = (check("BA", "symmetry", classes=m)["symmetry"] for m in (2, 3))
    other = check("BA", "monotone", classes=2)["monotone"]
    assert (two.outcome, three.outcome, other.outcome) == ("refuted", "refuted", "proved")

    def entry(outcome: Any, *at: Verdict, name: str = "symmetry") -> dict[str, Any]:
        return EveryVerdict(name, outcome, 2, at=tuple(enumerate(at, 2))).to_data()

    reasoned = {**entry("undecided"), "reason": "no idea"}
    monotone = entry("undecided", name="monotone"), entry("undecided", other, name="monotone")
    for good in (entry("refuted", two), reasoned, *monotone):
        assert replayed_every(subject, good).to_data() == good
    more = {**entry("undecided"), "holds": "m >= 2"}
    for bad in (entry("refuted"), entry("refuted", two, three), entry("undecided", two), more,
                entry("refuted", other, name="monotone"), entry("no outcome"),
                entry("undecided", name="tp-monotone")):  # fmt: skip
        with pytest.raises(CertificateError):
            replayed_every(subject, bad)


def test_a_part_of_a_derivation_says_that_it_is_asked_for_every_m() -> None:
    asked: Any = CheckQuestion("accuracy", property=("symmetry",), classes="every")
    answer = check("accuracy", ("symmetry",), classes="every").to_data()
    said = meaning.parts(asked)
    assert said == {key: answer[key] for key in ("classes", "measure", "asked")}


def test_a_report_for_every_m_is_what_was_asked_and_what_replays() -> None:
    report = check("accuracy", ("symmetry", "class-symmetry"), classes="every")
    with pytest.raises(KeyError):
        report["monotone"]
    data = report.to_data()
    exchanged = {**data, "verdicts": data["verdicts"][::-1]}
    broken = copy.deepcopy(data)
    broken["verdicts"][0]["verdict"] = "refuted"
    about_another = EveryVerdict(
        "monotone", "undecided", 2, at=((2, check("accuracy", "symmetry")["symmetry"]),)
    ).to_data()
    other = {**data, "asked": ["monotone"], "verdicts": [about_another]}

    def checked(data: dict[str, Any]) -> Iterator[Any]:
        yield (yield from replay_every(data))

    for wrong in (exchanged, {**data, "complete": False}, broken, other):
        *lines, whole = checked(wrong)
        assert [line.problem for line in lines if line.problem]
        assert whole is None


def test_each_part_speaks_of_something_by_a_proof() -> None:
    subject = EveryClasses("accuracy")
    known = check("accuracy", "symmetry", classes="every")["symmetry"].proof
    known.check("symmetry", subject)
    ((general, _),) = known.parts
    with pytest.raises(CertificateError):
        replace(known, parts=((general, Step("no-such-rule")),)).check("symmetry", subject)


@pytest.mark.parametrize("name", ["s", "pair1"])
def test_a_parameter_has_a_name_of_its_own(name: str) -> None:
    subject = EveryClasses(f"{name}*sum(c)/n", (f"{name} > 0",))
    with pytest.raises(FormulaError, match=f"^{name} already has a meaning"):
        parts("symmetry", subject)


def test_every_property_of_several_classes_has_a_statement_for_every_m() -> None:
    assert {*battery("all", 3), "undefined-set"} == set(PARTS)
    with pytest.raises(FormulaError, match="tn-invariance is not stated for every m"):
        parts("tn-invariance", EveryClasses("BA"))


# --- padding --------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", few([*TEXTS[:5], "CC", "AC1", *PAIRED], 6))
@pytest.mark.parametrize("right", [0, 1])
def test_a_padded_measure_is_that_of_the_padded_matrix(text: str, right: int) -> None:
    subject, seen = EveryClasses(text), 0
    for classes, m in ((2, 3), (2, 4), (3, 4), (3, 5)):
        reading = padded(subject, classes, right)
        for seed in range(8):
            cells = matrix_of(classes, seed)
            rows = [[0] * m for _ in range(m)]
            for place, cell in enumerate(cells):
                rows[place // classes][place % classes] = cell
            for i in range(classes, m):
                rows[i][i] = right
            whole = tuple(cell for row in rows for cell in row)
            try:
                expected = subject.at(m).value_at(whole)
            except UndefinedError:
                with pytest.raises(UndefinedError):
                    reading.value_at(cells, m=m)
                continue
            try:
                found = reading.value_at(cells, m=m)
            except UndefinedError:  # a term of two added classes without a value, where one is
                assert (text, right, m) == (PAIRED[1], 0, classes + 1)
                continue
            assert compare(found, expected) == 0
            seen += 1
    assert seen or (right == 0 and text in ("BA", "SBA", "macro_F1", PAIRED[1]))


@pytest.mark.parametrize("text", PAIRED)
def test_pairs_at_matrices_that_are_alike(text: str) -> None:
    subject = EveryClasses(text)
    for m in (2, 3, 4, 5):
        value = evaluator(written(subject.tree, SIZES))({"m": fmpq(m)})
        assert compare(value, subject.at(m).value_at((1,) * m**2)) == 0


def test_symmetric_where_there_are_few_classes_only() -> None:
    """At 2, 3 and 4 classes it is n; at 5, a row of two elements is no column of two."""
    text = "(m-2)*(m-3)*(m-4)*sum(a^(2/3))+n"
    assert answer(text, "symmetry")["symmetry"].outcome != "proved"
    row, column = ((1, 1, 0, 0, 0) + (0,) * 20, (1, 0, 0, 0, 0, 1) + (0,) * 19)
    assert compare(*map(EveryClasses(text).at(5).value_at, (row, column))) != 0
    row, column = ((1, 1, 0) + (0,) * 6, (1, 0, 0, 1) + (0,) * 5)
    assert compare(*map(EveryClasses(text).at(3).value_at, (row, column))) == 0


@pytest.mark.parametrize(("text", "symmetric"), [
    (PAIRED[0], True), (PAIRED[1], False), ("pairs(cij*ai)/n^2", False),
    ("pairs(cij*(ai+bj))/n^2", True), ("pairs(cij*bi)/n^2+sum(c)/n", False),
])  # fmt: skip
def test_which_sums_over_pairs_are_symmetric(text: str, symmetric: bool) -> None:
    """As the values at small matrices say."""
    found = answer(text, "class-symmetry", "symmetry")
    assert found["class-symmetry"].holds == "m >= 2"
    assert (found["symmetry"].outcome == "proved") is symmetric
    reading = EveryClasses(text).at(3)
    turned = [3 * j + i for i, j in product(range(3), repeat=2)]
    matrices = [matrix_of(3, seed) for seed in range(6)]
    pairs = [(cells, tuple(cells[k] for k in turned)) for cells in matrices if any(cells)]
    assert all(compare(*map(reading.value_at, pair)) == 0 for pair in pairs) is symmetric


@pytest.mark.parametrize(("text", "invariant"), [
    (PAIRED[0], False), ("pairs(cij*cji)/n^2", True), ("pairs(cij*cji)/n", False),
    ("pairs(cij/(ai+bj))/m+sum(c)/n", True), ("pairs(cij*cji/(n+ai))/n", True),
    ("pairs((cij+1)/n)", False), ("pairs(xlogy(cij,cji/aj))/n", True),
    ("pairs(xlogy(cij,cji/aj))+pairs(cij)", False), ("pairs(xlogy(cij,cji)/n)", False),
    ("pairs(cij/ai)/pairs(cij/bi)", True),
])  # fmt: skip
def test_which_sums_over_pairs_are_scale_invariant(text: str, invariant: bool) -> None:
    """As the values at small matrices say."""
    found = answer(text, "scale-invariance")["scale-invariance"]
    assert (found.outcome == "proved", found.holds == "m >= 2") == (invariant, invariant)
    for m in (2, 3, 4):
        reading, changed = EveryClasses(text).at(m), False
        for cells in (tuple(x + 1 for x in matrix_of(m, seed)) for seed in range(4)):
            values = [reading.value_at(tuple(k * x for x in cells)) for k in (1, 2, 5)]
            changed |= any(compare(value, values[0]) != 0 for value in values)
        assert changed is not invariant


def test_facts_of_several_kinds_together() -> None:
    """Covariances against variances, and that no class has all elements."""
    assert answer("Peirce", "maximal-agreement")["maximal-agreement"].holds == "m >= 2"


@exhaustive
def test_the_means_of_recall_and_precision_one_by_one() -> None:
    """Their harmonic mean grows with each, and is below 1 where both are."""
    found = answer("macro_F1_of_means", "maximal-agreement", "monotone")
    assert {verdict.holds for verdict in found.verdicts} == {"m >= 2"}
    assert not any(worse(harmonic_f1, corrections, n, True) for n in range(3, 5))


@exhaustive
@pytest.mark.parametrize("property_id", ["monotone", "weakly-monotone"])
def test_squares_of_sizes_against_the_square_of_their_sum(property_id: str) -> None:
    """Scott's pi, by the sizes of the classes that no error moves: a fact with a sum in it.  The
    same proof with what is not so in each class is none."""
    found = answer("Scott_pi", property_id)
    assert found[property_id].holds == "m >= 2"
    assert not any(worse(scott, corrections, n, True) for n in range(1, 5))
    data = json.loads(found.to_json())
    assert not any(item.problem for item in verify(data))
    first, _ = data["verdicts"][0]["every"]["parts"]
    assert "sum(a + b)" in first["facts"][0]["term"]
    for term in (
        "(a + b)*(sum(a + b) - 2*(a + b))", "(a + b)*(sum(a) - (a + b))", "(a + b)*(0 - (a + b))",
        "(a + b)*(sum(a - b) - (a + b))", "(a + b)*(sum(1/a) - (a + b))",
    ):  # fmt: skip
        forged = copy.deepcopy(data)
        forged["verdicts"][0]["every"]["parts"][0]["facts"][0]["term"] = term
        with pytest.raises(CertificateError):
            read(forged)


def test_nothing_else_is_stated_of_sums_over_pairs() -> None:
    subject = EveryClasses("CE")
    assert not is_affine(subject.tree)
    for property_id in sorted(set(PARTS) - {*WITH_PAIRS}):
        constant = "0" if property_id in WITH_CONSTANT else None
        with pytest.raises(FormulaError, match="not for every m"):
            parts(property_id, subject, constant)


@exhaustive
def test_confusion_entropy_for_every_m() -> None:
    """gosgens2021, Table 2: the counterexamples at two classes, with classes added."""
    ids = ("maximal-agreement", "distance", "monotone", "strongly-monotone", *BASELINES)
    found = answer("CE", *ids)
    assert {verdict.holds for verdict in found.verdicts} == {"for no m >= 2"}
    assert [item for item in verify(json.loads(found.to_json())) if item.problem] == []


def test_padding_keeps_what_a_property_speaks_of() -> None:
    """A padded point is one of the property's goals at more classes: a pair of the same kind."""
    assert set(PADS) <= set(PROPERTIES)
    assert all(PADS[name] == (0,) for name in ("minimal-agreement", "scale-invariance"))


def test_a_family_is_refuted_at_each_larger_m() -> None:
    found = answer("BA", "monotone")["monotone"]
    assert found.family is not None
    _, against = found.at[-1]
    assert against.witness is not None
    cells = [list(map(int, matrix)) for matrix in against.witness.matrices]
    for m in (4, 5, 6):
        reading, values = EveryClasses("BA").at(m), []
        for own in cells:
            rows = [[0] * m for _ in range(m)]
            for place, cell in enumerate(own):
                rows[place // 3][place % 3] = cell
            for i in range(3, m):
                rows[i][i] = found.family.right
            values.append(reading.value_at(tuple(cell for row in rows for cell in row)))
        assert compare(values[1], values[0]) <= 0


# --- expectations ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("text", "affine"), [
    ("accuracy", True), ("BA", True), ("kappa", True), ("macro_F1", True), ("CC", True),
    ("macro_Jaccard", False), ("HmacR", False), ("Bangdiwala_B", False), ("sum(c)*sum(c/a)", False),
    ("sqrt(sum(c))", False), ("macro_F1_of_means", False),
])  # fmt: skip
def test_what_is_affine_at_fixed_sizes(text: str, affine: bool) -> None:
    subject = EveryClasses(text)
    assert is_affine(subject.tree) is affine
    if not affine:
        with pytest.raises(FormulaError, match="not seen to be affine"):
            parts("constant-baseline", subject, "1")


# --- doors ----------------------------------------------------------------------------------------


def test_on_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    asked = [
        "check",
        "BA",
        "--classes",
        "every",
        "--property",
        "monotone",
        "--property",
        "symmetry",
    ]
    assert main(asked) == 0
    told = capsys.readouterr().out
    assert "monotone: refuted; exactly for m = 2" in told
    assert main([*asked, "--require", "symmetry"]) == 1
    assert "required symmetry is refuted" in capsys.readouterr().err


@pytest.mark.parametrize(("text", "more", "message"), [
    ("c11/n", (), "c11 is a cell of a given number of classes"),
    ("TP/n", (), "TP belongs to one class: write it in sum"),
    ("F1", (), "F1 is a binary measure; write micro"),
    ("pairs(sum(c))", (), "may not stand within another sum over classes"),
    ("product(c/a)", (), "product(...) is not for every m"),
    ("1/2", (), "speaks of no matrix"),
    ("accuracy", ("--reading", "brzezinski-extended"), "is not for every number of classes"),
    ("accuracy", ("--convention", "n == 0: 1"), "is not for every number of classes"),
    ("accuracy", ("--property", "tn-invariance"), "tn-invariance is about two classes"),
])  # fmt: skip
def test_bad_input(
    text: str, more: tuple[str, ...], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check", text, "--classes", "every", *more]) == 2
    told = capsys.readouterr().err
    assert message in told
    assert told.count("\n") == 1


@pytest.mark.parametrize("classes", ["x", ">= 7", "> 2", "every m", "2.5"])
def test_no_number_of_classes(classes: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "accuracy", "--classes", classes]) == 2
    assert f"classes {classes!r}: give a number from 2 to 6, every" in capsys.readouterr().err


def test_a_measure_for_every_m_is_a_text() -> None:
    with pytest.raises(FormulaError, match="given as text"):
        check(1 * __import__("sympy").Symbol("TP"), classes="every")


def test_every_format() -> None:
    found = answer("BA", "symmetry", "monotone", "approximate-constant-baseline")
    assert validator("every").is_valid(found.to_data())
    assert "exactly for m = 2" in str(found)
    assert "exactly for m = 2" in found.rendered("html")
    assert not Page(found.rendered("html_fragment")).all("script")
    assert "documentclass" in found.rendered("latex")
    assert list(found.to_frame()["holds"])[1] == "exactly for m = 2"
    assert read(json.loads(found.to_json())).to_json() == found.to_json()


# --- forged files ---------------------------------------------------------------------------------


def forgeries() -> Iterator[tuple[str, dict[str, Any]]]:
    """Files that say more than was shown."""
    good = answer("BA", "symmetry", "monotone", "weakly-monotone", "approximate-constant-baseline")

    def changed() -> Any:
        return copy.deepcopy(json.loads(good.to_json()))

    data = changed()
    data["verdicts"][1]["holds"] = "m >= 2"
    yield "another set of m", data
    data = changed()
    data["verdicts"][1] |= {"verdict": "proved", "every": data["verdicts"][2]["every"], "at": [],
                            "larger": None, "holds": "m >= 2"}  # fmt: skip
    yield "the proof of the weak form for the strict one", data
    data = changed()
    data["verdicts"][1]["at"] = data["verdicts"][1]["at"][1:]
    yield "without the proof at m = 2", data
    data = changed()
    data["verdicts"][1]["larger"]["right"] = 0
    yield "padded with empty classes, where the measure is undefined", data
    data = changed()
    data["verdicts"][1]["larger"]["proofs"].pop()
    yield "a family without one of its proofs", data
    data = changed()
    data["verdicts"][3]["every"]["constant"] = "1/2"
    yield "another constant", data
    data = changed()
    data["verdicts"][3]["every"]["constant"] = "sum(c/a)/m"
    yield "a constant that is none", data
    data = changed()
    del data["verdicts"][2]["every"]["parts"][1]
    yield "a part is missing", data
    data = changed()
    parts_of = data["verdicts"][2]["every"]["parts"]
    parts_of[0], parts_of[1] = parts_of[1], parts_of[0]
    parts_of[0]["sample"] = parts_of[1]["sample"] = {"rule": "clear"}
    yield "nothing shows that it speaks of something", data
    data = changed()
    data["verdicts"][2]["every"]["parts"][0]["facts"] = [
        {"term": "c - a", "relation": ">=", "proof": {"rule": "clear"}}
    ]
    yield "a fact that does not hold in every class", data
    data = changed()
    data["classes"] = ">= 3"
    yield "other numbers of classes", data
    data = changed()
    data["measure"]["formula"] = "macro_precision"
    yield "another measure", data
    data = changed()
    data["measure"]["higher_is_better"] = False
    yield "the other orientation", data
    data = changed()
    data["asked"] = data["asked"][::-1]
    yield "other questions", data
    data = changed()
    data["verdicts"].pop()
    yield "a verdict is missing", data
    data = changed()
    data["verdicts"][1]["at"][-1]["classes"] = 4
    yield "the counterexample at another number of classes", data


#: How many forgeries there are.
FORGED = 16


@pytest.mark.parametrize("number", few(range(FORGED), 6))
def test_forged_files_are_refused(number: int) -> None:
    every = list(forgeries())
    assert len(every) == FORGED
    with pytest.raises(CertificateError):
        read(every[number][1])


@pytest.mark.parametrize("text", few(TEXTS, 3))
def test_a_permutation_is_not_shown_but_seen(text: str) -> None:
    """The one part that compares a formula with itself: sums over classes do not depend on their
    order, for formulas of all kinds."""
    subject = EveryClasses(text)
    for m in (3, 4):
        for seed in range(4):
            cells = matrix_of(m, seed)
            try:
                here = subject.at(m).value_at(cells)
            except UndefinedError:
                continue
            for order in list(permutations(range(m)))[1:4]:
                assert compare(here, subject.at(m).value_at(renamed(cells, m, order))) == 0


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_weak_form_is_proved_by_the_strict_proof(
    jobs: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In whatever order they are asked; nothing else is proved for it, and it is replayed."""
    looked: list[str] = []
    plain = every_class.prove_every

    def counted(property_id: str, *rest: Any) -> Any:
        looked.append(property_id)
        return plain(property_id, *rest)

    monkeypatch.setattr(every_class, "prove_every", counted)
    report = check("BA", property=["weakly-monotone", "monotone"], classes="every", jobs=jobs)
    weak, strict = report["weakly-monotone"], report["monotone"]
    assert [verdict.property for verdict in report.verdicts] == ["weakly-monotone", "monotone"]
    assert [weak.outcome, strict.outcome] == ["proved", "refuted"]  # not a weak form's business
    report = check("accuracy", property=["weakly-monotone", "monotone"], classes="every", jobs=jobs)
    weak, strict = report["weakly-monotone"], report["monotone"]
    assert weak.holds == strict.holds == "m >= 2"
    for (general, sample), (other, same) in zip(weak.proof.parts, strict.proof.parts, strict=True):
        assert general.facts == other.facts
        assert general.step == Step("strictly", {}, (other.step,))
        assert sample == same
    assert [item for item in verify(json.loads(report.to_json())) if item.problem] == []
    if jobs == 1:
        assert looked == ["monotone", "weakly-monotone", "monotone"]


def test_what_is_soon_proved_is_not_enumerated(monkeypatch: pytest.MonkeyPatch) -> None:
    """And what a small matrix fails is not proved at length."""
    looked: list[str] = []
    plain = every_class._quickly

    def counted(found: EveryVerdict, *rest: Any) -> Any:
        looked.append(found.property)
        return plain(found, *rest)

    monkeypatch.setattr(every_class, "_quickly", counted)
    asked = {"property": ["class-symmetry", "symmetry"], "classes": ">= 3"}
    assert [v.outcome for v in check("CC", **asked).verdicts] == ["proved", "proved"]
    assert looked == []
    monkeypatch.setattr(every_class, "PROOF", 0)
    found = check("BA", **asked)
    assert [(v.outcome, v.reason) for v in found.verdicts] == [("proved", ""), ("refuted", "")]
    assert looked == ["symmetry"]


# --- several processes, and a folder of verdicts --------------------------------------------------


def test_several_processes_give_the_same_report() -> None:
    ids = ["symmetry", "monotone", "approximate-constant-baseline"]
    alone, shared = (
        check("BA", property=ids, classes="every", jobs=jobs).to_data() for jobs in (1, 2)
    )
    for data in (alone, shared):
        for place, verdict in enumerate(data["verdicts"]):
            verdict["seconds"] = 0
            for item in verdict["at"]:
                item["verdict"]["seconds"] = 0
            assert verdict["property"] == ids[place]
    assert alone == shared


def test_verdicts_are_kept_and_replayed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A second run decides nothing; a kept verdict that was changed is decided anew."""
    ids, asked = ["symmetry", "weakly-monotone"], {"classes": "every", "cache": str(tmp_path)}
    first = check("BA", property=ids, **asked).to_json()
    files = sorted(tmp_path.iterdir())
    assert len(files) == 2
    decided: list[str] = []
    plain = every_class.decide_every

    def counted(property_id: str, *rest: Any) -> Any:
        decided.append(property_id)
        return plain(property_id, *rest)

    monkeypatch.setattr(every_class, "decide_every", counted)
    assert check("BA", property=ids, **asked).to_json() == first
    assert decided == []
    assert check("BA", property=ids, **{**asked, "classes": ">= 3"})["symmetry"].least == 3
    assert decided == ids
    for file in files:
        data = json.loads(file.read_text())
        data["holds"] = "m >= 3"
        file.write_text(json.dumps(data))
    decided.clear()
    again = check("BA", property=ids, **asked)
    assert decided == ids
    assert [verdict.holds for verdict in again.verdicts] == ["for no m >= 2", "m >= 2"]
