"""Certificate and document, walked together: what a page shows of a proof is what the kernel sees.

Every step of every proof of a few reports has its entry, under its number; what an entry shows and
is given is evaluated at random points against the goal or polynomial that the rule is asked for;
and a line of the short form is the summary of a step of the full one, and true where its goal is.
"""

from __future__ import annotations

import gzip
import json
import random
from collections.abc import Collection, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from decided import decided
from flint import fmpq
from tiers import few

from symbolic_measures.kernel.algebra import Sequent
from symbolic_measures.kernel.exact import CannotTellError, UndefinedError, compare
from symbolic_measures.kernel.rules.registry import RULES, Obligation
from symbolic_measures.kernel.truth import SIGNS, evaluator, holds
from symbolic_measures.macros import MACROS, apply
from symbolic_measures.nouns.confusion import QUANTITIES
from symbolic_measures.nouns.formula import Formula, formula, symbol
from symbolic_measures.nouns.parser import parse
from symbolic_measures.nouns.statement import Atom, Goal, Variable
from symbolic_measures.nouns.verdict import Step
from symbolic_measures.questions import kinds
from symbolic_measures.report.evidence import UNTOLD, Evidence, explain, told_of, values_named
from symbolic_measures.report.html import rendered
from symbolic_measures.report.polynomials import MARGINS, margins_of
from symbolic_measures.report.prose import Equation, Prose, text
from symbolic_measures.report.reasons import _GOALS, _SEQUENTS, PLAIN
from symbolic_measures.report.steps import MOST, Entry, entries
from symbolic_measures.search.effort import Effort
from symbolic_measures.search.tactics.formulas import prove_goal

SAVED = Path(__file__).parents[2] / "reports" / "certificates"
#: Letters of margins as the sums that they are, also of a second matrix.
LETTERS = {**QUANTITIES, **{name.args[0]: tree for tree, name in MARGINS.items()}}
NAMES = ["F1", "CC", "BA", "CD", "F_beta", "convention", "CE"]
QUICK = ["F1", "BA"]
SIGN = {**SIGNS, "=": SIGNS["=="]}
TRIES = 6


def saved(name: str) -> Any:
    return json.loads(gzip.decompress((SAVED / f"{name}.json.gz").read_bytes()))


def evidences(name: str) -> Iterator[Evidence]:
    report = decided(name)
    for verdict in report.verdicts:
        if verdict.outcome == "proved":
            yield from told_of(verdict, report.reading).evidences
    for slope in report.document().slopes:
        yield from slope.evidences


def walked(
    goal: Obligation, step: Step, number: str = "1"
) -> Iterator[tuple[str, Obligation, Step]]:
    """Every obligation of a proof with its step and number, asked of the rules anew."""
    yield number, goal, step
    below = apply(goal, step.rule, step.args)
    for place, (sub, premise) in enumerate(zip(below, step.premises, strict=True), 1):
        yield from walked(sub, premise, f"{number}.{place}")


def letters_at(names: Collection[str]) -> dict[str, Formula]:
    """The letters of the margins of a matrix with these cells."""
    several = {letter: tree for tree, letter in margins_of(names).items()}
    return LETTERS | {str(k): v for k, v in several.items() if k.op == "symbol"}


def value(tree: Formula, point: dict[str, fmpq]) -> Any:
    known = letters_at(point)
    return evaluator(tree.at(**{k: v for k, v in known.items() if k not in point}))(point)


@cache
def _numbers(seed: int, names: tuple[str, ...]) -> dict[str, fmpq]:
    chance = random.Random(seed)
    return {name: fmpq(chance.randint(0, 5) if seed % 2 else chance.randint(1, 7))
            for name in names}  # fmt: skip


def equations(told: Prose) -> list[Equation]:
    return [piece for piece in told if isinstance(piece, Equation)]


def same_as_the_polynomial(entry: Entry, goal: Sequent) -> int:
    """How often what an entry shows was compared with the conclusion of its sequent."""
    poly, rel = goal.conclusion
    if poly.is_zero() and rel in ("==", ">="):
        assert text(entry.shown) == "both sides are identical"
        return 0
    (shown,) = equations(entry.shown) or (None,)
    if shown is None:
        assert len(poly) > MOST
        assert f"{len(poly)} terms" in text(entry.shown)
        return 0
    assert shown.relations == (rel,)
    own = [name for i, name in enumerate(goal.names) if i not in goal.roots and i not in goal.terms]
    kept, compared = tuple(n for n in own if not n.startswith(("root", "term"))), 0
    degrees = poly.degrees()
    if any(power and name not in kept for name, power in zip(goal.names, degrees, strict=True)):
        return _with_roots(shown, goal, kept)
    for seed in range(TRIES):
        point = _numbers(seed, kept)
        assert compare(value(shown.terms[0], point), at(poly, goal, point)) == 0
        compared += 1
    return compared


