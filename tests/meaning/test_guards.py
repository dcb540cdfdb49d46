"""Guards that keep out what search never finds and the other quick tests do not type."""

from __future__ import annotations

import copy
from fractions import Fraction
from typing import Any

import pytest
from flint import fmpq
from questions.spoiling import kept
from slow_positive import at_random, derivative, mixed, with_ones

from symbolic_measures.kernel.exact import compare
from symbolic_measures.kernel.truth import evaluator, holds
from symbolic_measures.meaning import class_sums, multiclass, scikit_learn
from symbolic_measures.meaning.approaches import approaches, limit_statement, weighted
from symbolic_measures.meaning.averaging_parts import parts as parts_of_average
from symbolic_measures.meaning.averaging_proofs import constraint as sum_of_values
from symbolic_measures.meaning.class_sums import Frame
from symbolic_measures.meaning.conditions import RegionError, denied
from symbolic_measures.meaning.every_class import EveryClasses
from symbolic_measures.meaning.every_m import General, read_fact
from symbolic_measures.meaning.every_parts import parts as every_parts
from symbolic_measures.meaning.every_report import EveryProof
from symbolic_measures.meaning.expansions import chain
from symbolic_measures.meaning.extended import ALL, Signs, extended
from symbolic_measures.meaning.families import expected
from symbolic_measures.meaning.filling import FULL, point_of, unfulfilled
from symbolic_measures.meaning.instances import VALUE, Instance, InstanceError, constraint, value_at
from symbolic_measures.meaning.kept import replayed_kept
from symbolic_measures.meaning.measure import Reading
from symbolic_measures.meaning.normalisers import Normaliser, condition
from symbolic_measures.meaning.padding import failing
from symbolic_measures.meaning.properties import PROPERTIES
from symbolic_measures.meaning.ratios import has_ratio, proportions
from symbolic_measures.meaning.readings import WHOLE, _written_otherwise
from symbolic_measures.meaning.replay import replayed, without_statement
from symbolic_measures.meaning.sides import subject_of
from symbolic_measures.meaning.subjects import (
    convention,
    find_property,
    measure,
    measure_data,
    refuse_what_is_no_measure,
)
from symbolic_measures.nouns.confusion import CELLS
from symbolic_measures.nouns.errors import CertificateError, FormulaError
from symbolic_measures.nouns.formula import Formula, formula, symbol
from symbolic_measures.nouns.parser import parse
from symbolic_measures.nouns.statement import Atom, Goal, Statement, Variable
from symbolic_measures.nouns.verdict import Step, Verdict
from symbolic_measures.questions.kinds import read

A, B, Q, X, Y = map(symbol, "abqxy")
ONE = formula(1)
ONES = ["1"] * 4
#: Its values are not told apart from 0, and they are 0.
NOBODY_KNOWS = "log(1 + sqrt(2)) + log(sqrt(2) - 1)"


def refuted(property_id: str, value: Any = None) -> Verdict:
    return Verdict(property_id, "refuted", Statement(property_id, "M", "", ()), value=value)


# --- sums over classes --------------------------------------------------------------------------


@pytest.mark.parametrize("text", [
    "sum(c/sum(a))", "sum(c*sum(a))/n^2", "calibrated(sum(c/sum(a)))", "micro(sum(TP))",
    "weighted(sum(TP))", "sum(calibrated(c/a))", "macro(mean(TP))", "pairs(cij*sum(c))",
])  # fmt: skip
def test_no_sum_of_a_measure_stands_within_another(text: str) -> None:
    """What is stated for every m of the sums of a measure takes this for granted."""
    with pytest.raises(FormulaError, match="may not stand within another sum"):
        _ = EveryClasses(text).tree


def test_terms_that_are_not_read_are_not_summed() -> None:
    with pytest.raises(FormulaError, match="a denominator is identically zero"):
        Frame().rest(A / (B - B))


def test_a_root_of_what_has_no_plain_sign_is_summed_as_it_stands() -> None:
    """Of what is read, a root of (a - b)^2 is no a - b, and a part of it no sum of its own."""
    root = Formula("sqrt", ONE / (A - B))
    frame = Frame()
    assert str(frame.rest(ONE - root / symbol("n"))) == "m - sum1/n"
    assert [*frame.terms] == [root]
    assert str(frame.rest(A * root)) == "sum2"


