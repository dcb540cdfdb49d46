"""The rules for logarithms, arccosines, roots and powers: what they compute, and what they refuse.

Each refusal is a goal that is false at a point given here, or a step whose side condition fails.
"""

from __future__ import annotations

from typing import Any

import pytest
from asking import check
from falsity import untrue
from flint import fmpq

from symbolic_measures.kernel.algebra import RuleError, Sequent
from symbolic_measures.kernel.truth import evaluator, holds
from symbolic_measures.macros import apply, replay
from symbolic_measures.meaning.measure import Reading
from symbolic_measures.meaning.properties import PROPERTIES
from symbolic_measures.meaning.subjects import measure
from symbolic_measures.nouns.errors import FormulaError
from symbolic_measures.nouns.formula import Formula, formula, symbol
from symbolic_measures.nouns.parser import parse
from symbolic_measures.nouns.statement import Atom, Goal, Relation, Sort, Variable
from symbolic_measures.nouns.verdict import Step
from symbolic_measures.search.effort import Effort
from symbolic_measures.search.tactics.formulas import prove_goal

NAMES = ("x", "y", "z", "u", "r")


def tree(text: str) -> Formula:
    """A formula in x, y, z, u and r."""
    return parse(text, names={}, parameters=NAMES)


def goal(
    text: str, rel: Relation, *given: tuple[str, Relation], sort: Sort = "positive", **sorts: Sort
) -> Goal:
    """given |- text rel 0, over the variables that occur."""
    conclusion = Atom(tree(text), rel)
    hypotheses = tuple(Atom(tree(one), relation) for one, relation in given)
    used = dict.fromkeys(n for atom in (*hypotheses, conclusion) for n in atom.expr.symbols())
    variables = tuple(Variable(name, sorts.get(name, sort)) for name in used)
    return Goal(variables, hypotheses, conclusion)


def at(**values: Any) -> dict[str, fmpq]:
    """A point."""
    return {name: fmpq(value) for name, value in values.items()}


def conclusions(found: list[Any]) -> list[str]:
    """The conclusions of goals or sequents as text."""
    return [f"{p.conclusion[0]} {p.conclusion[1]}" if isinstance(p, Sequent) else str(p.conclusion)
            for p in found]  # fmt: skip


def proof(task: Goal) -> Step | None:
    """What the search finds, replayed."""
    step = prove_goal(task, Effort(10))
    if step is not None:
        replay(task, step)
    return step


# --- reading -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "rel"),
    [
        ("log(x*y)-log(x)-log(y)", "=="),
        ("log(x/y)+log(y/x)", "=="),
        ("log(x^3*12)-3*log(x)-2*log(2)-log(3)", "=="),
        ("log(x+1)", ">"),
        ("log(x+y)-log(x)", ">"),
        ("2*log(x+y)-log(4*x*y)", ">="),
        ("acos(0)*2-acos(-1)", "=="),
        ("acos(1/2)*3-acos(-1)", "=="),
        ("acos(-1/2)*3-2*acos(-1)", "=="),
        ("acos(1)", "=="),
        ("acos(-1)", ">"),
        ("acos(x/(x+y))", ">"),
        ("acos(x/(x+y+1))-acos((x+1)/(x+y+1))", ">"),
        ("x^r*x-x^(r+1)", "=="),
        ("(x*y)^r-x^r*y^r", "=="),
        ("(x^r)^(1/r)-x", "=="),
        ("x^(2*r)-(x^r)^2", "=="),
        ("(8*x^3)^(1/3)-2*x", "=="),
        ("x^r+y^r", ">"),
        ("((x^r+y^r)/2)^(1/r)-u", ">="),
    ],
)
def test_true_goals_are_proved(text: str, rel: Relation) -> None:
    given: list[tuple[str, Relation]] = [("r", "!=")] if "r" in text else []
    if "u" in text:
        given += [("x-u", ">="), ("y-u", ">="), (text, "defined")]
    assert proof(goal(text, rel, *given, r="real")) is not None


