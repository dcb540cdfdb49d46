"""Derivations: every file is decided and replayed; wrong lines and forgeries are refused."""

from __future__ import annotations

import copy
import json
import math
import operator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest
from flint import fmpq
from pages import Page
from paper import HEAD, compile_, no_overfull
from places import ROOT
from tiers import exhaustive, few

from symbolic_measures import verify
from symbolic_measures.doors.api.asking import ask
from symbolic_measures.doors.saved import read_saved
from symbolic_measures.kernel.truth import evaluator
from symbolic_measures.meaning.instances import Instance, constraint
from symbolic_measures.meaning.measure import Reading
from symbolic_measures.meaning.properties import PROPERTIES
from symbolic_measures.meaning.subjects import measure
from symbolic_measures.nouns.errors import CertificateError, FormulaError
from symbolic_measures.nouns.formula import Formula
from symbolic_measures.nouns.formula import formula as tree_of
from symbolic_measures.nouns.question import finished
from symbolic_measures.questions.derivation.chains import Scope
from symbolic_measures.questions.derivation.find import Deriving
from symbolic_measures.questions.derivation.meaning import (
    DerivationReport,
    Derivations,
    answered,
)
from symbolic_measures.questions.derivation.reading import (
    Asked,
    Calculation,
    Derivation,
    load,
    load_folder,
    read_derivation,
)
from symbolic_measures.questions.kinds import KNOWN, means, read
from symbolic_measures.report.prose import text

FOLDER = ROOT / "derivations"
FILES = sorted(FOLDER.rglob("*.toml"))
_known: dict[Path, DerivationReport] = {}


def derive(derivation: Derivation, seconds: float) -> DerivationReport:
    """Every part, decided."""
    report: DerivationReport = finished(Deriving(derivation, means(seconds)))
    return report


def derived(path: Path) -> DerivationReport:
    """The report on a file, decided once."""
    if path not in _known:
        _known[path] = derive(load(path, KNOWN), seconds=600)
    return _known[path]


@pytest.mark.parametrize("path", few(FILES, 4), ids=lambda p: str(p.relative_to(FOLDER)))
def test_every_line_is_decided_as_the_file_expects_and_replayed(path: Path) -> None:
    report = derived(path)
    assert report.problems == []
    saved = json.loads(report.to_json())
    checked = list(verify(saved))
    assert checked
    assert [item.problem for item in checked if item.problem] == []


# --- a slow definition: the shown formulas, read as a person reads them, in floating point -------

QUANTITY = {
    "c11": lambda tp, fn, fp, tn: tp, "c10": lambda tp, fn, fp, tn: fn,
    "c01": lambda tp, fn, fp, tn: fp, "c00": lambda tp, fn, fp, tn: tn,
    "a1": lambda tp, fn, fp, tn: tp + fn, "a0": lambda tp, fn, fp, tn: fp + tn,
    "b1": lambda tp, fn, fp, tn: tp + fp, "b0": lambda tp, fn, fp, tn: fn + tn,
    "n": lambda tp, fn, fp, tn: tp + fn + fp + tn,
    "CC": lambda tp, fn, fp, tn: (tp * tn - fn * fp)
    / math.sqrt((tp + fn) * (fp + tn) * (tp + fp) * (fn + tn)),
    "SBA": lambda tp, fn, fp, tn: (
        tp / (tp + fn) + tp / (tp + fp) + tn / (fp + tn) + tn / (fn + tn)
    ) / 4,
    "GM_m1": lambda tp, fn, fp, tn: (tp * tn - fn * fp)
    * (1 / ((tp + fn) * (fp + tn)) + 1 / ((tp + fp) * (fn + tn))) / 2,
}  # fmt: skip
CELL = {"c11": 0, "c10": 1, "c01": 2, "c00": 3}
OPERATIONS = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv,
    "slash": operator.truediv, "^": operator.pow, "power": operator.pow, "neg": operator.neg,
    "sqrt": math.sqrt, "log": math.log, "acos": math.acos, "Min": min, "Max": max, "Abs": abs,
}  # fmt: skip


