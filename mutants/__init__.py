"""Mutation tests: the trusted code is broken in one place at a time, and a test has to notice.

`python -m mutants run` breaks the trusted files, `python -m mutants report` says what came out.
mutmut 3 leaves out every decorated function, so every rule of the kernel; cosmic-ray starts all
tests again for each of its 9,300 mutants of the kernel, which takes more than a day for a few of
the tests.  So these small modules: `operators` makes the mutants, `swap` puts one into the running
interpreter, `run` is a plug-in of pytest that forks a warm process for each, `report` counts, and
`branches` keeps the branch coverage.
"""
