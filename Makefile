# make play   open the app     make test   everything that CI checks     make test-all   long lists too
# Both make .venv and install what they need; a second call does no work twice.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
# three on two cores: tests in a terminal mostly wait; they begin with bytecode, whatever is exported
TESTS := PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest
PYTEST := $(TESTS) -n 3 --dist worksteal
RECIPE := pyproject.toml setup.py $(wildcard search/kernels/*.p* search/*/kernels/*.p*)

.PHONY: play test test-all check mutants compiled notebook pictures share docs dist clean

play: $(VENV)/play.done
	@$(BIN)/ludoscope play

# the checks run beside the tests, and say their say after them; whichever fails fails the whole
test: $(VENV)/test.done
	@$(MAKE) --no-print-directory check >$(VENV)/check.log 2>&1 & checking=$$!; \
	$(MAKE) --no-print-directory compiled; $(PYTEST); tested=$$?; \
	wait $$checking; checked=$$?; cat $(VENV)/check.log; \
	exit $$((tested || checked))

# what counts the bytes of frames comes last: a busy machine draws a move in more of them
test-all: compiled check
	@export LUDOSCOPE_FULL=1; $(PYTEST) -m "(long or not long) and not quiet"; tested=$$?; \
	$(TESTS) -n 2 -m quiet; counted=$$?; \
	exit $$((tested || counted))

check: $(VENV)/test.done
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/lint-imports --no-logo
	$(BIN)/mypy

# programs made wrong in one small way: which of them do the tests not notice? MODULE=search/verify.py
# tries those of one module; see tests/mutants
mutants: $(VENV)/test.done
	$(PIP) 'cosmic-ray>=8.7,<9'
	nice -n 19 $(BIN)/python tests/mutants/run.py $(MODULE)

# the bytecode of programs that tests start again and again, and of the tests: each process that
# runs them would make its own, and hypothesis its table of characters
compiled: $(VENV)/collected.done
	@$(BIN)/python -m compileall -q ludoscope games search puzzles tui

$(VENV)/collected.done: $(VENV)/test.done
	@$(BIN)/python -c "from hypothesis.internal.charmap import charmap; charmap()"
	@$(TESTS) --collect-only -qq >/dev/null 2>&1 || true # what is wrong the tests will say
	@touch $@

# the frames that tests compare with, a picture of each in docs/screens, and the film
pictures: $(VENV)/test.done
	UPDATE_GOLDEN=1 $(BIN)/python -m pytest -q -n 2 tests/tui/test_golden_frames.py
	$(BIN)/python docs/film.py

# the notebook of the documentation with its outputs; they are looked at before they are committed
notebook: $(VENV)/test.done
	$(PIP) ipykernel nbconvert
	$(BIN)/python -m nbconvert --to notebook --execute --inplace docs/notebook.ipynb

# the man page, and what shells complete words by, made from the grammar of the command line
share: $(VENV)/test.done
	$(PIP) argparse-manpage shtab
	mkdir -p $(addprefix share/,man/man1 bash-completion/completions zsh/site-functions \
		fish/vendor_completions.d)
	COLUMNS=100 $(BIN)/argparse-manpage --module ludoscope.tui.commands.parser --function build_parser \
		--prog ludoscope --project-name ludoscope --manual-title "User Commands" \
		--description "play puzzles in a terminal and watch solvers work on them" \
		--output share/man/man1/ludoscope.1
	$(BIN)/ludoscope completions bash >share/bash-completion/completions/ludoscope
	$(BIN)/ludoscope completions zsh >share/zsh/site-functions/_ludoscope
	$(BIN)/ludoscope completions fish >share/fish/vendor_completions.d/ludoscope.fish

# a release: the source and a wheel for this platform, with every kernel or not at all;
# URL=https://… is the address of the repository, for links and for pictures on a package index
dist: share
	$(PIP) build twine
	rm -rf dist
	LUDOSCOPE_URL=$(URL) LUDOSCOPE_KERNELS=required $(BIN)/python -m build
	$(BIN)/python -m twine check --strict dist/*

# the site of the documentation, in site/; a warning is an error
docs: $(VENV)/test.done
	$(PIP) --requirement docs/requirements.txt
	$(BIN)/mkdocs build --strict --quiet

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

# editable: the kernels are compiled beside their sources; pip is silent, so setup.py tells how far it is
# what builds it is installed once, and not again in an environment of its own
BUILD := 'setuptools>=77' 'cython>=3.1'
PROGRESS := $(abspath $(VENV))/progress
INSTALL = @echo "installing $(1): half a minute on two cores, most of it the kernels"; : >$(PROGRESS); \
	tail -f $(PROGRESS) & telling=$$!; \
	{ $(PIP) $(BUILD) && LUDOSCOPE_PROGRESS=$(PROGRESS) $(PIP) --no-build-isolation --editable $(1); }; \
	failed=$$?; sleep 1; kill $$telling; exit $$failed

$(VENV)/play.done: $(VENV)/bin/python $(RECIPE)
	$(call INSTALL,.)
	@touch $@

$(VENV)/test.done: $(VENV)/bin/python $(RECIPE)
	$(call INSTALL,'.[test]')
	@touch $@ $(VENV)/play.done

clean:
	rm -rf $(VENV) build dist site share *.egg-info search/kernels/*.so search/*/kernels/*.so
