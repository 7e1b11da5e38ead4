# Everything one does here; `make` alone lists it.
#
# A target sets up what it needs in .venv, and does so again only when pins or pyproject.toml have changed.
# Another Python than the first suitable one: make PYTHON=python3.13 play

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.NOTPARALLEL:
MAKEFLAGS += --no-print-directory

GAME ?= coal
VENV := .venv
WEB := web/node_modules
PY := $(VENV)/bin/python
UV := $(VENV)/bin/uv
PYTHONS := $(or $(PYTHON),python3 python3.13 python3.12 python3.11)
WORKERS := -n $(shell n=$$(getconf _NPROCESSORS_ONLN); echo $$((n < 8 ? n + 1 : 8)))  # one more than cores: tests of servers and pages often wait
LIGHTHOUSE := tests/page/lighthouse/node_modules
PAGE := src/brimstone/server/page/index.html
PAGE_SOURCES := $(shell find web/src web/plugins web/public docs/rules src/brimstone/analysis/languages -type f 2> /dev/null) \
	web/index.html web/vite.config.ts web/svelte.config.js

export PATH := $(CURDIR)/$(VENV)/bin:$(PATH)  # Node comes with the Python packages
export PYTHONDONTWRITEBYTECODE :=  # tests start hundreds of processes; reading the libraries anew takes each 2 seconds

say = @echo "· $(1)"
install = $(UV) pip install --quiet --python $(PY)
modern = -c 'import sys; sys.exit(sys.version_info < (3, 11))'

.PHONY: help play terminal test check bench proof pins clean services FORCE

help: ## this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-8s %s\n", $$1, $$2 }' Makefile

# ------------------------------------------------------------------------------------------ to use it

play: $(VENV)/.run $(VENV)/.project $(PAGE) ## the table in the browser
	@$(VENV)/bin/brimstone serve --open $(if $(PORT),--port $(PORT))

terminal: $(VENV)/.run $(VENV)/.project ## play in the terminal: make terminal GAME=coal, dice or cards
	@$(VENV)/bin/brimstone play $(GAME)

# Both runs happen even if the first fails; the compiled one comes last.
test: services $(VENV)/.dev $(VENV)/.project $(PAGE) $(LIGHTHOUSE)/.installed ## the rules' tests uncompiled, with coverage; then every test compiled
	$(call say,compiling all players once; servers in the tests would each do it for themselves)
	@$(PY) -c 'from brimstone.cli.shared import compile_once as once; once("records"); once("players", 120)'
	$(call say,rules: their tests uncompiled; every branch must be taken)
	@uncompiled=0; \
	NUMBA_DISABLE_JIT=1 $(PY) -m pytest tests/games -m 'not compiled_only' $(WORKERS) --cov=brimstone.games \
		|| uncompiled=$$?; \
	echo '· all: every test, compiled'; \
	$(PY) -m pytest $(WORKERS); \
	[ $$uncompiled = 0 ] || { echo 'The uncompiled run of the rules failed: see above.' >&2; exit 1; }

check: $(VENV)/.dev $(VENV)/.project $(WEB)/.installed ## format, lint, types, and that imports run one way
	$(call say,format)
	@$(PY) -m ruff format --check --quiet . || { echo 'To mend it: $(PY) -m ruff format .' >&2; exit 1; }
	$(call say,lint)
	@$(PY) -m ruff check --quiet .
	$(call say,types)
	@$(PY) -m mypy --no-error-summary $(wildcard src tests examples tools)
	$(call say,imports)
	@told=$$($(VENV)/bin/lint-imports --no-logo 2>&1) || { echo "$$told"; exit 1; }
	$(call say,the page: format and types)
	@told=$$(npm --prefix web run check 2>&1) || { echo "$$told"; exit 1; }
	$(call say,known vulnerabilities)
	@$(PY) tools/audit.py
	$(call say,all in order)

bench: $(VENV)/.peers $(VENV)/.project ## speed of rules and environments, beside other libraries' on the same machine
	@$(VENV)/bin/brimstone bench
	@$(PY) benchmarks/peers.py
	@$(PY) benchmarks/envs.py

# All happen even if one fails.
proof: services $(VENV)/.dev $(VENV)/.project $(PAGE) $(LIGHTHOUSE)/.installed ## hours: every changed line of the rules, the players' ladder and manners, a killed and attacked server, a quick page
	@failed=; for each in mutation strength coal_regret dice_regret cards_regret exploitability pace advice tastes cards_tastes ppo swarm hostile lighthouse; do \
		echo "· proofs/$$each.py"; $(PY) proofs/$$each.py || failed="$$failed $$each"; \
	done; \
	[ -z "$$failed" ] || { echo "Not shown:$$failed." >&2; exit 1; }

# ------------------------------------------------------------------------------------------ set-up

# A .venv that was moved here, or whose Python is gone, is made again.
HERE := $(shell [ -x $(PY) ] && grep -qsxF '$(CURDIR)' $(VENV)/.uv && echo yes)

