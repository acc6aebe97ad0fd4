#!/bin/sh
# Opens the window of Vacuum Advisor with the Java that came with it. VACUUM_ADVISOR_OPTS holds
# further options for the JVM.
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
# shellcheck disable=SC2086
exec "$root/lib/runtime/bin/java" -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -XX:-UsePerfData \
  -Xmx512m --enable-native-access=ALL-UNNAMED -Xlog:disable -Xlog:all=error:stderr \
  ${VACUUM_ADVISOR_OPTS:-} -jar "$root/lib/app/advisor-gui-@VERSION@.jar" "$@"
