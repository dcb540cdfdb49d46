"""What the kernel must refuse: forged steps, statements, witnesses, verdicts and files.

The forgeries are made from real proofs.  A forged step either stands on a goal that is false at
some point (then nothing may prove it), or has arguments and premises that its rule cannot have.
Run as a script, this file tries every forgery and exits with the list of those accepted; a test
does so under `python -O`, where assert statements vanish.
"""

from __future__ import annotations

import copy
import json
import os
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest
from asking import check
from forging import (
    NAMES,
    bad_arguments,
    bad_premises,
    false_versions,
    plainly_false,
    samples,
    wrongly_met,
)
from places import ROOT, TESTS
from tiers import exhaustive

from symbolic_measures import verify
from symbolic_measures.kernel.algebra import RuleError, Sequent
from symbolic_measures.kernel.checker import check as kernel_check
from symbolic_measures.kernel.rules.registry import apply
from symbolic_measures.meaning.measure import Reading
from symbolic_measures.meaning.properties import PROPERTIES
from symbolic_measures.meaning.subjects import make_reading, measure
from symbolic_measures.nouns.errors import CertificateError
from symbolic_measures.nouns.formula import formula
from symbolic_measures.nouns.statement import Atom, Goal, Statement, Variable
from symbolic_measures.nouns.verdict import Step, Verdict, Witness

#: A rule with fewer forgeries than this fails.
REACHED = 3

# --- forged steps ---------------------------------------------------------------------------

#: Arguments that a rule may ignore for some conclusions, where junk is harmless.
HARMLESS = {("clear", "sign"), ("clear", "condition"), ("via", "strict"), ("square", "larger")}


def forged_steps(rule: str) -> Iterator[tuple[str, Any, Step]]:
    """(what, goal, step) that the kernel must refuse."""
    for goal, step in samples()[rule]:
        for what, other in false_versions(goal):
            yield f"false: {what}", other, step
            for name, changed in bad_arguments(step):
                yield f"false: {what}; {name}", other, changed
        if isinstance(goal, Sequent):
            yield from (("false: another goal", other, step) for other in plainly_false())
        yield from ((what, goal, changed) for what, changed in bad_premises(step))
        for what, changed in bad_arguments(step):
            name = what.split(" = ")[0]
            harmless = (rule, name) in HARMLESS or (what == "move = {}" and is_one_twice(goal))
            if not harmless and is_junk(rule, name, what):
                yield what, goal, changed


def is_one_twice(goal: Any) -> bool:
    """M - M rel 0: wherever a measure does not speak of what moves, nothing need move for it."""
    expr = goal.conclusion.expr if isinstance(goal, Goal) else formula(0)
    return expr.op == "-" and expr.args[0] == expr.args[1]


def is_junk(rule: str, name: str, what: str) -> bool:
    """Whether this value is wrong for this argument whatever the goal."""
    if name == "an unknown argument" or what.endswith(("= None", "= []", "= {}")):
        return True
    if name in ("value", "of", "lower"):
        return what.endswith(("= 'TP +'", "= 97", "os')\""))
    return name in ("variable", "x", "y", "root", "move", "number", "multipliers", "sign")


def refused_steps(rule: str) -> tuple[int, list[str]]:
    """How many forgeries of the rule there were, and those that were accepted."""
    count, wrong = 0, []
    for what, goal, step in forged_steps(rule):
        count += 1
        if problem := wrongly_met(goal, step):
            wrong.append(f"{rule}: {what}: {problem}: {goal.conclusion} by {step.args}")
    return count, wrong


# --- forged reports -------------------------------------------------------------------------

Change = Callable[[dict[str, Any]], None]


@cache
def saved(text: str, *properties: str, assume: tuple[str, ...] = ()) -> str:
    """A saved report."""
    report = check(text, properties or None, assume=assume)
    return report.to_json()


def refused(data: Any) -> bool:
    """Whether verify refuses: a problem with an entry, or a CertificateError for the whole."""
    try:
        return any(checked.problem for checked in verify(data))
    except CertificateError:
        return True


def entry(data: Any, property_id: str) -> Any:
    """The saved verdict on a property."""
    return next(item for item in data["verdicts"] if item["property"] == property_id)


def replaced(data: Any, path: tuple[Any, ...], value: Any) -> None:
    """Set data[path[0]][path[1]]... = value."""
    for key in path[:-1]:
        data = data[key]
    data[path[-1]] = value


