package org.vacuumadvisor.diagnosis.rule;

import java.util.List;
import java.util.Optional;
import org.vacuumadvisor.diagnosis.Fact;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.diagnosis.figure.Names;
import org.vacuumadvisor.evidence.Question;
import org.vacuumadvisor.model.Excerpt;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.postgres.Identifiers;
import org.vacuumadvisor.unit.Bytes;

/// A large TOAST table, or most of a table, of which nothing was shown but its size.
final class ToastQuestion {
  private static final Bytes LARGE = Bytes.ofGigabytes(1);
  private static final double MOST = 3;

  private ToastQuestion() {}

  static Optional<Finding> of(Relation relation, Excerpt excerpt) {
    var heap = excerpt.number(relation, "main_bytes");
    var toast = toast(relation, excerpt);
    if (toast.isEmpty()
        || toast.get() < (double) LARGE.count()
        || heap.filter(each -> toast.get() < MOST * each).isPresent()) {
      return Optional.empty();
    }
    var size = new Bytes(Math.round(toast.get()));
    return Optional.of(
        OpenQuestions.finding(
            Severity.ADVICE,
            new Subject.OfRelation(relation),
            "%s of %s lie in its TOAST table, and what is dead there is not shown"
                .formatted(size, Names.of(relation)),
            facts(size, heap),
            "Long values live in a TOAST table, which has dead rows, thresholds and vacuums of its"
                + " own. It may be as large as its values are, or bloated: the dead rows of the"
                + " table itself do not tell.",
            List.of(
                Question.sql(
                    "the TOAST table's dead rows and vacuums",
                    "SELECT s.* FROM pg_stat_all_tables s JOIN pg_class c ON c.reltoastrelid ="
                        + " s.relid WHERE c.relname = "
                        + Identifiers.quotedLiteral(relation.name().name()),
                    "pg_stat_all_tables"),
                Question.sql(
                    "what the values themselves take",
                    "SELECT sum(pg_column_size(t.*)) FROM "
                        + relation.name().sql()
                        + " t TABLESAMPLE SYSTEM (1)",
                    relation.name().sql()))));
  }

  private static List<Fact> facts(Bytes size, Optional<Double> heap) {
    var toast = Fact.observed("TOAST table", size, "pg_table_size, pg_total_relation_size");
    return heap.map(each ->
            List.of(
                toast,
                Fact.observed("the table itself", new Bytes(Math.round(each)), "pg_relation_size")))
        .orElseGet(() -> List.of(toast));
  }

  private static Optional<Double> toast(Relation relation, Excerpt excerpt) {
    return excerpt
        .number(relation, "toast_bytes")
        .or(() -> difference(relation, excerpt, "table_bytes", "main_bytes"))
        .or(() ->
            excerpt
                .number(relation, "indexes_bytes")
                .flatMap(indexes ->
                    difference(relation, excerpt, "total_bytes", "main_bytes")
                        .map(rest -> rest - indexes)));
  }

  private static Optional<Double> difference(
      Relation relation, Excerpt excerpt, String whole, String part) {
    return excerpt
        .number(relation, whole)
        .flatMap(all -> excerpt.number(relation, part).map(some -> all - some));
  }
}
