# `make` alone lists the targets. Those that install missing Debian packages use sudo unless they are run as root.
.PHONY: help demo test test-postgres tests build executables optimised clients apart lint torture storm fuzz sanitize static install uninstall deb docs \
  clean dependencies

TRIPLE = $(shell swift -print-target-info | sed -n 's/.*"triple": *"\([^"]*\)".*/\1/p' | head -n 1)
# As it ships but for static linking. What is installed is stripped, so that no line of a source is written down for a
# debugger: a sixteenth of the time.
RELEASE = swift build -c release -debug-info-format none
SUDO := $(shell [ "$$(id -u)" = 0 ] || echo sudo)

help:
	@sed -n 's/^\([a-z-]*\):.* ## /  make \1\t/p' Makefile | expand -t 24

demo: build ## builds the programs, then kills and resumes every example scenario through a daemon
	scripts/demo .build/release

# Programs, modules and tests, optimised as they ship: one build for the users and for every test. What else there is to do
# goes on beside it, since much of such a build takes one core.
test: dependencies ## builds everything and runs all tests against the release programs, as CI does
	@mkdir -p .build && touch .build/executables.begun
	$(MAKE) --jobs 2 optimised lint clients WITH=--build-tests
	@mv .build/executables.begun .build/executables
	$(MAKE) --jobs 2 docs tests

tests:
	APART="$(APART)" scripts/run-tests

build: dependencies ## builds hwdb and hwdbd in .build/release
	$(RELEASE) --product hwdb
	$(RELEASE) --product hwdbd

# What tests start. They refuse to where a source has changed since this began.
executables: dependencies
	@mkdir -p .build && touch .build/executables.begun
	$(MAKE) optimised OTHERS=Examples/EmbeddedApp
	@mv .build/executables.begun .build/executables

# Packages that depend on this one are built in its own place, where its modules are already. SwiftPM keeps one plan for a
# place and takes it for that of any package, so the plan is made anew each time, and this package's own is the last.
# Neighbour has modules and types of the names that others use: it builds where nothing of ours is in their way.
# Of the fuzzers only the modules: what links them is `make fuzz`.
OTHERS = Examples/EmbeddedApp Benchmarks Tests/Neighbour Fuzz
PLANNED = $(RELEASE) --disable-build-manifest-caching
optimised:
	$(PLANNED) $(WITH)
	for package in $(OTHERS); do part=; test ! -d $$package/Tests || part=--build-tests; \
	    test $$package != Fuzz || part="--target fuzz"; \
	    $(PLANNED) $$part --package-path $$package --scratch-path .build || failed=yes; done; \
	  $(PLANNED) $(WITH) && [ -z "$$failed" ]

# Clients that others wrote, for the tests of the protocol. Without them their tests are left out, which is said at the
# end and fails in CI. The packages of Python are those of a file, each with its version.
CLIENTS = netcat-openbsd jq python3-venv nodejs node-typescript sqlite3
PACKAGES = Clients/python/test-requirements.txt
clients: dependencies
	@(for program in nc jq node tsc sqlite3; do command -v $$program > /dev/null || exit 1; done) \
	  && python3 -c "import ensurepip" 2> /dev/null \
	  || { $(SUDO) apt-get update && $(SUDO) env DEBIAN_FRONTEND=noninteractive apt-get install --yes $(CLIENTS); } \
	  || echo "not installed: $(CLIENTS)"
	@cmp --silent $(PACKAGES) .build/python/packages || { python3 -m venv --clear .build/python \
	    && .build/python/bin/pip install --quiet --requirement $(PACKAGES) && .build/python/bin/pip install --quiet \
	    --no-deps --no-build-isolation --editable Clients/python && cp $(PACKAGES) .build/python/packages; } \
	  || { rm -rf .build/python; echo "no Python clients: see above"; }

# What `make test` does not bring: a server of PostgreSQL (`make test-postgres`), a browser of 400 MB, and files of others
# that lie beside the package, not in it.
APART = PostgreSQL is not installed|no mount namespace|plays in a browser|prints in a browser|The corpus|as Moodle takes|reads back equal what was read
apart: ## runs the tests that need a browser or quiz files of others
	$(MAKE) executables WITH=--build-tests
	scripts/run-tests --filter "ReportTests|SheetTests|CorpusTests"

