package org.vacuumadvisor.forecast.simulator;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.forecast.cluster.Cluster;
import org.vacuumadvisor.model.RelationKey;
import org.vacuumadvisor.postgres.Setting;

/// The launcher and its workers over time (`AutoVacLauncherMain()`, `do_autovacuum()`). It goes
/// from event to event: a worker starts, its run at a table ends, a holder releases the horizon.
public final class Engine {
  /// `MIN_AUTOVAC_SLEEPTIME`.
  private static final double SHORTEST_NAP = 0.1;

  private static final long MOST_RUNS = 3_000_000;
  private static final int RUNS_KEPT = 200_000;
  private static final int MOST_RUNS_OF_A_TABLE = 4_000;
  private static final int FEWEST_RUNS_OF_A_TABLE = 100;

  private final Cluster cluster;
  private final double length;
  private final List<TableState> tables = new ArrayList<>();
  private final List<TableRecord> records = new ArrayList<>();
  private final Map<Long, DatabaseSchedule> databases = new LinkedHashMap<>();

  /// The database of each table.
  private final List<DatabaseSchedule> homes = new ArrayList<>();

  private final List<Worker> workers = new ArrayList<>();
  private final Commands commands;
  private final boolean[] busy;
  private final Holds holds;
  private final List<Double> holdEnds;
  private final WorkerScheduler scheduler;
  private final WorkerRecord workerRecord;
  private final Urgency urgency;
  private final int mostWorkers;
  private double now;

  /// Up to when the launcher could start workers: it falls behind while all of them are at work.
  private double launched;

  public Engine(Cluster cluster, double length, int spans) {
    this.cluster = cluster;
    this.length = length;
    var consumed = new Consumed(cluster.consumption(), cluster.pace().from(cluster.start()));
    mostWorkers = cluster.settings().mostWorkers();
    holds = new Holds(cluster, consumed);
    holdEnds = new ArrayList<>(holds.ends());
    var grid = new Grid(spans, length / spans);
    workerRecord = new WorkerRecord(grid, mostWorkers, cluster.blockSize());
    urgency = new Urgency(cluster);
    busy = new boolean[cluster.tables().size()];
    int kept =
        Math.clamp(
            RUNS_KEPT / Math.max(1, busy.length), FEWEST_RUNS_OF_A_TABLE, MOST_RUNS_OF_A_TABLE);
    for (var each : cluster.tables()) {
      var table = new TableState(each, tables.size(), cluster, consumed);
      tables.add(table);
      records.add(new TableRecord(table, grid, kept, cluster));
    }
    scheduler = new WorkerScheduler(cluster, holds, consumed, mostWorkers, records, workerRecord);
    addDatabases();
    for (var table : tables) {
      homes.add(database(table));
      holds.apply(table, 0);
    }
    commands = new Commands(tables, cluster.start(), scheduler);
    goOnWithThoseUnderWay();
    tables.stream().filter(each -> !busy[each.position]).forEach(this::enqueue);
  }

  /// `rebuild_database_list()` spreads the databases over a naptime; where one was visited, its
  /// next turns are whole naps later.
  private void addDatabases() {
    int count = Math.max(1, cluster.databases().size());
    double naptime =
        Math.max(
            cluster.settings().realOrDefault(Setting.AUTOVACUUM_NAPTIME), count * SHORTEST_NAP);
    int at = 0;
    for (var database : cluster.databases()) {
      at++;
      double spread = naptime * at / count;
      double first =
          database.visited().map(each -> afterNaps(each, naptime, cluster.start())).orElse(spread);
      databases.put(database.oid(), new DatabaseSchedule(first, naptime, tables));
    }
    if (databases.isEmpty()) {
      databases.put(RelationKey.SHARED, new DatabaseSchedule(naptime, naptime, tables));
    }
  }

  private static double afterNaps(Instant visited, double naptime, Instant start) {
    double since = (double) Duration.between(visited, start).toMillis() / 1e3;
    return Math.ceil(since / naptime) * naptime - since;
  }

  private DatabaseSchedule database(TableState table) {
    var own = databases.get(table.start.key().databaseOid());
    return own == null ? databases.values().iterator().next() : own;
  }

  /// Vacuums that are at work when the simulation starts.
  private void goOnWithThoseUnderWay() {
    for (var database : cluster.databases()) {
      for (var table : tables) {
        var since = database.underWay().get(table.start.key());
        if (since != null && workers.size() < mostWorkers) {
          var worker = new Worker(List.of(), homes.get(table.position));
          worker.run = scheduler.underWay(table, (double) since.toMillis() / 1e3);
          workers.add(worker);
          busy[table.position] = true;
        }
      }
    }
    scheduler.balance(workers, 0);
  }

