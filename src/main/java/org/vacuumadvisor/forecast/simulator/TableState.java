package org.vacuumadvisor.forecast.simulator;

import org.vacuumadvisor.forecast.cluster.Arrivals;
import org.vacuumadvisor.forecast.cluster.Cluster;
import org.vacuumadvisor.forecast.cluster.Pace.LoadClock;
import org.vacuumadvisor.forecast.cluster.TableStart;
import org.vacuumadvisor.forecast.simulator.Footprint.Pruning;
import org.vacuumadvisor.model.RelationKind;
import org.vacuumadvisor.postgres.AutovacuumOptions;
import org.vacuumadvisor.postgres.CostModel;
import org.vacuumadvisor.postgres.MultixactLimit;
import org.vacuumadvisor.postgres.RelationSize;
import org.vacuumadvisor.postgres.Thresholds;
import org.vacuumadvisor.postgres.VacuumTrigger;
import org.vacuumadvisor.unit.XidAge;

/// A table at the moment up to which it was simulated. Between two visits of autovacuum everything
/// in it follows from the load that has come since: nothing is stepped through.
final class TableState {
  /// Counters are whole numbers on the server, sums of fractions here.
  private static final double EPSILON = 1e-6;

  final TableStart start;
  final int position;
  final AutovacuumOptions options;

  /// Of a worker that has the whole limit for itself.
  final CostModel alone;

  final Arrivals arrivals;
  final Footprint footprint;
  private final VacuumTrigger trigger;

  /// Turns seconds into the load of this table and back.
  private final LoadClock clock;

  private final boolean analyzed;
  private Thresholds thresholds;

  /// The second up to which all below holds.
  double at;

  /// The load from the start up to then.
  private double load;

  /// The second at which it was last found due.
  double dueSince;

  /// The second at which it is expected to be due.
  double dueAt;

  private double vacuumDueAt;

  double live;

  /// Rows that only a vacuum removes, and those of HOT chains that queries prune away.
  double dead;

  double hotDead;
  private final ChainRoom room;
  private double hotRoom;
  private Moves moves;
  private RowEstimate estimate;
  private Pruning pruning = Pruning.BY_QUERIES;

  /// Line pointers of rows that are gone, left by a vacuum that passed the indexes by.
  double deadItems;

  double pages;
  double freeBytes;
  double allVisible;
  double allFrozen;
  double countedDead;
  double countedInserts;
  double countedChanges;

  final FrozenIds frozen;
  final IndexState indexes;

  TableState(TableStart start, int position, Cluster cluster, Consumed consumed) {
    this.start = start;
    this.position = position;
    arrivals = start.arrivals();
    clock =
        start.pattern().hours().map(each -> each.from(cluster.start())).orElseGet(consumed::clock);
    options = start.options(cluster.release(), cluster.settings());
    alone = CostModel.of(cluster.settings(), options);
    var limit =
        MultixactLimit.of(
            cluster.release(),
            options.multixactFreezeMaxAge().value(),
            start.ages().multixact().or(XidAge.NONE).count(),
            cluster.consumption().members());
    trigger = options.trigger().withMultixactLimit(limit);
    analyzed = start.kind() != RelationKind.TOAST;
    footprint = Footprint.of(start, cluster.blockSize());
    var heap = start.heap();
    live = heap.live();
    pages = heap.pages();
    freeBytes = heap.freeBytes();
    allVisible = Math.min(heap.allVisible(), pages);
    allFrozen = Math.min(heap.allFrozen(), allVisible);
    room = new ChainRoom(start, footprint);
    moves = Moves.of(start, footprint);
    estimate = RowEstimate.of(heap.known());
    dead = heap.dead();
    hotRoom = hotRoom();
    hotDead = room.ofSeen(dead, hotRoom);
    dead -= hotDead;
    countedDead = start.counters().dead();
    countedInserts = start.counters().inserted();
    countedChanges = start.counters().modified();
    frozen = new FrozenIds(start.ages(), consumed);
    indexes = new IndexState(start.indexes(), arrivals, cluster.blockSize(), cluster.release());
    thresholds = trigger.at(heap.known());
  }

  VacuumTrigger trigger() {
    return trigger;
  }

