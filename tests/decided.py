"""Reports of measures that tests show: each is decided once."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from asking import check

from symbolic_measures.meaning.report import Report

HOSTILE = (
    '</script><script>alert(1)</script> & "quoted" {x} $a_b^c$ \\input{x} % # ~ \u03b2 \U0001f600'
)


@cache
def decided(name: str) -> Report:
    """The report of a measure of the catalog, or one of the special cases below."""
    match name:
        case "convention":
            return check("F1", convention=["TP+FN+FP == 0: 1"])
        case "difference":
            return check("TP/(TP-FN)", timeout=600)
        case "hostile":
            found = check("F1")
            subject = replace(found.reading.measure, name=HOSTILE)
            return replace(found, reading=replace(found.reading, measure=subject))
    return check(name)


@cache
def four() -> Report:
    """A report in which all four outcomes occur."""
    verdicts = decided("F1").verdicts
    proved, refuted = verdicts[0], verdicts[1]
    open_ = replace(verdicts[2], outcome="undecided", witness=None, reason="stopped after 1 second")
    never = replace(verdicts[3], outcome="not-applicable", proof=None, reason="vacuous: no matrix")
    report = replace(decided("F1"), verdicts=(proved, refuted, open_, never), gradient=())
    return replace(report, complete=False)
