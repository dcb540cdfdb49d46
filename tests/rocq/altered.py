"""Mutants: exported files with one thing wrong, which Rocq must refuse.

Each kind changes the text of an exported verdict at some places.  `prove_all` (or `fails`) of the
mutant is then computed in Rocq and must be false; that of the original must be true.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from symbolic_measures import check
from symbolic_measures.doors.export.rocq import CLASS_MODULES, HEADER, measure_file

#: What a file about several classes uses besides.
USED = f"Import {' '.join(CLASS_MODULES)}.\n"
Change = Callable[[str], Iterator[str]]


@dataclass(frozen=True)
class Mutant:
    """One wrong file: its kind, its text up to the claim, and the claim that must be false."""

    kind: str
    text: str
    claim: str


def each(pattern: str, replacement: str, skip: int = 0) -> Change:
    """The text with one match replaced, for one match after the other."""

    def change(text: str) -> Iterator[str]:
        for number, found in enumerate(re.finditer(pattern, text)):
            if number >= skip:
                new = found.expand(replacement)
                yield text[: found.start()] + new + text[found.end() :]

    return change


#: kind: (measure, property, what is changed, how), where a proof or its measure is changed.
KINDS: dict[str, tuple[tuple[str, str, str, Change], ...]] = {
    "formula": (
        ("F1", "weakly-monotone", "definition", each(r"2 \* TP", "3 * TP")),
        ("Jaccard", "weakly-monotone", "definition", each(r"\+ FP", "+ TN")),
        ("accuracy", "symmetry", "definition", each(r"TP \+ TN", "TP + FN")),
    ),
    "statement": (
        ("F1", "symmetry", "claim", each("symmetry_goals", "class_symmetry_goals")),
        ("F1", "weakly-monotone", "claim", each("weakly_monotone_goals", "monotone_goals")),
        (
            "F1",
            "maximal-agreement",
            "claim",
            each("maximal_agreement_goals", "minimal_agreement_goals"),
        ),
    ),
    "polynomial": (
        (
            "F1",
            "weakly-monotone",
            "proof",
            each(r"NDiv (\S+ \(Out \()PX \(Pc (\d)\)", r"NDiv \1PX (Pc 1\2)"),
        ),
        ("CC", "symmetry", "proof", each(r"\(PX \(Pc 1\) 1", "(PX (Pc 5) 1")),
        ("accuracy", "monotone", "proof", each(r"\(PX \(Pc 1\) 1", "(PX (Pc 5) 1")),
    ),
    "sign": (
        ("accuracy", "monotone", "proof", each(r"\] true\n", "] false\n")),
        ("Jaccard", "weakly-monotone", "proof", each(r"\] true\n", "] false\n")),
        ("F1", "weakly-monotone", "proof", each(r"\] true\n", "] false\n")),
    ),
    "strictness": (
        ("F1", "maximal-agreement", "proof", each(r",GE\)", ",GT)")),
        ("F1", "maximal-agreement", "proof", each(r"false \(Keep", "true (Keep")),
        ("accuracy", "maximal-agreement", "proof", each(r",GE\)", ",GT)")),
    ),
    "hypothesis": (
        ("F1", "maximal-agreement", "proof", each(r"Keep \[(\d)%nat;\d%nat\]", r"Keep [\1%nat]")),
        ("F1", "weakly-monotone", "proof", each(r"Same (\d) ", r"Same 1\1 ")),
        ("Jaccard", "weakly-monotone", "proof", each(r"Same (\d) ", r"Same 1\1 ")),
    ),
    "index": (
        ("F1", "maximal-agreement", "proof", each(r"ZeroN (\d)", r"ZeroN 1\1")),
        ("F1", "maximal-agreement", "proof", each(r"Contra (\d)", r"Contra 1\1")),
        ("accuracy", "maximal-agreement", "proof", each(r"ZeroN (\d)", r"ZeroN 1\1")),
    ),
    "witness value": (
        ("F1", "monotone", "proof", each(r"\(2%positive,\(1 # 1\)%Q\)", "(2%positive,(0 # 1)%Q)")),
        (
            "F1",
            "minimal-agreement",
            "proof",
            each(r"\(4%positive,\(1 # 1\)%Q\)", "(4%positive,(0 # 1)%Q)"),
        ),
        (
            "accuracy",
            "tn-invariance",
            "proof",
            each(r"\(9%positive,\(1 # 1\)%Q\)", "(9%positive,(0 # 1)%Q)"),
        ),
    ),
    "parameter domain": (
        ("F_beta", "weakly-monotone", "definition", each(r"\[Is .*\]", "[]")),
        ("F_beta", "weakly-monotone", "definition", each(r"GT\]", "NE]")),
        ("F_beta", "maximal-agreement", "definition", each(r"\[Is .*\]", "[]")),
    ),
    "case left out": (
        ("F1", "weakly-monotone", "claim", each(r"; \w+_3\]", "]")),
        ("F1", "maximal-agreement", "claim", each(r"; \w+_1\]", "]")),
        ("accuracy", "monotone", "claim", each(r"; \w+_3\]", "]")),
    ),
    "expectation weight": (
        ("BA", "constant-baseline", "definition", each(r"\) / 2", ") / 3")),
        ("kappa", "constant-baseline", "claim", each(r"_goals \(0\)", "_goals (1)")),
        ("CC", "constant-baseline", "claim", each(r"_goals \(0\)", "_goals (1)")),
        ("F1", "constant-baseline", "claim", each(r"mean F1 2 0 1", "mean F1 2 1 1")),
        ("FM", "constant-baseline", "claim", each(r"mean FM 2 2 1", "mean FM 2 1 1")),
    ),
    "end of the range": (
        ("F1", "range", "claim", each(r"Attained \(1\)", "Attained (2)")),
        ("kappa", "range", "claim", each(r"Attained \(- 1\)", "Attained (0)")),
        ("CC", "range", "claim", each(r"Attained \(1\)", "Approached (1)")),
    ),
    "kind of 0/0": (
        ("F1", "undefined-kinds", "claim", each("ZeroByZero", "ByZero")),
        ("LOR", "undefined-kinds", "claim", each("LogOfZero", "LogOfNegative")),
        ("CC", "undefined-kinds", "claim", each("ZeroByZero", "ByZero")),
    ),
    "exponent": (
        (
            "GM",
            "truth-antisymmetry",
            "proof",
            each(r"(NPower \[Raised \S+ .*?) 1 None", r"\1 2 None"),
        ),
        (
            "GM",
            "truth-antisymmetry",
            "definition",
            each(r"Power \(\(TP \+ FN\)", "Power ((TP + FP)"),
        ),
        ("GM", "scale-invariance", "definition", each(r"1 / r", "2 / r")),
    ),
    "order": (
        ("LOR", "ach", "definition", each("FN", "TP")),
        ("LOR", "ach", "definition", each(r"\* TN", "* FN")),
        ("CE", "symmetry", "definition", each("FN", "TP")),
    ),
    "derivative": (
        ("F1", "opitz-monotone", "definition", each(r"2 \* TP", "3 * TP")),
        ("precision", "opitz-monotone", "definition", each(r"TP \+ FP", "TP + FN")),
        ("F1", "class-sensitive", "claim", each("1%positive 4%positive", "4%positive 4%positive")),
        ("kappa", "chance-corrected", "claim", each(r"true \(0\)", "true (1)")),
    ),
    "further property": (
        (
            "CC",
            "truth-antisymmetry",
            "claim",
            each("truth_antisymmetry_goals", "transposed_class_symmetry_goals"),
        ),
        ("F1", "tp-concave", "claim", each("tp_concave_goals", "tp_convex_goals")),
        ("F1", "prevalence-increasing", "claim", each("increasing_goals", "decreasing_goals")),
        ("CC", "zero-at-independence", "definition", each(r"TP \* TN", "TP * FN")),
    ),
    "power mean": (
        ("F1", "class-decomposable", "definition", each(r"\+ FP", "+ TN")),
        ("BA", "class-decomposable", "claim", each("_goals 1", "_goals 2")),
        ("recall", "class-decomposable", "definition", each(r"\+ FN", "+ TN")),
    ),
    "scale": (
        ("accuracy", "lipschitz-constant", "claim", each(r"Some \(1\)", "Some (2)")),
        (
            "F1",
            "lipschitz-constant",
            "claim",
            each("2%positive 1%positive", "1%positive 2%positive"),
        ),
        ("accuracy", "homogeneity", "definition", each(r"TP \+ TN", "1 + TN")),
        ("accuracy", "interval-scale", "claim", each(r"1 / \(", "2 / (")),
        ("F1", "interval-scale", "claim", each("Middle", "Low")),
        ("F1", "interval-scale", "claim", each(r"\(1, 1\)", "(1, 0)")),
    ),
    "several classes": (
        ("accuracy 3", "symmetry", "definition", each(r"\+ c22", "+ c23")),
        ("accuracy 3", "symmetry", "claim", each("_goals 3", "_goals 4")),
        ("kappa 3", "class-symmetry", "claim", each("class_symmetry_goals", "symmetry_goals")),
        (
            "accuracy 3",
            "maximal-agreement",
            "claim",
            each("maximal_agreement_goals", "minimal_agreement_goals"),
        ),
        ("BA 3", "chance-corrected", "claim", each(r"\(1 / 3\)", "(1 / 4)")),
        ("accuracy 3", "range", "claim", each(r"Attained \(1\)", "Attained (2)")),
        ("BA 3", "opitz-monotone", "definition", each(r"c11 /", "c12 /")),
        ("accuracy 3", "strongly-monotone", "claim", each(r"; \w+_8\]", "]")),
        (
            "macro_F1 3",
            "distance",
            "proof",
            each(r"\((\d+)%positive,\(1 # 1\)%Q\)", r"(\1%positive,(0 # 1)%Q)"),
        ),
    ),
    "root condition": (
        ("CC", "symmetry", "proof", each(r"Sqrt \(", "Sqrt (1 + ")),
        ("Gmean", "class-symmetry", "proof", each(r"Sqrt \(", "Sqrt (1 + ")),
        ("FM", "symmetry", "proof", each(r"Sqrt \(", "Sqrt (1 + ")),
    ),
}


def mutants(entries: int | None = None, limit: int = 3) -> Iterator[Mutant]:
    """At most `limit` mutants for each of so many entries, and the originals (kind "original")."""
    for kind, listed in KINDS.items():
        for measure, prop, what, change in listed[:entries]:
            yield from _mutants(kind, measure, prop, what, change, limit)


def _mutants(
    kind: str, measure: str, prop: str, what: str, change: Change, limit: int
) -> Iterator[Mutant]:
    measure, _, many = measure.partition(" ")
    report = check(measure, property=[prop], classes=int(many or 2))
    file = measure_file(measure, report.reading, report.verdicts)
    if many:
        file = replace(file, definition=f"{USED}{file.definition}")
    (verdict,) = file.verdicts
    if not verdict.theorem:
        raise AssertionError(f"{measure}, {prop}: {verdict.reason}")
    name = prop.replace("-", "_")
    body = ""
    if verdict.verdict == "proved":
        proofs = re.findall(rf"^Definition ({verdict.theorem}_\d+) ", verdict.text, re.MULTILINE)
        body = verdict.text[: verdict.text.index("Theorem")]
        goals = re.search(r"_speaks : speaks \((.*?)\)\.\nProof", verdict.text, re.DOTALL)
        assert goals is not None
        claim = f"prove_all ({goals[1]}) [{'; '.join(proofs)}]"
    elif prop == "constant-baseline":
        found = re.search(
            r"_refuted \w+ (\[.*?\]) (\[.*?\])\n  (.*) (\d+ \d+ \d+) (\d+ \d+ \d+)\)\.\s",
            verdict.text,
            re.DOTALL,
        )
        assert found is not None
        point, conditions, shown, one, other = found.groups()
        gap = f"Sub (mean {measure} {one}) (mean {measure} {other})"
        claim = (
            f"andb (all_true {point} (assumed {measure}) {conditions})"
            f" (true_there {point} (Is ({gap}) NE) {shown})"
        )
    elif prop == "interval-scale":
        found = re.search(r"interval_scale_not (.*?)\)\. vm_cast", verdict.text, re.DOTALL)
        assert found is not None
        claim = f"uneven {found[1]}"
    else:
        found = re.search(r"refuted_ok _ (\d+) _ (.*?)\)\.\n  reflexivity", verdict.text, re.DOTALL)
        assert found is not None
        rest = found[2].split(" ", 1)
        where = (
            f"nth {found[1]} ({name}_goals {many} {measure}) (Goal (fun _ => Real) [] (Defined 0))"
        )
        sort, names = rest[0], rest[1].split("%positive ", 1)
        claim = f"fails {sort} {names[0]}%positive ({where}) {names[1]}"
    parts = {"definition": file.definition, "proof": body or claim, "claim": claim}
    for text in [None, *list(change(parts[what]))[:limit]]:
        own = dict(parts)
        if text is not None:
            own[what] = text
        proof = own["proof"] if body else ""
        said = own["claim"] if body or what == "claim" else own["proof"]
        yield Mutant("original" if text is None else kind, f"{own['definition']}\n{proof}", said)


def rocq_file(found: list[Mutant]) -> str:
    """One file that computes every claim, each in a module of its own."""
    modules = (
        f"Module M{number}.\n{mutant.text}\nEval vm_compute in ({mutant.claim}).\nEnd M{number}.\n"
        for number, mutant in enumerate(found)
    )
    return f"{HEADER}From SymbolicMeasures Require {' '.join(CLASS_MODULES)}.\n" + "\n".join(
        modules
    )
