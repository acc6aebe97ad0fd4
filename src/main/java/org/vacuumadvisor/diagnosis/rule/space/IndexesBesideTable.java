package org.vacuumadvisor.diagnosis.rule.space;

import java.util.Optional;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Names;
import org.vacuumadvisor.diagnosis.Rule;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.evidence.TableEvidence;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.Reading.Known;
import org.vacuumadvisor.model.Reading.Why;
import org.vacuumadvisor.model.TableKeys;
import org.vacuumadvisor.unit.Bytes;

/// The sum of a table's indexes beside the table, where somebody shows nothing else of them: an
/// entry is no wider than its row, so each new index is at most about as large as the table.
///
/// @param table of which no single index is known
/// @param indexes all of its indexes together
/// @param heap the table with its TOAST table
record IndexesBesideTable(TableEvidence table, Bytes indexes, Bytes heap) {
  /// Our choice: so many indexes on all columns a table would have to have.
  private static final long TIMES = 20;

  private static final Bytes MIN_SIZE = Bytes.ofMegabytes(100);

  /// So much is worth a question at a quarter of that. Our choice.
  private static final Bytes LARGE = Bytes.ofGigabytes(1);

  /// `pg_size_pretty()` shows as little as two digits; the maps of a table take less.
  private static final long ROUNDED = 50;

  static Optional<IndexesBesideTable> of(TableEvidence table) {
    var relation = table.relation();
    if (mayBeRest(table)) {
      return Optional.empty();
    }
    var heap = withToast(table);
    return relation.get(TableKeys.INDEXES_BYTES) instanceof Known<Bytes>(var all, _)
            && heap instanceof Known<Bytes>(var rows, _)
            && rows.count() > 0
            && all.compareTo(MIN_SIZE) >= 0
            && all.count() / rows.count() >= (all.compareTo(LARGE) < 0 ? TIMES : TIMES / 4)
        ? Optional.of(new IndexesBesideTable(table, all, rows))
        : Optional.empty();
  }

  /// The size with the TOAST table: an index on long values, as those of text search, is compared
  /// with the values, not with the pointers to them. Missing where TOAST is not told.
  private static Reading<Bytes> withToast(TableEvidence table) {
    var relation = table.relation();
    var indexes = relation.get(TableKeys.INDEXES_BYTES);
    var main = relation.get(TableKeys.MAIN_BYTES);
    return Stream.of(
            relation.get(TableKeys.TABLE_BYTES),
            Reading.both(
                relation.get(TableKeys.TOTAL_BYTES),
                indexes,
                "difference",
                IndexesBesideTable::less),
            Reading.both(main, relation.get(TableKeys.TOAST_BYTES), "sum", Bytes::plus),
            table.all().mayHaveUnseenToast(relation)
                ? Reading.<Bytes>missing(Why.NOT_COLLECTED)
                : main)
        .filter(Reading::isKnown)
        .findFirst()
        .orElse(Reading.missing(Why.NOT_COLLECTED));
  }

  /// Whether what is called the indexes may be all that is not the table's own rows: `total - size
  /// of the relation`, as many write it, has the TOAST table in it.
  private static boolean mayBeRest(TableEvidence table) {
    var relation = table.relation();
    return table.all().mayHaveUnseenToast(relation)
        && relation.get(TableKeys.TABLE_BYTES).known().isEmpty()
        && relation.get(TableKeys.TOAST_BYTES).known().isEmpty()
        && relation.get(TableKeys.TOTAL_BYTES) instanceof Known<Bytes>(var total, _)
        && relation.get(TableKeys.MAIN_BYTES) instanceof Known<Bytes>(var main, _)
        && relation.get(TableKeys.INDEXES_BYTES) instanceof Known<Bytes>(var rest, _)
        && total.count() - main.count() - rest.count() < total.count() / ROUNDED;
  }

  private static Bytes less(Bytes all, Bytes part) {
    return new Bytes(Math.max(0, all.count() - part.count()));
  }

  Finding finding(Rule rule) {
    var name = Names.of(table);
    return rule.found(
            indexes.count() / heap.count() < TIMES ? Severity.ADVICE : Severity.WARNING,
            table.relation())
        .headline("The indexes of %s take %s beside %s of rows", name, indexes, heap)
        .observed("all indexes", table.ask(TableKeys.INDEXES_BYTES))
        .observed("the table", heap, "pg_relation_size, pg_table_size")
        .explained("beside-table", name, TIMES, MIN_SIZE)
        .build();
  }
}
