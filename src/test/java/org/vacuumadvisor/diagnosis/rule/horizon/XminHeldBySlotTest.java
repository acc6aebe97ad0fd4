package org.vacuumadvisor.diagnosis.rule.horizon;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.vacuumadvisor.action.Permission;
import org.vacuumadvisor.action.SlotPreconditions;
import org.vacuumadvisor.diagnosis.Fact;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.diagnosis.rule.Given;
import org.vacuumadvisor.diagnosis.rule.Holders;
import org.vacuumadvisor.diagnosis.rule.Verdicts;
import org.vacuumadvisor.model.HorizonHolder.Slot;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.Reading.Why;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.unit.Bytes;

class XminHeldBySlotTest {
  @Test
  void isSilentAboutSlotsInUse() {
    assertEquals(
        List.of(),
        examine(
            Given.server()
                .with(Holders.slotOfStandby("replica", true, 5))
                .with(Holders.logicalSlot("cdc", true, 5))));
  }

  @Test
  void speaksOfASlotWhoseStandbyIsGone() {
    var forgotten = Holders.slotOfStandby("old_replica", false, 3_000_000);

    var finding = examine(Given.server().with(forgotten)).getFirst();

    assertEquals(Severity.WARNING, finding.severity());
    assertEquals(new Subject.Cluster(), finding.subject());
    assertEquals(
        "Replication slot old_replica has no consumer, retains 3 GB of WAL and keeps dead rows from"
            + " being removed in every database",
        finding.headline());
    assertEquals(List.of(new Remedy.DropSlot(forgotten)), finding.remedies());
  }

  /// A standby that is gone for ten seconds may be back at once; 200 million transactions were not
  /// held in ten seconds (`autovacuum_freeze_max_age`).
  @Test
  void waitsForNobodyWhoHoldsUpFreezing() {
    var slot = Holders.slotOfStandby("dr", false, 200_000_001);

    var finding =
        examine(Given.server().with(Holders.goneSince(slot, Duration.ofSeconds(10)))).getFirst();

    assertEquals(Severity.CRITICAL, finding.severity());
    assertTrue(finding.headline().startsWith("Replication slot dr has no consumer"));
  }

  /// A logical slot has a `catalog_xmin`: it concerns the catalogs alone.
  @Test
  void leavesOrdinaryTablesOutOfWhatALogicalSlotHolds() {
    var orders = Given.table("orders").dead(100_000);

    var finding =
        examine(Given.server().with(orders).with(Holders.logicalSlot("cdc", false, 5))).getFirst();

    assertEquals(Severity.ADVICE, finding.severity());
    assertTrue(finding.headline().endsWith("in the system catalogs of every database"));
    assertTrue(finding.evidence().stream().noneMatch(fact -> fact.label().contains("orders")));
  }

  /// It is no standby's, although it is physical and active, nor can it be dropped.
  @Test
  void knowsTheSlotThatTheServerKeepsForSubscriptions() {
    for (boolean isActive : List.of(true, false)) {
      var slot = Holders.slotOfStandby("pg_conflict_detection", isActive, 1_000_001);
      var given = Given.server().with(slot);

      var finding = examine(given).getFirst();

      assertEquals(Severity.WARNING, finding.severity());
      assertTrue(finding.explanation().contains("retain_dead_tuples"));
      assertEquals(List.of(new Remedy.CatchUp(slot)), finding.remedies());
      assertEquals(List.of(), Verdicts.findings(new XminHeldByStandby(), given));
    }
    assertEquals(
        List.of(),
        examine(
            Given.server().with(Holders.slotOfStandby("pg_conflict_detection", true, 1_000_000))));
  }

  /// A consumer that is connected confirms what it received; a million IDs is about ten minutes.
  @Test
  void speaksOfAConsumerThatLags() {
    var late = Holders.logicalSlot("cdc", true, 1_000_001);

    var finding = examine(Given.server().with(late)).getFirst();

    assertEquals(Severity.ADVICE, finding.severity());
    assertEquals(List.of(new Remedy.CatchUp(late)), finding.remedies());
    assertEquals(
        List.of(), examine(Given.server().with(Holders.logicalSlot("cdc", true, 1_000_000))));
  }

