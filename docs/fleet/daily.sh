#!/bin/sh
# Judges the traces of one day, then asks whether it is worse than the day before.
#   TRACES=/srv/qlogs TABLES=/srv/tables daily.sh [2026-03-31]
# The traces of a day lie in TRACES/<day>/<host>/…; without a day it is yesterday, UTC (GNU date).
# Exit status: 0 all is well, 1 a line per alarm on standard output, 2 the job or the question failed.
set -eu
: "${TRACES:?}" "${TABLES:?}" "${QLOGSCOPE:=npx qlogscope}" "${PYSPARK_PYTHON:=python3}"
export PYSPARK_PYTHON
day=${1:-$(date -u -d yesterday +%F)}
$QLOGSCOPE fleet "$TRACES/$day" --out "$TABLES" || exit 2
exec "$PYSPARK_PYTHON" "$(dirname "$0")/alarm.py" "$TABLES" "$day"