def slow(tree: Any, cells: list[float], letters: dict[str, float], lets: dict[str, Any]) -> float:
    """The value of a shown formula: letters by their names, derivatives by difference quotients."""
    if tree.op == "number":
        return float(tree.args[0])
    if tree.op == "symbol":
        name = tree.args[0]
        if name in lets:
            return slow(lets[name].shown, cells, letters, lets)
        return letters[name] if name in letters else QUANTITY[name](*cells)
    if tree.op == "d":
        step, name = 1e-5, tree.args[1].args[0]
        ends = []
        for way in (step, -step):
            moved, other = list(cells), dict(letters)
            if name in letters:
                other[name] += way
            else:
                moved[CELL[name]] += way
            ends.append(slow(tree.args[0], moved, other, lets))
        return (ends[0] - ends[1]) / (2 * step)
    return OPERATIONS[tree.op](*(slow(arg, cells, letters, lets) for arg in tree.args))


def holds(left: float, how: str, right: float, slack: float) -> bool:
    slack *= max(1.0, abs(left), abs(right))
    return {
        "=": abs(left - right) <= slack, "<=": left <= right + slack, "<": left < right + slack,
        ">=": left >= right - slack, ">": left > right - slack, "!=": left != right,
    }[how]  # fmt: skip


def test_what_is_shown_is_true_as_a_person_reads_it() -> None:
    """Proofs are about what is meant; so each shown line is evaluated at points that are given."""
    chance, looked = Random(7), 0
    for path in FILES:
        for part in load(path, KNOWN).parts:
            if not isinstance(part, Calculation) or part.chain.numbers:
                continue
            chain, met = part.chain, 0
            lets = dict(chain.scope.definitions)
            for _ in range(4000):
                cells = [float(chance.randint(1, 9)) for _ in range(4)]
                letters = {n: chance.choice((0.1, 0.2, 0.3, 0.4, 0.7, 0.9, 1.0, 2.0, 3.0, 5.0))
                           for n in chain.scope.variables}  # fmt: skip
                for name, sort in chain.scope.variables.items():
                    letters[name] = (
                        float(chance.randint(1, 9)) if sort == "natural" else letters[name]
                    )
                try:
                    given = [
                        holds(*(slow(t.shown, cells, letters, lets) for t in item.terms[i : i + 1]),
                              how, slow(item.terms[i + 1].shown, cells, letters, lets), 0.0)
                        for item in chain.given for i, how in enumerate(item.relations)
                    ]  # fmt: skip
                except (ValueError, ZeroDivisionError):
                    continue
                if not all(given):
                    continue
                before = slow(chain.first.shown, cells, letters, lets)
                for row in chain.rows:
                    here = slow(row.formula.shown, cells, letters, lets)
                    assert holds(before, row.relation, here, 1e-4), (path, text(row.reason))
                    before = here
                met += 1
                if met == 5:
                    break
            assert met, path
            looked += met * len(chain.rows)
    assert looked > 300


def test_the_instances_in_theorem_1_are_instances_of_the_properties() -> None:
    """Its hypotheses for n = 3 to 8 are what the properties say of any measure there."""
    about = load(FOLDER / "gosgens2021" / "theorem-1.toml", KNOWN)
    used = {
        str(atom)
        for part in about.parts if isinstance(part, Calculation)
        for atom in part.chain.suppositions
    }  # fmt: skip
    numbers = next(p for p in about.parts if isinstance(p, Calculation)).chain.scope.numbers
    anything = measure("accuracy")
    unknown = replace(anything, formula=Formula("/", anything.formula, tree_of(0)))
    for n in range(3, 9):
        values = {
            str(number): "x("
            + ", ".join(str(evaluator(a)({"n": fmpq(n)})) for a in call.args)
            + ")"
            for call, number in numbers.items()
        }
        names = {values[number]: number for number in values}
        maximal = f"x(1, 0, 0, {n - 1})"
        names[maximal] = "c_max"
        baseline = Instance("constant-baseline", 0, sizes=((n, 1, 1), (n, 1, 2)))
        said, _ = constraint(baseline, unknown, {})
        shares = {names[x]: -c for x, c in said.coefficients.items()}
        (equation,) = [a for text_ in used if "c_max/n" in text_
                       for a in _atoms(about) if str(a) == text_]  # fmt: skip
        for name in {*shares, *values, "c_max"}:
            point = {"n": fmpq(n), **dict.fromkeys((*values, "c_max"), fmpq(0)), name: fmpq(1)}
            share = shares.get(name, Fraction(0))
            assert evaluator(equation.expr)(point) == fmpq(share.numerator, share.denominator)
        assert (said.relation, said.constant) == ("==", 0)


