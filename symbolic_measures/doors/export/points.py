"""Points for Rocq: where a goal speaks of something, and where it fails.

Rocq evaluates rational numbers itself (`evaluate` in `rocq/theories/Witness.v`, mirrored by
`known_value`).  What it cannot evaluate, a root or a logarithm that is no rational number, is
proved about the numbers, by the project's own search.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import isqrt

from symbolic_measures.doors.export.goals import Place, proof
from symbolic_measures.doors.export.places import enclosed
from symbolic_measures.doors.export.terms import NotExportedError, Numbers, whole
from symbolic_measures.fences import OutOfTimeError
from symbolic_measures.kernel.algebra import RuleError
from symbolic_measures.meaning.conditions import denied
from symbolic_measures.nouns.formula import Formula, exponent_of, formula
from symbolic_measures.nouns.parser import parse
from symbolic_measures.nouns.statement import Atom, Goal, Variable
from symbolic_measures.search.effort import Effort
from symbolic_measures.search.tactics.formulas import prove_goal

SORTS = {"natural": "Nat", "nonnegative": "NonNeg", "positive": "Pos", "real": "Real"}
SECONDS = 10.0

Known = Fraction | bool | None


def known_value(node: Formula, point: Mapping[str, Fraction]) -> Known:
    """The value that Rocq computes; False where there is none, None where it does not say."""
    op = node.op
    if op == "number":
        return Fraction(node.args[0])
    if op == "symbol":
        return point[node.args[0]]
    if op == "ifzero":
        test = known_value(node.args[0], point)
        if not isinstance(test, Fraction):
            return test
        return known_value(node.args[1 if test == 0 else 2], point)
    values = [known_value(child, point) for child in node.children[: 1 if op == "^" else None]]
    if any(value is False for value in values):
        return False
    plain = [value for value in values if isinstance(value, Fraction)]
    return None if len(plain) < len(values) else _operation(node, plain)


def _operation(node: Formula, values: list[Fraction]) -> Known:
    first, last = values[0], values[-1]
    match node.op:
        case "+":
            return first + last
        case "-":
            return first - last
        case "*":
            return first * last
        case "/":
            return first / last if last else False
        case "neg":
            return -first
        case "Abs":
            return abs(first)
        case "Min" | "Max":
            return min(values) if node.op == "Min" else max(values)
        case "^":
            power = exponent_of(node.args[1])
            if power is None or power.denominator != 1:
                return None
            return first ** int(power) if first or power >= 0 else False
        case "sqrt":
            return _root(first)
        case "log":
            return False if first <= 0 else Fraction(0) if first == 1 else None
    return None


def _root(value: Fraction) -> Known:
    if value < 0:
        return False
    top, low = isqrt(value.numerator), isqrt(value.denominator)
    return Fraction(top, low) if Fraction(top, low) ** 2 == value else None


def rational(text: str) -> Fraction:
    """The rational number of a witness; NotExportedError for anything else."""
    value = exponent_of(parse(text, names={}))
    if value is None:
        raise NotExportedError(f"the value {text} is no rational number")
    return value


def applied(
    lemma: str,
    number: int,
    goal: Goal,
    values: Mapping[str, str],
    numbers: Numbers,
    failing: bool,
) -> str:
    """The lemma with the goal's number, the sort of its variables, a point, and proofs."""
    inside = [v for v in goal.variables if v.name not in numbers.parameters]
    sorts = {SORTS[v.sort] for v in inside} or {"Real"}
    names = ";".join(str(numbers.of(v.name)) for v in inside)
    told, proofs, shown = shown_at(
        goal.hypotheses, denied(goal.conclusion) if failing else None, values, numbers
    )
    if len(sorts) > 1 and failing:
        raise NotExportedError("variables of two sorts")
    if len(sorts) > 1:
        return f"eapply (speaks_with_k _ {number} _ {told} {proofs})."
    text = f"{lemma} _ {number} _ {sorts.pop()} [{names}]%positive {told} {proofs}"
    return f"eapply ({text} {shown})." if failing else f"eapply ({text})."


def shown_at(
    hypotheses: Iterable[Atom], conclusion: Atom | None, values: Mapping[str, str], numbers: Numbers
) -> tuple[str, str, str]:
    """The point, the proofs of the hypotheses that Rocq does not evaluate there, and the proof of
    the conclusion (`Part` where Rocq evaluates it)."""
    point = {name: rational(text) for name, text in values.items()}
    told = ";".join(
        f"({numbers.of(name)}%positive,({whole(q.numerator)} # {q.denominator})%Q)"
        for name, q in point.items()
    )
    unknown = [a for a in hypotheses if known_value(a.expr, point) is None]
    proofs = ";\n   ".join(_proved(atom, point, numbers) for atom in unknown)
    shown = "Part"
    if conclusion is not None and known_value(conclusion.expr, point) is None:
        shown = _proved(conclusion, point, numbers)
    return f"[{told}]", f"[{proofs}]", shown


def _proved(atom: Atom, point: Mapping[str, Fraction], numbers: Numbers) -> str:
    """A proof of what is said of numbers; a variable that stands nowhere lets search begin."""
    tree = atom.expr.at(**{name: formula(value) for name, value in point.items()})
    goal = Goal((Variable("unused", "real"),), (), Atom(tree, atom.rel))
    own = numbers.with_names({"unused": 99})
    try:
        step = prove_goal(goal, Effort(SECONDS))
    except (RuleError, OutOfTimeError):
        step = None
    if step is None:
        return enclosed(goal.conclusion)
    return proof(Place((), goal.conclusion, own), goal, step)
