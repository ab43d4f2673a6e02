# Everything runs in .venv, which each target makes if it is missing. Only python3, its venv module and make are needed.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
PIP    := $(BIN)/python -m pip --disable-pip-version-check -q
PREFIX ?= /opt/umpire
LINK   ?= /usr/local/bin
GAME   ?= saint-malo
PLAYERS ?= 2
SEED   ?= 1

.PHONY: help demo test lint bench trials install lock clean

help:
	@echo "make demo     a whole simulated evening, no hardware (GAME=saint-malo, PLAYERS=2, SEED=1; GAME=all for all five; WEB=1: a table in the browser)"
	@echo "make test     every check: ruff, mypy, pytest with coverage"
	@echo "make lint     ruff and mypy alone"
	@echo "make bench    speed, as ratios against a baseline; writes bench.json"
	@echo "make trials   the long proofs in full, resumable; writes docs/trials.json"
	@echo "make install  umpire into $(PREFIX), linked from $(LINK) (DESTDIR= is respected)"

$(VENV)/.ready: pyproject.toml requirements.lock
	$(PYTHON) -m venv $(VENV)
	$(PIP) install -c requirements.lock -e '.[dev]'
	@touch $@

$(VENV)/.bench: $(VENV)/.ready
	$(PIP) install -c requirements.lock -e '.[bench]'
	@touch $@

demo: $(VENV)/.ready
ifdef WEB
	@$(BIN)/umpire bench-table $(if $(filter all,$(GAME)),,--game $(GAME))
else
	@$(BIN)/umpire demo --game $(GAME) --players $(PLAYERS) --seed $(SEED)
endif

lint: $(VENV)/.ready
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

test: lint
	$(BIN)/pytest -n 2 --cov --cov-report=term

bench: $(VENV)/.bench
	$(BIN)/python -m tests.bench -o bench.json

trials: $(VENV)/.ready
	$(BIN)/python -m tests.trials -o docs/trials.json

# On a Pi the system's numpy, picamera2, gpiozero and lgpio are seen and kept; elsewhere everything is locked.
install:
	@DESTDIR='$(DESTDIR)' PREFIX='$(PREFIX)' LINK='$(LINK)' PYTHON='$(PYTHON)' WATCHDOG='$(WATCHDOG)' PIP='$(WITH_PIP)' \
	    systemd/install.sh

lock: $(VENV)/.bench
	@{ echo "# The versions Umpire is built and tested with, Python 3.11 to 3.13. 'make lock' writes this file anew."; \
	   $(PIP) freeze --exclude-editable | grep -v '^#\|^-e'; } > requirements.lock.new
	mv requirements.lock.new requirements.lock

clean:
	rm -rf $(VENV) build *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
