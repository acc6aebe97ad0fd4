package org.vacuumadvisor.advice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.vacuumadvisor.action.Harm;
import org.vacuumadvisor.action.Preconditions;
import org.vacuumadvisor.advice.setting.Asked;
import org.vacuumadvisor.diagnosis.Effect;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.diagnosis.rule.Given;
import org.vacuumadvisor.diagnosis.rule.Holders;
import org.vacuumadvisor.diagnosis.rule.Runs;
import org.vacuumadvisor.evidence.Question;
import org.vacuumadvisor.model.HorizonHolder.Session;
import org.vacuumadvisor.model.HorizonHolder.Slot;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.RelationKind;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.unit.Bytes;

/// The statement for each remedy, as the documentation of the release has it.
class PrescriptionTest {
  private static final Effect EFFECT = new Effect.NotPredicted("it depends");

  @Test
  void vacuumsATableWithItsOptions() {
    assertEquals("VACUUM public.orders;", sql(new Remedy.VacuumNow(orders())));
    assertEquals("VACUUM (FREEZE) public.orders;", sql(new Remedy.VacuumNow(orders(), "FREEZE")));
  }

  /// What takes seconds is done at once.
  @ParameterizedTest
  @CsvSource({"32768, Vacuum public.orders", "32769, Vacuum public.orders in a quiet hour"})
  void vacuumsALargeTableInAQuietHour(long pages, String title) {
    var given = server().with(Given.table("orders").pages(pages));
    var orders = given.survey().relations().getFirst();

    assertEquals(title, of(given, new Remedy.VacuumNow(orders)).title());
  }

  /// SHARE UPDATE EXCLUSIVE does not go with itself, and only autovacuum gives way.
  @ParameterizedTest
  @CsvSource({"true, false", "false, true"})
  void waitsForAVacuumThatSomebodyRuns(boolean isAutovacuum, boolean waits) {
    var at = Runs.scanning(7, 0, 1000, 100, Duration.ofMinutes(5));
    var vacuum = isAutovacuum ? at : Runs.byHand(at);
    var given = server().with(Given.table("orders")).with(vacuum);
    var told = of(given, new Remedy.VacuumNow(given.survey().relations().getFirst()));

    assertEquals(
        waits,
        told.title()
            .endsWith(
                ", after the vacuum of public.orders (pid 7, for about 45 min more) has ended"));
  }

  /// No statement reaches a TOAST table: VACUUM of its owner does.
  @Test
  void vacuumsATableForItsToastTable() {
    var given = server().with(Given.table("documents"), Given.table("pg_toast_1"));
    var toast = given.survey().relations().getLast();
    var told = of(given, new Remedy.VacuumNow(toast));

    assertEquals(Optional.of("VACUUM public.documents;"), told.sql());
    assertEquals("Vacuum the TOAST table of public.documents", told.title());
  }

