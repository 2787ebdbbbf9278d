# Two commands do everything on a machine with Python 3.11+ and make: `make serve` and `make test`.

PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
NPM := $(shell command -v npm)

.DEFAULT_GOAL := help

help:  ## Show what can be made
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*##/\t/' | expand -t 18

$(READY): requirements/dev.txt pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit("GONG Companion needs Python 3.11 or newer; this is %s. Give another with make PYTHON=python3.12" % sys.version.split()[0] if sys.version_info < (3, 11) else 0)'
	@echo "Setting up in $(VENV); this takes a minute or two, once."
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/dev.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-build-isolation --no-deps --editable .
	@touch $@

setup: $(READY)  ## Make the environment in .venv from the lock file

serve: $(READY)  ## Start the site on this machine
	$(BIN)/gong serve $(ARGS)

test: $(READY) lint  ## Run the whole suite
	@if [ -n "$(NPM)" ]; then $(MAKE) --no-print-directory lint-js; else echo "npm is not here: the page scripts are not checked."; fi
	$(BIN)/python -m pytest -n auto --dist loadgroup $(ARGS)

test-slow: $(READY)  ## Run the checks that take minutes
	GONG_SUITE=nightly $(BIN)/python -m pytest -m slow -n auto --dist loadgroup $(ARGS)

mutate: $(READY)  ## Change one line at a time in rules, missions and verify: do the tests notice?
	@for room in missions rules verify; do $(BIN)/python tests/mutation.py $$room --sample 40 $(ARGS) || failed=1; done; \
	exit $${failed:-0}

lint: $(READY)  ## Check style, types and arrows
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache

# Node.js and npm are only needed to check the page scripts; `make test` does so where they are.
lint-js:  ## Check types and style of the page scripts; needs Node.js and npm
	npm ci --no-audit --no-fund --silent
	npm run --silent lint

format: $(READY)  ## Rewrite the code in the common style
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

# Words: messages are collected from code and templates, catalogues updated without guesses, and compiled.
POT := $(VENV)/messages
EXTRACT = $(BIN)/pybabel --quiet extract --mapping-file babel.cfg --add-location file --sort-by-file \
	--project gong-companion --version 1 --copyright-holder "The GONG Companion authors"
UPDATE = $(BIN)/pybabel --quiet update --output-dir companion/locales --ignore-obsolete --no-fuzzy-matching \
	--ignore-pot-creation-date

translations: $(READY)  ## Collect the messages of all languages and compile them
	@mkdir -p $(POT)
	$(EXTRACT) --no-default-keywords -k phrase:1c,2 -k phrases:1c,2,3 -o $(POT)/wording.pot companion
	$(EXTRACT) -o $(POT)/site.pot companion/site templates
	$(EXTRACT) --no-default-keywords -k phrase:1c,2 -k phrases:1c,2,3 -o $(POT)/print.pot printables
	$(BIN)/python -m companion.rulebook.catalogue extract $(POT)/rules.pot
	for domain in wording site rules print; do $(UPDATE) --domain $$domain --input-file $(POT)/$$domain.pot || exit 1; done
	for domain in wording site rules print; do $(BIN)/pybabel compile --domain $$domain --directory companion/locales || exit 1; done
	$(BIN)/python -m companion.rulebook.catalogue check

pictures: $(READY)  ## Make the small pictures of cards that the page of printing shows
	$(BIN)/python -m printables.thumbnails

report: $(READY)  ## Play the core pack and draw build/report.html; fails if there is a finding
	@mkdir -p build
	$(BIN)/gong verify --report build/report.html $(ARGS)

bench: $(READY)  ## Run the benchmarks
	@for file in benchmarks/bench_*.py; do echo "== $$file"; $(BIN)/python $$file || exit 1; done

bench-scan: $(READY)  ## Measure how many synthetic photographs of the cards are read
	$(BIN)/python benchmarks/bench_scan.py

COMPILE = $(VENV)-lock/bin/pip-compile --quiet --strip-extras --generate-hashes --allow-unsafe \
	--no-emit-index-url --no-emit-trusted-host --no-emit-find-links

lock:  ## Recompute the lock files
	$(PYTHON) -m venv $(VENV)-lock
	$(VENV)-lock/bin/python -m pip install --quiet pip-tools
	$(COMPILE) --output-file requirements/base.txt pyproject.toml
	$(COMPILE) --extra dev --extra scan --extra verify --extra cluster --output-file requirements/dev.txt pyproject.toml
	rm -rf $(VENV)-lock

clean:  ## Remove what was made
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis

.PHONY: help setup serve test test-slow mutate lint lint-js format translations pictures report bench bench-scan lock clean