def _with_roots(shown: Equation, goal: Sequent, kept: tuple[str, ...]) -> int:
    """The same where roots occur: each stands for the root of its radicand."""
    compared = 0
    for seed in range(TRIES):
        point: dict[str, Any] = dict(_numbers(seed, kept))
        try:
            for place in sorted(goal.roots):
                tree = formula_of(goal.roots[place].to_dict(), goal.names)
                point[goal.names[place]] = value(Formula("sqrt", tree), point)
            tree = formula_of(goal.conclusion[0].to_dict(), goal.names)
            left, right = value(shown.terms[0], point), value(tree, point)
        except (UndefinedError, CannotTellError, KeyError, ValueError, TypeError):
            continue
        assert compare(left, right) == 0
        compared += 1
    return compared


def formula_of(terms: dict[tuple[int, ...], Any], names: tuple[str, ...]) -> Formula:
    total = formula(0)
    for monomial, coefficient in terms.items():
        term = formula(int(coefficient))
        for name, power in zip(names, monomial, strict=True):
            for _ in range(int(power)):
                term = term * symbol(name)
        total = total + term
    return total


@pytest.mark.parametrize("name", few(NAMES, QUICK))
def test_every_step_of_every_proof_has_its_entry(name: str) -> None:
    compared = 0
    for evidence in evidences(name):
        pairs = enumerate(evidence.proofs, 1)
        steps = [each for n, (goal, step) in pairs for each in walked(goal, step, str(n))]
        assert [entry.number for entry in evidence.steps] == [number for number, *_ in steps]
        for entry, (_, goal, step) in zip(evidence.steps, steps, strict=True):
            assert text(entry.shown)
            assert text(entry.how)
            assert "By the rule" not in text(entry.how), step.rule
            if isinstance(goal, Sequent):
                compared += same_as_the_polynomial(entry, goal)
    assert compared > 20


@pytest.mark.parametrize("name", few(NAMES, QUICK))
def test_every_hypothesis_is_given_at_its_step_or_above_it(name: str) -> None:
    for evidence in evidences(name):
        numbers = {entry.number: entry for entry in evidence.steps}
        pairs = enumerate(evidence.proofs, 1)
        steps = [each for n, (goal, step) in pairs for each in walked(goal, step, str(n))]
        for number, goal, _ in steps:
            if not isinstance(goal, Sequent):
                continue
            given = [e for n in above(number) for f in numbers[n].given for e in equations(f)]
            for poly, rel in goal.hypotheses:
                used = [n for n, power in zip(goal.names, poly.degrees(), strict=True) if power]
                if len(poly) > MOST or any(n.startswith(("root", "term")) for n in used):
                    continue
                assert any(is_fact(shown, poly, rel, goal) for shown in given), (number, str(poly))
        for n, (goal, _) in enumerate(evidence.proofs, 1):
            assert len(numbers[str(n)].given) >= len(set(goal.hypotheses))


def is_fact(shown: Equation, poly: Any, rel: str, goal: Sequent) -> bool:
    """Whether a shown condition is this one of the kernel: the same relation, the same values."""
    if shown.relations != (rel,):
        return False
    try:
        return all(
            compare(value(shown.terms[0], point), at(poly, goal, point)) == 0
            for point in (_numbers(seed, goal.names) for seed in range(3))
        )
    except (UndefinedError, CannotTellError, KeyError, ValueError):
        return False


def at(poly: Any, goal: Sequent, point: dict[str, fmpq]) -> fmpq:
    total = fmpq(0)
    for monomial, coefficient in poly.to_dict().items():
        term = fmpq(int(coefficient))
        for name, power in zip(goal.names, monomial, strict=True):
            term *= point[name] ** int(power) if power else 1
        total += term
    return total


def above(number: str) -> list[str]:
    parts = number.split(".")
    return [".".join(parts[:end]) for end in range(1, len(parts) + 1)]


@pytest.mark.parametrize("name", few([n for n in NAMES if n != "CE"], QUICK))
def test_the_short_form_sums_up_steps_of_the_full_one(name: str) -> None:
    """Each line names a step of the full form, and its relation holds where the goal's do."""
    checked = 0
    for evidence in evidences(name):
        numbers = {entry.number for entry in evidence.steps}
        for line in evidence.lines:
            if line.step is None:
                continue
            assert evidence.number(line) in numbers, text(line.sentence)
            if line.display is not None:
                checked += true_where_it_stands(evidence, line.display, line.sentence)
    assert checked > 10


