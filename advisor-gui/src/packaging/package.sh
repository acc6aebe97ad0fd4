#!/bin/sh
# Makes images and, where dpkg-deb is, Debian packages of the command line and the window, each with
# a runtime of its own: `mvn -Ppackage -DskipTests package`. jpackage wants binutils (objcopy).
set -eu
java_home=$1
root=$2
version=$3
out=$root/target/packages
icons=$root/advisor-gui/src/main/resources/org/vacuumadvisor/gui
rm -rf "$out"
mkdir -p "$out"
umask 022

# image NAME MODULE MAIN MODULES OPTIONS…
image() {
  name=$1 module=$2 main=$3 modules=$4
  shift 4
  input=$out/input-$name
  mkdir -p "$input/lib"
  cp "$root/$module/target/$module-$version.jar" "$input/"
  cp "$root/$module/target/lib/"* "$input/lib/"
  "$java_home/bin/jpackage" --type app-image --name "$name" --app-version "$version" \
    --dest "$out" --input "$input" --main-jar "$module-$version.jar" --main-class "$main" \
    --add-modules "$modules" --jlink-options "--strip-debug --no-header-files --no-man-pages" \
    --java-options "-Xmx512m -XX:+UseSerialGC --enable-native-access=ALL-UNNAMED -Xlog:disable" \
    --java-options "-Xlog:all=error:stderr" "$@"
  rm -rf "$input"
}

# deb NAME DEPENDS SUMMARY: puts the image in /opt and its command on the path. What is in
# $out/deb-NAME already goes with it.
deb() {
  name=$1 depends=$2 summary=$3
  tree=$out/deb-$name
  mkdir -p "$tree/DEBIAN" "$tree/opt" "$tree/usr/bin" "$tree/usr/share/doc/$name"
  cp -a "$out/$name" "$tree/opt/"
  ln -s "/opt/$name/bin/$name" "$tree/usr/bin/$name"
  cp "$root/LICENSE" "$tree/usr/share/doc/$name/copyright"
  chmod -R u+w,go=rX "$tree"
  cat >"$tree/DEBIAN/control" <<END
Package: $name
Version: $version
Section: database
Priority: optional
Architecture: $(dpkg --print-architecture)
Installed-Size: $(du -sk "$tree" | cut -f1)
Maintainer: Vacuum Advisor <Unknown>
Depends: $depends
Description: $summary
 Reads the output of VACUUM VERBOSE, server logs and servers of PostgreSQL 9.6 to 19. Changes
 nothing on a server.
END
  dpkg-deb --root-owner-group -Zxz --build "$tree" "$out/${name}_${version}_$(
    dpkg --print-architecture
  ).deb"
  rm -rf "$tree"
}

base=java.base,java.sql,java.naming,java.management,java.security.jgss,java.logging,jdk.unsupported
window=vacuum-advisor-window
# The archive is DuckDB, in C++; metrics are served by the JDK and sent by its client.
image vacuum-advisor advisor-cli org.vacuumadvisor.cli.VacuumAdvisor \
  "$base,jdk.crypto.ec,jdk.httpserver,java.net.http"
# The archive needs DuckDB's native code, which no other command loads: it has to be in the image.
"$out/vacuum-advisor/bin/vacuum-advisor" ingest --archive "$out/try" \
  "$root/src/test/resources/org/vacuumadvisor/source/log/corpus/cases/17-failsafe-stderr.log"
rm -r "$out/try"
image "$window" advisor-gui org.vacuumadvisor.gui.Main "$base,jdk.crypto.ec,java.desktop" \
  --icon "$icons/icon-256.png"
if command -v dpkg-deb >/dev/null 2>&1; then
  cli="$out/vacuum-advisor/bin/vacuum-advisor"
  share=$out/deb-vacuum-advisor/usr/share
  mkdir -p "$share/man/man1" "$share/bash-completion/completions" \
    "$share/fish/vendor_completions.d"
  "$cli" generate-man-pages "$share/man/man1"
  gzip -9n "$share/man/man1/"*.1
  "$cli" generate-completion bash >"$share/bash-completion/completions/vacuum-advisor"
  "$cli" generate-completion fish >"$share/fish/vendor_completions.d/vacuum-advisor.fish"
  deb vacuum-advisor "libc6, libstdc++6" "tells what VACUUM does to a PostgreSQL server, and what to change"
  share=$out/deb-$window/usr/share
  mkdir -p "$share/applications"
  for size in 32 128 256; do
    mkdir -p "$share/icons/hicolor/${size}x$size/apps"
    cp "$icons/icon-$size.png" "$share/icons/hicolor/${size}x$size/apps/$window.png"
  done
  cp "$root/advisor-gui/src/packaging/$window.desktop" "$share/applications/"
  deb "$window" "libc6, libgtk-3-0 | libgtk-3-0t64, libgl1, libx11-6, libxtst6" \
    "window of Vacuum Advisor, which tells what VACUUM does to a server"
fi
ls "$out"
