package org.vacuumadvisor.fleet.watch;

import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.advice.Assessment;
import org.vacuumadvisor.fleet.archive.ArchiveWriter;
import org.vacuumadvisor.fleet.archive.Dataset;
import org.vacuumadvisor.fleet.judged.FindingRows;
import org.vacuumadvisor.fleet.judged.FirstTold;
import org.vacuumadvisor.fleet.judged.JudgedBy;
import org.vacuumadvisor.model.Gap;
import org.vacuumadvisor.model.HorizonHolder;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.source.SourceException;

/// Looks as rows of the archive.
final class LookRows {
  /// Who holds back less than these is not worth a row every few seconds.
  private static final int MOST_HOLDERS = 20;

  private final ArchiveWriter writer;
  private final FirstTold firstTold;
  private final Map<String, Covered> covered = new HashMap<>();
  private final Map<String, TableRows> tables = new HashMap<>();

  /// @param firstTold what was found before
  LookRows(ArchiveWriter writer, FirstTold firstTold) {
    this.writer = writer;
    this.firstTold = firstTold;
  }

  /// What was last said of what could not be seen of a server.
  private record Covered(LocalDate day, List<Gap> gaps) {}

  void add(Look look) throws SourceException {
    watched(look);
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
        var of = new FindingRows(look.target().name(), JudgedBy.SURVEYED, look.time(), look.time());
        for (var row : of.of(full.assessment(), firstTold)) {
          writer.add(Dataset.FINDINGS, row);
        }
        gaps(look, full.survey().coverage().gaps());
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

  /// Each day begins with a row of every server: it is known as long as `coverage` is kept.
  private void watched(Look look) throws SourceException {
    var day = LocalDate.ofInstant(look.time(), ZoneOffset.UTC);
    var before = covered.get(look.target().name());
    if (before == null || !before.day().equals(day)) {
      covered.put(look.target().name(), new Covered(day, List.of()));
      coverage(look, "watch", null, null, null);
    }
  }

  /// Each gap once a day, and when they change.
  private void gaps(Look look, List<Gap> gaps) throws SourceException {
    var before = covered.get(look.target().name());
    if (before != null && !before.gaps().equals(gaps)) {
      covered.put(look.target().name(), new Covered(before.day(), List.copyOf(gaps)));
      for (var gap : gaps) {
        gap(look, gap.what(), gap.hides(), gap.remedy());
      }
    }
  }

  private void gap(Look look, String what, String hides, @Nullable String remedy)
      throws SourceException {
    coverage(look, "gap", what, hides, remedy);
  }

  private void coverage(
      Look look,
      String kind,
      @Nullable String what,
      @Nullable String hides,
      @Nullable String remedy)
      throws SourceException {
    var row = new @Nullable Object[Dataset.COVERAGE.fields().size()];
    row[0] = look.target().name();
    row[1] = look.time();
    row[2] = kind;
    row[row.length - 3] = what;
    row[row.length - 2] = hides;
    row[row.length - 1] = remedy;
    writer.add(Dataset.COVERAGE, Arrays.asList(row));
  }

  static double seconds(Duration duration) {
    return duration.toNanos() / 1e9;
  }
}