# The tests that want a server of PostgreSQL. They start one of their own; that of the machine, if it has one, is left alone.
test-postgres: ## runs the tests that need a PostgreSQL server
	@ls /usr/lib/postgresql/*/bin/postgres > /dev/null 2>&1 || { $(SUDO) apt-get update \
	  && $(SUDO) env DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends postgresql; }
	$(MAKE) executables WITH=--build-tests
	scripts/run-tests --filter "HomeworkPostgresTests|SeveralDaemonsTests|PostgresScenarioTests"

lint: dependencies ## checks the format of the sources
	swift format lint --strict --recursive Package.swift Sources Tests Migrations Benchmarks/Package.swift Benchmarks/Sources

# What machines do to a store and a daemon, for SECONDS of storms and of each fuzzer; then the sanitizers. Damage to files
# with so many SEEDS, each other flips, and at every byte of a small one: before a release all of it.
SECONDS ?= 20
SEEDS ?= 200
# Clients with and without manners at once; 600 before a release.
STORM_SECONDS ?= 60
# The daemon and hwdb on one file; 600 before a release.
SHARED_SECONDS ?= 60
FUZZERS = wire:Fuzz/Corpus/wire scenario:Examples/scenarios quiz:Examples/quizzes quiz:Fuzz/Corpus/quiz \
  steps:Fuzz/Corpus/steps database:Tests/HomeworkStoreTests/Fixtures
SANITIZED = HomeworkRPCTests|HomeworkStoreTests|HomeworkSQLiteTests|session of the daemon|Events of the daemon
# What reads memory by hand, or what others wrote.
ADDRESSED = HomeworkRPCTests|HomeworkStoreTests|HomeworkSQLiteTests|HomeworkFormatsTests|HomeworkServiceTests|HomeworkModelTests|HomeworkMotionTests|ParserTests

torture: apart clients ## interrupts the store at every disk operation, damages files, runs storms and sanitizers
	.build/release/hwdb-torture --seconds $(SECONDS) --storm-seconds $(STORM_SECONDS) --shared-seconds $(SHARED_SECONDS) \
	  --seeds $(SEEDS) --daemon .build/release/hwdbd
	HWDB_SAMPLES=20 scripts/run-tests
	HWDB_KILLS=200 .build/python/bin/python -m pytest -q -s Clients/python/tests/test_storm.py
	cd Clients/typescript && tsc --project test && HWDB_KILLS=200 node --test dist/tests/test/storm.test.js
	$(MAKE) fuzz sanitize

# Failovers of PostgreSQL under three daemons and 32 clients; 100 before a release.
ROUNDS ?= 5
storm: build ## fails a PostgreSQL primary over under three daemons and 32 clients
	Examples/postgres/storm --rounds $(ROUNDS)

# A fuzzer that ends in any other way than at its time fails; what it found is left as a file, and becomes a test.
fuzz: dependencies ## runs the fuzzers for SECONDS each
	swift build --package-path Fuzz -c release -Xswiftc -sanitize=fuzzer
	@for pair in $(FUZZERS); do name=$${pair%%:*}; mkdir -p .build/fuzz/$$name; \
	  FUZZ=$$name Fuzz/.build/release/fuzz -max_total_time=$(SECONDS) -print_final_stats=1 .build/fuzz/$$name \
	    $${pair#*:} > .build/fuzz/$$name.log 2>&1 || failed="$$failed $$name"; \
	  grep -E "ERROR|crash-" .build/fuzz/$$name.log | sed "s/^/$$name: /"; \
	  grep "executed_units" .build/fuzz/$$name.log | sed "s/^/$$name: /" | grep . || failed="$$failed $$name"; \
	done; test -z "$$failed" || { echo "failed:$$failed; see .build/fuzz/NAME.log"; exit 1; }

sanitize: dependencies ## runs tests under the thread and address sanitizers
	swift build --build-tests --sanitize thread --scratch-path .build/thread
	TSAN_OPTIONS=suppressions=$(CURDIR)/scripts/thread-sanitizer.suppressions \
	  HWDB_EXECUTABLES=$(CURDIR)/.build/thread/debug \
	  scripts/run-tests --build .build/thread/debug --filter "$(SANITIZED)"
	swift build --build-tests --sanitize address --scratch-path .build/address
	ASAN_OPTIONS=detect_leaks=0 HWDB_EXECUTABLES=$(CURDIR)/.build/address/debug \
	  scripts/run-tests --build .build/address/debug --filter "$(ADDRESSED)"

# Where `make install` puts things; `DESTDIR` goes before, for those who make packages.
PREFIX ?= /usr/local
STATIC = .build/static/release
COMPLETIONS = share/bash-completion/completions/hwdb share/zsh/site-functions/_hwdb share/fish/vendor_completions.d/hwdb.fish
UNITS = lib/systemd/user/hwdbd.socket lib/systemd/user/hwdbd.service
INSTALLED = bin/hwdb bin/hwdbd share/man/man1/hwdb.1 $(COMPLETIONS) $(UNITS)

# With the Swift standard library inside, for machines without it. Relative relocations, packed, are a tenth as large, and
# nobody has to read them: two megabytes less in memory. They need the C library of Debian 12, 2.36. No library looks for
# names in a program, so it has no table of them, which would be another megabyte.
PACKED = -Xswiftc -use-ld=lld -Xlinker -z -Xlinker pack-relative-relocs -Xlinker --no-export-dynamic

static: dependencies
	swift build -c release --static-swift-stdlib --scratch-path .build/static $(PACKED) --product hwdb
	swift build -c release --static-swift-stdlib --scratch-path .build/static $(PACKED) --product hwdbd

install: static ## installs the programs, man page and completions below PREFIX
	install -D --strip $(STATIC)/hwdb $(DESTDIR)$(PREFIX)/bin/hwdb
	install -D --strip $(STATIC)/hwdbd $(DESTDIR)$(PREFIX)/bin/hwdbd
	mkdir -p $(dir $(addprefix $(DESTDIR)$(PREFIX)/,$(INSTALLED)))
	$(STATIC)/hwdb manual-page > $(DESTDIR)$(PREFIX)/share/man/man1/hwdb.1
	$(STATIC)/hwdb completion bash > $(DESTDIR)$(PREFIX)/share/bash-completion/completions/hwdb
	$(STATIC)/hwdb completion zsh > $(DESTDIR)$(PREFIX)/share/zsh/site-functions/_hwdb
	$(STATIC)/hwdb completion fish > $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/hwdb.fish
	for unit in $(UNITS); do sed 's|@PREFIX@|$(PREFIX)|' Examples/systemd/$${unit##*/} > $(DESTDIR)$(PREFIX)/$$unit; done

