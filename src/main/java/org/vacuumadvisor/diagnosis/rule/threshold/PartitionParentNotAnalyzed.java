package org.vacuumadvisor.diagnosis.rule.threshold;

import static org.vacuumadvisor.evidence.TableFigures.LAST_ANALYZED;
import static org.vacuumadvisor.model.TableKeys.N_LIVE_TUP;
import static org.vacuumadvisor.model.TableKeys.RELTUPLES;

import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.Facts;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Names;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Rule;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.diagnosis.Verdict;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.evidence.Question;
import org.vacuumadvisor.evidence.TableEvidence;
import org.vacuumadvisor.model.Column;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.Reading.Why;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.RelationKey;
import org.vacuumadvisor.model.RelationKind;
import org.vacuumadvisor.model.Source;
import org.vacuumadvisor.postgres.Feature;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.unit.Share;

/// A partitioned table that nobody analyzes: autovacuum takes care of its partitions, never of
/// itself, and the planner has no statistics about all of them together.
public final class PartitionParentNotAnalyzed implements Rule {
  private static final double MIN_REPORTED_ROWS = 10_000;

  /// How much of all rows may be new since the last analyze of the whole.
  private static final Share MAX_NEW = new Share(0.5);

  /// What the name of a partition adds to that of its table.
  private static final Pattern PART = Pattern.compile("_?(?:p|part|y)?_?\\d[\\w-]{0,40}|_default");

  /// As deep as partitions go in practice.
  private static final int MAX_LEVELS = 10;

  @Override
  public Stream<Verdict> examine(Evidence evidence) {
    var roots =
        evidence.survey().relations().stream()
            .filter(each -> each.kind() == RelationKind.PARTITIONED_TABLE)
            .filter(each -> each.parent().isEmpty())
            .toList();
    if (roots.isEmpty() || evidence.isStandby()) {
      return Stream.empty();
    }
    var rows = rowsOfPartitions(evidence);
    return roots.stream()
        .map(each -> verdict(evidence.about(each), rows.getOrDefault(each.key(), Reading.of(0.0))));
  }

  /// By parent and the parents' parents; missing where a partition's are.
  private static Map<RelationKey, Reading<Double>> rowsOfPartitions(Evidence evidence) {
    var rows = new HashMap<RelationKey, Reading<Double>>();
    for (var relation : evidence.survey().relations()) {
      if (relation.kind() == RelationKind.TABLE && relation.parent().isPresent()) {
        var count = counted(relation);
        var at = parent(relation, evidence);
        for (int level = 0; at.isPresent() && level < MAX_LEVELS; level++) {
          rows.merge(at.get().key(), count, PartitionParentNotAnalyzed::sum);
          at = parent(at.get(), evidence);
        }
      } else if (relation.kind() == RelationKind.TABLE && !evidence.isReadWhole()) {
        namedAfter(relation, evidence)
            .ifPresent(parent ->
                rows.merge(parent.key(), counted(relation), PartitionParentNotAnalyzed::sum));
      }
    }
    return rows;
  }

  private static Reading<Double> sum(Reading<Double> one, Reading<Double> other) {
    return Reading.both(one, other, "sum of partitions", Double::sum);
  }

  /// Pasted figures seldom show whose partition a table is; its name tells, as `events_2026_01` of
  /// `events`.
  private static Optional<Relation> namedAfter(Relation partition, Evidence evidence) {
    var name = partition.name().name();
    return evidence.survey().relations().stream()
        .filter(each -> each.kind() == RelationKind.PARTITIONED_TABLE)
        .filter(each -> each.name().schema().equals(partition.name().schema()))
        .filter(each -> name.startsWith(each.name().name()))
        .filter(each -> PART.matcher(name.substring(each.name().name().length())).matches())
        .max(Comparator.comparingInt(each -> each.name().name().length()));
  }

  /// A partition that was never vacuumed or analyzed counts for none.
  private static Reading<Double> counted(Relation relation) {
    var rows = relation.get(RELTUPLES);
    return rows.equals(Reading.missing(Why.NOT_APPLICABLE))
        ? Reading.of(0.0, RELTUPLES)
        : rows.isKnown() ? rows : relation.get(N_LIVE_TUP).map(Long::doubleValue);
  }

