"""Order equivalence, the smallest disagreements, and the user's data, against enumeration."""

from __future__ import annotations

import contextlib
import io
import json
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import combinations
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from catalog_parts import OF_THE_PAPERS
from slow_definitions import Values, compared, matrices
from tiers import exhaustive

from symbolic_measures import compare, inconsistency, verify
from symbolic_measures.doors.cli import main
from symbolic_measures.kernel.exact import show
from symbolic_measures.meaning.measure import Reading
from symbolic_measures.meaning.ranks import ranks, value_at
from symbolic_measures.meaning.subjects import measure
from symbolic_measures.nouns.errors import CertificateError, FormulaError
from symbolic_measures.questions.compare.asked import CompareQuestion
from symbolic_measures.questions.compare.data import parse_data
from symbolic_measures.questions.compare.equivalence import Link, equivalence, function
from symbolic_measures.questions.compare.meaning import parts, told
from symbolic_measures.questions.compare.pairs import Comparison, pair_of
from symbolic_measures.search.engine import decide

Matrix = tuple[int, int, int, int]


@cache
def pair(one: str, other: str, bounds: bool = False) -> Comparison:
    """Two measures compared."""
    return compare([one, other], bounds=bounds)


def slow(text: str, parameters: dict[str, str]) -> Values:
    """The measure by the slow evaluator; larger is better."""
    return Values(Reading(measure(text)), {k: Fraction(v) for k, v in parameters.items()})


def differs(one: Values, other: Values, first: Matrix, second: Matrix) -> bool:
    """Whether both are defined at both matrices and order them differently."""
    values = [value(matrix) for value in (one, other) for matrix in (first, second)]
    if any(value is None for value in values):
        return False
    a, b, c, d = values
    return compared(a, b) != compared(c, d)  # type: ignore[arg-type]


def same_truth(n: int) -> list[tuple[Matrix, Matrix]]:
    """Pairs of matrices of one truth, in the declared order."""
    found = [
        (a, b)
        for a in matrices(n)
        for b in matrices(n)
        if a < b and a[0] + a[1] == b[0] + b[1]  # type: ignore[operator]
    ]
    return sorted(found)  # type: ignore[return-value]


DISCORDANT = [
    ("F1", "accuracy"), ("BA", "kappa"), ("precision", "recall"), ("GM_1", "CC"),
    ("CE", "accuracy"), ("F_beta", "F1"), ("LOR", "markedness"), ("Gmean", "BA"),
    ("FM", "F1"), ("OP", "accuracy"),
]  # fmt: skip


@pytest.mark.parametrize("names", DISCORDANT, ids=" ".join)
def test_the_smallest_disagreement_by_the_slow_evaluator(names: tuple[str, str]) -> None:
    found = pair(*names).pairs[0]
    assert found.verdict == "discordant"
    assert found.witness is not None
    parameters = dict(found.parameters)
    one, other = (
        slow(name, {k: v for k, v in parameters.items() if k in measure(name).parameters})
        for name in names
    )
    first, second = found.witness.matrices
    assert differs(one, other, first, second)
    assert first[0] + first[1] == second[0] + second[1]
    for n in range(1, min(found.witness.n, 7) + 1):
        for a, b in same_truth(n):
            if (n, a, b) < (found.witness.n, first, second):
                assert not differs(one, other, a, b)


EQUIVALENT = [
    ("Jaccard", "F1"), ("F1_harmonic", "Jaccard"), ("GM_m1", "SBA"), ("CD", "CC"),
    ("CD_chord", "CD"), ("informedness", "BA"), ("AUL", "BA"), ("AUL_product", "Gmean"),
    ("kappa_chance", "kappa"), ("AUC_pointwise", "Gmean"), ("1-F1/(2-F1)", "1-F1"),
]  # fmt: skip


@pytest.mark.parametrize("names", EQUIVALENT, ids=" ".join)
def test_equivalent_measures_agree_by_the_slow_evaluator(names: tuple[str, str]) -> None:
    found = pair(*names)
    assert found.pairs[0].verdict == "equivalent"
    assert not [item for item in verify(json.loads(found.to_json())) if item.problem]
    one, other = (slow(name, {}) for name in names)
    for n in range(1, 6):
        assert not any(differs(one, other, a, b) for a, b in same_truth(n))


