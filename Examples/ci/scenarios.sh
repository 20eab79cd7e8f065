#!/bin/sh
# Plays the scenarios of an app, on any machine: HWDB=hwdb-1.0.0-….whl APP='python3 app.py' ./scenarios.sh tests/scenarios
#   $HWDB: the path or address of the wheel that `make wheel` has built
# Writes scenarios.xml for the CI system, and scenarios.html, a page that replays the scenarios.
set -eu
test -x .hwdb/bin/hwdb || { python3 -m venv .hwdb && .hwdb/bin/pip install "$HWDB"; }
hwdb() { .hwdb/bin/hwdb scenario "$@"; }

status=0
hwdb run --app "$APP" --format junit "$@" > scenarios.xml || status=$?
test $status != 0 || hwdb explore --app "$APP" "$@" || status=$?
test $status != 0 || hwdb explore --app "$APP" --power-loss "$@" || status=$?
hwdb report --app "$APP" -o scenarios.html "$@" || status=$?
exit $status