def forged_reports() -> Iterator[tuple[str, Any]]:
    """(what, saved report) that verify must refuse."""
    proved = "symmetry", "monotone", "weakly-monotone"

    def forged(base: str, change: Change) -> Any:
        data = json.loads(base)
        change(data)
        return data

    f1 = saved("F1", *proved, "class-symmetry", "range", "undefined-set", "maximal-agreement")
    fields: list[tuple[str, tuple[Any, ...], Any]] = [
        ("no goals", ("statement", "goals"), []),
        ("another sentence", ("statement", "sentence"), "It is a good measure."),
        ("weakened", ("statement", "goals", 0, "conclusion"), "0 >= 0"),
        ("a hypothesis more", ("statement", "goals", 0, "hypotheses"), ["TP - 1 >= 0"]),
        ("renamed", ("property",), "weakly-strongly-monotone"),
        ("unknown property", ("property",), "excellence"),
        ("no proof", ("proof",), None),
        ("another list of rules", ("rules",), ["coefficients"]),
        ("an assumption", ("assumptions",), ["decided by somebody"]),
        ("another first rule", ("proof", "rule"), "some-goal"),
        ("arguments of the first rule", ("proof", "args"), {"trust": 1}),
        ("no premises", ("proof", "premises"), []),
        ("refuted instead", ("verdict",), "refuted"),
        ("vacuous instead", ("verdict",), "not-applicable"),
        ("a verdict that does not exist", ("verdict",), "true"),
        ("no verdict", ("verdict",), None),
        ("a part that nobody looks at", ("note",), "strict, too"),
        ("a part of a proof that nobody looks at", ("proof", "note"), "by Euler"),
    ]
    for name in ("symmetry", "weakly-monotone"):
        for what, path, value in fields:
            yield (
                f"{name}: {what}",
                forged(f1, lambda d, n=name, p=path, v=value: replaced(entry(d, n), p, v)),
            )
    yield (
        "weakly-monotone renamed to monotone",
        forged(f1, lambda d: entry(d, "weakly-monotone").update(property="monotone")),
    )
    yield (
        "strict weakened",
        forged(
            f1,
            lambda d: [
                g.update(conclusion=g["conclusion"].replace(" >= 0", " > 0"))
                for g in entry(d, "weakly-monotone")["statement"]["goals"]
            ],
        ),
    )
    for what, text in (("recall", "TP/P"), ("reordered", "TP*2/(2*TP+FN+FP)"), ("empty", "")):
        yield (
            f"another measure: {what}",
            forged(f1, lambda d, t=text: replaced(d, ("measure", "formula"), t)),
        )
    yield (
        "a convention more",
        forged(
            f1,
            lambda d: d["measure"].update(
                conventions=[{"when": "TP + FN + FP", "value": "1", "source": "me"}]
            ),
        ),
    )
    yield "refuted to proved", forged(f1, lambda d: entry(d, "monotone").update(verdict="proved"))
    yield (
        "refuted to vacuous",
        forged(f1, lambda d: entry(d, "monotone").update(verdict="not-applicable")),
    )
    yield (
        "another's proof",
        forged(
            f1,
            lambda d: entry(d, "class-symmetry").update(
                verdict="proved",
                proof=entry(d, "symmetry")["proof"],
                rules=entry(d, "symmetry")["rules"],
            ),
        ),
    )
    yield from forged_values(f1, forged)
    yield from forged_witnesses(f1, forged)