def test_the_functions_are_shown() -> None:
    assert pair("Jaccard", "F1").to_data()["pairs"][0]["function"] == "x/(2-x)"
    link = pair("CD_chord", "CD").pairs[0].link
    assert link is not None
    assert link.base == "CC"
    assert set(link.functions) == {"sqrt(2*(1-x))", "acos(x)/pi"}


@exhaustive
def test_links_that_say_too_much_are_not_proved() -> None:
    """A falling function, wrong bounds, a wrong equality, sizes that can be 0."""
    found = pair_of("Jaccard", "F1")
    base = found.measures[1]

    def outcome(link: Link) -> str:
        return decide(equivalence(found.measures, base, link, found.subject), 5).outcome

    assert outcome(Link("F1", ("x/(2-x)", "x"), "0", "1")) == "proved"
    assert outcome(Link("F1", ("x/(2-x)", "x"), "", "")) != "proved"  # falls through x = 2
    assert outcome(Link("F1", ("x/(2-x)", "x"), "1", "")) == "refuted"
    assert outcome(Link("F1", ("x", "x"), "0", "1")) == "refuted"
    assert outcome(Link("F1", ("x/(2-x)", "2*x"), "0", "1")) == "refuted"
    assert outcome(Link("F1", ("x/(2-x)", "x"), "0", "1", ("N",))) == "refuted"
    with pytest.raises(ValueError, match="bound"):
        outcome(Link("F1", ("x/(2-x)", "x"), "1/2", "1"))
    with pytest.raises(FormulaError):
        function("TP", ())
    falling = pair_of("1-F1", "F1")
    link = Link("F1", ("1-x", "x"), "0", "1")
    wrong = decide(equivalence(falling.measures, falling.measures[1], link, falling.subject), 3)
    assert wrong.outcome != "proved"
    found = pair_of("AUL", "BA")
    link = Link("BA", ("P/n/2 + N/n*x", "x"), "0", "1")
    unproved = decide(equivalence(found.measures, found.measures[1], link, found.subject), 3)
    assert unproved.outcome != "proved"  # at N = 0 it would be constant


@pytest.mark.parametrize("size", ["P", "N"])
def test_a_size_that_can_be_0_is_not_taken_for_positive(size: str) -> None:
    """N*F1 is 0 wherever N = 0, and F1 is not."""
    found = pair_of(f"{size}*F1", "F1")
    for positive in ((), (size,), ("P", "N")):
        link = Link("F1", (f"{size}*x", "x"), "0", "1", positive)
        statement = equivalence(found.measures, found.measures[1], link, found.subject)
        assert decide(statement, 3).outcome != "proved"


def test_a_factor_that_can_be_0_makes_ties() -> None:
    """Where P = 0, F1 is 0 too; where N = 0 it is not constant."""
    assert pair("N*F1", "F1").pairs[0].verdict == "discordant"
    assert pair("P*F1", "F1").pairs[0].verdict == "undecided"


def test_parameters_with_the_names_of_a_function_are_refused() -> None:
    for name in ("x", "gap"):
        with pytest.raises(FormulaError, match="another name"):
            compare([f"{name}*F1", "F1"], assume=[f"{name} > 0"])


def test_bounds() -> None:
    found = pair("Jaccard", "F1", True).pairs[0]
    assert [verdict.outcome for verdict in found.bounds] == ["proved", "refuted"]
    witness = found.bounds[1].witness
    assert witness is not None
    assert witness.values == ("2/3", "1/2")
    assert not [i for i in verify(json.loads(pair("Jaccard", "F1", True).to_json())) if i.problem]


def test_classes_and_the_matrix_of_a_list() -> None:
    found = compare(["F1", "BA", "Jaccard", "informedness", "CE"], bounds=False)
    assert found.classes == (("F1", "Jaccard"), ("BA", "informedness"), ("CE",))
    assert len(found.pairs) == 10
    assert "All pairs" in str(found)