def _atoms(about: Derivation) -> list[Any]:
    chains = [part.chain for part in about.parts if isinstance(part, Calculation)]
    return list({str(atom): atom for c in chains for atom in c.suppositions}.values())


def small(*rows: list[str], **more: Any) -> Derivation:
    """A derivation of one chain."""
    about = {"paper": "", "name": "small", "title": "", "source": "", "statement": ""}
    keys = {key: more.pop(key) for key in ("variables", "functions") if key in more}
    first, *rest = rows
    parts = [*more.pop("before", []), {"chain": [*first, *rest], **more}]
    return read_derivation({**about, **keys, "part": parts}, KNOWN)


def problems(*rows: list[str], **more: Any) -> list[str]:
    return derive(small(*rows, **more), seconds=600).problems


GOOD = (
    ["P*Nhat - N*Phat"],
    ["=", "(TP + FN)*(FN + TN) - (FP + TN)*(TP + FP)", "by definition"],
    ["=", "FN^2 + FN*TN + TP*FN - FP^2 - FP*TN - TP*FP"],
    ["=", "(FN - FP)*n", "factored"],
)
#: Each is a line of `GOOD` with one mistake: row, relation, formula, and the smallest matrix.
WRONG = {
    "sign flipped": (1, "=", "(TP + FN)*(FN + TN) + (FP + TN)*(TP + FP)", "FP = 1, TN = 0"),
    "term dropped": (2, "=", "FN^2 + FN*TN + TP*FN - FP^2 - FP*TN", "FP = 1, TN = 0"),
    "factor lost": (3, "=", "FN - FP", "line 3 is false"),
    "relation too strict": (3, "<", "(FN - FP)*n", "TP = 0, FN = 0, FP = 0, TN = 1"),
}


def test_a_right_chain_has_no_problem() -> None:
    assert problems(*GOOD) == []


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_line_is_refused_with_the_smallest_counterexample(name: str) -> None:
    row, relation, formula, told = WRONG[name]
    rows = [list(line) for line in GOOD]
    rows[row] = [relation, formula]
    (problem,) = problems(*rows)
    assert problem.startswith("small, part 1 (chain): line ")
    assert told in problem


def test_a_reversed_relation_is_refused() -> None:
    given = ["a1 > 0", "b1 > 0"]
    assert problems(["c11/a1"], ["<=", "1"], given=given) == []
    (problem,) = problems(["c11/a1"], [">=", "1"], given=given)
    assert "line 1 is false: at TP = 0, FN = 1, FP = 1, TN = 0 the two sides are 0, 1" in problem


def test_where_a_side_is_undefined_nothing_is_proved() -> None:
    (problem,) = problems(["TP/P"], ["=", "1 - FN/P"])
    assert "found undecided" in problem
    assert "line 1 (its formula has no value at TP = 0, FN = 0, FP = 0, TN = 1)" in problem
    assert problems(["TP/P"], ["=", "1 - FN/P"], given=["P > 0"]) == []
    assert problems(["TP/P"], ["=", "1 - FN/P"], given=["recall is defined"]) == []


def test_contradictory_hypotheses_prove_nothing() -> None:
    (problem,) = problems(["TP"], ["=", "TP + 1"], given=["P < 0"])
    assert "expected proved, found" in problem


def test_a_parameter_gets_a_counterexample() -> None:
    (problem,) = problems(["r^2"], [">=", "r"], variables={"r": "real"})
    assert "at r = 1/2 the two sides are 1/4, 1/2" in problem


def test_an_unknown_number_is_one_number() -> None:
    more = {"functions": ["M"], "given": ["M(1, 0) > M(0, 1)"]}
    assert problems(["2*M(1, 0)"], [">", "M(1, 0) + M(0, 1)"], **more) == []
    (problem,) = problems(["2*M(1, 0)"], [">", "M(1, 0) + M(1, 1)"], **more)
    assert "M(1, 1) =" in problem


def test_derivatives_are_worked_out() -> None:
    given = ["P > 0"]
    assert problems(["d(recall, TP)"], ["=", "FN/P^2", "quotient rule"], given=given) == []
    (problem,) = problems(["d(recall, TP)"], ["=", "1/P", "wrong"], given=given)
    assert "line 1 is false" in problem


