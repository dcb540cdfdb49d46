from __future__ import annotations

import random
import re

import pytest
from decided import decided, four
from flint import fmpq

from symbolic_measures import check
from symbolic_measures.kernel.algebra import one_sign
from symbolic_measures.kernel.exact import compare
from symbolic_measures.kernel.truth import SIGNS, evaluator
from symbolic_measures.macros import replay
from symbolic_measures.meaning.report import Report
from symbolic_measures.nouns.confusion import cell_names, second
from symbolic_measures.nouns.formula import symbol
from symbolic_measures.report.counterexamples import in_formulas, refutation
from symbolic_measures.report.evidence import explain, told_of, zeros
from symbolic_measures.report.mathtext import name_latex
from symbolic_measures.report.polynomials import margins_of
from symbolic_measures.report.prose import Equation, exact, text


def _told(report: Report, property_id: str) -> str:
    """Everything said about one verdict."""
    told = explain(report[property_id])
    parts = [text(told.summary)]
    for evidence in told.evidences:
        parts += [text(evidence.label), text(evidence.setting)]
        for line in evidence.lines:
            parts.append(text(line.sentence))
            parts += [text((line.display,))] if line.display else []
    return "\n".join(parts)


def test_maximal_agreement_of_f1_shows_the_gap() -> None:
    told = explain(decided("F1")["maximal-agreement"])
    assert text(told.summary) == (
        "1 on diagonal matrices; elsewhere 1 - M(C) = (FN + FP)/(2*TP + FN + FP) > 0"
    )
    assert "no negative coefficient" in _told(decided("F1"), "maximal-agreement")


def test_steps_show_their_difference() -> None:
    told = _told(decided("F1"), "weakly-monotone")
    assert "C' = (TP + 1, FN - 1, FP, TN)" in told
    assert "M(C') - M(C) = 2*TP/((2*TP + FN + FP)*(2*TP + FN + FP - 1)) >= 0" in told


def test_paths_show_the_derivative() -> None:
    told = _told(decided("CC"), "monotone")
    assert "dM/dt = n*P*N*(TP*TN + FN*FP + 2*FP*TN)/(2*sqrt(P*N*Phat*Nhat)**3) > 0" in told


def test_baselines_show_the_mean() -> None:
    told = _told(decided("CC"), "constant-baseline")
    assert "hypergeometric" in told
    assert "E[M] = 0" in told
    assert "FN = P - TP, FP = Phat - TP and TN = N - Phat + TP" in told
    assert "M = (n*TP - P*Phat)/sqrt(P*Phat*N*Nhat)" in told


def test_refutations_give_cells_by_name_and_both_values() -> None:
    told = _told(decided("F1"), "class-symmetry")
    assert "(TP, FN, FP, TN) = (0, 0, 1, 1) the value is 0" in told
    assert "(TP, FN, FP, TN) = (1, 1, 0, 0) it is 2/3" in told
    assert "No smaller counterexample exists" in told


def test_refutations_mention_parameter_values() -> None:
    told = _told(decided("F_beta"), "symmetry")
    assert "beta = 2" in told
    assert "at these parameter values" in told


def test_expectations_give_their_sizes() -> None:
    told = _told(decided("F1"), "constant-baseline")
    assert "the expectation is 0 at (n, P, Phat) = (2, 0, 1) but 1/2" in told


def test_cases_carry_their_conditions() -> None:
    told = _told(decided("convention"), "weakly-monotone")
    assert "Where TP + FN + FP is not" not in told
    assert "TP + FN + FP != 0" in told
    assert "TP + FN + FP == 0, TP + FN + FP != 0" not in told


def test_answers_are_in_words() -> None:
    assert text(explain(decided("F1")["range"]).summary) == "[0, 1], both ends attained"
    where = text(explain(decided("CC")["undefined-set"]).summary)
    assert where.startswith("undefined where ")
    parts = set(where.removeprefix("undefined where ").split(" or "))
    assert parts == {"TP = FN = 0", "TP = FP = 0", "FN = TN = 0", "FP = TN = 0"}


