# Two targets do everything on a machine with python3 (>= 3.11) and make:
#   make demo   installs into .venv, checks a measure, writes a report, prints its path
#   make test   installs into .venv, runs style, type checks and everything quick
# `make docs` builds the site, offline: docs/_build/html/index.html
# `make test-all` runs the exhaustive rest of the tests (it opens the site in chromium: Debian's
# chromium and chromium-driver), a slice of the large families; `WHOLE=1 make test-all` runs all of
# them, for hours. `make notebooks` executes the notebooks again, with their
# outputs, in place

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
MEASURE ?= (TP*TN-FP*FN)/sqrt((TP+FP)*(TP+FN)*(TN+FP)*(TN+FN))

.PHONY: demo test test-all lint unit docs reports notebooks benchmark mutants check-proofs clean

# An environment that could not be made whole (Debian without python3-venv) is not taken for one.
.DELETE_ON_ERROR:

demo: $(VENV)/installed
	@mkdir -p out
	$(BIN)/symbolic-measures check "$(MEASURE)"
	@$(BIN)/symbolic-measures check "$(MEASURE)" --format json -o out/demo.json
	@$(BIN)/symbolic-measures check "$(MEASURE)" --format html -o out/demo.html
	@$(BIN)/symbolic-measures verify out/demo.json
	@echo "The report: $(CURDIR)/out/demo.html"

# Compiled files are kept: the tests start this package some hundred times, and each start would
# compile it anew where the environment asks for none (as containers like to).
test test-all unit: export PYTHONDONTWRITEBYTECODE :=

# Style and types are read on one processor while the tests begin.
test: $(VENV)/developer
	@$(MAKE) --no-print-directory --jobs=2 lint unit

lint: $(VENV)/developer
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

# Modules stay whole and come in the order of tests/tiers.py: the longest first.
PYTEST := $(BIN)/python -m pytest --numprocesses logical --dist loadfile --no-loadscope-reorder

unit: $(VENV)/developer
	$(PYTEST) -m "not exhaustive"

# Debian: chromium, chromium-driver; coq; texlive-publishers, texlive-latex-extra,
# texlive-fonts-recommended
test-all: $(VENV)/developer
	$(PYTEST) -m exhaustive

docs: $(VENV)/documented
	$(BIN)/python -m sphinx --fail-on-warning --keep-going --quiet --jobs auto -b html docs docs/_build/html -d docs/_build/doctrees
	@echo "The site: $(CURDIR)/docs/_build/html/index.html"

reports: $(VENV)/installed
	$(BIN)/symbolic-measures report --all -o reports

notebooks: $(VENV)/developer
	$(BIN)/python notebooks/execute.py

benchmark: $(VENV)/developer
	$(BIN)/python -m pip install --quiet --editable ".[benchmark]"
	$(BIN)/python benchmarks/run.py
	$(BIN)/python benchmarks/values.py
	$(BIN)/python benchmarks/audits.py

mutants: $(VENV)/developer
	$(BIN)/python -m mutants run
	$(BIN)/python -m mutants report --write

# Rocq checks the tables of the papers and the measures of the catalog that are saved for the site; it
# needs coqc (Debian: coq). The table goes to reports/rocq.md and reports/rocq.json; what did not
# change since it was checked is not checked again (build/rocq). `make check-proofs MORE=catalog`
# also decides and checks the measures that are not saved, which takes hours.
check-proofs: $(VENV)/installed
	$(MAKE) -C rocq
	$(BIN)/python -m symbolic_measures.doors.export.table -o reports --jobs $$(nproc) \
	    reports/certificates/gosgens2021-2.json.gz docs/certificates \
	    reports/certificates/brzezinski2018-3.json.gz \
	    reports/certificates/brzezinski2018-2.json.gz \
	    reports/certificates/opitz2024-5.json.gz $(MORE)

$(VENV)/bin/python:
	$(PYTHON) -c "import sys; sys.exit(sys.version_info < (3, 11) and 'Python 3.11 or newer is needed')"
	$(PYTHON) -m venv $(VENV)

$(VENV)/installed: $(VENV)/bin/python pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

$(VENV)/developer: $(VENV)/installed pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable ".[dev]"
	@touch $@

$(VENV)/documented: $(VENV)/installed pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable ".[docs]"
	@touch $@

clean:
	rm -rf $(VENV) out build docs/_build docs/_generated *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
