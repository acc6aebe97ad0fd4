package org.vacuumadvisor.diagnosis.rule;

import static org.vacuumadvisor.diagnosis.Provenance.CONVENTION;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.Fact;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Rule;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.RelationKind;
import org.vacuumadvisor.space.Doubt;
import org.vacuumadvisor.space.HeapEstimate;
import org.vacuumadvisor.space.SpaceEstimate.Estimated;
import org.vacuumadvisor.space.SpaceEstimate.Unknown;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.workload.Confidence;

/// Large tables of which statistics do not tell how much is free: here the bloat queries that
/// people run are wrong, and silently so.
final class BloatEstimateWrong implements Rule {
  private static final Bytes LARGE = Bytes.ofMegabytes(256);

  private static final int SHOWN = 3;

  @Override
  public String id() {
    return "bloat-estimate-wrong";
  }

  private record Doubted(Relation relation, Doubt doubt) {
    Bytes size() {
      return relation.extent().size();
    }
  }

  @Override
  public Stream<Finding> examine(Evidence evidence) {
    if (evidence.survey().coverage().excerpt().isPresent() || !evidence.isServerSeen()) {
      return Stream.empty();
    }
    var doubted =
        evidence
            .survey()
            .userRelations()
            .filter(each -> each.kind() != RelationKind.PARTITIONED_TABLE)
            .filter(each -> each.extent().size().compareTo(LARGE) >= 0)
            .flatMap(each -> doubt(each).map(doubt -> new Doubted(each, doubt)).stream())
            .sorted(Comparator.comparing(Doubted::size).reversed())
            .toList();
    return doubted.isEmpty() ? Stream.empty() : Stream.of(finding(doubted, evidence));
  }

  private static Optional<Doubt> doubt(Relation relation) {
    return switch (HeapEstimate.of(relation)) {
      case Unknown(Doubt why) -> Optional.of(why);
      case Estimated known -> known.doubts().stream().min(Comparator.naturalOrder());
    };
  }

  private Finding finding(List<Doubted> doubted, Evidence evidence) {
    Map<Doubt, Integer> reasons = new EnumMap<>(Doubt.class);
    doubted.forEach(each -> reasons.merge(each.doubt(), 1, Integer::sum));
    var facts = new ArrayList<Fact>();
    doubted.stream()
        .limit(SHOWN)
        .map(each ->
            Fact.observed(
                Names.of(each.relation(), evidence),
                "%s: %s".formatted(each.size(), each.doubt().reason()),
                "pg_class, pg_stats, pg_stat_all_tables"))
        .forEach(facts::add);
    facts.add(
        Fact.threshold(
            "tables that count",
            "from " + LARGE,
            CONVENTION,
            "ours: PerformanceMonitor's growth of bloat that is worth a warning"));
    return new Finding(
        id(),
        Severity.INFO,
        new Subject.Cluster(),
        "Statistics do not tell how much of %s is free"
            .formatted(Quantities.counted(doubted.size(), "large table")),
        facts,
        "The usual bloat queries print a figure all the same, and it may be far off: nothing is"
            + " said about the bloat of these here.",
        Confidence.HIGH,
        surer(reasons),
        List.of());
  }

  private static String surer(Map<Doubt, Integer> reasons) {
    if (reasons.containsKey(Doubt.NO_PRIVILEGE)) {
      return "A role that may read the tables (GRANT pg_read_all_data), or --exact.";
    }
    return reasons.containsKey(Doubt.NEVER_ANALYZED) || reasons.containsKey(Doubt.STALE)
        ? "ANALYZE of these tables, or --exact."
        : "--exact measures them with pgstattuple.";
  }
}