uninstall: ## removes what `make install` installed
	rm -f $(addprefix $(DESTDIR)$(PREFIX)/,$(INSTALLED))

# A Debian package for this machine's architecture, as .build/hwdb_VERSION_ARCHITECTURE.deb. What has grown is told: one
# import of Foundation anywhere is 40 MB.
LIGHT = test $$(stat --format %s $(1)) -le $(2) || { echo "$(1) has grown beyond $(2) bytes"; exit 1; }
deb: ## builds a Debian package
	rm -rf .build/deb
	$(MAKE) install DESTDIR=$(CURDIR)/.build/deb PREFIX=/usr
	gzip -9n .build/deb/usr/share/man/man1/hwdb.1
	install -D -m 644 LICENSE .build/deb/usr/share/doc/hwdb/copyright
	scripts/deb-control .build/deb
	rm -f .build/hwdb_*.deb
	dpkg-deb --root-owner-group --build .build/deb .build
	@$(call LIGHT,.build/deb/usr/bin/hwdb,18000000)
	@$(call LIGHT,.build/deb/usr/bin/hwdbd,18000000)
	@$(call LIGHT,.build/hwdb_*.deb,9000000)

# The documentation of the library, a site for each module in .build/docs.
DOCUMENTED = HomeworkStore HomeworkPlay
MODULE_MAPS = CHomeworkSQLiteShim CHomeworkEmbedded
docs: dependencies ## builds the documentation of the libraries in .build/docs
	rm -rf .build/docs .build/symbols
	for module in $(DOCUMENTED); do mkdir -p .build/docs .build/symbols/$$module && $(RELEASE) --target $$module \
	  && swift symbolgraph-extract -module-name $$module -output-dir .build/symbols/$$module -minimum-access-level public \
	    -skip-synthesized-members -I .build/release/Modules -I Sources/CHomeworkSQLite -target $(TRIPLE) \
	    $(foreach map,$(MODULE_MAPS),-Xcc -fmodule-map-file=.build/release/$(map).build/module.modulemap) \
	    -Xcc -ISources/CHomeworkSQLiteShim/include \
	  && docc convert Sources/$$module/$$module.docc --additional-symbol-graph-dir .build/symbols/$$module \
	    --fallback-display-name $$module --fallback-bundle-identifier hwdb.$$module --output-path .build/docs/$$module \
	    --warnings-as-errors || exit 1; done

clean: ## removes everything that was built
	rm -rf .build

# The same question that the package asks, so that what was installed in another way counts too. Foundation loads
# libcurl and libxml2, which a bare Debian does not have.
dependencies: ## installs missing Debian packages
	@command -v swift > /dev/null || { echo "Swift 6.2 or later is needed: https://www.swift.org/install"; exit 1; }
	@pkg-config --exists sqlite3 ncursesw expat libarchive libpq 2> /dev/null && command -v python3 > /dev/null \
	  && test -n "$(wildcard /usr/lib*/libcurl.so.4 /usr/lib/*/libcurl.so.4)" \
	  && test -n "$(wildcard /usr/lib*/libxml2.so.2 /usr/lib/*/libxml2.so.2)" \
	  || { $(SUDO) apt-get update && $(SUDO) env DEBIAN_FRONTEND=noninteractive apt-get install --yes libsqlite3-dev \
	    libncurses-dev libexpat1-dev libarchive-dev libpq-dev pkg-config python3 libcurl4 libxml2; }