  /// Not what is on its way, nor of one that has just connected; a megabyte less is no segment.
  @Test
  void namesAConsumerThatConfirmsNothing() {
    var slot = Holders.logicalSlot("cdc", true, 5);
    var segment = Holders.confirmingAllBut(Bytes.ofMegabytes(16), slot);
    var less = Holders.confirmingAllBut(Bytes.ofMegabytes(15), slot);

    var finding = examine(Given.server().with(Holders.sender("debezium")).with(segment)).getFirst();

    assertEquals(Severity.WARNING, finding.severity());
    assertEquals(
        "Replication slot cdc: its consumer debezium (pid 77, 10.0.0.7) is connected and confirms"
            + " nothing; it keeps 3 GB of WAL and the catalogs of every database",
        finding.headline());
    assertTrue(Verdicts.facts(finding).contains("WAL it has yet to confirm: 16 MB"));
    assertEquals(List.of(), examine(Given.server().with(Holders.sender("debezium")).with(less)));
    assertEquals(List.of(), examine(Given.server().with(segment)));
  }

  /// It cannot confirm what the standby has not: whoever reads it is not the one to ask.
  @Test
  void sendsForTheStandbyThatALogicalSlotWaitsFor() {
    var standby = Holders.slotOfStandby("sb1", false, 5);
    var late = Holders.logicalSlot("cdc", true, 1_000_001);
    var given = Given.server().withIdle(standby).with(late);

    assertEquals(
        List.of(new Remedy.DropSlot(standby)),
        examine(given.with("synchronized_standby_slots", "sb2, sb1", null)).getFirst().remedies());
    assertInstanceOf(
        Permission.Forbidden.class, new SlotPreconditions(given.survey()).dropping(standby));
    assertEquals(
        List.of(new Remedy.CatchUp(late)),
        examine(given.with("synchronized_standby_slots", "sb10", null)).getFirst().remedies());
  }

  /// Two looks tell it without a right to see the sender.
  @Test
  void seesTwiceThatNothingWasConfirmed() {
    var before =
        Holders.confirmingAllBut(Bytes.ofMegabytes(20), Holders.logicalSlot("cdc", true, 5));
    var moved =
        Holders.confirmingAllBut(Bytes.ofMegabytes(17), Holders.logicalSlot("cdc", true, 5));
    var older = Given.server().taken(Duration.ofSeconds(30), 3_000_000_000L).with(before);

    assertEquals(
        1,
        Verdicts.findings(new XminHeldBySlot(), Given.server().with(before).after(older)).size());
    assertEquals(
        List.of(),
        Verdicts.findings(new XminHeldBySlot(), Given.server().with(moved).after(older)));
  }

  /// A client that asks for `test_decoding` and never flushes showed on 14, 18 and 19 the position
  /// at which it connected as `flush_lsn`, and no lag: one look does not tell it from one at work.
  @Test
  void doesNotKnowFromOneLookWhetherAConsumerConfirmsAtAll() {
    var slot =
        Holders.confirmingAllBut(Bytes.ofMegabytes(170), Holders.logicalSlot("cdc", true, 5));
    var moved =
        Holders.confirmingAllBut(Bytes.ofMegabytes(171), Holders.logicalSlot("cdc", true, 5));
    var rule = new XminHeldBySlot();

    assertEquals(
        List.of(
            "whether the consumer of slot cdc, 170 MB of WAL behind, confirms what it received"),
        Verdicts.lacks(rule, Given.server().with(slot)));
    assertEquals(1, Verdicts.lacks(rule, Given.server().with(slot).after(secondsAgo(slot))).size());
    assertEquals(
        List.of(), Verdicts.lacks(rule, Given.server().with(slot).after(secondsAgo(moved))));
  }

  private static Given secondsAgo(Slot slot) {
    return Given.server().taken(Duration.ofSeconds(3), 3_000_000_000L).with(slot);
  }

  @Test
  void warnsFromAHundredThousandTransactionsOn() {
    var at = Given.server().with(Holders.slotOfStandby("a", false, 100_000));
    var past = Given.server().with(Holders.slotOfStandby("a", false, 100_001));

    assertEquals(Severity.ADVICE, examine(at).getFirst().severity());
    assertEquals(Severity.WARNING, examine(past).getFirst().severity());
  }

  /// A consumer needs some seconds to come back after a restart.
  @Test
  void givesAConsumerTimeToComeBack() {
    var slot = Holders.slotOfStandby("a", false, 3_000_000);

    assertEquals(
        List.of(), examine(Given.server().with(Holders.goneSince(slot, Duration.ofMillis(370)))));
    assertEquals(List.of(), examine(Given.server().startedAgo(Duration.ofMillis(370)).with(slot)));
    assertEquals(
        1, examine(Given.server().with(Holders.goneSince(slot, Duration.ofSeconds(60)))).size());
  }

