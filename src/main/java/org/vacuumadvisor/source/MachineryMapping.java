package org.vacuumadvisor.source;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.vacuumadvisor.model.Backend;
import org.vacuumadvisor.model.Backend.Kind;
import org.vacuumadvisor.model.Command;
import org.vacuumadvisor.model.Machinery;
import org.vacuumadvisor.model.Machinery.Checkpoints;
import org.vacuumadvisor.model.Machinery.Worker;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.Reading.Why;
import org.vacuumadvisor.model.RelationKey;
import org.vacuumadvisor.model.RunningVacuum;
import org.vacuumadvisor.model.Server;
import org.vacuumadvisor.model.TableLock;
import org.vacuumadvisor.model.VacuumWait;
import org.vacuumadvisor.postgres.Feature;

/// What vacuuming is busy with: autovacuum's workers among the rows of [Topic#SESSIONS], and
/// [Topic#VACUUM_PROGRESS].
final class MachineryMapping {
  /// Sessions that are told of by what they do, whatever they hold. What
  /// `pg_stat_progress_vacuum.started_by` has; any other word says of nobody that it was him.
  private static final Set<String> STARTED_BY =
      Set.of("manual", "autovacuum", "autovacuum_wraparound");

  private static final Set<Command> TOLD_BY_COMMAND =
      Set.of(Command.CANCELS_SESSIONS, Command.PEEKS, Command.RESETS_COUNTERS);

  private final List<Worker> workers = new ArrayList<>();
  private final List<RunningVacuum> vacuums = new ArrayList<>();
  private Reading<Long> multixactMembers = Reading.missing(Why.OLDER_SERVER);
  private Optional<Row> checkpoints = Optional.empty();
  private Reading<Long> images = Reading.missing(Why.NOT_COLLECTED);
  private final List<Row> locks = new ArrayList<>();
  private final List<Backend> sessions = new ArrayList<>();
  private final List<VacuumWait> waits = new ArrayList<>();
  private final Map<String, Map<Long, Double>> urgencies = new HashMap<>();
  private boolean sawSessions;

  void seeSessions() {
    sawSessions = true;
  }

  void takeSession(Row row) {
    var task = row.text("task").known();
    boolean isWorker =
        task.isPresent() || row.text("backend_type").or("").equals("autovacuum worker");
    if (row.count("pid").isKnown()) {
      var backend = Backends.of(row);
      boolean isCopying = backend.isSender() && backend.kind() == Kind.BACKUP;
      if (backend.waitsForLock()
          || mayBlock(backend)
          || isCopying
          || row.text("wait_event").is("RecoveryPause"::equals)
          || backend.command().is(TOLD_BY_COMMAND::contains)
          || Stream.of("blocks", "has_temporary").anyMatch(each -> row.flag(each).or(false))) {
        sessions.add(backend);
      }
    } else if (!isWorker) {
      // no session, but so many of them by what they wait for
      row.text("wait_event")
          .known()
          .map(event ->
              new VacuumWait(event, row.count("sessions").or(1L), row.text("relname").known()))
          .ifPresent(waits::add);
    }
    if (isWorker) {
      workers.add(
          new Worker(
              row.count("pid").map(Math::toIntExact).or(0),
              row.text("datname").or(""),
              withoutPrefix(task.orElse("")),
              row.text("wait_event")));
    }
  }

  /// Whoever may keep others waiting: it has a transaction, as who waits for a pinned page has, or
  /// our role may not see whether it has.
  private static boolean mayBlock(Backend backend) {
    return backend.isIdleInTransaction()
        || backend.waitsFor().is(VacuumWait.PIN::equals)
        || backend.transactionStart().isKnown()
        || backend.began().isKnown()
        || backend.kind() == Kind.HIDDEN;
  }

  void takeLock(Row row) {
    locks.add(row);
  }

  /// Tables that are not due are passed by: there may be very many. Weights move scores, due or
  /// not.
  void takeScore(String database, Row row) {
    var score = row.real("score").or(0.0);
    if (row.flag("do_vacuum").or(score >= 1) || row.flag("do_analyze").or(false)) {
      row.count("relid")
          .known()
          .ifPresent(
              oid -> urgencies.computeIfAbsent(database, _ -> new HashMap<>()).put(oid, score));
    }
  }

