package org.vacuumadvisor.fleet.watch;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.advice.Assessment;
import org.vacuumadvisor.fleet.archive.ArchiveWriter;
import org.vacuumadvisor.fleet.archive.Dataset;
import org.vacuumadvisor.fleet.archive.FindingRows;
import org.vacuumadvisor.fleet.archive.Missing;
import org.vacuumadvisor.fleet.archive.TableColumns;
import org.vacuumadvisor.model.Database;
import org.vacuumadvisor.model.HorizonHolder;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.postgres.Wraparound;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.unit.XidAge;

/// Looks as rows of the archive. A table that is as it was when its last row was written gets no
/// new one.
final class LookRows {
  /// Who holds back less than these is not worth a row every few seconds.
  private static final int MOST_HOLDERS = 20;

  private final ArchiveWriter writer;
  private final Map<String, Map<String, Integer>> written = new HashMap<>();

  LookRows(ArchiveWriter writer) {
    this.writer = writer;
  }

  void add(Look look) throws SourceException {
    switch (look) {
      case Look.Failed failed ->
          writer.add(
              Dataset.SERVERS, server(look, "failed", failed.reason(), null, null, List.of()));
      case Look.Glance glance -> {
        seen(look, "seen", glance.survey(), null);
        holders(look, glance.survey());
      }
      case Look.Full full -> {
        seen(look, "surveyed", full.survey(), full.assessment());
        for (var database : full.survey().databases()) {
          writer.add(Dataset.SERVERS, database(look, full.survey(), database));
        }
        holders(look, full.survey());
        tables(look, full.survey());
        for (var row : FindingRows.of(look.target().name(), look.time(), full.assessment())) {
          writer.add(Dataset.FINDINGS, row);
        }
        gaps(look, full.survey());
      }
    }
  }

  private void seen(Look look, String state, Survey survey, @Nullable Assessment assessment)
      throws SourceException {
    writer.add(Dataset.SERVERS, server(look, state, null, survey, assessment, survey.databases()));
  }

  private static List<@Nullable Object> server(
      Look look,
      String state,
      @Nullable String reason,
      @Nullable Survey survey,
      @Nullable Assessment assessment,
      List<Database> databases) {
    var missing = new Missing();
    var server = survey == null ? null : survey.server();
    return Arrays.asList(
        look.target().name(),
        null,
        look.time(),
        look.target().parameters().describe(),
        state,
        reason,
        server == null ? null : Long.valueOf(majorNumber(server.release().major())),
        server == null ? null : server.versionText(),
        server == null ? null : server.standby(),
        assessment == null ? null : word(assessment.judgement().condition()),
        server == null ? null : missing.of("next_xid", server.nextXid()),
        oldest(databases.stream().map(Database::xidAge).toList()),
        oldest(databases.stream().map(Database::multixactAge).toList()),
        server == null ? null : Wraparound.TRANSACTIONS.stopAge(server.release()).count(),
        null,
        null,
        null,
        server == null ? null : missing.of("started_at", server.startedAt()),
        seconds(look.took()),
        missing.json());
  }

  /// 9.6 counts as 9.
  private static long majorNumber(String major) {
    return Long.parseLong(major.contains(".") ? major.substring(0, major.indexOf('.')) : major);
  }

  private static @Nullable Long oldest(List<Reading<XidAge>> ages) {
    return ages.stream()
        .flatMap(each -> each.known().stream())
        .map(XidAge::count)
        .max(Comparator.naturalOrder())
        .orElse(null);
  }

  private static List<@Nullable Object> database(Look look, Survey survey, Database database) {
    var missing = new Missing();
    return Arrays.asList(
        look.target().name(),
        database.name(),
        look.time(),
        look.target().parameters().describe(),
        "surveyed",
        null,
        null,
        null,
        null,
        null,
        null,
        missing.of("xid_age", database.xidAge().map(XidAge::count)),
        missing.of("multixact_age", database.multixactAge().map(XidAge::count)),
        Wraparound.TRANSACTIONS.stopAge(survey.server().release()).count(),
        database.commits(),
        database.rollbacks(),
        missing.of("statistics_reset", database.statisticsReset()),
        null,
        null,
        missing.json());
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
    var before = written.computeIfAbsent(look.target().name(), _ -> new HashMap<>());
    for (var relation : survey.relations()) {
      var figures = TableColumns.of(relation);
      var key = relation.key().toString();
      int state = figures.hashCode();
      if (!Objects.equals(before.put(key, state), state)) {
        var row = new ArrayList<@Nullable Object>();
        row.addAll(
            Arrays.asList(
                look.target().name(),
                relation.name().database(),
                relation.name().schema(),
                relation.name().name(),
                look.time(),
                relation.key().oid(),
                word(relation.kind())));
        row.addAll(figures);
        writer.add(Dataset.TABLES, row);
      }
    }
  }

