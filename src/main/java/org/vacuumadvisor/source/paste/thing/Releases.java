package org.vacuumadvisor.source.paste.thing;

import java.util.Optional;
import java.util.Set;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.postgres.ReleaseRange;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.source.Topic;
import org.vacuumadvisor.source.paste.table.Figures;
import org.vacuumadvisor.source.paste.table.Vocabulary;

/// Which release pasted figures are of: as they say, or as their columns and settings bound it.
public final class Releases {
  /// Of `pg_stat_progress_vacuum.mode`.
  private static final Set<String> MODES = Set.of("normal", "aggressive", "failsafe");

  private final ReleaseRange known;

  /// @param known what is known besides: from messages in the same text, say
  public Releases(ReleaseRange known) {
    this.known = known;
  }

  public ReleaseRange range(Gathered gathered) {
    var told = told(gathered.server());
    if (told.isPresent()) {
      return ReleaseRange.of(told.get());
    }
    var range = known;
    for (var column : gathered.columnsSeen()) {
      if (!isOfQuery(column, gathered)) {
        range = range.and(Vocabulary.standard().releases(column));
      }
    }
    if (hasRowsUnknown(gathered) || countsPartitioned(gathered)) {
      range = range.from(Release.V14);
    }
    for (var name : gathered.settings().keySet()) {
      var before = range;
      range = Setting.named(name).map(each -> having(each, before)).orElse(before);
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

  /// Up to 13 the statistics views left partitioned tables out.
  private static boolean countsPartitioned(Gathered gathered) {
    return gathered.tables().all().stream()
        .map(Tables.Named::entry)
        .anyMatch(each ->
            each.value("relkind").filter("p"::equals).isPresent()
                && each.value("n_live_tup").isPresent());
  }

  /// From 14 on `reltuples` of a table that nobody vacuumed or analyzed is -1; before it was 0.
  private static boolean hasRowsUnknown(Gathered gathered) {
    return gathered.tables().all().stream()
        .anyMatch(each -> each.entry().value("reltuples").filter("-1"::equals).isPresent());
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

  /// The version number in `17.2 (Debian…)`, `PostgreSQL 9.6.24 on …`, `19beta1`.
  static Optional<Long> number(String text) {
    var plain = text.startsWith("PostgreSQL ") ? text.substring(11) : text;
    int end = 0;
    while (end < plain.length()
        && end < 4
        && (Character.isDigit(plain.charAt(end)) || plain.charAt(end) == '.')) {
      end++;
    }
    var parts = plain.substring(0, end).split("\\.", -1);
    if (parts.length == 0 || parts[0].isEmpty() || parts[0].length() > 2) {
      return Optional.empty();
    }
    long major = Long.parseLong(parts[0]);
    long minor = parts.length > 1 && parts[1].length() == 1 ? Long.parseLong(parts[1]) : 0;
    return Optional.of(major < 10 ? major * 10_000 + minor * 100 : major * 10_000);
  }
}
