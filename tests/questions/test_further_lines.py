"""Further lines that read a saved file, refuse one, or say what an answer is.

Each test is about one line of a `meaning.py`: small answers, by hand or from a kept file.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from questions.spoiling import kept, told
from symbolic_measures import impossible, slope, taylor, threshold, verify
from symbolic_measures.meaning.conditions import Condition
from symbolic_measures.meaning.measure import Reading
from symbolic_measures.meaning.moments import central_moment
from symbolic_measures.meaning.subjects import find_property, measure, measure_data
from symbolic_measures.meaning.subjects import reading_from_data as reading_of
from symbolic_measures.nouns.errors import CertificateError, FormulaError
from symbolic_measures.nouns.formula import formula, symbol
from symbolic_measures.nouns.saved import Checked
from symbolic_measures.nouns.shown import Answer
from symbolic_measures.nouns.statement import Atom, Goal, Statement, Variable
from symbolic_measures.nouns.verdict import Outcome, Step, Verdict
from symbolic_measures.questions.completion.meaning import CompletionReport
from symbolic_measures.questions.derivation.meaning import DerivationReport, Derivations
from symbolic_measures.questions.derivation.reading import Asked
from symbolic_measures.questions.impossible.meaning import EveryM
from symbolic_measures.questions.kinds import KNOWN, load, read, room
from symbolic_measures.questions.limit.meaning import Limit, subject_of
from symbolic_measures.questions.relation.meaning import Law, Subject
from symbolic_measures.questions.taylor.meaning import Expansion, Term
from symbolic_measures.questions.threshold.meaning import _Saved, _speaks, does_not_depend

# --- what is asked for -------------------------------------------------------------------------


def test_what_is_required_is_asked_for() -> None:
    asked, ids = load()["check"], room("check", "meaning").properties_of
    given = {"measure": "F1", "property": ("symmetry",), "require": ("range", "symmetry")}
    assert ids(asked(**given)) == ("symmetry", "range")


def test_what_is_stated_for_every_m_may_be_none_of_three_classes() -> None:
    asked, ids = load()["check"], room("check", "meaning").properties_of
    given = {"measure": "F1", "property": ("undefined-set",)}
    assert ids(asked(**given, classes="every")) == ("undefined-set",)
    with pytest.raises(FormulaError, match="undefined-set is about two classes"):
        ids(asked(**given, classes=3))


def test_what_no_measure_is_is_doubted_for_every_m_too() -> None:
    asked, doubted = load()["check"], room("check", "meaning").doubted
    doubted(asked(measure="sum(c)/n", classes="every"))
    with pytest.raises(FormulaError, match="undefined at every matrix"):
        doubted(asked(measure="sum(c)/(n-n)", classes="every"))


@pytest.mark.parametrize(
    ("text", "to"), [("x", "F1 -> 0"), ("x", "b -> 0"), ("x*P", "P -> 0"), ("x*b", "b -> 0")]
)
def test_what_is_unknown_is_told_not_what_moves(text: str, to: str) -> None:
    """Nothing is declared that does not occur, or that has a meaning."""
    with pytest.raises(FormulaError, match="unknown name 'x'"):
        subject_of(text, to)


# --- what an answer says of itself -------------------------------------------------------------


def test_where_it_is_undefined_is_known_wherever_that_stands() -> None:
    found = read(kept("completion-precision"))
    assert isinstance(found, CompletionReport)
    assert found.undefined == [["FN", "TN"], ["FN"], ["TN"]]
    assert replace(found, verdicts=found.verdicts[::-1]).undefined == found.undefined
    assert replace(found, verdicts=found.verdicts[1:]).undefined is None


def derived() -> DerivationReport:
    found = read(kept("derivation-BA"))
    assert isinstance(found, DerivationReport)
    return found


@pytest.mark.parametrize(
    ("printed", "claimed", "word", "contradicts"),
    [
        (True, "", "proved", False),
        (True, "", "undecided", False),
        (True, "", "refuted", True),
        (True, "proved", "proved", False),
        (True, "proved", "undecided", False),
        (True, "proved", "refuted", True),
        (True, "refuted", "proved", True),
        (False, "proved", "refuted", False),
    ],
)
def test_what_is_printed_is_contradicted_by_another_verdict(
    printed: bool, claimed: str, word: str, contradicts: bool
) -> None:
    """Without a claim by a refutation; of what is not printed nothing is said."""
    report = derived()
    one = next(a for a in report.answers if a is not None and isinstance(a.part, Asked))
    assert isinstance(one.part, Asked)
    answer = replace(one, part=replace(one.part, printed=printed, claimed=claimed), told=word)
    assert answer.contradicts is contradicts
    assert replace(report, answers=(None, answer, None)).refuted is contradicts


def test_prose_is_not_refuted() -> None:
    assert replace(derived(), answers=(None,)).refuted is False


def test_what_is_not_as_expected_is_told_of_each_derivation() -> None:
    report, unmet = derived(), room("derivation", "meaning").unmet
    (one, *_) = (answer for answer in report.answers if answer is not None)
    wrong = replace(report, answers=(None, replace(one, problem="expected proved")))
    (line,) = unmet(None, wrong)
    assert line.endswith(": expected proved")
    assert unmet(None, Derivations((wrong, report, wrong))) == [line, line]


def test_a_set_follows_from_a_part_of_it_at_an_n_of_its_own_alone() -> None:
    found = read(kept("impossible-every"))
    assert isinstance(found, EveryM)
    row = found.rows[1]
    ((_, conflict),) = row.infeasible
    one, two, three = range(2, 3), range(3, 4), range(2, 4)

    def of(*sets: tuple[tuple[str, ...], range]) -> list[tuple[tuple[str, ...], range]]:
        rows = tuple(replace(row, sizes=n, infeasible=((ids, conflict),)) for ids, n in sets)
        return [(ids, n) for ids, _, n in replace(found, rows=rows).infeasible]

    assert of((("a", "b"), one), (("a", "b"), one)) == [(("a", "b"), one)]
    assert of((("a", "b"), one), (("b", "c", "a"), one)) == [(("a", "b"), one)]
    assert of((("a", "b"), one), (("a", "b"), three)) == [(("a", "b"), one)]
    for more in ((("a", "c"), one), (("a",), one), (("a", "b"), two)):
        assert of((("a", "b"), one), more) == [(("a", "b"), one), more]


def test_a_limit_without_a_claim_has_an_empty_one() -> None:
    found = read(kept("limit-TN"))
    assert isinstance(found, Limit)
    assert found.claim == ""


def verdict(outcome: Outcome) -> Verdict:
    return Verdict("relation", outcome, Statement("relation", "x", "x", ()))


def test_a_relation_says_for_which_m_it_is_decided() -> None:
    law = Law(Subject.read("accuracy <= 1"), "undecided")
    assert law.words == "not decided for every m"
    few = ((3, verdict("proved")), (4, verdict("undecided")), (5, verdict("proved")))
    assert replace(law, concrete=few).words == ("not decided for every m; proved at m = 3, 5 only")
    assert replace(law, concrete=few[1:2]).words == "not decided for every m"
    assert replace(law, outcome="proved", concrete=few).words == "proved for every m >= 2"


def test_a_relation_is_about_admissible_parameters() -> None:
    """Else a negative w would refute it."""
    (goal,) = Subject.read("w*accuracy >= 0", ["w > 0"]).statement(3).goals
    assert Atom(symbol("w"), ">") in goal.hypotheses


# --- the terms of an expansion ------------------------------------------------------------------


def test_a_term_vanishes_with_its_derivative_or_its_moment() -> None:
    """The first central moment is 0."""
    for number, derivative, order in ((1, "p_A", None), (2, "0", None), (2, "p_A", 1),
                                      (3, "p_A", 2), (4, "p_A", 2)):  # fmt: skip
        term = Term(number, derivative, central_moment(number))
        assert term.vanishes is (order is None)
        assert term.to_data()["order"] == order


def test_the_largest_error_is_known_with_all_terms_of_its_order() -> None:
    """Of order 1 these are the terms with k <= 2."""
    for order in (1, 2, 3):
        found = taylor("Jaccard", order=order)
        assert isinstance(found, Expansion)
        if order == 1:
            assert found.leading is None
            continue
        assert found.leading is not None
        least, terms = found.leading
        assert (least, [term.number for term in terms]) == (1, [2])


# --- files that are refused, or read ------------------------------------------------------------


def test_an_entry_is_told_with_its_verdict() -> None:
    data = kept("averaging-micro")
    outcomes = [entry["verdict"] for entry in data["verdicts"]]
    assert outcomes
    assert [item.outcome for item in verify(data)] == outcomes


def _more_classes(data: Any) -> None:
    data["measure"] = measure_data(Reading(measure("sum(c)/n", classes=3)))


def _unpublished(data: Any) -> None:
    data["completions"][1]["conventions"][0]["value"] = "1"


PIECE = "a certificate is proved, or it is none"
REFUSED: dict[str, tuple[str, Callable[[Any], Any], str]] = {
    "another convention by a known name": (
        "completion-precision", _unpublished, "the conventions are not those of the reading"),
    "no list of derivations": (
        "derivation-BA", lambda d: (d.clear(), d.update(schema=1, derivations=7)),
        "`derivations` is a list of derivations"),
    "a limit of three classes": (
        "limit-TN", _more_classes, "a limit is that of a binary formula as written"),
    "a piece that is none": (
        "limit-TN", lambda d: d["pieces"].__setitem__(0, 3), "a piece is an object"),
    "a piece in a list": (
        "limit-TN", lambda d: d["pieces"].__setitem__(0, list(map(list, d["pieces"][0].items()))),
        "a piece is an object"),
    "a limit that is refuted": (
        "limit-TN", lambda d: d["pieces"][0].update(verdict="refuted"), PIECE),
    "a limit without a value": ("limit-TN", lambda d: d["pieces"][0].update(value=None), PIECE),
    "an order that is no whole number": (
        "taylor-kappa", lambda d: d.update(order=float(d["order"])),
        "as many derivatives as the order says"),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_a_file_is_refused_for_its_reason(name: str) -> None:
    file, change, reason = REFUSED[name]
    data = kept(file)
    assert told(data) == "accepted"
    change(data)
    assert reason in told(data)


def test_a_table_says_which_one() -> None:
    with pytest.raises(CertificateError, match="not a table of schema"):
        next(room("table", "meaning").replay({"schema": 1}, KNOWN))


def test_a_limit_may_be_stopped_after_some_patterns() -> None:
    found = read(kept("limit-TN"))
    assert isinstance(found, Limit)
    data = json.loads(replace(found, pieces=found.pieces[:2], complete=False).to_json())
    assert told(data) == "accepted"
    assert "a pattern is missing" in told({**data, "complete": True})


def test_a_row_that_is_not_rebuilt_leaves_no_answer() -> None:
    data = kept("impossible-every")
    data["rows"][1]["certificate"]["conflicts"][0] = {}
    ends: list[Answer | None] = []

    def whole() -> Iterator[Checked]:
        ends.append((yield from room("impossible", "meaning").replay(data, KNOWN)))

    assert len([item for item in whole() if item.problem]) == 1
    assert ends == [None]


def test_a_conflict_is_of_matrices_of_the_sizes_alone() -> None:
    """Here it compares matrices of 2 and of 3 elements."""
    ids = ("monotone", "tn-invariance", "constant-baseline")
    data = json.loads(impossible(ids, "2..3").to_json())
    assert told(data) == "accepted"
    (conflict,) = data["certificate"]["conflicts"]
    sizes = {sum(map(int, m)) for part in conflict["instances"] for m in part["matrices"]}
    assert sizes == {2, 3}
    said = told({**data, "n": "3"})
    assert said.endswith("the conflict speaks of matrices of another n")


def test_a_sign_is_refuted_by_a_counterexample() -> None:
    data = json.loads(slope("-accuracy").to_json())
    assert told(data) == "accepted"
    (first, *_) = (entry for entry in data["derivatives"] if entry["verdict"] == "refuted")
    first["counterexample"].update(verdict="undecided", witness=None, reason="no time")
    assert told(data).endswith("the counterexample is none")


# --- thresholds ---------------------------------------------------------------------------------


def test_what_says_nothing_is_not_proved() -> None:
    """A property that has no goals here: a proof of all of them would be one of nothing."""
    data = kept("threshold-symmetry")
    prop, reading = find_property("chance-corrected"), reading_of(data)
    statement = prop.statement(reading)
    assert statement.goals == ()
    data |= {
        "property": prop.id, "statement": statement.to_data(), "outside": [], "samples": [],
        "inside": [{"when": "always", "proof": Step("every-goal").to_data()}], "condition": None,
        "necessary": "not proved", "sufficient": "not proved",
        "proof": {"necessary": [], "sufficient": []},
    }  # fmt: skip
    assert told(data) == f"{prop.id}: sufficient: a proof begins with every-goal"
    assert told({**data, "inside": []}) == "accepted"


def test_that_a_parameter_does_not_matter_is_said_of_all_or_no_values() -> None:
    found = threshold("a*(FP+FN)/(a*n)", "tp-not-max", "a", assume=["a > 0"])
    data = {**json.loads(found.to_json()), "note": does_not_depend("a")}
    saved = _Saved.of(data, found.reading)
    saved._check_note()
    for when in ("a > 0", "a > 1"):
        some = replace(saved, condition=Condition.parse(when, saved.names))
        with pytest.raises(CertificateError, match="the note is not what is known"):
            some._check_note()


def test_a_goal_speaks_where_its_numbers_exist() -> None:
    """Numbers in no block, too; of a block more elements than a sample has at first."""
    t, x = symbol("t"), symbol("x")
    goal = partial(Goal, conclusion=Atom(formula(0), "=="))
    for least, there in ((1, True), (1000, False)):
        assert _speaks(goal((Variable("t", "real"),), (Atom(t - least, ">"),))) is there
    for least, there in ((1, True), (8, True), (1000, False)):
        block = goal((Variable("x", "natural"),), (Atom(x - least, ">="),), blocks=(("x",),))
        assert _speaks(block) is there