  /// It keeps 3 GB of WAL: that is told, and nothing is to be done yet.
  @Test
  void onlyNamesAConsumerThatMayComeBack() {
    for (long seconds : new long[] {9, 10, 59}) {
      var slot = Holders.slotOfStandby("a", false, 3_000_000);
      var gone = Holders.goneSince(slot, Duration.ofSeconds(seconds));

      var found = examine(Given.server().with(gone)).stream();

      assertEquals(
          seconds < 10 ? List.of() : List.of(Severity.INFO),
          found.filter(each -> each.remedies().isEmpty()).map(Finding::severity).toList());
    }
  }

  /// What a vacuum left since is proof, however short its consumer is away.
  @Test
  void speaksInTheFirstMinuteOfRowsThatAVacuumLeft() {
    var table = Given.table("orders").dead(200_000).vacuumed(Given.NOW);
    for (long seconds : new long[] {9, 10, 59, 60}) {
      var slot =
          Holders.goneSince(Holders.slotOfStandby("a", false, 5), Duration.ofSeconds(seconds));

      var found = examine(Given.server().with(table).with(slot)).stream();

      assertEquals(
          seconds < 10 ? List.of() : List.of(seconds < 60 ? Severity.ADVICE : Severity.WARNING),
          found
              .filter(each -> each.remedies().equals(List.of(new Remedy.DropSlot(slot))))
              .map(Finding::severity)
              .toList());
    }
  }

  /// A subscriber that fails at a row comes back every few seconds, so that it was never long away.
  @Test
  void namesAConsumerThatIsBehindAlthoughItWasThereAMomentAgo() {
    var slot =
        Holders.goneSince(Holders.logicalSlot("cdc", false, 1_000_001), Duration.ofSeconds(2));

    var finding = examine(Given.server().with(slot)).getFirst();

    assertEquals(Severity.ADVICE, finding.severity());
    assertEquals(List.of(new Remedy.CatchUp(slot)), finding.remedies());
    assertTrue(finding.headline().contains("its consumer was there a moment ago"));
  }

  /// As 19 showed it: the row that a subscription inserts is there already, and its worker fails
  /// and starts again every 3 s. At some looks its sender is there.
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void namesTheSubscriptionHereThatFails(boolean active) {
    var away =
        Holders.confirmingAllBut(
            Bytes.ofMegabytes(118),
            Holders.goneSince(Holders.logicalSlot("dwh_orders", active, 5), Duration.ZERO));
    var subscription =
        new Slot.Subscription("dwh", "dwh_orders", Reading.of(true), Reading.of(392L));
    var consumer =
        new Slot.Consumer(
            away.consumer().active(),
            away.consumer().pid(),
            away.consumer().goneSince(),
            Reading.of(subscription));

    var found = examine(Given.server(Release.V19).with(slot(away, consumer, away.wal())));

    assertEquals(1, found.size());
    assertEquals(Severity.WARNING, found.getFirst().severity());
    assertTrue(
        found
            .getFirst()
            .headline()
            .startsWith(
                "Replication slot dwh_orders: its subscription dwh_orders in database dwh, 392"
                    + " errors so far, has yet to confirm"),
        found.getFirst().headline());
  }

  /// `logical_decoding_work_mem` is 64 MB: nobody who reads on leaves so much unconfirmed behind.
  @Test
  void namesAConsumerThatComesAndGoes() {
    for (long megabytes : new long[] {63, 64}) {
      var slot =
          Holders.confirmingAllBut(
              Bytes.ofMegabytes(megabytes), Holders.logicalSlot("cdc", false, 300));
      var gone = Given.server().with(Holders.goneSince(slot, Duration.ofSeconds(6)));

      assertEquals(megabytes / 64, Verdicts.findings(new XminHeldBySlot(), gone).size());
    }
  }

  /// The worker that keeps a slot of the primary in step moves it every few seconds: nobody reads
  /// it here.
  @Test
  void looksForNoConsumerOfASlotThatIsKeptInStep() {
    var far = Holders.confirmingAllBut(Bytes.ofGigabytes(2), Holders.logicalSlot("cdc", false, 5));
    for (long seconds : new long[] {2, 30}) {
      var slot = Holders.goneSince(far, Duration.ofSeconds(seconds));

      for (boolean isSynced : new boolean[] {false, true}) {
        var given =
            Given.server()
                .asStandby()
                .with(Setting.HOT_STANDBY_FEEDBACK, "on")
                .with(Holders.synced(slot, isSynced));

        assertEquals(isSynced, examine(given).isEmpty());
      }
    }
  }