def test_a_division_with_remainder_is_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    body = (A * A + B) / (A + ONE)
    assert str(Frame().rest(body)) == "n + -1*m + sum1 + sum2"
    monkeypatch.setattr(class_sums, "divmod", lambda x, y: (x // y + 1, x % y), raising=False)
    with pytest.raises(FormulaError, match="a division with remainder failed"):
        Frame().rest(body)


def test_the_sum_of_q_is_m_only_over_all_classes() -> None:
    """The sum over j of c_ji/a_j, over all i, is m; over all i but one it may be anything."""
    assert Frame().rest(Q) == symbol("m")
    with pytest.raises(FormulaError, match="no class can be looked at apart"):
        Frame(1).take(read_fact("calibrated(b) >= 0"))


def test_a_fact_about_other_classes_speaks_of_one_of_them() -> None:
    """A sum over all classes is none over those that are not named: it is not written for one."""
    total = class_sums.class_sums("sum(a)")
    assert Frame()._inside(total) == symbol("n")
    with pytest.raises(FormulaError, match="speaks of one class only"):
        Frame(1)._inside(total)
    with pytest.raises(FormulaError, match="sums of products of a, b and c"):
        Frame(1).shown(read_fact("sum(a - b) - a >= 0"), ())


def test_a_fact_is_about_one_class() -> None:
    with pytest.raises(FormulaError, match="is not about one class"):
        read_fact("c) + sum(a >= 0")


def test_a_proof_for_every_m_has_no_more_parts() -> None:
    data = kept("every-mean")["verdicts"][0]["every"]
    assert EveryProof.from_data(data, ()).to_data() == data
    with pytest.raises(CertificateError, match="not in the form that is written"):
        EveryProof.from_data({**data, "more": 1}, ())


def test_a_proof_for_every_m_is_of_parameters_that_there_are() -> None:
    nobody = EveryClasses("t*sum(c)/n", ("t > 0", "t < 0"))
    wanted = len(every_parts("symmetry", nobody))
    some = General((), Step("coefficients")), Step("evaluate")
    with pytest.raises(CertificateError, match=f"has {wanted} parts, not {wanted + 1}"):
        EveryProof((some,) * (wanted + 1)).check("symmetry", nobody)
    with pytest.raises(CertificateError, match="no parameters are found that are admitted"):
        EveryProof((some,) * wanted).check("symmetry", nobody)


# --- matrices that are filled up ----------------------------------------------------------------


def test_a_measure_with_parameters_is_not_filled_up_at_their_values() -> None:
    subject = EveryClasses("t*sum(c)/n", ("t > 0",))
    for property_id in ("class-decomposable", "chance-corrected"):
        with pytest.raises(FormulaError, match="with parameters is not filled up"):
            unfulfilled(subject, 2, refuted(property_id, {"no p": []}), ONE)


def test_what_is_refuted_at_its_own_point_is_not_refuted_at_another() -> None:
    with pytest.raises(CertificateError, match="refuted at its own point"):
        unfulfilled(EveryClasses("sum(c)/n"), 2, refuted("opitz-monotone"), ONE)
    with pytest.raises(CertificateError, match="by a counterexample"):
        point_of(refuted("symmetry"))
    with pytest.raises(CertificateError, match=f"not refuted by padding with {FULL}"):
        failing(EveryClasses("sum(c)/n"), 2, refuted("prevalence-invariant"), FULL)


#: As a function of the number of right elements it is least, with the value 1, at m + 3 of them.
LEAST = "(sum(c) - m - 3)^2 + 1"


def _least(matrix: Any) -> Any:
    right = sum((row[i] for i, row in enumerate(matrix)), Fraction(0))
    return (right - len(matrix) - 3) * (right - len(matrix) - 3) + 1


@pytest.mark.parametrize(("corner", "least"), [((2, 3), True), ((1, 1), False)])
def test_a_mixed_derivative_alone_is_that_at_the_filled_matrix(
    corner: tuple[int, int], least: bool
) -> None:
    block = [[Fraction(corner[0]), Fraction(1)], [Fraction(1), Fraction(corner[1])]]
    texts = [str(cell) for row in block for cell in row]
    value = {"no p": [], "mixed": ["TP", "TN"], "matrix": texts}
    found = unfulfilled(EveryClasses(LEAST), 2, refuted("class-decomposable", value), ONE)
    assert [goal.conclusion.rel for goal in found] == [">", "==", "!="]
    for m in (3, 4, 5):
        place, matrix = {"m": fmpq(m)}, with_ones(block, m)
        assert all(holds(atom, place) for goal in found for atom in goal.hypotheses)
        one, other = (derivative(_least, matrix, cell) for cell in ((0, 0), (1, 1)))
        numbers = _least(matrix), one * other, mixed(_least, matrix, (0, 0), (1, 1))
        for goal, number in zip(found, numbers, strict=True):
            exact = fmpq(Fraction(number).numerator, Fraction(number).denominator)
            assert compare(evaluator(goal.conclusion.expr)(place), exact) == 0
        assert all(holds(goal.conclusion, place) for goal in found) is least


@pytest.mark.parametrize("value", [
    {"no p": [], "mixed": ["TP", "FN"], "matrix": ONES},
    {"no p": [], "mixed": ["TN", "TN"], "matrix": ONES},
    {"no p": [[["TP", "TN"], ONES]]}, {"no p": [[["TP", "TN"], ONES]] * 3},
    {"no p": [[["TP", "TN"], ONES], [["TP", "FP"], ONES]]},
])  # fmt: skip
def test_cells_that_share_a_class_refute_no_exponent(value: Any) -> None:
    with pytest.raises(CertificateError, match="share"):
        unfulfilled(EveryClasses("sum(c)/n"), 2, refuted("class-decomposable", value), ONE)


def test_a_number_of_classes_is_a_whole_number() -> None:
    data = kept("every-opitz")
    entry = next(verdict for verdict in data["verdicts"] if verdict.get("at"))
    entry["at"][0]["classes"] = 2.0
    with pytest.raises(CertificateError, match="the parts are classes and verdict"):
        read(data)


def test_three_classes_have_six_weights() -> None:
    subject, weights = EveryClasses("sum(c)/n"), ["e", "2", "1", "1", "3*e", "1"]
    for few in (weights[:5], [*weights, "1"]):
        with pytest.raises(TypeError, match="there are 6 weights"):
            unfulfilled(subject, 3, refuted("chance-corrected", {"weights": few}), ONE)
    (goal,) = unfulfilled(subject, 3, refuted("chance-corrected", {"weights": weights}), ONE)
    for m, e in ((4, 1), (4, 7), (6, 2)):
        own = [[*part, *[1] * (m - 3)] for part in ((e, 2, 1), (1, 3 * e, 1))]
        shares = [[Fraction(weight, sum(part)) for weight in part] for part in own]
        matrix = at_random(*shares)
        value = sum(matrix[i][i] for i in range(m)) / sum(map(sum, matrix))
        above = Fraction(value) - (1 - Fraction(m**2, e))
        found = evaluator(goal.conclusion.expr)({"m": fmpq(m), "e": fmpq(e)})
        assert compare(found, fmpq(above.numerator, above.denominator)) == 0


def test_a_derivative_speaks_of_sums_of_the_measure_alone() -> None:
    """That of sum(sqrt(c*n)), say, of a sum that may have no value where the measure has one."""
    with pytest.raises(FormulaError, match="speaks of other sums than the measure"):
        unfulfilled(EveryClasses("sum(sqrt(c*n))/n"), 2, refuted("class-sensitive"), ONE)


def test_of_a_sum_over_pairs_no_two_cells_are_alike() -> None:
    """Its derivative in a cell is none of the letters of two classes and of sums over classes."""
    with pytest.raises(FormulaError, match="a sum over pairs is not for every m"):
        unfulfilled(EveryClasses("pairs(cij)/n"), 2, refuted("class-sensitive"), ONE)


def test_goals_of_filled_matrices_name_their_parameters() -> None:
    subject = EveryClasses("t*sum(c)/n", ("t > 0",))
    for goal in unfulfilled(subject, 2, refuted("class-sensitive"), ONE):
        names = [variable.name for variable in goal.variables]
        assert len(names) == len(set(names))
        atoms = (*goal.hypotheses, goal.conclusion)
        assert "t" in {name for atom in atoms for name in atom.expr.symbols()} <= set(names)


# --- signs where values may be infinite ---------------------------------------------------------


def test_signs_that_are_not_seen() -> None:
    signs = Signs(measure("F1"))
    assert signs.of(parse("TP^2 - FN")) == ALL
    assert signs.of(symbol("TP") ** Formula("sqrt", formula(2))) == ALL
    assert signs.of(parse("1/(TP*FN - FN*TP)")) == frozenset()  # nowhere defined
    signs, names = Signs(measure("g*TP^beta/n", assume=["g", "beta > 0"])), ("g", "beta")
    assert signs.of(parse("g^beta", parameters=names)) == {0, 1}
    assert signs.of(parse("g^(1/(beta - beta))", parameters=names)) == frozenset()


@pytest.mark.parametrize(("text", "seen"), [
    ("g^2", {0, 1}), ("g^3", ALL), ("g^(-2)", {1}), ("g^(-1)", {-1, 1}), ("g^4", {0, 1}),
    ("g^(1/2)", {0, 1}), ("g^(-1/3)", {1}), ("g^0", {1}), ("(0 - b)^3", {-1}), ("(0 - b)^2", {1}),
])  # fmt: skip
def test_signs_of_powers(text: str, seen: set[int]) -> None:
    """Of any number g, and of b > 0; 0^0 is 1."""
    signs = Signs(measure("g*TP/(b*n)", assume=["g", "b > 0"]))
    assert signs.of(parse(text, parameters=("g", "b"))) == seen


def test_the_power_0_of_a_finite_part_is_finite() -> None:
    assert extended(measure("(TP-FN)^0*n")) is None
    found = extended(measure("(TP-FN)^0 + TP/FN"))
    assert found is not None
    assert evaluator(found.order)({"TP": fmpq(1), "FN": fmpq(0)}) == 1
    assert evaluator(found.order)({"TP": fmpq(1), "FN": fmpq(1)}) == fmpq(2, 3)


def test_an_assumption_that_is_not_read_says_nothing_of_a_sign() -> None:
    """Its polynomial is too large; to who looks at b = 0 and b = 1 alone it is linear, and b > 0
    follows.  It holds of b = -5, too."""
    powers = [f"((((b+{number})^10)^10)^10)^2" for number in (1, 2)]
    large = measure("b*TP/n", assume=[f"{'*'.join(powers)} > 3*((((2)^10)^10)^10)^2"])
    assert 4**2000 * 3**2000 > 3 * 2**2000 > 1**2000 * 2**2000
    assert Signs(large).of(symbol("b")) == ALL
    assert Signs(measure("b*TP/n", assume=["b + 1 > 1"])).of(symbol("b")) == {1}


# --- linear constraints -------------------------------------------------------------------------


def test_a_value_that_is_not_told_is_no_number_of_a_constraint() -> None:
    cells = (Fraction(1), Fraction(0), Fraction(0), Fraction(0))
    assert value_at(measure("TP/(log(8)/log(2) - 3)"), cells, {}) is None
    with pytest.raises(InstanceError, match="zero within 2048 bits"):
        value_at(measure(f"TP/({NOBODY_KNOWS})"), cells, {})
    refuse_what_is_no_measure(Reading(measure(f"TP/({NOBODY_KNOWS})")))  # not seen to be none


def test_expectations_are_those_at_admitted_parameters() -> None:
    instance = Instance("constant-baseline", 0, sizes=((3, 1, 1), (3, 1, 2)))
    assert constraint(instance, measure("F_beta"), {"beta": fmpq(1)})[0].relation == "=="
    with pytest.raises(InstanceError, match="the hypothesis beta > 0 does not hold"):
        constraint(instance, measure("F_beta"), {"beta": fmpq(-1)})


def test_parameters_are_no_variables_of_an_instance() -> None:
    point = tuple(zip(CELLS, (1, 1, 0, 0), strict=True))
    found, places = constraint(
        Instance("symmetry", 0, point), measure("F_beta"), {"beta": fmpq(1, 2)}
    )
    values = [value_at(measure("F_beta"), place, {"beta": fmpq(1, 2)}) for place in places]
    assert len(values) == 2
    assert set(values) == {Fraction(5, 6), Fraction(5, 9)}
    assert (found.relation, dict(found.coefficients)) == ("==", {})
    assert abs(found.constant) == Fraction(5, 6) - Fraction(5, 9)


def test_values_at_cells_that_are_not_read_have_no_name() -> None:
    (part, *_) = parts_of_average("macro", "symmetry", "all")
    bent = Formula(VALUE, Formula("Abs", X), X, X, X)
    with pytest.raises(CertificateError, match="Abs is not algebraic"):
        sum_of_values(part, Atom(bent - bent, "=="))


# --- examples of averages -----------------------------------------------------------------------


def _refuted_average() -> dict[str, Any]:
    found = kept("averaging-macro")["verdicts"]
    return copy.deepcopy(next(entry for entry in found if entry["verdict"] == "refuted"))


def test_an_example_of_an_average_is_a_binary_measure_without_parameters() -> None:
    entry = _refuted_average()
    replayed_kept("macro", entry)
    for other in (measure("kappa", classes=3), measure("F_beta")):
        example = {**entry["counterexample"], "measure": measure_data(Reading(other))}
        with pytest.raises(CertificateError, match="a binary measure without parameters"):
            replayed_kept("macro", {**entry, "counterexample": example})


def test_an_example_of_an_average_is_about_its_property() -> None:
    entry = _refuted_average()
    for property_id in {"symmetry", "class-symmetry"} - {entry["property"]}:
        with pytest.raises(CertificateError, match="about another property"):
            replayed_kept("macro", {**entry, "property": property_id})


# --- limits, expansions, normalisers ------------------------------------------------------------


def test_a_limit_is_read_off_a_continuous_formula() -> None:
    data = kept("limit-TN")
    subject, (way,) = measure("kappa"), approaches("TN -> oo", measure("kappa"))
    first = next(piece for piece in data["pieces"] if piece["value"]["kind"] == "finite")
    value = {**first["value"], "rewritten": "xlogy(t, t)"}
    with pytest.raises(FormulaError, match="the formula is not continuous"):
        limit_statement(subject, way, tuple(first["support"]), value)


def test_the_terms_of_a_mean_have_their_weights() -> None:
    """2*P^t and P^t/2 are terms of a mean, 2/P^t is none."""
    t = symbol("t")

    def read(text: str) -> Any:
        return weighted(parse(text, parameters=("t",)), t)

    side = parse("P")
    for text, weight in (("2*P^t", "1*2"), ("P^t*2", "1*2"), ("P^t/2", "1/2"), ("P^t", "1")):
        ((found, base),) = read(text)
        assert (str(found), base) == (weight, side)
    assert [base for _, base in read("P^t/2 + N^t/2")] == [side, parse("N")]
    for text in ("2/P^t", "P^t*N^t", "P^2", "P^t - N^t"):
        assert read(text) is None


def test_what_a_convention_moves_has_no_derivative() -> None:
    with pytest.raises(FormulaError, match="has no derivative everywhere"):
        chain(Reading(measure("xlogy(TP - FN, n)/n")), ["1"])
    inner = {"part": "TP - FN", "slope": "2", "outer": "xlogy(u, u)"}
    with pytest.raises(FormulaError, match="has no derivative everywhere"):
        chain(Reading(measure("TP/n")), ["1"], inner)
    with pytest.raises(FormulaError, match="has no derivative everywhere"):
        condition("5", Normaliser("xlogy(p_A, p_B)"))


def test_a_property_of_slopes_is_undecided_where_a_convention_moves() -> None:
    """Then the verdict says why, and nothing else is accepted."""
    moved = Reading(measure("accuracy"), "user-defined", (convention("TP - TN == 0: 1", ()),))
    prop = PROPERTIES["class-sensitive"]
    verdict = without_statement(prop, moved)
    assert verdict is not None
    entry = verdict.to_data()
    assert replayed(moved, {**entry, "seconds": 2.5}, {}).outcome == "undecided"
    assert without_statement(PROPERTIES["symmetry"], moved) is None
    changes: list[dict[str, Any]] = [{"reason": "late"}, {"verdict": "proved"}, {"value": {}},
                                     {"more": 1}]  # fmt: skip
    for change in changes:
        with pytest.raises(CertificateError, match="has no derivative everywhere"):
            replayed(moved, {**entry, **change}, {})


# --- ratios of sizes ----------------------------------------------------------------------------


def _goal(*matrices: tuple[Formula, ...]) -> Goal:
    variables = (Variable("x", "positive"), Variable("y", "nonnegative"))
    return Goal(variables, (), Atom(X, ">="), matrices=matrices)


def test_matrices_whose_cells_are_not_read_have_no_ratio() -> None:
    bent = Formula("Abs", X)
    assert has_ratio(_goal((X, Y, ONE, ONE), (X + X, Y + Y, ONE + ONE, ONE + ONE)))
    assert not has_ratio(_goal((X, Y, ONE, ONE), (X, Y + ONE, ONE, ONE)))
    assert not has_ratio(_goal((X, Y, ONE, ONE), (bent, Y, ONE, ONE)))


@pytest.mark.parametrize(("matrix", "shown"), [
    ((X * X, X * Y, X * ONE, X * Y), ("x + y", "y + 1")),
    ((Formula("Abs", X), Y, ONE, ONE), ("Abs(x) + y", "1 + 1")),
    ((X / Y, X, X, Y), ("x/y + x", "x + y")),
    ((X * (X - Y), formula(0), X - Y, formula(0)), ("x*(x - y) + 0", "x - y + 0")),
])  # fmt: skip
def test_sizes_are_divided_by_what_is_plainly_positive(matrix: Any, shown: Any) -> None:
    """Else they stay as they are: they are not read, or a factor may be < 0."""
    assert tuple(map(str, proportions(_goal(matrix)))) == shown


def test_sizes_of_an_expectation_are_those_of_two_classes() -> None:
    tree = measure("accuracy").formula
    assert evaluator(expected(tree, (2, 1, 1)))({}) == fmpq(1, 2)
    for triple in ((2, -1, 1), (2, 3, 1), (2, 1, 0), (2, 1, 2), (2, 1), (2, 1, 1, 1)):
        with pytest.raises(RegionError, match="sizes are n, P, P"):
            expected(tree, triple)


def test_a_conclusion_that_is_denied() -> None:
    for rel, other in (("undefined", "defined"), ("defined", "undefined"), ("==", "!=")):
        assert denied(Atom(X, rel)) == Atom(X, other)  # type: ignore[arg-type]
    assert denied(Atom(X, ">")) == Atom(-X, ">=")
    assert denied(Atom(X, ">=")) == Atom(-X, ">")


# --- readings, measures -------------------------------------------------------------------------


def test_a_measure_of_three_classes_is_none_of_two_classes_written_otherwise() -> None:
    assert _written_otherwise("gosgens-appendix-b", measure("TP/(FN + TP)")) == "recall"
    assert _written_otherwise("gosgens-appendix-b", measure("c11/(c12 + c11)", classes=3)) is None


@pytest.mark.parametrize(("text", "count"), [
    ("(1 + 2^2)*TP/((1 + 2^2)*TP + 2^2*FN + FP)", 1),
    ("(1 + 2^2)*TP/((1 + 3^2)*TP + 2^2*FN + FP)", 0),
    ("(1 + TN^2)*TP/((1 + TN^2)*TP + TN^2*FN + FP)", 0),
])  # fmt: skip
def test_a_parameter_of_a_function_is_one_number(text: str, count: int) -> None:
    """F_beta is fbeta_score only if beta is the same everywhere, and no cell."""
    found = scikit_learn.conventions(measure(text), WHOLE[scikit_learn.NAME])
    assert len(found or ()) == count


def test_a_name_of_several_classes_is_declared_once(monkeypatch: pytest.MonkeyPatch) -> None:
    for table in ("MULTICLASS", "MULTICLASS_ALIASES"):
        monkeypatch.setattr(multiclass, table, dict(getattr(multiclass, table)))
    about: Any = {"source": "", "domain": ""}
    multiclass._declare("one of its own", "sum(c)/n", "1", "", **about)
    with pytest.raises(ValueError, match="are called ONE OF its own"):
        multiclass._declare("another", "sum(c)/n", "1", "", "ONE OF its own", **about)


def test_what_is_assumed_of_a_side_is_assumed_in_its_reading() -> None:
    text = "(1 + g^2)*TP/((1 + g^2)*TP + g^2*FN + FP)"
    whole, left, _ = subject_of(text, "F1", ["g > 0"], (scikit_learn.NAME, "literal"))
    assert whole.parameters == left.parameters == ("g",)
    with pytest.raises(FormulaError, match="unknown name 'h'"):
        subject_of(text.replace("g", "h"), "F1", ["g > 0"], (scikit_learn.NAME, "literal"))


def test_a_property_that_is_none() -> None:
    with pytest.raises(FormulaError, match="no property 'nothing'"):
        find_property("nothing")


def test_equal_readings_are_one_key() -> None:
    one, same = (Reading(measure("F1"), "literal") for _ in range(2))
    assert {one: 1}[same] == 1
    assert one != Reading(measure("F1"), "another")
