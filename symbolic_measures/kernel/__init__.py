"""The trusted part: exact values, the rules of proof, and the checker that replays them.

Nothing here searches, and nothing here imports more than the formulas and statements it speaks of.
A verdict `proved` rests on `checker`, `replay`, the `rules` it names (of formulas, of polynomials,
of function values, the named theorems, and the clearing of denominators by `reader`), on `samples`
(the statement speaks of something), and on the values of `exact`; a verdict `refuted` on
`violation` and `truth`; that nothing smaller is one, on `minimality`; what is said of expectations,
on `expectation`.  All rest on python-flint's integer, rational, polynomial and ball arithmetic.
"""
