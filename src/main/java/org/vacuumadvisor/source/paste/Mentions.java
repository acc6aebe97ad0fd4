package org.vacuumadvisor.source.paste;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.vacuumadvisor.postgres.Release;

/// What lines that are no figures mention all the same: the table they are about, the database of a
/// prompt, transaction IDs.
final class Mentions {
  /// `PostgreSQL 15.4`, `Postgres version 12`, `PG 13`, and psql's greeting, which names the server
  /// only where it is of another release.
  private static final List<Pattern> RELEASES =
      List.of(
          Pattern.compile(
              "(?i)\\b(?:postgres(?:ql)?|pg(?=[ -]?v?[0-9]))(?: ?server)?[ -]?(?:version[?:*_"
                  + " ]{1,5}|v\\.?"
                  + " ?)?(?<number>[0-9]{1,2}(?:\\.[0-9]{1,2})?)(?![\\w%/:-]|[.,][0-9]{3}|"
                  + " ?(?:[kMGT]i?B|%))"),
          Pattern.compile(
              "^psql \\((?:[\\w.]{1,12}(?: \\([^)]{0,80}\\))?, server"
                  + " )?(?<number>[0-9]{1,2}(?:\\.[0-9]{1,2})?)"));

  private static final Pattern MEASURED = Pattern.compile("pgstattuple(?:_approx)?\\('([^']*)'");
  private static final Pattern TABLE = Pattern.compile("(?:of table|vacuuming) \"([^\"]*)\"");
  private static final Pattern OLDEST =
      Pattern.compile(
          "(?:oldest xmin|removable cutoff): ([0-9]{1,12})(?:.*?which was ([0-9]{1,12}))?");

  private final Set<String> tables = new LinkedHashSet<>();
  private final Set<Release> releases = new LinkedHashSet<>();
  private final Set<String> measured = new LinkedHashSet<>();
  private final Set<String> databases = new LinkedHashSet<>();

  void prompt(String database) {
    if (!database.isEmpty()) {
      databases.add(database);
    }
  }

  void see(String line, Xids xids) {
    RELEASES.stream()
        .flatMap(each -> each.matcher(line).results())
        .flatMap(each -> Releases.number(each.group("number")).stream())
        .filter(each -> each >= 90_600 && each <= 190_000)
        .forEach(each -> releases.add(Release.ofVersionNumber(Math.toIntExact(each))));
    MEASURED.matcher(line).results().limit(1).forEach(each -> measured.add(each.group(1)));
    TABLE.matcher(line).results().limit(1).forEach(each -> tables.add(each.group(1)));
    var oldest = OLDEST.matcher(line);
    while (oldest.find()) {
      long xid = Long.parseLong(oldest.group(1));
      xids.see(xid);
      if (oldest.group(2) != null) {
        xids.see(xid + Long.parseLong(oldest.group(2)));
      }
    }
  }

  /// The only release that is mentioned.
  Optional<Release> release() {
    return only(releases);
  }

  private static <T> Optional<T> only(Set<T> mentioned) {
    return mentioned.size() == 1 ? mentioned.stream().findFirst() : Optional.empty();
  }

  /// The only relation that `pgstattuple()` is called with, by its last name.
  Optional<String> measured() {
    return only(measured).map(each -> Relname.of(each).name());
  }

  /// The only table that is mentioned, by its last name.
  Optional<String> table() {
    return only(tables).map(each -> Relname.of(each).name());
  }

  /// The only database that a prompt or a message names.
  Optional<String> database() {
    var all = new LinkedHashSet<>(databases);
    for (var table : tables) {
      var parts = table.split("\\.", -1);
      if (parts.length == 3) {
        all.add(parts[0]);
      }
    }
    return only(all);
  }
}
