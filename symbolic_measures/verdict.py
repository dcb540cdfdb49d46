"""Verdicts: proved with a proof tree, refuted with a witness, undecided, or not applicable.

A `Step` only names a rule and its arguments; what remains to be shown after it is computed by
the kernel.  A `Witness` gives the point at which one goal of the statement fails.  Both are
plain data and go through JSON and back without loss.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from symbolic_measures.confusion import CELLS, LABELINGS
from symbolic_measures.statement import Statement

Outcome = Literal["proved", "refuted", "undecided", "not-applicable"]
Exact = str | list[str]

#: One glyph for each outcome, the same in every report.
GLYPHS: dict[str, str] = {
    "proved": "\u2713",
    "refuted": "\u2717",
    "undecided": "?",
    "not-applicable": "\u2013",
}


#: What the numbers of a witness are called, where they are not the cells of a matrix.
_NAMES: dict[str, tuple[str, ...]] = {
    "expectation": ("n", "P", "Phat"),
    "labelings": LABELINGS,
}


class CertificateError(ValueError):
    """A saved verdict cannot be read, or does not verify; the message says where."""


@dataclass(frozen=True)
class Step:
    """One step of a proof: rule, arguments, and the proofs of the subgoals."""

    rule: str
    args: Mapping[str, Any] = field(default_factory=dict)
    premises: tuple[Step, ...] = ()

    def to_data(self) -> dict[str, Any]:
        """JSON form; empty parts are left out."""
        data: dict[str, Any] = {"rule": self.rule}
        if self.args:
            data["args"] = dict(self.args)
        if self.premises:
            data["premises"] = [premise.to_data() for premise in self.premises]
        return data

    @classmethod
    def from_data(cls, data: object, depth: int = 0) -> Step:
        """Inverse of `to_data`; CertificateError for anything else."""
        if not isinstance(data, dict) or not isinstance(data.get("rule"), str) or depth > 200:
            raise CertificateError("a proof step is an object with a rule")
        args, premises = data.get("args", {}), data.get("premises", [])
        if not isinstance(args, dict) or not isinstance(premises, list):
            raise CertificateError("args is an object and premises a list")
        below = tuple(cls.from_data(premise, depth + 1) for premise in premises)
        return cls(data["rule"], args, below)

    def rules(self) -> set[str]:
        """Names of all rules used."""
        return {self.rule}.union(*(premise.rules() for premise in self.premises))


@dataclass(frozen=True)
class Witness:
    """A point at which goal number `goal` fails.

    `kind` is `matrix`, `pair`, `point`, `expectation` or `labelings`; `point` gives the variables
    of the goal (exact numbers as text), of which `parameters` are the parameters; `matrices` the
    confusion matrices that the goal speaks of, `values` what the measure is there.  For
    `expectation`, `matrices` holds two triples (n, P, Phat); for `labelings` one row of eight
    numbers x_abc of elements with labels a in A, b in B, c in C, and the values are M(A, B),
    M(B, C), M(A, C) and M at the diagonal matrix (TP2, 0, 0, TN2) of the point.  `minimal`:
    everything smaller was enumerated, at these parameter values, and none of it fails.
    """

    kind: str
    goal: int
    point: Mapping[str, str]
    parameters: Mapping[str, str]
    matrices: tuple[tuple[str, ...], ...]
    values: tuple[Exact, ...]
    minimal: bool

    def to_data(self) -> dict[str, Any]:
        """JSON form, with the four cells by name."""
        names = _NAMES.get(self.kind, CELLS)
        shown: list[dict[str, Any]] = [
            dict(zip(names, map(_number, cells), strict=True)) for cells in self.matrices
        ]
        data: dict[str, Any] = {"kind": self.kind, **(shown[0] if shown else {})}
        if len(shown) > 1:
            data["to"] = shown[1]
        return {
            **data,
            "values": list(self.values),
            "parameters": dict(self.parameters),
            "minimal": self.minimal,
            "goal": self.goal,
            "point": dict(self.point),
        }

    @classmethod
    def from_data(cls, data: object) -> Witness:
        """Inverse of `to_data`; CertificateError for anything else."""
        try:
            if not isinstance(data, dict):
                raise TypeError("a witness is an object")
            names = _NAMES.get(data["kind"], CELLS)
            places = [place for place in (data, data.get("to")) if place and names[0] in place]
            return cls(
                str(data["kind"]),
                int(data["goal"]),
                {str(k): str(v) for k, v in data["point"].items()},
                {str(k): str(v) for k, v in data["parameters"].items()},
                tuple(tuple(str(place[name]) for name in names) for place in places),
                tuple(data["values"]),
                data["minimal"] is True,
            )
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise CertificateError(f"a witness is not well formed: {error}") from None


def _number(text: str) -> int | str:
    return int(text) if text.lstrip("-").isdigit() else text


@dataclass(frozen=True)
class Verdict:
    """What is known of one property of one reading of a measure.

    `value` is the answer of properties that have one (`range`, `undefined-set`); `reason` says
    why it is undecided or not applicable; `assumptions` names what was trusted beyond the
    kernel, and is empty for everything the kernel replays.
    """

    property: str
    outcome: Outcome
    statement: Statement
    proof: Step | None = None
    witness: Witness | None = None
    value: Any = None
    reason: str = ""
    assumptions: tuple[str, ...] = ()
    seconds: float = 0.0

    def to_data(self) -> dict[str, Any]:
        """JSON form."""
        return {
            "property": self.property,
            "verdict": self.outcome,
            "statement": self.statement.to_data(),
            "witness": None if self.witness is None else self.witness.to_data(),
            "value": self.value,
            "proof": None if self.proof is None else self.proof.to_data(),
            "rules": sorted(self.proof.rules()) if self.proof else [],
            "assumptions": list(self.assumptions),
            "reason": self.reason,
            "seconds": round(self.seconds, 4),
        }
