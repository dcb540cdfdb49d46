"""Verdicts kept in a folder, by the content that they are about.

The name of a file is a hash of the version, the property and the whole reading (formula, number of
classes, conventions, parameters); it holds the verdict as a report would.  Whatever is read is
replayed by the kernel first, so a folder is never trusted: what does not verify is decided anew.
A file is written beside its place and then moved there, so a kill in the middle of a write leaves
nothing behind that would be read.

Invariant: with or without a folder the verdicts are the same, only sooner.
"""

from __future__ import annotations

import hashlib
import json
import os
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from symbolic_measures.measure import Reading
from symbolic_measures.search.engine import Proofs
from symbolic_measures.session import SCHEMA, SECONDS, Report, decide_property, replayed
from symbolic_measures.verdict import CertificateError, Verdict
from symbolic_measures.version import __version__


@dataclass(frozen=True)
class Store:
    """A folder of decided verdicts; made when the first one is written."""

    folder: Path

    def place(self, property_id: str, reading: Reading) -> Path:
        """The file of a verdict."""
        about = Report(reading).to_data()["measure"]
        content = {"schema": SCHEMA, "version": __version__, "property": property_id, **about}
        text = json.dumps(content, sort_keys=True)
        return self.folder / f"{hashlib.sha256(text.encode()).hexdigest()}.json"

    def read(self, property_id: str, reading: Reading) -> Verdict | None:
        """The kept verdict, replayed; None if there is none that verifies."""
        try:
            entry = json.loads(self.place(property_id, reading).read_text(encoding="utf-8"))
            verdict = replayed(reading, entry, {})
        except (OSError, ValueError, RecursionError, CertificateError):
            return None
        kept = verdict.property == property_id and verdict.outcome != "undecided"
        return verdict if kept else None

    def write(self, reading: Reading, verdict: Verdict) -> None:
        """Keeps a verdict that is decided; a folder that cannot be written is no error."""
        if verdict.outcome == "undecided":
            return
        place = self.place(verdict.property, reading)
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
        seconds: float = SECONDS,
        known: Proofs | None = None,
    ) -> Verdict:
        """`session.decide_property`, unless the verdict is kept already; then it is kept."""
        kept = self.read(property_id, reading)
        if kept is not None:
            return kept
        verdict = decide_property(property_id, reading, seconds, known)
        self.write(reading, verdict)
        return verdict
