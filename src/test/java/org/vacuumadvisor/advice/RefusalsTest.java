package org.vacuumadvisor.advice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.vacuumadvisor.Advisor;
import org.vacuumadvisor.diagnosis.Effect;
import org.vacuumadvisor.diagnosis.Examination;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.diagnosis.rule.Given;
import org.vacuumadvisor.diagnosis.rule.Holders;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.unit.Bytes;

/// Medicines that tempt, and are withheld.
class RefusalsTest {
  /// "Read rate 4.4 to 81 MB/s by the cost limit, no help while 797,779 rows were not removable."
  @Test
  void withholdsSpeedWhileTheHorizonIsHeld() {
    var given =
        Given.server()
            .with(Setting.AUTOVACUUM_MAX_WORKERS, "10")
            .with(Given.table("held").dead(5_000))
            .with(Holders.writer("idle in transaction", Duration.ofHours(1), 5));

    var assessment = assess(given);

    assertTrue(
        assessment.recommendations().stream()
            .noneMatch(each -> each.remedy() instanceof Remedy.Tune));
    assertTrue(
        assessment.notRecommended().stream()
            .anyMatch(each -> each.what().equals("autovacuum_vacuum_cost_limit = 700")));
  }

  /// A logical slot holds the catalogs alone: the tables gain by a faster vacuum.
  @Test
  void doesNotWithholdSpeedForASlotOfTheCatalogs() {
    var given =
        Given.server()
            .with(Setting.AUTOVACUUM_MAX_WORKERS, "10")
            .with(Holders.logicalSlot("cdc", false, 3_000_000));

    assertTrue(
        assess(given).recommendations().stream()
            .anyMatch(each -> each.remedy() instanceof Remedy.Tune));
  }

  /// The worst finding decides: nobody is told to set one setting to two values.
  @Test
  void givesASettingOneValue() {
    var given =
        Given.server()
            .with(Setting.AUTOVACUUM_MAX_WORKERS, "4")
            .with(Given.table("orders").with("fillfactor", "90"));

    var values =
        assess(given).recommendations().stream()
            .filter(each -> each.remedy() instanceof Remedy.Tune)
            .map(Recommendation::title)
            .toList();

    assertEquals(List.of("Set autovacuum_vacuum_cost_limit to 300"), values);
  }

  /// Room does not help where the updated column is indexed, or nobody knows.
  @Test
  void refusesAFillfactorWhereNoRoomIsMissing() {
    var indexed =
        Given.table("orders")
            .rows(100_000)
            .pages(2_000)
            .indexed()
            .index("by_note", 100, 2)
            .written(0, 400_000, 0);

    var assessment = assess(Given.server().with(indexed));

    assertTrue(
        assessment.notRecommended().stream()
            .anyMatch(each -> each.what().equals("a lower fillfactor before that is known")));
    assertTrue(
        assessment.recommendations().stream()
            .noneMatch(each -> each.sql().orElse("").contains("fillfactor")));
  }

  /// 200,000 pages of 8 kB are 1.6 GB: what a rewrite gives back has to be worth its lock, and a
  /// rewrite copies dead rows that a plain vacuum may yet remove.
  @ParameterizedTest
  @CsvSource({"200000, 0, true", "200000, 900000, false", "6000, 0, false"})
  void rewritesOnlyWhatIsLargeAndVacuumed(long pages, long dead, boolean rewritten) {
    var given = Given.server().with(Given.table("t").rows(100_000).pages(pages).dead(dead));
    var relation = given.survey().relations().getFirst();
    var bloat =
        Finding.of("heap-bloat", Severity.WARNING, new Subject.OfRelation(relation), "bloat")
            .remedy(
                new Remedy.RewriteTable(
                    relation, new Effect.NotPredicted("unknown"), Bytes.ofMegabytes(10)))
            .build();

    var assessment = Advice.on(given.evidence(), Examination.of(List.of(bloat)));

    assertEquals(
        rewritten,
        assessment.recommendations().stream()
            .anyMatch(each -> each.remedy() instanceof Remedy.RewriteTable));
    assertEquals(
        rewritten,
        assessment.plan().withheldFrom(assessment.problems().getFirst()).findAny().isEmpty());
    // what comes instead is a step of its own
    assertEquals(
        dead > 0,
        assessment.recommendations().stream()
            .anyMatch(each -> each.remedy() instanceof Remedy.VacuumNow));
  }

  /// REPACK builds the indexes anew: it is one problem. Up to 18 a table so large is for an
  /// extension, if it is there.
  @ParameterizedTest
  @CsvSource({
    "19, REPACK (CONCURRENTLY) public.t;",
    "18, REINDEX INDEX CONCURRENTLY public.t_pkey;"
  })
  void rebuildsNoIndexOfATableThatIsRewritten(String major, String statement) {
    var given =
        Given.server(Release.ofMajor(major))
            .with(Given.table("t").rows(100_000).pages(200_000).indexed());
    var table = given.survey().relations().getFirst();
    var index = table.indexes().getFirst();
    var effect = new Effect.NotPredicted("unknown");
    var ofIndex =
        Finding.of("index-bloat", Severity.WARNING, new Subject.OfIndex(table, index), "index")
            .remedy(new Remedy.RebuildIndex(table, index, effect, Bytes.ofMegabytes(1)))
            .build();
    var ofTable =
        Finding.of("heap-bloat", Severity.WARNING, new Subject.OfRelation(table), "heap")
            .remedy(new Remedy.RewriteTable(table, effect, Bytes.ofMegabytes(400)))
            .build();

    var assessment = Advice.on(given.evidence(), Examination.of(List.of(ofIndex, ofTable)));

    assertEquals(
        List.of(statement),
        assessment.recommendations().stream().flatMap(each -> each.sql().stream()).toList());
    assertEquals(1, assessment.problems().size());
    assertEquals(List.of(1), assessment.plan().stepsFor(Stream.of(ofIndex)));
  }

  private static Assessment assess(Given given) {
    return Advisor.assess(given.survey());
  }
}
