package org.vacuumadvisor.diagnosis.rule;

import static org.vacuumadvisor.evidence.TableFigures.TOAST_SIZE;
import static org.vacuumadvisor.model.TableKeys.INDEXES_BYTES;
import static org.vacuumadvisor.model.TableKeys.MAIN_BYTES;
import static org.vacuumadvisor.model.TableKeys.TABLE_BYTES;
import static org.vacuumadvisor.model.TableKeys.TOAST_BYTES;
import static org.vacuumadvisor.model.TableKeys.TOTAL_BYTES;

import java.util.List;
import java.util.Optional;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Names;
import org.vacuumadvisor.diagnosis.Rule;
import org.vacuumadvisor.evidence.Question;
import org.vacuumadvisor.evidence.TableEvidence;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.unit.Bytes;

/// A large TOAST table, large indexes, or most of a table, of which nothing was shown but the size.
final class ToastQuestion {
  private static final Bytes LARGE = Bytes.ofGigabytes(1);
  private static final double MOST = 3;

  /// `pg_size_pretty()` shows as little as two digits; the maps of a table take less.
  private static final double ROUNDED = 50;

  private ToastQuestion() {}

  static Optional<Finding> of(TableEvidence table, Rule rule) {
    var heap = table.relation().get(MAIN_BYTES);
    return most(table.ask(TOAST_SIZE), heap)
        .map(each ->
            finding(
                "%s of %s lie in its TOAST table, and what is dead there is not shown",
                "TOAST table", each, List.of("TOAST", "VALUES"), table, rule))
        .or(() ->
            most(table.relation().get(INDEXES_BYTES), heap)
                .filter(each -> mayBeToast(each, table))
                .map(each ->
                    finding(
                        "%s of %s lie in its indexes or in its TOAST table: in which is not shown",
                        "indexes or TOAST table", each, List.of("PARTS", "TOAST"), table, rule)))
        .or(() -> ofRest(table, rule));
  }

  /// Of a table of which two sizes are shown, and nothing of its indexes.
  private static Optional<Finding> ofRest(TableEvidence table, Rule rule) {
    var relation = table.relation();
    boolean isToastIn = relation.get(TABLE_BYTES).isKnown();
    var rows = relation.get(isToastIn ? TABLE_BYTES : MAIN_BYTES);
    boolean isOpen = relation.indexes().isEmpty() && !relation.get(INDEXES_BYTES).isKnown();
    return Reading.both(relation.get(TOTAL_BYTES), rows, "total less table", Bytes::minus)
        .known()
        .filter(_ -> isOpen)
        .filter(each -> each.compareTo(LARGE) >= 0 && rows.is(is -> each.count() / 2 >= is.count()))
        .map(each ->
            finding(
                isToastIn
                    ? "%s of %s lie in its indexes: how many they are, and what is dead, is not"
                        + " shown"
                    : "%s of %s lie in its indexes or in its TOAST table: in which is not shown",
                isToastIn ? "indexes" : "indexes or TOAST table",
                each,
                List.of("PARTS", isToastIn ? "VERBOSE" : "TOAST"),
                table,
                rule));
  }

  private static Optional<Bytes> most(Reading<Bytes> size, Reading<Bytes> heap) {
    return size.known()
        .filter(each ->
            each.compareTo(LARGE) >= 0
                && !heap.is(rows -> (double) each.count() < MOST * (double) rows.count()));
  }

  /// What is called the indexes, where nothing else is left: many write `total - size of the
  /// relation` for them, and that has the TOAST table in it.
  private static boolean mayBeToast(Bytes indexes, TableEvidence table) {
    return !table.relation().get(TOAST_BYTES).isKnown()
        && !table.relation().get(TABLE_BYTES).isKnown()
        && table.ask(TOAST_SIZE).is(left -> (double) left.count() < indexes.count() / ROUNDED);
  }

  private static Finding finding(
      String headline,
      String what,
      Bytes size,
      List<String> questions,
      TableEvidence table,
      Rule rule) {
    var relation = table.relation();
    return rule.advice(relation)
        .headline(headline, size, Names.of(relation))
        .observed(what, size, "pg_table_size, pg_total_relation_size")
        .observed("the table itself", relation.get(MAIN_BYTES).known(), "pg_relation_size")
        .explained(questions.contains("TOAST") ? "toast" : "indexes")
        .asking(questions.stream().map(each -> Question.of(each, relation.name().sql())).toList())
        .build();
  }
}
