"""The functions that `import symbolic_measures` gives: one style of call for every question.

The measure comes first, in any form (name, formula, SymPy expression, Python function, `Measure`,
`Reading`); what it is asked next; everything else by keyword, with the names of the command line.
"""
