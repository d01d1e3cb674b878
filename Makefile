# Python 3.11 or later and make are all that is needed; everything else goes into .venv.
PYTHON ?= $(shell command -v python3.11 || command -v python3)
BIN := .venv/bin
WHOLESALE := machine perft properties scorekeeper stones
RESEARCH := research/research_tests
PLAY := .venv/.play
STAMP := .venv/.installed
LINT := .venv/.lint
LOCK := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
	--no-annotate --custom-compile-command "make lock"
# When what is built says that it was made: at the last commit, or where there is none on the day that zip files begin.
SOURCE_DATE_EPOCH ?= $(shell git log -1 --format=%ct 2>/dev/null || echo 315532800)
export SOURCE_DATE_EPOCH
# What Python has compiled is kept: every test that starts the bot would compile all of it again.
unexport PYTHONDONTWRITEBYTECODE

# The programs in .venv name its folder: once this folder was moved, they do not run, and .venv is made again.
MOVED := $(shell if [ -e .venv/.play ] && [ -e .venv/bin/musbot ] && ! grep -qF "$(CURDIR)/.venv/" .venv/bin/musbot; then rm -rf .venv; fi)

ROOM ?= musbot/game
SEEDS ?= 1-10000

.PHONY: help play venv test long quick research coverage mutants simulate bench check dist lint deck fonts pictures site lock clean

play: $(PLAY)  ## run the bot on every platform that has a token, else play in this terminal
	@$(BIN)/musbot

help:  ## this list
	@sed -n 's/^\([a-z]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 12

venv: $(STAMP)  ## install musbot, musbot-research and all that development needs into .venv, and run nothing

test: $(STAMP)  ## run every test but those that take long
	@$(BIN)/pytest -n 3 --maxschedchunk 1 -m "not long"

long: $(STAMP)  ## run those: whole partidas of eight, twenty kills, failovers, old bugs put back
	@$(BIN)/pytest -n 4 --maxschedchunk 1 -m long tests $(RESEARCH)

quick: $(STAMP)  ## run the fast tests
	@$(BIN)/pytest -n 4 --maxschedchunk 1 -m "not slow and not long"

research: $(STAMP)  ## run the tests of research/ but those that take minutes
	@$(BIN)/pytest -n 3 --maxschedchunk 1 -m "not long" $(RESEARCH)

coverage: $(STAMP)  ## check that every branch of the rules has a test that means it
	@$(BIN)/pytest -n 3 tests/game $(patsubst %,--ignore tests/game/test_%.py,$(WHOLESALE)) \
		--cov=musbot/game --cov-branch --cov-report=term-missing:skip-covered --cov-fail-under=100

mutants: $(STAMP)  ## plant 25 small faults in ROOM (musbot/game) and print those no test finds
	@$(BIN)/python -m tools.mutants $(ROOM)

simulate: $(STAMP)  ## play SEEDS (1-10000) simulated evenings with faults and kills
	@$(BIN)/python -m tests.simulation --seeds $(SEEDS) --jobs 2

check: $(STAMP)  ## check style and types
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy

bench: $(STAMP)  ## measure what a process bears, beside the last figures kept
	@$(BIN)/python -m tools.bench

dist: $(PLAY)  ## build both wheels and sdists, byte for byte reproducible
	@rm -rf dist
	@$(BIN)/python -m hatchling build -d dist
	@cd research && ../$(BIN)/python -m hatchling build -d ../dist
	@ls -l dist

lint: $(LINT)  ## check the image, the compose files, the workflow and the issue forms
	@$(BIN)/hadolint --failure-threshold info Dockerfile
	@$(BIN)/check-jsonschema --builtin-schema vendor.github-workflows .github/workflows/*.yml
	@$(BIN)/check-jsonschema --builtin-schema vendor.compose-spec compose*.yaml
	@$(BIN)/check-jsonschema --builtin-schema vendor.github-issue-forms .github/ISSUE_TEMPLATE/[!c]*.yml

deck: $(STAMP)  ## draw the cards into the atlas again
	@$(BIN)/python -m tools.deck

fonts: $(STAMP)  ## make the fonts of pictures again, from those in the packages of the extra dev
	@$(BIN)/python -m tools.fonts

pictures: $(STAMP)  ## draw docs/pictures.png, every kind of picture as chats show it
	@$(BIN)/python -m tools.pictures sheet

site: $(STAMP)  ## build the documents into site/
	@$(BIN)/zensical build --strict --clean
	@$(BIN)/python -m tools.site site

lock: $(STAMP)  ## pin every dependency for every platform, with hashes
	@$(LOCK) --upgrade --all-extras --no-emit-package musbot --output-file requirements.lock pyproject.toml research/pyproject.toml
	@$(LOCK) --constraint requirements.lock --extra metrics --extra postgres --output-file requirements-run.lock pyproject.toml
	@$(LOCK) --upgrade --constraint requirements.lock --group pyproject.toml:build --output-file requirements-build.lock
	@$(LOCK) --upgrade --constraint requirements.lock --group pyproject.toml:lint --output-file requirements-lint.lock

clean:  ## remove everything that make made
	@rm -rf .venv .mypy_cache .pytest_cache .ruff_cache .hypothesis dist site

$(PLAY): requirements-run.lock requirements-build.lock pyproject.toml
	@$(PYTHON) tools/set_up.py .venv requirements-build.lock requirements-run.lock
	@touch $@

$(STAMP): requirements.lock research/pyproject.toml $(PLAY)
	@$(PYTHON) tools/set_up.py .venv requirements.lock . research
	@touch $@

$(LINT): requirements-lint.lock $(STAMP)
	@$(PYTHON) tools/set_up.py .venv requirements-lint.lock
	@touch $@
