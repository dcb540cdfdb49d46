"""The kinds of questions, one folder each: what an answer means, how it is found and shown."""

from symbolic_measures.nouns.shown import show_with
from symbolic_measures.questions.kinds import document, rendered

show_with(rendered, document)