@pytest.mark.parametrize(
    ("text", "rel", "point"),
    [
        ("log(x)", ">", at(x="1/2")),
        ("log(x+y)-log(2*x)", ">=", at(x=2, y=1)),
        ("log(x)-log(y)", "==", at(x=1, y=2)),
        ("acos((x-y)/(x+y))-acos(-1)/2", ">=", at(x=2, y=1)),
        ("acos(x/(x+1))-1", ">=", at(x=9)),
        ("x^r-x", "==", at(x=2, r=2)),
        ("x^r-1", ">=", at(x="1/4", r="1/2")),
        ("(x+y)^r-x^r-y^r", "==", at(x=1, y=1, r=2)),
        ("((x^r+y^r)/2)^(1/r)-x", ">=", at(x=4, y=1, r=1)),
    ],
)
def test_false_goals_are_not_proved(text: str, rel: Relation, point: dict[str, fmpq]) -> None:
    given: list[tuple[str, Relation]] = [(text, "defined")]
    task = goal(text, rel, *given, r="real")
    assert untrue(task, point) is True
    assert proof(task) is None


def test_a_real_power_keeps_its_meaning_under_substitution() -> None:
    """x^r is undefined at x < 0 for every r, also where r is replaced by 2."""
    power = tree("x^r")
    assert power.op == "power"
    at_two = power.at(r=2)
    assert holds(Atom(at_two, "defined"), at(x=-1)) is False
    assert holds(Atom(at_two, "defined"), at(x=0)) is True
    assert holds(Atom(tree("x^2"), "defined"), at(x=-1)) is True
    assert holds(Atom(power.at(r=0), "defined"), at(x=0)) is False
    assert parse(str(at_two), names={}, parameters=NAMES) == at_two


@pytest.mark.parametrize("text", ["(-TP)^Abs(-2)", "TP+(FP-FP)^xlogy(0,2)", "TP^Max(1,2)"])
def test_exponents_are_numbers_or_contain_parameters(text: str) -> None:
    with pytest.raises(FormulaError, match="a power must be a rational number or a parameter"):
        measure(text)


def test_an_exponent_that_a_case_turns_into_a_number_is_no_whole_power() -> None:
    """(-x)^Abs(-2) once became (-x)^2 in a case, which is defined where the first is not."""
    claimed = Formula("^", -symbol("x"), Formula("Abs", -formula(2)))
    task = Goal((Variable("x", "positive"),), (), Atom(claimed, "defined"))
    with pytest.raises(RuleError):
        apply(task, "clear", {})
    real = Formula("power", -symbol("x"), Formula("Abs", -formula(2)))
    task = Goal((Variable("x", "positive"),), (), Atom(real, "defined"))
    assert proof(task) is None
    with pytest.raises(RuleError, match="not plain"):
        apply(apply(task, "split", {})[-1], "clear", {})


def test_a_sign_change_needs_two_points_of_the_domain() -> None:
    """0^r is undefined at r = 0: no sign there counts."""
    subject = measure("TP+(FP-FP)^r", assume=["-2 < r < 2"])
    points = [{"TP": "1", "FN": "1", "FP": "1", "TN": "1", "r": r} for r in ("1", "0")]
    value = {"variable": "TP", "derivative": "1", "sign": "changes", "points": points}
    statement = PROPERTIES["gradient"].statement(Reading(subject), value)
    defined = [g for g in statement.goals if g.label == "the measure is defined there"]
    assert [holds(g.conclusion, {}) for g in defined] == [True, False]


def test_a_measure_with_a_parameter_in_an_exponent_at_negative_values() -> None:
    report = check("GM", ["monotone", "maximal-agreement", "constant-baseline"])
    assert {verdict.outcome for verdict in report.verdicts} == {"proved"}


# --- rules on formulas ---------------------------------------------------------------------


def test_outer_compares_the_arguments() -> None:
    ends: list[tuple[str, Relation]] = [("-(acos(x)/z)", "defined"), ("-(acos(y)/z)", "defined")]
    task = goal("-(acos(x)/z)-(-(acos(y)/z))", ">", *ends)
    (first,) = apply(task, "outer", {})
    assert conclusions([first]) == ["acos(y)/z - acos(x)/z > 0"]
    sign, second = apply(first, "outer", {})
    assert conclusions([sign, second]) == ["z > 0", "acos(y) - acos(x) > 0"]
    (third,) = apply(second, "outer", {})
    assert conclusions([third]) == ["x - y > 0"]


