package org.vacuumadvisor.forecast.cluster;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.vacuumadvisor.forecast.cluster.TableStart.Knowledge;
import org.vacuumadvisor.model.Activity;
import org.vacuumadvisor.model.Database;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.RelationKey;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.model.TableKeys;
import org.vacuumadvisor.postgres.Feature;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.unit.Pages;
import org.vacuumadvisor.unit.XidAge;

/// The load of a server in rows and IDs a second.
final class RateReading {
  /// Of a server of which nobody knows how long it counts.
  private static final Duration UNKNOWN = Duration.ofDays(7);

  private static final Duration SHORTEST = Duration.ofSeconds(1);

  private static final long VACUUMS_THAT_TELL = 2;

  private final Survey survey;
  private final Optional<Survey> older;
  private final Pace pace;
  private final Function<Relation, Pace> hours;
  private final Map<RelationKey, Relation> before = new HashMap<>();
  private final Map<Long, Database> databases;

  /// @param pace of the server
  /// @param hours of a table
  RateReading(Survey survey, Optional<Survey> older, Pace pace, Function<Relation, Pace> hours) {
    this.survey = survey;
    this.older = older;
    this.pace = pace;
    this.hours = hours;
    older.ifPresent(each ->
        each.byKey()
            .forEach((key, table) -> {
              if (table.get(TableKeys.N_TUP_INS).isKnown()) {
                before.put(key, table);
              }
            }));
    databases =
        survey.databases().stream()
            .collect(Collectors.toMap(Database::oid, each -> each, (one, _) -> one));
  }

  /// Whether two surveys were taken and do not tell how fast the table is written: it is new, it
  /// was not counted then, or its counters were reset in between. What it counts began with its
  /// first load.
  boolean isUntold(Relation table) {
    var then = before.get(table.key());
    return older.isPresent() && (then == null || table.activity().fellBelow(then.activity()));
  }

  /// Rows a second, and how well that is known.
  record Known(Arrivals arrivals, Knowledge knowledge) {}

  Known of(Relation table) {
    var then = before.get(table.key());
    if (isUntold(table)) {
      return new Known(Arrivals.NONE, Knowledge.WINDOW);
    }
    if (then != null) {
      return new Known(
          arrivals(table.activity().since(then.activity()), window(hours.apply(table))),
          Knowledge.WINDOW);
    }
    var reset = reset(table.key().databaseOid());
    if (reset.isPresent()) {
      return new Known(
          arrivals(table.activity(), Duration.between(reset.get(), survey.takenAt())),
          Knowledge.SINCE_RESET);
    }
    return new Known(arrivals(table.activity(), counting(table)), Knowledge.GUESSED);
  }

  /// The seconds from one vacuum to the next, where autovacuum came often enough between the two
  /// surveys to tell.
  Optional<Double> betweenVacuums(Relation table) {
    return Optional.ofNullable(before.get(table.key()))
        .map(then ->
            table.counted(TableKeys.AUTOVACUUM_COUNT) - then.counted(TableKeys.AUTOVACUUM_COUNT))
        .filter(vacuums -> vacuums >= VACUUMS_THAT_TELL)
        .map(vacuums -> (double) window(hours.apply(table)).toMillis() / 1e3 / vacuums);
  }

  /// The dead rows of both surveys, where no vacuum came in between. An analyze counts them anew,
  /// with line pointers that pruning left behind, as the counter does.
  Optional<ChainsSeen.Grown> grown(Relation table) {
    return Optional.ofNullable(before.get(table.key()))
        .filter(then -> !table.activity().fellBelow(then.activity()))
        .filter(then -> vacuums(then) == vacuums(table))
        .flatMap(then -> grown(then, table));
  }

  private static long vacuums(Relation table) {
    return table.counted(TableKeys.VACUUM_COUNT) + table.counted(TableKeys.AUTOVACUUM_COUNT);
  }

  private Optional<ChainsSeen.Grown> grown(Relation then, Relation now) {
    var from = then.get(TableKeys.N_DEAD_TUP).known().map(Long::doubleValue);
    var to = now.get(TableKeys.N_DEAD_TUP).known().map(Long::doubleValue);
    double seconds = (double) window(hours.apply(now)).toMillis() / 1e3;
    return from.flatMap(first -> to.map(last -> new ChainsSeen.Grown(first, last, seconds)));
  }

