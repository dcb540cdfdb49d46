"""Deciding, saving and verifying, as a user meets it; and every property both ways."""

from __future__ import annotations

import json
from typing import Any

import pytest
import sympy

from symbolic_measures import check, in_proportions, verify
from symbolic_measures.doors.api.asking import ask
from symbolic_measures.kernel import expectation
from symbolic_measures.kernel.exact import UndefinedError
from symbolic_measures.meaning.frameworks import FRAMEWORKS
from symbolic_measures.meaning.gosgens import GOSGENS_BINARY
from symbolic_measures.meaning.measure import Reading
from symbolic_measures.meaning.properties import PROPERTIES
from symbolic_measures.meaning.subjects import convention, make_reading, measure
from symbolic_measures.nouns.confusion import ConfusionMatrix
from symbolic_measures.nouns.errors import CertificateError, FormulaError
from symbolic_measures.nouns.parser import parse
from symbolic_measures.questions.kinds import load
from symbolic_measures.search.battery import Battery

# --- saved reports --------------------------------------------------------------------------

SAVED = (
    ("F1", ()),
    ("(TP*TN-FP*FN)/sqrt((TP+FP)*(TP+FN)*(TN+FP)*(TN+FN))", ()),
    ("(TP/(TP+FN)+TN/(TN+FP))/2", ()),
    ("4*TP*TN/(4*TP*TN+(TP+TN)*(FP+FN))", ()),
    ("(1+beta^2)*TP/((1+beta^2)*TP+beta^2*FN+FP)", ("beta > 0",)),
    ("(p_AB-p_A*p_B)/(p_A*(1-p_A))", ()),
)


@pytest.mark.parametrize(("text", "assume"), SAVED, ids=lambda part: str(part)[:30])
def test_saved_reports_verify(text: str, assume: tuple[str, ...]) -> None:
    report = check(text, assume=assume)
    assert report.complete
    data = json.loads(report.to_json())
    checked = list(verify(data))
    assert [item for item in checked if item.problem] == []
    assert {item.property for item in checked} >= set(GOSGENS_BINARY)
    assert len(checked) == len(data["verdicts"]) + len(data["gradient"])


def test_json_has_the_promised_form() -> None:
    data = json.loads(check("F_beta", ["symmetry", "weakly-monotone", "range"]).to_json())
    assert data["schema"] == 1
    assert data["measure"]["name"] == "F_beta"
    assert data["measure"]["reading"] == "literal"
    assert data["measure"]["parameters"] == {"beta": ["beta > 0"]}
    refuted, proved, answered = data["verdicts"]
    assert refuted["verdict"] == "refuted"
    witness = refuted["witness"]
    assert witness["kind"] == "pair"
    assert [witness[name] for name in ("TP", "FN", "FP", "TN")] == [1, 0, 1, 0]
    assert [witness["to"][name] for name in ("TP", "FN", "FP", "TN")] == [1, 1, 0, 0]
    assert set(witness["parameters"]) == {"beta"}
    assert witness["minimal"] is True
    assert proved["verdict"] == "proved"
    assert proved["proof"]["rule"] == "every-goal"
    assert proved["rules"] == sorted(proved["rules"])
    assert answered["value"]["infimum"] == {"value": "0", "attained": ["0", "0", "1", "0"]}
    assert data["range"] == answered["value"]
    assert json.loads(json.dumps(data)) == data


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("measure", "formula"), "TP/n"),
        (("verdicts", 0, "verdict"), "proved"),
        (("verdicts", 0, "witness", "values"), ["1/2", "1/2"]),
        (("verdicts", 1, "proof", "premises"), []),
        (("verdicts", 1, "statement", "goals"), []),
        (("measure", "parameters", "beta"), ["beta > 1"]),
        (("measure", "parameters", "beta"), []),
    ],
)
def test_tampering_is_detected(path: tuple[Any, ...], value: Any) -> None:
    data = json.loads(check("F_beta", ["symmetry", "weakly-monotone"]).to_json())
    here = data
    for key in path[:-1]:
        here = here[key]
    here[path[-1]] = value
    try:
        problems = [item.problem for item in verify(data) if item.problem]
    except CertificateError as error:
        problems = [str(error)]
    assert problems
    assert all(len(problem.splitlines()) == 1 for problem in problems)


WHOLE = check("F1", ["symmetry"]).to_data()


