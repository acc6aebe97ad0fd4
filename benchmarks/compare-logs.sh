#!/bin/bash
# Reads one server log with vacuum-advisor, pgBadger, grep and wc, and says how many MB each read in a
# second of processor time (user and system, the start of the process included).
#
#   benchmarks/compare-logs.sh LOG [LOG_LINE_PREFIX]
#
# pgBadger is in Debian and Ubuntu (apt-get install pgbadger). It reads the first 20 MB only: it needs
# minutes for a log that the others read in a second, and its speed does not depend on the length.
set -euo pipefail

log=$1
prefix=${2:-'%m [%p] '}
home=$(cd -- "$(dirname -- "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
head -c 20000000 "$log" >"$work/part.log"

# speed NAME FILE COMMAND...
speed() {
  local name=$1 file=$2 size seconds
  shift 2
  size=$(wc -c <"$file")
  TIMEFORMAT='%U %S'
  seconds=$({ time "$@" >/dev/null 2>"$work/errors"; } 2>&1 | awk '{ print $1 + $2 + 0.001 }')
  awk -v name="$name" -v size="$size" -v seconds="$seconds" \
    'BEGIN { printf "%-16s %8.1f MB/s  (%.0f MB in %.2f s)\n", name, size / 1e6 / seconds, size / 1e6, seconds }'
}

cat "$log" >/dev/null
speed 'wc -l' "$log" wc -l "$log"
speed 'grep -c' "$log" env LC_ALL=C grep -c 'automatic vacuum' "$log"
speed vacuum-advisor "$log" "$home/vacuum-advisor" logs --each --format json "$log"
speed pgbadger "$work/part.log" \
  pgbadger -q -f stderr -p "$prefix" -o "$work/report.html" "$work/part.log"
