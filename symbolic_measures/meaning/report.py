"""What was decided about one reading of a measure: verdicts, and how they are replayed."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass
from typing import Any

from symbolic_measures.meaning.gradient import PROPORTION_NAMES
from symbolic_measures.meaning.measure import Reading
from symbolic_measures.meaning.replay import replayed
from symbolic_measures.meaning.subjects import measure_data, reading_from_data
from symbolic_measures.nouns.confusion import CELLS
from symbolic_measures.nouns.errors import CertificateError
from symbolic_measures.nouns.saved import SCHEMA, Checked, only, told_asked
from symbolic_measures.nouns.shown import Answer
from symbolic_measures.nouns.statement import Goal
from symbolic_measures.nouns.verdict import Step, Verdict


@dataclass(frozen=True)
class Report(Answer, kind="check"):
    """What was decided about one reading of a measure.

    Attributes
    ----------
    reading
        The measure, with what it is where its formula is undefined.
    verdicts, gradient
        One for each property; the signs of the partial derivatives.
    complete
        Whether everything that was asked is decided or given up, not interrupted.

    Example
    -------
    >>> from symbolic_measures import check
    >>> report = check("F1", property=["symmetry", "range"])
    >>> report["symmetry"].outcome, report["range"].as_sympy()
    ('proved', Interval(0, 1))

    Notes
    -----
    `str` is the text of the command line, `to_json` what `verify` replays, `to_frame` a table.

    References
    ----------
    Gösgens et al., NeurIPS 2021; Brzezinski et al., Information Sciences 2018; Opitz, TACL 2024.
    """

    reading: Reading
    verdicts: tuple[Verdict, ...] = ()
    gradient: tuple[Verdict, ...] = ()
    complete: bool = True
    #: The properties that were asked for, and `gradient`; files of earlier versions do not say.
    asked: tuple[str, ...] | None = None

    def __getitem__(self, property_id: str) -> Verdict:
        """The verdict on a property."""
        for verdict in self.verdicts:
            if verdict.property == property_id:
                return verdict
        raise KeyError(property_id)

    def to_data(self) -> dict[str, Any]:
        """JSON form (schema 1)."""
        data: dict[str, Any] = {
            "schema": SCHEMA,
            "measure": measure_data(self.reading),
            **({} if self.asked is None else {"asked": list(self.asked)}),
            "verdicts": [verdict.to_data() for verdict in self.verdicts],
            "gradient": [verdict.to_data() for verdict in self.gradient],
        }
        ranges = [verdict for verdict in self.verdicts if verdict.property == "range"]
        data["range"] = next((v.value for v in ranges if v.outcome == "proved"), None)
        if not self.complete:
            data["complete"] = False
        return data

    def _repr_latex_(self) -> str:
        return self.rendered("latex_array")


def replay_report(
    data: Any,
    done: dict[Goal, Step] | None = None,
    replay: Callable[[Reading, Any, dict[Goal, Step]], Verdict] = replayed,
) -> Generator[Checked, None, Report | None]:
    """Replays every verdict of a saved report of `check`, without search.

    Statements are rebuilt from the property and the reading and compared with the saved ones.
    Raises CertificateError if the file is not a report at all.
    """
    if not isinstance(data, dict) or data.get("schema") != SCHEMA:
        raise CertificateError(f"not a report of schema {SCHEMA}")
    only(data, "measure", "asked", "verdicts", "gradient", "range", "complete")
    reading = reading_from_data(data)
    verdicts, slopes = data.get("verdicts"), data.get("gradient", [])
    if not isinstance(verdicts, list) or not isinstance(slopes, list):
        raise CertificateError("verdicts and gradient are lists")
    asked = told_asked(data)
    done = {} if done is None else done
    found: list[Verdict] = []
    for entry in [*verdicts, *slopes]:
        name = str(entry.get("property")) if isinstance(entry, dict) else "?"
        outcome = str(entry.get("verdict")) if isinstance(entry, dict) else "?"
        try:
            found.append(replay(reading, entry, done))
        except CertificateError as error:
            yield Checked(name, outcome, str(error))
        else:
            yield Checked(name, outcome)
    decided = [entry for entry in verdicts if isinstance(entry, dict)]
    ranges = [entry for entry in decided if entry.get("property") == "range"]
    proved = [entry.get("value") for entry in ranges if entry.get("verdict") == "proved"]
    if "range" in data and data["range"] != (proved[0] if proved else None):
        yield Checked("range", "proved", "the entry `range` is not the value that was decided")
    if len(found) < len(verdicts) + len(slopes):
        return None
    whole = data.get("complete") is not False
    report = Report(
        reading, tuple(found[: len(verdicts)]), tuple(found[len(verdicts) :]), whole, asked
    )
    if problem := _is_not_what_was_asked(report):
        yield Checked("verdicts", "?", problem)
        return None
    return report


def directions(reading: Reading, verdicts: Iterable[Verdict]) -> tuple[str, ...]:
    """Along what the derivatives are asked for: the proportions only where n does not matter."""
    if reading.measure.classes != 2 or reading.extended is not None:
        return ()
    scaled = any(v.property == "scale-invariance" and v.outcome == "proved" for v in verdicts)
    return (*CELLS, *PROPORTION_NAMES) if scaled else CELLS


def _is_not_what_was_asked(report: Report) -> str:
    """What is there twice, or missing without being told, or never asked for."""
    ids = [verdict.property for verdict in report.verdicts]
    every = [(v.property, repr(v.value)) for v in (*report.verdicts, *report.gradient)]
    if len({place for place in every if place[0] != "gradient" or place[1] != "None"}) < len(every):
        return "a verdict stands there twice"
    if report.asked is None:
        return ""
    wanted = [name for name in report.asked if name != "gradient"]
    slopes = directions(report.reading, report.verdicts) if "gradient" in report.asked else ()
    if ids != [name for name in wanted if name in ids] or len(report.gradient) > len(slopes):
        return "the verdicts are not those that were asked for"
    if report.complete is not (len(ids) == len(wanted) and len(report.gradient) == len(slopes)):
        return "`complete` is not what the verdicts show"
    return ""
