package org.vacuumadvisor.workload;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.model.Activity;
import org.vacuumadvisor.model.Database;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.RelationKey;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.model.TableKeys;
import org.vacuumadvisor.postgres.Setting;

/// The counters of a server over a period: between two surveys, or of one since they were last
/// reset.
///
/// A table that the older survey does not know was made in the window: its counters began at zero.
/// Where the older survey did not visit the database, the counters since the reset have to do.
final class Counters {
  /// Analyzed so often by autovacuum for nothing but inserts, a table grew at as many times.
  private static final long STEPS = 3;

  /// Below this share of the rows changed, changes triggered no analyze:
  /// `autovacuum_analyze_scale_factor` is 0.1.
  private static final double TOO_FEW_CHANGES = 0.05;

  private final Survey newer;
  private final @Nullable Survey older;
  private final Map<RelationKey, Relation> before;
  private final Map<Long, Database> databases;
  private final Map<Long, Database> databasesBefore;

  private Counters(Survey newer, @Nullable Survey older) {
    this.newer = newer;
    this.older = older;
    this.before = older == null ? Map.of() : older.byKey();
    this.databases = byOid(newer);
    this.databasesBefore = older == null ? Map.of() : byOid(older);
  }

  static Counters sinceReset(Survey survey) {
    return new Counters(survey, null);
  }

  static Counters between(Survey older, Survey newer) {
    return new Counters(newer, older);
  }

  Survey newer() {
    return newer;
  }

  /// The period of most of it.
  Period period() {
    return older == null
        ? new Period.SinceReset(commonReset(), newer.takenAt())
        : new Period.Between(older.takenAt(), newer.takenAt());
  }

  /// The period of the tables of a database.
  Period period(long databaseOid) {
    return older == null || !wasSurveyed(databaseOid)
        ? new Period.SinceReset(reset(databases.get(databaseOid)), newer.takenAt())
        : period();
  }

  /// How long the counters of a database have run: exactly, or at least.
  Duration observed(long databaseOid) {
    return period(databaseOid)
        .length()
        .or(() ->
            newer
                .server()
                .startedAt()
                .map(start -> Duration.between(start, newer.takenAt()))
                .known())
        .orElse(Duration.ZERO);
  }

  /// Why nothing can be said of a database; empty if something can.
  Optional<String> obstacle(Database database) {
    if (!database.surveyed()) {
      return Optional.of("its tables were not read");
    }
    return obstacle()
        .or(() ->
            wasReset(database.oid())
                ? Optional.of("its counters were reset in the window")
                : Optional.empty());
  }

  /// Why nothing follows from the counters of a table; empty if something does.
  Optional<String> obstacle(Relation table) {
    var obstacle = obstacle().or(() -> notShown(table));
    var then = then(table);
    if (obstacle.isPresent() || then == null) {
      return obstacle;
    }
    boolean lost = wasReset(table.key().databaseOid()) && !then.activity().equals(Activity.NONE);
    return lost || table.activity().fellBelow(then.activity())
        ? Optional.of("its counters were reset in the window")
        : notShown(then).map(why -> why + " in the earlier survey");
  }

  /// The table as the older survey shows it; null where its counters since the reset have to do.
  private @Nullable Relation then(Relation table) {
    return older == null || !wasSurveyed(table.key().databaseOid())
        ? null
        : before.get(table.key());
  }

  /// What is counted of a table without an obstacle; which of its scans are reads is not told here.
  Traffic of(Relation table) {
    long database = table.key().databaseOid();
    var then = then(table);
    var activity = then == null ? table.activity() : table.activity().since(then.activity());
    var liveThen = then == null ? Optional.of(0.0) : live(then);
    var live = live(table);
    boolean known = liveThen.isPresent() && live.isPresent();
    return new Traffic(
        activity,
        0,
        known && then != null ? Optional.of((liveThen.get() + live.get()) / 2) : live,
        known ? vanished(liveThen.get(), activity, live.get()) : 0,
        period(database),
        observed(database),
        then != null || grewInSteps(table, live) ? 0 : standing(activity, live));
  }

  private static long standing(Activity activity, Optional<Double> live) {
    return live.map(rows -> Math.min(activity.inserted(), Math.round(rows)))
        .orElse(activity.inserted());
  }

  private static boolean grewInSteps(Relation table, Optional<Double> live) {
    long changed = table.activity().updated() + table.activity().deleted();
    return table.counted(TableKeys.AUTOANALYZE_COUNT) >= STEPS
        && changed < TOO_FEW_CHANGES * live.orElse(0.0);
  }

  private Optional<String> obstacle() {
    if (newer.server().standby()) {
      return Optional.of("a standby does not count what is written");
    }
    return newer.settings().bool(Setting.TRACK_COUNTS).equals(Optional.of(false))
        ? Optional.of("the server does not count: track_counts is off")
        : Optional.empty();
  }

  /// Why nothing follows from the counters of a table that are not all known; empty if they are. A
  /// table without an index has no index scans.
  private static Optional<String> notShown(Relation table) {
    if (!Stream.of(TableKeys.N_TUP_INS, TableKeys.N_TUP_UPD, TableKeys.N_TUP_DEL)
        .allMatch(each -> table.get(each) instanceof Reading.Known)) {
      return Optional.of("what is written to it is not shown");
    }
    boolean areReadsKnown =
        table.get(TableKeys.SEQ_SCAN).isKnown()
            && switch (table.get(TableKeys.IDX_SCAN)) {
              case Reading.Known<Long> _ -> true;
              case Reading.Missing<Long>(Reading.Why why) -> why == Reading.Why.NOT_APPLICABLE;
            };
    return areReadsKnown ? Optional.empty() : Optional.of("what reads it is not shown");
  }

  private boolean wasSurveyed(long databaseOid) {
    var then = databasesBefore.get(databaseOid);
    return then == null || then.surveyed();
  }

  private boolean wasReset(long databaseOid) {
    return older != null
        && reset(databases.get(databaseOid)).is(reset -> reset.isAfter(older.takenAt()));
  }

  private Reading<Instant> commonReset() {
    List<Reading<Instant>> resets =
        newer.databases().stream()
            .filter(Database::surveyed)
            .map(Database::statisticsReset)
            .distinct()
            .toList();
    return resets.size() == 1 ? resets.getFirst() : Reading.missing(Reading.Why.NOT_APPLICABLE);
  }

  private static Reading<Instant> reset(@Nullable Database database) {
    return database == null
        ? Reading.missing(Reading.Why.NOT_COLLECTED)
        : database.statisticsReset();
  }

  private static Optional<Double> live(Relation table) {
    return table
        .get(TableKeys.N_LIVE_TUP)
        .known()
        .map(Long::doubleValue)
        .or(() -> table.get(TableKeys.RELTUPLES).known());
  }

  private static long vanished(double liveThen, Activity activity, double liveNow) {
    double expected = liveThen + activity.inserted() - activity.deleted();
    return (long) Math.max(0, expected - liveNow);
  }

  private static Map<Long, Database> byOid(Survey survey) {
    return survey.databases().stream()
        .collect(Collectors.toMap(Database::oid, Function.identity(), (first, _) -> first));
  }
}
