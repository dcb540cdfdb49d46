"""The untrusted part: it looks for counterexamples and names proof steps.

Nothing found here counts until the kernel has replayed or re-evaluated it.
"""
