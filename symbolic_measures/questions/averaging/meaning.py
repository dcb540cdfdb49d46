"""What averaging keeps: does every binary measure with a property give an average that has it?

The statement quantifies over the measure itself.  It is proved for every number of classes m >= 3
by instances of the binary property that add up to what each class has to satisfy
(`meaning.averaging`); it is refuted by one binary measure that has the property, with proof, and a
matrix of three classes at which its average has not.  It is decided twice: on all matrices, and on
those where every class occurs in both labelings.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from symbolic_measures.meaning.averaging import AVERAGINGS, WHERE
from symbolic_measures.meaning.kept import Kept, replayed_kept
from symbolic_measures.nouns.errors import CertificateError
from symbolic_measures.nouns.question import Kinds, Question, Replay
from symbolic_measures.nouns.saved import SCHEMA, Checked, only, told_asked
from symbolic_measures.nouns.shown import Answer


@dataclass(frozen=True)
class AveragingReport(Answer, kind="averaging"):
    """What was decided about one way of averaging."""

    averaging: str
    verdicts: tuple[Kept, ...]
    complete: bool = True
    #: The properties that were asked for; files of earlier versions do not say.
    asked: tuple[str, ...] | None = None

    def __getitem__(self, place: tuple[str, str]) -> Kept:
        """What is known of a property, on `all` matrices or with every class `present`."""
        for kept in self.verdicts:
            if (kept.property, kept.where) == place:
                return kept
        raise KeyError(place)

    def to_data(self) -> dict[str, Any]:
        """JSON form (schema 1)."""
        return {
            "schema": SCHEMA,
            "averaging": self.averaging,
            **({} if self.asked is None else {"asked": list(self.asked)}),
            "verdicts": [kept.to_data() for kept in self.verdicts],
            "complete": self.complete,
        }


def replay(data: Any, kinds: Kinds) -> Replay:
    """Rebuilds every part and every example, and replays what is saved of them."""
    only(data, "averaging", "asked", "verdicts", "complete")
    averaging, entries = data["averaging"], data.get("verdicts")
    if averaging not in [*AVERAGINGS] or not isinstance(entries, list):
        raise CertificateError(f"no averaging {averaging!r}")
    if "complete" not in data:
        raise CertificateError("`complete` is true or false")
    kept: list[Kept] = []
    places = [_place(entry) for entry in entries]
    asked = told_asked(data)
    if len(set(places)) != len(places):
        raise CertificateError("a property stands there twice")
    if asked is not None:
        wanted = [(property_id, where) for property_id in asked for where in WHERE]
        if places != wanted[: len(places)] or data["complete"] is not (len(places) == len(wanted)):
            raise CertificateError("the verdicts are not those that were asked for")
    for place, entry in zip(places, entries, strict=True):
        outcome = str(entry.get("verdict")) if isinstance(entry, dict) else "?"
        try:
            kept.append(replayed_kept(averaging, entry))
        except CertificateError as error:
            yield Checked(", ".join(place), outcome, str(error))
        else:
            yield Checked(", ".join(place), outcome)
    if len(kept) < len(entries):
        return None
    return AveragingReport(averaging, tuple(kept), data["complete"], asked)


def parts(question: Question) -> dict[str, Any]:
    """The parts of a saved answer that say what was asked."""
    return {"averaging": vars(question)["averaging"]}


def told(answer: Answer) -> str:
    """The answer in a word for each property."""
    return " ".join(str(kept["verdict"]) for kept in answer.to_data()["verdicts"])


def _place(entry: Any) -> tuple[str, str]:
    known = isinstance(entry, dict)
    return (str(entry.get("property")), str(entry.get("where"))) if known else ("?", "?")