def test_a_class_holds_no_two_that_disagree() -> None:
    """The first is undefined where the two others disagree, and equivalent to both."""
    names = ["(TP+TN)/n + 0/TP", "accuracy", "(TP+TN)/n + Max(0, 1-TP)"]
    found = compare(names, bounds=False)
    assert [pair.verdict for pair in found.pairs] == ["equivalent", "equivalent", "discordant"]
    assert found.classes == ((names[0], names[1]), (names[2],))
    data = found.to_data()
    assert not [item for item in verify(data) if item.problem]
    assert [item for item in verify({**data, "classes": [names]}) if item.problem]


@exhaustive
def test_one_formula_with_two_directions_is_not_equivalent() -> None:
    found = pair_of("CD", "acos(MCC)/pi")
    assert [item.higher_is_better for item in found.measures] == [False, True]
    for base in found.measures:
        link = Link(base.name, ("x", "x"))
        statement = equivalence(found.measures, base, link, found.subject)
        assert decide(statement, 5).outcome != "proved"


@exhaustive
def test_every_pair_of_measures_of_the_papers_is_decided() -> None:
    found = compare(OF_THE_PAPERS, bounds=False)
    assert {pair.verdict for pair in found.pairs} == {"equivalent", "discordant"}
    together = {frozenset(group) for group in found.classes if len(group) > 1}
    assert frozenset(("CC", "CD", "CD_chord")) in together
    assert frozenset(("BA", "informedness", "AUL")) in together
    assert frozenset(("LOR", "DP")) in together
    last = found["LOR", "markedness"].witness
    assert last is not None
    assert last.n == 12


# --- forged files --------------------------------------------------------------------------

FORGERIES: list[Callable[[dict[str, Any]], Any]] = [
    lambda p: p.update(verdict="discordant"),
    lambda p: p.update(function="x"),
    lambda p: p["link"].update(functions=["x", "x"]),
    lambda p: p["link"].update(low="", high=""),
    lambda p: p["link"].update(low="1"),
    lambda p: p["link"].update(positive=["n"]),
    lambda p: p["link"].update(base="accuracy"),
    lambda p: p.update(proof=None),
    lambda p: p["proof"].update(verdict="undecided", proof=None, rules=[]),
    lambda p: p.update(link=None, proof=None, verdict="undecided", function=None),
    lambda p: p.update(reason="so it is"),
    lambda p: p["bounds"].pop(),
    lambda p: p["bounds"].reverse(),
    lambda p: p.update(a="accuracy"),
]


@pytest.mark.parametrize("number", range(len(FORGERIES)))
def test_forged_comparisons_are_refused(number: int) -> None:
    data = json.loads(pair("Jaccard", "F1", True).to_json())
    FORGERIES[number](data["pairs"][0])
    assert [item for item in verify(data) if item.problem]


WITNESS: list[Callable[[dict[str, Any]], Any]] = [
    lambda w: w.update(TP=w["TP"] + 1),
    lambda w: w.update(n=5),
    lambda w: w.update(n=99),
    lambda w: w["values"]["accuracy"].reverse(),
    lambda w: w["parameters"].update(beta="2"),
    lambda w: w["labelings"].update(A="111"),
]


@pytest.mark.parametrize("number", range(len(WITNESS)))
def test_forged_witnesses_are_refused(number: int) -> None:
    data = json.loads(pair("F1", "accuracy").to_json())
    assert not [item for item in verify(data) if item.problem]
    WITNESS[number](data["pairs"][0]["witness"])
    assert [item for item in verify(data) if item.problem]


def test_a_comparison_with_other_parts_is_refused() -> None:
    data = json.loads(pair("F1", "accuracy").to_json())
    with pytest.raises(CertificateError):
        list(verify({**data, "more": 1}))
    with pytest.raises(CertificateError):
        list(verify({**data, "pairs": []}))
    assert [i for i in verify({**data, "classes": [["F1", "accuracy"]]}) if i.problem]


