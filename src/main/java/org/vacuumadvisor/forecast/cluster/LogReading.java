package org.vacuumadvisor.forecast.cluster;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.forecast.cluster.TableStart.Knowledge;
import org.vacuumadvisor.model.FreezeAges;
import org.vacuumadvisor.model.RelationKey;
import org.vacuumadvisor.model.RelationKind;
import org.vacuumadvisor.model.history.History;
import org.vacuumadvisor.model.history.IdTrail;
import org.vacuumadvisor.model.history.IndexWork;
import org.vacuumadvisor.model.history.Moments;
import org.vacuumadvisor.model.history.Run;
import org.vacuumadvisor.model.history.TableHistory;
import org.vacuumadvisor.postgres.AutovacuumOptions;
import org.vacuumadvisor.postgres.Feature;
import org.vacuumadvisor.postgres.RelationSize;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.postgres.ServerSettings;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.postgres.StorageParameters;

/// Makes a cluster of what a server's logs tell: the load of a table from how often it was
/// vacuumed, and how much each vacuum removed. A table that was not vacuumed twice has no load.
final class LogReading {
  private static final double ENTRY = 22;
  private static final double DEFAULT_ROW = 100;
  private static final long FEWEST = 2;

  private final History history;
  private final Release release;
  private final ServerSettings settings;
  private final Instant end;
  private final Rhythm rhythm;
  private final TablePatterns patterns;
  private int leftOut;

  LogReading(History history, ServerSettings settings) {
    this.history = history;
    this.release = settings.release();
    this.settings = settings;
    end = history.to().orElse(Instant.EPOCH);
    rhythm = Rhythm.of(history);
    patterns = TablePatterns.of(settings, List.of(), Optional.of(history));
  }

  Cluster cluster() {
    var databases = new ArrayList<String>();
    var tables = new ArrayList<TableStart>();
    long oid = 1;
    for (var table : history.tables()) {
      if (!databases.contains(table.name().database())) {
        databases.add(table.name().database());
      }
      var key = new RelationKey(databases.indexOf(table.name().database()) + 1L, oid++);
      table(table, key).ifPresentOrElse(tables::add, () -> leftOut++);
    }
    return new Cluster(
        release,
        settings.blockSize(),
        settings,
        databases.stream().map(name -> new DatabaseStart(databases.indexOf(name) + 1L)).toList(),
        tables.stream().sorted((one, two) -> Boolean.compare(isToast(one), isToast(two))).toList(),
        List.of(),
        consumption(),
        MachineFit.of(history, settings).orElse(Machine.PRIOR),
        rhythm.pace(),
        end,
        assumptions(tables));
  }

  private static boolean isToast(TableStart table) {
    return table.kind() == RelationKind.TOAST;
  }

  private List<String> assumptions(List<TableStart> tables) {
    var said = new ArrayList<String>();
    said.add(
        "Logs tell of vacuums only: the load of a table is what brings them as often as they came,"
            + " and ages are not known.");
    if (settings.values().isEmpty()) {
      said.add(
          "The server's settings are not known: the defaults of PostgreSQL %s stand in for them."
              .formatted(release.major()));
    }
    if (rhythm.isKnown()) {
      said.add(rhythm.words());
    }
    said.addAll(TablePatterns.words(tables));
    if (leftOut > 0) {
      said.add(
          "Tables left out, because fewer than two automatic vacuums of them were logged: %d."
              .formatted(leftOut));
    }
    return said;
  }

