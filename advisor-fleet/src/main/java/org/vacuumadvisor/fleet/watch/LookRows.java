package org.vacuumadvisor.fleet.watch;

import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.advice.Assessment;
import org.vacuumadvisor.fleet.archive.ArchiveWriter;
import org.vacuumadvisor.fleet.archive.Dataset;
import org.vacuumadvisor.fleet.archive.FindingRows;
import org.vacuumadvisor.model.HorizonHolder;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.source.SourceException;

/// Looks as rows of the archive.
final class LookRows {
  /// Who holds back less than these is not worth a row every few seconds.
  private static final int MOST_HOLDERS = 20;

  private final ArchiveWriter writer;
  private final Map<String, TableRows> tables = new HashMap<>();

  LookRows(ArchiveWriter writer) {
    this.writer = writer;
  }

  void add(Look look) throws SourceException {
    switch (look) {
      case Look.Failed failed ->
          writer.add(
              Dataset.SERVERS,
              ServerRows.server(look, "failed", failed.reason(), null, null, List.of()));
      case Look.Glance glance -> {
        seen(look, "seen", glance.survey(), null);
        holders(look, glance.survey());
      }
      case Look.Full full -> {
        seen(look, "surveyed", full.survey(), full.assessment());
        for (var database : full.survey().databases()) {
          writer.add(Dataset.SERVERS, ServerRows.database(look, full.survey(), database));
        }
        holders(look, full.survey());
        tables(look, full.survey());
        for (var row : FindingRows.of(look.target().name(), look.time(), full.assessment())) {
          writer.add(Dataset.FINDINGS, row);
        }
        for (var gap : full.survey().coverage().gaps()) {
          gap(look, gap.what(), gap.hides(), gap.remedy());
        }
      }
    }
  }

  private void seen(Look look, String state, Survey survey, @Nullable Assessment assessment)
      throws SourceException {
    writer.add(
        Dataset.SERVERS,
        ServerRows.server(look, state, null, survey, assessment, survey.databases()));
  }

  private void holders(Look look, Survey survey) throws SourceException {
    var holders =
        survey.horizonHolders().stream().sorted(HorizonHolder.byAge().reversed()).toList();
    for (int at = 0; at < Math.min(MOST_HOLDERS, holders.size()); at++) {
      boolean isOldest = at == 0 && holders.getFirst().age().known().isPresent();
      writer.add(Dataset.HOLDERS, HolderRow.of(look, holders.get(at), isOldest));
    }
  }

  private void tables(Look look, Survey survey) throws SourceException {
    var rows =
        tables
            .computeIfAbsent(look.target().name(), _ -> new TableRows(TableRows.MOST))
            .of(look, survey);
    for (var row : rows.rows()) {
      writer.add(Dataset.TABLES, row);
    }
    if (rows.leftOut() > 0) {
      gap(
          look,
          "%d smaller tables".formatted(rows.leftOut()),
          "how they grow and how fast they are written",
          null);
    }
  }

  private void gap(Look look, String what, String hides, @Nullable String remedy)
      throws SourceException {
    var row = new @Nullable Object[Dataset.COVERAGE.fields().size()];
    row[0] = look.target().name();
    row[1] = look.time();
    row[2] = "gap";
    row[row.length - 3] = what;
    row[row.length - 2] = hides;
    row[row.length - 1] = remedy;
    writer.add(Dataset.COVERAGE, Arrays.asList(row));
  }

  static double seconds(Duration duration) {
    return duration.toNanos() / 1e9;
  }
}