  @Test
  void saysThatARestartHidesSinceWhenNobodyReads() {
    var gone = Holders.goneSince(Holders.logicalSlot("cdc", false, 300_000), Duration.ofMinutes(4));

    assertTrue(
        examine(Given.server().startedAgo(Duration.ofMinutes(4)).with(gone))
            .getFirst()
            .headline()
            .startsWith("Replication slot cdc has no consumer for at least 4 min, "));
  }

  /// That nobody read it for half a minute does not say that its consumer went away just then.
  @Test
  void speaksOfItAfterTwoLooksAsAfterOne() {
    var slot = Holders.logicalSlot("cdc", false, 5);
    for (int seconds : new int[] {20, 31, 60, 90}) {
      var older = Given.server().taken(Duration.ofSeconds(seconds), 3_000_000_000L).with(slot);
      var now = Given.server().with(slot).after(older);

      assertEquals(1, Verdicts.findings(new XminHeldBySlot(), now).size(), seconds + " s");
    }
  }

  /// A consumer that reads now and then is away between two reads: before 17 nobody shows since
  /// when.
  @Test
  void onlyNamesASlotThatKeepsLittle() {
    var slot = Holders.logicalSlot("cdc", false, 5);
    var little = slot(slot, slot.consumer(), wal(new Bytes(56)));
    var more = slot(slot, slot.consumer(), wal(Bytes.ofMegabytes(16)));

    assertEquals(Severity.INFO, examine(Given.server().with(little)).getFirst().severity());
    assertEquals(Severity.ADVICE, examine(Given.server().with(more)).getFirst().severity());
    assertEquals(
        Severity.ADVICE,
        examine(Given.server().with(Holders.goneSince(little, Duration.ofHours(1))))
            .getFirst()
            .severity());
  }

  /// A subscription reads its first copy by a session of that name, not through the slot
  /// (`ReplicationSlotNameForTablesync()`, `LogicalRepSyncTableStart()`).
  @Test
  void leavesAFirstCopyAlone() {
    var slot = Holders.logicalSlot("pg_16398_sync_16388_7713498941091926428", false, 300_000);
    var young = Holders.goneSince(slot, Duration.ofMinutes(4));
    var old = Holders.goneSince(slot, Duration.ofHours(3));
    var copy = Holders.client(9, slot.name(), "active", Duration.ofHours(3), Duration.ofHours(3));

    assertEquals(Severity.INFO, examine(Given.server().with(young)).getFirst().severity());
    assertEquals(List.of(), examine(Given.server().with(young).with(copy)));
    assertEquals(List.of(), examine(Given.server().with(old).with(copy)));
    assertEquals(1, examine(Given.server().with(old)).size());
    assertInstanceOf(
        Permission.Forbidden.class,
        new SlotPreconditions(Given.server().with(old).survey()).dropping(old));
  }

  /// PostgreSQL keeps `max_wal_size` for itself at most; what a slot keeps beyond is its doing
  /// (`wal_status` extended).
  @Test
  void namesASlotThatKeepsWalAlone() {
    var slot = Holders.slotOfStandby("barman", false, 0);
    var server = Given.server().with(Setting.MAX_WAL_SIZE, "64MB");
    var finding =
        examine(server.withIdle(slot(slot, slot.consumer(), wal(Bytes.ofMegabytes(559)))))
            .getFirst();

    assertEquals(Severity.ADVICE, finding.severity());
    assertEquals(
        "Replication slot barman has no consumer and retains 559 MB of WAL", finding.headline());
    var within =
        Given.server()
            .with(Setting.MAX_WAL_SIZE, "64MB")
            .withIdle(slot(slot, slot.consumer(), wal(Bytes.ofMegabytes(64))));
    assertEquals(List.of(), examine(within));
  }

