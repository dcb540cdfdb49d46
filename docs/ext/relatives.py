"""What a measure is related to: limits, thresholds, equivalent measures, bounds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from ext import certificates
from ext.text import code, file_name, table, words
from ext.verdicts import fragment
from symbolic_measures.meaning.measure import Measure
from symbolic_measures.meaning.measures import MEASURES


def sections(measure: Measure) -> Iterator[str]:
    """The parts of its page on limits, thresholds and relatives, as far as there are any."""
    yield from _limits(measure)
    yield from _thresholds(measure)
    yield from _relatives(measure)


def _link(name: str) -> str:
    return f"[{words(name)}]({file_name(name)}.md)" if name in MEASURES else f"`{name}`"


def _answers(kind: str) -> Iterator[Any]:
    for name in certificates.names(kind):
        yield certificates.answer(kind, name)


def _limits(measure: Measure) -> Iterator[str]:
    own = [one for one in _answers("limit") if one.subject.name == measure.name]
    if not own:
        return
    yield "## Limits\n"
    for one in own:
        claim = f", said to be {_link(one.claim)}" if one.claim else ""
        yield f"### {words(one.to.replace('->', '→'))}\n"
        yield f"What {words(measure.name)} tends to as `{one.to}`{claim}.\n"
        yield fragment(one)
        claimed = f' --claim "{one.claim}"' if one.claim else ""
        yield code(f'symbolic-measures limit "{measure.name}" --to "{one.to}"{claimed}', "sh")


def _thresholds(measure: Measure) -> Iterator[str]:
    own = [one for one in _answers("threshold") if one.reading.measure.name == measure.name]
    if not own:
        return
    yield "## For which parameter\n"
    for one in own:
        yield f"### {one.property_id}\n"
        if one.exact:
            yield f"It has the [property](../properties/{one.property_id}.md) if and only if "
            yield f"`{one.condition}`; both directions are proved.\n"
        yield fragment(one)
        asked = f'"{measure.name}" --property {one.property_id} --parameter {one.parameter}'
        yield code(f"symbolic-measures threshold {asked}", "sh")


def _relatives(measure: Measure) -> Iterator[str]:
    rows = [*_equivalent(measure), *_bounds(measure), *_limit_of(measure)]
    compared = list(_compared(measure))
    if rows or compared:
        yield "## Relatives\n"
    if rows:
        yield "Each is proved wherever both measures are defined.\n"
        yield table(("measure", "relation"), dict.fromkeys(rows))
    if compared:
        yield "\n".join(compared) + "\n"


def _compared(measure: Measure) -> Iterator[str]:
    """With how many measures it was compared, and what came of it; with which, for bounds."""
    for answer in _answers("compare"):
        own = [pair for pair in answer.pairs if measure.name in pair.names]
        others = [next(name for name in pair.names if name != measure.name) for pair in own]
        if any(pair.bounds for pair in own):
            yield "Which is at most the other was asked of it and " + ", ".join(map(_link, others))
            yield ".\n"
        elif own:
            found = Counter(pair.verdict for pair in own)
            yield (
                "Whether they rank predictions of one truth alike was asked of it and "
                f"{len(own)} other measures without parameters: {found['equivalent']} do, "
                f"{found['discordant']} do not, {found['undecided']} are undecided.\n"
            )


def _equivalent(measure: Measure) -> Iterator[tuple[str, str]]:
    for answer in _answers("compare"):
        for pair in answer.pairs:
            if measure.name not in pair.names or pair.verdict != "equivalent":
                continue
            other = pair.names[1 - pair.names.index(measure.name)]
            link = pair.link
            told = "ranks predictions of one truth alike"
            if link.base == pair.names[1]:
                told += f": {words(pair.names[0])} is `{link.functions[0]}`"
                told += f" with `x` = {words(link.base)}"
            else:
                one, two = (f"{words(n)} = `{f}`" for n, f in zip(pair.names, link.functions))
                told += f": {one} and {two} with `x` = {words(link.base)}"
            yield _link(other), told


def _bounds(measure: Measure) -> Iterator[tuple[str, str]]:
    for answer in _answers("compare"):
        for pair in answer.pairs:
            if measure.name not in pair.names:
                continue
            place = pair.names.index(measure.name)
            for direction, verdict in enumerate(pair.bounds):
                if verdict.outcome == "proved":
                    said = "never larger" if direction == 1 - place else "never smaller"
                    yield _link(pair.names[1 - place]), f"is {said} than {words(measure.name)}"


def _limit_of(measure: Measure) -> Iterator[tuple[str, str]]:
    for one in _answers("limit"):
        if one.claim == measure.name and one.outcome == "proved":
            name = one.subject.name
            yield _link(name), f"tends to {words(measure.name)} as `{one.to}`"
