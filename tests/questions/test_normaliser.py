"""The conditions of Theorem 3 of gosgens2021 on a normaliser."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import mpmath
import pytest
from decimals import value
from mpmath import mpf
from paper import compile_, no_overfull
from tiers import few

from symbolic_measures import normaliser, verify
from symbolic_measures.doors.cli import main
from symbolic_measures.meaning.normalisers import CONDITIONS, Normaliser
from symbolic_measures.nouns.confusion import compositions
from symbolic_measures.nouns.errors import CertificateError
from symbolic_measures.questions.normaliser.meaning import Conditions

CC = "1/sqrt(p_A*(1-p_A)*p_B*(1-p_B))"
GM_M1 = "(1/(p_A*(1-p_A))+1/(p_B*(1-p_B)))/2"
GM_1 = "2/(p_A*(1-p_A)+p_B*(1-p_B))"
GM_2 = "1/sqrt(((p_A*(1-p_A))^2+(p_B*(1-p_B))^2)/2)"
KAPPA = "2/(p_A*(1-p_B)+p_B*(1-p_A))"
BA = "1/(2*p_A*(1-p_A))"
GM_R = "1/(((p_A*(1-p_A))^r+(p_B*(1-p_B))^r)/2)^(1/r)"


@cache
def about(text: str, *assume: str, seconds: float = 60) -> Conditions:
    """Each is worked out once."""
    return normaliser(text, assume=assume, timeout=seconds)


def outcomes(found: Conditions) -> str:
    letters = {"proved": "p", "refuted": "r", "undecided": "u"}
    return "".join(letters[verdict.outcome] for verdict in found.verdicts)


def problems(data: Any) -> list[str]:
    try:
        return [item.problem for item in verify(data) if item.problem]
    except CertificateError as error:
        return [str(error)]


@pytest.mark.parametrize("text", few([CC, GM_M1, GM_1], (GM_1,)))
def test_generalized_means_satisfy_all_six(text: str) -> None:
    found = about(text, seconds=600)
    assert outcomes(found) == "pppppp"
    assert problems(json.loads(found.to_json())) == []


def test_lemma_5_for_every_exponent() -> None:
    """All six are proved with r symbolic: 3 and 4 because a mean lies between its two numbers."""
    found = about(GM_R, "r != 0", seconds=600)
    assert outcomes(found) == "pppppp"
    assert problems(json.loads(found.to_json())) == []


def test_kappa_has_no_minimal_agreement() -> None:
    found = about(KAPPA)
    assert outcomes(found) == "prpppr"
    witness = found["2"].witness
    assert witness is not None
    assert witness.values == ("18/5", "9/2")
    assert "p_A = 1/3, p_B = 1/2" not in str(found["1"])
    assert "At p_A = 1/3" in str(found)


# --- against enumeration -------------------------------------------------------------------


def violations(text: str, p: mpf, q: mpf) -> Iterator[str]:
    """The conditions that fail at p_A = p, p_B = q, from the words of the theorem."""
    tree = Normaliser(text).formula

    def s(a: mpf, b: mpf) -> mpf:
        return value(tree, {"p_A": a, "p_B": b})

    tiny = mpf(10) ** -12
    here = s(p, q)
    if abs(s(q, p) - here) > tiny or abs(s(1 - p, 1 - q) - here) > tiny:
        yield "1"
    if max(abs(s(p, p) - 1 / (p * (1 - p))), abs(s(p, 1 - p) - 1 / (p * (1 - p)))) > tiny:
        yield "2"
    if abs(q - (1 - p)) > tiny and here >= max(1 / (p * q), 1 / ((1 - p) * (1 - q))) - tiny:
        yield "3"
    if abs(q - p) > tiny and here >= max(1 / (p * (1 - q)), 1 / ((1 - p) * q)) - tiny:
        yield "4"
    by_a = mpmath.diff(lambda a: s(a, q), p)
    by_b = mpmath.diff(lambda b: s(p, b), q)
    grows = (p * by_a + q * by_b) / here
    low, high = (
        min(-2, -1 - p * q / ((1 - p) * (1 - q))),
        max((2 * q - 1) / (1 - q), (2 * p - 1) / (1 - p)),
    )
    if not low - tiny <= grows <= high + tiny:
        yield "5"
    falls = ((1 - p) * by_a - q * by_b) / here
    low, high = min(2 - 1 / p, 2 - 1 / (1 - q)), max(1 + q * (1 - p) / (p * (1 - q)), 2)
    if not low - tiny <= falls <= high + tiny:
        yield "6"


OTHERS = [
    "4+0*p_A", "1/(p_A*(1-p_A))", "1/(p_A*p_B)", "1/(p_A*(1-p_B))", BA, KAPPA, GM_1, GM_2,
    "(1/(p_A*(1-p_A))^2+1/(p_B*(1-p_B))^2)/(1/(p_A*(1-p_A))+1/(p_B*(1-p_B)))",
]  # fmt: skip


@pytest.mark.parametrize("text", few(OTHERS, (BA, KAPPA, "4+0*p_A", "1/(p_A*(1-p_A))")))
def test_the_engine_agrees_with_enumeration(text: str) -> None:
    seen: set[str] = set()
    for n in range(4, 10):
        for extra in compositions(n - 4, 4):
            a1, a0, b1, b0 = (1 + cell for cell in extra)
            seen |= set(violations(text, mpf(a1) / (a1 + a0), mpf(b1) / (b1 + b0)))
    for number, verdict in zip(CONDITIONS, about(text, seconds=600).verdicts):
        if verdict.outcome == "proved":
            assert number not in seen
        if verdict.outcome == "refuted":
            assert verdict.witness is not None
            point = {name: int(text_) for name, text_ in verdict.witness.point.items()}
            p = mpf(point["a1"]) / (point["a1"] + point["a0"])
            q = mpf(point["b1"]) / (point["b1"] + point["b0"])
            assert number in set(violations(text, p, q))
        if number in seen:
            assert verdict.outcome == "refuted"


# --- saved files and the command -----------------------------------------------------------------

FORGERIES: dict[str, Callable[[dict[str, Any]], Any]] = {
    "another normaliser": lambda d: d.update(normaliser=KAPPA),
    "an assumption": lambda d: d.update(assume=["r > 0"]),
    "a condition left out": lambda d: d["verdicts"].pop(),
    "complete or not": lambda d: d.pop("complete"),
    "two conditions exchanged": lambda d: d["verdicts"].insert(0, d["verdicts"].pop(1)),
    "a proof cut short": lambda d: d["verdicts"][0]["proof"]["premises"].pop(),
    "a part that nobody reads": lambda d: d.update(note="verified"),
    "a value": lambda d: d["verdicts"][0].update(value="1"),
}


@pytest.mark.parametrize("name", FORGERIES)
def test_forgeries_are_refused(name: str) -> None:
    data = copy.deepcopy(json.loads(about(GM_1).to_json()))
    assert problems(data) == []
    FORGERIES[name](data)
    assert problems(data)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["1/p_C"], "unknown name 'p_C'"),
        (["1/p_A", "--assume", "p_A > 0"], "p_A has a meaning here"),
        (["1/p_A", "--assume", "r > 0"], "which does not occur"),
        ([""], "the formula is empty"),
    ],
)
def test_bad_input_is_one_line(words: list[str], told: str, capsys: Any) -> None:
    assert main(["normaliser", *words]) == 2
    line = capsys.readouterr().err
    assert told in line
    assert line.count("\n") == 1


def test_the_command_and_the_formats(tmp_path: Path) -> None:
    file = tmp_path / "s.json"
    assert main(["normaliser", KAPPA, "--format", "json", "-o", str(file)]) == 0
    assert main(["verify", str(file)]) == 0
    assert "data:application/json;base64," in about(KAPPA).rendered("html")
    (tmp_path / "report.tex").write_text(about(KAPPA).rendered("latex"), encoding="utf-8")
    no_overfull(compile_(tmp_path, "report.tex"))


def test_no_derivative_no_condition() -> None:
    found = about("1/Max(p_A*(1-p_A),p_B*(1-p_B))", seconds=2)
    assert [verdict.outcome for verdict in found.verdicts[4:]] == ["undecided"] * 2
    assert problems(json.loads(found.to_json())) == []
