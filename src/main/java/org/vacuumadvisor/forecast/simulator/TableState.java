package org.vacuumadvisor.forecast.simulator;

import org.vacuumadvisor.forecast.cluster.Arrivals;
import org.vacuumadvisor.forecast.cluster.Cluster;
import org.vacuumadvisor.forecast.cluster.LoadClock;
import org.vacuumadvisor.forecast.cluster.TableStart;
import org.vacuumadvisor.forecast.simulator.Footprint.Pruning;
import org.vacuumadvisor.model.RelationKind;
import org.vacuumadvisor.postgres.AutovacuumOptions;
import org.vacuumadvisor.postgres.MultixactLimit;
import org.vacuumadvisor.postgres.RelationSize;
import org.vacuumadvisor.postgres.Thresholds;
import org.vacuumadvisor.postgres.VacuumTrigger;
import org.vacuumadvisor.postgres.cost.CostModel;
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
  private final Consumed consumed;

  /// Turns seconds into the load of this table and back.
  private final LoadClock clock;

  private final boolean analyzed;
  private Thresholds thresholds;

  /// The second up to which all below holds, and the load of the table until then.
  double at;

  private double since;

  /// The second at which it was last found due.
  double dueSince;

  /// The second at which it is expected to be due.
  double dueAt;

  double live;

  /// Rows that only a vacuum removes, and those of HOT chains that queries prune away.
  double dead;

  double hotDead;
  private final double roomSeen;
  private double hotRoom;
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

  /// The XID and multixact counted from the start of the simulation; before it is negative.
  double frozenXid;

  double frozenMultixact;
  final IndexState indexes;

  TableState(TableStart start, int position, Cluster cluster, Consumed consumed) {
    this.start = start;
    this.position = position;
    this.consumed = consumed;
    clock =
        start.pattern().hours().map(each -> each.from(cluster.start())).orElseGet(consumed::clock);
    arrivals = start.arrivals();
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
    roomSeen = roomSeen();
    hotRoom = hotRoom();
    hotDead = hotAtStart();
    dead = heap.dead() - hotDead;
    countedDead = start.counters().dead();
    countedInserts = start.counters().inserted();
    countedChanges = start.counters().modified();
    frozenXid = -(double) start.ages().xid().count();
    frozenMultixact = -(double) start.ages().multixact().or(XidAge.NONE).count();
    indexes = new IndexState(start.indexes(), arrivals, cluster.blockSize(), cluster.release());
    thresholds =
        trigger.at(
            new RelationSize(
                heap.reltuples(), Math.round(heap.relpages()), Math.round(heap.relallfrozen())));
  }

  Thresholds thresholds() {
    return thresholds;
  }

  VacuumTrigger trigger() {
    return trigger;
  }

  RelationSize size() {
    return new RelationSize(live, Math.round(pages), Math.round(allFrozen));
  }

  /// `vac_update_relstats()`: what `pg_class` says from now on.
  void updateStatistics() {
    thresholds = trigger.at(size());
  }

  /// The load of the table from the start until that second.
  double load(double second) {
    return clock.load(second);
  }

  /// How much more load comes until that second.
  double loadUntil(double second) {
    return Math.max(0, clock.load(second) - since);
  }

  /// Takes in the load up to that second.
  void advance(double second) {
    double load = clock.load(second);
    double by = load - since;
    at = Math.max(at, second);
    if (by <= 0) {
      return;
    }
    double deleted = deleted(by);
    double lasting = deleted + arrivals.otherUpdates() * by;
    double hot = hotAfter(by) - hotDead;
    double changed = visibilityKept(by);
    double extended = extension(by, hot);
    double frozenShare = allVisible > 0 ? allFrozen / allVisible : 0;
    allVisible *= changed;
    allFrozen = allVisible * frozenShare;
    freeBytes = Math.max(0, freeBytes - hot * footprint.rowBytes() - need(by));
    pages += extended;
    live = Math.max(0, live + arrivals.inserts() * by - deleted);
    dead += lasting;
    hotDead += hot;
    countedDead += lasting + hot;
    countedInserts += arrivals.inserts() * by;
    countedChanges += (arrivals.modified() - arrivals.deletes()) * by + deleted;
    indexes.add(arrivals.indexed() * by);
    since = load;
  }

  /// The second at which something brings autovacuum: the relation_needs_vacanalyze() of the
  /// future. Infinite if nothing ever does.
  double due() {
    double forced =
        Math.min(
            consumed.secondAtXid(frozenXid + (double) trigger.freezeMaxAge().count() + 1),
            consumed.secondAtMultixact(
                frozenMultixact + (double) trigger.multixactFreezeMaxAge().count() + 1));
    if (!trigger.state().isOn()) {
      return Math.max(at, forced);
    }
    double byDead = loadToDead(above(thresholds.vacuum()) - countedDead);
    double byInserts = after(above(thresholds.insert()) - countedInserts, arrivals.inserts());
    double byChanges =
        analyzed
            ? after(above(thresholds.analyze()) - countedChanges, arrivals.modified())
            : Double.POSITIVE_INFINITY;
    double counted = clock.second(since + Math.min(Math.min(byDead, byInserts), byChanges));
    return Math.max(at, Math.min(forced, counted));
  }

  boolean forced() {
    return trigger.forced(xidAge(at), multixactAge(at));
  }

  boolean dueForDead() {
    return trigger.state().isOn()
        && Math.floor(countedDead + EPSILON) > (double) thresholds.vacuum();
  }

  boolean dueForInserts() {
    return trigger.state().isOn()
        && Math.floor(countedInserts + EPSILON) > (double) thresholds.insert();
  }

  boolean dueForAnalyze() {
    return analyzed
        && trigger.state().isOn()
        && Math.floor(countedChanges + EPSILON) > (double) thresholds.analyze();
  }

  XidAge xidAge(double second) {
    return new XidAge(Math.round(Math.floor(consumed.xid(second) - frozenXid + EPSILON)));
  }

  XidAge multixactAge(double second) {
    return new XidAge(
        Math.round(Math.floor(consumed.multixact(second) - frozenMultixact + EPSILON)));
  }

  /// The second at which it has that age; 0 if it had it from the start.
  double secondAtAge(double age) {
    return Math.max(0, consumed.secondAtXid(frozenXid + age));
  }

  double allDead() {
    return dead + hotDead;
  }

  /// Dead rows after so much more load.
  double deadAfter(double by) {
    return dead + deleted(by) + arrivals.otherUpdates() * by + hotAfter(by);
  }

  /// `n_dead_tup` after so much more load.
  double countedAfter(double by) {
    return countedDead + deadAfter(by) - dead - hotDead;
  }

  /// Pages after so much more load: the table is extended where nothing is free.
  double pagesAfter(double by) {
    return pages + extension(by, hotAfter(by) - hotDead);
  }

  /// As many dead rows of HOT chains as were seen find room at any rate.
  private double hotRoom() {
    return Math.max(roomSeen, footprint.chained(pages, live, freeBytes));
  }

  private double roomSeen() {
    double hot = arrivals.hotUpdates();
    double lasting = arrivals.lastingDead();
    return start
        .heap()
        .pruned()
        .map(seen ->
            HotChains.room(
                seen.dead(), seen.seconds(), lasting, hot, hot + arrivals.otherUpdates()))
        .map(room -> Math.max(room, hotAtStart()))
        .orElseGet(this::hotAtStart);
  }

  private double hotAtStart() {
    double hot = arrivals.hotUpdates();
    return hot > 0 ? start.heap().dead() * hot / (hot + arrivals.lastingDead()) : 0;
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
    pruning = Pruning.NOBODY;
    indexes.prunable(false);
  }

  private double hotAfter(double by) {
    return hotChains().after(hotDead, by);
  }

  private HotChains hotChains() {
    double hot = arrivals.hotUpdates();
    return new HotChains(hotRoom, hot, hot + arrivals.otherUpdates());
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
            ? footprint.updated(dead + arrivals.otherUpdates() * by, pages, pruning)
                - footprint.updated(dead, pages, pruning)
            : 0;
    return footprint.inserted(by, live, pruning) + updated;
  }

  /// Bytes that become free when so many dead rows are removed.
  double freed(double lasting, double hot) {
    return footprint.freed(lasting, hot, pages, pruning);
  }

  /// The share of the all-visible pages that stays so.
  double visibilityKept(double by) {
    return footprint.visibilityKept(by, pages, freeBytes);
  }

  private double loadToDead(double missing) {
    return hotChains().untilMore(hotDead, missing, arrivals.lastingDead());
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
