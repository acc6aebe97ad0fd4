package org.vacuumadvisor.forecast.cluster;

import java.util.List;
import java.util.Optional;
import org.vacuumadvisor.forecast.cluster.IndexStart.Splits;
import org.vacuumadvisor.forecast.cluster.TableStart.Parent;
import org.vacuumadvisor.model.Column;
import org.vacuumadvisor.model.FreezeAges;
import org.vacuumadvisor.model.Index;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.TableKeys;
import org.vacuumadvisor.postgres.AutovacuumOptions;
import org.vacuumadvisor.postgres.RelationSize;
import org.vacuumadvisor.postgres.ServerSettings;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.unit.Pages;

/// Makes a table of the simulation of what a server said of it.
record TableReading(Relation relation, int blockSize, ServerSettings settings, RateReading rates) {
  private static final double PAGE_HEADER = 24;

  /// The header of a row, aligned, and its line pointer.
  private static final double ROW_HEADER = 28;

  private static final double DEFAULT_ROW = 100;

  /// `CREATE INDEX` fills so much of each page.
  private static final double BUILT = 0.9;

  /// An entry of a B-tree with a key of eight bytes, and its line pointer, at 90 % fill.
  private static final double DEFAULT_ENTRY = 22;

  /// @param pattern what was seen of it over days
  TableStart table(Optional<Parent> parent, TablePattern pattern) {
    var known = rates.of(relation);
    double live = live();
    double dead = (double) relation.counted(TableKeys.N_DEAD_TUP);
    return new TableStart(
        relation.key(),
        relation.name(),
        relation.kind(),
        relation.parameters(),
        parent.orElse(null),
        known.arrivals(),
        heap(live, dead, known.arrivals()),
        relation.indexes().stream()
            .map(each -> index(each, live + dead, known.arrivals()))
            .toList(),
        new Counters(
            dead,
            (double) relation.counted(TableKeys.N_INS_SINCE_VACUUM),
            (double) relation.counted(TableKeys.N_MOD_SINCE_ANALYZE)),
        relation.ages().or(FreezeAges.NONE),
        Optional.empty(),
        known.knowledge(),
        pattern);
  }

  /// Rows alive. The counters of a table that came with `CREATE DATABASE` begin at zero: until a
  /// vacuum or an analyze sets them they miss what was there before, and `reltuples` knows it.
  private double live() {
    double estimated = Math.max(0, relation.get(TableKeys.RELTUPLES).or(0.0));
    double counted = relation.get(TableKeys.N_LIVE_TUP).map(Long::doubleValue).or(estimated);
    boolean isNever = relation.vacuumedLast().isEmpty() && relation.analyzedLast().isEmpty();
    return isNever ? Math.max(counted, estimated) : counted;
  }

  private HeapStart heap(double live, double dead, Arrivals arrivals) {
    double fill = (double) relation.parameters().fillfactor().orElse(100) / 100;
    double usable = (blockSize - PAGE_HEADER) * fill;
    double known = (double) relation.heapPages().or(Pages.NONE).count();
    double then = relation.get(TableKeys.RELTUPLES).or(0.0) + usuallyDead(live, arrivals);
    double rowBytes = rowBytes(Math.max(live + dead, then), known * usable);
    double lasting = dead * arrivals.lastingShare();
    double grown = widthsAreKnown() ? (live + lasting) * rowBytes / usable : 0;
    double pages = Math.max(known, grown);
    double visible = (double) relation.get(TableKeys.RELALLVISIBLE).or(Pages.NONE).count();
    double marked = rates.marked(relation);
    double free =
        relation
            .get(TableKeys.FREE_SPACE)
            .map(each -> (double) each.count())
            .or(Math.max(0, pages * usable - (live + dead) * rowBytes));
    return new HeapStart(
        pages,
        live,
        dead,
        rowBytes,
        free,
        Math.min(
            pages,
            arrivals.lastingDead() + arrivals.hotUpdates() > 0
                ? visible
                : visible + Math.max(0, pages - visible) * marked),
        (double) relation.get(TableKeys.RELALLFROZEN).map(Pages::count).or(0L),
        new RelationSize(
            relation.get(TableKeys.RELTUPLES).or(-1.0),
            relation.get(TableKeys.RELPAGES).or(Pages.NONE).count(),
            relation.get(TableKeys.RELALLFROZEN).map(Pages::count).or(0L)),
        new ChainsSeen(reached(live), rates.grown(relation), marked),
        HeapDoubt.NONE);
  }

  /// The threshold that was reached again and again, if it was.
  private Optional<ChainsSeen.Reached> reached(double live) {
    double naptime = settings.realOrDefault(Setting.AUTOVACUUM_NAPTIME);
    return rates
        .betweenVacuums(relation)
        .map(apart ->
            new ChainsSeen.Reached(
                Math.floor(threshold(live)) + 1, Math.max(apart / 2, apart - naptime / 2)));
  }