@pytest.mark.parametrize(
    ("body", "slope", "allowed"),
    [
        ("log(x)", "1/x", "x > 0"),
        ("x + 1/y", "1", "y > 0"),
        ("x + sqrt(y)", "1", "y >= 0"),
        ("x + y^(1/2)", "1", "y >= 0"),
    ],
)
def test_a_derivative_is_undefined_where_the_formula_is(
    body: str, slope: str, allowed: str
) -> None:
    more = {"variables": {"x": "real", "y": "real"}}
    (problem,) = problems([f"d({body}, x)"], ["=", slope], **more)
    assert "found undecided" in problem
    assert "line 1 (its formula has no value at " in problem
    assert problems([f"d({body}, x)"], ["=", slope], given=[allowed], **more) == []


def test_what_is_defined_keeps_its_meaning() -> None:
    before = [{"let": {"q": "TP"}}]
    with pytest.raises(FormulaError, match="q already has a meaning"):
        small(["q"], ["=", "FN"], before=[*before, {"let": {"q": "FN"}}])
    captured = {"chain": ["q", [">", "0"]], "variables": {"q": "positive"}}
    with pytest.raises(FormulaError, match="q is defined above"):
        small(["TP"], ["=", "TP"], before=[*before, captured])


def test_an_undecided_order_is_no_answer() -> None:
    """The value of an undecided verdict is not replayed, so nothing is read off it."""
    part = {"check": "baseline-order", "measure": "MCC", "expected": "order 7"}
    about = {"paper": "", "name": "x", "title": "", "source": "", "statement": "", "part": [part]}
    asked = read_derivation(about, KNOWN).parts[0]
    assert isinstance(asked, Asked)
    reading = Reading(measure("MCC"))
    entry = {
        "property": "baseline-order", "verdict": "undecided", "value": {"order": 7},
        "statement": PROPERTIES["baseline-order"].statement(reading).to_data(),
    }  # fmt: skip
    saved = {"schema": 1, "derivation": about, "parts": [entry]}
    told = [item.problem for item in verify(saved)]
    assert told == ["check: the file says something else than what was replayed"]


def test_the_derivative_of_an_unknown_function_is_the_chain_rule() -> None:
    more = {
        "functions": ["s(p_A, p_B)"],
        "variables": {"p_A": "real", "p_B": "real", "p_AB": "real"},
    }
    let = {"let": {"M": "s*(p_AB - p_A*p_B)"}}
    right = "-p_B*s + (p_AB - p_A*p_B)*d(s, p_A)"
    assert problems(["d(M, p_A)"], ["=", right], before=[let], **more) == []
    assert problems(["d(M, p_AB)"], ["=", "s"], before=[let], **more) == []
    (problem,) = problems(["d(M, p_A)"], ["=", "-p_B*s"], before=[let], **more)
    assert "d(s, p_A) =" in problem


def test_a_label_carries_a_conclusion_only_under_its_hypotheses() -> None:
    first = {"chain": ["TP", ["<=", "P"], ["<", "n"]], "given": ["N > 0"], "label": "(1)"}
    rest = {"by": ["(1)"], "before": [first]}
    assert problems(["2*TP"], ["<", "2*n", "by (1)"], given=["N > 0"], **rest) == []
    with pytest.raises(FormulaError, match=r"part 2 \(chain\): \(1\) supposes N > 0"):
        small(["2*TP"], ["<", "2*n"], **rest)


