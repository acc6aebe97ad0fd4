package org.vacuumadvisor.source.paste;

import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.postgres.ReleaseRange;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.source.Topic;
import org.vacuumadvisor.source.paste.table.Figures;
import org.vacuumadvisor.source.paste.table.Vocabulary;

/// Which release pasted figures are of: as they say, or as their columns and settings bound it.
final class Releases {
  /// Of `pg_stat_progress_vacuum.mode`.
  private static final Set<String> MODES = Set.of("normal", "aggressive", "failsafe");

  /// The number in `17.2 (Debian…)`, `PostgreSQL 9.6.24 on …`, `19beta1`.
  private static final Pattern NUMBER =
      Pattern.compile("(?s)(?:PostgreSQL )?([0-9]{1,2})(?![0-9])(?:\\.([0-9])(?![0-9]))?.*");

  private Releases() {}

  /// @param known what is known besides: from messages in the same text, say
  static ReleaseRange range(Gathered gathered, ReleaseRange known) {
    var told = told(gathered.server);
    if (told.isPresent()) {
      return ReleaseRange.of(told.get());
    }
    var range = known;
    for (var column : gathered.columnsSeen) {
      range = isOfQuery(column, gathered) ? range : range.and(Vocabulary.releases(column));
    }
    boolean isOf14 =
        gathered.tables.all().stream().map(Tables.Named::entry).anyMatch(Releases::isOf14);
    range = isOf14 ? range.from(Release.V14) : range;
    for (var name : gathered.settings.keySet()) {
      var setting = Setting.named(name);
      range = setting.isPresent() ? having(setting.get(), range) : range;
    }
    return range;
  }

  /// People call columns of their own `mode`; that of 19 has few values.
  private static boolean isOfQuery(String column, Gathered gathered) {
    return column.equals("VACUUM_PROGRESS.mode")
        && gathered.others(Topic.VACUUM_PROGRESS).stream()
            .flatMap(each -> each.value("mode").stream())
            .anyMatch(each -> !MODES.contains(each));
  }

  /// Up to 13 the statistics views left partitioned tables out, and `reltuples` of a table that
  /// nobody vacuumed or analyzed was 0, not -1.
  private static boolean isOf14(Entry table) {
    return table.is("reltuples", "-1")
        || (table.is("relkind", "p") && table.value("n_live_tup").isPresent());
  }

  private static ReleaseRange having(Setting setting, ReleaseRange range) {
    var with = range.stream().filter(setting::isIn).toList();
    return with.isEmpty() ? range : new ReleaseRange(with.getFirst(), with.getLast());
  }

  /// `server_version_num`, `server_version` or `version()`.
  private static Optional<Release> told(Entry server) {
    return server
        .value("server_version_num")
        .flatMap(Figures::count)
        .or(() -> server.value("server_version").flatMap(Releases::number))
        .or(() -> server.value("version").flatMap(Releases::number))
        .filter(number -> number >= 90_600 && number < 2_000_000)
        .map(number -> Release.ofVersionNumber(Math.toIntExact(number)));
  }

  /// The version number of a release as it is written.
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
