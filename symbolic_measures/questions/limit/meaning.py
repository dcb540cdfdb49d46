"""What does a measure tend to?  A parameter or a cell moves; pattern by pattern, with proof.

For each side and each pattern of zero cells there is a certificate (`meaning.approaches`), replayed
by the kernel: a limit, plus or minus infinity, or that the measure is undefined (or the assumptions
fail) on the way.  Two sides agree, and a claimed limit is right, if that is proved of the limits.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from symbolic_measures.meaning.approaches import Approach, approaches, limit_statement
from symbolic_measures.meaning.measure import Measure, Reading
from symbolic_measures.meaning.measures import formula_names
from symbolic_measures.meaning.property import C
from symbolic_measures.meaning.replay import replayed_verdict
from symbolic_measures.meaning.subjects import measure, measure_data, reading_from_data
from symbolic_measures.nouns.answers import Symbolic
from symbolic_measures.nouns.confusion import CELLS, QUANTITIES
from symbolic_measures.nouns.errors import CertificateError, FormulaError
from symbolic_measures.nouns.formula import Formula, formula, symbol
from symbolic_measures.nouns.parser import identifiers, parse
from symbolic_measures.nouns.question import Kinds, Question, Replay
from symbolic_measures.nouns.saved import MALFORMED, SCHEMA, Checked, exactly
from symbolic_measures.nouns.shown import Answer
from symbolic_measures.nouns.statement import Atom, Goal, Statement, Variable
from symbolic_measures.nouns.verdict import Outcome, Verdict


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
class Limit(Symbolic, Answer, kind="limit"):
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
    sympy_form = "of_limit"

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
            "measure": measure_data(self.reading),
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


def subject_of(text: str | Measure, to: str, assume: Iterable[str] = ()) -> Measure:
    """The measure; what moves is declared if it is a parameter of which nothing is assumed.

    Who has assumed something of it has declared it, and gets the same error again.
    """
    if isinstance(text, Measure):
        return text
    conditions = list(assume)
    moving = to.partition("->")[0].strip()
    occurs = moving in identifiers(text) and moving not in QUANTITIES
    try:
        return measure(text, assume=conditions)
    except FormulaError:
        if not occurs:
            raise
    return measure(text, assume=[*conditions, moving])


def replay(data: Any, kinds: Kinds) -> Replay:
    """Rebuilds every statement from the measure, the way and the certificates, and replays it."""
    exactly(data, "measure", "to", "value", "verdict", "pieces", "agreement", "claim", "claimed",
            "complete")  # fmt: skip
    subject = reading_from_data(data).measure
    if data["measure"] != measure_data(Reading(subject)) or subject.classes != 2:
        raise CertificateError("a limit is that of a binary formula as written")
    if not isinstance(data["claim"], str | None):
        raise CertificateError("a claim is a text")
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
    if len(pieces) < len(wanted):
        return None
    return (yield from _check_summary(data, subject, tuple(pieces)))


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


def _check_summary(data: Any, subject: Measure, pieces: tuple[Piece, ...]) -> Replay:
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
            if statement is not None:
                verdict = replayed_verdict(statement, entry, {})
            unknown = any(piece.kind == "open" for piece in pieces)
            if name == "claimed" and verdict and verdict.outcome == "proved" and unknown:
                raise CertificateError("the limit is not known at every pattern")
            found[name] = verdict
        except (CertificateError, FormulaError) as error:
            yield Checked(name, outcome, str(error))
            return None
        if verdict is not None:
            yield Checked(name, verdict.outcome)
    report = Limit(subject, str(data["to"]), pieces, claim, complete=whole, **found)
    same = (data["value"], data["verdict"]) == (report.value or None, report.outcome)
    problem = "" if same else "what is said of the whole does not follow"
    yield Checked("limit", report.outcome, problem)
    return report


def parts(question: Question) -> dict[str, Any]:
    """The parts of a saved answer that say what was asked."""
    asked = vars(question)
    subject = subject_of(asked["measure"], asked["to"], asked["assume"])
    return {"measure": measure_data(Reading(subject)), "to": asked["to"],
            "claim": asked["claim"] or None}  # fmt: skip


def told(answer: Answer) -> str:
    """The answer in a word: the verdict on the claim, or the limit."""
    data = answer.to_data()
    return str(data["verdict"] if data["claim"] else data["value"])


def unmet(question: Question, answer: Answer) -> list[str]:
    """What was required and is not proved."""
    data = answer.to_data()
    open_claim = data["claim"] and data["verdict"] != "proved"
    return [f"that the limit is {data['claim']} is {data['verdict']}"] if open_claim else []
