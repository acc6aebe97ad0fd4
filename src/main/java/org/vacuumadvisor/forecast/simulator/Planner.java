package org.vacuumadvisor.forecast.simulator;

import org.vacuumadvisor.forecast.cluster.Cluster;
import org.vacuumadvisor.forecast.simulator.VacuumWork.Mode;
import org.vacuumadvisor.postgres.DeadRowMemory;
import org.vacuumadvisor.postgres.Feature;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.unit.Pages;
import org.vacuumadvisor.unit.XidAge;

/// Works out what a vacuum of a table would do now: `heap_vacuum_rel()` and what it calls.
final class Planner {
  /// `SKIP_PAGES_THRESHOLD`: all-visible pages are passed by in runs of so many at least.
  static final double SHORTEST_SKIP = 32;

  /// `BYPASS_THRESHOLD_PAGES`: below this share of pages with dead rows the indexes are passed by.
  private static final double BYPASSED_BELOW = 0.02;

  /// `lazy_vacuum()`: but not with more IDs of dead rows than fit into 32 MB.
  private static final double BYPASSED_ROWS = 32.0 * 1024 * 1024 / 6;

  /// `EAGER_SCAN_REGION_SIZE`, and twice that for the smallest table it is done in.
  private static final double SMALLEST_EAGER = 8192;

  /// `MAX_EAGER_FREEZE_SUCCESS_RATE`.
  private static final double MOST_EAGER = 0.2;

  /// Pages of the table itself, of its maps and of the catalogs that any vacuum touches.
  private static final double ALWAYS_TOUCHED = 40;

  /// A WAL record for a page pruned or set all-visible, and for each row removed.
  private static final double WAL_A_PAGE = 110;

  private static final double WAL_A_ROW = 4;

  /// Before 16 the ring could not be set.
  private static final double OLD_RING = 256 * 1024;

  private final Cluster cluster;
  private final boolean canBypass;
  private final boolean eager;
  private final boolean parallel;
  private final XidAge failsafe;
  private final DeadRowMemory memory;
  private final double checkpointSeconds;
  private final double sample;

  /// `GetAccessStrategy(BAS_VACUUM)`: so many pages that were read stay in buffers.
  private final double ring;

  Planner(Cluster cluster) {
    this.cluster = cluster;
    var release = cluster.release();
    var settings = cluster.settings();
    canBypass = Feature.INDEX_SCAN_BYPASS.isIn(release);
    eager =
        Feature.EAGER_SCANNING.isIn(release)
            && settings.realOrDefault(Setting.VACUUM_MAX_EAGER_FREEZE_FAILURE_RATE) > 0;
    parallel = Setting.AUTOVACUUM_MAX_PARALLEL_WORKERS.isIn(release);
    failsafe = settings.failsafeAge().orElse(XidAge.INFINITE);
    memory = new DeadRowMemory(release, settings.autovacuumWorkMem().value());
    sample = 300 * settings.realOrDefault(Setting.DEFAULT_STATISTICS_TARGET);
    checkpointSeconds = settings.realOrDefault(Setting.CHECKPOINT_TIMEOUT);
    ring = ring(cluster);
  }

  private static double ring(Cluster cluster) {
    double bytes =
        cluster
            .settings()
            .bytes(Setting.VACUUM_BUFFER_USAGE_LIMIT)
            .map(each -> (double) each.count())
            .orElse(OLD_RING);
    return bytes == 0 ? Double.POSITIVE_INFINITY : bytes / cluster.blockSize();
  }

  /// The work of a vacuum that starts now.
  ///
  /// @param kept dead rows that somebody may still see
  /// @param cached which part of its pages is in shared buffers
  /// @param sinceLast seconds since the last one
  VacuumWork vacuum(TableState table, double kept, double cached, double sinceLast) {
    var mode = mode(table);
    double pages = table.pages;
    double toRemove = Math.max(0, table.allDead() - kept) + table.deadItems;
    double scanned = mode == Mode.NORMAL ? normalScan(table) : pages - table.allFrozen;
    scanned = Math.clamp(scanned, Math.min(1, pages), pages);
    double dead = pagesWith(table, toRemove, Math.max(1, scanned));
    boolean indexed = table.indexes.count() > 0;
    double passes = indexed && toRemove > 0 ? passes(table, toRemove, dead, mode) : 0;
    double indexPages = passes * table.indexes.pages();
    boolean second = !indexed || passes > 0;
    double again = second && indexed ? Math.max(0, dead * (1 - cached) - ring) : 0;
    double looks = scanned + (scanned - dead) + (second ? 2 * dead : 0) + indexPages;
    double reads = (scanned + indexPages) * (1 - cached) + again;
    double changedPages = Math.min(scanned, pages - table.allVisible + dead);
    double changedIndex = passes * pagesHit(toRemove / Math.max(1, passes), table.indexes.pages());
    double changes = toRemove / Math.max(1, dead);
    double dirty = stillDirty(sinceLast / (1 + changes));
    double dirtied = (changedPages + changedIndex) * (1 - cached * dirty) + again;
    double wal =
        dirtied * cluster.blockSize()
            + (changedPages + dead + changedIndex) * WAL_A_PAGE
            + toRemove * WAL_A_ROW;
    double inTurn = passes * table.indexes.pagesOfSlowest(helpers(table));
    double busy =
        cluster
            .machine()
            .busySeconds(
                looks + inTurn - indexPages + ALWAYS_TOUCHED,
                reads,
                toRemove * (1 + Math.min(1, passes)),
                inTurn,
                cluster.blockSize());
    return new VacuumWork(
        scanned,
        dead,
        toRemove,
        kept,
        passes,
        indexPages,
        looks - reads + ALWAYS_TOUCHED,
        reads,
        dirtied,
        dead * (1 - dirty),
        wal,
        busy,
        mode);
  }