  /// Logical slots with `failover` send nothing that it has not confirmed (17): it is left out of
  /// the setting before it is dropped.
  @Test
  void tellsOfAKeptSlotThatOthersWaitForIt() {
    var slot = Holders.slotOfStandby("standby_b", false, 0);
    var server =
        Given.server(Release.V17)
            .with("synchronized_standby_slots", "standby_a, standby_b", null)
            .withIdle(slot(slot, slot.consumer(), wal(Bytes.ofMegabytes(345))));

    var finding = examine(server).getFirst();

    assertTrue(finding.explanation().contains("failover"));
    assertTrue(
        finding.remedies().getFirst() instanceof Remedy.Act act
            && act.more().contains("take the slot out of synchronized_standby_slots"));
  }

  /// A receiver reads all the time: on 13, a slot whose backup server was gone kept 474 MB while
  /// its `wal_status` was still `reserved`, and 16 MB more each 30 s.
  @Test
  void namesWalThatIsKeptForNobodyBeforeItIsMuch() {
    var slot = Holders.slotOfStandby("barman", false, 0);
    var read = Holders.slotOfStandby("barman", true, 0);
    var left = wal(Bytes.ofMegabytes(474));
    var server = Given.server().with(Setting.MAX_WAL_SIZE, "1GB");
    var inUse = Given.server().with(Setting.MAX_WAL_SIZE, "1GB");

    assertEquals(
        List.of(Severity.ADVICE),
        examine(server.withIdle(slot(slot, slot.consumer(), left))).stream()
            .map(Finding::severity)
            .toList());
    assertEquals(List.of(), examine(inUse.withIdle(slot(read, read.consumer(), left))));
  }

  private static Slot.Wal wal(Bytes retained) {
    return new Slot.Wal(
        Reading.missing(Why.NOT_COLLECTED),
        Reading.missing(Why.NOT_COLLECTED),
        Reading.of(retained),
        Reading.missing(Why.NOT_COLLECTED),
        Reading.missing(Why.NOT_COLLECTED),
        Reading.missing(Why.NOT_COLLECTED));
  }

  @Test
  void saysHowMuchWalTheSlotKeeps() {
    var finding =
        examine(Given.server().with(Holders.slotOfStandby("a", false, 3_000_000))).getFirst();

    assertTrue(
        finding.evidence().stream()
            .anyMatch(fact ->
                fact.label().equals("WAL it keeps")
                    && fact.value().equals(Bytes.ofGigabytes(3).toString())));
  }

  @Test
  void saysNothingOfDeadRowsItCannotCount() {
    var finding =
        examine(
                Given.server()
                    .with(Given.table("orders").notCounted())
                    .with(Holders.slotOfStandby("a", false, 5)))
            .getFirst();

    assertTrue(
        finding.evidence().stream().map(Fact::label).noneMatch(each -> each.contains("dead")));
  }

  @Test
  void namesASlotOnceThatHoldsTablesAndCatalogs() {
    var findings =
        examine(
            Given.server()
                .with(Holders.slotOfStandby("a", false, 5))
                .with(Holders.logicalSlot("a", false, 9)));

    assertEquals(1, findings.size());
    assertEquals(new Subject.Cluster(), findings.getFirst().subject());
  }

  @Test
  void provesItWithTheConsumerTheWalAndTheKind() {
    var finding =
        examine(Given.server().with(Holders.slotOfStandby("a", false, 3_000_000))).getFirst();

    assertTrue(
        Verdicts.facts(finding)
            .containsAll(
                List.of("consumer connected: no", "WAL it keeps: 3 GB", "kind of slot: physical")));
  }

  /// Ordinary tables are not affected by what a logical slot holds.
  @Test
  void saysWhatASlotOfItsKindKeeps() {
    var physical = examine(Given.server().with(Holders.slotOfStandby("a", false, 5)));
    var logical = examine(Given.server().with(Holders.logicalSlot("a", false, 5)));

    assertTrue(physical.getFirst().explanation().contains("in all databases"));
    assertTrue(logical.getFirst().explanation().contains("ordinary tables are not affected"));
  }

  @Test
  void isClearWhereNoSlotHoldsAnything() {
    assertEquals(1, Verdicts.cleared(new XminHeldBySlot(), Given.server()));
  }

  /// A temporary slot goes with its session: it is late past a million, like any other in use.
  @Test
  void speaksOfATemporarySlotOnceItIsFarBehind() {
    assertEquals(List.of(), examine(Given.server().with(temporary(1_000_000))));
    assertEquals(
        List.of(new Remedy.CatchUp(temporary(1_000_001))),
        examine(Given.server().with(temporary(1_000_001))).getFirst().remedies());
  }