def forged_values(f1: str, forged: Any) -> Iterator[tuple[str, Any]]:
    """Tampered answers: the range, the undefined set, the gradient."""
    attained = ["1", "0", "0", "1"]
    values: list[tuple[str, str, tuple[Any, ...], Any]] = [
        ("range", "a larger supremum", ("supremum", "value"), "2"),
        ("range", "a smaller supremum", ("supremum", "value"), "1/2"),
        ("range", "a larger infimum", ("infimum", "value"), "1/9"),
        ("range", "attained elsewhere", ("infimum", "attained"), attained),
        ("range", "attained nowhere", ("infimum", "attained"), ["0", "0", "0", "1"]),
        ("range", "infinite", ("supremum", "value"), "oo"),
        ("range", "not attained", ("supremum", "attained"), None),
        ("range", "junk", ("supremum",), 7),
        ("undefined-set", "nothing", (), []),
        ("undefined-set", "more", (), [["TN"], ["FP"]]),
        ("undefined-set", "unknown cells", (), [["XX"]]),
        ("undefined-set", "no list", (), 5),
        ("undefined-set", "nowhere", (), {"supports": [], "where": "0 == 1"}),
        ("undefined-set", "no condition", (), {"supports": [["TN"]], "where": "always"}),
        ("undefined-set", "a false one", (), {"supports": [["TN"]], "where": "TP == FN"}),
        ("undefined-set", "one without a name", (), {"supports": [["TN"]], "where": "XX == 0"}),
        ("undefined-set", "a fraction", (), {"supports": [["TN"]], "where": "1/TP == 0"}),
        ("undefined-set", "other keys", (), {"supports": [["TN"]], "if": "TP == FN"}),
    ]
    for name, what, path, value in values:

        def change(
            data: Any, name: str = name, path: tuple[Any, ...] = path, value: Any = value
        ) -> None:
            here = entry(data, name)
            replaced(here, ("value", *path), value)
            if name == "range":
                data["range"] = here["value"]
            try:  # a careful forger adapts the statement, too
                reading = make_reading(measure("F1"))
                statement = PROPERTIES[name].statement(reading, here["value"])
                here["statement"] = statement.to_data()
            except ValueError:
                pass

        yield f"{name}: {what}", forged(f1, change)
    yield "the entry range alone", forged(f1, lambda d: d.update(range={"supremum": 5}))
    whole = saved("accuracy")
    slopes = json.loads(whole)["gradient"]
    for number, slope in enumerate(slopes[:4]):
        for path, value in (
            (("value", "derivative"), "TP/n"),
            (("value", "sign"), "zero"),
            (("value", "variable"), "p_B"),
            (("value",), None),
            (("proof",), None),
        ):
            what = f"gradient in {slope['value']['variable']}: {path[-1]}"
            yield (
                what,
                forged(
                    whole, lambda d, n=number, p=path, v=value: replaced(d["gradient"][n], p, v)
                ),
            )


def forged_witnesses(f1: str, forged: Any) -> Iterator[tuple[str, Any]]:
    """Witnesses that are off the domain, harmless, not the smallest, or show something else."""
    name = "monotone"
    changes: list[tuple[str, tuple[Any, ...], Any]] = [
        ("another value", ("values", 0), "1/7"),
        ("a decimal", ("values", 1), "0.5"),
        ("no values", ("values",), []),
        ("another cell", ("TP",), 5),
        ("another second matrix", ("to", "TN"), 9),
        ("no second matrix", ("to",), None),
        ("another kind", ("kind",), "matrix"),
        ("a kind that does not exist", ("kind",), "rumour"),
        ("no such goal", ("goal",), 44),
        ("a negative goal", ("goal",), -1),
        ("another goal", ("goal",), 0),
        ("a parameter more", ("parameters",), {"beta": "1"}),
        ("off the domain", ("point", "TP"), "-1"),
        ("not whole", ("point", "TP"), "1/2"),
        ("not a number", ("point", "FP"), "many"),
        ("infinite", ("point", "FP"), "1/0"),
        ("code", ("point", "FP"), "__import__('os')"),
        ("a variable less", ("point",), {"TP": "1"}),
        ("not violating", ("point",), {"TP": "1", "FN": "1", "FP": "1", "TN": "1"}),
        ("no object", (), "here"),
    ]
    for what, path, value in changes:
        yield (
            f"witness: {what}",
            forged(f1, lambda d, p=path, v=value: replaced(entry(d, name), ("witness", *p), v)),
        )
    yield "witness: a larger one said to be the smallest", larger_witness()
    beta = saved("F_beta", "symmetry")
    for text in ("-1", "0", "i", "1", "1/0", "sqrt(2)"):
        yield (
            f"witness: beta = {text}",
            forged(
                beta,
                lambda d, t=text: replaced(
                    entry(d, "symmetry"), ("witness", "parameters"), {"beta": t, "gamma": t}
                ),
            ),
        )
    yield "witness: beta below its domain", beta_below()
    mean = saved("F1", "constant-baseline")
    for path, value in (
        (("n",), 3),
        (("to", "n"), 99),
        (("to", "Phat"), 2.5),
        (("values", 0), "1/9"),
        (("minimal",), False),
        (("n",), "many"),
        (("kind",), "pair"),
    ):
        yield (
            f"expectation: {path[-1]} = {value}",
            forged(mean, lambda d, p=path, v=value: replaced(d["verdicts"][0], ("witness", *p), v)),
        )


def larger_witness() -> Any:
    """A true violation of symmetry by recall that is not the smallest, claimed to be."""
    data = json.loads(saved("recall", "symmetry"))
    data["verdicts"][0]["witness"] = {
        "kind": "pair", "TP": 3, "FN": 0, "FP": 1, "TN": 0,
        "to": {"TP": 3, "FN": 1, "FP": 0, "TN": 0}, "values": ["1", "3/4"], "parameters": {},
        "minimal": True, "goal": 0, "point": {"TP": "3", "FN": "0", "FP": "1", "TN": "0"},
    }  # fmt: skip
    return data