  /// `ANALYZE ONLY` came with 18.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          TABLE             | 18 | ANALYZE public.t;      | Reads a sample of the table
          PARTITIONED_TABLE | 18 | ANALYZE ONLY public.t; | Reads a sample of its partitions
          PARTITIONED_TABLE | 17 | ANALYZE public.t;      | Reads a sample of its partitions, and analyzes each of them as well
          """)
  void analyzesAPartitionedTableAlone(RelationKind kind, String major, String sql, String cost) {
    var given = Given.server(Release.ofMajor(major)).with(Given.table("t").kind(kind));
    var told = of(given, new Remedy.AnalyzeNow(given.survey().relations().getFirst()));

    assertEquals(Optional.of(sql), told.sql());
    assertEquals(Optional.of(cost), told.risk().cost());
  }

  @Test
  void analyzesADatabase() {
    assertEquals(
        "Analyze every table of database shop", of(new Remedy.AnalyzeDatabase("shop")).title());
    assertEquals("Analyze every table", of(new Remedy.AnalyzeDatabase("")).title());
    assertEquals("ANALYZE;", sql(new Remedy.AnalyzeDatabase("shop")));
  }

  @Test
  void givesParametersBack() {
    assertEquals("Let autovacuum come to public.orders again", reset("autovacuum_enabled").title());
    assertEquals("Take fillfactor of public.orders back", reset("fillfactor").title());
    assertTrue(reset("autovacuum_enabled").verify().contains("last_autovacuum"));
    assertTrue(reset("fillfactor").verify().contains("reloptions"));
  }

  private static Recommendation reset(String parameter) {
    return of(new Remedy.ResetTable(orders(), new TreeSet<>(List.of(parameter))));
  }

  @Test
  void asksByAStatementOrInWords() {
    assertEquals("SHOW server_version;", sql(new Remedy.Ask(Question.RELEASE)));
    assertEquals(Optional.empty(), of(new Remedy.Ask(Question.LOG)).sql());
    assertTrue(of(new Remedy.Ask(Question.LOG)).how().orElseThrow().startsWith("Look for the "));
  }

  @Test
  void looksWhereItIsTold() {
    var look = new Remedy.Inquire("Find out", Question.RELEASE, Optional.of("shop"));

    assertEquals(Optional.of("shop"), of(look).database());
    assertEquals(
        Optional.empty(),
        of(new Remedy.Inquire("Find out", Question.RELEASE, Optional.empty())).database());
  }

  /// A standby takes no writes.
  @Test
  void sendsWritesToThePrimary() {
    var standby = server().asStandby().with(Given.table("orders"));

    assertTrue(
        of(standby, new Remedy.VacuumNow(orders(), "FREEZE"))
            .how()
            .orElseThrow()
            .contains("run it on the primary"));
    assertFalse(of(new Remedy.VacuumNow(orders(), "FREEZE")).how().isPresent());
  }

  /// `REINDEX CONCURRENTLY` came with 12, `REPACK (CONCURRENTLY)` with 19 for tables with a primary
  /// key; what takes the table away from others is offered where that is short.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          # release, primary key, size in MB | statement
          18 | false | 1     | VACUUM (FULL, ANALYZE) public.t;
          18 | true  | 10000 |
          19 | true  | 10000 | REPACK (CONCURRENTLY) public.t;
          19 | false | 10000 | REPACK public.t;
          """)
  void rewritesATableAsTheReleaseCan(String major, boolean keyed, long megabytes, String sql) {
    var table = Given.table("t");
    var given = Given.server(Release.ofMajor(major)).with(keyed ? table.indexed() : table);
    var relation = given.survey().relations().getFirst();
    var told = of(given, new Remedy.RewriteTable(relation, EFFECT, Bytes.ofMegabytes(megabytes)));

    assertEquals(Optional.ofNullable(sql), told.sql());
    assertEquals(
        sql == null, told.how().orElseThrow().contains("it needs a primary key, which is there"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          12 | REINDEX INDEX CONCURRENTLY public.t_pkey;
          11 |
          """)
  void rebuildsAnIndexAsTheReleaseCan(String major, String sql) {
    var given = Given.server(Release.ofMajor(major)).with(Given.table("t").indexed());
    var relation = given.survey().relations().getFirst();
    var told =
        of(
            given,
            new Remedy.RebuildIndex(
                relation, relation.indexes().getFirst(), EFFECT, Bytes.ofMegabytes(1)));

    assertEquals(Optional.ofNullable(sql), told.sql());
    assertEquals("Rebuild index t_pkey of public.t", told.title());
    if (sql == null) {
      assertTrue(told.how().orElseThrow().startsWith("PostgreSQL 11 cannot rebuild it"));
    }
  }

  /// The WAL that a slot keeps is bounded from 13 on, and its time from 18 on.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          12 |    | false | false
          13 | -1 | true  | false
          17 |    | true  | false
          17 | 0  | false | false
          18 | -1 | true  | true
          """)
  void saysWhatBoundsASlotBeforeItIsDropped(String major, String keep, boolean size, boolean time) {
    var given = Given.server(Release.ofMajor(major));
    if (keep != null) {
      given.with(Setting.MAX_SLOT_WAL_KEEP_SIZE, keep);
    }
    var told = of(given, new Remedy.DropSlot(Holders.slotOfStandby("old", false, 3_000_000)));
    var how = told.how().orElseThrow();

    assertTrue(how.contains("It keeps 3 GB of WAL."), how);
    assertTrue(how.contains("a standby, or a tool that archives"), how);
    var now = keep == null ? "by default" : "now";
    assertEquals(size, how.contains("max_slot_wal_keep_size, unlimited " + now), how);
    assertEquals(time, how.contains("idle_replication_slot_timeout"), how);
  }

  /// Whoever comes back has a billion transactions to read, and the server stops before.
  @Test
  void dropsASlotThatNobodyCanCatchUpFrom() {
    var lost = Holders.logicalSlot("cdc", false, 1_000_000_001);
    var told = of(new Remedy.DropSlot(Holders.goneSince(lost, Duration.ofMinutes(1))));

    assertEquals(
        "Drop replication slot cdc: its consumer cannot catch up before transaction IDs run out",
        told.title());
    assertTrue(told.sql().orElseThrow().contains("pg_drop_replication_slot"));
  }

  /// Its statement is named, and is no step.
  @Test
  void leavesASlotWhoseConsumerMayComeBack() {
    var away = Holders.logicalSlot("it's", false, 3_000_000);
    var told = of(new Remedy.DropSlot(Holders.goneSince(away, Duration.ofMinutes(5))));

    assertEquals("Start the consumer of replication slot it's again", told.title());
    assertEquals(Optional.empty(), told.sql());
    assertTrue(told.how().orElseThrow().contains("pg_drop_replication_slot('it''s')"));
  }

  @Test
  void saysWhoMayHaveUsedALogicalSlot() {
    var how =
        of(new Remedy.DropSlot(Holders.logicalSlot("cdc", false, 3_000_000))).how().orElseThrow();

    assertTrue(
        how.contains(
            "a subscriber or a change-data-capture tool of database shop, decoded by pgoutput"),
        how);
  }

  /// On 19, a subscription with `disable_on_error` stopped at a row that was there already: started
  /// again it stops there again, and without its slot it cannot go on.
  @Test
  void namesTheDisabledSubscriptionOfASlot() {
    var gone = Holders.goneSince(Holders.logicalSlot("cdc", false, 3_000_000), Duration.ofHours(3));
    var told = of(new Remedy.DropSlot(readBySubscription(gone, false)));

    assertEquals(
        "Look in the server's log why subscription crm in database dwh was disabled", told.title());
    assertEquals(Optional.empty(), told.sql());
  }

  /// On 19, one that fails at a row tries again every few seconds.
  @Test
  void namesTheFailingSubscriptionOfASlot() {
    var told =
        of(new Remedy.CatchUp(readBySubscription(Holders.logicalSlot("cdc", false, 5), true)));

    assertEquals(
        "Look in the server's log why subscription crm in database dwh fails", told.title());
    assertTrue(told.how().orElseThrow().startsWith("It counts 392 errors"));
    assertEquals(Optional.empty(), told.sql());
  }

  private static Slot readBySubscription(Slot slot, boolean enabled) {
    var by = new Slot.Subscription("dwh", "crm", Reading.of(enabled), Reading.of(392L));
    var of = slot.consumer();
    return new Slot(
        slot.name(),
        slot.type(),
        slot.plugin(),
        new Slot.Consumer(of.active(), of.pid(), of.goneSince(), Reading.of(by)),
        slot.wal(),
        slot.synced(),
        slot.temporary(),
        slot.reach(),
        slot.xid(),
        slot.age());
  }

  @Test
  void neverDropsASlotInUse() {
    var told = of(new Remedy.CatchUp(Holders.logicalSlot("cdc", true, 3_000_000)));

    assertEquals(
        "Ask the sink behind slot cdc why it does not confirm what it received", told.title());
    assertEquals(Optional.empty(), told.sql());
  }

  @Test
  void namesTheTimeoutThatFitsTheSession() {
    var hour = Duration.ofHours(1);
    var idle = of(end(Holders.writer("idle in transaction", hour, 200_000))).how().orElseThrow();
    var busy = of(end(Holders.writer("active", hour, 200_000))).how().orElseThrow();

    assertTrue(idle.startsWith("Better, let web of user shop commit or roll back."), idle);
    assertTrue(idle.contains("idle_in_transaction_session_timeout"), idle);
    assertFalse(busy.contains("idle_in_transaction_session_timeout"), busy);
    assertTrue(busy.contains("statement_timeout"), busy);
  }

  @Test
  void looksForAHolderInItsDatabase() {
    assertEquals(
        Optional.of("shop"),
        of(new Remedy.FindHolder(Optional.of("shop"), Optional.empty(), Optional.empty()))
            .database());
  }

  private static Remedy end(Session session) {
    return new Remedy.EndSession(session, Harm.VACUUM_KEPT_ROWS);
  }

  private static Given server() {
    return Given.server();
  }

  private static Relation orders() {
    return server().with(Given.table("orders")).survey().relations().getFirst();
  }

  private static String sql(Remedy remedy) {
    return of(remedy).sql().orElseThrow();
  }

  private static Recommendation of(Remedy remedy) {
    return of(server().with(Given.table("orders")), remedy);
  }

  private static Recommendation of(Given given, Remedy remedy) {
    var finding =
        Finding.of("some-rule", Severity.WARNING, new Subject.Cluster(), "Something").build();
    var evidence = given.evidence();
    var actions = new HorizonRemedies(evidence.survey(), new Preconditions(evidence.survey()));
    return new Prescription(Asked.of(finding, remedy), actions, evidence).recommendation();
  }
}