  RelationSize size() {
    return new RelationSize(estimate.rows(), Math.round(estimate.pages()), Math.round(allFrozen));
  }

  /// What `pg_class` says once an analyze has counted the rows.
  void analyzed() {
    estimate = new RowEstimate(live, pages);
    thresholds = trigger.at(size());
  }

  /// What `pg_class` says once a vacuum has read so many of all pages (`vac_update_relstats()`).
  ///
  /// @param all pages when it began
  void vacuumed(double read, double all) {
    double empty = start.heap().doubt().packed() ? footprint.empty(all, live) : 0;
    boolean skipped = empty >= Planner.SHORTEST_SKIP && allVisible >= empty;
    estimate =
        skipped
            ? estimate.vacuumed(all, Math.min(read, all - empty), live)
            : estimate.vacuumed(all, read, live * Math.min(1, read / Math.max(1, all)));
    thresholds = trigger.at(size());
  }

  /// The load from the start up to now.
  double load() {
    return load;
  }

  /// The load from that second in the past up to now.
  double loadSince(double second) {
    return load - clock.load(second);
  }

  /// How much more load comes until that second.
  double loadUntil(double second) {
    return Math.max(0, clock.load(second) - load);
  }

  /// Takes in the load up to that second.
  void advance(double second) {
    double reached = clock.load(second);
    double by = reached - load;
    at = Math.max(at, second);
    if (by <= 0) {
      return;
    }
    double deleted = deleted(by);
    double lasting = deleted + otherUpdates(by);
    double hot = hotAfter(by) - hotDead;
    double changed = visibilityKept(by);
    double extended = extension(by, hot);
    double frozenShare = allVisible > 0 ? allFrozen / allVisible : 0;
    allVisible *= changed;
    allFrozen = allVisible * frozenShare;
    allVisible += extended * start.heap().chains().marked();
    freeBytes = Math.max(0, freeBytes - hot * footprint.rowBytes() - need(by));
    pages += extended;
    live = Math.max(0, live + arrivals.inserts() * by - deleted);
    dead += lasting;
    hotDead += hot;
    countedDead += lasting + hot;
    countedInserts += arrivals.inserts() * by;
    countedChanges += (arrivals.modified() - arrivals.deletes()) * by + deleted;
    indexes.add(indexed(by));
    moves = moves.after(by);
    load = reached;
  }

  /// The second at which a vacuum was last expected to be due, whatever else may bring a worker
  /// before.
  double vacuumDueAt() {
    return vacuumDueAt;
  }

  /// The second at which something brings autovacuum: the relation_needs_vacanalyze() of the
  /// future. Infinite if nothing ever does.
  double due() {
    double forced = frozen.forcedAt(trigger);
    if (!options.state().isOn()) {
      vacuumDueAt = Math.max(at, forced);
      return vacuumDueAt;
    }
    double byDead = loadToDead(above(thresholds.vacuum()) - countedDead);
    double byInserts = after(above(thresholds.insert()) - countedInserts, arrivals.inserts());
    double byChanges =
        analyzed
            ? after(above(thresholds.analyze()) - countedChanges, arrivals.modified())
            : Double.POSITIVE_INFINITY;
    double vacuum = Math.min(byDead, byInserts);
    vacuumDueAt = Math.max(at, Math.min(forced, clock.second(load + vacuum)));
    return byChanges < vacuum
        ? Math.min(vacuumDueAt, Math.max(at, clock.second(load + byChanges)))
        : vacuumDueAt;
  }

  boolean forced() {
    return trigger.forced(frozen.xidAge(at), frozen.multixactAge(at));
  }

  boolean dueForDead() {
    return options.state().isOn()
        && Math.floor(countedDead + EPSILON) > (double) thresholds.vacuum();
  }

  boolean dueForInserts() {
    return options.state().isOn()
        && Math.floor(countedInserts + EPSILON) > (double) thresholds.insert();
  }

  boolean dueForAnalyze() {
    return analyzed
        && options.state().isOn()
        && Math.floor(countedChanges + EPSILON) > (double) thresholds.analyze();
  }

  double allDead() {
    return dead + hotDead;
  }

  /// Dead rows after so much more load.
  double deadAfter(double by) {
    return dead + deleted(by) + otherUpdates(by) + hotAfter(by);
  }

