package org.vacuumadvisor.diagnosis.rule;

import java.util.List;
import java.util.Optional;
import org.vacuumadvisor.diagnosis.Facts;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Names;
import org.vacuumadvisor.diagnosis.Rule;
import org.vacuumadvisor.evidence.Question;
import org.vacuumadvisor.model.Excerpt;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.unit.Bytes;

/// A large TOAST table, or most of a table, of which nothing was shown but its size.
final class ToastQuestion {
  private static final Bytes LARGE = Bytes.ofGigabytes(1);
  private static final double MOST = 3;

  /// `pg_size_pretty()` shows as little as two digits; the maps of a table take less.
  private static final double ROUNDED = 50;

  private ToastQuestion() {}

  static Optional<Finding> of(Relation relation, Excerpt excerpt, Rule rule) {
    var heap = excerpt.number(relation, "main_bytes");
    return toast(relation, excerpt)
        .filter(each -> isMost(each, heap))
        .map(each ->
            finding(
                relation,
                "%s of %s lie in its TOAST table, and what is dead there is not shown",
                facts("TOAST table", each, heap),
                each,
                List.of("TOAST", "VALUES"),
                rule))
        .or(() ->
            rest(relation, excerpt)
                .filter(each -> isMost(each, heap))
                .map(each ->
                    finding(
                        relation,
                        "%s of %s lie in its indexes or in its TOAST table: in which is not shown",
                        facts("indexes or TOAST table", each, heap),
                        each,
                        List.of("PARTS", "TOAST"),
                        rule)));
  }

  private static boolean isMost(double size, Optional<Double> heap) {
    return size >= (double) LARGE.count() && heap.filter(each -> size < MOST * each).isEmpty();
  }

  private static Finding finding(
      Relation relation,
      String headline,
      Facts facts,
      double bytes,
      List<String> questions,
      Rule rule) {
    return rule.advice(
            relation, headline.formatted(new Bytes(Math.round(bytes)), Names.of(relation)))
        .facts(facts)
        .because(
            "Long values live in a TOAST table, which has dead rows, thresholds and vacuums of its"
                + " own. It may be as large as its values are, or bloated: the dead rows of the"
                + " table itself do not tell.")
        .asking(questions.stream().map(each -> Question.of(each, relation.name().sql())).toList())
        .build();
  }

  private static Facts facts(String what, double bytes, Optional<Double> heap) {
    var facts =
        new Facts()
            .observed(what, new Bytes(Math.round(bytes)), "pg_table_size, pg_total_relation_size");
    heap.ifPresent(each ->
        facts.observed("the table itself", new Bytes(Math.round(each)), "pg_relation_size"));
    return facts;
  }

  private static Optional<Double> toast(Relation relation, Excerpt excerpt) {
    return shown(relation, excerpt).or(() -> left(relation, excerpt));
  }

  private static Optional<Double> shown(Relation relation, Excerpt excerpt) {
    return excerpt
        .number(relation, "toast_bytes")
        .or(() -> difference(relation, excerpt, "table_bytes", "main_bytes"));
  }

  /// What neither the table's own rows nor its indexes take.
  private static Optional<Double> left(Relation relation, Excerpt excerpt) {
    return excerpt
        .number(relation, "indexes_bytes")
        .flatMap(indexes ->
            difference(relation, excerpt, "total_bytes", "main_bytes").map(rest -> rest - indexes));
  }

  /// What is called the indexes, where nothing else is left: many write `total - size of the
  /// relation` for them, and that has the TOAST table in it.
  private static Optional<Double> rest(Relation relation, Excerpt excerpt) {
    return excerpt
        .number(relation, "indexes_bytes")
        .filter(_ -> shown(relation, excerpt).isEmpty())
        .filter(indexes ->
            left(relation, excerpt).filter(left -> left < indexes / ROUNDED).isPresent());
  }

  private static Optional<Double> difference(
      Relation relation, Excerpt excerpt, String whole, String part) {
    return excerpt
        .number(relation, whole)
        .flatMap(all -> excerpt.number(relation, part).map(some -> all - some));
  }
}
