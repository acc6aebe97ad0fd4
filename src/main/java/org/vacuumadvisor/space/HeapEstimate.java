package org.vacuumadvisor.space;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.vacuumadvisor.model.Column;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.Reading.Known;
import org.vacuumadvisor.model.Reading.Missing;
import org.vacuumadvisor.model.Reading.Why;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.RelationKind;
import org.vacuumadvisor.model.TableKeys;
import org.vacuumadvisor.space.RowLayout.Spread;
import org.vacuumadvisor.space.SpaceEstimate.Basis;
import org.vacuumadvisor.space.SpaceEstimate.Estimated;
import org.vacuumadvisor.space.SpaceEstimate.Unknown;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.unit.Pages;
import org.vacuumadvisor.unit.Share;

/// How many pages a table would take if its rows were written anew: widths from `pg_stats`, rows
/// from the counters, the layout of `htup_details.h` and `bufpage.h`. Unlike the published queries
/// (Rorthais' `table_bloat`), it counts the padding between columns.
public final class HeapEstimate {
  /// `SizeOfPageHeaderData`.
  static final int PAGE_HEADER = 24;

  /// `sizeof(ItemIdData)`.
  static final int LINE_POINTER = 4;

  /// `SizeofHeapTupleHeader`, without the null bitmap.
  private static final int ROW_HEADER = 23;

  /// `TOAST_TUPLES_PER_PAGE`: a chunk is at most as large as lets so many fit a page.
  private static final int CHUNKS_PER_PAGE = 4;

  /// Of fewer pages, one more or less is too large a share: 1 MB, from where on widths are read.
  static final int LEAST_PAGES = 128;

  /// From this share of the file on, dead rows are the matter, not the free space.
  private static final double MANY_DEAD = 0.2;

  private HeapEstimate() {}

  /// Of a table, materialized view or TOAST table. Of a TOAST table only an upper end is known: its
  /// chunks may be smaller than they can be.
  public static SpaceEstimate of(Relation relation) {
    var measured = measured(relation);
    if (measured.isPresent()) {
      return measured.get();
    }
    if (!(relation.heapPages() instanceof Known<Pages>(var pages, _))) {
      return new Unknown(Doubt.NOT_SHOWN);
    }
    if (pages.count() < LEAST_PAGES) {
      return new Unknown(Doubt.SMALL);
    }
    if (!(LiveRows.of(relation) instanceof Known<Double>(Double rows, _))) {
      return new Unknown(
          relation.readings().shows(TableKeys.RELTUPLES) ? Doubt.NEVER_ANALYZED : Doubt.NOT_SHOWN);
    }
    return switch (relation.kind()) {
      case TOAST -> ofChunks(relation, pages, rows);
      case PARTITIONED_TABLE -> new Unknown(Doubt.SMALL);
      case TABLE, MATERIALIZED_VIEW ->
          obstacle(relation)
              .<SpaceEstimate>map(Unknown::new)
              .orElseGet(() -> ofRows(relation, pages, rows));
    };
  }

  /// What its rows need at the most, whatever their width: a page each, which no row spans.
  public static Optional<Estimated> bounded(Relation relation) {
    return relation.heapPages() instanceof Known<Pages>(var pages, _)
            && LiveRows.of(relation) instanceof Known<Double>(Double rows, _)
            && !LiveRows.areNew(relation)
        ? Optional.of(
            Estimated.exact(
                Basis.COUNTED, pages, new Pages((long) Math.ceil(rows)), relation.blockSize()))
        : Optional.empty();
  }

  /// What `pgstattuple` tells of a table, be it in part: the space of its rows, or else its free
  /// space. Dead rows in it are a matter for vacuum; where they are few they count as free.
  ///
  /// @param size the size of the file
  public static Optional<Estimated> measured(Relation relation, Reading<Bytes> size) {
    var measured = measured(relation);
    if (measured.isPresent() || !(size instanceof Known<Bytes>(var file, _))) {
      return measured;
    }
    var free =
        relation
            .get(TableKeys.FREE_PERCENT)
            .known()
            .or(() -> relation.get(TableKeys.FREE_SPACE).map(each -> each.of(file)).known());
    double dead = dead(relation).orElse(Share.NONE).fraction();
    return free.map(each -> {
      double used = 1 - each.fraction() - (dead < MANY_DEAD ? dead : 0);
      double pages = Math.ceil((double) file.count() / relation.blockSize());
      double reserved = reserve(relation, relation.blockSize()) / relation.blockSize();
      var needed = new Pages((long) Math.ceil(Math.min(1, used / (1 - reserved)) * pages));
      return Estimated.exact(Basis.MEASURED, new Pages((long) pages), needed, relation.blockSize());
    });
  }

