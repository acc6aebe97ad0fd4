package org.vacuumadvisor.diagnosis.rule;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.Fact;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Provenance;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Rule;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.RelationKind;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.workload.Confidence;
import org.vacuumadvisor.workload.WorkloadClass;

/// Tables worth judging whose workload one survey cannot tell, and what pasted figures leave open.
/// It names what would settle it.
final class NeedMoreData implements Rule {
  /// Smaller tables are vacuumed in a blink, whatever is done to them.
  private static final Bytes WORTH_JUDGING = Bytes.ofMegabytes(8);

  private static final long WRITES_WORTH_JUDGING = 1_000;
  private static final int TABLES_SHOWN = 3;

  @Override
  public String id() {
    return "need-more-data";
  }

  @Override
  public Stream<Finding> examine(Evidence evidence) {
    var excerpt = evidence.survey().coverage().excerpt();
    if (excerpt.isPresent()) {
      return new OpenQuestions(excerpt.get(), evidence).findings();
    }
    if (evidence.older().isPresent() || evidence.survey().server().standby()) {
      return Stream.empty();
    }
    var open =
        evidence
            .survey()
            .userRelations()
            .filter(NeedMoreData::isWorthJudging)
            .filter(each -> evidence.workload(each).kind() == WorkloadClass.UNDETERMINED)
            .sorted(Comparator.comparing((Relation each) -> each.extent().size()).reversed())
            .toList();
    return open.isEmpty() ? Stream.empty() : Stream.of(finding(open));
  }

  private Finding finding(List<Relation> open) {
    var tables =
        open.stream()
            .limit(TABLES_SHOWN)
            .map(each ->
                Fact.observed(
                    Names.of(each),
                    "%s, %s rows written"
                        .formatted(
                            each.extent().size(), Quantities.count(each.activity().written())),
                    "pg_class.relpages, pg_stat_all_tables"));
    var bar =
        Fact.threshold(
            "tables that count",
            "%s, or %s rows written"
                .formatted(WORTH_JUDGING, Quantities.count(WRITES_WORTH_JUDGING)),
            Provenance.CONVENTION,
            "ours: smaller ones are vacuumed in a blink");
    return new Finding(
        id(),
        Severity.INFO,
        new Subject.Cluster(),
        "The workload of %s cannot be told from one survey"
            .formatted(Quantities.counted(open.size(), "table")),
        Stream.concat(tables, Stream.of(bar)).toList(),
        "Counters since the last reset are sums over loads, busy and quiet times. What applications"
            + " do now shows in the difference of two surveys.",
        Confidence.HIGH,
        "Run it again with --sample 60s while the applications work.",
        List.of(new Remedy.Act("Run the advisor with --sample 60s while the applications work.")));
  }

  private static boolean isWorthJudging(Relation relation) {
    return (relation.kind() == RelationKind.TABLE)
        && (relation.extent().size().compareTo(WORTH_JUDGING) >= 0
            || relation.activity().written() >= WRITES_WORTH_JUDGING);
  }
}