@pytest.mark.parametrize("junk", [
    None, 5, [], {}, {"schema": 2}, {"schema": 1}, "x", {"schema": 1, 3: 1, "x": 2},
    {"schema": 1, "averaging": []}, {"schema": 1, "derivations": []},
    {**WHOLE, "schema": True}, {**WHOLE, "complete": "never mind"}, {**WHOLE, "pairs": []},
], ids=lambda junk: repr(junk)[:40])  # fmt: skip
def test_what_is_no_report_is_refused(junk: Any) -> None:
    with pytest.raises(CertificateError):
        list(verify(junk))


@pytest.mark.parametrize("part", [part for kind in load().values() for part in kind.saved])
def test_each_kind_of_file_has_a_reader_that_refuses_what_is_empty(part: str) -> None:
    try:
        checked = list(verify({"schema": 1, part: {}}))
    except CertificateError:
        return
    assert any(item.problem for item in checked)


def test_looking_for_sizes_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """Six classes have millions of choices of sizes with n <= 11; none gives a value here."""
    tried = 0

    def no_mean(*_: object) -> None:
        nonlocal tried
        tried += 1
        raise UndefinedError("nowhere")

    monkeypatch.setattr(expectation, "mean", no_mean)
    reading = Reading(measure("mean(c/(a-a))", classes=6))
    (goal,) = PROPERTIES["constant-baseline"].statement(reading).goals
    assert expectation.admissible_sizes(goal) is None
    assert 0 < tried <= expectation.MOST_SIZES


# --- readings -------------------------------------------------------------------------------


def test_a_convention_decides_what_is_undefined() -> None:
    ids = ["undefined-set", "maximal-agreement"]
    literal = check("F1", ids)
    assert literal["undefined-set"].value == [["TN"]]
    assert literal["maximal-agreement"].outcome == "proved"
    given = check("F1", ids, convention=["TP + FN + FP == 0: 0"])
    assert given["undefined-set"].value == []
    assert given["maximal-agreement"].outcome == "refuted"
    data = json.loads(given.to_json())
    assert data["measure"]["reading"] == "user-defined"
    assert data["measure"]["conventions"][0]["source"] == "user-defined"
    assert [item.problem for item in verify(data)] == ["", ""]
    del data["measure"]["conventions"]
    with pytest.raises(CertificateError):
        list(verify(data))


def test_the_first_convention_that_applies_wins() -> None:
    reading = make_reading(measure("TP/P"), ["P == 0: 3", "TP == 0: 5"])
    matrices = (0, 0, 1, 1), (0, 1, 1, 1), (1, 1, 0, 0)
    assert [str(reading.value_at(cells)) for cells in matrices] == ["3", "5", "1/2"]


def test_a_reading_is_a_function() -> None:
    assert str(Reading(measure("F1")).value_at(ConfusionMatrix(TP=90, FN=4, FP=5, TN=1))) == "20/21"
    assert str(Reading(measure("F_beta")).value_at((90, 4, 5, 1), beta=2)) == "150/157"


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("accuracy", lambda ab, a, b: 1 - a - b + 2 * ab),
        ("Jaccard", lambda ab, a, b: ab / (a + b - ab)),
        ("informedness", lambda ab, a, b: (ab - a * b) / (a * (1 - a))),
    ],
)
def test_in_proportions(name: str, expected: Any) -> None:
    from symbolic_measures.nouns.sympy_notation import to_sympy

    ab, a, b = sympy.symbols("p_AB p_A p_B")
    assert sympy.simplify(to_sympy(in_proportions(measure(name))) - expected(ab, a, b)) == 0


def test_in_proportions_needs_scale_invariance() -> None:
    with pytest.raises(FormulaError, match="is refuted"):
        in_proportions(measure("TP"))


def test_a_formula_in_proportions_is_one_in_cells() -> None:
    written = check("p_AB/(p_A+p_B-p_AB)", ["monotone", "tn-invariance"])
    catalog = check("Jaccard", ["monotone", "tn-invariance"])
    assert [v.outcome for v in written.verdicts] == [v.outcome for v in catalog.verdicts]


def test_sympy_expressions_are_measures() -> None:
    tp, fn, fp = sympy.symbols("TP FN FP")
    assert measure(tp / (tp + fn + fp)).formula.symbols() == ("TP", "FN", "FP")
    assert check(2 * tp / (2 * tp + fn + fp), ["symmetry"])["symmetry"].outcome == "proved"


# --- interruption ---------------------------------------------------------------------------