def true_at(shown: Equation, point: dict[str, fmpq]) -> bool:
    one, other = (value(term, point) for term in shown.terms)
    return SIGN[shown.relations[0]](compare(one, other))


def true_where_it_stands(evidence: Evidence, shown: Equation, sentence: Prose) -> int:
    """How often a displayed chain was evaluated, at points where the goal's conditions hold."""
    ((goal, _),) = evidence.proofs
    names = values_named(goal, evidence.letter, evidence.words.quantity(goal))
    named = {str(name): tree for tree, name in names.items()}
    own = tuple(variable.name for variable in goal.variables)
    free = {s for term in shown.terms for s in term.symbols()} - set(named) - set(letters_at(own))
    if not free <= set(own) or "written for" in text(sentence):
        return 0  # about a letter of its own: p, q, X, t
    seen = 0
    for seed in range(4 * TRIES):
        point = dict(_numbers(seed, own))
        point.update((v.name, point[v.name] or fmpq(1)) for v in goal.variables
                     if v.sort == "positive")  # fmt: skip
        given = equations(sentence) if text(sentence).startswith("Where ") else []
        try:
            if not all(holds(atom, point) for atom in goal.hypotheses):
                continue
            values = [value(term.at(**named), point) for term in shown.terms]
            if not all(true_at(e, point) for e in given):
                continue
        except (UndefinedError, CannotTellError, ValueError):
            continue
        for one, rel, other in zip(values, shown.relations, values[1:], strict=False):
            assert SIGN[rel](compare(one, other)), text((shown,))
        seen += 1
    return seen


def test_every_rule_and_macro_has_words() -> None:
    known = {*PLAIN, *_GOALS, *_SEQUENTS}
    assert set(RULES) | set(MACROS) <= known


def test_a_wrong_line_is_noticed() -> None:
    """The checks above fail for a polynomial that is not the kernel's, and for a false relation."""
    for evidence in evidences("F1"):
        for entry, (_, goal, _) in zip(
            evidence.steps, walked(*evidence.proofs[0]) if evidence.proofs else (), strict=False
        ):
            if not isinstance(goal, Sequent) or not equations(entry.shown):
                continue
            (shown,) = equations(entry.shown)
            wrong = Equation((shown.terms[0] + 1, *shown.terms[1:]), shown.relations)
            false = Entry(entry.number, entry.head, (wrong,), entry.given, entry.how)
            with pytest.raises(AssertionError):
                same_as_the_polynomial(false, goal)
            return
    pytest.fail("no polynomial was shown")


def test_the_page_folds_every_step() -> None:
    report = decided("F1")
    page = rendered("page.html", report.document(), certificate="", file="")
    steps = sum(len(evidence.steps) for evidence in evidences("F1"))
    assert page.count('<li style="--depth:') == steps > 50
    assert UNTOLD not in page


PROVED = ["gosgens2021-2", "brzezinski2018-2", "brzezinski2018-3", "opitz2024-5"]


@pytest.mark.parametrize("name", few(PROVED, PROVED[2:3]))
def test_what_is_shown_of_saved_certificates_is_what_the_kernel_sees(name: str) -> None:
    """Of the tables of the papers: every step has an entry, and nothing is left without words."""
    table: Any = kinds.read(saved(name))
    steps = 0
    for cell in table.cells:
        told = told_of(cell.verdict, cell.reading)
        assert UNTOLD not in text(told.summary), (cell.row, cell.column)
        for evidence in told.evidences:
            wanted = [number for n, (_, proof) in enumerate(evidence.proofs, 1)
                      for number in numbered(proof, str(n))]  # fmt: skip
            assert [entry.number for entry in evidence.steps] == wanted
            steps += len(wanted)
    assert steps > 50


def numbered(step: Step, number: str) -> Iterator[str]:
    yield number
    for place, premise in enumerate(step.premises, 1):
        yield from numbered(premise, f"{number}.{place}")


BOUNDS = ("bound", "shift", "below")


def bounded(table: str) -> Iterator[tuple[Entry, Sequent, Step]]:
    """The steps of a saved table that write a variable by a bound, with their entries."""
    for cell in kinds.read(saved(table)).cells:
        for goal, proof in (p for e in explain(cell.verdict).evidences for p in e.proofs):
            steps = zip(entries(goal, proof, {}), walked(goal, proof), strict=True)
            for entry, (_, sequent, step) in steps:
                if step.rule in BOUNDS and isinstance(sequent, Sequent) and not sequent.roots:
                    yield entry, sequent, step


