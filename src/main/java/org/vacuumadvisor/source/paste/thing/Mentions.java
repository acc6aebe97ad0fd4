package org.vacuumadvisor.source.paste.thing;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.vacuumadvisor.postgres.Release;

/// What lines that are no figures mention all the same: the table they are about, the database of a
/// prompt, transaction IDs.
public final class Mentions {
  private static final Pattern RELEASE =
      Pattern.compile(
          "(?i)\\b(?:postgres(?:ql)?|pg(?=[ -]?v?[0-9]))(?: ?server)?[ -]?(?:version[?:*_"
              + " ]{1,5}|v\\.? ?)?(?<number>[0-9]{1,2}(?:\\.[0-9]{1,2})?)(?![\\w%/:-]|[.,][0-9]{3}|"
              + " ?(?:[kMGT]i?B|%))");

  /// psql's greeting, which names the server only where it is of another release.
  private static final Pattern GREETING =
      Pattern.compile(
          "^psql \\((?:[\\w.]{1,12}(?: \\([^)]{0,80}\\))?, server"
              + " )?(?<number>[0-9]{1,2}(?:\\.[0-9]{1,2})?)");

  private final Set<String> tables = new LinkedHashSet<>();
  private final Set<Release> releases = new LinkedHashSet<>();
  private final Set<String> measured = new LinkedHashSet<>();
  private final Set<String> databases = new LinkedHashSet<>();

  public void prompt(String database) {
    if (!database.isEmpty()) {
      databases.add(database);
    }
  }

  public void see(String line, Xids xids) {
    for (var pattern : List.of(RELEASE, GREETING)) {
      var numbers = pattern.matcher(line);
      while (numbers.find()) {
        release(numbers.group("number")).ifPresent(releases::add);
      }
    }
    quoted(line, "pgstattuple('", '\'')
        .or(() -> quoted(line, "pgstattuple_approx('", '\''))
        .ifPresent(measured::add);
    quoted(line, "of table \"").or(() -> quoted(line, "vacuuming \"")).ifPresent(tables::add);
    xid(line, "oldest xmin: ").ifPresent(xids::see);
    var cutoff = xid(line, "removable cutoff: ");
    cutoff.ifPresent(from -> {
      xids.see(from);
      xid(line, "which was ").ifPresent(behind -> xids.see(from + behind));
    });
  }

  /// The only release that is mentioned.
  public Optional<Release> release() {
    return releases.size() == 1 ? releases.stream().findFirst() : Optional.empty();
  }

  /// `PostgreSQL 15.4`, `Postgres version 12`, `PG 13`.
  private static Optional<Release> release(String number) {
    return Releases.number(number)
        .filter(each -> each >= 90_600 && each <= 190_000)
        .map(each -> Release.ofVersionNumber(Math.toIntExact(each)));
  }

  /// The only relation that `pgstattuple()` is called with, by its last name.
  public Optional<String> measured() {
    return measured.size() == 1
        ? measured.stream().map(each -> Relname.of(each).name()).findFirst()
        : Optional.empty();
  }

  /// The only table that is mentioned, by its last name.
  public Optional<String> table() {
    return tables.size() == 1
        ? tables.stream().map(each -> Relname.of(each).name()).findFirst()
        : Optional.empty();
  }

  /// The only database that a prompt or a message names.
  public Optional<String> database() {
    var all = new LinkedHashSet<>(databases);
    for (var table : tables) {
      var parts = table.split("\\.", -1);
      if (parts.length == 3) {
        all.add(parts[0]);
      }
    }
    return all.size() == 1 ? all.stream().findFirst() : Optional.empty();
  }

  private static Optional<String> quoted(String line, String before) {
    return quoted(line, before, '"');
  }

  private static Optional<String> quoted(String line, String before, char quote) {
    int at = line.indexOf(before);
    int end = at < 0 ? -1 : line.indexOf(quote, at + before.length());
    return end < 0 ? Optional.empty() : Optional.of(line.substring(at + before.length(), end));
  }

  private static Optional<Long> xid(String line, String before) {
    int at = line.indexOf(before);
    if (at < 0) {
      return Optional.empty();
    }
    int start = at + before.length();
    int end = start;
    while (end < line.length() && end - start < 12 && Character.isDigit(line.charAt(end))) {
      end++;
    }
    return end == start
        ? Optional.empty()
        : Optional.of(Long.parseLong(line.substring(start, end)));
  }
}
