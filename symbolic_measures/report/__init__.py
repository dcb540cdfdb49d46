"""Reports: what was decided, as text, LaTeX and HTML.

`document` arranges a report without knowing any format, `evidence` says in a sentence and a
formula what each verdict rests on, and `text`, `latex` and `html` write it down.  Nothing here
decides anything: a report shows verdicts that the kernel has checked.
"""