  private static Optional<Relation> parent(Relation relation, Evidence evidence) {
    return relation.parentKey().flatMap(evidence::relation);
  }

  private Verdict verdict(TableEvidence parent, Reading<Double> partitions) {
    var subject = new Subject.OfRelation(parent.relation());
    return Verdict.of(subject, parent, () -> examine(parent, partitions));
  }

  private Verdict examine(TableEvidence parent, Reading<Double> partitions) {
    double rows = parent.need("rows of the partitions", Question.CLASSES, partitions);
    if (rows < MIN_REPORTED_ROWS) {
      return new Verdict.Clear(new Subject.OfRelation(parent.relation()));
    }
    // what the last analyze of the whole counted, which the catalog remembers from 14 on
    double then = isTold(parent) ? parent.ask(RELTUPLES).or(0.0) : 0;
    boolean isNever = then <= 0 && !isAnalyzed(parent);
    boolean isOld = then > 0 && rows - then > MAX_NEW.fraction() * rows;
    return isNever || isOld
        ? finding(isNever, partitions, parent)
        : new Verdict.Clear(new Subject.OfRelation(parent.relation()));
  }

  private static boolean isTold(TableEvidence parent) {
    return Feature.PARTITIONED_TABLE_STATISTICS.isIn(parent.all().release());
  }

  /// From 14 on by the counters; before, and where they are lost, by the statistics of its columns.
  private static boolean isAnalyzed(TableEvidence parent) {
    var columns = statistics(parent.relation());
    if (columns.is(each -> each)) {
      return true;
    }
    return (isTold(parent) || isWithoutRecord(parent))
        ? parent.need(LAST_ANALYZED).isPresent()
        : parent.need(
            "statistics of the whole table", Question.named("INHERITED_STATISTICS"), columns);
  }

  /// Whether somebody shows that none is on record, and no more: before 14 one by hand leaves none.
  private static boolean isWithoutRecord(TableEvidence parent) {
    return !parent.all().isReadWhole()
        && !isTold(parent)
        && !statistics(parent.relation()).isKnown()
        && parent.ask(LAST_ANALYZED).is(Optional::isEmpty);
  }

  /// Whether `pg_stats` has a row of all partitions together.
  private static Reading<Boolean> statistics(Relation parent) {
    var source = new Source.Shown("pg_stats", "inherited");
    var shares =
        parent.columns().stream().filter(each -> !each.dropped()).map(Column::nullShare).toList();
    if (shares.stream().anyMatch(Reading::isKnown)) {
      return Reading.of(true, source);
    }
    return shares.stream()
        .filter(each -> !each.equals(Reading.<Double>missing(Why.NOT_APPLICABLE)))
        .findFirst()
        .map(each -> each.map(_ -> true))
        .orElseGet(() ->
            shares.isEmpty() ? Reading.missing(Why.NOT_COLLECTED) : Reading.of(false, source));
  }

  private Finding finding(boolean isNever, Reading<Double> partitions, TableEvidence parent) {
    var name = Names.of(parent);
    var then = parent.relation().get(RELTUPLES);
    return advice(parent.relation())
        .headline(
            isWithoutRecord(parent)
                ? "No analyze of partitioned table %s as a whole is on record".formatted(name)
                : isNever
                    ? "Nobody ever analyzed partitioned table %s as a whole".formatted(name)
                    : "The last analyze of partitioned table %s knew %s of its %s rows"
                        .formatted(
                            name,
                            then.map(Quantities::count).or("none"),
                            partitions.map(Quantities::count).or("")))
        .observed("rows of its partitions", partitions)
        .facts(isNever ? new Facts() : new Facts().observed("rows when it was analyzed", then))
        .observed(
            "analyzed last",
            isTold(parent)
                ? parent.ask(LAST_ANALYZED).map(last -> last.map(Names::time).orElse("never"))
                : Reading.of("never", new Source.Shown("pg_stats", "inherited")))
        .explained("", MAX_NEW)
        .remedy(new Remedy.AnalyzeNow(parent.relation()))
        .act("Let a job analyze %s from time to time, after each load for example.", name)
        .build();
  }
}
