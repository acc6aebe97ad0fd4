package org.vacuumadvisor.diagnosis.rule.space;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.Fact;
import org.vacuumadvisor.diagnosis.Facts;
import org.vacuumadvisor.diagnosis.Names;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.evidence.TableEvidence;
import org.vacuumadvisor.evidence.TableFigures;
import org.vacuumadvisor.model.Index;
import org.vacuumadvisor.model.IndexColumn;
import org.vacuumadvisor.model.IndexKeys;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.Source;
import org.vacuumadvisor.postgres.Identifiers;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.unit.Quantities;

/// The indexes that keep updates of a table from being HOT: those computed from a column that the
/// update changes, be it in a key, an expression or a condition (`HeapDetermineColumnsInfo()`).
final class HotBlockers {
  private static final int SHOWN = 3;

  /// So large a part of the updates that were not HOT set a column of it that it explains them.
  private static final double EXPLAINS = 0.5;

  private static final double EXPLAINS_NOTHING = 0.1;

  /// Bytes of WAL for an entry of a B-tree, measured: 347 an update with three, 121 a HOT one, full
  /// pages not counted.
  private static final long WAL_OF_ENTRY = 75;

  private final TableEvidence table;
  private final Reading<List<Index>> all;
  private final List<Index> possible;
  private final long cold;
  private final boolean areOfNow;

  /// @param cold updates that were not HOT
  /// @param areOfNow whether nothing was HOT, or what was counted is of the time between two looks:
  ///   older counters reach back to before an index was dropped
  HotBlockers(TableEvidence table, long cold, boolean areOfNow) {
    this.areOfNow = areOfNow;
    var release = table.all().release();
    this.table = table;
    this.all = table.ask(TableFigures.INDEXES);
    this.cold = cold;
    this.possible =
        all.known().stream()
            .flatMap(List::stream)
            .filter(each -> !each.isSummarizing(release))
            .filter(each -> !each.isInvalid()) // which is told by itself
            .filter(each -> !each.primary().or(false) || isExplaining(each))
            .sorted(
                Comparator.comparingLong(HotBlockers::rowsSet)
                    .reversed()
                    .thenComparing(each -> each.get(IndexKeys.IDX_SCAN).or(Long.MAX_VALUE)))
            .toList();
  }

  /// Whether no index can be what keeps them from it: only the primary key is there, or statements
  /// were seen and hardly one sets a column of another.
  boolean areNone() {
    return all.isKnown()
        && possible.stream()
            .allMatch(index ->
                index
                    .columns()
                    .known()
                    .filter(columns -> columns.stream().allMatch(each -> each.rowsSet().isKnown()))
                    .filter(_ -> (double) rowsSet(index) < EXPLAINS_NOTHING * (double) cold)
                    .isPresent());
  }

  /// Whether statements were seen that set a column of one, for so many rows that it explains what
  /// the counters show.
  boolean areProven() {
    return possible.stream().anyMatch(this::isExplaining);
  }

  /// Whether an index that nobody scans may be what keeps them from it: it costs and gives nothing.
  boolean areSomeUnused() {
    return possible.stream().anyMatch(HotBlockers::isUnused);
  }

  private boolean isExplaining(Index index) {
    return cold > 0 && (double) rowsSet(index) >= EXPLAINS * (double) cold;
  }

  private static long rowsSet(Index index) {
    return columns(index).mapToLong(each -> each.rowsSet().or(0L)).max().orElse(0);
  }

  private static Stream<IndexColumn> columns(Index index) {
    return index.columns().known().stream().flatMap(List::stream);
  }

  /// Those that explain it; without statements those that nobody scans, else all that may.
  private List<Index> named() {
    return possible.stream()
        .filter(each ->
            areProven() ? isExplaining(each) : !areSomeUnused() || isUnused(each) || !areOfNow)
        .limit(SHOWN)
        .toList();
  }

  private static boolean isUnused(Index index) {
    return isNeverScanned(index) && !index.isConstraint();
  }

  /// "seen_at of index by_seen", if there is one that may be.
  String inHeadline() {
    var named = named();
    return named.size() != 1 || (!areProven() && !areOfNow)
        ? "an indexed column"
        : "%s of index %s".formatted(changed(named.getFirst()), Names.of(named.getFirst()));
  }

  /// The columns of an index that updates change, or may.
  private String changed(Index index) {
    var some = areProven() ? culprits(index) : columns(index);
    var names = some.map(each -> Identifiers.quoted(each.name())).distinct().limit(SHOWN);
    var columns = names.collect(Collectors.joining(", "));
    return columns.isEmpty() ? "a column" : columns;
  }

