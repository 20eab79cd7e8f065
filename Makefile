# `make` alone lists the targets. Those that install missing Debian packages use sudo unless they are run as root.

# The parts of `make test-all` besides `make test`. CI runs them in this order until its time is up.
PARTS = test-exhaustive test-postgres test-browser test-clients test-packages docs test-simulator

.PHONY: help demo test test-all build executables lint torture storm fuzz sanitize static install uninstall deb \
  wheel clean dependencies $(PARTS)

# As it ships but for static linking. What is installed is stripped, so that no line of a source is written down for a
# debugger: a sixteenth of the time.
RELEASE = swift build -c release -debug-info-format none

# The tests of five parts, by their names and files.
ON_POSTGRES = HomeworkPostgresTests|PostgreSQL
IN_BROWSER = BrowserTests|LookTests|ReportTests|SheetTests
OTHER_CLIENTS = OtherClientTests|ReviewTests
OTHER_PACKAGES = EmbeddedAppTests
SIMULATED = SimulatorTests

help:
	@sed -n 's/^\([a-z-]*\):.* ## /  make \1\t/p' Makefile | expand -t 24

demo: dependencies ## builds the programs, plays a quiz, kills a program in scenarios, catches a mistake
	scripts/demo

# Programs, modules and tests, optimised as they ship: one build for the users and for every test.
test: executables lint ## builds everything and runs what a change needs against the release programs
	scripts/run-tests

test-all: test ## runs all tests: exhaustive ones, PostgreSQL, a browser, other clients and packages
	$(MAKE) $(PARTS)

build: dependencies ## builds hwdb and hwdbd in .build/release
	$(RELEASE) --product hwdb
	$(RELEASE) --product hwdbd

# The tests, and the programs that they start. A test refuses to start a program that is older than its sources.
executables: dependencies
	@mkdir -p .build && touch .build/executables.begun
	$(RELEASE) --build-tests
	@mv .build/executables.begun .build/executables

# The quiz files of others lie beside the package, and only Moodle itself can say what it accepts.
export APART = [Tt]he corpus|as Moodle accepts|reads back equal after an export

# The sample of large spaces is four times as large as in `make test`, and another one each day.
test-exhaustive: executables
	HWDB_TEST_ALL=1 HWDB_SAMPLES=$${HWDB_SAMPLES:-4} scripts/run-tests \
	  --skip "$(ON_POSTGRES)|$(IN_BROWSER)|$(OTHER_CLIENTS)|$(OTHER_PACKAGES)|$(SIMULATED)"

# They start a server of their own; the machine's, if it has one, is left alone.
test-postgres: executables ## runs the tests that need a PostgreSQL server
	@scripts/install-dependencies postgresql
	scripts/run-tests --filter "$(ON_POSTGRES)"

# Beside other tests a frame would be late.
test-browser: executables
	@scripts/install-browser
	scripts/run-tests --filter "$(IN_BROWSER)"

test-clients: executables
	@scripts/install-clients
	scripts/run-tests --filter "$(OTHER_CLIENTS)"

# Neighbour has modules and types of the names that others use: it builds if nothing of ours is in their way. The tests in
# Python install the wheel and the Debian package on machines without Swift.
test-packages: executables
	@scripts/install-dependencies c++ deb
	@scripts/install-clients
	@scripts/install-packagers
	scripts/build-tests "Examples/EmbeddedApp Examples/stories/swift Tests/Benchmarks Tests/Neighbour Tests/Fuzz"
	scripts/run-tests --filter "$(OTHER_PACKAGES)"
	scripts/link
	scripts/wheel
	scripts/package
	.build/python/bin/python -m pytest -q -rs -p no:cacheprovider Tests/Packages

# The day's seed, for ten minutes, and each mistake made on purpose.
test-simulator: executables
	HWDB_TEST_ALL=1 HWDB_SAMPLES=$${HWDB_SAMPLES:-4} scripts/run-tests --filter "$(SIMULATED)"

lint: dependencies ## checks the format of the sources
	swift format lint --strict --recursive Package.swift Sources Tests Migrations

# What machines do to a store and a daemon, for SECONDS of storms and of each fuzzer; then the sanitizers. Damage to files
# with so many SEEDS, each other flips, and at every byte of a small one: before a release all of it.
SECONDS ?= 20
SEEDS ?= 200
# Clients with and without manners at once; 600 before a release.
STORM_SECONDS ?= 60
# The daemon and hwdb on one file; 600 before a release.
SHARED_SECONDS ?= 60
torture: test ## interrupts the store at every disk operation, damages files, runs storms and sanitizers
	HWDB_SAMPLES=100 HWDB_KILLS=200 $(MAKE) $(PARTS)
	.build/release/hwdb-torture --seconds $(SECONDS) --storm-seconds $(STORM_SECONDS) --shared-seconds $(SHARED_SECONDS) \
	  --seeds $(SEEDS) --daemon .build/release/hwdbd
	HWDB_KILLS=200 .build/python/bin/python -m pytest -q -s Clients/python/tests/test_storm.py
	$(MAKE) fuzz sanitize

# Failovers of PostgreSQL under three daemons and 32 clients; 100 before a release.
ROUNDS ?= 5
storm: build ## fails a PostgreSQL primary over under three daemons and 32 clients
	Examples/postgres/storm --rounds $(ROUNDS)

fuzz: dependencies ## runs the fuzzers for SECONDS each
	@scripts/install-dependencies c++
	swift build --package-path Tests/Fuzz -c release -Xswiftc -sanitize=fuzzer
	scripts/fuzz $(SECONDS)

sanitize: dependencies ## runs tests under the thread and address sanitizers
	scripts/sanitize

static: build
	@scripts/install-dependencies c++
	scripts/link

PREFIX ?= /usr/local
install: static ## installs the programs, man pages and completions below PREFIX
	scripts/install $(PREFIX)

uninstall: ## removes what `make install` installed
	scripts/install --remove $(PREFIX)

deb: static ## builds a Debian package
	@scripts/install-dependencies deb
	scripts/package

wheel: static ## builds a Python package with both programs, for machines without Swift
	scripts/wheel

docs: dependencies ## builds the documentation of the libraries in .build/docs
	scripts/document $(RELEASE)

clean: ## removes everything that was built
	rm -rf .build

dependencies: ## installs missing Debian packages
	@scripts/install-dependencies