def test_an_interrupted_battery_keeps_what_it_has() -> None:
    battery = Battery(make_reading(measure("CC")))
    steps = iter(battery)
    seen = [next(steps) for _ in range(4)]
    steps.close()
    assert seen == list(GOSGENS_BINARY[:4])
    report = battery.report()
    assert [verdict.property for verdict in report.verdicts] == seen[:3]
    assert not report.complete
    data = json.loads(report.to_json())
    assert data["complete"] is False
    assert all(not item.problem for item in verify(data))


def test_no_time_means_undecided() -> None:
    report = ask("check", 0.0, measure="GM_m2", property=["strongly-monotone", "range"])
    assert all(verdict.outcome == "undecided" for verdict in report.verdicts)
    assert all(verdict.reason for verdict in report.verdicts)
    assert all(not item.problem for item in verify(json.loads(report.to_json())))


def test_progress_is_told_what_comes_next() -> None:
    seen: list[str] = []
    check("TP", ["symmetry", "monotone"], progress=seen.append)
    assert seen == ["symmetry", "monotone"]


# --- bad input ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "start"),
    [
        ("", "the formula is empty"),
        ("TP/(TP+FN", "cannot read"),
        ("TP+unknwon", "column 4: unknown name 'unknwon'"),
        ("F1 + Jacard", "column 6: unknown name 'Jacard'; did you mean 'Jaccard'?"),
        ("TP.real", "column 1: attribute access '.real' is not allowed"),
        ("TP == FN", "column 1: Compare is not arithmetic"),
        ("TP**FN", "column 5: a power must be a rational number"),
        ("TP^FN", "column 4: a power must be a rational number"),
        ("TP^100", "column 4: the power is larger than 60"),
        ("'TP'", "column 1: str constant"),
        ("True", "column 1: bool constant"),
        ("sqrt(TP, FN)", "column 1: sqrt takes one argument"),
        ("Max(TP)", "column 1: Max takes two or more arguments"),
        ("sqrt*2", "column 1: sqrt is a function"),
        ("TP\n+FN", "the formula must be one line"),
        ("TP # good", "the formula must be one line"),
        ("((TP**60)**60)", "the formula has degree above 80"),
        ("1" * 41, "a number has more than 40 digits"),
        ("TP+" * 2_000 + "TP", "the formula has 6002 characters; the limit is 4000"),
    ],
    ids=lambda text: text[:20],
)
def test_bad_formulas(text: str, start: str) -> None:
    with pytest.raises(FormulaError) as caught:
        measure(text)
    assert str(caught.value).startswith(start)
    assert len(str(caught.value).splitlines()) == 1


@pytest.mark.parametrize(
    "name",
    ["TP", "FN2", "TP2", "TN2", "k", "e", "n", "oo", "root1", "root", "P", "N", "p_AB", "Phat",
     "c11", "sqrt", "Abs"],
)  # fmt: skip
def test_reserved_names_are_no_parameters(name: str) -> None:
    with pytest.raises(FormulaError, match=f"{name} already has a meaning"):
        measure(f"{name}*TP/n", assume=[f"{name} > 0"])


@pytest.mark.parametrize(
    ("assume", "start"),
    [
        (["alpha > 0", "beta > 0"], "--assume speaks of 'beta'"),
        (["alpha + 1"], "'alpha + 1' is not a condition"),
        (["alpha > gamma"], "--assume speaks of 'gamma'"),
        (["alpha in TP"], "TP already has a meaning"),
        (["alpha > "], "cannot read"),
    ],
)
def test_bad_assumptions(assume: list[str], start: str) -> None:
    with pytest.raises(FormulaError) as caught:
        measure("alpha*TP/n", assume=assume)
    assert str(caught.value).startswith(start)


@pytest.mark.parametrize("text", ["P: 0", "P == 1: 0", "P == 0", "", "P == 0: x", ":"])
def test_bad_conventions(text: str) -> None:
    with pytest.raises(FormulaError) as caught:
        convention(text)
    assert len(str(caught.value).splitlines()) == 1


def test_unknown_properties_are_named() -> None:
    with pytest.raises(FormulaError, match="did you mean 'monotone'"):
        check("F1", ["monoton"])
    with pytest.raises(KeyError):
        check("F1", ["monotone"])["symmetry"]


def test_a_users_parameter_is_the_users_own() -> None:
    """The catalog's `beta > 0` is not added to what the user says about beta."""
    own = measure("TP+beta*TN", assume=["beta < 0"])
    assert [item.text for item in own.assumptions] == ["beta < 0"]
    assert check(own, ["weakly-monotone"])["weakly-monotone"].outcome == "refuted"
    assert measure("TP+beta*TN", assume=["beta"]).assumptions == ()


