# Every task of the project is one target; `make demo` and `make test` need no set-up before them.
.DEFAULT_GOAL := help
.PHONY: help setup build demo test test-all fuzz swarm format format-check lint-scripts examples bench docs docs-guides dist dist-test action-test spark-test traces goldens screenshot clean

TRACETOOL := .build/release/tracetool
DEMO_BUILD := .build/demo
# The command and the tests are built alike, testable, so that they share the libraries.
RELEASE := --configuration release -Xswiftc -enable-testing
# `make test-all DEBUG_INFO="-debug-info-format none"` compiles quicker; a crash then names functions without their lines.
RELEASE += $(DEBUG_INFO)
# An app's oldest systems are older than what the command needs: on a Mac it is built for one that has it.
ifeq ($(shell uname),Darwin)
RELEASE += -Xswiftc -target -Xswiftc $(shell uname -m)-apple-macosx26.0
endif
TEST := swift test $(RELEASE) --disable-testable-imports
SWIFT_FILES = $(shell find Package.swift Sources Tests Benchmarks Documentation Examples -name '*.swift' -not -path '*/.build*')

help: ## list the targets
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | column -t -s "$$(printf '\t')"

setup: ## check for the system libraries, and install them where that is allowed
	@scripts/setup

build: setup ## build the command (release)
	@swift build $(RELEASE) --product tracetool

# For debugging and without the proxy, in a folder of its own: the first answer does not wait for what it does not need.
demo: setup ## replay a recorded client reset in every mode and show what each would destroy
	@[ -x $(DEMO_BUILD)/debug/tracetool ] || echo 'Building the command without `record`: about three minutes, the first time.'
	@swift build --traits Command --disable-index-store -debug-info-format none \
		--scratch-path $(DEMO_BUILD) --product tracetool
	@echo
	@echo '$$ tracetool replay --mode all traces/field-inspections.synctrace'
	@$(DEMO_BUILD)/debug/tracetool replay --mode all traces/field-inspections.synctrace

# Built for debugging, which is quick; what replays thousands of resets is left to `make test-all`.
test: setup ## build for debugging and run the tests that do not take long; with TARGET=ReplayerTests those of one target
	@TRACETOOL_QUICK_TESTS=1 TRACETOOL_TEST_TARGET=$(TARGET) scripts/test -debug-info-format none

# The option against testable imports only keeps the flags the same as those of `make build`, so that
# nothing is built twice.
test-all: setup ## run all tests, on the optimised libraries that `make build` builds: what CI does
	@# Each of these waits for the one before it; built last, after all that waits for nothing, they would leave a processor idle.
	@swift build $(RELEASE) --target Reports
	@scripts/test $(RELEASE) --disable-testable-imports

FUZZ_SECONDS := 600
fuzz: setup ## fuzz each decoder for FUZZ_SECONDS (ten minutes) with libFuzzer, then random faults on random sessions
	@scripts/fuzz $(FUZZ_SECONDS)
	@TRACETOOL_TEST_SEED=$${TRACETOOL_TEST_SEED:-random} TRACETOOL_FUZZ_SECONDS=$(FUZZ_SECONDS) $(TEST) --filter 'FuzzTests.*as many plans'

SWARM_SECONDS := 600
swarm: setup ## let random worlds live for SWARM_SECONDS (ten minutes), and check that every promise holds
	@TRACETOOL_TEST_SEED=$${TRACETOOL_TEST_SEED:-random} TRACETOOL_SWARM_SECONDS=$(SWARM_SECONDS) $(TEST) --filter 'SwarmTests.*as many worlds'

format: ## format all sources in place
	@swift format --in-place --parallel $(SWIFT_FILES)

format-check: ## fail if a source is not formatted
	@swift format lint --strict --parallel $(SWIFT_FILES)

lint-scripts: ## lint the scripts of pages
	@"$$(dirname "$$(scripts/python-env oxlint oxlint==1.89.0)")/oxlint" --deny-warnings Sources/Reports/SessionPage/Assets

examples: build ## build the example of an app that records, see what it links, and run its tests
	@scripts/check-app-links $(TRACETOOL)
	@swift test --package-path Examples --scratch-path .build/examples

bench: setup ## measure the codecs and the replay (see Benchmarks/README.md)
	@scripts/bench

docs: setup ## build the guides as a site and the documentation of the libraries, to .build/docs
	@scripts/docs

docs-guides: ## build the guides alone; a dead link or anchor fails
	@scripts/docs guides

dist: setup ## pack the command, linked statically, with manual pages, completions and licenses, to .build/dist (Linux)
	@scripts/dist

dist-test: dist ## try that package where there is no Swift
	@scripts/dist-test

action-test: build ## run the steps of action.yml as a runner does
	@"$$(scripts/python-env action 'pyyaml==6.0.3')" scripts/test-action $(TRACETOOL)

# Not part of `make test`: it installs Spark, and Java where there is none.
spark-test: build ## test spark/ in Spark's local-cluster mode, with executors that are killed
	@scripts/spark-test $(TRACETOOL)

traces: build ## make traces/ anew from its sources, byte for byte
	@scripts/make-traces $(TRACETOOL)

goldens: build ## record the goldens of traces/ anew; `git diff traces` shows what changed
	@$(TRACETOOL) golden record --force --quiet traces

screenshot: build ## draw the picture of the HTML report in docs/ anew, with a browser
	@scripts/screenshot $(TRACETOOL)

clean: ## remove what was built
	@rm -rf .build Benchmarks/.build Documentation/.build
