# Two commands: `make run` serves the app, `make test` passes every test. Both set up what they need first.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
HOST ?= $(or $(EMBEDSCOPE_HOST),127.0.0.1)
PORT ?= $(or $(EMBEDSCOPE_PORT),8000)
TEST_PROCESSES ?= 2
TORCH ?= torch==2.13.0
# On Linux PyTorch's own index has CPU builds, which are a tenth of the default ones; empty it to use only pip's index.
TORCH_INDEX ?= $(if $(filter Linux,$(shell uname -s)),https://download.pytorch.org/whl/cpu,)

.PHONY: install run test check browser models claims bench screenshots clean

install: $(VENV)/installed

$(VENV)/installed: pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Embedscope needs Python 3.11 or newer; name one with make PYTHON=python3.11"; exit 1; }
	$(PYTHON) -m venv $(VENV)
	@$(BIN)/python -c 'import torch' 2>/dev/null \
	  || { test -n "$(TORCH_INDEX)" && echo "PyTorch: trying the CPU index" && $(BIN)/python -m pip install --quiet --timeout 10 --retries 0 --index-url $(TORCH_INDEX) $(TORCH) 2>/dev/null; } \
	  || { echo "PyTorch: from pip's own index" && $(BIN)/python -m pip install --quiet $(TORCH); }
	$(BIN)/python -m pip install --quiet -e '.[dev]'
	@touch $@

run: install
	$(BIN)/python -m backend serve --host $(HOST) --port $(PORT)

# Chromium for the tests of the page: Debian's package where we may install one, else the reader is told.
browser:
	@command -v chromium >/dev/null || command -v chromium-browser >/dev/null || command -v google-chrome >/dev/null \
	  || { command -v apt-get >/dev/null && test "$$(id -u)" = 0 && apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium >/dev/null; } \
	  || { echo "The tests of the page need Chromium on the PATH: install your system's chromium package, then run make test again."; exit 1; }

# A file of tests stays in one process: its tests share a server.
test: install browser
	$(BIN)/python -m pytest --numprocesses $(TEST_PROCESSES) --dist loadfile

check: install
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	@if command -v npm >/dev/null; then npm ci --silent --ignore-scripts && npx --no-install tsc -p frontend/jsconfig.json && echo "The types of the page's JavaScript are right."; \
	else echo "The types of the page's JavaScript were not checked: that needs Node."; fi

# The shipped models, made again: the same machine gives the same bytes. Of seeds 1 to 12, those of 2 dimensions have the
# one with the lowest dev loss, but places the second lowest, in whose map the vowels lie together.
models: install
	$(BIN)/python -m backend train --corpus names --context-length 3 --embedding-dim 2 --hidden-size 100 \
	  --recipe counts --steps 3000 --batch-size 512 --learning-rate 0.03 --seed 12 --out models/names-2d --force
	$(BIN)/python -m backend train --corpus names --context-length 3 --embedding-dim 10 --hidden-size 200 \
	  --recipe counts --steps 2000 --batch-size 256 --learning-rate 0.04 --seed 1 --out models/names-10d --force
	$(BIN)/python -m backend train --corpus japanese-names --context-length 3 --embedding-dim 2 --hidden-size 100 \
	  --recipe counts --steps 3000 --batch-size 512 --learning-rate 0.03 --seed 3 --out models/japanese-2d --force
	$(BIN)/python -m backend train --corpus russian-names --context-length 4 --embedding-dim 2 --hidden-size 100 \
	  --recipe counts --steps 3000 --batch-size 512 --learning-rate 0.03 --seed 5 --out models/russian-2d --force
	$(BIN)/python -m backend train --corpus places --context-length 4 --embedding-dim 2 --hidden-size 100 \
	  --recipe counts --steps 3000 --batch-size 512 --learning-rate 0.03 --seed 7 --out models/places-2d --force

# The trainings that some claims of the lesson are computed from: models/claims/trained.json.
claims: install
	$(BIN)/python -m backend claims

bench: install
	$(BIN)/python benchmarks/contexts.py
	$(BIN)/python benchmarks/generate.py
	$(BIN)/python benchmarks/train.py
	$(BIN)/python benchmarks/start.py
	$(BIN)/python benchmarks/trainings.py
	$(BIN)/python benchmarks/million.py
	$(BIN)/python benchmarks/frames.py
	$(BIN)/python benchmarks/sweep.py

screenshots: install browser
	$(BIN)/python docs/screenshots.py

clean:
	rm -rf $(VENV) node_modules .pytest_cache .mypy_cache .ruff_cache .hypothesis