# --- every property, both ways --------------------------------------------------------------

#: Written from the definitions by hand: the measure, the property, what is true, and why.
CONTROLS = (
    ("accuracy", "maximal-agreement", "proved"),  # 1 iff FN = FP = 0
    ("recall", "maximal-agreement", "refuted"),  # 1 wherever FN = 0, whatever FP
    ("accuracy", "minimal-agreement", "proved"),  # 0 iff TP = TN = 0
    ("F1", "minimal-agreement", "refuted"),  # 0 wherever TP = 0, whatever TN
    ("CC", "minimal-agreement", "proved"),  # -1 iff the diagonal is zero
    ("accuracy", "class-symmetry", "proved"),
    ("BA", "class-symmetry", "proved"),
    ("F1", "class-symmetry", "refuted"),
    ("F1", "symmetry", "proved"),
    ("kappa", "symmetry", "proved"),
    ("BA", "symmetry", "refuted"),  # rows only
    ("F_beta", "symmetry", "refuted"),
    ("accuracy", "distance", "proved"),  # Hamming
    ("Jaccard", "distance", "proved"),
    ("CD", "distance", "proved"),
    ("TP/(TP+2*(FN+FP))", "distance", "proved"),  # Sokal and Sneath
    ("F1", "distance", "refuted"),
    ("CC", "distance", "refuted"),
    ("BA", "distance", "refuted"),
    ("LOR", "distance", "not-applicable"),
    ("accuracy", "monotone", "proved"),
    ("BA", "monotone", "proved"),
    ("F1", "monotone", "refuted"),  # TP = 0: FN becoming TN changes nothing
    ("recall", "monotone", "refuted"),
    ("F1", "weakly-monotone", "proved"),
    ("-TP", "weakly-monotone", "refuted"),
    ("accuracy", "strongly-monotone", "proved"),
    ("F1", "strongly-monotone", "refuted"),  # one more TN
    ("BA", "strongly-monotone", "refuted"),  # TP = 0: FN changes nothing
    ("F1", "weakly-strongly-monotone", "proved"),
    ("BA", "weakly-strongly-monotone", "proved"),
    ("kappa", "weakly-strongly-monotone", "refuted"),
    ("BA", "constant-baseline", "proved"),  # 1/2
    ("kappa", "constant-baseline", "proved"),  # 0
    ("CC", "constant-baseline", "proved"),  # 0
    ("accuracy", "constant-baseline", "refuted"),
    ("F1", "constant-baseline", "refuted"),
    ("CC", "approximate-constant-baseline", "proved"),
    ("Jaccard", "approximate-constant-baseline", "refuted"),
    ("Jaccard", "tn-invariance", "proved"),
    ("FM", "tn-invariance", "proved"),
    ("accuracy", "tn-invariance", "refuted"),
    ("CC", "scale-invariance", "proved"),
    ("TP*TN", "scale-invariance", "refuted"),
    ("TP/(n+1)", "scale-invariance", "refuted"),
    ("1/(TP-TP)", "monotone", "not-applicable"),
    ("sqrt(-n)", "symmetry", "not-applicable"),
    ("sqrt(-FN-FP-1)", "maximal-agreement", "not-applicable"),
    ("sqrt(-FN)+TP+TN", "monotone", "proved"),  # moves of FP are defined, and all strict
    ("sqrt(-FN)-Min(FP, 5)", "monotone", "refuted"),  # (1, 0, 6, 1) to (2, 0, 5, 1)
)


@pytest.mark.parametrize(("name", "property_id", "outcome"), CONTROLS)
def test_controls(name: str, property_id: str, outcome: str) -> None:
    report = ask("check", measure=name, property=[property_id])  # some are no measures
    assert report[property_id].outcome == outcome
    assert [item.problem for item in verify(json.loads(report.to_json()))] == [""]


#: Controls of what is said about conventions.
READ = (
    ("F1", "extends-literal", "TP + FN + FP == 0: 1", "proved"),
    ("F1", "extends-literal", "TP == 0: 1", "refuted"),
)


@pytest.mark.parametrize(("name", "property_id", "given", "outcome"), READ)
def test_controls_with_a_convention(name: str, property_id: str, given: str, outcome: str) -> None:
    report = check(name, [property_id], convention=[given])
    assert report[property_id].outcome == outcome
    assert [item.problem for item in verify(json.loads(report.to_json()))] == [""]


