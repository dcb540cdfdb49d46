"""What the exporter takes from inside the kernel, in one place.

The exporter has to know how the kernel's rules look at a formula, to tell Rocq the same.  Nothing
here is used to decide anything.
"""

from __future__ import annotations

from symbolic_measures.kernel.algebra import polynomial as polynomial_in
from symbolic_measures.kernel.rules.formulas import _flattened as flattened
from symbolic_measures.kernel.rules.formulas import _strict_kink as first_kink
from symbolic_measures.kernel.rules.goals import strict_parts, stripped
from symbolic_measures.kernel.rules.theorems import _along as along_path
from symbolic_measures.kernel.rules.theorems import _cosines as cosines_of
from symbolic_measures.kernel.rules.theorems import is_mean
from symbolic_measures.macros import apply

__all__ = [
    "along_path",
    "apply",
    "cosines_of",
    "first_kink",
    "flattened",
    "is_mean",
    "polynomial_in",
    "strict_parts",
    "stripped",
]