  private Stream<IndexColumn> culprits(Index index) {
    return columns(index).filter(each -> each.rowsSet().or(0L) == rowsSet(index));
  }

  Facts facts() {
    var facts = new Facts();
    for (var index : named()) {
      facts.observed(
          areProven() ? "index in the way" : "index that may be in the way",
          inWords(index),
          "pg_index",
          "indkey, indexprs, indpred");
      if (areProven()) {
        culprits(index)
            .forEach(each ->
                facts.observed(
                    "rows updated by statements that set " + Identifiers.quoted(each.name()),
                    each.rowsSet()));
      }
    }
    int indexes = all.or(List.of()).size();
    long entries = cold * indexes;
    var saved =
        Fact.observed(
            "index entries that HOT updates would have saved",
            "%s, and %s of WAL or more"
                .formatted(Quantities.count(entries), new Bytes(entries * WAL_OF_ENTRY)),
            new Source.Derived(
                "updates that were not HOT × %d indexes".formatted(indexes), List.of()));
    return indexes == 0 ? facts : facts.fact(saved.asEffect());
  }

  private String inWords(Index index) {
    var size =
        index.get(IndexKeys.RELPAGES).map(pages -> pages.bytes(table.relation().blockSize()));
    return "%s on %s%s%s"
        .formatted(
            Names.of(index),
            changed(index),
            size.map(bytes -> ", " + bytes).or(""),
            index
                .get(IndexKeys.IDX_SCAN)
                .map(scans ->
                    scans == 0
                        ? ", never scanned"
                        : ", scanned %s times".formatted(Quantities.count(scans)))
                .or(""));
  }

  /// One for each that is proven, or is the only one that may be: where room may be lacking, too,
  /// one that nobody scans; else one question for all.
  ///
  /// @param isRoomPossible whether room may be what updates lack
  List<Remedy> remedies(boolean isRoomPossible) {
    var named = named();
    boolean isOne =
        named.size() == 1 && areOfNow && (!isRoomPossible || isNeverScanned(named.getFirst()));
    return areProven() || isOne
        ? named.stream().<Remedy>map(this::advice).toList()
        : List.of(question(named, isRoomPossible));
  }

  private Remedy question(List<Index> named, boolean isRoomPossible) {
    var indexes = named.stream().map(this::inWords).collect(Collectors.joining("; "));
    var computing =
        named.stream()
            .filter(each -> columns(each).findAny().isPresent())
            .filter(each -> columns(each).noneMatch(IndexColumn::isKey))
            .map(each -> computes(Names.of(each), changed(each)))
            .map(each -> "If it is %s: %s. ".formatted(each.names().getLast(), each.what()))
            .collect(Collectors.joining());
    return Remedy.Act.said("find-set-columns", Names.of(table.relation()))
        .besides(
            ((named.isEmpty()
                        ? ""
                        : "Index %s: without that column in the index they can be HOT. "
                            .formatted(indexes))
                    + computing
                    + (areOfNow || named.isEmpty()
                        ? ""
                        : "If an index was dropped since the counters began, look twice, a minute"
                            + " apart: they count what was before. ")
                    + (isRoomPossible
                        ? "If none of them is indexed, and no old transaction kept the pages full,"
                            + " a fillfactor of 85 to 90 keeps room on pages that are filled from"
                            + " now on."
                        : ""))
                .strip());
  }

  private Remedy.Act advice(Index index) {
    var name = Names.qualified(table.relation(), index);
    var columns = changed(index);
    if (index.isConstraint()) {
      return Remedy.Act.said("index-of-constraint", name, columns);
    }
    if (isNeverScanned(index)) {
      return Remedy.Act.said(
          "index-unused",
          name,
          columns,
          index.unique().isKnown()
              ? ""
              : " If it is unique it enforces a constraint, scanned or not (indisunique of"
                  + " pg_index).");
    }
    if (culprits(index).findFirst().filter(each -> !each.isKey()).isPresent()) {
      return computes(name, columns);
    }
    return Remedy.Act.said(
        "index-without",
        name,
        columns,
        columns(index).filter(IndexColumn::isKey).count() > 1
            ? " (leave it out, or out of INCLUDE)"
            : index.method().equals("btree")
                ? " (or with a BRIN index instead, from PostgreSQL 16 on)"
                : "");
  }

  /// What becomes of an index of an expression: any change to a document is one to all in it.
  private static Remedy.Act computes(String name, String columns) {
    return Remedy.Act.said("index-computes", name, columns);
  }

  private static boolean isNeverScanned(Index index) {
    return index.get(IndexKeys.IDX_SCAN).is(scans -> scans == 0);
  }
}