  /// From 19 on a query marks the pages that it reads all-visible, but only those written since the
  /// last checkpoint (`heap_page_will_set_vm()`): of pages that are read so often in the time
  /// between two, the part that a reader comes to before the second.
  double marked(Relation table) {
    var then = before.get(table.key());
    if (then == null
        || table.activity().fellBelow(then.activity())
        || !Feature.READS_SET_VISIBILITY_MAP.isIn(survey.server().release())) {
      return 0;
    }
    var read = table.activity().since(then.activity());
    double pages = Math.max(1, (double) table.heapPages().or(Pages.NONE).count());
    double reads = read.sequentialScans() + (double) read.indexRows() / pages;
    double each =
        reads
            / Math.max(1, (double) window(hours.apply(table)).toSeconds())
            * survey.settings().realOrDefault(Setting.CHECKPOINT_TIMEOUT);
    return each > 0 ? 1 - (1 - Math.exp(-each)) / each : 0;
  }

  /// As long as it would take in hours of average load.
  private Duration window(Pace by) {
    return older
        .map(each -> by.load(each.takenAt(), survey.takenAt()))
        .map(seconds -> Duration.ofMillis(Math.round(seconds * 1e3)))
        .orElse(SHORTEST);
  }

  private Optional<Instant> reset(long databaseOid) {
    var database = databases.get(databaseOid);
    return database == null
        ? Optional.empty()
        : database.statisticsReset().known().filter(each -> each.isBefore(survey.takenAt()));
  }

  /// Counters outlive a restart, so a server has counted since its start at least, and since the
  /// oldest thing it remembers of the table.
  private Duration counting(Relation table) {
    return Stream.concat(
            survey.server().startedAt().known().stream(),
            Stream.of(
                    TableKeys.LAST_VACUUM,
                    TableKeys.LAST_AUTOVACUUM,
                    TableKeys.LAST_ANALYZE,
                    TableKeys.LAST_AUTOANALYZE)
                .flatMap(each -> table.get(each).known().stream()))
        .min(Instant::compareTo)
        .filter(each -> each.isBefore(survey.takenAt()))
        .map(each -> Duration.between(each, survey.takenAt()))
        .orElse(UNKNOWN);
  }

  private static Arrivals arrivals(Activity activity, Duration length) {
    var over = length.compareTo(SHORTEST) < 0 ? SHORTEST : length;
    double seconds = (double) over.toMillis() / 1e3;
    long hot = Math.min(activity.hotUpdated(), activity.updated());
    return new Arrivals(
        Math.max(0, (double) activity.inserted() / seconds),
        Math.max(0, (double) activity.deleted() / seconds),
        Math.max(0, (double) hot / seconds),
        Math.max(0, (double) (activity.updated() - hot) / seconds),
        Math.max(0, (double) activity.newPageUpdated().or(0L) / seconds));
  }

  /// IDs a second: counted between two surveys; of one, no more than rows were written and
  /// transactions committed.
  Cluster.Consumption consumption() {
    long members = survey.machinery().multixactMembers().known().orElse(0L);
    var now = survey.server().nextXid().known();
    var then = older.flatMap(each -> each.server().nextXid().known());
    if (now.isPresent() && then.isPresent()) {
      double seconds = (double) window(pace).toMillis() / 1e3;
      double xids = Math.max(0, (double) (now.get() - then.get()) / Math.max(1, seconds));
      return new Cluster.Consumption(xids, multixacts(), members);
    }
    double xids = 0;
    for (var database : survey.databases()) {
      var from =
          reset(database.oid())
              .or(() -> survey.server().startedAt().known())
              .filter(each -> each.isBefore(survey.takenAt()));
      var over = from.map(each -> Duration.between(each, survey.takenAt())).orElse(UNKNOWN);
      long written = database.rowsInserted() + database.rowsUpdated() + database.rowsDeleted();
      xids +=
          (double) Math.min(written, database.commits() + database.rollbacks().or(0L))
              / Math.max(1, (double) over.toSeconds());
    }
    return new Cluster.Consumption(xids, 0, members);
  }

  /// Multixacts that the ages of databases grew by.
  private double multixacts() {
    double seconds = Math.max(1, (double) window(pace).toMillis() / 1e3);
    double most = 0;
    for (var database : survey.databases()) {
      var then =
          older.stream()
              .flatMap(each -> each.databases().stream())
              .filter(each -> each.oid() == database.oid())
              .findFirst();
      if (then.isPresent() && then.get().multixactAge().isKnown()) {
        most =
            Math.max(
                most,
                (double)
                        (database.multixactAge().or(XidAge.NONE).count()
                            - then.get().multixactAge().or(XidAge.NONE).count())
                    / seconds);
      }
    }
    return most;
  }
}
