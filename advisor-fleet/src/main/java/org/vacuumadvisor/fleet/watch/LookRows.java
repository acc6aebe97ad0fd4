package org.vacuumadvisor.fleet.watch;

import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.fleet.archive.ArchiveWriter;
import org.vacuumadvisor.fleet.archive.Cells;
import org.vacuumadvisor.fleet.archive.Dataset;
import org.vacuumadvisor.fleet.judged.FindingRows;
import org.vacuumadvisor.fleet.judged.FindingRows.JudgedBy;
import org.vacuumadvisor.fleet.judged.FirstTold;
import org.vacuumadvisor.model.Database;
import org.vacuumadvisor.model.Gap;
import org.vacuumadvisor.model.HorizonHolder;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.postgres.Wraparound;
import org.vacuumadvisor.report.assessment.WhyNotJudged;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.unit.XidAge;

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
          writer.add(Dataset.SERVERS, server(look, "failed").put("reason", failed.reason()).row());
      case Look.Glance glance -> {
        writer.add(Dataset.SERVERS, seen(look, "seen", glance.survey()).row());
        holders(look, glance.survey());
      }
      case Look.Full full -> {
        writer.add(Dataset.SERVERS, surveyed(full));
        for (var database : full.survey().databases()) {
          writer.add(Dataset.SERVERS, database(full, database));
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

  private void holders(Look look, Survey survey) throws SourceException {
    var holders =
        survey.horizonHolders().stream().sorted(HorizonHolder.byAge().reversed()).toList();
    for (int at = 0; at < Math.min(MOST_HOLDERS, holders.size()); at++) {
      boolean isOldest = at == 0 && holders.getFirst().age().known().isPresent();
      writer.add(Dataset.HOLDERS, HolderFacts.of(holders.get(at)).row(look, isOldest));
    }
  }

  private void tables(Look look, Survey survey) throws SourceException {
    var rows =
        tables
            .computeIfAbsent(look.target().name(), _ -> new TableRows(TableRows.MOST_TABLES))
            .of(look, survey);
    for (var row : rows.rows()) {
      writer.add(Dataset.TABLES, row);
    }
    if (rows.leftOut() > 0) {
      coverage(
          look,
          "gap",
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
        coverage(look, "gap", gap.what(), gap.hides(), gap.remedy());
      }
    }
  }

  private void coverage(
      Look look,
      String kind,
      @Nullable String what,
      @Nullable String hides,
      @Nullable String remedy)
      throws SourceException {
    writer.add(
        Dataset.COVERAGE,
        new Cells(Dataset.COVERAGE)
            .put("cluster", look.target().name())
            .put("time", look.time())
            .put("kind", kind)
            .put("gap", what)
            .put("hides", hides)
            .put("remedy", remedy)
            .row());
  }

  /// The row of a cluster of which nothing was seen.
  private static Cells server(Look look, String state) {
    return row(look, state).put("look_seconds", look.took().toNanos() / 1e9);
  }

  /// The row of a cluster.
  private static Cells seen(Look look, String state, Survey survey) {
    var server = survey.server();
    return server(look, state)
        .put("version_number", majorNumber(server.release().major()))
        .put("version", server.versionText().known().orElse(null))
        .put("standby", server.standby())
        .put("next_xid", server.nextXid())
        .put("xid_age", oldest(survey, Database::xidAge))
        .put("multixact_age", oldest(survey, Database::multixactAge))
        .put("stop_age", Wraparound.TRANSACTIONS.stopAge(server.release()))
        .put("started_at", server.startedAt());
  }

  /// The row of a cluster that was judged.
  private static List<@Nullable Object> surveyed(Look.Full look) {
    return seen(look, "surveyed", look.survey())
        .put("reason", WhyNotJudged.of(look.assessment()).orElse(null))
        .put("verdict", look.assessment().judgement().condition())
        .put("judged_at", look.time())
        .row();
  }

  /// The row of a database.
  private static List<@Nullable Object> database(Look.Full look, Database database) {
    return row(look, "surveyed")
        .put("database", database.name())
        .put("xid_age", database.xidAge())
        .put("multixact_age", database.multixactAge())
        .put("stop_age", Wraparound.TRANSACTIONS.stopAge(look.survey().server().release()))
        .put("commits", database.commits())
        .put("rollbacks", database.rollbacks().known().orElse(null))
        .put("statistics_reset", database.statisticsReset())
        .row();
  }

  private static Cells row(Look look, String state) {
    return new Cells(Dataset.SERVERS)
        .put("cluster", look.target().name())
        .put("time", look.time())
        .put("target", look.target().parameters().describe())
        .put("state", state);
  }

  /// 9.6 counts as 9.
  private static long majorNumber(String major) {
    return Long.parseLong(major.replaceFirst("\\..*", ""));
  }

  private static @Nullable XidAge oldest(Survey survey, Function<Database, Reading<XidAge>> age) {
    return Reading.most(survey.databases().stream().map(age)).orElse(null);
  }
}
