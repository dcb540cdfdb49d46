"""Pictures of measures and of answers, as matplotlib figures.

`canvas` is the only module that knows how a figure is made and written; every other one draws one
kind of picture on it.  Numbers that stand in a picture are exact, or are read off an axis.
"""
