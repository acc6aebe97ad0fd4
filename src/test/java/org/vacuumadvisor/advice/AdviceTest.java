package org.vacuumadvisor.advice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.advice.setting.SettingChange;
import org.vacuumadvisor.diagnosis.Effect;
import org.vacuumadvisor.diagnosis.Examination;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Goal;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.diagnosis.rule.Given;
import org.vacuumadvisor.diagnosis.rule.Holders;
import org.vacuumadvisor.diagnosis.rule.RuleBook;
import org.vacuumadvisor.diagnosis.rule.TableGiven;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.Backend;
import org.vacuumadvisor.model.HorizonHolder.DeferredCleanup;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.postgres.Provider;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.unit.XidAge;
import org.vacuumadvisor.workload.Confidence;

/// What becomes of findings: contracts, and refusals with their reason.
class AdviceTest {
  private static final String IDLE = "idle in transaction";

  @Test
  void recommendsNothingButTheHolderWhileTheHorizonIsHeld() {
    var given =
        Given.server()
            .with(waitsForMuch())
            .with(Holders.writer(IDLE, Duration.ofHours(1), 200_000));

    var assessment = assess(given);

    assertEquals(
        List.of("End session 42"),
        assessment.recommendations().stream().map(Recommendation::title).toList());
    assertTrue(
        assessment.notRecommended().stream()
            .anyMatch(each ->
                each.what().equals("autovacuum_vacuum_scale_factor")
                    && each.why().contains("cannot be removed yet")));
    assertTrue(
        assessment.notRecommended().stream().anyMatch(each -> each.what().contains("VACUUM FULL")));
  }

  /// Whoever reads one problem must not be told to end the session of another.
  @Test
  void tellsOfEachSessionAtOneXminWhatIsToBeDoneAboutItAlone() {
    var hour = Duration.ofHours(1);
    var given =
        Given.server()
            .with(waitsForMuch())
            .with(Holders.session(Holders.client(43, "web", IDLE, hour, hour), true, 200_000))
            .with(Holders.session(Holders.client(44, "batch", IDLE, hour, hour), true, 200_000));

    var problems =
        assess(given).problems().stream()
            .filter(each -> each.cause().id().equals("xmin-held-by-transaction"))
            .toList();

    assertEquals(2, problems.size());
    for (var problem : problems) {
      var who = problem.headline().contains("43") ? "43" : "44";
      assertEquals(
          List.of("End session " + who),
          problem.recommendations().stream().map(Recommendation::title).toList());
    }
  }

  @Test
  void tellsOfThePoolsSessionsOnce() {
    var hour = Duration.ofHours(1);
    var given = Given.server().with(waitsForMuch());
    for (int pid = 43; pid < 49; pid++) {
      var backend = Holders.client(pid, "web", IDLE, hour, hour);
      given.with(Holders.session(backend, true, 200_000 + pid));
    }

    var assessment = assess(given);
    var problems =
        assessment.problems().stream()
            .filter(each -> each.cause().id().equals("xmin-held-by-transaction"))
            .toList();

    assertEquals(List.of(5), problems.stream().map(each -> each.alike().size()).toList());
    assertEquals(
        List.of("End 6 sessions idle in transaction (user shop, web): 48, 47, 46, 45, 44, 43"),
        problems.getFirst().recommendations().stream().map(Recommendation::title).toList());
    assertEquals(
        1,
        assessment.plan().steps().stream()
            .filter(step ->
                step.action() instanceof Plan.Action.Follow(var all)
                    && all.getFirst().remedy() instanceof Remedy.EndSession)
            .count());
  }

  /// Its `backend_start` is not shown: the statement for the pool cannot tell it apart.
  @Test
  void endsOneByItselfThatThePoolsStatementCannotName() {
    var hour = Duration.ofHours(1);
    var given = Given.server().with(waitsForMuch());
    for (int pid = 43; pid < 46; pid++) {
      var backend = Holders.client(pid, "web", IDLE, hour, hour);
      var shown = pid == 45 ? withoutStart(backend) : backend;
      given.with(Holders.session(shown, true, 200_000 + pid));
    }

    assertEquals(
        List.of("End session 45", "End 2 sessions idle in transaction (user shop, web): 44, 43"),
        assess(given).recommendations().stream()
            .filter(each -> each.remedy() instanceof Remedy.EndSession)
            .map(Recommendation::title)
            .toList());
  }

  private static Backend withoutStart(Backend client) {
    return new Backend(
        client.pid(),
        client.database(),
        client.user(),
        client.application(),
        client.address(),
        client.type(),
        Reading.missing(Reading.Why.NOT_COLLECTED),
        client.state(),
        client.transactionStart(),
        client.began(),
        client.stateSince(),
        client.waitsFor(),
        client.blockers(),
        client.waitsSince(),
        client.command());
  }