@pytest.mark.parametrize(
    ("text", "given"),
    [
        ("sqrt(x)-log(y)", ["sqrt(x)", "log(y)"]),
        ("x*y-z*u", ["x*y", "z*u"]),  # no common factor
        ("x/y-x/z", ["x/y", "x/z"]),  # 1/y is not monotone across 0
        ("x^2-y^2", ["x^2", "y^2"]),
        ("x^(4/2)-y^(4/2)", ["x^(4/2)", "y^(4/2)"]),
        ("x^(-1/3)-y^(-1/3)", ["x^(-1/3)", "y^(-1/3)"]),
        ("x^(1/3)-y^(2/3)", ["x^(1/3)", "y^(2/3)"]),
        ("r^x-r^y", ["r^x", "r^y"]),  # of a base below 1 it falls
        ("Abs(x)-Abs(y)", ["Abs(x)", "Abs(y)"]),
    ],
)
def test_outer_refuses(text: str, given: list[str]) -> None:
    task = goal(text, ">", *((one, "defined") for one in given), sort="real")
    with pytest.raises(RuleError):
        apply(task, "outer", {})


@pytest.mark.parametrize(
    ("text", "given", "shown"),
    [
        ("sqrt(x)-sqrt(y)", [], ["sqrt(x)", "sqrt(y)"]),
        ("x^(1/3)-y^(1/3)", ["x^(1/3)"], ["y**(1/3)"]),
        ("x^(1/3)-(-1)^(1/3)", ["x^(1/3)"], ["(-1)**(1/3)"]),  # no number at all
        ("sqrt(x)-sqrt(1/(2-2))", ["sqrt(x)"], ["sqrt(1/(2 - 2))"]),
        ("sqrt(x)-sqrt(2)", ["sqrt(x)"], []),
    ],
)
def test_outer_asks_that_both_sides_are_defined(
    text: str, given: list[str], shown: list[str]
) -> None:
    task = goal(text, ">", *((one, "defined") for one in given), sort="real")
    *before, last = apply(task, "outer", {})
    assert conclusions(before) == [f"{side} defined" for side in shown]
    assert isinstance(last, Goal)
    assert last.conclusion.rel == ">"


def test_outer_compares_what_has_one_exponent_of_a_sign() -> None:
    ends: list[tuple[str, Relation]] = [("x^r", "defined"), ("y^r", "defined")]
    task = goal("x^r-y^r", ">", *ends, sort="real")
    assert conclusions(apply(task, "outer", {})) == ["r > 0", "x - y > 0"]
    assert conclusions(apply(task, "outer", {"sign": -1})) == ["-r > 0", "y - x > 0"]


def test_outer_compares_what_is_raised_to_one_fraction() -> None:
    ends: list[tuple[str, Relation]] = [("x^(1/3)", "defined"), ("y^(1/3)", "defined")]
    task = goal("x^(1/3)-y^(1/3)", ">", *ends, sort="real")
    assert conclusions(apply(task, "outer", {})) == ["x - y > 0"]
    task = goal("1^(1/3)-x^(1/3)", ">=", ends[0], sort="real")
    assert conclusions(apply(task, "outer", {})) == ["1 - x >= 0"]


def test_termwise_takes_numbers_as_they_are() -> None:
    task = goal("1+1-(sqrt(x)+sqrt(y))", ">=", ("sqrt(x)+sqrt(y)", "defined"))
    assert conclusions(apply(task, "termwise", {})) == ["1 - sqrt(x) >= 0", "1 - sqrt(y) >= 0"]
    for text in ("1+1/(1-1)", "1+sqrt(1-2)", "1+z"):
        task = goal(f"{text}-(sqrt(x)+sqrt(y))", ">=", ("sqrt(x)+sqrt(y)", "defined"))
        first = apply(task, "termwise", {})[0]
        assert conclusions([first]) == [f"{parse(text, names={}, parameters=('z',))} defined"]


def test_outer_asks_for_the_sign_of_a_factor() -> None:
    task = goal("z*x-z*y", ">", ("z*x", "defined"), ("z*y", "defined"), sort="real")
    assert conclusions(apply(task, "outer", {"sign": -1})) == ["-z > 0", "y - x > 0"]
    for sign in (0, 2, True, "1", None):
        with pytest.raises(RuleError):
            apply(task, "outer", {"sign": sign})


def test_vanish_is_for_what_is_at_least_0() -> None:
    task = goal("x+y", ">=", ("x-1", ">="), sort="natural", y="real")
    zero, more = apply(task, "vanish", {"variable": "x"})
    assert conclusions([zero, more]) == ["0 + y >= 0", "x + 1 + y >= 0"]
    assert [variable.name for variable in zero.variables] == ["y"]
    task = goal("x+y", ">=", ("x-1", ">="), sort="nonnegative", y="real")
    zero, more = apply(task, "vanish", {"variable": "x"})
    assert conclusions([zero, more]) == ["0 + y >= 0", "x + y >= 0"]
    assert [variable.name for variable in zero.variables] == ["y"]
    assert {v.name: v.sort for v in more.variables} == {"x": "positive", "y": "real"}
    for name in ("y", "z", None, 1):
        with pytest.raises(RuleError):
            apply(task, "vanish", {"variable": name})


