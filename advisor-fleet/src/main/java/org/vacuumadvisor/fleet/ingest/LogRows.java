package org.vacuumadvisor.fleet.ingest;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.fleet.archive.Cells;
import org.vacuumadvisor.fleet.archive.Dataset;
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
    var name = run.heading().name();
    var cells =
        new Cells(Dataset.RUNS)
            .put("cluster", cluster)
            .put("database", name.database())
            .put("schema", name.schema())
            .put("table_name", name.table())
            .put("time", Moments.end(run).orElse(null))
            .put("started_at", Moments.start(run).orElse(null));
    for (var column : RunColumn.ALL) {
      if (!NAMED_ANEW.contains(column.name())) {
        cells.put(column.name(), value(column, run));
      }
    }
    return cells
        .put("source_id", sourceId)
        .put("entry_checksum", checksum(run))
        .put("details", StoredReports.text(run))
        .row();
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
    return Fingerprint.of(
        RunColumn.ALL.stream()
            .filter(each -> !LEARNED.contains(each.name()))
            .map(each -> String.valueOf(each.value().apply(run)))
            .collect(Collectors.joining("\n")));
  }

  List<@Nullable Object> of(Notice notice) {
    var figures = notice.figures();
    return new Cells(Dataset.NOTICES)
        .put("cluster", cluster)
        .put("database", notice.name().database())
        .put("schema", notice.name().schema())
        .put("table_name", notice.name().table())
        .put("time", Moments.of(notice).orElse(null))
        .put("kind", notice.kind())
        .put("command", notice.command())
        .put("text", notice.text())
        .put("pid", notice.stamp().pid())
        .put("holder_pid", figures.process())
        .put("xid_age", figures.xidAge())
        .put("transactions_left", figures.transactionsLeft())
        .put("percent_left", figures.percentLeft())
        .put("waited_ms", figures.waitedMs())
        .put("index_scans", figures.indexScans())
        .put("pages", figures.pages())
        .put("database_oid", figures.databaseOid())
        .put("relation_oid", figures.relationOid())
        .put("phase", notice.spot().phase())
        .put("block", notice.spot().block())
        .put("index_name", notice.spot().index())
        .put("timestamp", notice.stamp().timestamp())
        .put("timezone", notice.stamp().zone())
        .put("file", file)
        .put("line", line(notice))
        .put("source_id", sourceId)
        .put("entry_checksum", checksum(notice))
        .put("details", StoredReports.text(notice))
        .row();
  }

  private static String checksum(Notice notice) {
    return Fingerprint.of(
        JsonText.word(notice.kind())
            + notice.name()
            + notice.spot()
            + notice.figures()
            + notice.text());
  }
}
