"""Rules of the kernel that few saved proofs need, each on a small goal.

With one thing wrong in the goal or in the proof, Rocq's checker refuses it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from symbolic_measures.doors.export.checking import coqc
from symbolic_measures.doors.export.goals import Place, found, proof
from symbolic_measures.doors.export.points import SORTS
from symbolic_measures.doors.export.rocq import HEADER
from symbolic_measures.doors.export.terms import Numbers, atom_text
from symbolic_measures.macros import apply
from symbolic_measures.nouns.formula import Formula
from symbolic_measures.nouns.parser import parse
from symbolic_measures.nouns.statement import Atom, Goal, Relation, Sort, Variable
from symbolic_measures.nouns.verdict import Step

pytestmark = pytest.mark.usefixtures("compiled_library")

LETTERS = ("a", "b", "c", "x", "y")
NUMBERS = Numbers(LETTERS)


def tree(text: str) -> Formula:
    return parse(text, names={}, parameters=(*LETTERS, "TP", "FN", "k"))


def goal_of(sort: Sort, names: str, conclusion: tuple[str, Relation], *given: Atom) -> Goal:
    variables = tuple(Variable(name, sort) for name in names.split())
    return Goal(variables, given, Atom(tree(conclusion[0]), conclusion[1]))


def step_of(goal: Goal, rule: str, **args: object) -> Step:
    """The rule, with proofs of its subgoals that search finds."""
    subs = apply(goal, rule, args)
    return Step(rule, args, tuple(found(sub) for sub in subs if isinstance(sub, Goal)))


def abstracted() -> tuple[Goal, Step]:
    """2 sqrt(TP + 1) is larger, because sqrt(TP + 1) is positive."""
    goal = goal_of("natural", "TP", ("2*sqrt(TP + 1) - sqrt(TP + 1)", ">"))
    return goal, step_of(goal, "abstract", parts=["sqrt(TP + 1)"], facts=[["part1", ">"]])


def scaled() -> tuple[Goal, Step]:
    """TP/(TP + FN) is the same at twice the matrix (k*TP, k*FN)."""
    one, other = (f"{k}*TP/({k}*TP + {k}*FN)" for k in ("(2*k)", "k"))
    before = Atom(tree(other), "defined")
    goal = goal_of("positive", "TP FN k", (f"{one} - {other}", "=="), before)
    texts = {"t": ["2*k*TP", "2*k*FN"], "u": ["k*TP", "k*FN"]}
    return goal, step_of(goal, "scaled", lower="TP/(TP + FN)", cells=["TP", "FN"], **texts, k="2")


def rooted() -> tuple[Goal, Step]:
    """x + y > 0, with squares for x and y."""
    goal = goal_of("positive", "x y", ("x + y", ">"))
    return goal, step_of(goal, "powers", exponent=2)


def gram() -> tuple[Goal, Step]:
    """Vectors whose inner products are a + b, a + c, b + c and a, c, b."""
    x, y, z = (
        f"{top}/sqrt(({one})*({other}))"
        for top, one, other in (
            ("a", "a + b", "a + c"),
            ("c", "a + c", "b + c"),
            ("b", "a + b", "b + c"),
        )
    )
    text = f"1 + 2*(({x})*({y})*({z})) - ((({x})*({x}) + ({y})*({y})) + ({z})*({z}))"
    given = (Atom(tree(one), "defined") for one in (x, y, z))
    goal = goal_of("nonnegative", "a b c", (text, ">="), *given)
    return goal, Step("gram", {"sides": ["a + b", "a + c", "b + c"]})


def known() -> tuple[Goal, Step]:
    """x*x = y*y where x = y."""
    goal = goal_of("real", "x y", ("x*x - y*y", "=="), Atom(tree("x - y"), "=="))
    inner = Step("bound", {"variable": "x", "number": 0}, (Step("coefficients"),))
    return goal, Step("clear", {}, (inner,))


def enclosed() -> tuple[Goal, Step]:
    """1/3 - 0.3248: numbers that no polynomial compares."""
    return goal_of("real", "", ("acos(1/2)/acos(-1) - log(7)/log(400)", ">")), Step("evaluate")


#: Of each rule, as it is called in Rocq: its goal and proof, and what is changed in them.
PART = "(Abstract [(102%positive,(Sqrt ((Var 1) + 1))"
FIRST_CELL = "(1%positive,(((2 * (Var 9)) * (Var 1))%expr,((Var 9) * (Var 1))%expr));"
FIRST_LAYER = "((Pinj 20 (PX (Pc 1) 1 (Pc 0))),(1,1,0,(1,0,0)));"
RULES: dict[str, tuple[Callable[[], tuple[Goal, Step]], list[tuple[str, str]]]] = {
    "Abstract": (
        abstracted,
        [
            ("[Is (Var 102)%expr GT]", "[Is (Var 102)%expr GE]"),
            ("[Is (Var 102)%expr GT]", "[]"),
            ("(Abstract [(102%positive", "(Abstract [(1%positive"),
            (PART, PART.replace("+ 1", "+ 2")),
        ],
    ),
    "Scaled": (
        scaled,
        [
            ("(2)%expr [(1%positive", "(3)%expr [(1%positive"),
            ("(Scaled 102", "(Scaled 1"),
            ("(Scaled 102 ((Var 1) /", "(Scaled 102 ((Var 2) /"),
            (FIRST_CELL, ""),
            ("[Defined (((Var 9) * (Var 1)) /", "[Defined (((Var 9) * (Var 2)) /"),
        ],
    ),
    "Rooted": (
        rooted,
        [
            ("24%positive Pos", "24%positive NonNeg"),
            ("[24%positive;25", "[7%positive;25"),
            ("((Var 24) + (Var 25))", "((Var 24) - (Var 25))"),
        ],
    ),
    "Gram": (
        gram,
        [
            ("(1,1,0,(1,0,0))", "(1,1,0,(2,0,0))"),
            ("(1,1,0,(1,0,0))", "(1,0,0,(1,0,0))"),
            (FIRST_LAYER, ""),
            ("21%positive NonNeg", "21%positive Real"),
            ("(1 + (2 *", "(1 + (3 *"),
            ("[Defined ((Var 21)", "[Defined ((Var 22)"),
        ],
    ),
    "Enclosed": (
        enclosed,
        [
            ("Log 7", "Log 8"),
            ("Log 400", "Log 0"),
            ("Acos (1 / 2)", "Acos (2 / 3)"),
            ("Acos (1 / 2)", "Acos (3 / 2)"),
            ("GT", "EQ"),
        ],
    ),
    "Known": (
        known,
        [
            ("Known 24 0 true", "Known 24 0 false"),
            ("Known 24 0 true", "Known 24 1 true"),
            ("Known 24 0 true", "Known 25 0 true"),
            ("(Var 25))%expr EQ]", "(Var 25))%expr GE]"),
        ],
    ),
}


def rocq_goal(goal: Goal) -> str:
    sorts = "(fun _ => Real)"
    for variable in goal.variables:
        sorts = f"(upd {sorts} {NUMBERS.of(variable.name)}%positive {SORTS[variable.sort]})"
    hypotheses = "; ".join(atom_text(atom, NUMBERS) for atom in goal.hypotheses)
    return f"Goal {sorts} [{hypotheses}] ({atom_text(goal.conclusion, NUMBERS)})\n"


def test_small_proofs_are_accepted_and_what_is_changed_is_not(tmp_path: Path) -> None:
    asked, wanted = [], []
    for name, (built, changes) in RULES.items():
        goal, step = built()
        text = proof(Place(goal.hypotheses, goal.conclusion, NUMBERS), goal, step)
        assert re.search(rf"\b{name}\b", text)
        whole = f"prove ({rocq_goal(goal)}) {text}"
        asked.append(whole)
        wanted.append((name, "", "true"))
        for pattern, new in changes:
            changed = whole.replace(pattern, new, 1)
            assert changed != whole, (name, pattern)
            asked.append(changed)
            wanted.append((name, pattern, "false"))
        assert len(changes) >= 3
    path = tmp_path / "rules.v"
    evaluated = "\n".join(f"Eval vm_compute in ({text})." for text in asked)
    path.write_text(HEADER + evaluated, encoding="utf-8")
    good, output = coqc(path)
    assert good, output[-2000:]
    found_values = re.findall(r"= (true|false)", output)
    told = [(*own[:2], value) for own, value in zip(wanted, found_values, strict=True)]
    assert told == wanted
