#!/bin/sh
# Starts Vacuum Advisor with the Java that came with it. VACUUM_ADVISOR_OPTS holds further options
# for the JVM.
set -u
script=$0
while [ -h "$script" ]; do
  target=$(readlink "$script")
  case $target in
    /*) script=$target ;;
    *) script=${script%/*}/$target ;;
  esac
done
root=$(CDPATH='' cd -P -- "$(dirname -- "$script")/.." && pwd) || exit 70
# The window alone: nothing waits for it in a process of its own.
window=$root/../vacuum-advisor-window/bin/vacuum-advisor-window
if [ "${1:-}" = gui ] && [ -x "$window" ]; then
  alone=yes
  for file in "$@"; do [ "$file" = gui ] || [ -r "$file" ] || alone=; done
  [ -n "$alone" ] && shift && exec "$window" "$@"
fi
flags='-XX:+UseSerialGC -XX:TieredStopAtLevel=1 -XX:-UsePerfData -Xmx512m
  --enable-native-access=ALL-UNNAMED'
# Where gigabytes are read or days are simulated, the second-stage compiler pays for itself.
case ${1:-} in
  page | ingest | simulate | lab | demo) flags="$flags -XX:TieredStopAtLevel=4" ;;
esac
set -f
size=
[ -t 1 ] && size=$(stty size 2>/dev/null </dev/tty)
output=false
[ -t 1 ] && output=true
error=false
[ -t 2 ] && error=true
# shellcheck disable=SC2086
exec "$root/lib/runtime/bin/java" $flags -XX:SharedArchiveFile="$root/lib/classes.jsa" \
  -Xshare:auto -Xlog:disable -Xlog:all=error,cds=off,aot=off:stderr \
  -Dvacuumadvisor.home="$root" -Dvacuumadvisor.packaged=true \
  -Dvacuumadvisor.binaries="$root/lib/app/postgres" \
  -Dvacuumadvisor.terminal.output=$output -Dvacuumadvisor.terminal.error=$error \
  -Dvacuumadvisor.terminal.columns="${size#* }" \
  ${VACUUM_ADVISOR_OPTS:-} \
  -cp "$root/lib/app/advisor-cli-@VERSION@.jar" org.vacuumadvisor.cli.VacuumAdvisor "$@"
