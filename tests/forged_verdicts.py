"""Forgeries of whole verdicts: what is claimed of a statement, with a proof or a witness.

Each is wrong in one respect; the guard that it names is the one that refuses it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Any

import pytest
from flint import fmpq
from forgery import expectation, goal

from symbolic_measures.kernel.expectation import expectation_witness, first_difference
from symbolic_measures.kernel.violation import witness_at
from symbolic_measures.macros import check
from symbolic_measures.nouns.errors import CertificateError
from symbolic_measures.nouns.statement import Goal, Statement, Variable
from symbolic_measures.nouns.verdict import Step, Verdict, Witness


@dataclass(frozen=True)
class ForgedVerdict:
    """A verdict that is wrong of its statement; `guard` is in the words of the refusal."""

    guard: str
    statement: Statement
    verdict: Verdict

    def __str__(self) -> str:
        return f"{self.verdict.outcome}: {self.guard}"

    def check(self) -> None:
        """It is refused by its guard."""
        with pytest.raises(CertificateError, match=re.escape(self.guard)):
            check(self.statement, self.verdict)

    def accepted(self) -> bool:
        """Whether the kernel takes it."""
        try:
            check(self.statement, self.verdict)
        except CertificateError:
            return False
        return True


def about(*goals: Goal, presupposed: tuple[int, ...] = ()) -> Statement:
    """A statement."""
    return Statement("p", "M", "It is so.", goals, presupposed)


def claimed(statement: Statement, outcome: Any, *steps: Step, **more: Any) -> Verdict:
    """A verdict with these proofs of its goals."""
    first = "vacuous" if outcome == "not-applicable" else "every-goal"
    proof = Step(first, {}, steps) if steps else None
    return Verdict("p", outcome, statement, **{"proof": proof, **more})


def _in_block(task: Goal, *names: str) -> Goal:
    return replace(task, blocks=(names or tuple(v.name for v in task.variables),))


LEAF = Step("clear", {}, (Step("coefficients"),))
TRUE = _in_block(goal("x: natural", [], "x >= 0"))
OTHER = _in_block(goal("x: natural", [], "x + 1 > 0"))
#: Fails at x = 0 and, past it, at x = 2.
FALSE = replace(
    _in_block(goal("x: natural", [], "x*(2 - x) > 0")),
    matrices=((goal("x: natural", [], "x >= 0").conclusion.expr,) * 4,),
    values=(goal("x: natural", [], "x >= 0").conclusion.expr,),
)
EMPTY = _in_block(goal("x: natural", ["-x - 1 >= 0"], "x - 7 >= 0"))
NOWHERE = Step(
    "clear", {}, (Step("combine", {"multipliers": {"0": "1"}}, (Step("coefficients"),)),)
)
EMPTY_STEP = Step("empty", {"goal": 0}, (NOWHERE,))
REAL = goal("r: real", [], "r > 0")
POSITIVE = goal("x: positive", [], "x > 0")


def _at(statement: Statement, minimal: bool, **point: int) -> Witness:
    return witness_at(statement, 0, {n: fmpq(v) for n, v in point.items()}, minimal)


def _refuted(statement: Statement, witness: Witness) -> Verdict:
    return claimed(statement, "refuted", witness=witness)


ONE, FAILS = about(TRUE), about(FALSE)
WITNESS = _at(FAILS, True, x=0)
TWICE = replace(POSITIVE, variables=(Variable("x", "positive"), Variable("x", "real")))

WHOLE = (
    ForgedVerdict(
        "the verdict is about 'q'", ONE, replace(claimed(ONE, "proved", LEAF), property="q"),
    ),
    ForgedVerdict(
        "the statement is not the property's", ONE,
        replace(claimed(ONE, "proved", LEAF), statement=about(OTHER)),
    ),
    ForgedVerdict(
        "the statement is not the property's", ONE,
        replace(claimed(ONE, "proved", LEAF), statement=replace(ONE, sentence="It is better.")),
    ),
    ForgedVerdict("a statement without goals", about(), claimed(about(), "undecided")),
    ForgedVerdict(
        "two variables have one name", about(TWICE),
        _refuted(about(TWICE), _at(about(TWICE), False, x=-1)),
    ),
    ForgedVerdict(
        "a formula speaks of no variable", about(replace(REAL, variables=())),
        claimed(about(replace(REAL, variables=())), "undecided"),
    ),
    ForgedVerdict(
        "a formula speaks of no variable",
        about(replace(goal("x: real", ["x > 0"], "1 > 0"), variables=())),
        claimed(about(replace(goal("x: real", ["x > 0"], "1 > 0"), variables=())), "undecided"),
    ),
    ForgedVerdict(
        "a witness, but not refuted", ONE, claimed(ONE, "proved", LEAF, witness=WITNESS),
    ),
    ForgedVerdict("a witness, but not refuted", ONE, claimed(ONE, "undecided", witness=WITNESS)),
    ForgedVerdict("a proof, but undecided", ONE, claimed(ONE, "undecided", LEAF)),
    ForgedVerdict(
        "a proof, but refuted", FAILS, replace(_refuted(FAILS, WITNESS), proof=LEAF),
    ),
    ForgedVerdict("refuted without a witness", FAILS, claimed(FAILS, "refuted")),
    ForgedVerdict("no verdict 'true'", FAILS, claimed(FAILS, "true")),
)  # fmt: skip

PROVED = (
    ForgedVerdict("a proof begins with every-goal", ONE, claimed(ONE, "proved")),
    ForgedVerdict(
        "a proof begins with every-goal", ONE,
        claimed(ONE, "proved", proof=Step("some-goal", {}, (LEAF,))),
    ),
    ForgedVerdict(
        "a proof begins with every-goal", ONE,
        claimed(ONE, "proved", proof=Step("every-goal", {"trust": 1}, (LEAF,))),
    ),
    ForgedVerdict(
        "a goal has no proof", about(TRUE, FALSE), claimed(about(TRUE, FALSE), "proved", LEAF),
    ),
    ForgedVerdict(
        "vacuous, no point satisfies", about(EMPTY),
        claimed(about(EMPTY), "proved",
                Step("clear", {}, (Step("combine", {"scale": 0}, NOWHERE.premises),))),
    ),
    ForgedVerdict(
        "vacuous, no point satisfies", about(TRUE, EMPTY, presupposed=(1,)),
        claimed(about(TRUE, EMPTY, presupposed=(1,)), "proved", LEAF,
                Step("clear", {}, (Step("combine", {"scale": 0}, NOWHERE.premises),))),
    ),
    ForgedVerdict("step coefficients", ONE, claimed(ONE, "proved", Step("coefficients"))),
    *(
        ForgedVerdict(
            words, about(TRUE, task), claimed(about(TRUE, task), "proved", LEAF, step),
        )
        for words, task, step in (
            ("step trust-me: no rule", FALSE, Step("clear", {}, (Step("trust-me"),))),
            ("step coefficients: the coefficients", FALSE, LEAF),
            ("step coefficients: the coefficients", FALSE,
             Step("substitute", {"variable": "x"}, (LEAF, LEAF))),
            ("step coefficients: the coefficients", FALSE,
             Step("clear", {}, (Step("combine", {"scale": 0}, (Step("coefficients"),)),))),
            ("step clear: 1 subgoals, 2 premises", TRUE,
             Step("clear", {}, (Step("coefficients"), Step("coefficients")))),
        )
    ),
    ForgedVerdict(
        "step clear: 1 subgoals, 0 premises", FAILS, claimed(FAILS, "proved", Step("clear")),
    ),
)  # fmt: skip

VACUOUS = (
    ForgedVerdict("vacuous without a proof", about(EMPTY), claimed(about(EMPTY), "not-applicable")),
    ForgedVerdict(
        "vacuous without a proof", about(EMPTY),
        claimed(about(EMPTY), "not-applicable", proof=Step("empty", {}, (EMPTY_STEP,))),
    ),
    ForgedVerdict(
        "vacuous without a proof", about(EMPTY),
        claimed(about(EMPTY), "not-applicable", proof=Step("vacuous", {"a": 1}, (EMPTY_STEP,))),
    ),
    ForgedVerdict(
        "some goals may speak of something", about(EMPTY, TRUE),
        claimed(about(EMPTY, TRUE), "not-applicable", EMPTY_STEP),
    ),
    ForgedVerdict(
        "some goals may speak of something", about(EMPTY, TRUE, presupposed=(1,)),
        claimed(about(EMPTY, TRUE, presupposed=(1,)), "not-applicable", EMPTY_STEP),
    ),
    *(
        ForgedVerdict(
            "no goal", about(EMPTY),
            claimed(about(EMPTY), "not-applicable", replace(EMPTY_STEP, **change)),  # type: ignore[arg-type]
        )
        for change in (
            {"args": {"goal": 1}}, {"args": {"goal": -1}}, {"args": {}}, {"args": {"goal": False}},
            {"rule": "full"},
        )
    ),
    ForgedVerdict(
        "vacuous, but a part has no proof", about(EMPTY),
        claimed(about(EMPTY), "not-applicable", replace(EMPTY_STEP, premises=())),
    ),
    *(
        ForgedVerdict(
            "step coefficients: the coefficients", about(TRUE),
            claimed(about(TRUE), "not-applicable", replace(EMPTY_STEP, premises=(step,))),
        )
        for step in (LEAF, Step("clear", {}, (replace(NOWHERE.premises[0], args={"scale": 0}),)))
    ),
    # TP is undefined nowhere
    ForgedVerdict(
        "condition is the number of a condition", about(expectation("TP constant-mean")),
        claimed(about(expectation("TP constant-mean")), "not-applicable",
                Step("empty", {"goal": 0, "why": "most"},
                     (Step("clear", {"condition": 0}), Step("clear", {"condition": 0})))),
    ),
    ForgedVerdict(
        "vacuous for its most or fewest TP", about(expectation("TP constant-mean")),
        claimed(about(expectation("TP constant-mean")), "not-applicable", EMPTY_STEP),
    ),
    ForgedVerdict(
        "vacuous for its most or fewest TP",
        about(replace(expectation("TP constant-mean"), blocks=(tuple("abcdefghi"),))),
        claimed(about(replace(expectation("TP constant-mean"), blocks=(tuple("abcdefghi"),))),
                "not-applicable", EMPTY_STEP),
    ),
)  # fmt: skip

GROUND = goal("x: natural", [], "x - 1000000001 > 0")
LARGE = about(_in_block(GROUND))
MANY = about(
    _in_block(
        goal(
            ", ".join("abcdefgh") + ": natural",
            ["a + b + c + d + e + f + g + h - 20 >= 0"],
            "a - 50 >= 0",
        )
    )
)
PARAMETER = about(_in_block(goal("x: natural; s: positive", [], "x + s - 1 >= 0"), "x"))

REFUTED = (
    *(
        ForgedVerdict("no goal", FAILS, _refuted(FAILS, replace(WITNESS, goal=number)))
        for number in (-1, 1)
    ),
    ForgedVerdict(
        "the witness has other variables", FAILS,
        _refuted(FAILS, replace(WITNESS, point={"x": "0", "y": "1"})),
    ),
    ForgedVerdict(
        "the witness has other variables", PARAMETER,
        _refuted(PARAMETER, replace(
            _at(PARAMETER, False, x=0, s=1), point={"x": "0", "s": "1/2"}, parameters={},
        )),
    ),
    ForgedVerdict("x = -1 is not natural", ONE, _refuted(ONE, _at(ONE, False, x=-1))),
    ForgedVerdict(
        "x = 1/2 is not natural", about(_in_block(goal("x: natural", [], "x*(x-1) >= 0"))),
        _refuted(about(_in_block(goal("x: natural", [], "x*(x-1) >= 0"))),
                 witness_at(about(_in_block(goal("x: natural", [], "x*(x-1) >= 0"))), 0,
                            {"x": fmpq(1, 2)}, False)),
    ),
    ForgedVerdict(
        "x = 0 is not positive", about(POSITIVE),
        _refuted(about(POSITIVE), _at(about(POSITIVE), False, x=0)),
    ),
    ForgedVerdict("the witness does not violate it", ONE, _refuted(ONE, _at(ONE, False, x=3))),
    ForgedVerdict(
        "the witness does not violate it", about(EMPTY),
        _refuted(about(EMPTY), _at(about(EMPTY), False, x=0)),
    ),
    *(
        ForgedVerdict("the witness shows other values", FAILS,
                      _refuted(FAILS, replace(WITNESS, **change)))  # type: ignore[arg-type]
        for change in (
            {"values": ("1",)}, {"values": ()}, {"kind": "pair"}, {"kind": "labelings"},
            {"matrices": (("0", "0", "0", "1"),)}, {"point": {"x": "0/1"}},
        )
    ),
    *(
        ForgedVerdict("is not a rational number", FAILS,
                      _refuted(FAILS, replace(WITNESS, point={"x": text})))
        for text in ("sqrt(2)", "1/0", "y", "log(2)", "0 +")
    ),
    ForgedVerdict(
        "the witness is too large", LARGE, _refuted(LARGE, _at(LARGE, False, x=10**9 + 1)),
    ),
    ForgedVerdict(
        "too much is smaller", MANY,
        _refuted(MANY, _at(MANY, True, **{**dict.fromkeys("abcdefg", 0), "h": 20})),
    ),
    ForgedVerdict("not minimal, x = 0 is smaller", FAILS, _refuted(FAILS, _at(FAILS, True, x=2))),
)  # fmt: skip

VARIES = about(expectation("TP constant-mean"))
PAIR_OF_SIZES = first_difference(VARIES.goals[0], {}, 4)
assert PAIR_OF_SIZES is not None
MEAN = expectation_witness(VARIES.goals[0], 0, PAIR_OF_SIZES, {})
#: 0 for every a > 0.
SIGNED = about(expectation("Max(0, -a)*TP constant-mean", sorts="a: positive"))
ASSUMED = about(expectation("Max(0, -a)*TP constant-mean", ("a > 0",), "a: real"))
#: 2*acos(1/3) is acos(-7/9), which no enclosure shows.
UNTOLD = about(expectation("TP*(2*acos(1/3) - acos(-7/9)) constant-mean"))


def _with_a(statement: Statement, value: int) -> Verdict:
    pair = first_difference(statement.goals[0], {"a": fmpq(value)}, 4)
    assert pair is not None
    return _refuted(statement, expectation_witness(statement.goals[0], 0, pair, {"a": fmpq(value)}))


MEANS = (
    ForgedVerdict("parameters of the witness are not admissible", SIGNED, _with_a(SIGNED, -1)),
    ForgedVerdict("parameters of the witness are not admissible", ASSUMED, _with_a(ASSUMED, -1)),
    ForgedVerdict(
        "parameters of the witness are not admissible", VARIES,
        _refuted(VARIES, replace(MEAN, parameters={"a": "1"})),
    ),
    ForgedVerdict(
        "sizes are whole numbers", VARIES,
        _refuted(VARIES, replace(MEAN, matrices=(("2", "1", "one"), MEAN.matrices[1]))),
    ),
    ForgedVerdict(
        "the sizes are too large", VARIES,
        _refuted(VARIES, replace(MEAN, matrices=(MEAN.matrices[0], ("31", "1", "1")))),
    ),
    ForgedVerdict(
        "not that of the smallest sizes that differ", VARIES,
        _refuted(VARIES, replace(MEAN, matrices=MEAN.matrices[::-1])),
    ),
    ForgedVerdict(
        "not that of the smallest sizes that differ", about(expectation("1 constant-mean")),
        _refuted(about(expectation("1 constant-mean")), replace(MEAN, values=("1", "1"))),
    ),
    *(
        ForgedVerdict("not that of the smallest sizes that differ", VARIES,
                      _refuted(VARIES, replace(MEAN, **change)))  # type: ignore[arg-type]
        for change in (
            {"values": ("0", "1/7")}, {"minimal": False}, {"kind": "pair"}, {"point": {"TP": "1"}},
        )
    ),
    ForgedVerdict("an expectation cannot be told", UNTOLD, _refuted(UNTOLD, MEAN)),
)  # fmt: skip

FORGERIES = (*WHOLE, *PROVED, *VACUOUS, *REFUTED, *MEANS)
