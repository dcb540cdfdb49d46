"""Whether an average keeps a property: a proof for every m first, then an example."""

from __future__ import annotations

import time
from dataclasses import replace

from symbolic_measures.macros import check as kernel_check
from symbolic_measures.meaning.averaging import averaged, total
from symbolic_measures.meaning.averaging_parts import parts
from symbolic_measures.meaning.averaging_proofs import PartProof, follows
from symbolic_measures.meaning.kept import Example, Kept
from symbolic_measures.meaning.measure import Reading
from symbolic_measures.meaning.properties import PROPERTIES
from symbolic_measures.meaning.subjects import make_reading, measure
from symbolic_measures.nouns.question import SECONDS
from symbolic_measures.nouns.verdict import Verdict
from symbolic_measures.search.averaging import examples, failure, prove_part
from symbolic_measures.search.effort import STEPS, Effort, Limit, granted
from symbolic_measures.search.engine import decide
from symbolic_measures.search.guarded import why
from symbolic_measures.search.properties import decide_property

#: Steps for one property of an average: several batteries are decided on the way.
MOST = 8 * STEPS


def find_kept(averaging: str, property_id: str, where: str, limit: Limit = SECONDS) -> Kept:
    """Decides whether the average keeps the property: a proof first, then an example."""
    start, effort = time.monotonic(), granted(limit, MOST)
    reason = "no argument for every m is known, and no example was found"
    found = Kept(averaging, property_id, where, "undecided", reason=reason)
    try:
        with effort.fenced():
            proof = _proof(averaging, property_id, where, effort)
            example = _example(averaging, property_id, where, effort) if proof is None else None
    except Exception as error:  # it costs this answer, nothing else
        proof, example = None, None
        found = replace(found, reason=why(error))
    if proof is not None:
        found = Kept(averaging, property_id, where, "proved", proof)
    elif example is not None:
        found = Kept(averaging, property_id, where, "refuted", example=example)
    return replace(found, seconds=time.monotonic() - start)


def _proof(
    averaging: str, property_id: str, where: str, effort: Effort
) -> tuple[PartProof, ...] | None:
    found = []
    for part in parts(averaging, property_id, where):
        proof = prove_part(part, property_id, where, effort)
        if proof is None:
            return None
        follows(part, property_id, where, proof)
        found.append(proof)
    return tuple(found) or None


def _example(averaging: str, property_id: str, where: str, effort: Effort) -> Example | None:
    for text, conventions in examples(averaging, property_id):
        effort.tick()
        reading = make_reading(measure(text), conventions)
        has = decide_property(property_id, reading, effort)
        if has.outcome != "proved":
            continue
        fails = _average(property_id, averaged(averaging, reading, where), effort)
        valued = decide(total(reading, where), effort)
        if fails.outcome == "refuted" and valued.outcome == "proved":
            return Example(reading, has, valued, fails)
    return None


def _average(property_id: str, reading: Reading, effort: Effort) -> Verdict:
    """The verdict on an average of which most likely nothing holds that could be proved."""
    statement = PROPERTIES[property_id].statement(reading)
    witness = failure(statement, effort)
    if witness is None:
        return decide_property(property_id, reading, effort)
    verdict = Verdict(property_id, "refuted", statement, witness=witness)
    kernel_check(statement, verdict)
    return verdict
