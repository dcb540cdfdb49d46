"""What a saved verdict says is refused for the reason that it is refused for, guard by guard."""

from __future__ import annotations

import copy
import json
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from asking import check

from symbolic_measures.meaning.measure import Reading
from symbolic_measures.meaning.measures import MEASURES
from symbolic_measures.meaning.opitz_slopes import OF_SLOPES
from symbolic_measures.meaning.properties import PROPERTIES
from symbolic_measures.meaning.readings import EXTENDED
from symbolic_measures.meaning.readings import reading as named_reading
from symbolic_measures.meaning.replay import (
    more_than_order,
    replayed,
    replayed_verdict,
    without_statement,
)
from symbolic_measures.meaning.report import Report, replay_report
from symbolic_measures.meaning.subjects import measure
from symbolic_measures.nouns.errors import CertificateError
from symbolic_measures.nouns.statement import Statement
from symbolic_measures.nouns.verdict import Verdict

STEP = {"rule": "no-such-rule", "args": {}, "premises": []}
MORE = next(prop for prop in PROPERTIES.values() if not prop.of_order)


@cache
def _report() -> Report:
    """Symmetry is proved, class symmetry refuted."""
    return check("F1", ("symmetry", "class-symmetry"))


def _entry(place: int = 0) -> dict[str, Any]:
    entry: dict[str, Any] = json.loads(json.dumps(_report().to_data()["verdicts"][place]))
    return entry


def _replay(entry: Any) -> None:
    replayed(_report().reading, entry, {})


def _refused(entry: Any, why: str) -> None:
    with pytest.raises(CertificateError, match=why):
        _replay(entry)


def test_what_is_saved_is_replayed() -> None:
    assert [verdict.outcome for verdict in _report().verdicts] == ["proved", "refuted"]
    for place in (0, 1):
        _replay(_entry(place))


@pytest.mark.parametrize("entry", [[], "symmetry", {}, {"property": "no-such-property"}])
def test_a_verdict_is_on_a_known_property(entry: Any) -> None:
    _refused(entry, "not a verdict on a known property")


@pytest.mark.parametrize("prop", [p for p in PROPERTIES.values() if p.stronger], ids=lambda p: p.id)
def test_the_statement_of_the_strong_form_is_not_that_of_the_weak(prop: Any) -> None:
    said = {"sentence": PROPERTIES[prop.stronger].sentence}
    _refused({"property": prop.id, "verdict": "proved", "statement": said}, "it goes now")


@pytest.mark.parametrize("goals", [True, False])
def test_undecided_comes_with_nothing(goals: bool) -> None:
    """Whether the statement could be formed or not."""
    own = _report().verdicts[0].statement
    statement = own if goals else Statement(own.property, own.subject, own.sentence, ())
    entry = {
        "property": "symmetry", "verdict": "undecided", "statement": statement.to_data(),
        "witness": None, "value": None, "proof": None, "rules": [], "reason": "", "seconds": 0.0,
    }  # fmt: skip
    _replay(entry)
    _refused({**entry, "proof": STEP}, "undecided, but with a witness or a proof")
    _refused({**entry, "witness": _entry(1)["witness"]}, "undecided, but with a witness")
    _refused({**entry, "assumptions": ["x"]}, "the verdict claims some")


def test_what_has_a_value_is_not_refuted_with_any() -> None:
    entry = {**_entry(1), "property": "range", "value": None}
    _refused(entry, "cannot be refuted with this value")


def test_what_asks_for_more_than_the_order_is_said_so_word_by_word() -> None:
    reading = named_reading(EXTENDED, MEASURES["LOR"])
    good = more_than_order(MORE, reading).to_data()
    assert replayed(reading, {**good, "seconds": 1.5}, {}).seconds == 1.5
    for bad in ({**good, "verdict": "proved"}, {**good, "reason": "no idea"}):
        with pytest.raises(CertificateError, match="more than the order of values"):
            replayed(reading, bad, {})


def test_where_there_is_no_derivative_that_is_said_word_by_word() -> None:
    reading = Reading(measure("xlogy(TP-FN,n)/n"))
    for property_id in OF_SLOPES:
        undecided = without_statement(PROPERTIES[property_id], reading)
        assert undecided is not None
        good = undecided.to_data()
        assert replayed(reading, {**good, "seconds": 1.5}, {}).seconds == 1.5
        for bad in ({**good, "verdict": "proved"}, {**good, "reason": "no idea"}):
            with pytest.raises(CertificateError, match="has no derivative everywhere"):
                replayed(reading, bad, {})


def test_statement_rules_and_witness_are_as_they_are_written() -> None:
    for place in (0, 1):
        other = copy.deepcopy(_entry(place))
        other["statement"]["sentence"] += " "
        _refused(other, "the statement is not the property's")
        _refused({**_entry(place), "rules": ["evaluate", "shift"]}, "the list of rules is not")
    witness = _entry(1)["witness"]
    _refused({**_entry(1), "witness": {**witness, "more": 1}}, "the witness is not in the form")


def test_a_statement_is_replayed_with_its_value_alone() -> None:
    statement, entry = _report().verdicts[0].statement, _entry()
    replayed_verdict(statement, entry, {})
    for bad, why in (
        ([], "not a verdict on symmetry"),
        ({**entry, "property": "monotone"}, "not a verdict on symmetry"),
        ({**entry, "value": "1"}, "is not the one looked at"),
    ):
        with pytest.raises(CertificateError, match=why):
            replayed_verdict(statement, bad, {})


def test_a_report_is_a_file_of_its_kind() -> None:
    good = _report().to_data()
    assert not any(item.problem for item in replay_report(good))
    for bad, why in (
        ([], "not a report of schema"),
        ({**good, "schema": 2}, "not a report of schema"),
        ({**good, "more": 1}, "has no part 'more'"),
        ({**good, "complete": 1}, "`complete` is true or false"),
        ({**good, "verdicts": {}}, "verdicts and gradient are lists"),
        ({**good, "gradient": {}}, "verdicts and gradient are lists"),
    ):
        with pytest.raises(CertificateError, match=why):
            list(replay_report(bad))


@pytest.mark.parametrize(
    ("entries", "told", "right"),
    [
        ((("undecided", 1),), 1, False),
        ((("undecided", 1),), None, True),
        ((("undecided", 1), ("proved", 2)), 2, True),
        ((("undecided", 1), ("proved", 2)), 1, False),
        ((("proved", 1), ("proved", 2)), 1, True),
        ((("proved", 1), ("proved", 2)), 2, False),
        ((), None, True),
        ((), 1, False),
    ],
)
def test_the_range_that_is_told_is_the_first_that_is_proved(
    entries: tuple[tuple[str, int], ...], told: int | None, right: bool
) -> None:
    """What was not decided is no range, whatever else a file says of it."""
    verdicts = [{"property": "range", "verdict": how, "value": value} for how, value in entries]
    data = {**_report().to_data(), "asked": ["range"], "verdicts": verdicts, "range": told}

    def trusting(_: Reading, entry: Any, done: Any) -> Verdict:
        return replace(_report().verdicts[0], outcome=entry["verdict"], value=entry["value"])

    said = [item.problem for item in replay_report(data, {}, trusting)]
    assert any("`range` is not the value" in problem for problem in said) is not right
