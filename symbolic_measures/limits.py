"""What does a measure tend to?  A parameter or a cell moves; pattern by pattern, with proof.

For each side and each pattern of zero cells there is a certificate (`catalog.limits`), replayed by
the kernel: a limit, plus or minus infinity, or that the measure is undefined (or the assumptions
fail) on the way.  Two sides agree, and a claimed limit is right, if that is proved of the limits.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from symbolic_measures.catalog.limits import Approach, approaches, limit_statement
from symbolic_measures.catalog.measures import formula_names
from symbolic_measures.catalog.properties import C
from symbolic_measures.confusion import CELLS, QUANTITIES
from symbolic_measures.formula import Formula, FormulaError, formula, symbol
from symbolic_measures.measure import Measure, Reading
from symbolic_measures.notebook import FormattedReport
from symbolic_measures.parser import identifiers, parse
from symbolic_measures.search.clock import Clock
from symbolic_measures.search.engine import decide
from symbolic_measures.search.leading import certificates
from symbolic_measures.session import (
    MALFORMED,
    SCHEMA,
    SECONDS,
    Checked,
    Progress,
    Report,
    exactly,
    measure,
    reading_from_data,
    replayed_verdict,
)
from symbolic_measures.statement import Atom, Goal, Statement, Variable
from symbolic_measures.verdict import CertificateError, Outcome, Verdict


@dataclass(frozen=True)
class Piece:
    """One side, one pattern of the cells that stay: what is proved there."""

    approach: Approach
    support: tuple[str, ...]
    verdict: Verdict

    @property
    def kind(self) -> str:
        """`finite`, `infinite`, `undefined`, `excluded`, or `open`."""
        proved = self.verdict.outcome == "proved"
        return str(self.verdict.value["kind"]) if proved else "open"

    @property
    def infinite(self) -> int:
        """1 for oo, -1 for -oo, else 0."""
        return int(self.verdict.value["sign"]) if self.kind == "infinite" else 0

    @property
    def limit(self) -> str:
        """The limit as text; nothing if there is none."""
        value = self.verdict.value
        match self.kind:
            case "finite":
                return str(value["limit"])
            case "infinite":
                return "oo" if self.infinite > 0 else "-oo"
        return ""


@dataclass(frozen=True)
class Limit(FormattedReport, formats="limit"):
    """What was found about `subject` as `to` ("r -> 0").

    `value` is the limit at the largest pattern, and at every other pattern whose certificate has
    the same text.  `agreement` compares the two sides, `claimed` the limits with `claim`.
    """

    subject: Measure
    to: str
    pieces: tuple[Piece, ...]
    claim: str = ""
    agreement: Verdict | None = None
    claimed: Verdict | None = None
    complete: bool = True

    @property
    def reading(self) -> Reading:
        """The formula as written."""
        return Reading(self.subject)

    @property
    def verdicts(self) -> tuple[Verdict, ...]:
        """Verdicts on the measure itself: none."""
        return ()

    @property
    def value(self) -> str:
        """The limit at the largest pattern on the way to which the measure is defined; else "".

        None where the two sides do not agree.
        """
        if self.agreement is not None and self.agreement.outcome != "proved":
            return ""
        there = (piece for piece in self.pieces if piece.kind not in ("undefined", "excluded"))
        return next((piece.limit for piece in there), "")

    @property
    def outcome(self) -> Outcome:
        """Of the claim, if there is one; else `proved` if the limit is known at every pattern.

        `refuted`: the two sides have different limits.
        """
        if self.claimed is not None:
            return self.claimed.outcome
        if self.agreement is not None and self.agreement.outcome != "proved":
            return self.agreement.outcome
        known = self.complete and all(piece.kind != "open" for piece in self.pieces)
        return "proved" if known and self.value else "undecided"

    def to_data(self) -> dict[str, Any]:
        """JSON form (schema 1)."""
        return {
            "schema": SCHEMA,
            "measure": Report(self.reading).to_data()["measure"],
            "to": self.to,
            "value": self.value or None,
            "verdict": self.outcome,
            "pieces": [
                {
                    "from": piece.approach.side,
                    "support": list(piece.support),
                    **piece.verdict.to_data(),
                }
                for piece in self.pieces
            ],
            "agreement": None if self.agreement is None else self.agreement.to_data(),
            "claim": self.claim or None,
            "claimed": None if self.claimed is None else self.claimed.to_data(),
            "complete": self.complete,
        }


# --- statements about limits ------------------------------------------------------------------


def _still(subject: Measure, approach: Approach, support: tuple[str, ...]) -> dict[str, Any]:
    """A goal about what does not move."""
    moving = approach.variable
    fixed = tuple(v for v in subject.variables if v.name != moving)
    given = tuple(a for a in subject.conditions if moving not in a.expr.symbols())
    matrix = tuple(cell if n in support else formula(0) for n, cell in zip(CELLS, C, strict=True))
    return {
        "variables": tuple(Variable(name, "natural") for name in support) + fixed,
        "hypotheses": (*given, *(Atom(symbol(name) - 1, ">=") for name in support)),
        "matrices": () if approach.is_cell else (matrix,),
        "blocks": (support,) if support else (),
    }


def _restricted(text: str, subject: Measure, support: tuple[str, ...]) -> Formula:
    """A limit at the matrices of a pattern."""
    tree = parse(text, names={}, parameters=(*CELLS, *subject.parameters))
    return tree.at(**{name: 0 for name in CELLS if name not in support})


def _shown_limit(piece: Piece, subject: Measure) -> Formula:
    """The limit of a piece; oo or -oo as it is shown."""
    if piece.infinite:
        ends = formula(piece.infinite), formula(-1), formula(1)
        return Formula("extended", *ends, formula(0))
    return _restricted(piece.limit, subject, piece.support)


def agreement(subject: Measure, pieces: Iterable[Piece]) -> Statement | None:
    """The limits from the two sides are equal, wherever both exist; None if nowhere both.

    Infinite limits are equal if their signs are; none of them is a finite one.
    """
    known = [piece for piece in pieces if piece.kind in ("finite", "infinite")]
    goals = []
    for one in known:
        for two in known:
            if one.approach.above and not two.approach.above and one.support == two.support:
                sides = [_shown_limit(p, subject) for p in (one, two)]
                signs = [formula(p.infinite) for p in (one, two)]
                base = _still(subject, one.approach, one.support)
                compared = signs if one.infinite or two.infinite else sides
                conclusion = Atom(compared[0] - compared[1], "==")
                goals.append(
                    Goal(conclusion=conclusion, values=tuple(sides), label="above, below", **base)
                )
    sentence = "The limits from above and from below are equal."
    return Statement("two-sided", subject.name, sentence, tuple(goals)) if goals else None


def claim_of(text: str, subject: Measure, approach: Approach) -> Formula:
    """The claimed limit; FormulaError if it contains what moves."""
    names = {**formula_names(), **QUANTITIES}
    tree = parse(text, names=names, parameters=subject.parameters)
    if approach.variable in tree.symbols():
        raise FormulaError(f"the limit {text!r} contains {approach.variable}, which moves")
    unknown = [n for n in tree.symbols() if n not in (*CELLS, *subject.parameters)]
    if unknown:
        raise FormulaError(f"the limit {text!r} has a parameter that the measure has not")
    return tree


def claim_statement(subject: Measure, pieces: Iterable[Piece], text: str) -> Statement:
    """The limit is the claimed one wherever both are defined; nowhere is it infinite there."""
    goals = []
    for piece in pieces:
        claimed = claim_of(text, subject, piece.approach).at(
            **{name: 0 for name in CELLS if name not in piece.support}
        )
        base = _still(subject, piece.approach, piece.support)
        if piece.kind == "infinite":
            conclusion = Atom(claimed, "undefined")
            goals.append(Goal(conclusion=conclusion, values=(claimed,), label="infinite", **base))
        if piece.kind == "finite":
            limit = _restricted(piece.limit, subject, piece.support)
            base["hypotheses"] += (Atom(claimed, "defined"),)
            conclusion = Atom(limit - claimed, "==")
            goals.append(
                Goal(conclusion=conclusion, values=(limit, claimed), label="the limit", **base)
            )
    sentence = f"Wherever the measure has a limit and {text} is defined, that is the limit."
    return Statement("limit-claim", subject.name, sentence, tuple(goals))


# --- finding ------------------------------------------------------------------------------------


@dataclass
class Approaching:
    """The work on one limit; iterate, then `report()` says what is known."""

    subject: Measure
    to: str
    claim: str = ""
    seconds: float = SECONDS
    pieces: list[Piece] = field(default_factory=list)
    finished: bool = False

    def __post_init__(self) -> None:
        self.ways = approaches(self.to, self.subject)
        if self.claim:
            claim_of(self.claim, self.subject, self.ways[0])
        self.proposed: list[str] = []
        self.agreement: Verdict | None = None
        self.claimed: Verdict | None = None

    def __iter__(self) -> Iterator[str]:
        for approach in self.ways:
            for support in approach.supports():
                yield f"{self.to} {approach.side}".strip() + f" ({', '.join(support)})"
                self._piece(approach, support)
        two = agreement(self.subject, self.pieces)
        if two is not None:
            self.agreement = decide(two, self.seconds)
        if self.claim:
            self.claimed = self._judged()
        self.finished = True

    def _piece(self, approach: Approach, support: tuple[str, ...]) -> None:
        clock, reason = Clock(self.seconds), "no way to write it that has a value at the end"
        for value in certificates(self.subject, approach, support, self.proposed):
            if clock.left() <= 0:
                reason = f"stopped after {self.seconds:g} seconds"
                break
            statement = limit_statement(self.subject, approach, support, value)
            verdict = decide(statement, clock.left(), value)
            if verdict.outcome == "proved":
                self.pieces.append(Piece(approach, support, verdict))
                if value["kind"] == "finite" and value["limit"] not in self.proposed[:1]:
                    self.proposed = [*self.proposed[:1], value["limit"]]
                return
            reason = verdict.reason or reason
        empty = Statement("limit", self.subject.name, "It is not known what it tends to.", ())
        self.pieces.append(
            Piece(approach, support, Verdict("limit", "undecided", empty, reason=reason))
        )

    def _judged(self) -> Verdict:
        statement = claim_statement(self.subject, self.pieces, self.claim)
        if any(piece.kind == "open" for piece in self.pieces):
            verdict = decide(statement, self.seconds) if statement.goals else None
            if verdict is not None and verdict.outcome == "refuted":
                return verdict
            reason = "the limit is not known at every pattern"
            return Verdict(statement.property, "undecided", statement, reason=reason)
        if not statement.goals:
            reason = "there is no limit to compare with"
            return Verdict(statement.property, "undecided", statement, reason=reason)
        return decide(statement, self.seconds)

    def report(self) -> Limit:
        """What is known so far."""
        return Limit(
            self.subject, self.to, tuple(self.pieces), self.claim, self.agreement, self.claimed,
            self.finished,
        )  # fmt: skip


def subject_of(text: str | Measure, to: str, assume: Iterable[str] = ()) -> Measure:
    """The measure; what moves is declared if it is a parameter of which nothing is assumed."""
    if isinstance(text, Measure):
        return text
    conditions = list(assume)
    moving = to.partition("->")[0].strip()
    declared = {word for item in conditions for word in identifiers(item)}
    occurs = moving in identifiers(text) and moving.isidentifier() and moving not in QUANTITIES
    try:
        return measure(text, assume=conditions)
    except FormulaError:
        if not occurs or moving in declared:
            raise
    return measure(text, assume=[*conditions, moving])


def find_limit(
    text: str | Measure,
    to: str,
    claim: str = "",
    assume: Iterable[str] = (),
    seconds: float = SECONDS,
    progress: Progress | None = None,
) -> Limit:
    """What `session.limit` answers."""
    work = Approaching(subject_of(text, to, assume), to, claim, seconds)
    for step in work:
        if progress is not None:
            progress(step)
    return work.report()


# --- verification ---------------------------------------------------------------------------------


def verify_limit(data: Any) -> Iterator[Checked]:
    """Rebuilds every statement from the measure, the way and the certificates, and replays it."""
    exactly(data, "measure", "to", "value", "verdict", "pieces", "agreement", "claim", "claimed",
            "complete")  # fmt: skip
    subject = reading_from_data(data).measure
    if data["measure"] != Report(Reading(subject)).to_data()["measure"] or subject.classes != 2:
        raise CertificateError("a limit is that of a binary formula as written")
    try:
        ways = approaches(str(data["to"]), subject)
        entries = list(data["pieces"])
        wanted = [(way, support) for way in ways for support in way.supports()]
        if data["complete"] is not True:
            wanted = wanted[: len(entries)]
        if len(entries) != len(wanted):
            raise CertificateError("a pattern is missing")
    except FormulaError as error:
        raise CertificateError(str(error)) from None
    except MALFORMED as error:
        raise CertificateError(f"not a saved limit: {type(error).__name__} {error}") from None
    pieces: list[Piece] = []
    for (approach, support), entry in zip(wanted, entries, strict=True):
        name = f"{data['to']} {approach.side}".strip() + f" ({', '.join(support)})"
        try:
            pieces.append(_replayed_piece(subject, approach, support, entry))
        except CertificateError as error:
            yield Checked(name, "proved", str(error))
        else:
            yield Checked(name, pieces[-1].verdict.outcome)
    if len(pieces) == len(wanted):
        yield from _check_summary(data, subject, tuple(pieces))


def _replayed_piece(
    subject: Measure, approach: Approach, support: tuple[str, ...], entry: Any
) -> Piece:
    if not isinstance(entry, dict):
        raise CertificateError("a piece is an object")
    own = dict(entry)
    if own.pop("from", None) != approach.side or own.pop("support", None) != list(support):
        raise CertificateError("not the piece that comes here")
    if own.get("verdict") == "undecided":
        empty = Statement("limit", subject.name, "It is not known what it tends to.", ())
        return Piece(approach, support, replayed_verdict(empty, own, {}))
    if own.get("verdict") != "proved" or not isinstance(own.get("value"), dict):
        raise CertificateError("a certificate is proved, or it is none")
    try:
        statement = limit_statement(subject, approach, support, own["value"])
    except FormulaError as error:
        raise CertificateError(str(error)) from None
    return Piece(approach, support, replayed_verdict(statement, own, {}, own["value"]))


def _check_summary(data: Any, subject: Measure, pieces: tuple[Piece, ...]) -> Iterator[Checked]:
    """The comparison of the sides, the claim, and what is said of all."""
    claim, whole = data["claim"] or "", data["complete"] is True
    found: dict[str, Verdict | None] = {}
    for name in ("agreement", "claimed"):
        entry = data[name]
        outcome = str(entry.get("verdict")) if isinstance(entry, dict) else "none"
        try:
            if name == "agreement":
                statement = agreement(subject, pieces) if whole else None
            else:
                statement = claim_statement(subject, pieces, claim) if claim and whole else None
            if (entry is None) != (statement is None):
                raise CertificateError(f"{name} is decided where there is something to decide")
            verdict = None
            if statement is not None and entry is not None:
                verdict = replayed_verdict(statement, entry, {})
            unknown = any(piece.kind == "open" for piece in pieces)
            if name == "claimed" and verdict and verdict.outcome == "proved" and unknown:
                raise CertificateError("the limit is not known at every pattern")
            found[name] = verdict
        except (CertificateError, FormulaError) as error:
            yield Checked(name, outcome, str(error))
            return
        if verdict is not None:
            yield Checked(name, verdict.outcome)
    report = Limit(subject, str(data["to"]), pieces, claim, complete=whole, **found)
    same = (data["value"], data["verdict"]) == (report.value or None, report.outcome)
    problem = "" if same else "what is said of the whole does not follow"
    yield Checked("limit", report.outcome, problem)
