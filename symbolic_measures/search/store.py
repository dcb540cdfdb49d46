"""Verdicts kept in a folder, by the content that they are about.

The name of a file is a hash of the version, the property and the whole reading (formula, number of
classes, conventions, parameters), or the whole statement; it holds the verdict as a report would.
Whatever is read is replayed by the kernel first, so a folder is never trusted: what does not verify
is decided anew.  A file is written beside its place and then moved there, so a kill in the middle
of a write leaves nothing behind that would be read.

Invariant: with or without a folder the verdicts are the same, only sooner.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from symbolic_measures.meaning.each_m import replayed_at_each_m
from symbolic_measures.meaning.measure import Reading
from symbolic_measures.meaning.replay import replayed_verdict
from symbolic_measures.meaning.subjects import measure_data
from symbolic_measures.nouns.errors import CertificateError
from symbolic_measures.nouns.question import SECONDS
from symbolic_measures.nouns.saved import SCHEMA
from symbolic_measures.nouns.statement import Statement
from symbolic_measures.nouns.verdict import Verdict
from symbolic_measures.search.effort import Limit
from symbolic_measures.search.engine import Proofs
from symbolic_measures.search.properties import Decide, decide_property
from symbolic_measures.version import __version__

if TYPE_CHECKING:
    from symbolic_measures.meaning.every_report import EveryVerdict

#: What a verdict is about; its "property" is that of the verdict.
Content = Mapping[str, Any]
#: Of one number of classes, or of every one.
Kept = TypeVar("Kept", Verdict, "EveryVerdict")


def about(property_id: str, reading: Reading) -> Content:
    """What a verdict on a property of a reading is about."""
    return {"property": property_id, **measure_data(reading)}


@dataclass(frozen=True)
class Store:
    """A folder of decided verdicts; made when the first one is written."""

    folder: Path
    decide: Decide = decide_property

    def place(self, content: Content) -> Path:
        """The file of a verdict about that content."""
        text = json.dumps({"schema": SCHEMA, "version": __version__, **content}, sort_keys=True)
        return self.folder / f"{hashlib.sha256(text.encode()).hexdigest()}.json"

    def read(self, content: Content, replay: Callable[[Any], Kept]) -> Kept | None:
        """The kept verdict about it, replayed; None if there is none that verifies."""
        try:
            verdict = replay(json.loads(self.place(content).read_text(encoding="utf-8")))
        except (OSError, ValueError, RecursionError, CertificateError):
            return None
        decided = verdict.outcome != "undecided" and verdict.property == content["property"]
        return verdict if decided else None

    def keep(
        self, content: Content, replay: Callable[[Any], Kept], decide: Callable[[], Kept]
    ) -> Kept:
        """The kept verdict if there is one; else it is decided, and kept."""
        verdict = self.read(content, replay)
        if verdict is None:
            verdict = decide()
            self._write(self.place(content), verdict)
        return verdict

    def _write(self, place: Path, verdict: Verdict | EveryVerdict) -> None:
        """Keeps a verdict that is decided; a folder that cannot be written is no error."""
        if verdict.outcome == "undecided":
            return
        partial = place.with_name(f".{place.name}.{os.getpid()}")
        with suppress(OSError):
            self.folder.mkdir(parents=True, exist_ok=True)
            with partial.open("w", encoding="utf-8") as file:
                json.dump(verdict.to_data(), file, ensure_ascii=False)
                file.flush()
                os.fsync(file.fileno())
            partial.replace(place)

    def decide_property(
        self,
        property_id: str,
        reading: Reading,
        limit: Limit = SECONDS,
        known: Proofs | None = None,
    ) -> Verdict:
        """`session.decide_property`, unless the verdict is kept already; then it is kept."""
        return self.keep(
            about(property_id, reading),
            lambda entry: replayed_at_each_m(reading, entry, {}),
            lambda: self.decide(property_id, reading, limit, {} if known is None else known),
        )

    def decide_claim(self, statement: Statement, decide: Callable[[], Verdict]) -> Verdict:
        """The verdict on a statement that is no property of a reading."""
        content = {"property": statement.property, "subject": statement.subject}
        return self.keep(
            {**content, **statement.to_data()},
            lambda entry: replayed_verdict(statement, entry, {}),
            decide,
        )
