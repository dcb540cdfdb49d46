"""A failure costs one verdict: injected into each engine, it leaves all others as they are."""

from __future__ import annotations

import json
from typing import Any

import pytest

from symbolic_measures import check, verify
from symbolic_measures.fences import OutOfTimeError
from symbolic_measures.meaning.subjects import make_reading, measure
from symbolic_measures.nouns.errors import CertificateError, FormulaError
from symbolic_measures.nouns.formula import Formula, formula, symbol
from symbolic_measures.nouns.parser import MAX_DEPTH, parse, parse_written
from symbolic_measures.search import engine, properties, propose
from symbolic_measures.search.guarded import LONGEST, guarded, why
from symbolic_measures.search.properties import decide_property

#: An engine, and a property of the battery below that it decides.
ENGINES = {
    "decide_with_value": "range",
    "decide_mean": "class-sensitive",
    "baseline_order": "baseline-order",
    "extension": "continuous-extension",
    "decide_below_maximum": "tn-not-max",
    "decide": "symmetry",
}
FAILURES = (
    RecursionError("maximum recursion depth exceeded"),
    MemoryError(),
    FormulaError("5693 characters; the limit is 4000"),
    CertificateError("a goal has no proof"),
    KeyError("beta"),
)


def verdicts(text: str) -> dict[str, str]:
    report = check(text, list(ENGINES.values()))
    return {verdict.property: verdict.outcome for verdict in report.verdicts}


@pytest.mark.parametrize("name", ENGINES)
@pytest.mark.parametrize("failure", FAILURES, ids=lambda failure: type(failure).__name__)
def test_an_engine_that_fails_costs_its_verdict_alone(
    name: str, failure: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: Any, **__: Any) -> None:
        raise failure

    monkeypatch.setattr(properties, name, fails)
    report = check("accuracy", list(ENGINES.values()))
    found = {verdict.property: verdict for verdict in report.verdicts}
    lost = found.pop(ENGINES[name])
    assert lost.outcome == "undecided"
    assert lost.reason == why(failure)
    assert "Traceback" not in lost.reason
    if name != "decide":  # that one is imported by the others under the same name
        assert "undecided" not in {verdict.outcome for verdict in found.values()}
    assert not [item for item in verify(json.loads(report.to_json())) if item.problem]


def test_a_slope_that_fails_costs_that_slope_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    real = propose.partial

    def fails(tree: Formula, direction: str) -> Formula | None:
        if direction == "FP":
            raise RecursionError
        return real(tree, direction)

    monkeypatch.setattr(propose, "partial", fails)
    report = check("accuracy")
    outcomes = {slope.value["variable"]: slope.outcome for slope in report.gradient}
    assert outcomes.pop("FP") == "undecided"
    assert set(outcomes.values()) == {"proved"}


def test_a_proof_the_kernel_refuses_is_no_verdict(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuses(*_: Any) -> None:
        raise CertificateError("a goal has no proof")

    monkeypatch.setattr(engine, "check", refuses)
    verdict = decide_property("symmetry", make_reading(measure("F1"), (), None))
    assert verdict.outcome == "undecided"
    assert verdict.reason.startswith("given up: CertificateError (a goal has no proof)")


def test_an_interrupt_is_no_failure() -> None:
    def interrupted() -> str:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        guarded(interrupted, str)


def test_reasons_are_one_short_line() -> None:
    assert "\n" not in why(ValueError("one\ntwo"))
    assert len(why(ValueError("x" * 1_000))) < LONGEST + 60
    assert why(OutOfTimeError(2)) == "stopped by the time limit of 2 seconds"


# --- trees of any depth ------------------------------------------------------------------------


def deep(levels: int) -> Formula:
    tree = symbol("TP")
    for _ in range(levels):
        tree = formula(1) / (tree + formula(1))
    return tree


def test_deep_trees_are_walked_without_recursion() -> None:
    one, other = deep(5_000), deep(5_000)
    assert one == other
    assert hash(one) == hash(other)
    assert one != deep(5_001)
    assert one.symbols() == ("TP",)
    assert one.functions() == frozenset()
    assert one.at(TP=symbol("FN")).symbols() == ("FN",)
    assert str(one).count("/") == 5_000


def test_limits_for_text_are_for_text() -> None:
    text = " + ".join(f"{k}*TP" for k in range(1, 900))
    with pytest.raises(FormulaError, match="the limit is 4000"):
        parse(text)
    assert str(parse_written(text, {}, ("TP",))) == text
    chain = "+".join(["TP"] * (MAX_DEPTH + 2))
    with pytest.raises(FormulaError, match=f"nested deeper than {MAX_DEPTH} levels"):
        parse(chain)
    assert parse_written(chain, {}, ("TP",)).symbols() == ("TP",)


@pytest.mark.parametrize(
    ("text", "value"),
    [("TP - FN - FP", (3, 1, 1)), ("TP - (FN - FP)", (3, 1, 1)), ("TP/FN/FP*2", (8, 2, 2))],
)
def test_chains_are_read_from_the_left(text: str, value: tuple[int, int, int]) -> None:
    names = ("TP", "FN", "FP")
    tree = parse(text)
    assert str(tree) == text
    assert str(parse_written(text, {}, names)) == text
    assert tree.at(**dict(zip(names, value, strict=True))).symbols() == ()


def test_baseline_order_of_a_long_sum_is_decided() -> None:
    """Its derivatives are longer than what people may type."""
    verdict = decide_property("baseline-order", make_reading(measure("3+MCC+kappa^4"), (), None))
    assert (verdict.outcome, verdict.value["order"]) == ("proved", "3")


@pytest.mark.parametrize("name", ["class-sensitive", "class-decomposable", "chance-corrected"])
def test_measures_with_a_parameter_are_asked_all_properties(name: str) -> None:
    verdict = decide_property(name, make_reading(measure("F_beta"), (), None))
    assert verdict.outcome in ("proved", "refuted", "undecided")
    assert "KeyError" not in verdict.reason
