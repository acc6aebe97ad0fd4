package org.vacuumadvisor.source.saved;

import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A version without the name of whoever built it. What tells a managed service stays.
final class VersionDisguise {
  private static final Pattern NUMBER =
      Pattern.compile("[0-9]+(\\.[0-9]+)*((alpha|beta|rc)[0-9]+|devel)?");

  private VersionDisguise() {}

  /// `18.6` of `18.6 (built for example.com)`.
  static String number(String version) {
    var number = NUMBER.matcher(version);
    return number.lookingAt() ? number.group() : "0";
  }

  /// `PostgreSQL 18.6` of what `version()` says.
  static String text(String version) {
    var rest = version.startsWith("PostgreSQL ") ? version.substring("PostgreSQL ".length()) : "";
    var lower = version.toLowerCase(Locale.ROOT);
    return Stream.concat(
            Stream.of("PostgreSQL " + number(rest)),
            Stream.of("aurora", "alloydb", "neon").filter(lower::contains))
        .collect(Collectors.joining(" "));
  }
}