  private void enqueue(TableState table) {
    homes.get(table.position).add(table, Math.max(now, table.due()));
  }

  public Trajectory run() {
    while (workerRecord.runs() + commands.ended() < MOST_RUNS) {
      var ending = firstToEnd();
      double end = ending == null || ending.run == null ? length : ending.run.end();
      double launch = workers.size() < mostWorkers ? nextLaunch() : Double.POSITIVE_INFINITY;
      double release = holdEnds.isEmpty() ? Double.POSITIVE_INFINITY : holdEnds.getFirst();
      double command = commands.next();
      double next = Math.min(Math.min(end, launch), Math.min(release, command));
      if (next >= length) {
        return finish(length);
      }
      now = Math.max(now, next);
      if (release <= next) {
        releaseHorizon();
      } else if (command <= next) {
        command();
      } else if (end <= launch && ending != null) {
        end(ending);
      } else {
        launch();
      }
    }
    return finish(now);
  }

  private @Nullable Worker firstToEnd() {
    Worker first = null;
    double earliest = Double.POSITIVE_INFINITY;
    for (var each : workers) {
      if (each.run != null && each.run.end() < earliest) {
        earliest = each.run.end();
        first = each;
      }
    }
    return first;
  }

  private double nextLaunch() {
    var turn = turn();
    return turn == null ? Double.POSITIVE_INFINITY : Math.max(now, turn.tick(launched, busy));
  }

  /// The database that the next worker goes to; null where none has anything to do.
  private @Nullable DatabaseSchedule turn() {
    DatabaseSchedule turn = null;
    double first = Double.POSITIVE_INFINITY;
    for (var each : databases.values()) {
      double tick = each.tick(launched, busy);
      if (tick < first) {
        first = tick;
        turn = each;
      }
    }
    return turn;
  }

  /// `do_start_worker()`: the database whose turn it is, unless another is at risk of wraparound.
  private void launch() {
    var turn = turn();
    if (turn == null) {
      return;
    }
    var chosen = turn;
    if (databases.size() > 1) {
      chosen = databases.values().stream().filter(each -> hasRisk(each)).findFirst().orElse(turn);
      turn.launched(now);
    }
    launched = now;
    chosen.launched(now);
    var list = urgency.sorted(chosen.list(now));
    var worker = new Worker(list, chosen);
    workers.add(worker);
    goOn(worker);
  }

  private boolean hasRisk(DatabaseSchedule database) {
    var due = database.list(now);
    return due.stream().anyMatch(each -> !busy[each.position]) && database.isAtRisk();
  }

  /// The worker takes the next table of its list that nobody else is on and that still needs it.
  private void goOn(Worker worker) {
    worker.run = null;
    for (var table = worker.next(); table != null; table = worker.next()) {
      if (busy[table.position] || !worker.database.isDue(table)) {
        continue;
      }
      var run = scheduler.begin(table, table.dueSince, now);
      if (run == null) {
        worker.database.done(table);
        enqueue(table);
        continue;
      }
      worker.run = run;
      busy[table.position] = true;
      break;
    }
    if (worker.run == null) {
      if (workers.size() < mostWorkers) {
        launched = now;
      }
      workers.remove(worker);
    }
    scheduler.balance(workers, now);
  }

  private void end(Worker worker) {
    var run = worker.run;
    if (run == null) {
      return;
    }
    scheduler.end(run, now);
    busy[run.table.position] = false;
    worker.database.done(run.table);
    enqueue(run.table);
    if (workers.size() < mostWorkers) {
      launched = now;
    }
    goOn(worker);
  }

  private void command() {
    var cleaned = commands.next(now, busy, workers);
    if (cleaned != null) {
      homes.get(cleaned.position).done(cleaned);
      enqueue(cleaned);
    }
  }

  private void releaseHorizon() {
    holdEnds.removeFirst();
    for (var table : tables) {
      scheduler.advance(table, now);
      holds.apply(table, now + 1e-6);
    }
  }

  private Trajectory finish(double until) {
    records.forEach(each -> each.cover(until));
    var limits = LimitWatch.sorted(records.stream().flatMap(each -> each.limits(cluster.start())));
    return workerRecord.trajectory(
        cluster.start(),
        until,
        records.stream().map(each -> each.trajectory(until)).toList(),
        limits);
  }
}