# --- data ----------------------------------------------------------------------------------

ROWS = """model,TP,FN,FP,TN
a,90,4,5,1
b,80,14,1,5
c,94,0,6,0
d,45,2,5,48
e,45,2,5,48
"""


def test_inconsistency_by_the_slow_evaluator(tmp_path: Path) -> None:
    path = tmp_path / "rows.csv"
    path.write_text(ROWS)
    names = ["F1", "CC", "BA", "CE"]
    report = inconsistency(path, names)
    lines = [tuple(map(int, row.split(",")[1:])) for row in ROWS.split()[1:]]
    for one, other in combinations(names, 2):
        a, b = slow(one, {}), slow(other, {})
        defined = [
            (i, j)
            for i, j in combinations(range(len(lines)), 2)
            if all(value(lines[k]) is not None for value in (a, b) for k in (i, j))  # type: ignore[arg-type]
        ]
        flips = [(i, j) for i, j in defined if differs(a, b, lines[i], lines[j])]  # type: ignore[arg-type]
        found = report[one, other]
        assert (found.pairs, list(found.flips)) == (len(defined), flips)
        assert found.share == Fraction(len(flips), len(defined))
    assert report.ranks[0] == (2, 5, 3, 3, 3) or report.ranks[0][3] == report.ranks[0][4]
    assert report.ranks[1][2] is None
    assert report.values[1][2] == "undefined"
    assert not [item for item in verify(json.loads(report.to_json())) if item.problem]


def test_ranks_are_exact_where_floats_are_not() -> None:
    """sqrt(2) against a rational within 1e-38 of it, and equal sums of roots."""
    root = measure("sqrt(TP)").formula
    values = [value_at(root, (n, 0, 0, 1), {}) for n in (2, 8, 2, 3)]
    assert ranks([v for v in values if v is not None]) == (0, 2, 0, 1)
    near = measure(f"sqrt(TP) - {Fraction(1414213562373095048801688724209698078569, 10**39)}")
    value = value_at(near.formula, (2, 0, 0, 1), {})
    zero = value_at(measure("TP-TP").formula, (2, 0, 0, 1), {})
    assert value is not None
    assert zero is not None
    assert show(zero) == "0"
    assert ranks([value, zero]) == (1, 0)


BAD = {
    "TP,FN,FP\n1,2,3\n": "row 1: no column TN",
    "TP,FN,FP,TN,TN\n1,2,3,4,5\n": "row 1: two columns TN",
    "a,b,TP,FN,FP,TN\n1,2,3,4,5,6\n": "one column can name the rows, here are a, b",
    "TP,FN,FP,TN\n1,2,3,-4\n": "row 2, column TN: -4 is negative",
    "TP,FN,FP,TN\n1,2.5,3,4\n": "row 2, column FN: 2.5 is not a whole number",
    "TP,FN,FP,TN\n1,2,3,4\n1,,3,4\n": "row 3, column FN: missing",
    "TP,FN,FP,TN\n1,2,3\n": "row 2, column TN: missing",
    "TP,FN,FP,TN\n1,2,3,4,5\n": "row 2: 5 cells, the header has 4",
    "TP,FN,FP,TN\n1,2,x,4\n": "row 2, column FP: 'x' is no number",
    "TP,FN,FP,TN\n1,2,nan,4\n": "row 2, column FP: nan is not a whole number",
    "TP,FN,FP,TN\n1,2,3,4\n0,0,0,0\n": "row 3: all four cells are 0",
    "TP,FN,FP,TN\n1,2,3,99999999999999\n": "too large",
    "TP,FN,FP,TN\n1,2,3,4\n": "two rows or more",
    "": "the file is empty",
    "m,TP,FN,FP,TN\na,1,2,3,4\na,1,2,3,5\n": "row 3: the name 'a' was given in row 2",
}


@pytest.mark.parametrize("text", BAD)
def test_bad_data_is_one_line_with_row_and_column(text: str, tmp_path: Path) -> None:
    with pytest.raises(FormulaError) as caught:
        parse_data(text, "rows.csv")
    assert BAD[text] in str(caught.value)
    assert str(caught.value).startswith("rows.csv: ")
    assert "\n" not in str(caught.value)


