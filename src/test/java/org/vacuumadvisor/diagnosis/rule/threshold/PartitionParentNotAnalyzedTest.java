package org.vacuumadvisor.diagnosis.rule.threshold;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.rule.Given;
import org.vacuumadvisor.diagnosis.rule.TableGiven;
import org.vacuumadvisor.diagnosis.rule.Verdicts;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.Reading.Why;
import org.vacuumadvisor.model.RelationKind;
import org.vacuumadvisor.postgres.Release;

class PartitionParentNotAnalyzedTest {
  @Test
  void isSilentAboutAnAnalyzedParent() {
    assertEquals(List.of(), examine(server(parent(20_000), 10_000)));
  }

  @Test
  void speaksOfAParentNobodyEverAnalyzed() {
    var finding = examine(server(parent(-1).rowsUnknown(), 5_000)).getFirst();

    assertEquals(Severity.ADVICE, finding.severity());
    assertEquals(
        "Nobody ever analyzed partitioned table public.events as a whole", finding.headline());
    assertTrue(finding.remedies().getFirst() instanceof Remedy.AnalyzeNow);
  }

  /// Two partitions with 5,000 rows each are worth a word; half of 20,000 rows may be new.
  @Test
  void speaksFromHalfOfTheRowsOn() {
    assertEquals(List.of(), examine(server(parent(-1).rowsUnknown(), 4_999)));
    assertEquals(List.of(), examine(server(parent(10_000), 10_000)));
    assertEquals(1, examine(server(parent(9_999), 10_000)).size());
  }

  /// Up to 13 neither the counters nor the catalog know of it: statistics of its columns do.
  @Test
  void goesByTheStatisticsOfItsColumnsUpTo13() {
    var never = parent(-1).rowsUnknown().bigints(2, Reading.missing(Why.NOT_APPLICABLE));

    assertEquals(1, examine(on13(never)).size());
    assertEquals(List.of(), examine(on13(parent(-1).rowsUnknown().bigints(2))));
  }

  @Test
  void cannotTellUpTo13WhereNobodyShowsThem() {
    var hidden = parent(-1).rowsUnknown().bigints(2, Reading.missing(Why.NO_PRIVILEGE));

    assertEquals(
        List.of("statistics of the whole table"),
        Verdicts.lacks(new PartitionParentNotAnalyzed(), on13(parent(-1).rowsUnknown())));
    assertEquals(
        List.of("statistics of the whole table"),
        Verdicts.lacks(new PartitionParentNotAnalyzed(), on13(hidden)));
  }

  private static Given on13(TableGiven parent) {
    return filled(Given.server(Release.V13), parent, 5_000);
  }

  private static TableGiven parent(double rows) {
    return Given.table("events").kind(RelationKind.PARTITIONED_TABLE).rows(rows).pages(0);
  }

  private static Given server(TableGiven parent, double rowsEach) {
    return filled(Given.server(), parent, rowsEach);
  }

  private static Given filled(Given given, TableGiven parent, double rowsEach) {
    long oid = Given.key(0).oid();
    return given
        .with(parent)
        .with(Given.table("events_1").rows(rowsEach).partOf(oid))
        .with(Given.table("events_2").rows(rowsEach).partOf(oid));
  }

  private static List<Finding> examine(Given given) {
    return Verdicts.findings(new PartitionParentNotAnalyzed(), given);
  }
}