$(VENV)/.uv: requirements/uv.txt $(if $(HERE),,FORCE)
	@if ! $(PY) $(modern) 2> /dev/null || ! $(PY) -m pip --version > /dev/null 2>&1 \
		|| { [ -e $@ ] && ! grep -qxF '$(CURDIR)' $@; }; then \
		python=; for each in $(PYTHONS); do \
			if $$each $(modern) 2> /dev/null; then python=$$each; break; fi; \
		done; \
		if [ -z "$$python" ]; then \
			found=$$($(firstword $(PYTHONS)) --version 2> /dev/null || echo none); \
			echo "Brimstone needs Python 3.11 or newer; found here: $$found." >&2; \
			echo 'On Debian 12 or newer: apt install python3 python3-venv' >&2; \
			exit 1; \
		fi; \
		if ! $$python -c 'import ensurepip, venv' 2> /dev/null; then \
			echo "$$python cannot make environments: its venv package is missing." >&2; \
			echo "On Debian: apt install $${python##*/}-venv" >&2; \
			exit 1; \
		fi; \
		echo "· making $(VENV) with $$($$python --version)"; \
		$$python -m venv --clear $(VENV); \
	fi
	@$(PY) -m pip install -qq --disable-pip-version-check --require-hashes -r $<
	@echo '$(CURDIR)' > $@

$(VENV)/.run: requirements/run.txt $(VENV)/.uv
	$(call say,installing what playing needs)
	@$(install) --require-hashes -r $<
	@touch $@

$(VENV)/.dev: requirements/dev.txt $(VENV)/.uv
	$(call say,installing what the tests need)
	@$(install) --require-hashes -r $<
	@touch $@ $(VENV)/.run

$(VENV)/.peers: requirements/peers.txt $(VENV)/.uv
	$(call say,installing what the comparison needs)
	@$(install) --require-hashes -r $<
	@touch $@ $(VENV)/.run $(VENV)/.dev

$(VENV)/.project: pyproject.toml src/brimstone/__init__.py $(VENV)/.uv
	$(call say,installing brimstone itself)
	@$(install) --no-deps --no-build-isolation --reinstall-package brimstone --editable .
	@touch $@

# The page is built and checked by the Node that came with the Python packages.
$(WEB)/.installed: web/package.json web/package-lock.json $(VENV)/.run
	$(call say,installing what the page needs)
	@told=$$(npm --prefix web ci 2>&1) || { echo "$$told" >&2; exit 1; }
	@touch $@

# Apart from the page's own, so that nobody has to fetch it to play.
$(LIGHTHOUSE)/.installed: tests/page/lighthouse/package.json tests/page/lighthouse/package-lock.json $(VENV)/.run
	$(call say,installing what measures the page)
	@told=$$(npm --prefix tests/page/lighthouse ci 2>&1) || { echo "$$told" >&2; exit 1; }
	@touch $@

$(PAGE): $(PAGE_SOURCES) $(WEB)/.installed
	$(call say,building the page)
	@told=$$(npm --prefix web run build 2>&1) || { echo "$$told" >&2; exit 1; }

# Servers and the browser that the tests start for themselves, by Debian's packages. PostgreSQL's programs are not on the PATH there.
POSTGRES := $(firstword $(wildcard /usr/lib/postgresql/*/bin/initdb) $(shell command -v initdb))
REDIS := $(shell command -v redis-server)
CHROMIUM := $(shell command -v chromium)
ABSENT := $(strip $(if $(POSTGRES),,postgresql) $(if $(REDIS),,redis-server) $(if $(CHROMIUM),,chromium))
NO_CLUSTER := /etc/postgresql-common/createcluster.d/brimstone.conf
NO_START := /usr/sbin/policy-rc.d

# While they are installed, no cluster is made and nothing is started: the tests want the programs alone.
services:
ifneq ($(ABSENT),)
	@if [ "$$(id -u)" != 0 ] || ! command -v apt-get > /dev/null; then \
		echo "make test needs Debian's packages $(ABSENT): sudo apt install $(ABSENT)" >&2; \
		exit 1; \
	fi
	$(call say,installing Debian's packages $(ABSENT))
	@mkdir -p $(dir $(NO_CLUSTER)); \
	ours='$(NO_CLUSTER)'; [ -e $(NO_START) ] || ours="$$ours $(NO_START)"; \
	trap 'rm -f $$ours' EXIT; \
	echo 'create_main_cluster = false' > $(NO_CLUSTER); \
	case "$$ours" in *$(NO_START)) printf '#!/bin/sh\nexit 101\n' > $(NO_START); chmod +x $(NO_START);; esac; \
	export DEBIAN_FRONTEND=noninteractive; \
	apt-get -qq update; \
	apt-get -qq install --yes --no-install-recommends $(ABSENT) > /dev/null
endif

EXTRAS := $(addprefix --extra ,scale pettingzoo gymnasium openspiel lab ray)

# Keeps the versions that still fit; UPGRADE=1 takes the newest.
compile = $(UV) pip compile --quiet --universal --python-version 3.11 --fork-strategy fewest --generate-hashes \
	--no-emit-index-url --custom-compile-command 'make pins' $(if $(UPGRADE),--upgrade)

pins: $(VENV)/.uv ## make requirements/ again from pyproject.toml (UPGRADE=1: newest versions)
	$(call say,pinning in requirements/)
	@$(compile) --group uv -o requirements/uv.txt
	@$(compile) pyproject.toml --group build -o requirements/run.txt
	@$(compile) pyproject.toml $(EXTRAS) --group build --group dev -c requirements/run.txt -o requirements/dev.txt
	@$(compile) pyproject.toml $(EXTRAS) --group build --group dev --group peers -c requirements/dev.txt \
		-o requirements/peers.txt

clean: ## remove all that was made here, .venv too
	@rm -rf $(VENV) dist build .coverage .coverage.* htmlcov .mypy_cache .ruff_cache .pytest_cache .hypothesis \
		.import_linter_cache $(WEB) $(LIGHTHOUSE) $(dir $(PAGE))
	@find src tests examples benchmarks proofs -name __pycache__ -type d -prune -exec rm -rf {} + 2> /dev/null || true