def test_every_property_has_both_controls() -> None:
    controls = [*((p, outcome) for _, p, outcome in CONTROLS), *((p, o) for _, p, _, o in READ)]
    for property_id, prop in PROPERTIES.items():
        elsewhere = ("brzezinski2018", "opitz2024")  # test_brzezinski.py, test_opitz.py
        if property_id in FRAMEWORKS["further"]:  # test_further.py
            continue
        if not prop.answers and not prop.source.startswith(elsewhere):
            found = {outcome for other, outcome in controls if other == property_id}
            assert {"proved", "refuted"} <= found, property_id


@pytest.mark.parametrize(
    ("name", "infimum", "supremum"),
    [("accuracy", "0", "1"), ("CC", "-1", "1"), ("F1", "0", "1"), ("informedness", "-1", "1"),
     ("2*TP/n+3", "3", "5"), ("TP*TN", "0", "oo"), ("-n", "-oo", "-1")],
)  # fmt: skip
def test_ranges(name: str, infimum: str, supremum: str) -> None:
    value = check(name, ["range"])["range"].value
    assert (value["infimum"]["value"], value["supremum"]["value"]) == (infimum, supremum)


@pytest.mark.parametrize(
    ("name", "undefined"),
    [
        ("accuracy", set()),
        ("F1", {("TN",)}),
        ("recall", {("FP",), ("TN",), ("FP", "TN")}),
        ("1/TP", {("FN",), ("FP",), ("TN",), ("FN", "FP"), ("FN", "TN"), ("FP", "TN"),
                  ("FN", "FP", "TN")}),
    ],
    ids=lambda part: part if isinstance(part, str) else str(len(part)),
)  # fmt: skip
def test_undefined_sets(name: str, undefined: set[tuple[str, ...]]) -> None:
    verdict = check(name, ["undefined-set"])["undefined-set"]
    assert verdict.outcome == "proved"
    assert {tuple(support) for support in verdict.value} == undefined


@pytest.mark.parametrize(
    ("name", "direction", "slope", "sign"),
    [
        ("accuracy", "TP", "(FN+FP)/(TP+FN+FP+TN)^2", "positive"),
        ("F1", "FN", "-2*TP/(2*TP+FN+FP)^2", "negative"),
        ("F1", "TN", "0", "zero"),
        ("TP*FN-FP*TN", "FP", "-TN", "negative"),
    ],
)
def test_gradients(name: str, direction: str, slope: str, sign: str) -> None:
    from symbolic_measures.nouns.sympy_notation import to_sympy

    found = {v.value["variable"]: v for v in check(name).gradient}
    verdict = found[direction]
    assert verdict.outcome == "proved"
    assert verdict.value["sign"] == sign
    names = ("TP", "FN", "FP", "TN")
    shown = to_sympy(parse(verdict.value["derivative"], names={}, parameters=names))
    assert sympy.simplify(shown - to_sympy(parse(slope, names={}, parameters=names))) == 0


def test_every_saved_gradient_has_its_own_sign() -> None:
    report = check("TP*FN-FP*TN")
    signs = {v.value["variable"]: v.value["sign"] for v in report.gradient}
    assert signs == {"TP": "positive", "FN": "positive", "FP": "negative", "TN": "negative"}
    assert check("(TP-FN)^2", None).gradient[0].value["sign"] == "changes"


def test_a_dissimilarity_is_judged_by_its_negative() -> None:
    ids = ["maximal-agreement", "monotone", "range"]
    report = check("(FN+FP)/n", ids, lower_is_better=True)
    assert [verdict.outcome for verdict in report.verdicts] == ["proved"] * 3
    assert report["range"].value["supremum"]["attained"] == ["0", "0", "1", "0"]
    assert check("(FN+FP)/n", ["monotone"])["monotone"].outcome == "refuted"
    data = json.loads(report.to_json())
    assert [item.problem for item in verify(data)] == [""] * 3
    del data["measure"]["higher_is_better"]
    assert any(item.problem for item in verify(data))


def test_several_processes_decide_the_same() -> None:
    ids = ("symmetry", "weakly-monotone", "constant-baseline")
    alone, shared = (check("macro_F1", ids, classes=3, jobs=jobs) for jobs in (1, 2))
    assert [verdict.property for verdict in shared.verdicts] == list(ids)
    told = [[(v.outcome, v.value, v.witness) for v in r.verdicts] for r in (alone, shared)]
    assert told[0] == told[1]
    assert not [checked for checked in verify(json.loads(shared.to_json())) if checked.problem]