  @Test
  void everyHolderOfOrdinaryTablesStandsInTheWay() {
    var holders =
        Stream.of(
            Holders.prepared("a", Duration.ofHours(1), 5),
            Holders.slotOfStandby("a", false, 5),
            Holders.standby("a", 3_000_000),
            new DeferredCleanup(Reading.of(new XidAge(100_000))));

    holders.forEach(holder ->
        assertEquals(
            0,
            tunings(assess(Given.server(Release.V15).with(waitsForMuch()).with(holder))),
            holder.toString()));
  }

  /// A logical slot holds the catalogs alone: the advice for other tables stands.
  @Test
  void aLogicalSlotIsInNobodysWayButTheCatalogs() {
    var given =
        Given.server().with(waitsForMuch()).with(Holders.logicalSlot("cdc", false, 3_000_000));

    assertEquals(1, tunings(assess(given)));
  }

  @Test
  void recommendsNoSettingOnLostCounters() {
    var given =
        Given.server()
            .with(waitsForMuch())
            .with(Given.table("a").rows(1e6).live(0).neverVacuumed());

    var assessment = assess(given);

    assertEquals(0, tunings(assessment));
    assertTrue(
        assessment.notRecommended().stream().anyMatch(each -> each.why().contains("were lost")));
    assertTrue(
        assessment.recommendations().stream()
            .anyMatch(each -> each.sql().equals(Optional.of("ANALYZE;"))));
  }

  @Tag("slow")
  @Test
  void offersNoInsertThresholdOnDeleteChurn() {
    var older = Given.server().taken(Duration.ofMinutes(5), 1).with(waitsForMuch().live(100));
    var newer = Given.server().with(waitsForMuch().live(100).written(10_000, 0, 9_900));

    var refused = assess(newer.after(older)).notRecommended();

    assertTrue(
        refused.stream()
            .anyMatch(each -> each.what().equals("a lower autovacuum_vacuum_insert_scale_factor")),
        refused.toString());
  }

  @Test
  void offersNoDeadRowThresholdWhereNoRowDies() {
    var log =
        Given.table("log")
            .rows(20_000_000)
            .written(20_000_000, 0, 0)
            .with("autovacuum_vacuum_insert_threshold", "-1");

    assertTrue(
        assess(Given.server().with(log)).notRecommended().stream()
            .anyMatch(each -> each.what().equals("a lower autovacuum_vacuum_scale_factor")));
  }

  @Test
  void doesNotFaultAVacuumThatPreventsWraparound() {
    var assessment = assess(Given.server().worker("VACUUM public.orders (to prevent wraparound)"));

    assertEquals(List.of(), assessment.recommendations());
    assertTrue(
        assessment.notRecommended().stream()
            .anyMatch(each -> each.what().startsWith("ending the vacuum")));
  }

  @Test
  void offersNoSettingThatTheReleaseOrTheProviderDoesNotHave() {
    var server = Given.server(Release.V12).at(Provider.NEON).with(Given.table("log"));
    var relation = server.survey().relations().getFirst();
    var ofTable =
        new Remedy.Tune(
            new Subject.OfRelation(relation),
            Setting.AUTOVACUUM_VACUUM_INSERT_THRESHOLD,
            new Goal.Count(1_000, new Effect.NotPredicted("test")));
    var ofServer =
        new Remedy.Tune(
            new Subject.Cluster(),
            Setting.AUTOVACUUM_VACUUM_MAX_THRESHOLD,
            new Goal.Count(1_000, new Effect.NotPredicted("test")));
    var ofProvider = napOf(10);

    var assessment =
        Advice.on(
            server.evidence(), Examination.of(List.of(finding(ofTable, ofServer, ofProvider))));

    assertEquals(List.of(), assessment.recommendations());
    assertEquals(
        List.of(
            "PostgreSQL 12 has no such storage parameter.",
            "PostgreSQL 12 has no such setting.",
            "Neon does not let you change it: ask its support."),
        assessment.notRecommended().stream().map(NotRecommended::why).toList());
  }

  /// However young the transaction: vacuum removes no more while it is there.
  @Test
  void withholdsFasterVacuumsWhileTheHorizonIsHeldAtAll() {
    var held =
        new Finding(
            "xmin-held-by-transaction",
            Severity.ADVICE,
            new Subject.Cluster(),
            "x",
            List.of(),
            "x",
            Confidence.HIGH,
            null,
            List.of(new Remedy.FindHolder(Optional.empty(), Optional.empty(), Optional.empty())));
    var faster = napOf(1);

    var assessment =
        Advice.on(Given.server().evidence(), Examination.of(List.of(held, finding(faster))));

    assertTrue(
        assessment.recommendations().stream()
            .noneMatch(each -> each.remedy() instanceof Remedy.Tune));
  }