def test_enclosures_are_shown_by_their_common_digits() -> None:
    ends = ["-6243314768165361/9007199254740992", "-6243314768165357/9007199254740992"]
    assert text(exact(ends)) == "about -0.693147"
    assert text(exact(["1/3", "2/3"])) == "between 1/3 and 2/3"
    assert text(exact("undefined")) == "undefined"


def test_reasons_are_told() -> None:
    undecided, vacuous = four().verdicts[2:]
    assert text(explain(undecided).summary) == "stopped after 1 second"
    assert text(explain(vacuous).summary) == "vacuous: no matrix"


def test_every_goal_has_its_evidence(report: Report) -> None:
    for verdict in report.verdicts:
        told = explain(verdict)
        assert text(told.summary)
        if verdict.outcome == "proved" and verdict.property != "undefined-set":
            assert len(told.evidences) == len(verdict.statement.goals)
            assert all(evidence.lines for evidence in told.evidences)


def test_no_noise_in_displays(report: Report) -> None:
    for verdict in report.verdicts:
        for evidence in explain(verdict).evidences:
            for line in evidence.lines:
                shown = text((line.display,)) if line.display else ""
                for noise in ("0*0", "- -", "+ 0", "- 0", "-1*", "root1"):
                    assert noise not in shown, (verdict.property, shown)


def test_what_is_said_of_coefficients_holds_in_the_replayed_proof() -> None:
    """For F1 the last polynomial after clearing has no negative coefficient, as the lines say."""
    verdict = decided("F1")["weakly-monotone"]
    assert verdict.proof is not None
    for goal, step in zip(verdict.statement.goals, verdict.proof.premises, strict=True):
        closing = []

        def trace(goal, step, depth, closing=closing):  # type: ignore[no-untyped-def]
            if step.rule == "coefficients" and depth == 1:
                closing.append(one_sign(goal.conclusion[0], goal.sorts))

        replay(goal, step, trace)
        assert closing == [1]


def test_zeros_keeps_every_word() -> None:
    words = "TP = FN = 0 or TP = 0, FN > 0 and FP > 0"
    assert text(zeros(words)) == words


@pytest.mark.parametrize("letter", ["M", "S"])
def test_the_letter_of_what_is_judged(letter: str) -> None:
    told = explain(decided("F1")["maximal-agreement"], letter)
    assert f"1 - {letter}(C)" in text(told.summary)


#: The letters of sizes of three classes as the sums that they are.
SIZES = {letter: tree for tree, letter in
         margins_of((*cell_names(3), *second(cell_names(3)))).items()}  # fmt: skip


@pytest.mark.parametrize(("name", "property_id", "count"), [
    ("SBA", "monotone", 36), ("BA", "weakly-monotone", 18),
    ("mean(sqrt(c^2/(a*b)))", "maximal-agreement", 10),
    ("mean(sqrt(c^2/(a*b)))", "minimal-agreement", 10),
])  # fmt: skip
def test_what_is_shown_term_by_term_is_true(name: str, property_id: str, count: int) -> None:
    """Each displayed line that speaks of cells alone, at whole numbers that it admits."""
    report = check(name, [property_id], classes=3)
    shown = [
        Equation(tuple(term.replace(SIZES) for term in line.display.terms), line.display.relations)
        for evidence in told_of(report[property_id], report.reading).evidences
        for line in evidence.lines
        if line.display
        and all(re.fullmatch(r"[cd]\d\d|[ab]_\d'?|n'?", s) for s in symbols(line.display))
    ]
    assert len(shown) == count
    chance = random.Random(7)
    for display in shown:
        for _ in range(20):
            point = {name: fmpq(chance.randint(1, 9)) for name in symbols(display)}
            values = [evaluator(term)(point) for term in display.terms]
            for one, rel, other in zip(values, display.relations, values[1:], strict=False):
                assert SIGNS["==" if rel == "=" else rel](compare(one, other)), display


def symbols(display: Equation) -> set[str]:
    """The names in all its terms."""
    return {name for term in display.terms for name in term.symbols()}


