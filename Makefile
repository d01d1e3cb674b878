# Python 3.11 or later and make are all that is needed; everything else goes into .venv.
PYTHON ?= $(shell command -v python3.11 || command -v python3)
BIN := .venv/bin
STAMP := .venv/.installed
LOCK := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
	--no-annotate --custom-compile-command "make lock"

.PHONY: play test quick check lock clean

play: $(STAMP)  ## the bot, on every platform that has a token (in .env or the environment), else the terminal
	@$(BIN)/musbot

test: $(STAMP)  ## every test
	@$(BIN)/pytest -n 3 --dist worksteal

quick: $(STAMP)  ## the tests that take no time
	@$(BIN)/pytest -n 3 --dist worksteal -m "not slow"

check: $(STAMP)  ## style and types
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy

lock: $(STAMP)  ## pin every dependency for every platform, with hashes: all of them, and those to run
	@$(BIN)/pip install --quiet uv
	@$(LOCK) --upgrade --extra dev --output-file requirements.lock pyproject.toml
	@$(LOCK) --constraint requirements.lock --output-file requirements-run.lock pyproject.toml

clean:
	@rm -rf .venv .mypy_cache .pytest_cache .ruff_cache .hypothesis

$(STAMP): requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; assert sys.version_info >= (3, 11), "Python 3.11 or later is needed"'
	@$(PYTHON) -m venv .venv
	@$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	@$(BIN)/pip install --quiet --disable-pip-version-check --no-deps -e .
	@touch $@