def test_forget_keeps_what_is_connected() -> None:
    task = goal("x", ">", ("x-y", ">"), ("y-z", ">"), ("u", "!="))
    (kept,) = apply(task, "forget", {})
    assert [str(atom) for atom in kept.hypotheses] == ["x - y > 0", "y - z > 0"]
    assert {variable.name for variable in kept.variables} == {"x", "y", "z"}
    with pytest.raises(RuleError):
        apply(kept, "forget", {})


MEAN = "((x^r+y^r)/2)^(1/r)"


def test_mean_needs_a_mean_that_is_defined() -> None:
    task = goal(f"{MEAN}-u", ">", (MEAN, "defined"), r="real")
    found = apply(task, "mean", {})
    assert conclusions(found) == ["x > 0", "y > 0", "mean1 - u > 0", "mean1 - u > 0"]
    high = [str(atom) for atom in found[2].hypotheses[:2]]
    assert high == ["x - mean1 >= 0", "mean1 - y >= 0"]
    for text, given in (
        (f"{MEAN}-u", "u"),
        ("((x^r+y^r)/2)^(1/u)", "((x^r+y^r)/2)^(1/u)"),
        ("((x^r+y^u)/2)^(1/r)", "((x^r+y^u)/2)^(1/r)"),
        ("((x^r+y^r)/3)^(1/r)", "((x^r+y^r)/3)^(1/r)"),
        ("((x^r+y^r)/2)^r", "((x^r+y^r)/2)^r"),
    ):
        with pytest.raises(RuleError):
            apply(goal(text, ">", (given, "defined"), r="real"), "mean", {})


def triangle(one: str, two: str, three: str, top: str = "0") -> Goal:
    """top - ((M1 + M2) - M3) >= 0 with the three values defined."""
    ends = [(text, "defined") for text in (one, two, three)]
    left, right = tree(f"({top})-((({one})+({two}))-({three}))").args
    task = goal("x", ">=", *ends, sort="real")  # type: ignore[arg-type]
    used = dict.fromkeys(n for part in (left, right) for n in part.symbols())
    variables = tuple(Variable(name, "real") for name in used)
    return Goal(variables, task.hypotheses, Atom(left - right, ">="))


@pytest.mark.parametrize(
    ("values", "count"),
    [
        (("-acos(x)", "-acos(y)", "-acos(z)"), 1),
        (("-(acos(x)/u)", "-(acos(y)/u)", "-(acos(z)/u)"), 2),
        (("-sqrt(2*(1-x))", "-sqrt(2*(1-y))", "-sqrt(2*(1-z))"), 4),
        (("-sqrt(1-x)*u", "-sqrt(1-y)*u", "-sqrt(1-z)*u"), 5),
    ],
)
def test_triangle_asks_for_the_gram_determinant(values: tuple[str, ...], count: int) -> None:
    found = apply(triangle(*values), "triangle", {})
    assert len(found) == count
    gram = found[-1].conclusion
    assert gram.rel == ">="
    assert holds(gram, at(x=1, y=1, z=-1, u=1)) is False  # no three such vectors
    assert holds(gram, at(x=0, y=0, z=0, u=1)) is True


@pytest.mark.parametrize(
    ("form", "offset"),
    [
        ("1-acos({})/u", "0 + 1*1"),
        ("1-(acos({})+u)", "0 + 1*1 - 1*u"),
        ("(1-acos({}))/u+2", "0 + 1*2 + 1/u*1"),
        ("u*(2-(1+acos({})))", "0 + 1*u*2 - 1*u*1"),
        ("-(acos({})-1)", "0 + 1*1"),
    ],
)
def test_triangle_asks_for_the_constant(form: str, offset: str) -> None:
    values = [form.format(name) for name in "xyz"]
    first = apply(triangle(*values, top="r"), "triangle", {})[0]
    assert str(first.conclusion) in (f"r - ({offset}) >= 0", f"r - {offset} >= 0")
    for u in (1, 3):  # the constant is what the value would be without the angle
        here = {**at(x=1, r=0), "u": fmpq(u)}
        gap = evaluator(tree(values[0]))(here)
        assert evaluator(first.conclusion.expr)(here) == -gap


