package org.vacuumadvisor.diagnosis.rule.space;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.Fact;
import org.vacuumadvisor.diagnosis.Facts;
import org.vacuumadvisor.diagnosis.Names;
import org.vacuumadvisor.evidence.IndexEvidence;
import org.vacuumadvisor.evidence.Question;
import org.vacuumadvisor.model.Index;
import org.vacuumadvisor.model.IndexKeys;
import org.vacuumadvisor.model.Key;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.Reading.Known;
import org.vacuumadvisor.model.Reading.Why;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.RelationKind;
import org.vacuumadvisor.model.Source;
import org.vacuumadvisor.model.TableKeys;
import org.vacuumadvisor.model.history.IndexWork;
import org.vacuumadvisor.model.history.Run;
import org.vacuumadvisor.model.history.TableHistory;
import org.vacuumadvisor.space.BtreeEstimate;
import org.vacuumadvisor.space.ShownEstimate;
import org.vacuumadvisor.space.SpaceEstimate.Basis;
import org.vacuumadvisor.space.SpaceEstimate.Estimated;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.unit.Pages;

/// The space in the file of an index, as it is known best: measured by `pgstatindex`, estimated by
/// statistics, as an estimate that somebody shows, by the size of its table, or as a vacuum found
/// it.
final class IndexSpace {
  /// An entry is no wider than its row, so a new index is hardly larger than its table. Other
  /// methods than B-tree may keep several entries a row.
  private static final double MIN_TIMES_TABLE = 4;

  /// The largest that an index by the size of its table may be, and what it is likely to be.
  private static final double MAX_PART_OF_TABLE = 1.2;

  private static final double LIKELY_PART_OF_TABLE = 0.5;

  /// An entry of a few bytes takes 20. So few a page mean keys of more than 300 bytes, or free
  /// space.
  private static final double MAX_SPARSE_ENTRIES_A_PAGE = 25;

  /// So many times its table, with few entries a page: wide keys alone seldom explain both.
  private static final double MIN_TIMES_TABLE_IF_SPARSE = 2;

  /// Entries of a TOAST table's index are all of 20 bytes (oid, int4): so many fit a page at
  /// fillfactor 90, and two thirds of them in a tree that did not grow in order.
  private static final double ENTRIES_OF_TOAST_A_PAGE = 366 * 2 / 3.0;

  /// A B-tree loses one entry a row at the most.
  private static final double MANY_ENTRIES_A_ROW = 1.5;

  /// The part of an index that is deleted pages from which on they are counted as its free space.
  private static final double MIN_DELETED_PART = 0.5;

  private static final List<Key<?>> FIGURES =
      List.of(
          IndexKeys.AVG_LEAF_DENSITY,
          IndexKeys.BLOAT_BYTES,
          IndexKeys.BLOAT_PERCENT,
          IndexKeys.EXPECTED_BYTES);

  private IndexSpace() {}

  /// The best that is known; if nothing is, the rule ends here.
  static Space needed(IndexEvidence evidence) {
    var table = evidence.table();
    var index = evidence.index();
    var release = evidence.all().release();
    var space =
        Space.of(BtreeEstimate.of(table, index, release), facts(evidence).list())
            .or(() -> shown(evidence))
            .or(() -> beside(evidence))
            .or(() -> found(evidence))
            .<Reading<Space>>map(Reading::of)
            .orElseGet(() -> Reading.missing(Why.NOT_COLLECTED));
    return evidence.need(
        "free space in the index",
        Question.of("INDEX_SPACE", Names.qualified(table, index)),
        space);
  }

  /// An estimate that somebody shows.
  static Optional<Space> shown(IndexEvidence evidence) {
    var index = evidence.index();
    int block = evidence.table().blockSize();
    return new ShownEstimate(
            index.size(block).map(pages -> pages.bytes(block)),
            index.get(IndexKeys.EXPECTED_BYTES),
            index.get(IndexKeys.BLOAT_BYTES),
            index.get(IndexKeys.BLOAT_PERCENT))
        .estimate(block)
        .map(estimate -> new Space(estimate, facts(evidence).list()));
  }

  /// An index beside its table: what was surveyed whole has better figures.
  private static Optional<Space> beside(IndexEvidence evidence) {
    var table = evidence.table();
    int block = table.blockSize();
    if (!mayBeBtree(evidence.index())
        || !table.columns().isEmpty()
        || !(evidence.index().size(block) instanceof Known<Pages>(var pages, _))
        || !(heap(evidence, table) instanceof Known<Bytes>(var heap, var source))) {
      return Optional.empty();
    }
    double heapPages = (double) heap.count() / block;
    var estimate =
        new Estimated(
            Basis.COUNTED,
            pages,
            pages(LIKELY_PART_OF_TABLE * heapPages),
            Pages.NONE,
            pages(MAX_PART_OF_TABLE * heapPages),
            block,
            Set.of());
    return heapPages < 1 || (double) pages.count() < MIN_TIMES_TABLE * heapPages
        ? Optional.empty()
        : Optional.of(
            new Space(estimate, List.of(Fact.observed("size of its table", heap, source))));
  }