def test_other_separators_and_orders_of_columns() -> None:
    wanted = [(1, 2, 3, 4), (5, 6, 7, 8)]
    for text in (
        "TP;FN;FP;TN\n1;2;3;4\n5;6;7;8\n",
        "TN\tname\tfp\tfn\ttp\n4\ta\t3\t2\t1\n8\tb\t7\t6\t5\n\n",
        "\ufeffTP,FN,FP,TN\r\n1,2,3,4\r\n5,6,7,8\r\n".lstrip("\ufeff"),
    ):
        assert [line.matrix for line in parse_data(text)] == wanted


def command(*words: str) -> SimpleNamespace:
    """The command line, in this process."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            code = main(["compare", *words])
        except SystemExit as stopped:
            code = int(stopped.code or 0)
    return SimpleNamespace(returncode=code, stdout=out.getvalue(), stderr=err.getvalue())


def test_bad_input_is_one_line(tmp_path: Path) -> None:
    path = tmp_path / "rows.csv"
    path.write_text("TP,FN,FP,TN\n1,2,3,-4\n1,2,3,4\n")
    for words in (
        ("F1",), ("F1", "F1"), ("F1", "nosuch"), ("F1", "BA", "--data", str(path)),
        ("F1", "BA", "--data", str(tmp_path / "none.csv")), ("F1", "BA", "--timeout", "0"),
    ):  # fmt: skip
        done = command(*words)
        assert (done.returncode, done.stdout) == (2, "")
        assert len(done.stderr.splitlines()) == 1
    path.write_text(ROWS)
    done = command("F_beta", "F1", "--data", str(path))
    assert done.returncode == 2
    assert "beta" in done.stderr


@pytest.mark.parametrize("kind", ["text", "json", "latex", "html"])
def test_all_formats(kind: str, tmp_path: Path) -> None:
    done = command("Jaccard", "F1", "accuracy", "--format", kind)
    assert done.returncode == 0, done.stderr
    assert "Jaccard" in done.stdout
    path = tmp_path / "rows.csv"
    path.write_text(ROWS)
    done = command("Jaccard", "F1", "--data", str(path), "--format", kind)
    assert done.returncode == 0, done.stderr


DATA: list[Callable[[dict[str, Any]], Any]] = [
    lambda d: d["data"][0].update(TP=1),
    lambda d: d["data"][0].update(TP=-1),
    lambda d: d["values"]["F1"].reverse(),
    lambda d: d["ranks"]["F1"].reverse(),
    lambda d: d["inconsistency"][0].update(different=0),
    lambda d: d["measures"].append("BA"),
    lambda d: d.update(more=1),
]


@pytest.mark.parametrize("number", range(len(DATA)))
def test_forged_data_is_refused(number: int, tmp_path: Path) -> None:
    path = tmp_path / "rows.csv"
    path.write_text(ROWS)
    report = inconsistency(path, ["F1", "accuracy"])
    data = json.loads(report.to_json())
    assert not [item for item in verify(data) if item.problem]
    DATA[number](data)
    with contextlib.suppress(CertificateError):
        assert [item for item in verify(data) if item.problem]


def test_what_is_told_and_asked_of_data(tmp_path: Path) -> None:
    """The share of the rows in which two measures disagree, in a word; the rows are asked about."""
    path = tmp_path / "rows.csv"
    path.write_text("row,TP,FN,FP,TN\none,1,2,3,4\ntwo,4,3,2,2\n", encoding="utf-8")
    report = inconsistency(path, ["F1", "accuracy"])
    question = CompareQuestion(measures=("F1", "accuracy"), data=str(path))
    assert told(report) == str(report.to_data()["inconsistency"][0]["share"])
    asked = parts(question)
    assert asked["measures"] == ["F1", "accuracy"]
    assert [row["row"] for row in asked["data"]] == ["one", "two"]
    assert {key: report.to_data()[key] for key in asked} == asked