@pytest.mark.parametrize(
    "values",
    [
        ("acos(x)", "acos(y)", "acos(z)"),  # no negative sign
        ("1-acos(x)", "2-acos(y)", "1-acos(z)"),
        ("1-acos(x)", "1+acos(y)", "1-acos(z)"),
        ("u/acos(x)", "u/acos(y)", "u/acos(z)"),
        ("-acos(x)", "-acos(y)", "-sqrt(1-z)"),
        ("-(acos(x)/2)", "-(acos(y)/2)", "-(acos(z)/3)"),
        ("-sqrt(2*(1-x))", "-sqrt(2*(1-y))", "-sqrt(100*(1-z))"),
        ("-sqrt(2*(1-x))", "-sqrt(2*(1-y))", "-sqrt(1-z)"),
        ("-sqrt(1+x)", "-sqrt(1+y)", "-sqrt(1+z)"),
        ("-log(x)", "-log(y)", "-log(z)"),
        ("-x", "-y", "-z"),
    ],
)
def test_triangle_refuses(values: tuple[str, ...]) -> None:
    with pytest.raises(RuleError):
        apply(triangle(*values), "triangle", {})


def test_triangle_needs_values_that_are_defined() -> None:
    task = triangle("-acos(x)", "-acos(y)", "-acos(z)")
    bare = Goal(task.variables, task.hypotheses[:2], task.conclusion)
    with pytest.raises(RuleError, match="defined by hypothesis"):
        apply(bare, "triangle", {})


# --- rules on polynomials ------------------------------------------------------------------


def cleared(text: str, rel: Relation, *given: tuple[str, Relation]) -> Sequent:
    """The last sequent of the cleared goal."""
    found = apply(goal(text, rel, *given), "clear", {})[-1]
    assert isinstance(found, Sequent)
    return found


def test_logarithm_compares_products() -> None:
    (found,) = apply(cleared("2*log(x)-log(y)", ">"), "logarithm", {})
    assert conclusions([found]) == ["x^2 - y >"]


@pytest.mark.parametrize("text", ["x*log(x)-log(y)", "log(x)*log(y)", "log(x)-x", "log(x)+1"])
def test_logarithm_refuses(text: str) -> None:
    with pytest.raises(RuleError):
        apply(cleared(text, ">"), "logarithm", {})


def test_arccosine_turns_the_order() -> None:
    given = [(f"acos({text})", "defined") for text in ("x/(x+y)", "y/(x+y)")]
    task = cleared("acos(x/(x+y))-acos(y/(x+y))", ">", *given)  # type: ignore[arg-type]
    (found,) = apply(task, "arccosine", {})
    assert conclusions([found])[0].startswith(("y", "-x"))


@pytest.mark.parametrize(
    "text",
    ["acos(x/(x+y))+acos(y/(x+y))", "2*acos(x/(x+y))-acos(y/(x+y))", "acos(x/(x+y))-x"],
)
def test_arccosine_refuses(text: str) -> None:
    with pytest.raises(RuleError):
        apply(cleared(text, ">", (text, "defined")), "arccosine", {})


def test_rooted_needs_a_square() -> None:
    task = cleared("sqrt(x*y)*sqrt(y*z)*sqrt(x*z)-x*y*z", "==")
    (found,) = apply(task, "rooted", {"roots": ["root1", "root2", "root3"]})
    assert found.conclusion[0].is_zero()
    for roots in (["root1"], ["root1", "root2"], ["root1", "root1"], [], "root1", None, ["x"]):
        with pytest.raises(RuleError):
            apply(task, "rooted", {"roots": roots})


def test_rooted_needs_the_sign_of_the_square_root() -> None:
    """sqrt((x-y)*(x-z)) * sqrt((x-y)/(x-z)) is |x - y|, not x - y."""
    given: list[tuple[str, Relation]] = [("sqrt((x-y)*z)", "defined"), ("sqrt((x-y)/z)", "defined")]
    task = cleared("sqrt((x-y)*z)*sqrt((x-y)*(z+1)^2*z)-x", ">=", *given[:1])
    names = [task.names[place] for place in task.roots]
    with pytest.raises(RuleError):
        apply(task, "rooted", {"roots": names if len(names) > 1 else ["x", "y"]})


@pytest.mark.parametrize("name", ["term1", "root1"])
def test_function_values_are_not_substituted(name: str) -> None:
    task = cleared("sqrt(x*y)-log(x)", ">")
    with pytest.raises(RuleError, match="is a root or a function value"):
        apply(task, "zero", {"variable": name})
