"""Long polynomials in proofs: they are written so that the kernel reads them again."""

from __future__ import annotations

from fractions import Fraction

import pytest
from flint import Ordering, fmpz_mpoly_ctx

from symbolic_measures import check
from symbolic_measures.kernel.algebra import Poly, RuleError, Sequent
from symbolic_measures.macros import LONG, written
from symbolic_measures.nouns.formula import formula, symbol
from symbolic_measures.nouns.parser import parse
from symbolic_measures.nouns.statement import Atom, Goal, Relation, Variable
from symbolic_measures.nouns.texts import as_text
from symbolic_measures.search.effort import Effort
from symbolic_measures.search.tactics.formulas import prove_goal

NAMES = ("TP", "FN", "FP", "TN")
CONTEXT = fmpz_mpoly_ctx.get(NAMES, Ordering.lex)
A, B, C, D = CONTEXT.gens()
#: A product, minus one, and a polynomial without factors.
PRODUCT = -3 * (A + B + 1) ** 2 * (A * B - C * D) * (C + D + 2) ** 3
PRIME = (A + B + C + D + 1) ** 5 + A + 1


def nothing() -> Sequent:
    sorts = ("natural",) * len(NAMES)
    return Sequent(NAMES, sorts, {}, (), (CONTEXT.constant(0), ">"), {})


@pytest.mark.parametrize("poly", [PRODUCT, -PRODUCT, PRIME, -PRIME, A - B, CONTEXT.constant(0)])
def test_what_is_written_is_read_as_the_same_polynomial(poly: Poly) -> None:
    assert nothing().polynomial(written(poly)) == poly


@pytest.mark.parametrize("poly", [PRODUCT, PRIME])
def test_a_long_sum_as_it_stands_is_refused(poly: Poly) -> None:
    assert len(poly) > LONG
    with pytest.raises(RuleError, match="nested"):
        nothing().polynomial(str(poly))


def test_a_short_polynomial_is_written_as_it_stands() -> None:
    assert written(A * B - C * D) == str(A * B - C * D)


def goal(claim: str, rel: Relation, given: str = "") -> Goal:
    quantities = {name: symbol(name) for name in NAMES}
    atoms = [Atom(parse(f"{name} - 1", quantities), ">=") for name in NAMES]
    if given:
        atoms.append(Atom(parse(given, quantities), ">="))
    variables = tuple(Variable(name, "natural") for name in NAMES)
    return Goal(variables, tuple(atoms), Atom(parse(claim, quantities), rel))


RISK = "(TP/(TP + FP)/(FN/(FN + TN)))"


def test_a_ratio_that_is_not_below_its_inverse_is_not_below_one() -> None:
    claim = goal(f"{RISK} - 1", ">=", f"{RISK} - 1/{RISK}")
    assert prove_goal(claim, Effort(steps=300_000)) is not None


def test_a_sum_of_logarithms_of_one_sign_is_not_zero() -> None:
    n = "(TP + FN + FP + TN)"
    terms = " + ".join(f"{name}/{n}*log({name}/{n})" for name in NAMES)
    assert prove_goal(goal(f"1/({terms})", "defined"), Effort(steps=300_000)) is not None


def test_a_sum_of_logarithms_that_may_be_zero_is_not_said_to_have_a_sign() -> None:
    claim = goal("1/(log(TP/(TP + FN)) + log((TP + FP)/TP))", "defined")
    assert prove_goal(claim, Effort(steps=300_000)) is None


@pytest.mark.parametrize("text", [
    "0.05", "-0.5*TP", "TP/(FN + 0.005)", "sqrt(12.5*TP - 1e-3)", "TP^0.5/(1.25 + FN)",
    "10*Max(0, FP/(FP + TN) - 0.05)", "xlogy(0.1*TP, TP + 0.1)", "3*TP - -2", "0.1*(0.2*TP)",
])  # fmt: skip
def test_numbers_are_read_again_as_the_decimals_that_they_are(text: str) -> None:
    """Not as quotients, which no part of the formula would be."""
    quantities = {name: symbol(name) for name in NAMES}
    tree = parse(text, quantities)
    assert parse(as_text(tree), quantities) == tree


def test_a_number_without_an_end_is_written_as_a_quotient() -> None:
    third = symbol("TP") + formula(Fraction(1, 3))
    assert as_text(third) == "TP + (1/3)"


def test_parts_with_decimals_get_letters() -> None:
    """A small battery: with parts that are not found again each would take millions of steps."""
    asked = ("minimal-agreement", "weakly-strongly-monotone", "range")
    for verdict in check("TPR-10*Max(0,FPR-0.05)", asked, timeout=1000).verdicts:
        assert verdict.outcome == "proved"


def test_what_has_decimals_in_it_is_compared_along_a_move() -> None:
    """MCC with a half in each cell: its derivative along a move is positive, as that of MCC is."""
    half = "((TP+0.5)*(TN+0.5)-(FN+0.5)*(FP+0.5))/sqrt((P+1)*(N+1)*(Phat+1)*(Nhat+1))"
    for property_id in ("monotone", "weakly-monotone"):
        verdict = check(half, [property_id], timeout=1000)[property_id]
        assert verdict.proof is not None
        assert {step.rule for step in verdict.proof.premises} == {"path"}
