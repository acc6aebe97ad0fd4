package org.vacuumadvisor.diagnosis.rule.space;

import static org.vacuumadvisor.evidence.TableFigures.HEAP_BYTES;
import static org.vacuumadvisor.evidence.TableFigures.TOAST_SIZE;

import java.util.Optional;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Names;
import org.vacuumadvisor.diagnosis.Rule;
import org.vacuumadvisor.evidence.Question;
import org.vacuumadvisor.evidence.TableEvidence;
import org.vacuumadvisor.model.Key;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.TableKeys;
import org.vacuumadvisor.unit.Bytes;

/// Most of a table lies in its TOAST table, of which nothing was shown but its size, and rows of
/// the table are deleted: their values leave free space behind that nobody gives back.
final class ToastSizes {
  /// Of smaller ones nobody needs the space.
  private static final Bytes MIN_TOAST = Bytes.ofGigabytes(1);

  /// So many times the heap: the rows that are gone may have been as many as those that are there.
  private static final double MIN_TIMES_HEAP = 10;

  private static final double MIN_DELETED_PART = 0.2;

  private ToastSizes() {}

  /// Empty where it is not so. Where only the sizes are known, the rule ends here.
  static Optional<Finding> examine(Rule rule, TableEvidence table) {
    var relation = table.relation();
    var toast = table.need(TOAST_SIZE);
    if (toast.compareTo(MIN_TOAST) < 0
        || (double) toast.count() < MIN_TIMES_HEAP * (double) table.need(HEAP_BYTES).count()) {
      return Optional.empty();
    }
    var deleted =
        table.need("dead rows of the TOAST table", ofToast(relation), deletions(relation));
    return Optional.of(finding(rule, table, toast, deleted));
  }

  /// A figure that shows that rows are deleted all the time.
  private static Reading<Key<Long>> deletions(Relation relation) {
    var come = relation.get(TableKeys.N_TUP_INS);
    boolean isShare =
        relation
            .get(TableKeys.N_TUP_DEL)
            .is(gone -> come.is(all -> (double) gone >= MIN_DELETED_PART * Math.max(1.0, all)));
    return relation.get(TableKeys.DELETE_BATCH_ROWS).isKnown()
        ? Reading.of(TableKeys.DELETE_BATCH_ROWS)
        : isShare ? Reading.of(TableKeys.N_TUP_DEL) : Reading.missing(Reading.Why.NOT_COLLECTED);
  }

  /// What would show the dead rows of the TOAST table.
  static Question ofToast(Relation relation) {
    return Question.of("TOAST", relation.name().sql());
  }

  private static Finding finding(Rule rule, TableEvidence table, Bytes toast, Key<Long> deleted) {
    var relation = table.relation();
    var heap = table.need(HEAP_BYTES);
    return rule.advice(relation)
        .headline(
            "The TOAST table of %s has %s for %s of rows, and rows are deleted all the time",
            Names.of(relation), toast, heap)
        .observed("TOAST table", table.ask(TOAST_SIZE))
        .observed("the table itself", table.ask(HEAP_BYTES))
        .observed(deleted.label(), table.ask(deleted))
        .explained("unseen", Names.of(relation), MIN_TOAST, (int) MIN_TIMES_HEAP)
        .toBeCertain(ofToast(relation).ask() + ": its dead rows and last vacuums.")
        .build();
  }
}
