package org.vacuumadvisor.source.paste;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.postgres.ReleaseRange;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.source.Topic;

/// What lines without figures mention: a table, the database of a prompt, IDs, the release.
final class Mentions {
  /// `PostgreSQL 15.4`, `PG 13`, and psql's greeting, which names a server of another release.
  private static final List<Pattern> RELEASES =
      List.of(Forms.of("mentions-release"), Forms.of("mentions-greeting"));

  private static final Pattern MEASURED = Pattern.compile("pgstattuple(?:_approx)?\\('([^']*)'");
  private static final Pattern ASKED = Pattern.compile("\\brelname ?= ?'([^'%]{1,128})'");
  private static final Pattern OLDEST = Forms.of("mentions-oldest");

  /// The number in `17.2 (Debian…)`, `PostgreSQL 9.6.24 on …`, `19beta1`.
  private static final Pattern NUMBER = Forms.of("mentions-number");

  private final Set<Release> releases = new LinkedHashSet<>();
  private final Set<String> measured = new LinkedHashSet<>();
  private final Set<String> asked = new LinkedHashSet<>();
  private final Set<String> databases = new LinkedHashSet<>();

  void prompt(String database) {
    databases.add(database);
  }

  void see(String line, PastedFacts.Xids xids) {
    RELEASES.stream()
        .flatMap(each -> each.matcher(line).results())
        .flatMap(each -> number(each.group("number")).stream())
        .filter(each -> each >= 90_600 && each <= 190_000)
        .forEach(each -> releases.add(Release.ofVersionNumber(Math.toIntExact(each))));
    MEASURED.matcher(line).results().limit(1).forEach(each -> measured.add(each.group(1)));
    ASKED.matcher(line).results().limit(1).forEach(each -> asked.add(each.group(1)));
    var oldest = OLDEST.matcher(line);
    while (oldest.find()) {
      long xid = Long.parseLong(oldest.group(1));
      xids.see(xid);
      if (oldest.group(2) != null) {
        xids.see(xid + Long.parseLong(oldest.group(2)));
      }
    }
  }

  /// The only one of several; empty where there are more, or none.
  static <T> Optional<T> only(Collection<T> mentioned) {
    return mentioned.size() == 1 ? mentioned.stream().findFirst() : Optional.empty();
  }

  /// The only relation that `pgstattuple()` is called with, by its last name.
  Optional<String> measured() {
    return only(measured).map(each -> Relname.of(each).name());
  }

  /// The only relation that a query asks for, wherever it stands.
  Optional<String> asked() {
    return only(asked);
  }

  Optional<String> database() {
    databases.remove("");
    return only(databases);
  }

  /// Which release the figures are of: as they or the words around them say, or as their columns
  /// and settings bound it.
  ///
  /// @param known what is known besides: from messages in the same text, say
  ReleaseRange releases(PastedFacts gathered, ReleaseRange known) {
    var told = told(gathered.server);
    if (told.isPresent()) {
      return ReleaseRange.of(told.get());
    }
    var range = only(releases).map(ReleaseRange::of).orElse(known);
    for (var column : gathered.columnsSeen) {
      // people call columns of their own `mode`
      range =
          column.equals("VACUUM_PROGRESS.mode") ? range : range.and(Vocabulary.releases(column));
    }
    // up to 13 the views left partitioned tables out, and reltuples of a new table was 0
    boolean isOf14 =
        gathered.tables.entries().stream()
            .anyMatch(each ->
                each.is("reltuples", "-1")
                    || (each.is("relkind", "p") && each.value("n_live_tup").isPresent()));
    range = isOf14 ? range.from(Release.V14) : range;
    for (var each : gathered.others(Topic.SETTINGS)) {
      var setting = Setting.named(each.text("name"));
      range = setting.isPresent() ? having(setting.get(), range) : range;
    }
    return range.and(ReleaseRange.by(gathered.takenAt()));
  }

  private static ReleaseRange having(Setting setting, ReleaseRange range) {
    var with = range.stream().filter(setting::isIn).toList();
    return with.isEmpty() ? range : new ReleaseRange(with.getFirst(), with.getLast());
  }

  /// `server_version_num`, `server_version` or `version()`.
  private static Optional<Release> told(Entry server) {
    return server
        .value("server_version_num")
        .flatMap(Numbers::count)
        .or(() -> server.value("server_version").flatMap(Mentions::number))
        .or(() -> server.value("version").flatMap(Mentions::number))
        .filter(number -> number >= 90_600 && number < 2_000_000)
        .map(number -> Release.ofVersionNumber(Math.toIntExact(number)));
  }

  static Optional<Long> number(String text) {
    var found = NUMBER.matcher(text);
    if (!found.matches()) {
      return Optional.empty();
    }
    long major = Long.parseLong(found.group(1));
    long minor = found.group(2) == null ? 0 : Long.parseLong(found.group(2));
    return Optional.of(major < 10 ? major * 10_000 + minor * 100 : major * 10_000);
  }
}