def test_values_that_are_not_the_measures_have_a_letter_of_their_own() -> None:
    report = check("kappa", ["opitz-monotone", "class-decomposable"], classes=3)
    short, sentence = refutation(report["opitz-monotone"], "M")
    assert text(short) == "D([[1, 1, 1], [1, 1, 2], [5, 1, 1]]) = 13/18225, D = dM/dc21"
    assert "D is 13/18225: it should not be above 0. Here D = dM/dc21." in text(sentence)
    assert "R = M*M_xy/(M_x*M_y), which for M^p would be 1 - p" in text(
        refutation(report["class-decomposable"], "M")[0]
    )


def test_derivatives_are_shown_as_such() -> None:
    report = check("BA", ["opitz-monotone"], classes=3)
    right, wrong, *_ = told_of(report["opitz-monotone"], report.reading).evidences
    shown = [(text(one.label), text((one.lines[0].display,))) for one in (right, wrong)]  # type: ignore[arg-type]
    assert shown == [
        ("dM/dc11 >= 0", "dM/dc11 = (c12 + c13)/(3*a_1**2) >= 0"),
        ("dM/dc12 <= 0", "-dM/dc12 = c11/(3*a_1**2) >= 0"),
    ]
    assert name_latex("dM/dc12") == r"\frac{\partial M}{\partial c_{12}}"


@pytest.mark.parametrize(
    ("name", "framework", "property_id", "words"),
    [
        ("FNR", "gosgens2021", "distance", "; at (1, 0, 0, 0) it is 0: it should be larger"),
        ("FNR", "gosgens2021", "maximal-agreement", "; at the diagonal matrix "),
        ("F1", "brzezinski2018", "fp-min", "it is 2/3: it should not be larger"),
        ("F1", "opitz2024", "prevalence-invariant", "; with the true classes scaled, at "),
    ],
)
def test_what_should_have_been_is_read_off_the_goal(
    name: str, framework: str, property_id: str, words: str
) -> None:
    report = check(name, framework=framework, property=[property_id])
    told = _told(report, property_id).replace("(TP, FN, FP, TN) = ", "")
    assert words in told


def test_what_was_cleared_is_read_off_the_proof() -> None:
    cleared = check("BA", framework="opitz2024", property=["prevalence-invariant"])
    summary = text(explain(cleared["prevalence-invariant"]).summary)
    assert summary == "after clearing denominators both sides are identical"
    reordered = check("CC", classes=3, property=["symmetry"])
    proof = reordered["symmetry"].proof
    assert proof is not None
    assert "clear" not in proof.rules()
    same = "both sides are the same terms in another order"
    assert text(explain(reordered["symmetry"]).summary) == same


def test_a_label_of_two_derivatives_has_a_page() -> None:
    """A goal of class-sensitive is labelled so; the page of F1 and opitz2024 could not be shown."""
    assert check("F1", property=["class-sensitive"]).rendered("html")


@pytest.mark.parametrize(("property_id", "label", "count"), [
    ("class-sensitive", "dM/dc11 = dM/dc22", 7),
    ("chance-corrected", "the value comes near 1, with weights (", 1),
])  # fmt: skip
def test_a_refutation_shows_the_proofs_that_it_rests_on(
    property_id: str, label: str, count: int
) -> None:
    """That no derivatives differ anywhere, that no bound below 1 holds: more than a point."""
    report = check("accuracy", [property_id], classes=3)
    assert report[property_id].outcome == "refuted"
    first, *behind = told_of(report[property_id], report.reading).evidences
    assert text(first.label) == "counterexample"
    assert len(behind) == count
    assert text(behind[0].label).startswith(label)
    assert all(one.proofs and one.lines and one.steps for one in behind)


def test_derivatives_in_words_are_formulas_and_nine_cells_a_matrix() -> None:
    told = in_formulas("dM/dc11 and dM/dc33 differ at (1, 1, 1, 1, 1, 1, 1, 1, 2)")
    assert text(told) == "dM/dc11 and dM/dc33 differ at [[1, 1, 1], [1, 1, 1], [1, 1, 2]]"
    assert symbol("dM/dc33") in told