  /// Dead rows when a vacuum comes: the threshold, or what dies in a naptime. A threshold that was
  /// never reached says nothing of what the table ever held.
  private double usuallyDead(double live, Arrivals arrivals) {
    double naptime = settings.realOrDefault(Setting.AUTOVACUUM_NAPTIME);
    return arrivals.lastingDead() > 0 && relation.counted(TableKeys.AUTOVACUUM_COUNT) > 0
        ? Math.max(threshold(live), arrivals.lastingDead() * naptime)
        : 0;
  }

  private double threshold(double live) {
    var options = AutovacuumOptions.of(settings.release(), settings, relation.parameters());
    return options.trigger().at(RelationSize.ofRows(live)).vacuum();
  }

  /// By the widths that ANALYZE knows, else as if nothing had been free when it was vacuumed last.
  private double rowBytes(double rows, double room) {
    if (widthsAreKnown()) {
      double data =
          relation.columns().stream()
              .filter(each -> !each.dropped())
              .mapToDouble(TableReading::width)
              .sum();
      return ROW_HEADER + Math.ceil(data / 8) * 8;
    }
    return rows >= 1 ? Math.clamp(room / rows, ROW_HEADER, blockSize / 4.0) : DEFAULT_ROW;
  }

  private boolean widthsAreKnown() {
    return !relation.columns().isEmpty()
        && relation.columns().stream()
            .filter(each -> !each.dropped())
            .allMatch(each -> each.averageWidth().isKnown());
  }

  private static double width(Column column) {
    return (double) column.averageWidth().or(0) * (1 - column.nullShare().or(0.0));
  }

  /// Most pages of a queue's index are empty and wait to be filled again: they say nothing of what
  /// an entry takes.
  private IndexStart index(Index index, double rows, Arrivals arrivals) {
    double entries = Math.max(rows, index.rows().or(0.0));
    double pages = (double) index.pages().count();
    double measured = entries >= 100 ? pages * blockSize * BUILT / entries : DEFAULT_ENTRY;
    var byWidths = IndexEntry.bytes(index, relation);
    double bytes = arrivals.queues() ? Math.min(measured, byWidths.orElse(measured)) : measured;
    return new IndexStart(
        index.method(),
        pages,
        Math.clamp(bytes, 4, blockSize / 4.0),
        Optional.of(entries),
        index.unique().or(false),
        byWidths.isPresent() && !arrivals.queues()
            ? IndexEntry.splits(index, relation, byWidths.get() * entries / (pages * blockSize))
            : Splits.HERE_AND_THERE);
  }

  /// What an entry of a B-tree takes by the widths of its columns, as ANALYZE knows them:
  /// `IndexTupleData`, the key, aligned, and the line pointer. Deduplication makes it less.
  static final class IndexEntry {
    /// What stands for a computed column.
    private static final Integer EXPRESSION = 0;

    private static final double TUPLE_HEADER = 8;
    private static final double LINE_POINTER = 4;
    private static final double ALIGNMENT = 8;

    /// What pages are filled to from which on nobody has split many of them: a convention of ours.
    private static final double JUST_BUILT = 0.82;

    private IndexEntry() {}

    /// Empty where a width is not known, or the index is no B-tree of plain columns.
    static Optional<Double> bytes(Index index, Relation table) {
      var columns = index.keyColumns().or(List.of());
      if (!index.method().equals("btree") || columns.isEmpty() || columns.contains(EXPRESSION)) {
        return Optional.empty();
      }
      double key = 0;
      for (int number : columns) {
        var width =
            table.columns().stream()
                .filter(each -> each.number() == number)
                .findFirst()
                .flatMap(each -> each.averageWidth().known());
        if (width.isEmpty()) {
          return Optional.empty();
        }
        key += (double) width.get();
      }
      double aligned = Math.ceil(key / ALIGNMENT) * ALIGNMENT;
      return Optional.of(TUPLE_HEADER + aligned + LINE_POINTER);
    }

    /// Where new entries split pages of an index of which they take such a part. Whether they fall
    /// anywhere or at the end is a guess by the first column: keys of one number or time grow.
    static Splits splits(Index index, Relation table, double filled) {
      var columns = index.keyColumns().or(List.of());
      var first =
          table.columns().stream()
              .filter(each -> !columns.isEmpty() && each.number() == columns.getFirst())
              .findFirst();
      var values = first.flatMap(each -> values(each, table));
      if (filled < JUST_BUILT || filled > 1 || values.isEmpty()) {
        return Splits.HERE_AND_THERE;
      }
      if (values.get() < (double) index.pages().count() / 2) {
        return columns.size() > 1 ? Splits.IN_GROUPS : Splits.HERE_AND_THERE;
      }
      int length = first.get().length();
      boolean numbered = index.unique().or(false) && length > 0 && length <= 8;
      return numbered || first.get().type().startsWith("timestamp")
          ? Splits.HERE_AND_THERE
          : Splits.IN_A_WAVE;
    }

    /// How many values a column has; empty where it is not known, as where `n_distinct` is 0.
    private static Optional<Double> values(Column column, Relation table) {
      return column
          .distinct()
          .known()
          .filter(distinct -> distinct != 0)
          .flatMap(distinct ->
              distinct > 0
                  ? Optional.of(distinct)
                  : table.get(TableKeys.RELTUPLES).known().map(rows -> -distinct * rows));
    }
  }
}
