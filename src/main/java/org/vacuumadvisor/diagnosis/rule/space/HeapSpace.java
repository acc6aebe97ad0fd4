package org.vacuumadvisor.diagnosis.rule.space;

import static org.vacuumadvisor.evidence.TableFigures.HEAP_BYTES;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.vacuumadvisor.diagnosis.Fact;
import org.vacuumadvisor.diagnosis.Facts;
import org.vacuumadvisor.evidence.Figure;
import org.vacuumadvisor.evidence.Question;
import org.vacuumadvisor.evidence.TableEvidence;
import org.vacuumadvisor.evidence.Truth;
import org.vacuumadvisor.model.Key;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.Reading.Known;
import org.vacuumadvisor.model.Reading.Why;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.Source;
import org.vacuumadvisor.model.TableKeys;
import org.vacuumadvisor.model.history.Mode;
import org.vacuumadvisor.model.history.Run;
import org.vacuumadvisor.postgres.Identifiers;
import org.vacuumadvisor.space.HeapEstimate;
import org.vacuumadvisor.space.ShownEstimate;
import org.vacuumadvisor.space.SpaceEstimate.Basis;
import org.vacuumadvisor.space.SpaceEstimate.Estimated;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.unit.Pages;

/// The space in the file of a table, materialized view or TOAST table, as it is known best:
/// measured by `pgstattuple`, estimated by statistics, counted by a vacuum, as an estimate that
/// somebody shows, or at the most.
final class HeapSpace {
  /// `TOAST_TUPLES_PER_PAGE` and `EXTERN_TUPLES_PER_PAGE`: longer rows are cut down until so many
  /// fit a page, and chunks are made to.
  private static final double MIN_ROWS_A_PAGE = 4;

  /// What `pgstattuple` says, the deciding ones first.
  private static final List<Key<?>> MEASURED =
      List.of(
          TableKeys.FREE_SPACE,
          TableKeys.FREE_PERCENT,
          TableKeys.TUPLE_LEN,
          TableKeys.TUPLE_PERCENT,
          TableKeys.DEAD_TUPLE_PERCENT);

  private static final List<Key<?>> SHOWN =
      List.of(TableKeys.BLOAT_BYTES, TableKeys.BLOAT_PERCENT, TableKeys.EXPECTED_BYTES);

  /// The size of the file: measured, on disk, by `pg_class`, or as it is listed.
  private static final Figure<Bytes> SIZE =
      Figure.of(TableKeys.TABLE_LEN)
          .or(table -> table.relation().heapSize())
          .or(TableKeys.TABLE_BYTES)
          .or(TableKeys.LISTED_BYTES);

  private HeapSpace() {}

  /// The best that is known; if nothing is, the rule ends here.
  static Space needed(TableEvidence table) {
    var space =
        measured(table)
            .or(() -> Space.of(HeapEstimate.of(table.relation()), List.of()))
            .or(() -> counted(table))
            .or(() -> shown(table))
            .or(() -> bounded(table))
            .<Reading<Space>>map(Reading::of)
            .orElseGet(() -> Reading.missing(Why.NOT_COLLECTED));
    return table.need(
        "free space in the file", Question.exactSpace(table.relation().name()), space);
  }

  /// What `pgstattuple` found.
  static Optional<Space> measured(TableEvidence table) {
    return HeapEstimate.measured(table.relation(), SIZE.of(table))
        .flatMap(estimate -> Space.of(estimate, new Facts().shown(table, MEASURED).list()));
  }

  /// An estimate that somebody shows.
  static Optional<Space> shown(TableEvidence table) {
    var relation = table.relation();
    return new ShownEstimate(
            SIZE.of(table),
            relation.get(TableKeys.EXPECTED_BYTES),
            relation.get(TableKeys.BLOAT_BYTES),
            relation.get(TableKeys.BLOAT_PERCENT))
        .estimate(relation.blockSize())
        .map(estimate -> new Space(estimate, new Facts().shown(table, SHOWN).list()));
  }

  /// The rows that the last vacuum left, each as long as it may be at the most: four fit a page, or
  /// as many as were on one, on average, until one by hand removed the dead.
  private static Optional<Space> counted(TableEvidence table) {
    return table
        .history()
        .flatMap(told -> told.milestones().latest())
        .filter(run -> run.heading().mode() == Mode.LAZY)
        .flatMap(run -> counted(run, table.relation().blockSize()));
  }

  private static Optional<Space> counted(Run run, int block) {
    var pages = run.outcome().pages();
    var tuples = run.outcome().tuples();
    var size = pages.size();
    var rows = tuples.remain() == null && pages.isWhole() ? tuples.nonremovable() : tuples.remain();
    if (size == null || rows == null) {
      return Optional.empty();
    }
    var removed = tuples.gone();
    double together =
        run.isByHand() && pages.isWhole() && removed != null
            ? (double) (rows + removed) / (double) size
            : MIN_ROWS_A_PAGE;
    var most = new Pages((long) Math.ceil((double) rows / Math.max(MIN_ROWS_A_PAGE, together)));
    var estimate =
        new Estimated(Basis.COUNTED, new Pages(size), most, Pages.NONE, most, block, Set.of());
    return Optional.of(
        new Space(
            estimate,
            List.of(
                Fact.observed(
                    "rows that the last vacuum left",
                    rows,
                    new Source.Words(run.heading().place().toString())))));
  }

  /// Whether somebody vacuumed it last: what autovacuum removes comes again, and needs its room.
  static boolean isOfVacuumByHand(TableEvidence table) {
    return table
        .history()
        .flatMap(told -> told.milestones().latest())
        .filter(Run::isByHand)
        .isPresent();
  }

  /// Rows of unknown width, each as long as a page, which it never spans
  /// (`RelationGetBufferForTuple()`): empty where that leaves too little for a word.
  static Optional<Space> bounded(TableEvidence table) {
    return HeapEstimate.bounded(table.relation())
        .map(estimate ->
            new Space(estimate, new Facts().shown(table, List.of(TableKeys.RELTUPLES)).list()))
        .filter(space -> Bloat.of(space, table).isReported() == Truth.YES);
  }

  /// Whether the whole file is smaller than any free space that is reported.
  static boolean isSmall(TableEvidence table) {
    return table.ask(HEAP_BYTES) instanceof Known<Bytes>(var size, _)
        && size.compareTo(Bloat.MIN_SURPLUS) < 0;
  }

  /// Where its size was read.
  static Source sizeFrom(TableEvidence table) {
    return table.ask(HEAP_BYTES) instanceof Known<Bytes>(_, var source)
        ? source
        : new Source.Words("with the estimate");
  }

  static String pgstattuple(Relation relation) {
    return "SELECT * FROM pgstattuple(%s)"
        .formatted(Identifiers.quotedLiteral(relation.name().sql()));
  }
}
