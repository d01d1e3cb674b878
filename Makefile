# Python 3.11 or later and make are all that is needed; everything else goes into .venv.
PYTHON ?= $(shell command -v python3.11 || command -v python3)
BIN := .venv/bin
WHOLESALE := machine perft properties scorekeeper stones
STAMP := .venv/.installed
LOCK := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
	--no-annotate --custom-compile-command "make lock"

ROOM ?= musbot/game
SEEDS ?= 1-10000

.PHONY: play test long quick coverage mutants simulate bench check deck pictures site lock clean

play: $(STAMP)  ## the bot, on every platform that has a token (in .env or the environment), else the terminal
	@$(BIN)/musbot

test: $(STAMP)  ## every test but those of whole partidas, which take minutes
	@$(BIN)/pytest -n 4 --maxschedchunk 1 -m "not long"

long: $(STAMP)  ## these: whole partidas of eight and of two groups at once, twenty kills, old bugs put back
	@$(BIN)/pytest -n 4 --maxschedchunk 1 -m long

quick: $(STAMP)  ## the tests that take no time
	@$(BIN)/pytest -n 4 --maxschedchunk 1 -m "not slow and not long"

coverage: $(STAMP)  ## every branch of the rules has a test that means it (wholesale play is left out)
	@$(BIN)/pytest -n 3 tests/game $(patsubst %,--ignore tests/game/test_%.py,$(WHOLESALE)) \
		--cov=musbot/game --cov-branch --cov-report=term-missing:skip-covered --cov-fail-under=100

mutants: $(STAMP)  ## 150 small faults in a room (ROOM=musbot/game), one after another: which does no test find?
	@$(BIN)/python -m tools.mutants $(ROOM) --sample 150 --seed 1

simulate: $(STAMP)  ## 10,000 evenings out of seeds, with faults and kills: does all hold that must?
	@$(BIN)/python -m tests.simulation --seeds $(SEEDS) --jobs 2

check: $(STAMP)  ## style and types
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy

bench: $(STAMP)  ## what a process bears, beside the figures that were kept last (tools/bench/last.json)
	@$(BIN)/python -m tools.bench

deck: $(STAMP)  ## the cards, drawn anew into the atlas
	@$(BIN)/python -m tools.deck

pictures: $(STAMP)  ## docs/pictures.png: every kind of picture, as chats show them
	@$(BIN)/python -m tools.contact_sheet

site: $(STAMP)  ## the documents as a site, in site/
	@$(BIN)/zensical build --strict --clean

lock: $(STAMP)  ## pin every dependency for every platform, with hashes: all of them, and those to run
	@$(BIN)/pip install --quiet uv
	@$(LOCK) --upgrade --extra dev --output-file requirements.lock pyproject.toml
	@$(LOCK) --constraint requirements.lock --extra metrics --output-file requirements-run.lock pyproject.toml

clean:
	@rm -rf .venv .mutants .mypy_cache .pytest_cache .ruff_cache .hypothesis

$(STAMP): requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; assert sys.version_info >= (3, 11), "Python 3.11 or later is needed"'
	@$(PYTHON) -m venv .venv
	@$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	@$(BIN)/pip install --quiet --disable-pip-version-check --no-deps -e .
	@touch $@