  private static TableLock lock(Row row, DatabaseMapping databases) {
    return new TableLock(
        row.count("pid").map(Math::toIntExact).or(0),
        new RelationKey(databases.oid(row.text("datname").or("")), row.count("relation").or(0L)),
        row.text("mode").or(""),
        row.flag("granted").or(true),
        row.text("usename").or(""),
        row.text("application_name").or(""),
        row.instant("xact_start"),
        row.text("task").map(MachineryMapping::withoutPrefix),
        Backends.pids(row.text("blockers").or("")));
  }

  void takeVacuum(Row row) {
    boolean hidden = row.flag("hidden").or(false);
    vacuums.add(
        new RunningVacuum(
            row.count("pid").map(Math::toIntExact).or(0),
            row.text("datname").or(""),
            Hidden.in(hidden, row.count("relid")),
            Hidden.in(hidden, row.text("phase")),
            Hidden.in(hidden, row.count("heap_blks_total")),
            Hidden.in(hidden, row.count("heap_blks_scanned")),
            Hidden.in(hidden, row.count("heap_blks_vacuumed")),
            Hidden.in(hidden, row.count("index_vacuum_count")),
            Hidden.in(hidden, row.count("max_dead_tuples")),
            startedBy(row, "autovacuum", Backend.WORKER_TASK),
            startedBy(row, "autovacuum_wraparound", Machinery.Worker.FORCED),
            Hidden.in(hidden, row.instant("xact_start")),
            Hidden.in(hidden, row.millis("delay_time")),
            Hidden.in(hidden, row.text("mode"))));
  }

  void takeMultixacts(Row row) {
    // The function answers a role that may not ask with NULLs.
    multixactMembers = Hidden.in(true, row.count("num_members"));
  }

  void takeCheckpoints(Row row) {
    checkpoints = Optional.of(row);
  }

  private Reading<Checkpoints> checkpoints(Row row) {
    return Reading.both(
        either(row, "num_timed", "checkpoints_timed"),
        either(row, "num_requested", "checkpoints_req"),
        "and",
        (timed, asked) -> new Checkpoints(timed, asked, row.instant("stats_reset"), images));
  }

  private static Reading<Long> either(Row row, String column, String before17) {
    return row.count(column).isKnown() ? row.count(column) : row.count(before17);
  }

  void takeWal(Reading<Long> fullPageImages) {
    images = fullPageImages;
  }

  Machinery machinery(Server server, DatabaseMapping databases, HorizonMapping horizon) {
    Reading<List<Worker>> seen =
        !sawSessions
            ? Reading.missing(Why.NOT_COLLECTED)
            : server.hidesSessions() && !areWorkersTold(server)
                ? Reading.missing(Why.NO_PRIVILEGE)
                : Reading.of(List.copyOf(workers));
    return new Machinery(
        seen,
        vacuums,
        multixactMembers,
        locks.stream().map(row -> lock(row, databases)).toList(),
        byRelation(databases),
        sessions,
        waits,
        horizon.otherSlots(),
        horizon.senders(),
        checkpoints.map(this::checkpoints).orElse(Reading.missing(Why.NOT_COLLECTED)));
  }

  /// Whether every role sees which sessions are workers: from 10 on they are those without a role.
  private boolean areWorkersTold(Server server) {
    return Feature.MONITORING_ROLES.isIn(server.release())
        && vacuums.stream()
            .allMatch(each -> workers.stream().anyMatch(worker -> worker.pid() == each.pid()));
  }

  private Map<RelationKey, Double> byRelation(DatabaseMapping databases) {
    var all = new HashMap<RelationKey, Double>();
    urgencies.forEach((database, tables) ->
        tables.forEach(
            (oid, urgency) -> all.put(new RelationKey(databases.oid(database), oid), urgency)));
    return all;
  }

  /// Since 19 the view says who started a vacuum; before, the text of a worker's task does.
  private static Reading<Boolean> startedBy(Row row, String word, String part) {
    if (row.flag("hidden").or(false)) {
      return Reading.missing(Why.NO_PRIVILEGE);
    }
    var by = row.text("started_by");
    var task = row.text("task");
    return by.is(STARTED_BY::contains)
        ? by.map(each -> each.startsWith(word))
        : by.isKnown() || task.equals(Reading.missing(Why.NOT_COLLECTED))
            ? Reading.missing(Why.NOT_COLLECTED)
            : Reading.of(task.or("").contains(part));
  }

  private static String withoutPrefix(String task) {
    return task.replaceFirst("^" + Backend.WORKER_TASK, "");
  }
}