def beta_below() -> Any:
    """A violation of weak monotonicity by F_beta at beta^2 < 0 would need beta outside beta > 0.

    At beta = -2 the values are those of beta = 2, so that only the assumption can refuse it.
    """
    data = json.loads(saved("F_beta", "symmetry"))
    witness = data["verdicts"][0]["witness"]
    witness["parameters"]["beta"] = str(-int(witness["parameters"]["beta"]))
    return data


# --- forged statements, below the files -----------------------------------------------------


def forged_statements() -> Iterator[tuple[str, Statement, Verdict]]:
    """(what, statement, verdict) that the kernel must refuse."""
    natural = (Variable("TP", "natural"),)
    true = Atom(formula(1), ">")
    leaf = Step("clear", {}, (Step("coefficients"),))
    empty = Statement("p", "M", "nothing", ())
    yield "no goals", empty, Verdict("p", "proved", empty, Step("every-goal"))
    impossible = Goal(natural, (Atom(formula(0), ">"),), true, blocks=(("TP",),))
    vacuous = Statement("p", "M", "vacuous", (impossible,))
    yield "vacuous", vacuous, Verdict("p", "proved", vacuous, Step("every-goal", {}, (leaf,)))
    plain = Statement("p", "M", "one", (Goal(natural, (), true, blocks=(("TP",),)),))
    good = Step("every-goal", {}, (leaf,))
    yield "another property", plain, Verdict("q", "proved", plain, good)
    yield "another statement", plain, Verdict("p", "proved", vacuous, good)
    yield "no proof", plain, Verdict("p", "proved", plain)
    yield (
        "a proof too many",
        plain,
        Verdict("p", "proved", plain, Step("every-goal", {}, (leaf, leaf))),
    )
    yield (
        "said to be vacuous",
        plain,
        Verdict(
            "p",
            "not-applicable",
            plain,
            Step("vacuous", {}, (Step("empty", {"goal": 0}, (leaf,)),)),
        ),
    )
    yield "vacuous without a proof", plain, Verdict("p", "not-applicable", plain)
    yield "refuted without a witness", plain, Verdict("p", "refuted", plain)
    nothing = Witness("matrix", 0, {"TP": "1"}, {}, (), (), False)
    yield "a witness against the truth", plain, Verdict("p", "refuted", plain, witness=nothing)
    yield from forged_branches()


def forged_branches() -> Iterator[tuple[str, Statement, Verdict]]:
    """Proofs that speak of the branch of a convention that is not taken."""
    reading = make_reading(measure("TP/(P-P)"), ["P == 0: TN"])
    moving = PROPERTIES["tn-invariance"].statement(reading)
    yield (
        "a hypothesis with a branch defined nowhere",
        moving,
        Verdict(moving.property, "proved", moving, Step("every-goal", {}, (Step("clear"),))),
    )
    reading = make_reading(measure("TP/P"), ["P == 0: 0"])
    value = [["FP"], ["TN"], ["FP", "TN"]]
    goals = PROPERTIES["undefined-set"].statement(reading, value)
    for number, goal in enumerate(goals.goals):
        if goal.conclusion.rel != "undefined":
            continue
        one = Statement("undefined-set", "M", "one support", (goal,))
        step = Step("clear", {"condition": 0}, (Step("coefficients"),))
        yield (
            f"undefined on a branch not taken, support {number}",
            one,
            Verdict("undefined-set", "proved", one, Step("every-goal", {}, (step,))),
        )


def kernel_refuses(statement: Statement, verdict: Verdict) -> bool:
    """Whether the kernel refuses."""
    try:
        kernel_check(statement, verdict)
    except CertificateError:
        return True
    return False


# --- everything, also for `python -O` -------------------------------------------------------


def accepted_forgeries() -> list[str]:
    """Every forged report and statement that passes.

    Steps are left out: the rules have no assert statement, as `test_layers` sees.
    """
    wrong = [what for what, data in forged_reports() if not refused(data)]
    wrong += [what for what, s, verdict in forged_statements() if not kernel_refuses(s, verdict)]
    return wrong


@exhaustive
@pytest.mark.parametrize("rule", NAMES)
def test_forged_steps_are_refused(rule: str) -> None:
    count, wrong = refused_steps(rule)
    assert wrong == []
    assert count >= REACHED, f"{rule} has only {count} forgeries"