  /// The share of dead rows: measured, else as the counters have it.
  public static Optional<Share> dead(Relation relation) {
    return Stream.of(TableKeys.DEAD_TUPLE_PERCENT, TableKeys.DEAD_PERCENT)
        .flatMap(key -> relation.get(key).known().stream())
        .findFirst();
  }

  /// Each row is followed by half an alignment on average.
  private static Optional<Estimated> measured(Relation relation) {
    if (!(relation.get(TableKeys.TABLE_LEN) instanceof Known<Bytes>(var file, _))
        || !(relation.get(TableKeys.TUPLE_COUNT) instanceof Known<Long>(var rows, _))
        || !(relation.get(TableKeys.TUPLE_LEN) instanceof Known<Bytes>(var live, _))) {
      return Optional.empty();
    }
    int block = relation.blockSize();
    double bytes = live.count() + (double) rows * (LINE_POINTER + (RowLayout.MAXALIGN - 1) / 2.0);
    var needed =
        new Pages((long) Math.ceil(bytes / (block - PAGE_HEADER - reserve(relation, block))));
    var actual = new Pages(file.count() / block);
    return Optional.of(Estimated.exact(Basis.MEASURED, actual, needed, block));
  }

  /// Why widths are not known.
  static Optional<Doubt> obstacle(Iterable<Column> columns) {
    for (var column : columns) {
      if (!column.dropped() && column.averageWidth() instanceof Missing<Integer>(Why why)) {
        return Optional.of(why == Why.NO_PRIVILEGE ? Doubt.NO_PRIVILEGE : Doubt.NEVER_ANALYZED);
      }
    }
    return Optional.empty();
  }

  private static Optional<Doubt> obstacle(Relation relation) {
    return relation.columns().isEmpty()
        ? Optional.of(Doubt.NEVER_ANALYZED)
        : obstacle(relation.columns());
  }

  private static SpaceEstimate ofRows(Relation relation, Pages actual, double rows) {
    var possible =
        Arrays.stream(Spread.values()).mapToDouble(each -> pages(relation, rows, each)).toArray();
    return Estimated.of(
        actual,
        (pages(relation, rows, Spread.NONE) + pages(relation, rows, Spread.EVEN)) / 2,
        possible,
        relation.blockSize(),
        doubts(relation),
        Doubt.WIDTH_UNCLEAR);
  }

  private static double pages(Relation relation, double rows, Spread spread) {
    var layout = RowLayout.of(relation.columns(), spread);
    int block = relation.blockSize();
    double usable = block - PAGE_HEADER - reserve(relation, block);
    double row = header(relation, layout) + layout.alignedBytes() + LINE_POINTER;
    return rows / rowsPerPage(usable, row, layout.varies());
  }

  /// Rows of one width leave the same rest on every page; others about half a row.
  static double rowsPerPage(double usable, double row, boolean varies) {
    double fits = usable / row;
    return Math.max(1, varies ? fits - 0.5 : Math.floor(fits));
  }

  /// What inserts leave free: `RelationGetTargetPageFreeSpace` in `rel.h`.
  static double reserve(Relation relation, int block) {
    int fillfactor = Math.clamp(relation.parameters().fillfactor().orElse(100), 10, 100);
    return block * (100 - fillfactor) / 100.0;
  }

  private static double header(Relation relation, RowLayout layout) {
    int bitmap = (relation.columns().size() + 7) / 8;
    double without = RowLayout.up(ROW_HEADER, RowLayout.MAXALIGN);
    double with = RowLayout.up(ROW_HEADER + bitmap, RowLayout.MAXALIGN);
    return without + layout.nullProbability() * (with - without);
  }

  private static SpaceEstimate ofChunks(Relation toast, Pages actual, double chunks) {
    var most = new Pages((long) Math.ceil(chunks / CHUNKS_PER_PAGE));
    return new Estimated(
        Basis.STATISTICS, actual, most, Pages.NONE, most, toast.blockSize(), Set.of());
  }

  private static Set<Doubt> doubts(Relation relation) {
    var doubts = EnumSet.noneOf(Doubt.class);
    if (relation.columns().stream().anyMatch(Column::dropped)) {
      doubts.add(Doubt.DROPPED_COLUMN);
    }
    if (relation.kind() == RelationKind.TABLE && LiveRows.areNew(relation)) {
      doubts.add(Doubt.STALE);
    }
    return doubts;
  }
}
