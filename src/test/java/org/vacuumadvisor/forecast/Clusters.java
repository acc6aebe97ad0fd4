package org.vacuumadvisor.forecast;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.vacuumadvisor.forecast.cluster.Arrivals;
import org.vacuumadvisor.forecast.cluster.ChainsSeen;
import org.vacuumadvisor.forecast.cluster.Cluster;
import org.vacuumadvisor.forecast.cluster.Counters;
import org.vacuumadvisor.forecast.cluster.DatabaseStart;
import org.vacuumadvisor.forecast.cluster.HeapDoubt;
import org.vacuumadvisor.forecast.cluster.HeapStart;
import org.vacuumadvisor.forecast.cluster.HorizonHold;
import org.vacuumadvisor.forecast.cluster.IndexStart;
import org.vacuumadvisor.forecast.cluster.Machine;
import org.vacuumadvisor.forecast.cluster.Pace;
import org.vacuumadvisor.forecast.cluster.TablePattern;
import org.vacuumadvisor.forecast.cluster.TableStart;
import org.vacuumadvisor.forecast.cluster.TableStart.Knowledge;
import org.vacuumadvisor.model.FreezeAges;
import org.vacuumadvisor.model.RelationKey;
import org.vacuumadvisor.model.RelationKind;
import org.vacuumadvisor.model.RelationName;
import org.vacuumadvisor.postgres.RelationSize;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.postgres.ServerSettings;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.postgres.StorageParameters;
import org.vacuumadvisor.unit.XidAge;

/// Clusters made up for tests.
public final class Clusters {
  public static final Instant START = Instant.parse("2026-11-21T00:00:00Z");
  private static final long DATABASE = 5;
  private static final double BLOCK = 8192;

  private Release release = Release.V18;
  private ServerSettings settings = ServerSettings.unknown(Release.V18);
  private final List<TableStart> tables = new ArrayList<>();
  private List<HorizonHold> holds = List.of();
  private double xids;
  private Optional<Instant> visited = Optional.empty();
  private Map<RelationKey, Duration> underWay = Map.of();

  public static Clusters of(Release release) {
    var made = new Clusters();
    made.release = release;
    made.settings = ServerSettings.unknown(release);
    return made;
  }

  static RelationKey key(int table) {
    return new RelationKey(DATABASE, 20_000 + table);
  }

  Clusters with(Setting setting, String value) {
    settings = settings.with(setting, value);
    return this;
  }

  /// A worker came so long before the start.
  Clusters visited(Duration before) {
    visited = Optional.of(START.minus(before));
    return this;
  }

  /// A worker has been vacuuming the table for so long.
  Clusters underWay(int table, Duration since) {
    underWay = Map.of(key(table), since);
    return this;
  }

  Clusters xids(double perSecond) {
    xids = perSecond;
    return this;
  }

  Clusters held(HorizonHold hold) {
    holds = List.of(hold);
    return this;
  }

  /// A vacuumed table of rows of 100 bytes, with one index.
  public Clusters table(double rows, Arrivals arrivals) {
    return table(rows, arrivals, 0);
  }

  public Clusters table(double rows, Arrivals arrivals, long xidAge) {
    double pages = Math.ceil(rows * 100 / (BLOCK - 24));
    return table(
        new HeapStart(
            pages,
            rows,
            0,
            100,
            0,
            pages,
            0,
            new RelationSize(rows, (long) pages, 0),
            ChainsSeen.NOTHING,
            HeapDoubt.NONE),
        arrivals,
        xidAge);
  }

  public Clusters table(HeapStart heap, Arrivals arrivals, long xidAge) {
    int number = tables.size();
    double entries = heap.live() * 20 / BLOCK;
    tables.add(
        new TableStart(
            key(number),
            new RelationName("shop", "public", "t" + number),
            RelationKind.TABLE,
            StorageParameters.NONE,
            null,
            arrivals,
            heap,
            List.of(new IndexStart("btree", Math.ceil(entries), 20)),
            Counters.ZERO,
            new FreezeAges(new XidAge(xidAge), XidAge.NONE),
            Optional.empty(),
            Knowledge.WINDOW,
            TablePattern.NONE));
    return this;
  }

  public Cluster cluster() {
    return new Cluster(
        release,
        8192,
        settings,
        List.of(new DatabaseStart(DATABASE, visited, underWay)),
        tables,
        holds,
        new Cluster.Consumption(xids, 0, 0),
        Machine.PRIOR,
        Pace.STEADY,
        START,
        List.of());
  }

  /// The same load in all, that of every table at these hours.
  public static Cluster paced(Cluster cluster, Pace pace) {
    return new Cluster(
        cluster.release(),
        cluster.blockSize(),
        cluster.settings(),
        cluster.databases(),
        cluster.tables().stream().map(each -> each.with(TablePattern.NONE)).toList(),
        cluster.holds(),
        cluster.consumption(),
        cluster.machine(),
        pace,
        cluster.start(),
        cluster.assumptions());
  }
}
