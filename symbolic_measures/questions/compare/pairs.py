"""Do two measures ever disagree, and where first?  And is one always at most the other?

Two measures are equivalent if they rank any two predictions of one truth alike, ties included,
where both are defined: proved with the function that turns one into the other.  Or they are
discordant: the smallest two matrices of one truth (P and N) that they rank differently, with all
values exact.  At parameters, discordant means at the values given.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any, Literal

from flint import fmpq

from symbolic_measures.meaning.measure import Measure, Reading
from symbolic_measures.meaning.ranks import Ranked, alike, smallest_disagreement
from symbolic_measures.meaning.replay import replayed_verdict
from symbolic_measures.meaning.samples import parameter_samples
from symbolic_measures.meaning.sides import subject_of
from symbolic_measures.meaning.subjects import measure
from symbolic_measures.meaning.triplets import Triplet, triplet
from symbolic_measures.nouns.errors import CertificateError, FormulaError
from symbolic_measures.nouns.question import Replay
from symbolic_measures.nouns.saved import MALFORMED, SCHEMA, Checked, malformed, only
from symbolic_measures.nouns.shown import Answer
from symbolic_measures.nouns.verdict import Verdict
from symbolic_measures.questions.compare.equivalence import Link, below, equivalence

#: Matrices up to this n are looked at for two that are ranked differently.
LARGEST = 14
#: At most so many parameter values.
SAMPLES = 3
WORDS = Literal["equivalent", "discordant", "undecided"]
Parameters = tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Pair:
    """Two measures: equivalent by a link, or discordant at two matrices; and their bounds.

    `bounds` are the verdicts on a <= b and on b <= a, if they were asked for.
    """

    measures: tuple[Measure, Measure]
    subject: Measure
    link: Link | None = None
    proof: Verdict | None = None
    witness: Triplet | None = None
    parameters: Parameters = ()
    reason: str = ""
    bounds: tuple[Verdict, ...] = ()

    @property
    def verdict(self) -> WORDS:
        """What was decided."""
        if self.proof is not None:
            return "equivalent"
        return "discordant" if self.witness is not None else "undecided"

    @property
    def names(self) -> tuple[str, str]:
        """The measures as they were given."""
        return self.measures[0].name, self.measures[1].name

    def to_data(self) -> dict[str, Any]:
        """JSON form."""
        link, witness = self.link, self.witness
        shown = None if link is None else {**vars(link), "functions": list(link.functions),
                                           "positive": list(link.positive)}  # fmt: skip
        found = None
        if witness is not None:
            found = {**witness.to_data(), "parameters": dict(self.parameters)}
        return {
            "a": self.names[0],
            "b": self.names[1],
            "verdict": self.verdict,
            "function": link.functions[0] if link and link.base == self.names[1] else None,
            "link": shown,
            "witness": found,
            "reason": self.reason,
            "proof": None if self.proof is None else self.proof.to_data(),
            "bounds": [verdict.to_data() for verdict in self.bounds],
        }


@dataclass(frozen=True)
class Comparison(Answer, kind="compare"):
    """The pairs of a list of measures."""

    names: tuple[str, ...]
    assume: tuple[str, ...] = ()
    pairs: tuple[Pair, ...] = ()
    complete: bool = True

    def __getitem__(self, names: tuple[str, str]) -> Pair:
        """The pair of two measures, in either order."""
        for pair in self.pairs:
            if set(pair.names) == set(names):
                return pair
        raise KeyError(names)

    @property
    def classes(self) -> tuple[tuple[str, ...], ...]:
        """The measures that are proved equivalent, together: every two of them.

        One that is undefined at many matrices can be equivalent to two that disagree elsewhere.
        """
        groups: list[list[str]] = []
        for name in self.names:
            fitting = (g for g in groups if all(self._equivalent(one, name) for one in g))
            home = next(fitting, None)
            if home is None:
                groups.append([name])
            else:
                home.append(name)
        return tuple(map(tuple, groups))

    def _equivalent(self, one: str, other: str) -> bool:
        return any(p.verdict == "equivalent" for p in self.pairs if set(p.names) == {one, other})

    def to_data(self) -> dict[str, Any]:
        """JSON form (schema 1)."""
        data: dict[str, Any] = {
            "schema": SCHEMA,
            "measures": list(self.names),
            "assume": list(self.assume),
            "pairs": [pair.to_data() for pair in self.pairs],
            "classes": [list(names) for names in self.classes],
        }
        return data if self.complete else {**data, "complete": False}


def pair_of(one: str, other: str, assume: Iterable[str] = ()) -> Pair:
    """Two measures with the parameters of both; FormulaError, in one line, for bad input."""
    subject, *sides = subject_of(one, other, assume)
    if taken := {"x", "gap"} & set(subject.parameters):
        raise FormulaError(f"the parameter {min(taken)}: give it another name")
    directions = [measure(text, assume=assume).higher_is_better for text in (one, other)]
    left, right = (replace(side, higher_is_better=up) for side, up in zip(sides, directions))
    return Pair((left, right), subject)


def sample_parameters(pair: Pair) -> list[dict[str, fmpq]]:
    return parameter_samples(Reading(pair.subject), SAMPLES)


def first_discordance(
    pair: Pair,
    largest: int,
    known: dict[tuple[str, Parameters], Ranked] | None = None,
    samples: Sequence[dict[str, fmpq]] | None = None,
) -> tuple[Triplet, Parameters] | None:
    """The smallest two matrices of one truth that are ranked differently, and the parameters.

    Smallest n first, then the first parameter values, then lexicographically.
    """
    known = {} if known is None else known
    choices = []
    for parameters in sample_parameters(pair) if samples is None else samples:
        shown = tuple((name, str(value)) for name, value in parameters.items())
        both = []
        for item in pair.measures:
            own = tuple((n, v) for n, v in shown if n in item.formula.symbols())
            key = item.name, own
            if key not in known:
                known[key] = Ranked(item.name, Reading(item).score, parameters)
            both.append(known[key])
        choices.append((both[0], both[1], shown))
    for n in range(1, largest + 1):
        for one, other, shown in choices:
            if not alike(one, other, n):
                matrices = smallest_disagreement(one, other, n)
                if matrices is not None:
                    return triplet(one, other, matrices), shown
    return None


def base_of(pair: Pair, text: str) -> Measure:
    for item in pair.measures:
        if item.name == text:
            return item
    known = measure(text)
    if set(known.parameters) - set(pair.subject.parameters):
        raise FormulaError(f"{text} has parameters that the pair has not")
    return replace(pair.subject, name=text, text=text, formula=known.formula,
                   higher_is_better=known.higher_is_better)  # fmt: skip


def statement(pair: Pair, link: Link) -> Any:
    return equivalence(pair.measures, base_of(pair, link.base), link, pair.subject)


def replay_pairs(data: Any) -> Replay:
    """Rebuilds each pair: replays proofs, and looks for smaller disagreements once more."""
    only(data, "measures", "assume", "pairs", "classes", "complete")
    try:
        names, assume = tuple(map(str, data["measures"])), tuple(map(str, data["assume"]))
        wanted = list(combinations(names, 2))
        entries = list(data["pairs"])
        whole = data.get("complete") is not False
        if len(set(names)) != len(names) or len(entries) > len(wanted):
            raise CertificateError("the pairs are not those of the measures")
        if whole and len(entries) != len(wanted):
            raise CertificateError("a pair is missing")
    except MALFORMED as error:
        raise CertificateError(f"not a saved comparison: {type(error).__name__} {error}") from None
    known: dict[tuple[str, Parameters], Ranked] = {}
    pairs = []
    for (one, other), entry in zip(wanted, entries):
        outcome = str(entry.get("verdict")) if isinstance(entry, dict) else "?"
        name = f"{one}, {other}"
        try:
            pairs.append(_rebuilt(pair_of(one, other, assume), entry, known))
        except (CertificateError, FormulaError) as error:
            yield Checked(name, outcome, str(error))
        except MALFORMED as error:
            yield Checked(name, outcome, malformed(error))
        else:
            yield Checked(name, outcome)
    if len(pairs) < len(entries):
        return None
    answer = Comparison(names, assume, tuple(pairs), whole)
    if data.get("classes") != answer.to_data()["classes"]:
        yield Checked("classes", "proved", "the classes do not follow from the pairs")
    return answer


def _rebuilt(pair: Pair, entry: Any, known: dict[tuple[str, Parameters], Ranked]) -> Pair:
    if entry["link"] is not None:
        told = entry["link"]
        one, other = told["functions"]
        positive = tuple(told["positive"])
        if not set(positive) <= {"P", "N"}:
            raise CertificateError("positive sizes are P and N")
        link = Link(told["base"], (one, other), told["low"], told["high"], positive)
        proof = replayed_verdict(statement(pair, link), entry["proof"], {})
        if proof.outcome != "proved":
            raise CertificateError("equivalent, but not proved")
        pair = replace(pair, link=link, proof=proof)
    if entry["witness"] is not None:
        pair = _seen_again(pair, entry["witness"], known)
    bounds = []
    sides = (pair.measures, pair.measures[::-1]) if entry["bounds"] else ()
    for side, saved in zip(sides, entry["bounds"], strict=True):
        bounds.append(replayed_verdict(below((side[0], side[1]), pair.subject), saved, {}))
    told_reason = str(entry["reason"])
    if (pair.proof is not None or pair.witness is not None) and told_reason:
        raise CertificateError("a reason for what is decided")
    pair = replace(pair, bounds=tuple(bounds), reason=told_reason)
    if json.dumps(pair.to_data(), sort_keys=True) != json.dumps(entry, sort_keys=True):
        raise CertificateError("the entries are not those of what is proved")
    return pair


def _seen_again(pair: Pair, saved: Any, known: dict[tuple[str, Parameters], Ranked]) -> Pair:
    """The same witness, found again at its parameters as the smallest one."""
    shown = tuple((str(k), str(v)) for k, v in saved["parameters"].items())
    samples = [
        sample
        for sample in sample_parameters(pair)
        if tuple((k, str(v)) for k, v in sample.items()) == shown
    ]
    if not samples or type(saved["n"]) is not int or saved["n"] > LARGEST:
        raise CertificateError("the parameters or the size of the witness are not looked at")
    found = first_discordance(pair, saved["n"], known, samples)
    if found is None:
        raise CertificateError("the two matrices are ranked alike")
    return replace(pair, witness=found[0], parameters=found[1])
