"""Nothing that has a meaning is forgotten: each property and kind of question is tried on tables.

For every property that is declared, at two classes and (where it is asked of more) at three, a test
holds its goals against a slow definition on arbitrary measures, given as tables of values; for
every kind of question one holds what its answers mean against a definition, too.  Both registries
are asked, so that a new one is missed here until it has such a test, or a reason why it has none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest
from questions import test_derivation, test_limit, test_relation_and_slope

from meaning import (
    test_answers,
    test_averages,
    test_binary,
    test_classes,
    test_derivatives,
    test_kernel_on_tables,
    test_limits,
    test_questions,
    test_scales,
    test_slopes,
)
from symbolic_measures.meaning.frameworks import OF_CLASSES
from symbolic_measures.meaning.properties import PROPERTIES
from symbolic_measures.questions.kinds import load

Test = Callable[..., None]

#: Properties with an answer, and of derivatives: the test that tries each; (id, classes).
BY_HAND: dict[tuple[str, int], Test] = {
    ("range", 2): test_answers.test_ranges,
    ("range", 3): test_answers.test_ranges_of_three_classes,
    ("undefined-set", 2): test_answers.test_undefined_sets,
    ("undefined-kinds", 2): test_answers.test_undefined_kinds,
    ("extends-literal", 2): test_answers.test_a_reading_extends_the_literal_one,
    ("continuous-extension", 2): test_limits.test_a_limit_with_a_bound,
    ("gradient", 2): test_slopes.test_gradient,
    ("baseline-order", 2): test_slopes.test_baseline_order,
    ("homogeneity", 2): test_scales.test_homogeneity,
    ("lipschitz-constant", 2): test_scales.test_lipschitz_constants,
    ("interval-scale", 2): test_scales.test_three_neighbours_with_unequal_steps,
    ("opitz-monotone", 2): test_derivatives.test_monotone,
    ("opitz-monotone", 3): test_derivatives.test_monotone,
    ("class-sensitive", 2): test_derivatives.test_class_sensitive,
    ("class-sensitive", 3): test_derivatives.test_class_sensitive,
    ("class-decomposable", 2): test_derivatives.test_decomposable,
    ("class-decomposable", 3): test_derivatives.test_three_cells_on_three_pairs_of_classes,
    ("prevalence-invariant", 2): test_derivatives.test_prevalence_invariant,
    ("prevalence-invariant", 3): test_derivatives.test_prevalence_invariant,
    ("chance-corrected", 2): test_derivatives.test_chance_corrected,
    ("chance-corrected", 3): test_derivatives.test_chance_corrected,
    ("constant-baseline", 3): test_kernel_on_tables.test_expectations_of_three_classes,
}
#: Each kind of question with the tests that try what its answers mean.
KINDS: dict[str, tuple[Test, ...]] = {
    "check": (test_binary.test_goals_hold_iff_the_definition_does,
              test_classes.test_goals_hold_iff_the_definition_does),
    "identity": (test_questions.test_identities,
                 test_questions.test_where_the_sides_of_an_identity_are_defined),
    "compare": (test_questions.test_at_most,
                test_questions.test_measures_that_are_functions_of_one_rank_alike),
    "relation": (test_questions.test_relations,
                 test_relation_and_slope.test_normal_forms_have_the_values_of_the_formula_written_out),
    "slope": (test_relation_and_slope.test_derivatives_are_those_of_the_formula_written_out,),
    "normaliser": (test_questions.test_conditions_on_a_normaliser,),
    "threshold": (test_questions.test_a_property_inside_a_set_of_parameters,
                  test_questions.test_a_family_of_counterexamples),
    "impossible": (test_questions.test_constraints_say_what_the_property_does,),
    "averaging": (test_averages.test_the_parts_are_enough,),
    "completion": (test_answers.test_a_reading_extends_the_literal_one,
                   test_limits.test_a_limit_with_a_bound, test_limits.test_no_limit_along_paths),
    "limit": (test_limits.test_a_limit_is_the_value_of_what_the_measure_equals_on_the_way,
              test_limit.test_cells_to_infinity_against_numbers),
    "taylor": (test_slopes.test_taylor, test_slopes.test_a_part_and_its_outer_function),
    "derivation": (test_derivation.test_what_is_shown_is_true_as_a_person_reads_it,),
}  # fmt: skip
#: What has no test of its own, and why.
ELSEWHERE = {
    "table": "each cell is a check, an identity or a relation; it states nothing of its own",
}


def registered() -> Iterator[tuple[str, int]]:
    """Every property, with the numbers of classes that it is asked of."""
    yield from ((property_id, 2) for property_id in PROPERTIES)
    several = dict.fromkeys(i for ids in OF_CLASSES.values() for i in ids)
    yield from ((property_id, 3) for property_id in several)


def cases(test: Test) -> set[Any]:
    """What a test is parametrized with, each parameter alone."""
    found: set[Any] = set()
    for mark in getattr(test, "pytestmark", ()):
        if mark.name == "parametrize":
            for case in mark.args[1]:
                values = getattr(case, "values", case)
                found |= set(values) if isinstance(values, tuple | list) else {values}
    return found


def tried() -> Mapping[tuple[str, int], Test]:
    """Every property with the test that tries it."""
    families = {
        2: (test_binary.test_goals_hold_iff_the_definition_does,
            test_kernel_on_tables.test_the_kernel_finds_the_first_violation,
            test_answers.test_a_better_corner),
        3: (test_classes.test_goals_hold_iff_the_definition_does,),
    }  # fmt: skip
    found = {
        (property_id, classes): test
        for classes, tests in families.items()
        for test in tests
        for property_id in cases(test) & set(PROPERTIES)
    }
    return {**found, **BY_HAND}


def test_every_property_is_held_against_a_definition_on_tables() -> None:
    assert set(registered()) - set(tried()) == set()


def test_nothing_is_listed_that_is_not_registered() -> None:
    assert set(BY_HAND) - set(registered()) == set()


@pytest.mark.parametrize(("property_id", "classes"), BY_HAND)
def test_a_test_for_three_classes_is_one(property_id: str, classes: int) -> None:
    """What is listed for two and three classes alike is parametrized by their number."""
    test = BY_HAND[property_id, classes]
    if BY_HAND.get((property_id, 5 - classes)) is test:
        assert {2, 3} <= cases(test)


def test_every_kind_of_question_is_tried_or_says_why_not() -> None:
    assert set(KINDS) | set(ELSEWHERE) == set(load())
    assert not set(KINDS) & set(ELSEWHERE)