@pytest.mark.parametrize(
    ("table", "rules"),
    [("brzezinski2018-sentences", {"below"}), ("opitz2024-sentences", {"shift"})],
)
def test_a_variable_is_written_as_what_a_bound_makes_of_it(table: str, rules: set[str]) -> None:
    """The conclusion below has the sign of the one above, where x is what the sentence says."""
    seen: set[str] = set()
    for entry, sequent, step in bounded(table):
        (below, *_) = apply(sequent, step.rule, step.args)
        assert isinstance(below, Sequent)
        x = symbol(str(step.args["variable"]))
        written = entry.how[2] if " is written as " in entry.how else x
        assert isinstance(written, Formula)
        assert entry.how[0] == x
        seen |= {step.rule} if written != x else set()
        for seed in range(TRIES):
            point = {n: here or fmpq(1) for n, here in _numbers(seed, sequent.names).items()}
            one = at(sequent.conclusion[0], sequent, {**point, str(x): value(written, point)})
            other = at(below.conclusion[0], below, point)
            assert (one > 0, one < 0) == (other > 0, other < 0), text(entry.how)
    assert seen >= rules


def test_a_derivative_is_not_called_by_the_name_of_the_measure() -> None:
    data = saved("opitz2024-5")
    data = {**data, "rows": ["Accuracy"], "cells": data["cells"][:1], "complete": False}
    (cell,) = kinds.read(data).cells
    shown = [text(e.steps[0].shown) for e in told_of(cell.verdict, cell.reading).evidences]
    assert shown[:2] == ["dM/dc11 >= 0", "-dM/dc12 >= 0"]
    assert len(shown) == 9


def test_what_vanishes_is_no_longer_called_positive() -> None:
    said = {text(entry.how) for e in evidences("F1") for entry in e.steps
            if text(entry.shown) == "both sides are identical"}  # fmt: skip
    assert "All terms cancel." in said
    assert not any("positive" in words for words in said)


TABLES = ["brzezinski2018-sentences", "gosgens2021-sentences", "opitz2024-sentences",
          "brzezinski2018-2", "brzezinski2018-3", "gosgens2021-2", "gosgens2021-formulas",
          "gosgens2021-properties", "opitz2024-5", "opitz2024-formulas"]  # fmt: skip


def true_lines(table: Any) -> int:
    """How many displayed relations of a table were evaluated: each holds where its goal does."""
    seen = 0
    for cell in table.cells:
        marked = hasattr(cell, "reading") and cell.average is None
        told = told_of(cell.verdict, cell.reading) if marked else explain(cell.verdict)
        for evidence in told.evidences:
            for line in evidence.lines if len(evidence.proofs) == 1 else ():
                if line.display is not None:
                    seen += true_where_it_stands(evidence, line.display, line.sentence) > 0
    return seen


@pytest.mark.parametrize("name", few(TABLES, TABLES[:3]))
def test_what_lines_of_saved_tables_display_is_true(name: str) -> None:
    assert true_lines(kinds.read(saved(name))) > 5


@pytest.mark.parametrize(
    ("row", "column"), [("Kappa, calibrated", "PIV"), ("GmacR", "PV"), ("Accuracy", "PI")]
)
def test_scaled_powered_and_derived_lines_are_true(row: str, column: str) -> None:
    """M(C') - M(C) > 0 was displayed where the two are equal; powers without being said."""
    data = saved("opitz2024-5")
    cells = [c for c in data["cells"] if (c["row"], c["column"]) == (row, column)]
    table = kinds.read({**data, "rows": [row], "columns": [column], "cells": cells})
    told = told_of(table.cells[0].verdict, table.cells[0].reading)
    shown = [line for e in told.evidences for line in e.lines if line.display is not None]
    assert true_lines(table) or row != "Accuracy"
    if row == "Kappa, calibrated":
        assert not any(">" in line.display.relations for line in shown)
        assert any(str(line.display.terms[0]) == "F(C')" for line in shown)
    if row == "GmacR":
        assert "the power 3 of a letter" in " ".join(text(line.sentence) for line in shown)


def test_a_power_is_written_with_its_base_and_exponent() -> None:
    """In whatever place a sequent has the variable that stands for it, also where other functions
    are left out; a power of powers with these."""
    names = ("x", "y", "r")
    variables = tuple(Variable(name, "positive") for name in names)
    given = parse("log(x+1)-r", names={}, parameters=names)
    tree = parse("(x^r+y^r)^(1/r)", names={}, parameters=names)
    goal = Goal(variables, (Atom(given, "defined"),), Atom(tree, ">"))
    step = prove_goal(goal, Effort(60))
    assert step is not None
    told = [text(entry.shown) for entry in entries(goal, step, {})]
    assert told[1:] == ["(x**r + y**r)**(1/r) > 0"]
    assert not any("term" in one or "/1)" in one for one in told)