  /// A subscription that is disabled lets its slot stay where it is, however young that is.
  @Test
  void namesThePausedSubscriptionOnceATableIsDue() {
    var slot = Holders.slotOfStandby("pg_conflict_detection", true, 5);
    var paused =
        slot(
            slot,
            new Slot.Consumer(
                slot.consumer().active(),
                slot.consumer().pid(),
                slot.consumer().goneSince(),
                Reading.of(
                    new Slot.Subscription(
                        "shop", "orders_sub", Reading.of(false), Reading.of(0L)))),
            slot.wal());
    var kept = Given.table("orders").dead(251);

    assertEquals(List.of(), examine(Given.server(Release.V19).with(paused)));
    assertEquals(List.of(), examine(Given.server(Release.V19).with(slot).with(kept)));
    var finding = examine(Given.server(Release.V19).with(paused).with(kept)).getFirst();
    assertEquals(List.of(new Remedy.CatchUp(paused)), finding.remedies());
    assertEquals(
        "Subscription orders_sub of database shop does not run, and its slot pg_conflict_detection"
            + " keeps dead rows from being removed in every database",
        finding.headline());
  }

  private static Slot temporary(long age) {
    var slot = Holders.logicalSlot("t", false, age);
    return new Slot(
        slot.name(),
        slot.type(),
        slot.plugin(),
        slot.consumer(),
        slot.wal(),
        false,
        true,
        slot.reach(),
        slot.xid(),
        slot.age());
  }

  /// What its standby holds is the standby's matter.
  @Test
  void leavesASlotInUseToTheRuleAboutStandbys() {
    assertEquals(
        List.of(), examine(Given.server().with(Holders.slotOfStandby("replica", true, 3_000_000))));
  }

  /// Nobody may drop what may be in use.
  @Test
  void cannotTellOfASlotOfWhichNobodyShowedWhetherItIsInUse() {
    var unknown = Holders.slotOfStandby("a", false, 3_000_000);
    var hidden =
        slot(
            unknown,
            new Slot.Consumer(
                Reading.missing(Why.NOT_COLLECTED),
                Reading.missing(Why.NOT_COLLECTED),
                Reading.missing(Why.NOT_COLLECTED)),
            unknown.wal());

    assertEquals(List.of(), examine(Given.server().with(hidden)));
    assertEquals(
        List.of("replication slots"),
        Verdicts.lacks(new XminHeldBySlot(), Given.server().with(hidden)));
  }

  /// `safe_wal_size` is negative where the WAL is lost at the next checkpoint.
  @Test
  void saysWhatBecomesOfTheWal() {
    var slot = Holders.slotOfStandby("a", false, 3_000_000);

    assertTrue(
        wal(slot, "unreserved", -1)
            .containsAll(
                List.of(
                    "state of that WAL: unreserved",
                    "WAL that may be written before it is lost: none")));
    assertTrue(
        wal(slot, "extended", 0).contains("WAL that may be written before it is lost: 0 bytes"));
    assertTrue(
        wal(slot, "extended", 1024).contains("WAL that may be written before it is lost: 1 kB"));
  }

  private static List<String> wal(Slot slot, String status, long safe) {
    var wal =
        new Slot.Wal(
            Reading.of(status),
            slot.wal().invalidation(),
            slot.wal().retained(),
            Reading.of(safe),
            slot.wal().restart(),
            slot.wal().confirmed());
    return Verdicts.facts(
        examine(Given.server().with(slot(slot, slot.consumer(), wal))).getFirst());
  }

  private static Slot slot(Slot slot, Slot.Consumer consumer, Slot.Wal wal) {
    return new Slot(
        slot.name(),
        slot.type(),
        slot.plugin(),
        consumer,
        wal,
        false,
        false,
        slot.reach(),
        slot.xid(),
        slot.age());
  }

  @Test
  void isCriticalOncePastTheAgeOfForcedFreezing() {
    assertEquals(
        Severity.WARNING,
        examine(Given.server().with(Holders.slotOfStandby("a", false, 200_000_000)))
            .getFirst()
            .severity());
    assertEquals(
        Severity.CRITICAL,
        examine(Given.server().with(Holders.slotOfStandby("a", false, 200_000_001)))
            .getFirst()
            .severity());
  }

  private static List<Finding> examine(Given given) {
    return new XminHeldBySlot()
        .examine(given.evidence())
        .flatMap(each -> each instanceof Finding finding ? Stream.of(finding) : Stream.empty())
        .toList();
  }
}
