"""Limits: pattern by pattern, from both sides, claims, saved files and the command."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import mpmath
import pytest
from catalog_parts import OF_THE_PAPERS
from decimals import applied, decimal
from mpmath import mpf
from paper import compile_, no_overfull
from random_formulas import random_formulas
from tiers import few

from symbolic_measures import limit, verify
from symbolic_measures.doors.cli import main
from symbolic_measures.macros import check
from symbolic_measures.meaning.approaches import Approach, approaches, limit_statement
from symbolic_measures.meaning.subjects import measure
from symbolic_measures.nouns.confusion import CELLS
from symbolic_measures.nouns.errors import CertificateError, FormulaError
from symbolic_measures.nouns.formula import Formula
from symbolic_measures.nouns.parser import parse
from symbolic_measures.nouns.verdict import Step, Verdict
from symbolic_measures.questions.limit.meaning import Limit, Piece, claim_statement
from symbolic_measures.search.engine import decide

TINY = mpf(10) ** -40

ETS = "(TP-P*Phat/n)/(TP+FN+FP-P*Phat/n)"


@cache
def about(formula: str, to: str, claim: str = "", *assume: str) -> Limit:
    """Each is worked out once."""
    return limit(formula, to, claim, assume=assume, timeout=600)


def saved(formula: str, to: str, claim: str = "", *assume: str) -> dict[str, Any]:
    """A fresh copy of the JSON."""
    return json.loads(about(formula, to, claim, *assume).to_json())


def problems(data: Any) -> list[str]:
    """What `verify` finds wrong."""
    try:
        return [item.problem for item in verify(data) if item.problem]
    except CertificateError as error:
        return [str(error)]


# --- limits of the papers and the field ----------------------------------------------------------

TRUE = [
    ("GM", "r -> 0", "CC"),
    ("GM", "r -> -1", "2*SBA-1"),
    ("GM", "r -> 1", "GM_1"),
    ("GM", "r -> oo", "(n*TP-P*Phat)/Max(P*N, Phat*Nhat)"),
    ("GM", "r -> -oo", "(n*TP-P*Phat)/Min(P*N, Phat*Nhat)"),
    ("F_beta", "beta -> 0", "precision"),
    ("F_beta", "beta -> oo", "recall"),
    ("F_beta", "beta -> 1", "F1"),
    ("MCC", "TN -> oo", "FM"),
    ("kappa", "TN -> oo", "F1"),
    (ETS, "TN -> oo", "Jaccard"),
    ("informedness", "TN -> oo", "recall"),
    ("markedness", "TN -> oo", "precision"),
    ("accuracy", "TN -> oo", "1"),
    ("GM_half", "TN -> oo", "4*TP/(sqrt(P)+sqrt(Phat))^2"),
    ("CD", "TN -> oo", "acos(FM)/pi"),
    ("OP", "TN -> oo", "2*TP/(2*TP+FN)"),
    ("(sqrt(1+r*TP)-1)/r", "r -> 0", "TP/2"),
    ("FN*Jaccard", "TP -> 0", "0"),
    ("Jaccard", "TP -> 3", "3/(3+FN+FP)"),
    ("FN*TP/(TP+a*(FN+FP))", "a -> oo", "0"),
    ("FM", "TN -> oo", "FM"),
    ("CE", "TN -> oo", "0"),
    ("TP*log(TN)/TN", "TN -> oo", "0"),
    ("TP/log(TN+2)", "TN -> oo", "0"),
    ("TP*log(TN+2)/log(TN+3)", "TN -> oo", "TP"),
    ("log(1+r*TP)/r", "r -> 0", "TP"),
    ("xlogy(TP, TP)", "TP -> 0", "0"),
    ("((P+1)^r/3+2*(Phat+1)^r/3)^(1/r)", "r -> 0", "(P+1)^(1/3)*(Phat+1)^(2/3)"),
    ("(((P+1)^r+(N+1)^r+(Phat+1)^r)/3)^(1/r)", "r -> oo", "Max(P, Max(N, Phat))+1"),
    ("(((P+1)^r+(N+1)^r+(Phat+1)^r)/3)^(1/r)", "r -> -oo", "Min(P, Min(N, Phat))+1"),
]


@pytest.mark.parametrize("case", TRUE, ids=lambda c: f"{c[0]}, {c[1]}")
def test_limits_that_are_proved(case: tuple[str, str, str]) -> None:
    found = about(*case)
    assert found.outcome == "proved"
    assert problems(saved(*case)) == []


@pytest.mark.parametrize("sign", [">", "<"])
@pytest.mark.parametrize("cell", CELLS)
def test_a_cell_moves_and_the_exponent_is_a_symbol(cell: str, sign: str) -> None:
    """GM_r as a cell grows: the terms of the two products with that cell are left."""
    first, second, sign_of, opposite = {
        "TP": ("FP+TN", "FN+TN", "", "TN"), "TN": ("TP+FN", "TP+FP", "", "TP"),
        "FN": ("FP+TN", "TP+FP", "-", "FP"), "FP": ("TP+FN", "FN+TN", "-", "FN"),
    }[cell]  # fmt: skip
    left = f"{sign_of}{opposite}/((({first})^r+({second})^r)/2)^(1/r)"
    found = about("GM", f"{cell} -> oo", left, f"r {sign} 0")
    assert found.outcome == "proved"
    assert problems(saved("GM", f"{cell} -> oo", left, f"r {sign} 0")) == []


@pytest.mark.parametrize("name", few(OF_THE_PAPERS, 8))
def test_every_measure_of_the_papers_as_tn_grows(name: str) -> None:
    """A limit, oo, -oo or undefined, proved at every pattern and compared with numbers."""
    found = about(name, "TN -> oo", "", *(("r > 0",) if name == "GM" else ()))
    assert found.outcome == "proved"
    assert problems(json.loads(found.to_json())) == []
    assert close(found, "TN", far_cell) > 0


FALSE = [
    ("GM", "r -> 0", "GM_1", {"TP": "0", "FN": "1", "FP": "2", "TN": "1"}),
    ("MCC", "TN -> oo", "F1", {"TP": "1", "FN": "1"}),
    ("F_beta", "beta -> 0", "recall", None),
    ("kappa", "TN -> oo", "Jaccard", {"TP": "1", "FN": "1"}),
    ("GM", "r -> oo", "GM_2", None),
    ("Jaccard", "TP -> 0", "0", {}),  # where FN = FP = 0 it is 1
    ("TP/(TP+a*(FN+FP))", "a -> oo", "0", {"TP": "1", "FN": "0", "FP": "0", "TN": "0"}),
]


@pytest.mark.parametrize("case", FALSE, ids=lambda c: f"{c[0]}, {c[1]}, {c[2]}")
def test_claims_that_are_refuted(case: tuple[str, str, str, dict[str, str] | None]) -> None:
    found = about(*case[:3])
    assert found.outcome == "refuted"
    assert found.claimed is not None
    witness = found.claimed.witness
    assert witness is not None
    assert witness.values[0] != witness.values[1]
    if case[3] is not None:
        cells = dict(zip(CELLS, witness.matrices[0])) if witness.matrices else witness.point
        assert cells == case[3]
    assert problems(saved(*case[:3])) == []


# --- kinds ---------------------------------------------------------------------------------------


def kinds(found: Limit, side: str = "") -> dict[tuple[str, ...], tuple[str, str]]:
    return {p.support: (p.kind, p.limit) for p in found.pieces if p.approach.side == side}


def test_where_the_limit_is_another() -> None:
    """F_beta is 0 at TP = 0 = FP for every beta, where precision is undefined."""
    found = kinds(about("F_beta", "beta -> 0"), "above")
    assert found["TP", "FN", "FP", "TN"] == ("finite", "TP/(TP + FP)")
    assert found["FN", "TN"] == ("finite", "0")
    assert found["TN",] == ("undefined", "")
    below = kinds(about("F_beta", "beta -> 0"), "below")
    assert {kind for kind, _ in below.values()} == {"excluded"}


def test_one_side_of_a_generalized_mean_is_undefined() -> None:
    """Where P*N = 0 < Phat*Nhat: GM_r is 0 for r > 0 and undefined for r < 0."""
    above, below = (kinds(about("GM", "r -> 0"), side) for side in ("above", "below"))
    assert above["TP", "FN"] == ("finite", "0")
    assert below["TP", "FN"] == ("undefined", "")


def test_how_near_may_depend_on_the_matrix() -> None:
    """The denominator TP*TN - FN is 0 at TN = FN/TP, as far out as one likes."""
    found = kinds(about("(TP*TN+FN)/(TP*TN-FN)", "TN -> oo"))
    assert (found["TP", "FN", "FP"], found["FN",]) == (("finite", "1"), ("finite", "-1"))


def test_infinite_limits() -> None:
    found = about("TP*a/(1-a)-FN/(1-a)^2", "a -> 1", "", "0 < a < 1")
    assert kinds(found, "below")["TP", "FN", "FP", "TN"] == ("infinite", "-oo")
    assert kinds(found, "below")["TP", "TN"] == ("infinite", "oo")
    assert kinds(found, "below")["TN",] == ("finite", "0")
    assert kinds(found, "above")["TN",] == ("excluded", "")


def test_two_sides_that_do_not_agree() -> None:
    found = about("Abs(r)/r*TP", "r -> 0")
    assert found.agreement is not None
    assert (found.outcome, found.value) == ("refuted", "")
    assert found.agreement.witness is not None
    assert found.agreement.witness.values == ("1", "-1")
    assert about("Abs(r)/r*TP", "r -> 0+").value == "TP"
    assert problems(saved("Abs(r)/r*TP", "r -> 0")) == []


@pytest.mark.parametrize(("text", "values"), [
    ("TP/(TP+FN)/r", ("oo", "-oo")),
    ("TP/(TP+FN)+(1/r+1/Abs(r))", ("oo", "0")),
    ("-TP/(TP+FN)/r^3", ("-oo", "oo")),
])  # fmt: skip
def test_infinite_limits_from_two_sides_are_compared(text: str, values: tuple[str, str]) -> None:
    """1/r was once said to tend to oo as r -> 0, its limit from above."""
    found = about(text, "r -> 0")
    assert (found.outcome, found.value) == ("refuted", "")
    assert found.agreement is not None
    assert found.agreement.witness is not None
    assert found.agreement.witness.values == values
    assert values[0] in str(found)
    assert problems(saved(text, "r -> 0")) == []
    without = saved(text, "r -> 0")
    without.update(agreement=None, value=values[0], verdict="proved")
    assert problems(without)


def test_equal_infinite_limits_are_one() -> None:
    found = about("TP/(TP+FN)/r^2", "r -> 0")
    assert (found.outcome, found.value) == ("proved", "oo")
    assert problems(saved("TP/(TP+FN)/r^2", "r -> 0")) == []


def test_a_claim_at_an_infinite_limit_is_refuted() -> None:
    found = about("TP/r", "r -> 0+", "FN")
    assert found.outcome == "refuted"


def test_infinite_like_a_logarithm() -> None:
    found = about("LOR", "TN -> oo")
    assert kinds(found)["TP", "FN", "FP"] == ("infinite", "oo")
    assert "c*log(t), c = 1" in str(found)
    assert kinds(about("log((FN+1)/(TN+1))", "TN -> oo"))["FN", "FP"] == ("infinite", "-oo")
    assert kinds(about("TN*log(TN)-TN", "TN -> oo"))["TP",] == ("infinite", "oo")
    assert kinds(about("log(TN+1)/(TN+1)", "TN -> oo"))["TP",] == ("finite", "0")


def test_what_is_not_known_is_said() -> None:
    """e^TP cannot be written down."""
    found = about("(1+r*TP)^(1/r)", "r -> 0")
    assert found.outcome == "undecided"
    assert "open" in {piece.kind for piece in found.pieces}
    assert "not known" in str(found)


# --- against numbers -----------------------------------------------------------------------------


def number(tree: Formula, point: dict[str, Fraction]) -> mpf | None:
    """The value in 60 decimals, None where undefined (a number below 10^-40 is taken for 0)."""
    if tree.op == "number":
        return decimal(tree.args[0])
    if tree.op == "symbol":
        return decimal(point[tree.args[0]])
    if tree.op == "ifzero":
        test = number(tree.args[0], point)
        return None if test is None else number(tree.args[1 if abs(test) < TINY else 2], point)
    args = [number(child, point) for child in tree.children]
    if any(arg is None for arg in args):
        return None
    signs = [0 if abs(arg) < TINY else 1 if arg > 0 else -1 for arg in args]
    match tree.op:
        case "/":
            return args[0] / args[1] if signs[1] else None
        case "sqrt":
            return None if signs[0] < 0 else mpmath.sqrt(abs(args[0]))
        case "log":
            return mpmath.log(args[0]) if signs[0] > 0 else None
        case "acos":
            return None if abs(args[0]) > 1 + TINY else mpmath.acos(max(-1, min(1, args[0])))
        case "^" | "power":
            if signs[0] > 0 or (tree.op == "^" and args[1] == int(args[1]) and signs[0]):
                return args[0] ** args[1]
            return mpf(0) if signs[0] == 0 and signs[1] > 0 else None
    return applied(tree.op, args)


def close(found: Limit, moving: str, far: Callable[[Piece, int], Fraction], fewest: int = 0) -> int:
    """Each proved piece against the value far on the way; how many were compared."""
    compared = 0
    others = {n: Fraction(2, 3) for n in found.subject.parameters if n != moving}
    for piece in found.pieces:
        if piece.kind not in ("finite", "infinite", "undefined"):
            continue
        if len(piece.support) < fewest:
            continue
        for row in ((1, 1, 1, 1), (2, 3, 1, 5), (4, 1, 7, 2)):
            cells = {n: Fraction(row[i] * (n in piece.support)) for i, n in enumerate(CELLS)}
            here = [
                number(found.subject.formula, {**others, **cells, moving: far(piece, step)})
                for step in (10**4, 10**8)
            ]
            if piece.kind == "undefined":
                assert here == [None, None], piece
                continue
            assert None not in here, piece
            if piece.kind == "infinite":
                sign = 1 if piece.limit == "oo" else -1
                assert here[1] * sign > here[0] * sign > 0 or here[1] * sign > 100, piece
            else:
                letters = (*CELLS, *found.subject.parameters)
                limit_ = parse(piece.limit, names={}, parameters=letters)
                end = number(limit_, {**others, **cells})
                assert end is not None
                gaps = [abs(value - end) for value in here]
                assert gaps[1] <= max(gaps[0] / 50, mpf(10) ** -9), piece
            compared += 1
    return compared


def far_cell(piece: Piece, step: int) -> Fraction:
    return Fraction(step)


@pytest.mark.parametrize(
    "name",
    ["MCC", "kappa", "BA", "SBA", "FM", "GM_1", "GM_half", "GM_2", "informedness", "AUL", ETS],
)
@pytest.mark.parametrize("cell", CELLS)
def test_cells_to_infinity_against_numbers(name: str, cell: str) -> None:
    if cell not in measure(name).formula.symbols():
        return
    found = about(name, f"{cell} -> oo")
    assert close(found, cell, far_cell) > 0
    assert problems(saved(name, f"{cell} -> oo")) == []


RANDOM = [text for text, rules in random_formulas(90, 5) if not rules]


@pytest.mark.parametrize("text", few(RANDOM, 8))
def test_random_formulas_against_numbers(text: str) -> None:
    cell = next(
        (name for name in ("TN", "FP", "TP") if name in measure(text).formula.symbols()), ""
    )
    if not cell:
        return
    found = limit(text, f"{cell} -> oo", timeout=3)
    close(found, cell, far_cell)
    assert problems(json.loads(found.to_json())) == []


def test_parameters_against_numbers() -> None:
    for formula, to, moving in (
        ("F_beta", "beta -> oo", "beta"),
        ("F_beta", "beta -> 0", "beta"),
        ("TP/(TP+a*(FN+FP))", "a -> 2", "a"),
        ("GM", "r -> 0", "r"),
    ):
        end = to.partition("-> ")[2]

        def far(piece: Piece, step: int, end: str = end) -> Fraction:
            if end == "oo":
                return Fraction(step)
            way = Fraction(1, step) * (1 if piece.approach.above else -1)
            return Fraction(end) + way

        fewest = 4 if formula == "GM" else 0  # at 0, a mean of 0 and Y falls below any TINY
        assert close(about(formula, to), moving, far, fewest) > 0


# --- certificates that must be refused -----------------------------------------------------------

FULL = ("TP", "FN", "FP", "TN")
GM_WAY = "(n*TP-P*Phat)/(((P*N)^r+(Phat*Nhat)^r)/2)^(1/r)"


def finite(rewritten: str, value: str, scale: int = 1, near: Any = None) -> dict[str, Any]:
    return {"kind": "finite", "scale": scale, "near": near, "rewritten": rewritten, "limit": value}


BETA = "(1+{t}**2)*TP/((1+{t}**2)*TP+{t}**2*FN+FP)"
MEAN = "(TP*TN-FP*FN)/power((power((TP+FN)*(FP+TN),{e})+power((TP+FP)*(FN+TN),{e}))/2,1/{e})"
CC = "(TP*TN-FP*FN)/sqrt((TP+FN)*(FP+TN)*(TP+FP)*(FN+TN))"

WRONG: dict[str, tuple[str, str, bool, dict[str, Any]]] = {
    "another limit": ("F_beta", "beta -> 0", True, finite(BETA.format(t="t"), "TP/(TP+FN)")),
    "another formula": ("F_beta", "beta -> 0", True, finite("TP/(TP+FP)", "TP/(TP+FP)")),
    "the excluded side": ("F_beta", "beta -> 0", False, finite(BETA.format(t="t"), "TP/(TP+FP)")),
    "the way of another scale": (
        "F_beta", "beta -> 0", True, finite("(1+t)*TP/((1+t)*TP+t*FN+FP)", "TP/(TP+FP)"),
    ),
    "a third scale": ("F_beta", "beta -> 0", True, finite(BETA.format(t="t"), "TP/(TP+FP)", 3)),
    "nearer than nothing": (
        "F_beta", "beta -> 0", True, finite(BETA.format(t="t"), "TP/(TP+FP)", 1, "-1"),
    ),
    "a convention as a rewriting": (
        "F_beta", "beta -> 0", True, finite("ifzero(t, 0, TP/(TP+FP))", "0"),
    ),
    "undefined, which it is not": (
        "F_beta", "beta -> 0", True, {"kind": "undefined", "scale": 1, "near": None},
    ),
    "excluded, which it is not": (
        "F_beta", "beta -> 0", True,
        {"kind": "excluded", "scale": 1, "near": None, "assumption": 0},
    ),
    "an assumption that is none": (
        "F_beta", "beta -> 0", False,
        {"kind": "excluded", "scale": 1, "near": None, "assumption": 1},
    ),
    "infinite, which it is not": (
        "F_beta", "beta -> 0", True,
        {"kind": "infinite", "scale": 1, "near": None, "power": 1, "log": None, "sign": 1,
         "rewritten": f"t*({BETA.format(t='t')})"},
    ),
    "the power 0": (
        "F_beta", "beta -> 0", True,
        {"kind": "infinite", "scale": 1, "near": None, "power": 0, "log": None, "sign": 1,
         "rewritten": BETA.format(t="t")},
    ),
    "an unknown kind": ("F_beta", "beta -> 0", True, {"kind": "trust", "scale": 1, "near": None}),
    "a mean with its arithmetic limit": ("GM", "r -> 0", True, finite(MEAN.format(e="t"), "0")),
    "a mean at another speed": ("GM", "r -> 0", True, finite(MEAN.format(e="(2*t)"), CC)),
    "a mean from the other side": ("GM", "r -> 0", False, finite(MEAN.format(e="t"), CC)),
    "the maximum for the minimum": (
        "GM", "r -> -oo", True,
        finite(MEAN.format(e="(-(1/t))"),
               "(TP*TN-FP*FN)/Max((TP+FN)*(FP+TN),(TP+FP)*(FN+TN))"),
    ),
    "a mean whose sides move": (
        "TP*(((1+r)^(1/r)+(1+r)^(1/r))/2)^r", "r -> 0+", True,
        finite("TP*power((power(1+t,1/t)+power(1+t,1/t))/2,t)", "TP"),
    ),
    "another limit of t*log(t)": (
        "TP*log(TN)/TN", "TN -> oo", True, finite("-(TP*(t*log(t)))", "-TP"),
    ),
    "a logarithm without its limit": (
        "TP+log(TN)/TN", "TN -> oo", True, finite("TP-log(t)*t", "TP"),
    ),
    "a quotient with another logarithm": (
        "log(2+r)/r-log(2)/r", "r -> 0+", True, finite("log(2+t)/t-log(2)/t", "1/2"),
    ),
    "a quotient where the logarithm is not 0": (
        "log(2+r)/r", "r -> 0+", True, finite("log(2+t)/t", "1/2"),
    ),
    "a logarithm that grows, the other way": (
        "LOR", "TN -> oo", True,
        {"kind": "infinite", "scale": 1, "near": None, "power": 0, "log": "1", "sign": -1,
         "rewritten": "log(TP/(FN*FP))"},
    ),
    "a logarithm that grows without a factor": (
        "LOR", "TN -> oo", True,
        {"kind": "infinite", "scale": 1, "near": None, "power": 0, "log": "0", "sign": 1,
         "rewritten": "log(TP/(t*FN*FP))"},
    ),
    "a factor of the logarithm that moves": (
        "TP*log(TN)/TN", "TN -> oo", True,
        {"kind": "infinite", "scale": 1, "near": None, "power": 0, "log": "t*TP", "sign": 1,
         "rewritten": "0"},
    ),
    "weights of another sum": (
        "((P+1)^r+(Phat+1)^r)^(1/r)", "r -> 0+", True,
        finite("power(power(TP+FN+1,t)+power(TP+FP+1,t),1/t)", "(TP+FN+1)*(TP+FP+1)"),
    ),
    "a weight that is negative": (
        "(2*(P+1)^r+(0-1)*(Phat+1)^r)^(1/r)", "r -> 0+", True,
        finite("power(2*power(TP+FN+1,t)+(0-1)*power(TP+FP+1,t),1/t)",
               "(TP+FN+1)^2*(TP+FP+1)^(0-1)"),
    ),
    "a weight that moves": (
        "(r*(P+1)^r+(1-r)*(Phat+1)^r)^(1/r)", "r -> 0+", True,
        finite("power(t*power(TP+FN+1,t)+(1-t)*power(TP+FP+1,t),1/t)", "TP+FP+1"),
    ),
    "what moves in the limit": ("MCC", "TN -> oo", True, finite("TP", "TN")),
}  # fmt: skip


@pytest.mark.parametrize("name", WRONG)
def test_wrong_certificates_are_refused(name: str) -> None:
    text, to, above, value = WRONG[name]
    moving = ("r",) if to.startswith("r") and text != "GM" else ()
    subject = measure(text, assume=moving)
    approach = next(way for way in approaches(to, subject) if way.above is above)
    support = FULL if not approach.is_cell else ("TP", "FN", "FP")
    try:
        statement = limit_statement(subject, approach, support, value)
    except FormulaError:
        return
    assert decide(statement, 10, value).outcome != "proved"
    trivial = Step("every-goal", {}, tuple(Step("clear") for _ in statement.goals))
    with pytest.raises(CertificateError):
        check(statement, Verdict("limit", "proved", statement, proof=trivial))


def test_a_limit_that_is_true_by_accident_of_the_way_is_not_one() -> None:
    """sqrt(t) is no continuous way back: from below, sqrt(r) is undefined on the way."""
    found = about("TP*sqrt(r)", "r -> 0")
    assert kinds(found, "below")["TP", "FN", "FP", "TN"] == ("undefined", "")
    assert kinds(found, "above")["TP", "FN", "FP", "TN"] == ("finite", "0")


def forge(change: Callable[[dict[str, Any]], Any]) -> dict[str, Any]:
    data = copy.deepcopy(saved("GM", "r -> 0", "CC"))
    change(data)
    return data


FORGERIES: dict[str, Callable[[dict[str, Any]], Any]] = {
    "another measure": lambda d: d["measure"].update(
        name="x", formula="TP^r", parameters={"r": []}
    ),
    "another end": lambda d: d.update(to="r -> 1"),
    "one side only": lambda d: d.update(to="r -> 0+"),
    "another value": lambda d: d.update(value="0"),
    "another claim": lambda d: d.update(claim="GM_1"),
    "a claim that nobody decided": lambda d: d.update(claimed=None),
    "no comparison of the sides": lambda d: d.update(agreement=None),
    "a pattern left out": lambda d: d["pieces"].pop(3),
    "two patterns exchanged": lambda d: d["pieces"].insert(0, d["pieces"].pop(1)),
    "a limit changed": lambda d: d["pieces"][0]["value"].update(limit="1"),
    "a proof changed": lambda d: d["pieces"][0]["proof"]["premises"].pop(),
    "a refuted certificate": lambda d: d["pieces"][0].update(verdict="refuted"),
    "undecided but claimed": lambda d: d["pieces"][0].update(verdict="undecided", proof=None),
    "a part that nobody reads": lambda d: d.update(note="verified"),
    "a part of a threshold": lambda d: d.update(condition="always"),
    "no claim": lambda d: d.pop("claim"),
    "no verdict on the whole": lambda d: d.pop("verdict"),
    "complete, which it is not": lambda d: (d["pieces"].pop(), d.update(complete=True)),
}


@pytest.mark.parametrize("name", FORGERIES)
def test_forgeries_are_refused(name: str) -> None:
    assert problems(saved("GM", "r -> 0", "CC")) == []
    assert problems(forge(FORGERIES[name]))


def test_a_claim_is_not_proved_by_some_patterns() -> None:
    """TP/(TP+a*FN) tends to 1 where TP > 0 and to 0 elsewhere; the file ends before that."""
    text = "TP/(TP+a*FN)", "a -> 0+"
    assert about(*text, "1").outcome == "refuted"
    first = about(*text).pieces[0]
    statement = claim_statement(about(*text).subject, [first], "1")
    cut = {**saved(*text), "claim": "1", "claimed": decide(statement, 5).to_data()}
    cut |= {"pieces": cut["pieces"][:1], "complete": False, "value": "1", "verdict": "proved"}
    assert cut["claimed"]["verdict"] == "proved"
    assert problems(cut)
    assert problems({**saved(*text), "complete": False, "verdict": "undecided", "agreement": {}})


# --- the command and the formats -----------------------------------------------------------------


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "limit.json"
    words = ["limit", "GM", "--to", "r -> 0", "--claim", "CC"]
    assert main([*words, "--format", "json", "-o", str(file)]) == 0
    assert main(["verify", str(file)]) == 0
    assert main(["limit", "GM", "--to", "r -> 0", "--claim", "GM_1"]) == 1
    assert "refuted" in capsys.readouterr().out
    data = json.loads(file.read_text())
    assert {"schema", "value", "pieces", "verdict"} <= set(data)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["F1", "--to", "beta -> 0"], "'beta' is no parameter and no cell"),
        (["MCC", "--to", "TN -> -oo"], "a cell tends to oo"),
        (["MCC", "--to", "TN"], "is no limit; write one such as"),
        (["F_beta", "--to", "beta -> x"], "unknown name 'x'"),
        (["F_beta", "--to", "beta -> sqrt(2)"], "neither a rational number nor oo"),
        (["F_beta", "--to", "beta -> 0", "--claim", "beta*TP"], "which moves"),
        (["MCC", "--to", "TN -> oo", "--claim", "F_beta"], "has a parameter that the measure has"),
        (["t*TP", "--to", "t -> 0"], "another name"),
    ],
)
def test_bad_input_is_one_line(words: list[str], told: str, capsys: Any) -> None:
    assert main(["limit", *words]) == 2
    line = capsys.readouterr().err
    assert told in line
    assert line.count("\n") == 1


def test_formats(tmp_path: Path) -> None:
    report = about("GM", "r -> 0", "CC")
    assert "tends to X1**w1*X2**w2" in str(report)
    assert "data:application/json;base64," in report.rendered("html")
    assert "<math" in report._repr_html_()
    for number_, found in enumerate((report, about("Abs(r)/r*TP", "r -> 0"))):
        name = f"report{number_}.tex"
        (tmp_path / name).write_text(found.rendered("latex"), encoding="utf-8")
        no_overfull(compile_(tmp_path, name))


def test_ways() -> None:
    assert str(Approach("r", "1").way(2)) == "1 + t**2"
    assert str(Approach("r", "1", False).way(1)) == "1 - t"
    assert str(Approach("r", "-oo").way(1)) == "-(1/t)"