  private Optional<TableStart> table(TableHistory table, RelationKey key) {
    var first = table.milestones().first();
    var latest = table.milestones().latest();
    if (table.counts().automatic() < FEWEST || first.isEmpty() || latest.isEmpty()) {
      return Optional.empty();
    }
    var from = Moments.start(first.get());
    var to = Moments.start(latest.get());
    if (from.isEmpty() || to.isEmpty() || !from.get().isBefore(to.get())) {
      return Optional.empty();
    }
    var pattern = patterns.of(new RelationKey(0, 0), table.name());
    var hours = pattern.hours().orElse(rhythm.pace());
    double seconds = Math.max(1e-3, hours.load(from.get(), to.get()));
    double interval = seconds / (double) Math.max(1, table.counts().vacuums() - 1);
    var last = latest.get();
    double live = (double) last.live();
    double pages = known(last.outcome().pages().remain());
    var options = AutovacuumOptions.of(release, settings, StorageParameters.NONE);
    double growth = Math.max(0, (live - (double) first.get().live()) / seconds);
    var arrivals = arrivals(table, last, options, new RelationSize(live, 0, 0), interval, growth);
    double since =
        Moments.end(last)
            .filter(ended -> ended.isBefore(end))
            .map(ended -> hours.load(ended, end))
            .orElse(0.0);
    double dead = Math.round(arrivals.lastingDead() * since);
    double rowBytes = live >= 1 ? pages * settings.blockSize() / live : DEFAULT_ROW;
    return Optional.of(
        new TableStart(
            key,
            table.name(),
            table.isToast() ? RelationKind.TOAST : RelationKind.TABLE,
            StorageParameters.NONE,
            null,
            arrivals,
            new HeapStart(
                pages,
                live,
                dead,
                Math.clamp(rowBytes, 28, settings.blockSize() / 4.0),
                0,
                pages,
                0,
                new RelationSize(live, Math.round(pages), 0),
                ChainsSeen.NOTHING,
                HeapDoubt.NONE),
            last.indexes().stream().map(each -> index(each, live)).toList(),
            new Counters(dead, arrivals.inserts() * since, arrivals.modified() * since),
            FreezeAges.NONE,
            cached(table),
            Knowledge.LOGS,
            pattern));
  }

  /// What brings a vacuum as often as it came. Where queries prune most of what a log could tell of
  /// as removed, the threshold itself, once an interval, is the surer figure.
  private Arrivals arrivals(
      TableHistory table,
      Run last,
      AutovacuumOptions options,
      RelationSize size,
      double interval,
      double growth) {
    var thresholds = options.trigger().at(size);
    double removed =
        Math.max(
            table.removed().sum() / Math.max(1, (double) table.removed().count()), items(last));
    boolean byInserts =
        Feature.INSERT_TRIGGERED_VACUUM.isIn(release)
            && growth * interval >= 0.5 * (double) thresholds.insert()
            && removed < (double) thresholds.vacuum();
    double wait =
        settings.realOrDefault(Setting.AUTOVACUUM_NAPTIME) / Math.max(1, (double) databases()) / 2;
    double counted = Math.max(1, interval - Math.min(wait, interval / 2));
    if (byInserts) {
      return new Arrivals(growth, removed / interval, 0, 0);
    }
    double dead =
        removed > (double) thresholds.vacuum()
            ? removed / interval
            : (double) thresholds.vacuum() / counted;
    return size.reltuples() * 2 < removed
        ? new Arrivals(dead + growth, dead, 0, 0)
        : new Arrivals(growth, 0, 0, dead);
  }

  private long databases() {
    return history.tables().stream().map(each -> each.name().database()).distinct().count();
  }

  private static IndexStart index(IndexWork index, double live) {
    double pages = known(index.pages());
    return new IndexStart("btree", pages, live >= 100 ? pages * 8192 * 0.9 / live : ENTRY);
  }

  private static double items(Run run) {
    var scan = run.outcome().indexScan();
    return scan == null ? 0 : (double) scan.deadItemIds();
  }

  private static double known(@Nullable Long figure) {
    return figure == null ? 0 : (double) figure;
  }

  private static Optional<Double> cached(TableHistory table) {
    double all = (double) (table.work().hits() + table.work().reads());
    return all > 0 ? Optional.of((double) table.work().hits() / all) : Optional.empty();
  }

  /// How fast IDs were used, as reports of vacuums let know.
  private Cluster.Consumption consumption() {
    return new Cluster.Consumption(
        perSecond(history.ids().transactions()), perSecond(history.ids().multixacts()), 0);
  }

  private double perSecond(Optional<IdTrail> trail) {
    return trail
        .map(each -> (double) each.used() / Math.max(1, rhythm.pace().load(each.from(), each.to())))
        .orElse(0.0);
  }
}