  static boolean mayBeBtree(Index index) {
    return index.method().isEmpty() || index.method().equals("btree");
  }

  private static Reading<Bytes> heap(IndexEvidence evidence, Relation table) {
    return Stream.<Reading<Bytes>>of(
            evidence.get(IndexKeys.TABLE_BYTES),
            table.get(TableKeys.MAIN_BYTES),
            table.get(TableKeys.RELPAGES).map(pages -> pages.bytes(table.blockSize())),
            table.get(TableKeys.TABLE_BYTES))
        .filter(each -> each instanceof Known<Bytes>)
        .findFirst()
        .orElseGet(() -> Reading.missing(Why.NOT_COLLECTED));
  }

  /// What the last vacuum of the table says of the index.
  private static Optional<Space> found(IndexEvidence evidence) {
    return evidence
        .all()
        .history(evidence.table())
        .filter(told -> told.counts().vacuums() > 1 || !isOfPurge(told))
        .flatMap(told -> told.milestones().latest())
        .flatMap(run ->
            run.indexes().stream()
                .filter(each -> each.name().equals(evidence.index().name()))
                .findFirst()
                .flatMap(work -> found(work, run, evidence.table())));
  }

  /// Nothing where the figures contradict each other: more pages deleted than there are.
  private static Optional<Space> found(IndexWork work, Run run, Relation table) {
    if (work.pages() == null) {
      return Optional.empty();
    }
    int block = table.blockSize();
    double pages = (double) work.pages();
    var place = new Source.Words(run.heading().place().toString());
    var deleted = work.currentlyDeleted();
    if ((deleted != null && (double) deleted > pages) || hasManyEntriesARow(work)) {
      return Optional.empty();
    }
    if (deleted != null && (double) deleted >= MIN_DELETED_PART * pages) {
      return Optional.of(
          new Space(
              counted(pages, pages - (double) deleted, block),
              List.of(Fact.observed("deleted pages in it", deleted, place))));
    }
    var outcome = run.outcome();
    var entries = work.rowVersions() == null ? outcome.tuples().remain() : work.rowVersions();
    var heap = outcome.pages().size();
    if (entries == null || heap == null) {
      return Optional.empty();
    }
    double most =
        table.kind() == RelationKind.TOAST
            ? (double) entries / ENTRIES_OF_TOAST_A_PAGE
            : pages >= MIN_TIMES_TABLE_IF_SPARSE * (double) heap
                ? (double) entries / MAX_SPARSE_ENTRIES_A_PAGE
                : pages;
    return Optional.of(
        new Space(
            counted(pages, most, block),
            List.of(
                Fact.observed("entries in it", entries, place),
                Fact.observed("size of its table", new Pages(heap), place))));
  }

  /// Whether more entries went than rows: such as a GIN index keeps many of one row, and so may be
  /// many times as large as its table.
  private static boolean hasManyEntriesARow(IndexWork work) {
    var removed = work.rowVersionsRemoved();
    long rows = work.scans().stream().mapToLong(IndexWork.Scan::rowVersions).sum();
    return removed != null && rows > 0 && (double) removed > MANY_ENTRIES_A_ROW * (double) rows;
  }

  /// Whether its only vacuum removed most rows of the table: what that left empty waits for new
  /// ones, in the table as in its indexes.
  private static boolean isOfPurge(TableHistory told) {
    return told.milestones()
        .latest()
        .map(run -> run.outcome().tuples())
        .flatMap(rows ->
            Optional.ofNullable(rows.removed())
                .filter(removed -> removed > Objects.requireNonNullElse(rows.remain(), removed)))
        .isPresent();
  }

  private static Estimated counted(double pages, double most, int block) {
    return new Estimated(
        Basis.COUNTED, pages(pages), pages(most), Pages.NONE, pages(most), block, Set.of());
  }

  private static Pages pages(double pages) {
    return new Pages((long) Math.ceil(pages));
  }

  private static Facts facts(IndexEvidence evidence) {
    var facts = new Facts();
    FIGURES.forEach(key -> facts.shown(key.label(), evidence.ask(key)));
    return facts;
  }
}