  private void gaps(Look look, Survey survey) throws SourceException {
    for (var gap : survey.coverage().gaps()) {
      var row = new @Nullable Object[Dataset.COVERAGE.fields().size()];
      row[0] = look.target().name();
      row[1] = look.time();
      row[2] = "gap";
      row[row.length - 3] = gap.what();
      row[row.length - 2] = gap.hides();
      row[row.length - 1] = gap.remedy();
      writer.add(Dataset.COVERAGE, Arrays.asList(row));
    }
  }

  static double seconds(Duration duration) {
    return duration.toNanos() / 1e9;
  }

  static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  /// A holder as a row.
  private static final class HolderRow {
    private HolderRow() {}

    static List<@Nullable Object> of(Look look, HorizonHolder holder, boolean isOldest) {
      var missing = new Missing();
      var facts = facts(holder, missing);
      return Arrays.asList(
          look.target().name(),
          database(holder.reach()),
          look.time(),
          facts.kind(),
          facts.name(),
          facts.pid(),
          facts.user(),
          facts.application(),
          facts.state(),
          facts.since(),
          facts.began(),
          missing.of("xid", holder.xid()),
          missing.of("xid_age", holder.age().map(XidAge::count)),
          isOldest,
          reach(holder.reach()),
          facts.retained(),
          missing.json());
    }

    private record Facts(
        String kind,
        @Nullable String name,
        @Nullable Long pid,
        @Nullable String user,
        @Nullable String application,
        @Nullable String state,
        @Nullable Instant since,
        @Nullable Instant began,
        @Nullable Long retained) {}

    private static Facts facts(HorizonHolder holder, Missing missing) {
      return switch (holder) {
        case HorizonHolder.Session it ->
            new Facts(
                "session",
                null,
                missing.of("pid", it.backend().pid().map(Integer::longValue)),
                missing.of("user_name", it.backend().user()),
                missing.of("application", it.backend().application()),
                missing.of("state", it.state()),
                missing.of("since", it.since()),
                missing.of("backend_start", it.backend().started()),
                null);
        case HorizonHolder.PreparedTransaction it ->
            new Facts(
                "prepared",
                it.gid(),
                null,
                it.owner(),
                null,
                null,
                missing.of("since", it.since()),
                null,
                null);
        case HorizonHolder.Slot it ->
            new Facts(
                "slot",
                it.name(),
                missing.of("pid", it.consumer().pid().map(Integer::longValue)),
                null,
                missing.of("application", it.plugin()),
                missing.of(
                    "state", it.consumer().active().map(active -> active ? "active" : "inactive")),
                missing.of("since", it.consumer().goneSince()),
                null,
                missing.of("retained_wal_bytes", it.wal().retained().map(Bytes::count)));
        case HorizonHolder.Standby it ->
            new Facts(
                "standby",
                null,
                missing.of("pid", it.pid().map(Integer::longValue)),
                null,
                it.application(),
                null,
                null,
                null,
                null);
        case HorizonHolder.DeferredCleanup _ ->
            new Facts("defer_cleanup_age", null, null, null, null, null, null, null, null);
      };
    }

    private static @Nullable String database(HorizonHolder.Reach reach) {
      return switch (reach) {
        case HorizonHolder.Reach.OneDatabase(String name) -> name.isEmpty() ? null : name;
        case HorizonHolder.Reach.Everything() -> null;
        case HorizonHolder.Reach.Catalogs _ -> null;
      };
    }

    private static String reach(HorizonHolder.Reach reach) {
      return switch (reach) {
        case HorizonHolder.Reach.OneDatabase _ -> "database";
        case HorizonHolder.Reach.Everything() -> "all";
        case HorizonHolder.Reach.Catalogs _ -> "catalogs";
      };
    }
  }
}
