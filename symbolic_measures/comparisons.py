"""Do two measures ever disagree, and where first?  And is one always at most the other?

Two measures are equivalent if they rank any two predictions of one truth alike, ties included,
where both are defined: proved with the function that turns one into the other.  Or they are
discordant: the smallest two matrices of one truth (P and N) that they rank differently, with all
values exact.  At parameters, discordant means at the values given.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import Any, Literal

from flint import fmpq

from symbolic_measures.catalog.equivalence import Link, below, equivalence
from symbolic_measures.catalog.measures import MEASURES
from symbolic_measures.formula import FormulaError
from symbolic_measures.identities import subject_of
from symbolic_measures.indistinguishability import Triplet, triplet
from symbolic_measures.kernel.exact import CannotTellError
from symbolic_measures.measure import Measure, Reading
from symbolic_measures.notebook import FormattedReport
from symbolic_measures.search.engine import decide
from symbolic_measures.search.equivalence import bounds, candidates
from symbolic_measures.search.propose import parameter_samples
from symbolic_measures.search.ranks import Ranked, alike, smallest_disagreement
from symbolic_measures.session import (
    MALFORMED,
    SCHEMA,
    SECONDS,
    Checked,
    Progress,
    measure,
    only,
    replayed_verdict,
)
from symbolic_measures.verdict import CertificateError, Verdict

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
class Comparison(FormattedReport, formats="pairs"):
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


@dataclass
class Comparing:
    """The work on a list of measures, pair by pair; `report()` gives what is known so far."""

    names: tuple[str, ...]
    assume: tuple[str, ...] = ()
    seconds: float = SECONDS
    with_bounds: bool = True
    largest: int = LARGEST
    pairs: list[Pair] = field(default_factory=list)
    finished: bool = False
    known: dict[tuple[str, Parameters], Ranked] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if len(set(self.names)) != len(self.names) or len(self.names) < 2:
            raise FormulaError("compare: give two measures or more, each once")
        for one, other in combinations(self.names, 2):
            pair_of(one, other, self.assume)

    def __iter__(self) -> Iterator[str]:
        """Yields the pair that is looked at next."""
        for one, other in combinations(self.names, 2):
            yield f"{one}, {other}"
            pair = self._ordered(pair_of(one, other, self.assume))
            if self.with_bounds:
                a, b = pair.measures
                sides = ((a, b), (b, a))
                found = tuple(decide(below(s, pair.subject), self.seconds) for s in sides)
                pair = replace(pair, bounds=found)
            self.pairs.append(pair)
        self.finished = True

    def report(self) -> Comparison:
        """What is known so far."""
        return Comparison(self.names, self.assume, tuple(self.pairs), self.finished)

    def _ordered(self, pair: Pair) -> Pair:
        """The pair with what was decided on its order."""
        try:
            found = first_discordance(pair, self.largest, self.known)
        except CannotTellError as error:
            return replace(pair, reason=f"values could not be compared: {error}")
        if found is not None:
            return replace(pair, witness=found[0], parameters=found[1])
        for link in _links(pair):
            verdict = decide(_statement(pair, link), self.seconds)
            if verdict.outcome == "proved":
                return replace(pair, link=link, proof=verdict)
        reason = f"no disagreement up to n = {self.largest}, and no function was found"
        return replace(pair, reason=reason)


def _samples(pair: Pair) -> list[dict[str, fmpq]]:
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
    for parameters in _samples(pair) if samples is None else samples:
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


def _links(pair: Pair) -> Iterator[Link]:
    """Candidates: one as a function of the other, or both of a measure that stands in both."""
    parameters = next(iter(_samples(pair)), {})
    inside = set(pair.measures[0].formula.walk()) & set(pair.measures[1].formula.walk())
    shared = [name for name, known in MEASURES.items() if known.formula in inside]
    for base in dict.fromkeys((*reversed(pair.names), *shared)):
        tree = _base(pair, base).formula
        options = []
        for item in pair.measures:
            same = item.formula == tree
            options.append(["x"] if same else list(candidates(item.formula, tree, parameters)))
        for one in options[0]:
            for other in options[1]:
                for low, high in bounds(tree, parameters):
                    uses_sizes = any(name in one + other for name in "PN")
                    sizes = (("P", "N"), ("N",), ()) if uses_sizes or "n" in one + other else ((),)
                    for positive in sizes:
                        yield Link(base, (one, other), low, high, positive)


def _base(pair: Pair, text: str) -> Measure:
    for item in pair.measures:
        if item.name == text:
            return item
    known = measure(text)
    if set(known.parameters) - set(pair.subject.parameters):
        raise FormulaError(f"{text} has parameters that the pair has not")
    return replace(pair.subject, name=text, text=text, formula=known.formula,
                   higher_is_better=known.higher_is_better)  # fmt: skip


def _statement(pair: Pair, link: Link) -> Any:
    return equivalence(pair.measures, _base(pair, link.base), link, pair.subject)


def compare(
    measures: Iterable[str],
    assume: Iterable[str] = (),
    bounds: bool = True,
    seconds: float = SECONDS,
    progress: Progress | None = None,
) -> Comparison:
    """Every pair of the measures: equivalent or discordant, and which is at most the other.

    FormulaError, in one line, for bad input.
    """
    work = Comparing(tuple(measures), tuple(assume), seconds, bounds)
    for step in work:
        if progress is not None:
            progress(step)
    return work.report()


# --- verification --------------------------------------------------------------------------


def verify_comparison(data: dict[str, Any]) -> Iterator[Checked]:
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
            yield Checked(name, outcome, f"malformed: {type(error).__name__} {error}")
        else:
            yield Checked(name, outcome)
    if len(pairs) == len(entries):
        classes = Comparison(names, assume, tuple(pairs)).to_data()["classes"]
        if data.get("classes") != classes:
            yield Checked("classes", "proved", "the classes do not follow from the pairs")


def _rebuilt(pair: Pair, entry: Any, known: dict[tuple[str, Parameters], Ranked]) -> Pair:
    if entry["link"] is not None:
        told = entry["link"]
        one, other = told["functions"]
        positive = tuple(told["positive"])
        if not set(positive) <= {"P", "N"}:
            raise CertificateError("positive sizes are P and N")
        link = Link(told["base"], (one, other), told["low"], told["high"], positive)
        proof = replayed_verdict(_statement(pair, link), entry["proof"], {})
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
    samples = [s for s in _samples(pair) if tuple((k, str(v)) for k, v in s.items()) == shown]
    if not samples or type(saved["n"]) is not int or saved["n"] > LARGEST:
        raise CertificateError("the parameters or the size of the witness are not looked at")
    found = first_discordance(pair, saved["n"], known, samples)
    if found is None:
        raise CertificateError("the two matrices are ranked alike")
    return replace(pair, witness=found[0], parameters=found[1])
