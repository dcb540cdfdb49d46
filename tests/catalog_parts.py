"""The measures of the catalog that tests ask harder questions of than the others."""

from __future__ import annotations

from itertools import takewhile

from symbolic_measures.meaning.measures import MEASURES

#: Those of `meaning.catalog.papers`, which are first; their every limit and pair is decided.
OF_THE_PAPERS = tuple(takewhile(lambda name: name != "FDR", MEASURES))
