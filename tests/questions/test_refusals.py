"""Lines that refuse a saved file or a question, and what a question says of its file.

Each line of `REFUSED` spoils one part of a small saved file; the first problem is the one that is
meant for it.  A file in a derivation, or one that is read again, is held against the `parts` of its
question: these must be what the answer to this question says of itself.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import pytest
from flint import fmpq

from questions.spoiling import kept, told
from symbolic_measures import (
    averaging,
    identity,
    impossible,
    normaliser,
    relation,
    threshold,
    verify,
)
from symbolic_measures.meaning.approaches import approaches
from symbolic_measures.meaning.measure import Reading
from symbolic_measures.meaning.normalisers import CONDITIONS
from symbolic_measures.meaning.subjects import measure
from symbolic_measures.nouns.errors import CertificateError, FormulaError
from symbolic_measures.nouns.question import Replay
from symbolic_measures.nouns.saved import Checked
from symbolic_measures.nouns.shown import Answer
from symbolic_measures.nouns.statement import Statement
from symbolic_measures.nouns.verdict import Step, Verdict
from symbolic_measures.questions.impossible.meaning import (
    Impossibility,
    LatticeReport,
    linear_properties,
    shown,
)
from symbolic_measures.questions.kinds import KNOWN, AllKinds, load, read, room
from symbolic_measures.questions.limit.meaning import Limit, claim_of, subject_of
from symbolic_measures.questions.normaliser.meaning import Conditions
from symbolic_measures.questions.relation.meaning import Subject
from symbolic_measures.questions.taylor.meaning import Expansion, expected
from symbolic_measures.questions.threshold.meaning import does_not_depend
from symbolic_measures.search.engine import decide

Change = Callable[[dict[str, Any]], Any]


def _convention(data: dict[str, Any]) -> None:
    data["measure"].update(
        reading="user-defined",
        conventions=[{"when": "TP+FP", "value": "0", "source": "user-defined"}],
    )


def _open(data: dict[str, Any]) -> None:
    """The first limit is not proved, and is told all the same."""
    data["faces"][0].update(verdict="undecided", proof=None, witness=None)


def _another_face(data: dict[str, Any]) -> None:
    data["faces"][0] = next(
        entry
        for entry in data["verdicts"]
        if (entry["verdict"], entry["value"]) == ("proved", None)
    )


def _no_counterexample(data: dict[str, Any]) -> None:
    data["counterexample"].update(verdict="undecided", witness=None, reason="no time")


REFUSED: dict[str, tuple[str, Change, str]] = {
    "a completion of a reading": (
        "completion-precision", _convention, "compared with the literal reading"),
    "verdicts that are none": (
        "completion-precision", lambda d: d["completions"][0].update(verdicts=3),
        "verdicts is a list"),
    "slopes of another property": (
        "completion-precision", _another_face,
        "`faces` are verdicts on continuous-extension"),
    "a limit that is not proved": (
        "completion-precision", _open, "a limit is given that is not proved"),
    "a domain compared in one way": (
        "identity-kappa", lambda d: d["domains"].update(within=[d["domains"]["lhs"]]),
        "`within` holds a verdict for each side, or none"),
    "other parameters": (
        "identity-kappa", lambda d: d["parameters"].update(beta=["beta > 0"]), "beta"),
    "properties listed twice": (
        "impossible-two", lambda d: d["properties"].append(d["properties"][0]),
        "a property is listed twice"),
    "a condition too many": (
        "normaliser-scale", lambda d: d["verdicts"].append(d["verdicts"][0]),
        "more verdicts than conditions"),
    "a counterexample that is none": (
        "relation-kappa", _no_counterexample, "the counterexample is none"),
    "a relation that cannot be read": ("relation-kappa", lambda d: d.update(law="kappa >="), ""),
    "a malformed relation": (
        "relation-kappa", lambda d: d.update(classes=None), ""),
    "a baseline about something else": (
        "taylor-kappa", lambda d: d.update(baseline=kept("check-kappa")["verdicts"][0]),
        "not about the order of the baseline"),
    "malformed derivatives": (
        "taylor-kappa", lambda d: d["taylor"].update(value=3), "malformed"),
    "no property of yes and no": (
        "threshold-symmetry", lambda d: d.update(property="range"), "range is no yes or no"),
    "a ratio below 0": (
        "threshold-ace", lambda d: d["samples"][0]["at"].update(rho="-1"),
        "rho is a number above 0"),
    "a sample that is not admissible": (
        "threshold-symmetry", lambda d: d["samples"][0]["at"].update(beta="-1"),
        "a sample is not admissible"),
    "a part of another measure": (
        "derivation-BA",
        lambda d: d["derivation"]["part"][0].update(measure="F1"), ""),
    "no table": ("table-F1", lambda d: d.update(schema=2), "schema"),
}  # fmt: skip


def problems(data: Any) -> list[str]:
    """All that `verify` finds wrong."""
    try:
        return [item.problem for item in verify(data) if item.problem]
    except CertificateError as error:
        return [str(error)]


@pytest.mark.parametrize("name", REFUSED)
def test_a_spoiled_file_is_refused_for_its_reason(name: str) -> None:
    file, change, reason = REFUSED[name]
    data = copy.deepcopy(kept(file))
    change(data)
    said = problems(data)
    assert any(reason in problem for problem in said), said


@pytest.mark.parametrize("kind", ["derivation", "table"])
def test_a_file_of_another_schema_is_none(kind: str) -> None:
    """Also where the room of the kind is asked itself."""
    for data in (3, {}, {"schema": 2, "table": "2", "derivations": []}):
        with pytest.raises(CertificateError, match=f"not a {kind} of schema"):
            next(room(kind, "meaning").replay(data, KNOWN))


def test_a_derivation_is_about_what_its_parts_ask() -> None:
    """The answer to another question does not count, though it replays."""
    limit = kept("limit-TN")
    part = {"limit": "kappa", "to": "TN -> oo", "assume": [], "claim": "", "expected": ""}
    about = {**kept("derivation-BA")["derivation"], "part": [part]}
    data = {"schema": 1, "derivation": about, "parts": [limit]}
    assert told(data) == "accepted"
    part["measure"] = part.pop("limit")
    for change, reason in (
        ({"to": "TP -> oo"}, "its certificate is about another to"),
        ({"claim": "F1"}, "its certificate is about another claim"),
        ({"measure": "MCC"}, "its certificate is about another measure"),
    ):
        asked = {**part, **change}
        asked = {"limit": asked.pop("measure"), **asked}
        assert reason in told({**data, "derivation": {**about, "part": [asked]}})


# --- what a question says of its file --------------------------------------------------------

#: The options of questions whose answers are kept.
ASKED: dict[str, tuple[str, dict[str, Any]]] = {
    "averaging-micro": ("averaging", {"averaging": "micro", "property": ("symmetry",)}),
    "compare-two": ("compare", {"measures": ("accuracy", "kappa")}),
    "completion-precision": ("completion", {"measure": "precision"}),
    "identity-kappa": ("identity", {"lhs": "precision", "rhs": "recall"}),
    "impossible-two": ("impossible", {"n": "2..3",
                                      "properties": ("monotone", "symmetry", "tn-invariance")}),
    "limit-F": ("limit", {"measure": "F_beta", "to": "beta -> oo", "claim": "recall"}),
    "limit-TN": ("limit", {"measure": "kappa", "to": "TN -> oo"}),
    "normaliser-scale": ("normaliser", {"formula": "1/(p_A*(1-p_A))"}),
    "relation-BA": ("relation", {"relation": " accuracy <= 1 "}),
    "slope-BA": ("slope", {"measure": "BA"}),
    "table-F1": ("table", {"table": "gosgens2021:2", "row": ("F1",), "column": ("Sym", "Mon")}),
    "taylor-kappa": ("taylor", {"measure": "kappa", "order": 3}),
    "threshold-symmetry": ("threshold", {"measure": "F_beta", "property": "symmetry",
                                         "parameter": "beta"}),
}  # fmt: skip


def parts_of(kind: str, options: dict[str, Any]) -> dict[str, Any]:
    """The parts of the answer that the question names."""
    found: dict[str, Any] = room(kind, "meaning").parts(load()[kind](**options))
    return found


@pytest.mark.parametrize("name", ASKED)
def test_the_parts_of_a_question_are_those_of_its_answer(name: str) -> None:
    data = json.loads(read(kept(name)).to_json())
    kind, options = ASKED[name]
    parts = json.loads(json.dumps(parts_of(kind, options)))
    assert parts
    for key, value in parts.items():
        if key == "measure":  # a file has no title and no source
            assert value["formula"] == data[key]["formula"]
            assert value["parameters"] == data[key]["parameters"]
        else:
            assert (key, value) == (key, data[key])


def test_the_parts_of_other_questions_are_others() -> None:
    assert parts_of("completion", {"measure": "precision", "lower_is_better": True})["measure"][
        "higher_is_better"
    ] is False  # fmt: skip
    two, three = (parts_of("impossible", {"properties": ("symmetry",), "n": "2", "classes": m})
                  for m in (2, 3))  # fmt: skip
    assert (two, three) == (
        {"properties": ["symmetry"], "n": "2"},
        {"properties": ["symmetry"], "n": "2", "classes": 3},
    )
    assert parts_of("impossible", {"properties": ("symmetry",), "n": "2", "lattice": True}) == {
        "properties": ["symmetry"]
    }
    every = parts_of("table", {"table": "gosgens2021:2", "row": ("F1",), "column": ("Sym",),
                               "every": True})  # fmt: skip
    assert every == {
        "paper": "gosgens2021", "table": "2", "rows": ["F1"], "columns": ["Sym"], "every": True,
    }  # fmt: skip
    with pytest.raises(FormulaError, match="no part of a derivation"):
        room("derivation", "meaning").parts(SimpleNamespace())


def test_what_is_required_and_not_proved_is_told() -> None:
    law, meant = relation("kappa >= accuracy"), room("relation", "meaning")
    assert meant.unmet(SimpleNamespace(), law) == ["the relation is refuted"]
    assert law.words == "refuted at m = 2"
    assert meant.unmet(SimpleNamespace(), relation("accuracy <= 1")) == []
    found = read(kept("derivation-BA"))
    assert room("derivation", "meaning").unmet(SimpleNamespace(), found) == []


def test_an_entry_that_is_none_is_a_problem_of_its_own() -> None:
    """A file of an earlier version does not say what it was asked for."""
    data = kept("averaging-micro")
    data.pop("asked")
    data["verdicts"][0] = 3
    assert told(data).startswith("?, ?: malformed")


def test_as_many_derivatives_as_the_order_says() -> None:
    for change in (lambda d: d.update(order=2),
                   lambda d: d["taylor"]["value"]["derivatives"].append("0")):  # fmt: skip
        data = kept("taylor-kappa")
        change(data)
        assert "as many derivatives as the order says" in problems(data)


def test_a_parameter_of_which_nothing_is_assumed_is_declared_in_a_file() -> None:
    data = json.loads(identity("a*F1", "a*F1", assume=["a"]).to_json())
    assert data["parameters"] == {"a": []}
    assert problems(data) == []


@pytest.mark.parametrize("classes", [2, "3", None, True, 2.0])
def test_classes_are_told_where_there_are_more_than_two(classes: Any) -> None:
    assert told({**kept("impossible-two"), "classes": classes}) == (
        "no file: classes is a number above 2"
    )


def test_what_a_condition_speaks_of_is_declared_by_nobody_else() -> None:
    with pytest.raises(FormulaError):
        room("threshold", "meaning").subject_of("a*F1", "v", ["a > v"])


def test_a_condition_is_no_parameter() -> None:
    """Else something would be assumed that nobody asked."""
    subject_at = room("threshold", "meaning").subject_of
    assert subject_at("TP/(TP+v*FP)", "v").parameters == ("v",)
    (given,) = subject_at("TP/(TP+a*v*FP)", "v", ["a > 0"]).assumptions
    assert given.text == "a > 0"
    for parameter in ("v > 0", "w"):
        with pytest.raises(FormulaError, match="unknown name 'v'"):
            subject_at("TP/(TP+v*FP)", parameter)


def test_a_maximum_is_not_refuted_at_single_values() -> None:
    """The value is not below that at TPTN, which is no maximum: the property holds."""
    found = threshold("(a*FP+FN)/n", "tp-not-max", "a", assume=["a > 0"])
    assert (found.exact, str(found.condition)) == (True, "always")
    data = json.loads(found.to_json())
    ((point, here),) = ((sample.point, sample.verdict.statement) for sample in found.samples)
    assert set(map(str, point.values())) == {"1"}
    verdict = decide(here, 10)
    assert verdict.outcome == "refuted"
    assert verdict.witness is not None
    data |= {"condition": None, "sufficient": "not proved", "necessary": "not proved",
             "inside": [], "outside": [], "proof": {"sufficient": [], "necessary": []}}  # fmt: skip
    assert told(data) == "accepted"
    data["samples"][0] |= {
        "verdict": "refuted",
        "witness": verdict.witness.to_data(),
        "proof": None,
    }
    assert told(data) == "tp-not-max: samples: a maximum is not refuted at single values"


def test_a_parameter_that_matters_is_not_said_to_be_of_no_account() -> None:
    """Here every admissible value will do; and where it does not matter, that may be said."""
    for text, matters in (("(a*FP+FN)/n", True), ("a*(FP+FN)/(a*n)", False)):
        found = threshold(text, "tp-not-max", "a", assume=["a > 0"])
        assert (found.exact, str(found.condition)) == (True, "always")
        data = {**json.loads(found.to_json()), "note": does_not_depend("a")}
        assert ("tp-not-max: samples: the note is not what is known" in told(data)) == matters


def test_without_derivatives_there_are_no_terms() -> None:
    """What is told of them is not that they are proved."""
    data = kept("taylor-kappa")
    ((last, outcome),) = ((i.property, i.outcome) for i in verify(data) if i.property == "terms")
    assert (last, outcome) == ("terms", "proved")
    found = read(data)
    assert isinstance(found, Expansion)
    nothing = Statement("taylor", found.reading.measure.name, "Nothing is known.", ())
    open_ = replace(found, derivatives=Verdict("taylor", "undecided", nothing, reason="no time"))
    items = list(verify(json.loads(open_.to_json())))
    assert not any(item.problem for item in items)
    assert [item.outcome for item in items] == ["undecided", "proved", "undecided"]


@pytest.mark.parametrize("name", ["averaging-micro", "normaliser-scale", "slope-acc"])
def test_a_verdict_that_is_not_replayed_leaves_no_answer(name: str) -> None:
    """Who reads on after the problem is given nothing in the end."""
    data = kept(name)
    entries = data["derivatives" if name == "slope-acc" else "verdicts"]
    entries[0]["verdict"] = "nonsense"
    ends: list[Answer | None] = []

    def whole() -> Iterator[Checked]:
        ends.append((yield from room(name.split("-")[0], "meaning").replay(data, KNOWN)))

    wrong = [bool(item.problem) for item in whole()]
    assert wrong == [True] + [False] * (len(entries) - 1)
    assert ends == [None]


def test_a_part_that_is_not_rebuilt_has_no_answer() -> None:
    """Whoever replays it: what tells no problem and gives no answer is not believed."""

    class Silent(AllKinds):
        def replay(self, data: Any) -> Replay:
            yield from ()
            return None

    data = kept("derivation-BA")
    assert problems(data) == []
    found = list(room("derivation", "meaning").replay(data, Silent()))
    asked = [item for item in found if "chain" not in item.property]
    assert asked
    assert {item.problem for item in asked} == {"a part could not be rebuilt"}


def test_an_example_has_a_value_wherever_a_constraint_speaks() -> None:
    """At n = 2 the matrix with the expected cells has halves."""
    data = json.loads(impossible(["approximate-constant-baseline"], "2").to_json())
    assert told(data) == "accepted"
    (example,) = data["certificate"]["examples"]
    del example["values"]["x(1/2, 1/2, 1/2, 1/2)"]
    assert told(data).startswith(
        "approximate-constant-baseline: approximate-constant-baseline: a value is missing in "
        "x(1/2, 1/2, 1/2, 1/2) - "
    )


def test_a_completion_is_one_of_finite_values() -> None:
    about = kept("extended-LR-minus")["measure"]
    assert told({**kept("completion-precision"), "measure": about}) == (
        "no file: a completion is compared with the literal reading"
    )


def test_a_completion_is_told_before_a_conflict() -> None:
    for found, conflict, word in (("x", {"parts": []}, "x"), (None, {"parts": []}, "conflict"),
                                  (None, None, "undecided")):  # fmt: skip
        data = {"found": found, "conflict": conflict}
        answer = SimpleNamespace(to_data=lambda data=data: data)
        assert room("completion", "meaning").told(answer) == word


def test_sizes_are_told_by_their_ends() -> None:
    assert [shown(sizes) for sizes in (range(4, 5), range(2, 4), range(2, 7))] == [
        "4", "2..3", "2..6",
    ]  # fmt: skip


def test_a_limit_with_an_open_pattern_is_not_known() -> None:
    found = read(kept("limit-TN"))
    assert isinstance(found, Limit)
    assert found.outcome == "proved"
    *others, last = found.pieces
    unknown = replace(last, verdict=replace(last.verdict, outcome="undecided", value=None))
    assert unknown.kind == "open"
    assert replace(found, pieces=(*others, unknown)).outcome == "undecided"
    assert replace(found, complete=False).outcome == "undecided"


def test_what_no_measure_is_is_doubted() -> None:
    question = load()["check"]
    room("check", "meaning").doubted(question(measure="F1"))
    with pytest.raises(FormulaError, match="undefined at every matrix"):
        room("check", "meaning").doubted(question(measure="TP/(P-TP-FN)"))


def test_a_relation_that_is_none_for_every_m_is_refused_when_it_is_read() -> None:
    with pytest.raises(FormulaError, match="is not for every m"):
        Subject.read("GmacR <= 1")


# --- questions that are refused, and answers that are no more than they can be -----------------


def test_an_average_is_asked_for_by_property_and_place() -> None:
    found = averaging("micro", ("symmetry",))
    assert found["symmetry", "all"].property == "symmetry"
    with pytest.raises(KeyError):
        found["monotone", "all"]


def test_a_condition_without_a_derivative_is_undecided() -> None:
    """An exponent that moves has none: the file says why, and nothing else is accepted there."""
    found = normaliser("(p_A*p_B)^p_A", timeout=0.1)
    data = json.loads(found.to_json())
    assert told(data) == "accepted"
    read_back = read(data)
    assert isinstance(read_back, Conditions)
    for number in "56":
        verdict = read_back[number]
        assert (verdict.outcome, verdict.statement.goals) == ("undecided", ())
        assert verdict.statement.sentence == CONDITIONS[number][0]
        assert "has no derivative everywhere" in verdict.reason
    for outcome in ("proved", "refuted", "not-applicable"):
        forged = copy.deepcopy(data)
        forged["verdicts"][4] |= {
            "verdict": outcome, "reason": "", "proof": Step("every-goal").to_data()}  # fmt: skip
        assert told(forged).startswith("condition-5: ")


def test_at_most_twelve_properties_at_a_time() -> None:
    many = (
        "symmetry", "class-symmetry", "monotone", "weakly-monotone", "constant-baseline",
        "tn-invariance", "scale-invariance", "maximal-agreement", "minimal-agreement", "distance",
        "fixed-ends", "truth-antisymmetry", "prediction-antisymmetry",
    )  # fmt: skip
    assert linear_properties(many[:12]) == many[:12]
    with pytest.raises(FormulaError, match="at most 12 at a time"):
        linear_properties(many)


def test_what_is_not_complete_says_so() -> None:
    row = read(kept("impossible-two"))
    assert isinstance(row, Impossibility)
    assert "complete" not in row.to_data()
    assert replace(row, complete=False).to_data()["complete"] is False
    whole = LatticeReport(row.properties, (row,))
    assert "complete" not in whole.to_data()
    assert replace(whole, complete=False).to_data()["complete"] is False


def test_what_moves_is_declared_unless_something_is_assumed_of_it() -> None:
    assert subject_of("F1^b", "b -> 0").parameters == ("b",)
    assert subject_of("F1^b", "b -> 0", ["b > 0"]).parameters == ("b",)
    (given,) = subject_of("a*F1^b", "b -> 0", ["a > 0"]).assumptions
    assert given.text == "a > 0"
    ready = measure("F1")
    assert subject_of(ready, "TP -> oo") is ready
    with pytest.raises(FormulaError):
        subject_of("F1^c", "b -> 0")


def test_expectations_are_of_whole_numbers_of_elements() -> None:
    reading = Reading(measure("accuracy"))
    assert expected(reading, 4, Fraction(1, 2), Fraction(1, 2), {}).contains(fmpq(1, 2))
    for p_a, p_b in ((Fraction(1, 3), Fraction(1, 2)), (Fraction(1, 2), Fraction(1, 3))):
        with pytest.raises(FormulaError, match="must be whole numbers"):
            expected(reading, 4, p_a, p_b, {})


def test_expectations_are_of_matrices_alone() -> None:
    """Of 4 elements 3 are positive and 3 predicted: at least 2 are both."""
    found = expected(Reading(measure("1/(TN+1)")), 4, Fraction(3, 4), Fraction(3, 4), {})
    assert found.contains(fmpq(7, 8))


def test_prose_has_no_certificate() -> None:
    data = kept("derivation-BA")
    data["derivation"]["part"].insert(0, {"text": "so"})
    for entry, said in ((None, "accepted"), ({}, "part 1: a certificate for a text")):
        assert told({**data, "parts": [entry, *data["parts"]]}) == said


def test_sums_with_an_undefined_outcome_are_not_told() -> None:
    """At n*p_A = n*p_B the table with TP = TN = 0 has the value log(0)."""
    found = read(kept("taylor-kappa"))
    assert isinstance(found, Expansion)
    assert found.sums
    nowhere = replace(found, reading=Reading(measure("kappa + 0*log(TP)")))
    assert nowhere.sums == ()


def test_a_claim_knows_the_cells_and_the_parameters_of_the_measure_alone() -> None:
    subject = measure("F_beta")
    (way,) = approaches("beta -> oo", subject)
    assert str(claim_of("recall", subject, way)) == "TP/(TP + FN)"
    for text, reason in (("beta", "contains beta, which moves"), ("1/u", "u")):
        with pytest.raises(FormulaError, match=reason):
            claim_of(text, subject, way)
