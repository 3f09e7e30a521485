# make play   open the app          make test   everything that CI checks
# Both make .venv and install what they need; a second call does no work twice.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
RECIPE := pyproject.toml setup.py $(wildcard search/kernels/*.p* search/*/kernels/*.p*)

.PHONY: play test check pictures clean

play: $(VENV)/play.done
	@$(BIN)/ludoscope play

test: $(VENV)/test.done check
	$(BIN)/python -m pytest -n 2

check: $(VENV)/test.done
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy

# the frames that tests compare with, a picture of each in docs/screens, and the film
pictures: $(VENV)/test.done
	UPDATE_GOLDEN=1 $(BIN)/python -m pytest -q -n 2 tests/tui/test_golden_frames.py
	$(BIN)/python docs/film.py

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

# editable: the kernels are compiled beside their sources
$(VENV)/play.done: $(VENV)/bin/python $(RECIPE)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

$(VENV)/test.done: $(VENV)/bin/python $(RECIPE)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[test]'
	@touch $@ $(VENV)/play.done

clean:
	rm -rf $(VENV) build *.egg-info search/kernels/*.so search/*/kernels/*.so
