package org.vacuumadvisor.diagnosis.rule;

import static org.vacuumadvisor.diagnosis.Provenance.CONVENTION;
import static org.vacuumadvisor.diagnosis.Provenance.ENGINE;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.Fact;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Rule;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.RelationKey;
import org.vacuumadvisor.model.RelationKind;
import org.vacuumadvisor.postgres.Feature;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.unit.Share;
import org.vacuumadvisor.workload.Confidence;

/// A partitioned table that nobody analyzes: autovacuum takes care of its partitions, never of
/// itself, and the planner has no statistics about all of them together.
final class PartitionParentNotAnalyzed implements Rule {
  private static final double ROWS_WORTH_A_WORD = 10_000;

  /// How much of all rows may be new since the last analyze of the whole.
  private static final double MUCH = 0.5;

  @Override
  public String id() {
    return "partition-parent-not-analyzed";
  }

  @Override
  public Stream<Finding> examine(Evidence evidence) {
    var survey = evidence.survey();
    if (survey.server().standby()
        || !Feature.PARTITIONED_TABLE_STATISTICS.isIn(survey.server().release())) {
      return Stream.empty();
    }
    var parents =
        survey.relations().stream()
            .filter(each -> each.kind() == RelationKind.PARTITIONED_TABLE)
            .toList();
    if (parents.isEmpty()) {
      return Stream.empty();
    }
    var rows = new HashMap<RelationKey, Double>();
    for (var relation : survey.relations()) {
      if (relation.kind() == RelationKind.TABLE && relation.parent().isPresent()) {
        addUpwards(relation, relation.extent().rows().or(0.0), rows, evidence);
      }
    }
    return parents.stream()
        .filter(each -> each.parent().isEmpty())
        .filter(each -> rows.getOrDefault(each.key(), 0.0) >= ROWS_WORTH_A_WORD)
        .flatMap(each -> finding(each, rows.getOrDefault(each.key(), 0.0), evidence).stream());
  }

  /// To its parent and the parent's parents; as deep as partitions go in practice.
  private static void addUpwards(
      Relation leaf, double count, Map<RelationKey, Double> rows, Evidence evidence) {
    Optional<Relation> at = parent(leaf, evidence);
    for (int level = 0; at.isPresent() && level < 10; level++) {
      rows.merge(at.get().key(), count, Double::sum);
      at = parent(at.get(), evidence);
    }
  }

  private static Optional<Relation> parent(Relation relation, Evidence evidence) {
    return relation.parent().isEmpty()
        ? Optional.empty()
        : evidence.relation(
            new RelationKey(relation.key().databaseOid(), relation.parent().getAsLong()));
  }

  private Optional<Finding> finding(Relation parent, double rows, Evidence evidence) {
    var analyzed = parent.maintenance().analyzedLast();
    double then = parent.extent().rows().or(0.0);
    boolean isNever = analyzed.isEmpty() && then <= 0;
    // the counters may have been lost since; the catalog remembers
    boolean isOld = then > 0 && rows - then > MUCH * rows;
    if (!isNever && !isOld) {
      return Optional.empty();
    }
    return Optional.of(
        new Finding(
            id(),
            Severity.ADVICE,
            new Subject.OfRelation(parent),
            isNever
                ? "Nobody ever analyzed partitioned table %s as a whole"
                    .formatted(Names.of(parent, evidence))
                : "The last analyze of partitioned table %s knew %s of its %s rows"
                    .formatted(
                        Names.of(parent, evidence), Quantities.count(then), Quantities.count(rows)),
            List.of(
                Fact.observed(
                    "analyzed last",
                    analyzed.map(Names::time).orElse("never, as far as is known"),
                    "pg_stat_all_tables.last_analyze"),
                Fact.observed(
                    "rows of its partitions", Quantities.count(rows), "pg_class.reltuples"),
                Fact.observed(
                    "rows when it was analyzed", Quantities.count(then), "pg_class.reltuples"),
                Fact.threshold(
                    "analyzed by autovacuum",
                    "never",
                    ENGINE,
                    "do_autovacuum() passes partitioned tables by"),
                Fact.threshold(
                    "much",
                    "%s of the rows are new".formatted(new Share(MUCH)),
                    CONVENTION,
                    "ours")),
            "Queries over several partitions are planned by statistics of the whole, which only an"
                + " ANALYZE of the partitioned table itself collects. Autovacuum analyzes the"
                + " partitions one by one and never the whole.",
            Confidence.HIGH,
            null,
            List.of(
                new Remedy.AnalyzeNow(parent),
                new Remedy.Act(
                    "Let a job analyze %s from time to time, after each load for example."
                        .formatted(Names.of(parent, evidence))))));
  }
}
