package org.vacuumadvisor.diagnosis.rule;

import static org.vacuumadvisor.model.TableKeys.N_TUP_DEL;
import static org.vacuumadvisor.model.TableKeys.N_TUP_INS;
import static org.vacuumadvisor.model.TableKeys.N_TUP_UPD;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.Fact;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Names;
import org.vacuumadvisor.diagnosis.Rule;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.RelationKind;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.workload.WorkloadClass;

/// What somebody showed a part of and what no rule can tell from it: tables whose workload one
/// survey does not show, figures with an open end, a text that tells of no vacuum. It names what
/// would settle it.
final class NeedMoreData implements Rule {
  /// Smaller tables are vacuumed in a second, whatever is done to them.
  private static final Bytes MIN_SIZE = Bytes.ofMegabytes(8);

  private static final long MIN_WRITES = 1_000;
  private static final int TABLES_SHOWN = 3;

  @Override
  public Stream<Finding> examine(Evidence evidence) {
    var pasted = evidence.survey().coverage().pasted();
    var untold = evidence.history().flatMap(told -> NothingTold.in(told, pasted, this)).stream();
    var open =
        evidence.isPieced() ? new OpenQuestions(evidence, this).findings() : ofWorkloads(evidence);
    return Stream.of(
            open,
            untold,
            SilentReports.in(evidence, this).stream(),
            SampledDead.in(evidence, this).stream())
        .flatMap(each -> each);
  }

  private Stream<Finding> ofWorkloads(Evidence evidence) {
    if (evidence.older().isPresent() || evidence.isStandby()) {
      return Stream.empty();
    }
    var open =
        evidence
            .survey()
            .userRelations()
            .filter(each -> each.kind() == RelationKind.TABLE)
            .filter(each -> size(each).compareTo(MIN_SIZE) >= 0 || written(each) >= MIN_WRITES)
            .filter(each -> evidence.workload(each).kind() == WorkloadClass.UNDETERMINED)
            .sorted(Comparator.comparing(NeedMoreData::size).reversed())
            .toList();
    return open.isEmpty() ? Stream.empty() : Stream.of(finding(open));
  }

  private Finding finding(List<Relation> open) {
    return info(
            "The workload of %s cannot be told from one survey",
            Quantities.counted(open.size(), "table"))
        .facts(
            open.stream()
                .limit(TABLES_SHOWN)
                .map(each ->
                    Fact.observed(
                        Names.of(each),
                        "%s, %s rows written"
                            .formatted(size(each), Quantities.count(written(each))),
                        "pg_class.relpages, pg_stat_all_tables")))
        .explained("workload", MIN_SIZE, MIN_WRITES)
        .build();
  }

  /// To choose and order the tables to ask about; of what is not known nothing is asked.
  private static Bytes size(Relation relation) {
    return relation.heapSize().or(Bytes.NONE);
  }

  private static long written(Relation relation) {
    return Stream.of(N_TUP_INS, N_TUP_UPD, N_TUP_DEL)
        .mapToLong(each -> relation.get(each).or(0L))
        .sum();
  }
}
