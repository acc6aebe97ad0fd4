#!/bin/sh
# Makes installable packages of the command line and the window, each with a runtime of its own:
# `mvn -Ppackage -DskipTests package`. Wants jpackage's helpers (on Debian: binutils, fakeroot).
set -eu
java_home=$1
root=$2
version=$3
out=$root/target/packages
icon=$root/advisor-gui/src/main/resources/org/vacuumadvisor/gui/icon-256.png
rm -rf "$out"
mkdir -p "$out"

# package TYPE NAME MODULE MAIN MODULES DESCRIPTION OPTIONS…
package() {
  type=$1 name=$2 module=$3 main=$4 modules=$5 description=$6
  shift 6
  input=$out/input-$name
  if [ ! -d "$input" ]; then
    mkdir -p "$input/lib"
    cp "$root/$module/target/$module-$version.jar" "$input/"
    cp "$root/$module/target/lib/"*.jar "$input/lib/"
  fi
  "$java_home/bin/jpackage" --type "$type" --name "$name" --app-version "$version" \
    --dest "$out" --input "$input" --main-jar "$module-$version.jar" --main-class "$main" \
    --add-modules "$modules" --jlink-options "--strip-debug --no-header-files --no-man-pages" \
    --java-options "-XX:+UseSerialGC --enable-native-access=ALL-UNNAMED" \
    --description "$description" --vendor "Vacuum Advisor" "$@"
}

base=java.base,java.sql,java.naming,java.management,java.security.jgss,java.logging,jdk.unsupported
cli="Tells what PostgreSQL's VACUUM does to a server, and what to change"
gui="$cli: the window"
types=app-image
command -v dpkg-deb >/dev/null 2>&1 && types="app-image deb"
for type in $types; do
  set --
  [ "$type" = deb ] && set -- --license-file "$root/LICENSE"
  package "$type" vacuum-advisor advisor-cli org.vacuumadvisor.cli.VacuumAdvisor "$base" "$cli" "$@"
  [ "$type" = deb ] && set -- --license-file "$root/LICENSE" --linux-shortcut \
    --linux-menu-group "Development;Database" \
    --linux-package-deps "libgtk-3-0, libxtst6, libgl1"
  package "$type" vacuum-advisor-window advisor-gui org.vacuumadvisor.gui.Main \
    "$base,java.desktop,jdk.crypto.ec" "$gui" --icon "$icon" "$@"
done
rm -rf "$out"/input-*
ls "$out"
