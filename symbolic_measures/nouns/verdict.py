"""Verdicts: proved with a proof tree, refuted with a witness, undecided, or not applicable.

A `Step` only names a rule and its arguments; what remains to be shown after it is computed by
the kernel.  A `Witness` gives the point at which one goal of the statement fails.  Both are
plain data and go through JSON and back without loss.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import isqrt
from typing import Any, Literal

from symbolic_measures.nouns.answers import Decided
from symbolic_measures.nouns.confusion import CELLS, labelings
from symbolic_measures.nouns.errors import CertificateError
from symbolic_measures.nouns.shown import Shown
from symbolic_measures.nouns.statement import Statement

Outcome = Literal["proved", "refuted", "undecided", "not-applicable"]
Exact = str | list[str]
#: One glyph for each outcome, the same in every report.
GLYPHS: dict[str, str] = {
    "proved": "\u2713",
    "refuted": "\u2717",
    "undecided": "?",
    "not-applicable": "\u2013",
}
#: The sizes of an expectation of two classes.
SIZES = ("n", "P", "Phat")


@dataclass(frozen=True)
class Step(Shown):
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
        if set(data) - {"rule", "args", "premises"}:
            raise CertificateError("a proof step has a rule, args and premises, and nothing else")
        args, premises = data.get("args", {}), data.get("premises", [])
        if not isinstance(args, dict) or not isinstance(premises, list):
            raise CertificateError("args is an object and premises a list")
        below = tuple(cls.from_data(premise, depth + 1) for premise in premises)
        return cls(data["rule"], args, below)

    def rules(self) -> set[str]:
        """Names of all rules used."""
        return {self.rule}.union(*(premise.rules() for premise in self.premises))

    def __str__(self) -> str:
        """The tree, one step a line, premises indented."""
        told = "".join(f" {name}={value!r}" for name, value in self.args.items())
        below = (line for premise in self.premises for line in str(premise).splitlines())
        return "\n".join((self.rule + told, *(f"  {line}" for line in below)))


#: The keys of the matrices of a witness after the first.
FOLLOWING = ("to", "then")


@dataclass(frozen=True)
class Witness(Shown):
    """A point at which goal number `goal` fails.

    `kind` is `matrix`, `pair`, `point`, `expectation` or `labelings`; `point` gives the variables
    of the goal (exact numbers as text), of which `parameters` are the parameters; `matrices` the
    confusion matrices that the goal speaks of, `values` what the measure is there.  For
    `expectation`, `matrices` holds two triples (n, P, Phat); for `labelings` one row of eight
    numbers x_abc of elements with labels a in A, b in B, c in C, and the values are M(A, B),
    M(B, C), M(A, C) and M at the diagonal matrix (TP2, 0, 0, TN2) of the point.  Of m > 2 classes
    there are m^2 cells, m^3 numbers x_abc, and m true and m predicted sizes.  `minimal`:
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
        """JSON form, with the four cells by name; of more classes as `matrix`, true class first."""
        shown = [_named(self.kind, tuple(map(_number, cells))) for cells in self.matrices]
        data: dict[str, Any] = {"kind": self.kind, **(shown[0] if shown else {})}
        data |= dict(zip(FOLLOWING, shown[1:]))
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
            kind = str(data["kind"])
            places = [_unnamed(kind, place) for place in (data, *map(data.get, FOLLOWING)) if place]
            return cls(
                kind,
                int(data["goal"]),
                {str(k): str(v) for k, v in data["point"].items()},
                {str(k): str(v) for k, v in data["parameters"].items()},
                tuple(place for place in places if place),
                tuple(data["values"]),
                data["minimal"] is True,
            )
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise CertificateError(f"a witness is not well formed: {error}") from None

    def __str__(self) -> str:
        told = [_told(self.kind, self.matrices)] if self.matrices else []
        given = self.parameters if self.matrices else self.point
        told += [f"{name} = {value}" for name, value in given.items()]
        values = [v if isinstance(v, str) else f"[{v[0]}, {v[1]}]" for v in self.values]
        worth = f" with {'values' if values[1:] else 'value'} {', '.join(values)}" if values else ""
        return ", ".join(told) + worth + ("; nothing smaller fails" if self.minimal else "")


def _told(kind: str, matrices: tuple[tuple[str, ...], ...]) -> str:
    """The numbers of a witness: `(TP, FN, FP, TN) = (0, 1, 2, 1) and (0, 2, 1, 1)`."""
    shown = [_named(kind, tuple(map(_number, cells))) for cells in matrices]
    rows = [", ".join(map(str, named.values())) for named in shown]
    names = ", ".join(shown[0])
    if len(shown[0]) < len(SIZES):
        return f"{names} = {' and '.join(rows)}"
    return f"({names}) = {' and '.join(f'({row})' for row in rows)}"


def _named(kind: str, cells: tuple[int | str, ...]) -> dict[str, Any]:
    """The numbers of a witness by name."""
    if kind == "expectation" and len(cells) > len(SIZES):
        half = len(cells) // 2
        return {"true": list(cells[:half]), "predicted": list(cells[half:])}
    if kind == "labelings":
        return dict(zip(labelings(round(len(cells) ** (1 / 3))), cells, strict=True))
    if kind != "expectation" and len(cells) != len(CELLS):
        rows = isqrt(len(cells))
        return {"matrix": [list(cells[i : i + rows]) for i in range(0, len(cells), rows)]}
    return dict(zip(SIZES if kind == "expectation" else CELLS, cells, strict=True))


def _unnamed(kind: str, data: Mapping[str, Any]) -> tuple[str, ...]:
    """Inverse of `_named`; () if there are no such numbers."""
    if kind == "expectation" and "true" in data:
        return tuple(map(str, (*data["true"], *data["predicted"])))
    if kind == "labelings":
        return tuple(str(cell) for name, cell in data.items() if name.startswith("x_"))
    if kind != "expectation" and "matrix" in data:
        return tuple(str(cell) for row in data["matrix"] for cell in row)
    names = SIZES if kind == "expectation" else CELLS
    return tuple(str(data[name]) for name in names) if names[0] in data else ()


def _number(text: str) -> int | str:
    return int(text) if text.lstrip("-").isdigit() else text


@dataclass(frozen=True)
class Verdict(Decided, Shown):
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

    def __repr__(self) -> str:
        return f"Verdict({self.property!r}, {self.outcome!r})"

    def __str__(self) -> str:
        told = f"{GLYPHS[self.outcome]} {self.property}: {self.outcome.replace('-', ' ')}"
        if self.witness is not None:
            return f"{told} at {self.witness}"
        if self.proof is not None and self.outcome == "proved":
            return f"{told}, by {', '.join(sorted(self.proof.rules() - {'every-goal'}))}"
        return f"{told}, {self.reason}" if self.reason else told