REFUSED = {
    "no relation": ([["TP"], ["~", "P"]], {}, "no relation of a chain"),
    "two ways": ([["TP"], ["<=", "P"], [">=", "TP"]], {}, "go one way"),
    "no rows": ([["TP"]], {}, "at least one row"),
    "an unknown name": (
        [["TP"], ["=", "recal"]],
        {},
        "unknown name 'recal'; did you mean 'recall'",
    ),
    "code": ([["TP"], ["=", "__import__('os')"]], {}, "cannot call '__import__'"),
    "an attribute": ([["TP"], ["=", "TP.real"]], {}, "attribute access"),
    "a label unknown": ([["TP"], ["=", "TP"]], {"by": ["(9)"]}, "no chain above has this label"),
    "an unknown key": ([["TP"], ["=", "TP"]], {"because": "x"}, "unknown key 'because'"),
    "a bad sort": ([["TP"], ["=", "TP"]], {"variables": {"r": "odd"}}, "no 'odd'"),
    "a captured name": ([["TP"], ["=", "TP"]], {"variables": {"root1": "real"}}, "no name"),
    "a parameter undeclared": ([["GM"], ["=", "GM"]], {}, "declare it in `variables`"),
    "a kink": ([["d(Abs(TP - FN), TP)"], ["=", "1"]], {}, "has no derivative everywhere"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_file_that_cannot_be_read_is_refused_in_one_line(name: str) -> None:
    rows, more, told = REFUSED[name]
    with pytest.raises(FormulaError) as refused:
        small(*rows, **more)
    assert told in str(refused.value)
    assert "\n" not in str(refused.value)


def test_another_answer_than_expected_is_a_problem() -> None:
    about = {"paper": "", "name": "x", "title": "", "source": "", "statement": ""}
    part = {"check": "monotone", "measure": "F1", "expected": "proved", "printed": True}
    report = derive(read_derivation({**about, "part": [part]}, KNOWN), seconds=600)
    assert report.problems == ["x, part 1 (check): expected proved, found refuted"]
    assert report.refuted
    assert "PROBLEM: x, part 1" in report.rendered("text")
    assert any(item.problem for item in verify(json.loads(report.to_json())))


def test_files_that_are_none(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text("paper = ", encoding="utf-8")
    with pytest.raises(FormulaError, match=r"a\.toml: not TOML"):
        load_folder(tmp_path, KNOWN)
    with pytest.raises(FormulaError, match="No such file"):
        load(tmp_path / "b.toml", KNOWN)


# --- forgeries -----------------------------------------------------------------------------


@pytest.fixture(scope="module")
def saved() -> Any:
    part = {"check": "symmetry", "measure": "F1", "expected": "proved"}
    made = small(*GOOD, before=[part, {"text": "`TP`"}])
    return json.loads(derive(made, seconds=600).to_json())


def _forged(saved: Any, forge: Any) -> list[str]:
    data = copy.deepcopy(saved)
    forge(data)
    return [item.problem for item in verify(data) if item.problem]


def test_what_was_decided_verifies(saved: Any) -> None:
    assert _forged(saved, lambda data: None) == []


FORGERIES = {
    "another formula": lambda d: d["derivation"]["part"][2]["chain"].__setitem__(0, "P*Nhat"),
    "a stricter relation": lambda d: d["derivation"]["part"][2]["chain"][3].__setitem__(0, "<"),
    "a row less": lambda d: d["derivation"]["part"][2]["chain"].pop(),
    "one more hypothesis": lambda d: d["derivation"]["part"][2].update(given=["TP > 3"]),
    "another measure": lambda d: d["derivation"]["part"][0].update(measure="BA"),
    "another property": lambda d: d["derivation"]["part"][0].update(check="class-symmetry"),
    "another answer expected": lambda d: d["derivation"]["part"][0].update(expected="refuted"),
    "a proof cut off": lambda d: d["parts"][2]["proof"]["premises"].pop(),
    "an outcome": lambda d: d["parts"][2].update(verdict="undecided"),
    "no certificate": lambda d: d["parts"].__setitem__(0, None),
    "a certificate for prose": lambda d: d["parts"].__setitem__(1, {}),
    "the certificates exchanged": lambda d: d["parts"].reverse(),
}


@pytest.mark.parametrize("name", FORGERIES)
def test_forgeries_are_refused(saved: Any, name: str) -> None:
    assert _forged(saved, FORGERIES[name])


@pytest.mark.parametrize(
    "forge",
    [
        lambda d: d["parts"].pop(),
        lambda d: d["parts"].append(None),
        lambda d: d.update(more=1),
        lambda d: d.update(schema=2),
        lambda d: d["derivation"].update(part=[]),
    ],
)
def test_files_of_another_form_are_refused(saved: Any, forge: Any) -> None:
    with pytest.raises(CertificateError):
        _forged(saved, forge)


def test_several_derivations_stand_in_one_file(saved: Any) -> None:
    """One of them stands for itself; a file with one that cannot be replayed is no answer."""
    several = {"schema": 1, "derivations": [saved, saved]}
    assert [item.problem for item in verify(several) if item.problem] == []
    both = read(several)
    assert both.to_data() == several
    assert Derivations(both.reports[:1]).to_data() == saved
    forged = copy.deepcopy(several)
    FORGERIES["a proof cut off"](forged["derivations"][1])
    with pytest.raises(CertificateError):
        read(forged)
    assert [item.problem for item in verify(forged) if item.problem]
    for junk in ([], "x", [1], [{}], {"derivation": 1}, [saved, None]):
        with pytest.raises(CertificateError, match="is a list of derivations"):
            list(verify({"schema": 1, "derivations": junk}))


def test_what_was_stopped_says_so(saved: Any) -> None:
    """Without its last part it is no whole file, and no part of one unless it says so."""
    data = copy.deepcopy(saved)
    assert "complete" not in read(data).to_data()
    data["parts"].pop()
    data["complete"] = False
    assert read(data).to_data()["complete"] is False


# --- how it is shown -----------------------------------------------------------------------


def test_prose_shows_letters_and_matrices() -> None:
    told = Scope(letters=("M",)).prose("with `a1 > 0`, `M[[1, 0], [0, n]]` and `c11/a1` in it")
    assert text(told) == "with a1 > 0, M([[1, 0], [0, n]]) and c11/a1 in it"


def test_letters_stay_letters(saved: Any) -> None:
    given = ["a1 > 0", "b1 > 0", "a0 > 0", "b0 > 0"]
    made = small(["(n*c11 - a1*b1)/(a1*a0)"], ["=", "(c11*c00 - c10*c01)/(a1*a0)"], given=given)
    report = derive(made, seconds=600)
    shown = report.rendered("latex_fragment")
    assert r"\chainfirst{\frac{n\,c_{11} - a_{1}\,b_{1}}{a_{1}\,a_{0}}}" in shown
    assert "documentclass" not in shown
    assert "documentclass" in report.rendered("latex")
    assert "c11*c00" in report.rendered("text")
    assert 'class="chain"' in report.rendered("html_fragment")


def test_a_verdict_is_a_section_by_itself() -> None:
    (report,) = ask("derivation", 20, subject="F1", property=["symmetry", "monotone"]).reports
    shown = report.rendered("text")
    assert report.problems == []
    assert "symmetry is proved" in shown
    assert "M([[0, 1], [0, 1]]) = 0" in shown or "M([[0, " in shown
    assert "The second should be larger" in shown


@exhaustive
def test_the_appendix_compiles_and_nothing_runs_off_the_page(tmp_path: Path) -> None:
    saved = sorted((ROOT / "reports/certificates").glob("*-derivation-*"))
    reports: list[Any] = [read(read_saved(path)) for path in saved]
    assert len(reports) == len(FILES)
    (tmp_path / "appendix.tex").write_text(
        Derivations(tuple(reports)).rendered("latex"), encoding="utf-8"
    )
    no_overfull(compile_(tmp_path, "appendix.tex"))
    (tmp_path / "fragment.tex").write_text(
        Derivations(tuple(reports[:2])).rendered("latex_fragment"), encoding="utf-8"
    )
    (tmp_path / "main.tex").write_text(HEAD, encoding="utf-8")
    compile_(tmp_path, "main.tex")
    Page(Derivations(tuple(reports)).rendered("html_fragment"))


def test_a_part_may_say_what_the_paper_claims_and_which_reading_saves_it() -> None:
    """A row of claims that no measure satisfies contradicts the paper; the same set, claimed to be
    infeasible, does not."""
    part = {"impossible": ["minimal-agreement", "constant-baseline"], "n": "2", "classes": 3,
            "expected": "infeasible", "printed": True}  # fmt: skip
    about = {"paper": "p", "name": "Rows", "title": "t", "source": "s", "statement": "x."}
    for claimed, contradicts in (("feasible", True), ("infeasible", False)):
        data = {**about, "part": [{**part, "claimed": claimed, "saved": "some reading"}]}
        (asked,) = read_derivation(data, KNOWN).parts
        assert isinstance(asked, Asked)
        assert (asked.claimed, asked.saved) == (claimed, "some reading")
        found = finished(KNOWN.work(asked.question, means(60, 1, "")))
        answer = answered(asked, found, KNOWN)
        assert (answer.told, answer.problem) == ("infeasible", "")
        assert answer.contradicts is contradicts
