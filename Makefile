# The two commands that matter: `make playtest` and `make test`. Both prepare everything they need.

# The first interpreter on the path that is new enough; `make PYTHON=/path/to/python3 setup` chooses another.
PYTHON ?= $(shell for name in python3 python3.14 python3.13 python3.12 python3.11; do \
	"$$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo "$$name" && break; done)
VENV := .venv
BENCH_VENV := .venv-bench
# To play, the package is enough; to develop, models, PyTorch and the tools of the tests come on top.
RUN_STAMP := $(VENV)/.run-stamp
STAMP := $(VENV)/.setup-stamp
STUDIO_STAMP := $(VENV)/.studio-stamp
RELEASE_STAMP := $(VENV)/.release-stamp
BENCH_STAMP := $(BENCH_VENV)/.setup-stamp
DIR ?= ../shared/conformance
MATCHES ?= 4000
OPTIONS ?=
STUDIO ?= apts-studio

# Modules are compiled once, whatever the environment says: hundreds of tests begin a process each.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help setup playtest site studio test long wording documentation bench conformance release clean

help:
	@echo "make setup        a virtual environment in $(VENV) with everything that is needed"
	@echo "make playtest     play-test Connect Four (400 to $(MATCHES) matches) and write build/connect-four.html"
	@echo "make site         every game of the library as a page that anybody can play, in build/site"
	@echo "make studio       the whole system in a browser; what it keeps is in $(STUDIO)"
	@echo "make test         style, types and tests"
	@echo "make long         the tests that take minutes"
	@echo "make wording      write tests/wording, what tests hold sentences to, from what is said now"
	@echo "make documentation write what of docs/ is made of the code: commands, ludemes, metrics, settings of agents"
	@echo "make bench        playouts a second beside OpenSpiel"
	@echo "make conformance  replay recorded matches: DIR=$(DIR) OPTIONS='--games chess'"
	@echo "make release      lock files, and in build/release the wheel, the source, licences and a bill of materials"
	@echo "make clean        remove the virtual environments and caches"

setup: $(STAMP)

INSTALL := $(VENV)/bin/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable

$(RUN_STAMP): pyproject.toml constraints.txt
	@test -n "$(PYTHON)" || { echo "APTS needs Python 3.11 or newer; none was found as python3."; exit 1; }
	test -x $(VENV)/bin/python || $(PYTHON) -m venv $(VENV)
	$(INSTALL) .
	$(VENV)/bin/python -m compileall -q src
	@touch $@

$(STUDIO_STAMP): $(RUN_STAMP)
	$(INSTALL) '.[studio]'
	@touch $@

$(STAMP): $(RUN_STAMP)
	$(INSTALL) '.[test,models,learn,cluster,improve,studio]'
	@touch $@

$(RELEASE_STAMP): $(STAMP)
	$(INSTALL) '.[release]'
	@touch $@

$(BENCH_STAMP): constraints.txt
	@test -n "$(PYTHON)" || { echo "The benchmark needs Python 3.11 or newer; none was found as python3."; exit 1; }
	test -x $(BENCH_VENV)/bin/python || $(PYTHON) -m venv $(BENCH_VENV)
	$(BENCH_VENV)/bin/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt open_spiel
	@touch $@

playtest: $(RUN_STAMP)
	@mkdir -p build
	$(VENV)/bin/apts playtest connect-four --agents uct:iterations=1000,uct:iterations=1000 --matches $(MATCHES) --seed 1 \
		--until settled,fewest=400 --archive build/connect-four.db --resume --report build/connect-four.html

site: $(RUN_STAMP)
	$(VENV)/bin/apts publish --folder build/site

studio: $(STUDIO_STAMP)
	$(VENV)/bin/apts studio --folder $(STUDIO) $(OPTIONS)

# Types are checked beside the tests and shown below them. Tests of a file mostly stay in one process, where they share
# what they set up; their kernels, of which there are more than a thousand, are compiled quickly instead of well.
test: setup
	$(VENV)/bin/ruff check .
	$(VENV)/bin/ruff format --check .
	@$(VENV)/bin/mypy --strict src bench tools >$(VENV)/.types.log 2>&1 & types=$$!; \
	APTS_JIT=quick $(VENV)/bin/pytest -n 2 --dist worksteal -m "not long"; tests=$$?; \
	wait $$types; types=$$?; echo "mypy --strict src bench tools"; cat $(VENV)/.types.log; [ $$tests -eq 0 ] && [ $$types -eq 0 ]

long: setup
	$(VENV)/bin/pytest -n 2 --dist worksteal -m long

# Keys of tests that are gone are left out, as the files are written from nothing.
wording: setup
	rm -f tests/wording/*.txt
	$(VENV)/bin/pytest --write-wording $$(grep -rl --include='test_*.py' 'wording: Wording' tests)

documentation: setup
	$(VENV)/bin/python -m tools.documentation

bench: setup $(BENCH_STAMP)
	$(VENV)/bin/python -m bench $(OPTIONS)

conformance: setup
	$(VENV)/bin/python -m bench.conformance $(DIR) $(OPTIONS)

release: $(RELEASE_STAMP)
	$(VENV)/bin/python -m tools

clean:
	rm -rf $(VENV) $(BENCH_VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis build src/*.egg-info
	find src tests bench tools -name __pycache__ -type d -prune -exec rm -rf {} +
