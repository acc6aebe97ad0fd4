package org.vacuumadvisor.source.saved;

import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.postgres.Provider;
import org.vacuumadvisor.source.Row;

/// Rows of `pg_settings` without free text: no paths, no names of slots, no prefix of log lines.
final class SettingDisguise {
  private static final Pattern NUMBER = Pattern.compile("[-+]?[0-9.]{1,30}([eE][-+]?[0-9]{1,3})?");

  private static final Pattern LOCALE =
      Pattern.compile("C|POSIX|C\\.UTF-8|[a-z]{2}_[A-Z]{2}(\\.(UTF-8|utf8))?");

  /// Values of PostgreSQL's own enumerations.
  private static final Set<String> WORDS =
      Set.of(
          """
          on off true false yes no auto default none all pl minimal replica logical hot_standby
          archive local remote_write remote_apply pglz lz4 zstd worker io_uring sync stderr csvlog
          jsonlog syslog eventlog debug5 debug4 debug3 debug2 debug1 info notice warning error log
          fatal panic safe_encoding partition\
          """
              .split("\\s+"));

  private static final Set<String> FILES = Set.of("postgresql.conf", "postgresql.auto.conf");

  private SettingDisguise() {}

  /// Whether a row's setting is PostgreSQL's own or tells a managed service. Whatever has a dot in
  /// its name was made up by an extension or a user.
  static boolean mayPass(Row row) {
    return row.text("name").known().filter(SettingDisguise::isKnown).isPresent();
  }

  /// A value without names; nothing where there may be one.
  static @Nullable String value(String value, Row row, Pseudonyms names) {
    if (isHarmless(value)) {
      return value;
    }
    // A provider is known by the name of a setting, which needs some value to be there.
    return row.text("name").or("").contains(".") ? "" : null;
  }

  static String file(String path, Pseudonyms names) {
    var name = path.substring(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
    return FILES.contains(name) ? name : names.numbered(Pseudonyms.Kind.FILE, path);
  }

  private static boolean isKnown(String name) {
    return !name.contains(".") || Provider.detect(Set.of(name), "").isManaged();
  }

  private static boolean isHarmless(String value) {
    return value.isEmpty()
        || NUMBER.matcher(value).matches()
        || LOCALE.matcher(value).matches()
        || Stream.of(value.split(",", -1)).allMatch(each -> WORDS.contains(each.strip()));
  }
}