  /// The work of an analyze: `acquire_sample_rows()` reads 300 pages for each unit of the
  /// statistics target.
  VacuumWork analyze(TableState table, double cached) {
    double scanned = Math.min(sample, table.pages);
    double rows = Math.min(sample, table.live);
    double reads = scanned * (1 - cached);
    double busy =
        cluster
            .machine()
            .busySeconds(scanned + 4 * ALWAYS_TOUCHED, reads, rows * 2, 0, cluster.blockSize());
    return VacuumWork.ofSample(scanned, scanned - reads + 4 * ALWAYS_TOUCHED, reads, busy);
  }

  /// `vacuum_get_cutoffs()` decides on aggressive, `lazy_check_wraparound_failsafe()` on the rest.
  private Mode mode(TableState table) {
    var age = table.frozen.xidAge(table.at);
    if (age.exceeds(failsafe)) {
      return Mode.FAILSAFE;
    }
    return table.forced() || age.compareTo(table.options.freezeTableAge().value()) >= 0
        ? Mode.AGGRESSIVE
        : Mode.NORMAL;
  }

  /// `lazy_scan_skip()`. Where writes hit pages at random, what is all-visible lies in short runs;
  /// a queue and a table that is only inserted into leave it in one.
  private double normalScan(TableState table) {
    double pages = table.pages;
    double visible = pages > 0 ? table.allVisible / pages : 0;
    var arrivals = table.arrivals;
    boolean random = !arrivals.queues() && arrivals.lastingDead() + arrivals.hotUpdates() > 0;
    double skipped =
        random
            ? Math.pow(visible, SHORTEST_SKIP - 1) * (SHORTEST_SKIP - (SHORTEST_SKIP - 1) * visible)
            : table.allVisible >= SHORTEST_SKIP ? 1 : 0;
    double scanned = pages - table.allVisible * skipped;
    return scanned + eagerlyScanned(table);
  }

  /// `heap_vacuum_eager_scan_setup()`.
  double eagerlyScanned(TableState table) {
    boolean old = table.frozen.xidAge(table.at).compareTo(table.options.freezeMinAge().value()) > 0;
    return eager && old && table.pages >= SMALLEST_EAGER
        ? MOST_EAGER * (table.allVisible - table.allFrozen)
        : 0;
  }

  /// From 19 on processes may help with the indexes (`parallel_vacuum_init()`). They share the cost
  /// limit of the worker, so it sleeps as long as alone.
  private long helpers(TableState table) {
    if (!parallel) {
      return 0;
    }
    long most = cluster.settings().integerOrDefault(Setting.AUTOVACUUM_MAX_PARALLEL_WORKERS);
    long own = table.start.parameters().integer("autovacuum_parallel_workers").orElse(-1L);
    return own < 0 ? most : Math.min(own, most);
  }

  private double passes(TableState table, double toRemove, double deadPages, Mode mode) {
    if (mode == Mode.FAILSAFE) {
      return 0;
    }
    boolean few =
        Math.floor(deadPages) < Math.floor(table.pages * BYPASSED_BELOW)
            && toRemove < BYPASSED_ROWS;
    if (canBypass && few) {
      return 0;
    }
    return memory
        .passes(
            Math.round(Math.ceil(toRemove)),
            new Pages(Math.round(Math.ceil(table.pages))),
            cluster.blockSize())
        .map(counted -> Math.max(1.0, counted))
        .orElseGet(() -> inTree(toRemove, deadPages));
  }

  /// The tree of 17 takes a node and a bitmap a page; there is no formula for it, and it rarely
  /// fills.
  private double inTree(double toRemove, double deadPages) {
    double perPage = deadPages > 0 ? toRemove / deadPages : 0;
    double bytes = deadPages * (32 + 8 * Math.ceil(perPage / 64));
    return Math.max(1, Math.ceil(bytes / Math.max(1, (double) memory.memory().count())));
  }

  private double pagesWith(TableState table, double rows, double among) {
    if (rows <= 0) {
      return 0;
    }
    return table.arrivals.queues()
        ? Math.min(among, Math.ceil(rows * table.footprint.rowBytes() / cluster.blockSize()))
        : pagesHit(rows, among);
  }

  /// The share of changed pages that no checkpoint has written since, the last change of each so
  /// many seconds ago on average.
  private double stillDirty(double age) {
    return age <= 0 ? 1 : 1 - age / checkpointSeconds * (1 - Math.exp(-checkpointSeconds / age));
  }

  /// How many of so many pages are hit by so many things that fall at random.
  private static double pagesHit(double things, double pages) {
    return pages <= 0 ? 0 : pages * (1 - Math.exp(-things / pages));
  }
}
