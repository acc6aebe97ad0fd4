package org.vacuumadvisor.fleet.ingest;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.fleet.judged.StoredReports;
import org.vacuumadvisor.model.history.Moments;
import org.vacuumadvisor.model.history.Notice;
import org.vacuumadvisor.model.history.Run;
import org.vacuumadvisor.report.data.JsonText;
import org.vacuumadvisor.report.data.RunColumn;

/// Runs and notices as rows of the archive.
///
/// @param file what the log is called there
/// @param before how many lines of the log stand before the part that was read
record LogRows(String cluster, String sourceId, String file, long before) {
  private static final Set<String> NAMED_ANEW = Set.of("database", "schema", "table");

  /// A message only ever says that these are so: where it does not, older releases say nothing.
  private static final Set<String> ONLY_IF_SO =
      Set.of("aggressive", "to_prevent_wraparound", "failsafe");

  /// What may be told otherwise of the same entry when the log is read with more of its lines.
  private static final Set<String> LEARNED = Set.of("file", "line", "timestamp", "timezone", "pid");

  List<@Nullable Object> of(Run run) {
    var row = new ArrayList<@Nullable Object>();
    var name = run.heading().name();
    row.addAll(
        Arrays.asList(
            cluster,
            name.database(),
            name.schema(),
            name.table(),
            Moments.end(run).orElse(null),
            Moments.start(run).orElse(null)));
    for (var column : RunColumn.ALL) {
      if (!NAMED_ANEW.contains(column.name())) {
        row.add(value(column, run));
      }
    }
    row.add(sourceId);
    row.add(checksum(run));
    row.add(StoredReports.text(run));
    return row;
  }

  private @Nullable Object value(RunColumn column, Run run) {
    return switch (column.name()) {
      case "file" -> file;
      case "line" -> line(run);
      default -> {
        var value = column.value().apply(run);
        yield ONLY_IF_SO.contains(column.name()) && Boolean.FALSE.equals(value) ? null : value;
      }
    };
  }

  /// The line in the whole log.
  long line(Run run) {
    return before + run.heading().place().line();
  }

  long line(Notice notice) {
    return before + notice.place().line();
  }

  private static String checksum(Run run) {
    return Checksums.of(
        RunColumn.ALL.stream()
            .filter(each -> !LEARNED.contains(each.name()))
            .map(each -> String.valueOf(each.value().apply(run)))
            .collect(Collectors.joining("\n")));
  }

  List<@Nullable Object> of(Notice notice) {
    Instant time = Moments.of(notice).orElse(null);
    var figures = notice.figures();
    var kind = word(notice.kind());
    return Arrays.asList(
        cluster,
        notice.name().database(),
        notice.name().schema(),
        notice.name().table(),
        time,
        kind,
        word(notice.command()),
        notice.text(),
        notice.stamp().pid(),
        figures.process(),
        figures.xidAge(),
        figures.transactionsLeft(),
        figures.percentLeft(),
        figures.waitedMs(),
        figures.indexScans(),
        figures.pages(),
        figures.databaseOid(),
        figures.relationOid(),
        word(notice.spot().phase()),
        notice.spot().block(),
        notice.spot().index(),
        notice.stamp().timestamp(),
        notice.stamp().zone(),
        file,
        line(notice),
        sourceId,
        Checksums.of(kind + notice.name() + notice.spot() + figures + notice.text()),
        StoredReports.text(notice));
  }

  private static @Nullable String word(@Nullable Enum<?> constant) {
    return constant == null ? null : JsonText.word(constant);
  }
}
