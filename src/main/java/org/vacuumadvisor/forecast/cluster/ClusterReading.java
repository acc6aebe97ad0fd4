package org.vacuumadvisor.forecast.cluster;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.vacuumadvisor.forecast.cluster.TableStart.Parent;
import org.vacuumadvisor.model.Database;
import org.vacuumadvisor.model.HorizonHolder;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.RelationKey;
import org.vacuumadvisor.model.RelationKind;
import org.vacuumadvisor.model.RelationName;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.model.TableKeys;
import org.vacuumadvisor.model.history.History;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.unit.XidAge;

/// Makes a cluster of what a server said of itself.
final class ClusterReading {
  private static final double MILLIS = 1e3;

  /// The part of a table's usual load below which a sample says nothing of its busy hours.
  private static final double QUIET = 0.25;

  private final Survey survey;
  private final Optional<Survey> older;
  private final Optional<History> history;
  private final Rhythm rhythm;
  private final TablePatterns patterns;
  private final RateReading rates;
  private final List<String> assumptions = new ArrayList<>();
  private final Map<RelationName, Arrivals> loggedLoad = new HashMap<>();

  /// @param rhythm of the server
  /// @param surveys all that are known, the oldest first
  ClusterReading(
      Survey survey,
      Optional<Survey> older,
      Optional<History> history,
      Rhythm rhythm,
      List<Survey> surveys) {
    this.survey = survey;
    this.older = older;
    this.history = history;
    this.rhythm = rhythm;
    patterns = TablePatterns.of(survey.settings(), surveys, history);
    rates = new RateReading(survey, older, rhythm.pace(), this::hours);
  }

  Cluster cluster() {
    var tables = tables();
    var consumption = rates.consumption();
    load();
    if (rhythm.isKnown()) {
      assumptions.add(rhythm.words());
    }
    assumptions.addAll(TablePatterns.words(tables));
    if (survey.server().standby()) {
      assumptions.add(
          "This is a standby: it vacuums nothing itself, and does not count what is written."
              + " Simulate the primary.");
    }
    var machine =
        history.flatMap(each -> MachineFit.of(each, survey.settings())).orElse(Machine.PRIOR);
    if (machine.equals(Machine.PRIOR)) {
      assumptions.add("How fast the machine vacuums is not known: the server's log would tell.");
    }
    return new Cluster(
        survey.server().release(),
        survey.server().blockSize(),
        survey.settings(),
        survey.databases().stream()
            .filter(each -> !each.isClosed())
            .map(each -> new DatabaseStart(each.oid(), visited(each.oid()), underWay(each)))
            .toList(),
        tables,
        holds(consumption),
        consumption,
        machine,
        rhythm.pace(),
        survey.takenAt(),
        assumptions);
  }

  private void load() {
    if (older.isEmpty()) {
      assumptions.add(
          "The load is an average since the statistics were reset: two looks in a"
              + " busy hour tell it better.");
      return;
    }
    assumptions.add(
        "The load is what was counted in %s%s, and is taken to stay so: a longer or busier sample can tell something else."
            .formatted(
                Quantities.duration(Duration.between(older.get().takenAt(), survey.takenAt())),
                older.get().isArchived() ? " (from the archive)" : ""));
    long untold =
        survey.relations().stream()
            .filter(Relation::isAutovacuumed)
            .filter(rates::isUntold)
            .count();
    if (untold > 0) {
      assumptions.add(
          "%s new since the first look, or had the counters reset: how fast they are written is not known, and no writes to them are simulated."
              .formatted(untold == 1 ? "1 table is" : Quantities.count(untold) + " tables are"));
    }
  }

  private Pace hours(Relation table) {
    return patterns.of(table.key(), table.name()).hours().orElse(rhythm.pace());
  }

  /// `do_autovacuum()` looks at TOAST tables after all others. In what order `pg_class` lies is not
  /// known; oids come close.
  private List<TableStart> tables() {
    Map<RelationKey, Relation> parents = new HashMap<>();
    survey.relations().forEach(each -> parents.put(each.key(), each));
    return survey.relations().stream()
        .filter(Relation::isAutovacuumed)
        .sorted(
            Comparator.comparing((Relation each) -> each.kind() == RelationKind.TOAST)
                .thenComparingLong(each -> each.key().oid()))
        .map(each ->
            new TableReading(each, survey.server().blockSize(), survey.settings(), rates)
                .table(parent(each, parents), patterns.of(each.key(), each.name())))
        .map(this::asLogged)
        .toList();
  }

