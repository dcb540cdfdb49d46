"""Steps of every rule, and what the rule computes of them as text, one line for each subgoal.

`tests/kernel/subgoals.txt` holds these lines, read and checked by hand; `python tests/subgoals.py`
prints them.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby, product
from typing import Any, TypeAlias

from forged_formulas import MEAN
from forged_vectors import PARALLEL, SUM, XXX, cosine, gram
from forgery import expectation, goal, sequent, tree

from symbolic_measures.kernel.algebra import RuleError, Sequent
from symbolic_measures.kernel.rules.registry import Obligation, apply
from symbolic_measures.nouns.statement import Atom, Goal, Variable

Task: TypeAlias = tuple[str, Obligation, dict[str, Any]]


def shown(task: Obligation) -> str:
    """`x: positive; s: nonnegative | s = sqrt(x) | hypotheses |- conclusion`."""
    if isinstance(task, Sequent):
        sorts = list(zip(task.names, task.sorts, strict=True))
        facts = [f"{poly} {rel}" for poly, rel in task.hypotheses]
        claim = " ".join(map(str, task.conclusion))
        meaning = {task.names[i]: f"sqrt({poly})" for i, poly in task.roots.items()}
        for i, term in task.terms.items():
            meaning[task.names[i]] = f"{term.function}({term.top} / {term.bottom})"
        where = "; ".join(f"{name} = {text}" for name, text in meaning.items())
    else:
        sorts = [(variable.name, variable.sort) for variable in task.variables]
        facts = [f"{atom.expr} {atom.rel}" for atom in task.hypotheses]
        claim, where = f"{task.conclusion.expr} {task.conclusion.rel}", ""
    told = "; ".join(
        f"{', '.join(name for name, _ in own)}: {sort}"
        for sort, own in groupby(sorts, key=lambda pair: pair[1])
    )
    return f"{' | '.join(filter(None, (told, where, ', '.join(facts))))} |- {claim}".lstrip()


def head(rule: str, task: Obligation, args: dict[str, Any]) -> str:
    """A step and the obligation it is taken on."""
    words = " ".join(f"{name}={value!r}" for name, value in args.items())
    return f"{rule} {words}: {shown(task)}"


def subgoals(rule: str, task: Obligation, args: dict[str, Any]) -> list[str]:
    """What remains to be shown, or the refusal."""
    try:
        return [shown(subgoal) for subgoal in apply(task, rule, args)]
    except RuleError as error:
        return [f"refused: {error}"]


# --- polynomials ------------------------------------------------------------------------------


def polynomials() -> Iterator[Task]:
    """Steps on sequents."""
    for sorts, facts, claim in (
        ("x, y: nonnegative", ["2*x - 3*y == 0", "x - 1 >= 0"], "x^2 - y > 0"),
        ("x, y: nonnegative", ["3*y - 2*x == 0"], "x^2 - y > 0"),
        ("x: real; y: nonnegative", ["3*y - 2*x == 0"], "x^2 - y > 0"),
        ("x, y: natural", ["x - y - 1 > 0"], "x - 2*y >= 0"),
        ("x, y: natural", ["x - y == 0"], "x - 2*y >= 0"),
        ("x, y: natural; z: real", ["x - y - 1 >= 0"], "x - 2*z >= 0"),
        ("x, y: natural", ["x - y - 1 >= 0"], "x - 2*y >= 0"),
        ("x: natural; y: real", ["x - y - 1 >= 0"], "x - 2*y >= 0"),
        ("x: natural; y: nonnegative", ["2*x - y - 1 >= 0"], "x - 2*y >= 0"),
        ("x, y: positive", ["2*x - y - 1 >= 0"], "x - 2*y >= 0"),
        ("x, y: positive", ["2*x - y - 1 > 0"], "x^2 - 2*y >= 0"),
        ("x, y: real", ["y - 2*x - 1 > 0", "x - 5 != 0"], "x^2 - 2*y >= 0"),
        ("x, y: real", ["y - 2*x - 1 >= 0"], "x^2 - 2*y >= 0"),
        ("x: nonnegative; y: real", ["3 - 2*x > 0"], "x^2 - 2*y >= 0"),
        ("x: positive; y: real", ["3 - 2*x >= 0"], "x^2 - 2*y >= 0"),
    ):
        yield "bound", sequent(sorts, facts, claim), {"variable": "x", "number": 0}
    task = sequent("x, y: nonnegative", ["y - x == 0"], "x^2 - 2*y > 0")
    yield "bound", task, {"variable": "x", "number": 0}
    task = sequent("x, y: positive; z: natural", ["2*y - x - 1 >= 0"], "x*y^2*z - 2*x*z^2 >= 0")
    yield "bound", task, {"variable": "y", "number": 0}
    for sorts, claim in (
        ("positive", "-x != 0"), ("positive", "x != 0"), ("nonnegative", "-x != 0"),
        ("nonnegative", "-x - 1 != 0"), ("real", "x^2 + 1 > 0"),
    ):  # fmt: skip
        yield "coefficients", sequent(f"x: {sorts}", [], claim), {}
    for number in (-1, 1, True, "0", None):
        task = sequent("x: real", ["x > 0"], "x > 0")
        yield "bound", task, {"variable": "x", "number": number}
        yield "combine", task, {"multipliers": {str(number): "1"}}
    for place in (0, 1, 2, -1, "1"):
        yield "factor", sequent("x, y: real", [], "x*y == 0"), {"signs": place}
    for claim, functions in (
        ("y > 0", {}), ("y - x > 0", {}), ("-x >= 0", {}), ("-x - 1 > 0", {}),
        ("x - t >= 0", {"t": "log(x)"}), ("x - t >= 0", {"t": "sqrt(x)"}),
    ):  # fmt: skip
        task = sequent("x, y: nonnegative", [claim], "x > 0", **functions)
        yield "bound", task, {"variable": "x", "number": 0}
    roots = sequent("x: nonnegative; y: positive", ["x - y >= 0"], "s - y > 0",
                    s="sqrt(x)", t="log(x / y)")  # fmt: skip
    yield "bound", roots, {"variable": "x", "number": 0}
    gone = sequent("x, y: nonnegative", ["x - y == 0"], "s + x*y >= 0", s="sqrt(x - y)")
    yield "bound", gone, {"variable": "x", "number": 0}
    three = ["x > 0", "y >= 0", "x - y == 0"]
    for claim, args in (
        ("x + y > 0", {"multipliers": {"0": "1", "1": "2"}, "scale": 3}),
        ("x + y > 0", {"multipliers": {"1": "2"}}),
        ("x + y > 0", {"multipliers": {"0": "3", "1": "12"}, "scale": 20}),
        ("x + y >= 0", {"multipliers": {"2": "-x"}}),
        ("x + y != 0", {"multipliers": {"2": "-x"}}),
        ("x + y == 0", {"multipliers": {"0": "2"}, "scale": 0}),
    ):
        yield "combine", sequent("x, y: real", three, claim), args
    nested = {"s": "sqrt(x+1)", "t": "sqrt(s+2)"}
    yield "combine", sequent("x: positive", [], "s^3 + s^2 + s >= 0", s="sqrt(x+1)"), {}
    yield "combine", sequent("x: positive", [], "s^5*t^2 + s^4*t^3 >= 0", **nested), {}
    for claim, signs in (
        ("x^2*y^3 - y^5 > 0", [1, -1, -1]), ("x^2*y^2 - y^4 >= 0", [1, 1, 1]),
        ("-x^2*y^2 + y^4 > 0", [-1, 1, 1]), ("x^2*y^2 - y^4 > 0", [-1, -1, -1]),
        ("-6*x*y^2 != 0", None), ("-6*x*y^2 == 0", 1),
    ):  # fmt: skip
        args = {} if signs is None else {"signs": signs}
        yield "factor", sequent("x, y: real", [], claim), args
    for sorts, claim, args in (
        ("x, y: real", "x - y > 0", {"of": "x + y"}),
        ("x, y: real", "x - y > 0", {"of": "x + y", "rels": [">=", "<"]}),
        ("x, y: real", "x - y > 0", {"of": "x + y", "rels": ["<=", ">"]}),
        ("x, y: real", "x - y > 0", {"rels": ["<="]}),
        ("x, y: real", "x - y >= 0", {"rels": ["<"]}),
        ("x, y: real", "x - y == 0", {"rels": ["<", ">"]}),
        ("x, y: real", "x - y != 0", {"rels": ["=="]}),
        ("x: real; y: positive", "x - y != 0", {"of": "-y", "rels": ["<"]}),
        ("x: real; y: nonnegative", "x - y != 0", {"of": "-y", "rels": ["<", "=="]}),
        ("x: real; y: nonnegative", "x - y != 0", {"of": "y", "rels": ["==", ">"]}),
    ):
        yield "cases", sequent(sorts, ["x != 0"], claim), args
    yield "cut", sequent("x: real", ["x > 0"], "x >= 0"), {"of": "x - 1", "rel": ">="}
    yield "cut", sequent("x: real", ["x > 0"], "x >= 0"), {"of": "2*x", "rel": ">"}
    for claim, root, larger in (
        ("2*x + 3*s*t >= 0", "s", "free"), ("2*x + 3*s*t > 0", "s", "root"),
        ("2*x - s*t == 0", "t", "free"), ("2*x - s*t != 0", "t", "free"),
        ("2*s^2 - s*t > 0", "s", "root"), ("2*s^2 - s*t > 0", "s", "free"),
    ):  # fmt: skip
        task = sequent("x, y: real", ["x >= 0"], claim, s="sqrt(x)", t="sqrt(y)")
        yield "square", task, {"root": root, "larger": larger}
    task = sequent("x, y: nonnegative", [], "s^3*t^2*x + s*t + s + 1 >= 0",
                   s="sqrt(2*x)", t="sqrt(8*x*y^2)")  # fmt: skip
    yield "rooted", task, {"roots": ["s", "t"]}
    for one, other in (("x^5", "x"), ("x^3*y", "x^3*y^3"), ("-x", "x"), ("-x", "-x"), ("x", "y")):
        roots = {"s": f"sqrt({one})", "t": f"sqrt({other})"}
        task = sequent("x, y: nonnegative", [], "s*t - 1 >= 0", **roots)
        yield "rooted", task, {"roots": ["s", "t"]}
    yield "rooted", task, {"roots": ["s", "x"]}
    two = ["x > 0", "y > 0"]
    yield "weaken", sequent("x, y: real", two, "x >= 0"), {"without": [0], "rel": ">"}
    yield "weaken", sequent("x, y: real", two, "x > 0"), {"without": [1]}


def values() -> Iterator[Task]:
    """Steps on logarithms and arccosines."""
    for claim, sorts, functions in (
        ("t + 2*u - 3*v >= 0", "positive", ("log(x)", "log(y / x)", "log(2)")),
        ("-t > 0", "positive", ("log(x)",)),
        ("2*t == 0", "positive", ("log(x)",)),
        ("2*t - 2*u > 0", "positive", ("acos(x)", "acos(y)")),
        ("t - u != 0", "positive", ("acos(x)", "acos(y / x)")),
        ("3*t >= 0", "positive", ("acos(x / y)",)),
        ("-3*t >= 0", "positive", ("acos(x / y)",)),
        ("60*t > 0", "positive", ("log(x)",)),
        ("61*t > 0", "positive", ("log(x)",)),
        ("t > 0", "real", ("log(x / y)",)),
        ("t == 0", "real", ("log(x / y)",)),
        ("t > 0", "real", ("acos(x / y)",)),
        ("t*u > 0", "positive", ("log(x)", "log(y)")),
        ("t^2 > 0", "positive", ("log(x)",)),
        ("t*x > 0", "positive", ("log(x)",)),
        ("t + 1 > 0", "positive", ("log(x)",)),
        ("x > 0", "positive", ("log(x)",)),
    ):
        named = dict(zip("tuv", functions, strict=False))
        yield "arguments", sequent(f"x, y: {sorts}", [], claim, **named), {}


# --- formulas ---------------------------------------------------------------------------------

OWN = "x, y, c: positive"


def defined(*texts: str) -> list[str]:
    """That the formulas have values."""
    return [f"{text} defined" for text in texts]


def formulas() -> Iterator[Task]:
    """Steps on goals: via, weaken, substitute, reorder, split."""
    real, two = "x, y: real", ["x > 0", "y > 0"]
    for facts, claim in (
        ([], "2 - 1 > 0"), ([], "1 - 1 > 0"), ([], "1/(1-1) > 0"), ([], "1/(1-1) undefined"),
        ([], "x - x == 0"), (["1 - 2 > 0"], "x > 0"), (["x > 0", "1/(1-1) defined"], "y > 0"),
        (["2*acos(1/3) - acos(-7/9) > 0"], "y > 0"), ([], "2*acos(1/3) - acos(-7/9) >= 0"),
    ):  # fmt: skip
        yield "evaluate", goal(real, facts, claim), {}
    yield "evaluate", expectation("1 constant-mean"), {}
    yield "via", goal(real, ["x > 0"], "x - y >= 0"), {"value": "2"}
    yield "via", goal(real, ["x > 0"], "x - y > 0"), {"value": "1/x"}
    for rel in (">", "=="):
        task = goal(real, ["x > 0"], f"x - y {rel} 0")
        yield "via", task, {"value": "1/x", "strict": "right"}
    yield "weaken", goal("x, y, z: real", two, "x > 0"), {"without": [1]}
    yield "weaken", goal("x, y, z: real", [*two, "z > 0"], "x > 0"), {"without": [1]}
    yield "weaken", goal("x: real", ["x > 0"], "x > 0"), {"without": []}
    yield "weaken", goal("x: real", ["x > 0"], "x >= 0"), {"without": [0]}
    yield "weaken", goal("x, y, z: real", two, "x >= 0"), {"rel": ">"}
    yield "weaken", goal("x, y, z: real", two, "x >= 0"), {"rel": ">", "without": [0, 1]}
    for facts in ([], ["log(0*x) defined"], ["x > 0"], ["1/(x-x) defined"]):
        yield "clear", goal("x: nonnegative", facts, "1/x undefined"), {}
        yield "clear", goal("x: nonnegative", facts, "x undefined"), {"condition": -1}
        yield "clear", goal("x: nonnegative", facts, "1/(x-x) undefined"), {}
    for sorts in ("x, y: natural", "x, y: nonnegative", "x: positive; y: natural", "x, y: real"):
        yield "substitute", goal(sorts, ["x > 0"], "x*y >= 0"), {"variable": "x"}
    task = goal("x, y: positive; z: nonnegative", ["x > 0"], "x*y + z >= 0")
    yield from (("substitute", task, {"exponent": power}) for power in (2, 60, 61, 1))
    cells = "a: natural; b: nonnegative; c, d: positive; z: real"
    task = goal(cells, ["z > 0", "a*b - c*d == 0", "a > 0"], "a + b*z - c - d >= 0")
    yield from (("substitute", task, {"hypothesis": n}) for n in (0, 1, 2, 3, -1, True))
    for one, other, given in (
        ("x*y+c", "c+y*x", "x*y+c"), ("x-y-c", "x-(y+c)", "x-(y+c)"),
        ("x-(y-c)", "c+x-y", "x-(y-c)"), ("-(x-y)", "y-x", "y-x"), ("x/y", "y/x", "x/y"),
        ("(x*y)*c", "y*(c*x)", "(x*y)*c"), ("x-y", "y-x", "x-y"), ("-x", "x", "x"),
        ("x+y", "x*y", "x+y"), ("2", "3", "3"), ("sqrt(x+y)", "sqrt(y+x)", "sqrt(x+y)"),
        ("x^2", "x*x", "x*x"), ("-(x+y)", "-y-x", "-y-x"), ("x+y", "y+x", "x"),
        ("x*y", "x*c", "x*y"), ("x+y", "x+c", "x+y"), ("sqrt(x)", "log(x)", "sqrt(x)"),
        ("sqrt(x)", "sqrt(y)", "sqrt(x)"), ("x", "y", "x"),
        ("Min(x,Min(y,c))", "Min(Min(c,x),y)", "Min(x,Min(y,c))"),
        ("Max(x,y)", "Max(y,x)", "Max(x,y)"),
        ("Max(x,y)", "Min(y,x)", "Max(x,y)"), ("Max(x,y)", "Max(y,c)", "Max(x,y)"),
    ):  # fmt: skip
        yield "reorder", goal(OWN, defined(given), f"({one}) - ({other}) >= 0"), {}
    for sorts, facts, claim in (
        ("real", [], "Abs(x) - y >= 0"), ("real", [], "Abs(x) undefined"),
        ("real", ["Abs(x) - y > 0"], "Abs(x) - y >= 0"), ("real", [], "Max(x,y) - y >= 0"),
        ("real", [], "Min(x,y) - y >= 0"), ("real", [], "xlogy(x,y) >= 0"),
        ("real", ["xlogy(x,Abs(y)) >= 0"], "x > 0"), ("positive", [], "Abs(x) - y >= 0"),
        ("positive", [], "Abs(-x) - y >= 0"), ("nonnegative", [], "Abs(x) - y >= 0"),
        ("nonnegative", [], "Abs(-x/(x+y)) - y >= 0"), ("positive", [], "Max(x + y,y) - y >= 0"),
        ("positive", [], "Min(x + y,y) - y >= 0"), ("real", [], "Abs(x - x) - y >= 0"),
        ("positive", [], "Abs(sqrt(x)^2 - x) >= 0"), ("real", [], "Abs(Max(x,y)) - y >= 0"),
        ("real", ["x undefined"], "Abs(x) - y >= 0"), ("real", ["x > 0"], "x - y >= 0"),
        ("real", ["Abs(x) constant-mean"], "x - y >= 0"), ("real", [], "Abs(Abs(x)) - y >= 0"),
        ("real", [], "Abs(x - sqrt(2)*y) >= 0"), ("real", [], "xlogy(Abs(x), 2) >= 0"),
        ("real", [], "xlogy(x, Abs(y)) >= 0"), ("positive", [], "Abs(1/(-x)) - y >= 0"),
    ):  # fmt: skip
        yield "split", goal(f"x, y: {sorts}", facts, claim), {}
    yield "split", expectation("Abs(TP - 1) constant-mean"), {}
    for sorts, claim in (("x: nonnegative; y: positive", "Abs(y/(-x)) - y >= 0"),
                         ("x: nonnegative; y: positive", "Abs(y/x) - y >= 0"),
                         ("x: nonnegative; y: positive", "Abs(x/y) - y >= 0"),
                         ("x: real; y: positive", "Abs(y/x) - y >= 0")):  # fmt: skip
        yield "split", goal(sorts, [], claim), {}


def monotone() -> Iterator[Task]:
    """Steps through the outer operation of both sides."""

    def outer(one: str, other: str, rel: str = ">=", **args: Any) -> Task:
        return "outer", goal(OWN, defined(one, other), f"({one}) - ({other}) {rel} 0"), args

    for one, other in (
        ("-x", "-y"), ("sqrt(x)", "sqrt(y)"), ("log(x)", "log(y)"), ("acos(x)", "acos(y)"),
        ("x^(3/2)", "y^(3/2)"), ("c+x", "c+y"), ("x+c", "y+c"), ("x-c", "y-c"), ("c-x", "c-y"),
        ("x+c", "c+y"), ("x^(1/3)", "y^(2/3)"), ("x/c", "y/c"), ("c/x", "c/y"), ("x*y", "c*c"),
        ("Abs(x)", "Abs(y)"), ("x^2", "y^2"), ("x^(-1/2)", "y^(-1/2)"), ("x^y", "c^y"),
    ):  # fmt: skip
        yield outer(one, other)
    yield outer("c^x", "c^y")
    for one, other in (("c*x", "c*y"), ("x*c", "y*c"), ("x/c", "y/c"), ("x^c", "y^c")):
        yield outer(one, other, ">")
        yield outer(one, other, "==", sign=-1)
    for rel, strict in ((">", 0), (">", 1), (">", 2), (">", 3), (">=", -1), (">=", 0), (">=", 3),
                        ("==", -1)):  # fmt: skip
        yield outer("x + y + c", "c + 2*x + y", rel, strict=strict)
    yield outer("x + y", "c + 2*x", ">", strict=0)
    yield outer("x", "y", ">", strict=0)
    yield outer("x", "y", ">=", strict=-1)
    yield "outer", goal(OWN, defined("sqrt(x)"), "sqrt(x) - sqrt(2) > 0"), {}
    yield "outer", goal(OWN, defined("sqrt(x)"), "sqrt(x) - sqrt(0-2) > 0"), {}


def named() -> Iterator[Task]:
    """Steps that name parts: abstract and scaled."""
    parts = {"parts": ["1/x", "sqrt(y)"],
             "facts": [["part1", ">"], ["part2 + part1*0", ">="], ["part2", ">="]]}  # fmt: skip
    for facts, claim in (
        (defined("1/x"), "1/x*sqrt(y) - 1 >= 0"),
        (["1/x - c > 0"], "1/x*y - sqrt(y) >= 0"),
        (defined("1/x", "sqrt(c)"), "1/x*sqrt(y) - c >= 0"),
        ([*defined("1/x + sqrt(y)"), "1/x - c > 0"], "1/x*sqrt(y) - c >= 0"),
        ([*defined("1/x"), "1/x - c > 0", "c > 0", "1/x - 7 > 0"], "1/x*sqrt(y) - 3 >= 0"),
    ):
        yield "abstract", goal(OWN, facts, claim), parts
    for facts in (defined("1/x + sqrt(y)"), defined("sqrt(c) - 1/x")):
        yield "abstract", goal(OWN, facts, "1/x*sqrt(y) >= 0"), {**parts, "defined": "all"}
    args = {"parts": ["1/x"], "facts": [["-(part1*2 + 1 - 1)/2", ">="]]}
    yield "abstract", goal(OWN, [], "-1/x >= 0"), args
    facts = [*defined("xlogy(1/x,2)", "xlogy(c,1/x)"), "1/x - c > 0"]
    args = {"parts": ["1/x"], "facts": [["1/part1", "=="]]}
    yield "abstract", goal(OWN, facts, "1/x - 3 >= 0"), args
    args = {"lower": "x/(x+y)", "cells": ["x", "y"], "t": ["2*z", "3*w"], "u": ["z", "w"],
            "k": "2"}  # fmt: skip
    ratio = "(2*z)/((2*z)+(3*w)) - z/(z+w)"
    four, given = "z, w: positive; x, y: positive", ["z/(z+w) defined", "z > 0"]
    yield "scaled", goal(four, given, f"{ratio} == 0"), args
    yield "scaled", goal(four, given, f"{ratio} >= 0"), args
    for change in (
        {"cells": ["x", "x"]}, {"cells": ["x", "q"]}, {"cells": []}, {"cells": ["x"]},
        {"t": ["2*z"]}, {"u": ["z", "w", "w"]}, {"cells": ["x", 1]}, {"cells": "xy"},
        {"t": "zw"}, {"u": "zw"}, {"cells": [], "t": [], "u": [], "lower": "1"},
    ):  # fmt: skip
        yield "scaled", goal(four, given, f"{ratio} == 0"), {**args, **change}
    yield "scaled", goal(f"{four}; part1: real", given, f"{ratio} == 0"), args


def theorems() -> Iterator[Task]:
    """Steps by a named theorem."""
    means = "x, y: positive; r: real"
    given = [f"{MEAN} defined", "x - y > 0"]
    yield "mean", goal(f"{means}; mean1: real", given, f"{MEAN} - y >= 0"), {}
    yield "mean", goal(means, ["x > 0", f"Max({MEAN},1) > 0"], f"{MEAN} - y >= 0"), {}
    yield "mean", goal(means, [f"{MEAN} defined"], f"{MEAN} undefined"), {}
    yield "mean", goal(means, [f"xlogy(r,{MEAN}) > 0"], f"{MEAN} - y >= 0"), {}
    for form, shape in (
        ("-acos({})", SUM), ("1-acos({})", "1 - ((({0}) + ({1})) - ({2}))"), ("acos({})", SUM),
        ("-acos({})*c+2", "2 - ((({0}) + ({1})) - ({2}))"), ("-sqrt(2*(1-{}))/c", SUM),
        ("c*(y-(3*sqrt(1-{}))/2)", SUM), ("x-(y+(z-(-acos({}))))", SUM), ("-(-acos({}))", SUM),
        ("(0-acos({}))-y", SUM), ("-(-(-acos({})))", SUM), ("y-(x-acos({})*(-1))", SUM),
        ("-(sqrt(1-{})+x)", SUM), ("(y-acos({}))/c", SUM), ("-(acos({})-y)", SUM),
        ("-sqrt(1*(1-{}))", SUM), ("-sqrt(c*(1-{}))", SUM),
    ):  # fmt: skip
        each = [form.format(name) for name in "xyz"]
        task = goal("x, y, z, c: positive", defined(*each), f"{shape.format(*each)} >= 0")
        yield "triangle", task, {}
    yield "gram", gram(PARALLEL), XXX
    apart = cosine("x", "x", "x"), cosine("0*x", "x", "y"), cosine("0*x", "x", "y")
    yield "gram", gram(apart), {"sides": ["x", "x", "y"]}
    yield (
        "affine-mean",
        expectation("a*TP/(TP+FN) constant-mean", ("a > 0",), "a: real"),
        {"value": "a/2"},
    )
    yield "affine-mean", expectation("(TP + 2*FN + 3*FP + 5*TN) constant-mean"), {"value": "1"}
    nine = tuple(f"c{i}{j}" for i, j in product(range(3), repeat=2))
    cells = tuple(Variable(name, "natural") for name in nine)
    mixed = Atom(tree("c00 + 2*c01 + c22 + 3*c20 + 5*c21 + 7*c02", nine), "constant-mean")
    yield "affine-mean", Goal(cells, (), mixed, blocks=(nine,)), {"value": "0"}


def paths() -> Iterator[Task]:
    """Steps along a segment."""
    args: dict[str, Any] = {"lower": "x*y/(z+1)", "move": {"x": 1, "y": -1}}
    upper, lower = "(x+1)*(y-1)/(z+1)", "x*y/(z+1)"
    facts = ["y - 1 >= 0", "x + y - 2 >= 0", "x - 3 >= 0", "c > 0", "sqrt(x+y) >= 0",
             "c*(x+y) - 1 == 0", "log(c) - 1 > 0"]  # fmt: skip
    task = goal("x, y, z: natural; c: real", defined(upper, lower) + facts,
                f"{upper} - {lower} >= 0")  # fmt: skip
    yield "path", task, args
    upper, lower = "(x+k)*y/(z+1)", "x*(y+k)/(z+1)"
    facts = ["k > 0", "x + y + k - 2 >= 0", "x + y - 2 >= 0", "x - 3 >= 0", "z > 0",
             "y + k - x > 0", "z - k > 0"]  # fmt: skip
    task = goal("x, y, z: nonnegative; k: real", defined(upper, lower) + facts,
                f"{upper} - {lower} > 0")  # fmt: skip
    yield "path", task, {**args, "step": "k"}
    one = {"lower": "x", "move": {"x": 1}}
    for sorts, given, claim, args in (
        ("x, z: natural", ["z defined"], "z - z >= 0", {**one, "lower": "z"}),
        ("x: natural; k: positive", ["x+k defined", "x defined", "k > 0"], "(x+k) - x == 0",
         {**one, "step": "k"}),
        ("x: real; k: positive", ["x+k defined", "x defined", "k > 0"], "(x+k) - x == 0",
         {**one, "step": "k"}),
        ("x: natural; k: positive", ["x+k defined", "x defined"], "(x+k) - x == 0",
         {**one, "step": "k"}),
        ("x: natural; k: positive", ["x+k defined", "x defined", "k > 0"], "(x+k) - x == 0",
         {**one, "lower": "x + 0*k", "step": "k"}),
        ("x: natural", ["x-1 defined", "x defined"], "(x-1) - x == 0",
         {**one, "move": {"x": -1}}),
        ("x: natural", ["x-1 defined", "x defined", "x - 1 >= 0"], "(x-1) - x == 0",
         {**one, "move": {"x": -1}}),
        ("x: positive", ["x+1 defined", "x defined"], "(x+1) - x == 0", one),
        ("x: natural", ["x+1 defined", "x defined"], "(x+1) - x == 0",
         {**one, "move": {"w": 1, "x": 1}}),
    ):  # fmt: skip
        yield "path", goal(sorts, given, claim), args


# --- reading ----------------------------------------------------------------------------------


def cleared() -> Iterator[Task]:
    """Steps to polynomials."""
    for sign in (1, -1):
        args = {"sign": sign}
        facts = ["y - x > 0", "1/x >= 0", "x/y == 0", "x*y != 0"]
        yield "clear", goal("x, y: real", facts, "1/(x-y) > 0"), args
        yield "clear", goal("x, y: real", [], "1/(x-y) - 1 >= 0"), args
        yield "clear", goal("x, y: real", [], "(x+1)/(x-y) == 0"), args
        yield "clear", goal("x, y: real", [], "(x+1)/(x-y) != 0"), args
        yield "clear", goal("x, y: positive", [], "1/(-x-y) > 0"), args
    for text in (
        "sqrt(x)", "sqrt(x*y)", "sqrt(12*x^3*y^2)", "sqrt((x-y)^2)", "sqrt(x/y)", "sqrt(-x/(-y))",
        "sqrt(x/(x-y))", "sqrt(8/9)", "sqrt(x*(x-y)^2)", "1/sqrt(x-y)", "sqrt(1/x)", "x^(1/2)",
        "x^(-1/2)", "x^(3/2)", "x^(-3/2)", "x^(1/3)", "(x-y)^(1/3)", "(x-y)^(-1/3)", "(x-y)^(-2)",
        "x^(-5/3)", "(8*x/27)^(1/3)", "0*x", "sqrt(0*x)", "sqrt(x)*sqrt(y)+sqrt(y)",
        "sqrt(sqrt(x)+y)", "sqrt(sqrt(x)^2+y)", "1/(sqrt(x)^2 - x)", "x/y + y/x", "x/y - 1/(x*y)",
        "(x/y)*(y/(x+y))", "(x/y)/(y/x)", "(-x/y)^3", "1/x^60", "sqrt(x)/sqrt(x)", "sqrt(-x/4)",
        "sqrt(x) + sqrt(x)", "(x-y)^(1/3) + (x-y)^(1/3)", "acos(x) + log(x-y) + acos(y)",
    ):  # fmt: skip
        yield "clear", goal("x, y: positive", [], f"{text} - 1 > 0"), {}
    for text in (
        "1/x - x^(-1)", "(x-y)^(-1)", "sqrt(x)^0 + 1", "(x-y)^(1/3) - (x-y)^(2/3)",
        "(x-y)^(1/3) - (x-2*y)^(1/3)", "log(x-y) - log(x-2*y)", "acos(x) - acos(y)",
        "(1/(x-y))^(1/3) - (x-y)^(1/3)",
    ):  # fmt: skip
        yield "clear", goal("x, y: nonnegative", [], f"{text} == 0"), {}
    for text in (
        "sqrt(x^2*y)",
        "sqrt(x^2*(x-y))",
        "sqrt(x^3)",
        "1/(x*y^2)",
        "1/(x + 1)",
        "1/(-x-1)",
    ):
        yield "clear", goal("x, y: nonnegative", [], f"{text} - 1 > 0"), {}
    for text in (
        "log(x)", "log(-x+1)", "log(x/y)", "log((x-y)/x)", "log(12*x^3/(5*y))",
        "log((y-x)*(x-y)/(-2))", "log(-3/(-x))", "acos(x/y)", "acos(1)", "acos(-1/2)", "acos(0)",
        "acos(-1)", "acos(1/2)", "acos(x)-acos(x)", "acos(sqrt(x)*sqrt(x))", "log(1)", "log(x-x)",
        "log((x-y)^2)", "log((x-y)^3/x)", "log(x^2)", "log(1/(y-x))", "log(x^2*(x-y))", "acos(2)",
    ):  # fmt: skip
        yield "clear", goal("x, y: positive", [], f"{text} > 0"), {}
    for part in ("1/3", "2/3", "1/2"):
        for angle in ("1/2", "0", "-1/2"):
            yield "clear", goal("", [], f"acos({angle}) - {part}*acos(-1) == 0"), {}
    for text in (
        "x^r", "(x*y)^r", "(2*x/3)^r", "(x^2)^(r+1)", "x^(2*r+3)", "x^(3*r/2-7/2)", "x^(-2/3-r)",
        "(x^r)^(1/r)", "(-x/(-y))^r", "(x-y)^r", "(0*x)^r", "(0*x)^(1/r)", "x^(-r)",
        "(x^3+y^3)^r", "x^(60*r)", "x^(61*r)", "x^(60+r)", "x^(61+r)", "x^((2*r+4*y)/6)",
        "x^r - y^r", "x^r - x^(r/2)", "x^r - x^y", "x^(r/2) - x^(r/3)",
        "x^(r-r)", "x^(1/r)", "x^(1/(r+1))",
        "x^(r-60)", "x^(r-61)", "x^(-60*r)", "x^(-61*r)", "(x^r)^2 - x^(2*r)",
    ):  # fmt: skip
        yield "clear", goal("x, y: positive; r: real", [], f"{text} - 1 > 0"), {}
    for place in range(-1, 4):
        task = goal("x, y: real", [], "1/x + sqrt(y) + log(x+y) undefined")
        yield "clear", task, {"condition": place}
    yield "clear", goal("x, y: real", [], "1/x + 1/y undefined"), {}
    for text in ("Abs(y) + 1/x", "1/x + Abs(y)", "1/(x-x)"):
        yield "clear", goal("x, y: real", [], f"{text} undefined"), {"condition": 0}
    for facts, claim in (
        (["1/(x-x) > 0"], "y > 0"), (["1/(x-x) defined"], "y > 0"), (["x > 0"], "1/(x-x) > 0"),
        (["1/x defined", "y - 1 > 0"], "y > 0"),
        (["1/x > 0", "1/x + 1/y defined"], "1/x + 1/y > 0"),
        (["1/x - 1/y != 0", "1/x - 2 == 0", "1/x - 3 >= 0"], "y > 0"),
        (["1/x > 0"], "x/y + 1/(x*y) + (1/y)^2 - 1/x defined"),
        (["sqrt(x) - 2 > 0", "sqrt(x)^2 - 3 == 0", "sqrt(x)^2 - 5 != 0", "-1/x >= 0"],
         "sqrt(x) - 1 > 0"),
        (["2*x - 4 > 0", "x - 2 > 0", "x^2 >= 0", "x^2 + 1 > 0", "x - x == 0", "-x^2 - 1 != 0"],
         "y > 0"),
    ):  # fmt: skip
        yield "clear", goal("x, y: real", facts, claim), {}


TASKS: tuple[Task, ...] = (
    *polynomials(), *values(), *formulas(), *monotone(), *named(), *theorems(), *paths(),
    *cleared(),
)  # fmt: skip

if __name__ == "__main__":
    for step in TASKS:
        print("\n".join((head(*step), *(f"    {line}" for line in subgoals(*step)))))