  /// `n_dead_tup` after so much more load.
  double countedAfter(double by) {
    return countedDead + deadAfter(by) - dead - hotDead;
  }

  /// Pages after so much more load: the table is extended where nothing is free.
  double pagesAfter(double by) {
    return pages + extension(by, hotAfter(by) - hotDead);
  }

  private double hotRoom() {
    return room.of(pages, live);
  }

  /// Updates with so much more load whose dead rows only a vacuum removes.
  private double otherUpdates(double by) {
    return arrivals.otherUpdates() * by - moves.fewer(by);
  }

  /// New row versions with so much more load that need an entry in every index.
  double indexed(double by) {
    return arrivals.inserts() * by + otherUpdates(by);
  }

  /// Gives back the room of rows that a vacuum removed: no more than there is beside those alive.
  void free(double bytes) {
    double most = Math.max(0, pages * footprint.usable() - live * footprint.rowBytes());
    freeBytes = Math.min(Math.max(freeBytes, most), freeBytes + bytes);
  }

  /// Pages of a queue that hold something after so much load. Infinite where rows may lie anywhere.
  double filled(double by) {
    return footprint.diesOnItsPage(live, pruning)
        ? (footprint.inserted(by, live, pruning) + live * footprint.rowBytes()) / footprint.usable()
        : Double.POSITIVE_INFINITY;
  }

  /// Leaves so many pages.
  void cut(double left) {
    pages = left;
    freeBytes = Math.clamp(left * footprint.usable() - live * footprint.rowBytes(), 0, freeBytes);
    allVisible = Math.min(allVisible, left);
    allFrozen = Math.min(allFrozen, left);
  }

  void roomChanged() {
    hotRoom = hotRoom();
    if (pruning == Pruning.NOBODY) {
      indexes.prunable(true);
    }
    pruning = Pruning.BY_QUERIES;
  }

  /// From now on queries prune nothing: somebody holds the horizon.
  void unprunable() {
    hotRoom = Double.POSITIVE_INFINITY;
    moves = Moves.ENDLESS;
    pruning = Pruning.NOBODY;
    indexes.prunable(false);
  }

  private double hotAfter(double by) {
    return hotChains().after(hotDead, by);
  }

  private HotChains hotChains() {
    double hot = arrivals.hotUpdates() + moves.fewer();
    return new HotChains(hotRoom, hot, arrivals.hotUpdates() + arrivals.otherUpdates());
  }

  private double deleted(double by) {
    double shrinking = arrivals.deletes() - arrivals.inserts();
    double empty = shrinking > 0 ? live / shrinking : Double.POSITIVE_INFINITY;
    return by <= empty
        ? arrivals.deletes() * by
        : arrivals.deletes() * empty + arrivals.inserts() * (by - empty);
  }

  /// Pages that the table grows by. Versions of HOT updates stay on their page: they take room from
  /// others, but need no page.
  private double extension(double by, double hot) {
    double free = Math.max(0, freeBytes - hot * footprint.rowBytes());
    return Math.max(0, need(by) - free) / footprint.usable();
  }

  /// Bytes that new row versions take up on other pages, beyond what queries give back by pruning.
  private double need(double by) {
    double updated =
        arrivals.otherUpdates() > 0
            ? footprint.updated(dead + otherUpdates(by), live, pages, pruning)
                - footprint.updated(dead, live, pages, pruning)
            : 0;
    return footprint.inserted(by, live, pruning) + updated;
  }

  /// Bytes that become free when so many dead rows are removed.
  double freed(double lasting, double hot) {
    return footprint.freed(lasting, hot, live, pages, pruning);
  }

  /// The share of the all-visible pages that stays so.
  double visibilityKept(double by) {
    return footprint.visibilityKept(by, pages, freeBytes);
  }

  private double loadToDead(double missing) {
    return hotChains().untilMore(hotDead, missing, arrivals.lastingDead(), moves);
  }

  private static double above(float threshold) {
    return threshold == Float.POSITIVE_INFINITY
        ? Double.POSITIVE_INFINITY
        : Math.floor((double) threshold) + 1;
  }

  private static double after(double missing, double rate) {
    return missing <= 0 ? 0 : rate > 0 ? missing / rate : Double.POSITIVE_INFINITY;
  }
}