  /// A table that was only looked at in its quiet hours, by the load that the logs tell of: what is
  /// seen of a nightly job by day is nothing.
  private TableStart asLogged(TableStart table) {
    var from = older.filter(_ -> history.isPresent()).map(Survey::takenAt);
    var hours = table.pattern().hours();
    if (from.isEmpty() || hours.isEmpty()) {
      return table;
    }
    double seconds = (double) Duration.between(from.get(), survey.takenAt()).toMillis() / MILLIS;
    boolean wasQuiet = hours.get().load(from.get(), survey.takenAt()) < QUIET * seconds;
    var told = wasQuiet ? loggedLoad().get(table.name()) : null;
    return told == null ? table : table.loaded(told);
  }

  private Map<RelationName, Arrivals> loggedLoad() {
    if (loggedLoad.isEmpty()) {
      history.ifPresent(
          each -> loggedLoad.putAll(Cluster.ofLogs(each, survey.settings()).arrivals()));
    }
    return loggedLoad;
  }

  /// Autovacuum leaves the time when it ended a table: the first one of the last visit tells when
  /// that began.
  private Optional<Instant> visited(long database) {
    var ended =
        survey.relations().stream()
            .filter(each -> each.key().databaseOid() == database)
            .flatMap(each ->
                Stream.of(
                    each.get(TableKeys.LAST_AUTOVACUUM), each.get(TableKeys.LAST_AUTOANALYZE)))
            .flatMap(each -> each.known().stream())
            .filter(each -> !each.isAfter(survey.takenAt()))
            .sorted(Comparator.reverseOrder())
            .toList();
    long naptime =
        Math.round(survey.settings().realOrDefault(Setting.AUTOVACUUM_NAPTIME) * MILLIS / 2);
    return ended.stream()
        .takeWhile(each -> each.isAfter(ended.getFirst().minusMillis(naptime)))
        .reduce((_, earlier) -> earlier);
  }

  /// Workers that were vacuuming when the server was looked at, by their tables.
  private Map<RelationKey, Duration> underWay(Database database) {
    var found = new HashMap<RelationKey, Duration>();
    for (var each : survey.machinery().vacuums()) {
      var table = each.relation().known();
      var since = each.since().known().filter(start -> start.isBefore(survey.takenAt()));
      if (each.database().equals(database.name())
          && each.autovacuum().or(false)
          && table.isPresent()
          && since.isPresent()) {
        found.put(
            new RelationKey(database.oid(), table.get()),
            Duration.between(since.get(), survey.takenAt()));
      }
    }
    return found;
  }

  private static Optional<Parent> parent(Relation relation, Map<RelationKey, Relation> all) {
    return relation
        .parentKey()
        .filter(_ -> relation.kind() == RelationKind.TOAST)
        .flatMap(key -> Optional.ofNullable(all.get(key)))
        .map(each -> new Parent(each.key(), each.parameters()));
  }

  /// Only a holder whose horizon is older than that of everyday transactions matters.
  private List<HorizonHold> holds(Cluster.Consumption consumption) {
    return survey.horizonHolders().stream()
        .map(each -> hold(each, consumption))
        .filter(each -> each.since().compareTo(Duration.ofMinutes(1)) > 0)
        .filter(each -> !each.tables().isEmpty())
        .toList();
  }

  private HorizonHold hold(HorizonHolder holder, Cluster.Consumption consumption) {
    var since = since(holder, consumption);
    var begin = survey.takenAt().minus(since);
    var covered = new HashMap<RelationKey, Long>();
    for (var each : survey.relations()) {
      if (holder.reach().covers(each)) {
        boolean isLeft = each.vacuumedLast().filter(begin::isBefore).isPresent();
        covered.put(each.key(), isLeft ? each.counted(TableKeys.N_DEAD_TUP) : 0L);
      }
    }
    var age =
        holder
            .age()
            .or(new XidAge(Math.round(consumption.xids() * (double) since.toMillis() / 1e3)));
    return new HorizonHold(holder.called(), covered, age, since, Optional.empty());
  }

  private Duration since(HorizonHolder holder, Cluster.Consumption consumption) {
    var known =
        switch (holder) {
          case HorizonHolder.Session each -> each.since().known();
          case HorizonHolder.PreparedTransaction each -> each.since().known();
          case HorizonHolder.Slot _, HorizonHolder.Standby _, HorizonHolder.DeferredCleanup _ ->
              Optional.<Instant>empty();
        };
    return known
        .map(from -> Duration.between(from, survey.takenAt()))
        .orElseGet(() ->
            holder
                .age()
                .known()
                .filter(_ -> consumption.xids() > 0)
                .map(age -> (double) age.count() / consumption.xids())
                .map(seconds -> Duration.ofSeconds(Math.round(seconds)))
                .orElse(Duration.ZERO));
  }
}
