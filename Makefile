# make play   open the app     make test   everything that CI checks     make test-all   long lists too
# Both make .venv and install what they need; a second call does no work twice.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# three on two cores: tests in a terminal mostly wait; they begin with bytecode, whatever is exported
PYTEST := PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest -n 3 --dist worksteal
RECIPE := pyproject.toml setup.py $(wildcard search/kernels/*.p* search/*/kernels/*.p*)

.PHONY: play test test-all check compiled pictures clean

play: $(VENV)/play.done
	@$(BIN)/ludoscope play

# the checks run beside the tests, and say their say after them; whichever fails fails the whole
test: compiled
	@$(MAKE) --no-print-directory check >$(VENV)/check.log 2>&1 & checking=$$!; \
	$(PYTEST); tested=$$?; \
	wait $$checking; checked=$$?; cat $(VENV)/check.log; \
	exit $$((tested || checked))

test-all: compiled check
	LUDOSCOPE_FULL=1 $(PYTEST) -m "long or not long"

check: $(VENV)/test.done
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy

# the bytecode of programs that tests start again and again
compiled: $(VENV)/test.done
	@$(BIN)/python -m compileall -q games search puzzles tui

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