  @Test
  void undoesATableSettingWithTheOldValue() {
    var tuning = tuning(waitsForMuch().with("autovacuum_vacuum_scale_factor", "0.3"));

    assertEquals(
        Optional.of("ALTER TABLE public.orders SET (autovacuum_vacuum_scale_factor = 0.01);"),
        tuning.sql());
    assertEquals(
        Optional.of("ALTER TABLE public.orders SET (autovacuum_vacuum_scale_factor = 0.3);"),
        tuning.undo());
    assertEquals(Optional.of("shop"), tuning.database());
  }

  @Test
  void undoesTheResetOfASwitch() {
    var off = Given.table("orders").with("autovacuum_enabled", "no");

    var reset = assess(Given.server().with(off)).recommendations().getFirst();

    assertEquals(Optional.of("ALTER TABLE public.orders RESET (autovacuum_enabled);"), reset.sql());
    assertEquals(
        Optional.of("ALTER TABLE public.orders SET (autovacuum_enabled = no);"), reset.undo());
  }

  @Test
  void letsADumpFinish() {
    var dump =
        Holders.session(
            "pg_dump", "active", Duration.ofHours(2), Duration.ofHours(2), false, 3_000_000);

    var recommendation = assess(Given.server().with(dump)).recommendations().getFirst();

    assertEquals("Let session 42 finish", recommendation.title());
    assertEquals(Optional.empty(), recommendation.sql());
  }

  @Test
  void quotesTheNamesOfHolders() {
    var prepared = Holders.prepared("x'; DROP TABLE y; --", Duration.ofHours(1), 5);
    var slot =
        Holders.goneSince(Holders.slotOfStandby("it's", false, 1_000_001), Duration.ofHours(1));

    assertEquals(
        List.of(
            "SELECT pg_catalog.format('ROLLBACK PREPARED %L', gid) FROM"
                + " pg_catalog.pg_prepared_xacts WHERE gid = 'x''; DROP TABLE y; --' AND"
                + " transaction = '2999999995' AND prepared = '2026-11-21T11:00:00Z' \\gexec",
            "SELECT pg_catalog.pg_drop_replication_slot(slot_name) FROM"
                + " pg_catalog.pg_replication_slots WHERE slot_name = 'it''s' AND NOT active AND"
                + " xmin = '2998999999';"),
        assess(Given.server().with(prepared).with(slot)).recommendations().stream()
            .map(each -> each.sql().orElseThrow())
            .toList());
  }

  /// The manual on wraparound: VACUUM FREEZE "will do more than the minimum amount of work".
  @Test
  void vacuumsAnOldDatabaseWithoutMoreWorkThanNeeded() {
    var near = assess(Given.server().databaseAge(1_200_000_000));

    assertEquals(Optional.of("VACUUM;"), near.recommendations().getFirst().sql());
    assertTrue(
        near.recommendations().getFirst().how().orElseThrow().contains("--min-xid-age=150000000"));
    assertTrue(
        near.notRecommended().stream().anyMatch(each -> each.what().contains("single-user mode")));
  }

  @Test
  void doesNotVacuumForFreezingWhatTheHorizonKeeps() {
    var given =
        Given.server()
            .databaseAge(1_200_000_000)
            .with(Holders.prepared("a", Duration.ofDays(30), 1_199_000_000));

    assertEquals(
        List.of("Ask the transaction manager first, then COMMIT PREPARED or ROLLBACK PREPARED 'a'"),
        assess(given).recommendations().stream().map(Recommendation::title).toList());
  }

  @Test
  void sendsWritersToThePrimary() {
    var recommendation =
        assess(Given.server().asStandby().databaseAge(1_200_000_000)).recommendations().getFirst();

    assertTrue(recommendation.how().orElseThrow().contains("run it on the primary"));
  }

  private static TableGiven waitsForMuch() {
    return Given.table("orders").rows(100_000_000).dead(16_000_000);
  }

  private static Recommendation tuning(TableGiven table) {
    return assess(Given.server().with(table)).recommendations().stream()
        .filter(each -> each.change().orElse(null) instanceof SettingChange.OfTable)
        .findFirst()
        .orElseThrow();
  }

  private static long tunings(Assessment assessment) {
    return assessment.recommendations().stream()
        .filter(each -> each.change().orElse(null) instanceof SettingChange.OfTable)
        .count();
  }

  private static Remedy napOf(long seconds) {
    return new Remedy.Tune(
        new Subject.Cluster(),
        Setting.AUTOVACUUM_NAPTIME,
        new Goal.LookedAtEvery(Duration.ofSeconds(seconds)));
  }

  private static Finding finding(Remedy... remedies) {
    return new Finding(
        "x",
        Severity.WARNING,
        new Subject.Cluster(),
        "x",
        List.of(),
        "x",
        Confidence.HIGH,
        null,
        List.of(remedies));
  }

  private static Assessment assess(Given given) {
    return assess(given.evidence());
  }

  private static Assessment assess(Evidence evidence) {
    return Advice.on(evidence, RuleBook.examination(evidence));
  }
}