@exhaustive
@pytest.mark.parametrize("rule", NAMES)
def test_real_steps_are_accepted(rule: str) -> None:
    assert samples()[rule], f"no real proof uses {rule}"
    assert all(wrongly_met(goal, step) == "accepted" for goal, step in samples()[rule])


@exhaustive
@pytest.mark.parametrize("rule", NAMES)
def test_every_rule_meets_false_goals(rule: str) -> None:
    kinds = Counter(what.split(";")[0] for what, _, _ in forged_steps(rule))
    assert len(kinds) >= REACHED
    assert any(what.startswith("false") for what in kinds)


def test_forged_reports_are_refused() -> None:
    tried = list(forged_reports())
    assert len(tried) > 100
    assert [what for what, data in tried if not refused(data)] == []


def test_forged_statements_are_refused() -> None:
    tried = list(forged_statements())
    assert len(tried) > 10
    assert [what for what, s, verdict in tried if not kernel_refuses(s, verdict)] == []


@pytest.mark.parametrize("text", ["F1", "accuracy", "CC", "Abs(TP-FN)/n"])
def test_untouched_reports_verify(text: str) -> None:
    data = json.loads(saved(text, "symmetry", "monotone", "tn-invariance", "undefined-set"))
    assert not refused(data)


@exhaustive
def test_a_rule_needs_its_own_kind_of_goal() -> None:
    step = samples()["clear"][0]
    sequent = samples()["coefficients"][0][0]
    with pytest.raises(RuleError):
        apply(sequent, "clear", {})
    with pytest.raises(RuleError):
        apply(step[0], "coefficients", {})
    with pytest.raises(RuleError):
        apply(step[0], "trust-me", {})


# --- garbled files --------------------------------------------------------------------------

GARBAGE: tuple[Any, ...] = (
    None, True, -1, 0, 7, 10**40, 1.5, float("inf"), "", "x", "0", "1/0", [], {}, [[]], {"rule": 1},
    "TP", "é", ["TP"], {"rule": "clear"},
)  # fmt: skip


def places(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every path into a JSON value."""
    if path:
        yield path
    if isinstance(data, dict | list):
        for key, below in data.items() if isinstance(data, dict) else enumerate(data):
            yield from places(below, (*path, key))


def looked_at(data: Any) -> None:
    """verify may answer or raise CertificateError; anything else is an error of this test."""
    try:
        for checked in verify(data):
            assert isinstance(checked.problem, str)
    except CertificateError:
        pass


@pytest.mark.parametrize(
    ("text", "properties"),
    [
        ("F1", ("symmetry", "monotone", "range", "undefined-set", "constant-baseline")),
        ("F_beta", ("class-symmetry", "weakly-monotone")),
        ("1/(TP-TP)", ("symmetry",)),
    ],
)
def test_garbled_reports_never_surprise(text: str, properties: tuple[str, ...]) -> None:
    base = json.loads(saved(text, *properties))
    chance = random.Random(3)
    every = list(places(base))
    for path in chance.sample(every, min(len(every), 220)):
        data = copy.deepcopy(base)
        replaced(data, path, chance.choice(GARBAGE))
        looked_at(data)
        data = copy.deepcopy(base)
        here = data
        for key in path[:-1]:
            here = here[key]
        del here[path[-1]]
        looked_at(data)


@pytest.mark.parametrize("junk", GARBAGE, ids=repr)
def test_files_that_are_no_report(junk: Any) -> None:
    with pytest.raises(CertificateError):
        list(verify(junk))
    with pytest.raises(CertificateError):
        list(verify({"schema": 1, "measure": junk, "verdicts": []}))
    data = json.loads(saved("F1", "symmetry"))
    data["verdicts"] = [junk, *data["verdicts"]]
    assert refused(data)


def test_a_proof_nested_too_deep_is_refused() -> None:
    data = json.loads(saved("F1", "symmetry"))
    step: dict[str, Any] = {"rule": "absurd"}
    for _ in range(3_000):
        step = {"rule": "absurd", "premises": [step]}
    data["verdicts"][0]["proof"] = step
    assert refused(data)


def test_forgeries_are_refused_without_assert_statements() -> None:
    done = subprocess.run(
        [sys.executable, "-O", "-m", "kernel.test_forgeries"],
        capture_output=True, text=True, timeout=600, check=False, cwd=TESTS,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    assert "accepted: 0" in done.stdout


if __name__ == "__main__":
    passed = accepted_forgeries()
    print(f"accepted: {len(passed)}")
    if passed:
        raise SystemExit("\n".join(passed))
    if Reading is None or __debug__:
        raise SystemExit("run this with python -O")
