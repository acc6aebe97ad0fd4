package org.vacuumadvisor.action;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.vacuumadvisor.diagnosis.rule.Given;
import org.vacuumadvisor.diagnosis.rule.Holders;
import org.vacuumadvisor.diagnosis.rule.Runs;
import org.vacuumadvisor.model.Backend;
import org.vacuumadvisor.model.Command;
import org.vacuumadvisor.model.HorizonHolder;
import org.vacuumadvisor.model.HorizonHolder.Session;
import org.vacuumadvisor.postgres.Release;

/// What may be ended, finished or dropped, and by which statement.
class PreconditionsTest {
  private static final String IDLE = "idle in transaction";
  private static final Duration LONG = Duration.ofHours(1);

  /// A process ID may be another session's by the time the statement runs.
  @Test
  void comparesWhatWasSeenOfASession() {
    assertEquals(
        new Permission.Granted(
            "SELECT pg_catalog.pg_terminate_backend(pid) FROM pg_catalog.pg_stat_activity WHERE pid"
                + " = 42 AND backend_start = '2026-11-21T07:00:00Z' AND xact_start ="
                + " '2026-11-21T11:00:00Z' AND state = 'idle in transaction' AND state_change ="
                + " '2026-11-21T11:00:00Z' AND backend_xid = '2999799999';"),
        ending(Holders.writer(IDLE, LONG, 200_001)));
  }

  @Test
  void endsNobodyWhoseHorizonIsNearUnlessAVacuumKeptRows() {
    var near = Holders.writer(IDLE, LONG, 100_000);

    assertInstanceOf(Permission.Forbidden.class, ending(near));
    assertInstanceOf(
        Permission.Granted.class,
        new Preconditions(Given.server().with(near).survey()).ending(near, Harm.VACUUM_KEPT_ROWS));
  }

  @Test
  void endsNobodyWhoWorksForLessThanFiveMinutes() {
    var busy = Holders.session("web", "active", LONG, Duration.ofMinutes(4), true, 200_001);

    assertInstanceOf(Permission.Granted.class, ending(busy), "its transaction is an hour old");
    assertInstanceOf(
        Permission.Forbidden.class,
        ending(Holders.writer("active", Duration.ofSeconds(299), 200_001)));
    assertInstanceOf(
        Permission.Forbidden.class, ending(Holders.writer(IDLE, Duration.ofSeconds(59), 200_001)));
  }

  /// What an import has written would be lost with it.
  @ParameterizedTest
  @CsvSource({"true, 299, forbidden", "true, 300, granted", "false, 60, granted"})
  void givesWhoHasWrittenFiveMinutes(boolean isWriter, long seconds, String verdict) {
    var idle = Duration.ofSeconds(seconds);

    assertEquals(
        verdict, verdict(ending(Holders.session("import", IDLE, idle, idle, isWriter, 200_001))));
  }

  /// A migration with a lock on a table is worth as much: autovacuum can wait, people should not.
  @Test
  void givesItThemWhereOnlyAutovacuumIsInItsWay() {
    var idle = Duration.ofSeconds(80);
    var migration = Holders.session("migration", IDLE, idle, idle, true, 10);
    var given = Given.server().with(migration).with(migration.backend());

    assertInstanceOf(
        Permission.Forbidden.class, new Preconditions(given.survey()).ending(migration.backend()));
    var reader = Holders.waiting(Holders.client(8, "web", "active", idle, idle), 42);
    assertInstanceOf(
        Permission.Granted.class,
        new Preconditions(given.with(reader).survey()).ending(migration.backend()));
  }

  /// Of a younger transaction it is not known that it holds anything, and somebody may come back.
  @Test
  void leavesTheYoungerOfTwoAloneThatWereIdleForMinutes() {
    var minutes = Duration.ofMinutes(4);
    var older = Holders.session(Holders.client(7, "web", IDLE, minutes, minutes), false, 400_000);
    var younger = Holders.session(Holders.client(8, "web", IDLE, minutes, minutes), false, 300_000);
    var preconditions = new Preconditions(Given.server().with(younger).with(older).survey());

    assertEquals(List.of(older), preconditions.endedWith(older));
    assertEquals("granted", verdict(preconditions.ending(older, Harm.NOT_PROVEN)));
    assertEquals("forbidden", verdict(preconditions.ending(younger, Harm.NOT_PROVEN)));
  }

  /// What it did so far would be lost, and it goes on: a cursor that fetches for another server,
  /// too.
  @Test
  void leavesAloneForAnHourWhatGoesFromStatementToStatement() {
    var second = Duration.ofSeconds(1);
    for (var state : List.of(IDLE, "active")) {
      for (boolean isWriter : List.of(true, false)) {
        var young = Holders.session("web", state, LONG.minus(second), second, isWriter, 200_001);
        var old = Holders.session("web", state, LONG, second, isWriter, 200_001);

        assertInstanceOf(Permission.Forbidden.class, ending(young));
        assertInstanceOf(Permission.Granted.class, ending(old));
      }
    }
  }

  /// `pg_stat_activity` then shows `disabled`, and no times, to whomever.
  @Test
  void asksForTrackActivitiesWhereItIsOff() {
    var client = Backend.unseen(7, "shop", "web");
    var untracked = Holders.session(client, false, 5);
    var given = Given.server().with("track_activities", "off", null);

    assertEquals(
        "ALTER SYSTEM SET track_activities = on",
        assertInstanceOf(
                Permission.NotShown.class,
                new Preconditions(given.survey()).ending(untracked, Harm.NOT_PROVEN))
            .ask());
  }

  @Test
  void asksForTheRightToSeeWhatIsHidden() {
    var hidden = Holders.session(Holders.hidden(43, "o'neil"), true, 500_000);

    assertEquals(
        "GRANT pg_read_all_stats TO advisor",
        assertInstanceOf(Permission.NotShown.class, ending(hidden)).ask());
  }

  /// The lock is what everybody sees of it, and what the statement compares.
  @Test
  void cancelsAHiddenStatementAsLongAsItWaitsForThatLock() {
    var waiter = Holders.waiting(Holders.hidden(7, "shop"), 9);
    var reads = Given.server().with(waiter).with(Runs.waits(7, 0, "AccessShareLock", 9));
    var wants = Given.server().with(waiter).with(Given.table("t")).with(Runs.waits(7, 0, 9));

    assertInstanceOf(
        Permission.NotShown.class, new Preconditions(reads.evidence().survey()).cancelling(waiter));
    assertEquals(
        "SELECT pg_catalog.pg_cancel_backend(pid) FROM pg_catalog.pg_locks WHERE pid = 7 AND"
            + " relation"
            + " = %d AND NOT granted AND mode = 'AccessExclusiveLock';"
                .formatted(Given.key(0).oid()),
        assertInstanceOf(
                Permission.Granted.class,
                new Preconditions(wants.evidence().survey()).cancelling(waiter))
            .sql());
  }

  /// By its statement where that may be read, and else by its lock.
  @Test
  void callsAStatementThatWaitsByItsName() {
    var client = Holders.waiting(Holders.client(7, "web", "active", LONG, LONG), 9);
    var names =
        Map.of(
            Holders.running(client, Command.VACUUM_WITH_SNAPSHOT), "the VACUUM FULL of public.t",
            Holders.running(client, Command.TRUNCATE), "the TRUNCATE of public.t",
            Holders.running(client, Command.INDEX_BUILD), "the index build of public.t",
            Holders.hidden(7, "shop"), "the DDL, LOCK TABLE or VACUUM FULL of public.t");
    names.forEach((waiter, name) -> {
      var given = Given.server().with(Given.table("t")).with(waiter).with(Runs.waits(7, 0, 9));
      assertEquals(name + " (pid 7)", new Rewrites(given.evidence().survey()).waiting(waiter));
    });
  }

  @Test
  void endsTheOldestAloneButDoesNotWaitForADump() {
    var older = Holders.session(Holders.client(7, "web", IDLE, LONG, LONG), true, 400_000);
    var younger = Holders.session(Holders.client(8, "batch", IDLE, LONG, LONG), true, 300_000);
    var dump = Holders.session(Holders.client(9, "pg_dump", "active", LONG, LONG), false, 500_000);
    var preconditions =
        new Preconditions(Given.server().with(older).with(younger).with(dump).survey());

    assertInstanceOf(Permission.Granted.class, preconditions.ending(older, Harm.NOT_PROVEN));
    assertInstanceOf(Permission.Forbidden.class, preconditions.ending(younger, Harm.NOT_PROVEN));
    assertInstanceOf(Permission.EndsByItself.class, preconditions.ending(dump, Harm.NOT_PROVEN));
  }

  /// To end one of a pool moves nothing while the others hold as much; one at work is none of them.
  @Test
  void endsTheIdleSessionsOfAPoolTogether() {
    var older = Holders.session(Holders.client(7, "web", IDLE, LONG, LONG), true, 400_000);
    var younger = Holders.session(Holders.client(8, "web", IDLE, LONG, LONG), true, 300_000);
    var second = Duration.ofSeconds(1);
    var atWork = Holders.session(Holders.client(9, "web", IDLE, second, second), true, 200_000);
    var preconditions =
        new Preconditions(Given.server().with(younger).with(older).with(atWork).survey());
    var both =
        new Permission.Granted(
            "SELECT pg_catalog.pg_terminate_backend(pid) FROM pg_catalog.pg_stat_activity WHERE"
                + " state LIKE 'idle in transaction%' AND (pid, backend_start, state_change) IN"
                + " ((7, '2026-11-21T07:00:00Z', '2026-11-21T11:00:00Z'),"
                + " (8, '2026-11-21T07:00:00Z', '2026-11-21T11:00:00Z'));");

    assertEquals(both, preconditions.ending(younger, Harm.NOT_PROVEN));
    assertEquals(both, preconditions.ending(older, Harm.NOT_PROVEN));
    assertInstanceOf(Permission.Forbidden.class, preconditions.ending(atWork, Harm.NOT_PROVEN));
  }

  /// Thousands of idle sessions, each judged beside all others, and a queue of thousands: in the
  /// cube of their number it would not end.
  @Test
  void answersForThousands() {
    var given = Given.server().with(Holders.client(1, "web", IDLE, LONG, LONG));
    var sessions = new ArrayList<Session>();
    var waiters = new ArrayList<Backend>();
    for (int pid = 1; pid <= 5_000; pid++) {
      var idle = Holders.client(pid, "web", IDLE, LONG, LONG);
      sessions.add(Holders.session(idle, pid % 2 == 0, 200_000 + pid));
      var waiter = Holders.client(10_000 + pid, "web", "active", LONG, LONG);
      waiters.add(Holders.waiting(waiter, 1, 9_999 + pid));
    }
    sessions.forEach(given::with);
    waiters.forEach(given::with);
    var preconditions = new Preconditions(given.survey());

    var all = sessions.stream().map(each -> preconditions.ending(each, Harm.NOT_PROVEN)).distinct();
    assertEquals(1, all.count());
    waiters.forEach(each -> assertEquals(1, preconditions.rootsOf(each).size()));
  }

  /// A snapshot is shown to every role: three sessions of one name that read from one are jobs.
  @Test
  void letsHiddenSessionsFinishThatShareASnapshot() {
    var jobs =
        IntStream.rangeClosed(7, 9)
            .mapToObj(pid -> Holders.session(Holders.hidden(pid, "shop"), false, 12_000))
            .toList();
    var two = new Preconditions(Given.server().with(jobs.get(0)).with(jobs.get(1)).survey());
    var three =
        new Preconditions(
            Given.server().with(jobs.get(0)).with(jobs.get(1)).with(jobs.get(2)).survey());

    assertInstanceOf(Permission.NotShown.class, two.ending(jobs.getFirst(), Harm.NOT_PROVEN));
    assertInstanceOf(Permission.EndsByItself.class, three.ending(jobs.getFirst(), Harm.NOT_PROVEN));
  }

  /// What vacuums kept for one is not known to be kept for another that came later: it is left.
  @Test
  void endsNoneOfAPoolThatMayNotBeEndedByItself() {
    var proven = Holders.session(Holders.client(7, "web", IDLE, LONG, LONG), true, 20);
    var minute = Duration.ofSeconds(61);
    var near = Holders.session(Holders.client(8, "web", IDLE, minute, minute), true, 10);
    var preconditions = new Preconditions(Given.server().with(near).with(proven).survey());

    var permission = preconditions.ending(proven, Harm.VACUUM_KEPT_ROWS);

    assertTrue(
        assertInstanceOf(Permission.Granted.class, permission).sql().contains("pid = 7 AND"));
    assertInstanceOf(Permission.Forbidden.class, preconditions.ending(near, Harm.NOT_PROVEN));
  }

  @Test
  void asksTheTransactionManagersTimeFirst() {
    var soon = Holders.prepared("a", Duration.ofSeconds(299), 5);
    var preconditions = new Preconditions(Given.server().survey());

    assertInstanceOf(Permission.Forbidden.class, preconditions.finishing(soon));
    assertEquals(
        new Permission.Granted(
            "SELECT pg_catalog.format('ROLLBACK PREPARED %L', gid) FROM"
                + " pg_catalog.pg_prepared_xacts WHERE gid = 'it''s' AND transaction = '2999999995'"
                + " AND prepared = '2026-11-21T11:00:00Z' \\gexec"),
        preconditions.finishing(Holders.prepared("it's", LONG, 5)));
  }

  /// Before 17 one look tells nothing of time; a restart sets `inactive_since` anew, but no age.
  @ParameterizedTest
  @CsvSource({
    "  2000000,      ,  not shown",
    "  2000000, PT1S,   forbidden",
    "  2000000, PT9M59S, forbidden",
    "  2000000, PT10M,  granted",
    "   100001, PT59M,  forbidden",
    "   100001, PT1H,   granted",
    "   100000, P7D,    forbidden",
    "200000001, PT9M59S, forbidden",
    "1000000001, PT1M,  granted",
  })
  void dropsASlotThatIsNeglectedFor(long age, @Nullable Duration gone, String verdict) {
    var slot = Holders.slotOfStandby("a", false, age);
    var preconditions = new Preconditions(Given.server().survey());

    assertEquals(
        verdict,
        verdict(
            preconditions.slots().dropping(gone == null ? slot : Holders.goneSince(slot, gone))));
    assertInstanceOf(
        Permission.Forbidden.class,
        preconditions.slots().dropping(Holders.slotOfStandby("a", true, age)));
  }

  /// `xact_start`, `state_change`, and what the session runs or ran.
  @ParameterizedTest
  @CsvSource({
    "idle in transaction, PT1H, PT2S,  OTHER,       granted",
    "idle in transaction, PT4M, PT2S,  OTHER,       forbidden",
    "idle in transaction, PT4M, PT59S, OTHER,       forbidden",
    "idle in transaction, PT2M, PT60S, OTHER,       granted",
    "idle in transaction, PT4M, PT119S, OTHER,      forbidden",
    "idle in transaction, PT4M, PT2M,  OTHER,       granted",
    "idle in transaction, PT50M, PT299S, OTHER,     forbidden",
    "idle in transaction, PT50M, PT5M, OTHER,       granted",
    "active,              PT59M, PT59M, OTHER,      forbidden",
    "active,              PT1H, PT1H,  OTHER,       granted",
    "active,              PT9H, PT9H,  MAINTENANCE, ends by itself",
    "active,              PT9H, PT9H,  DUMP,        ends by itself",
    "idle in transaction, PT9H, PT4M,  DUMP,        ends by itself",
    "idle in transaction, PT9H, PT5M,  DUMP,        granted",
    "idle in transaction, PT9H, PT9H,  SHARED_SNAPSHOT, granted",
    "idle in transaction, PT9H, PT59M, SHARED_SNAPSHOT, forbidden",
    "idle in transaction, PT9H, PT4M, SHARED_SNAPSHOT, ends by itself",
  })
  void endsWhoIsIdleAndWhoIsAtWorkForTooLong(
      String state, Duration open, Duration inState, Command command, String verdict) {
    var backend = Holders.client(42, "web", state, open, inState);

    assertEquals(
        verdict,
        verdict(ending(Holders.session(Holders.running(backend, command), false, 200_001))));
  }

  /// Outside a transaction only advisory locks of a session are held (the manual, "Advisory
  /// Locks").
  @Test
  void asksWhoKeepsAnAdvisoryLock() {
    var leader = Holders.client(7, "rails", "idle", LONG, LONG);

    assertEquals("forbidden", verdict(new Preconditions(Given.server().survey()).ending(leader)));
  }

  /// They have one xmin, and no transaction with that ID is open.
  @Test
  void leavesSessionsAloneThatShareASnapshot() {
    var copies = Holders.running(Holders.client(7, "nightly", "active", LONG, LONG), Command.DUMP);
    var leads = Holders.client(8, "nightly", IDLE, LONG, LONG);
    var reads = Holders.client(9, "export", IDLE, LONG, LONG);
    var alsoReads = Holders.client(10, "export", IDLE, LONG, Duration.ofSeconds(299));
    var dump = Given.server().with(Holders.session(copies, false, 500_000));
    var export = Given.server().with(Holders.session(alsoReads, false, 500_000));
    var leader = Holders.session(leads, false, 500_000);
    var reader = Holders.session(reads, false, 500_000);

    assertEquals("ends by itself", verdict(ending(leader, dump)));
    assertEquals("forbidden", verdict(ending(reader, export)));
    assertEquals(
        "granted",
        verdict(
            ending(
                reader,
                export.with(
                    Holders.session(
                        Holders.running(
                            Holders.client(11, "etl", "active", LONG, Duration.ZERO), Command.DUMP),
                        true,
                        500_000)))),
        "the oldest transaction ID at work explains the xmin of all");
  }

  /// Nobody wrote between the first statements of what a pool leaked: all have one xmin.
  @Test
  void endsWhatOnlyHasTheSameXmin() {
    var leaked = Holders.session(Holders.client(7, "booking", IDLE, LONG, LONG), false, 500_000);
    var five = Duration.ofMinutes(5);
    for (var other :
        List.of(
            Holders.client(8, "booking", IDLE, LONG, LONG),
            Holders.client(8, "booking", IDLE, five, five))) {
      assertEquals(
          "granted",
          verdict(ending(leaked, Given.server().with(Holders.session(other, false, 500_000)))));
    }
    for (var other :
        List.of(
            Holders.client(8, "booking", IDLE, LONG, Duration.ofSeconds(299)),
            Holders.client(8, "booking", "active", LONG, LONG))) {
      assertEquals(
          "forbidden",
          verdict(ending(leaked, Given.server().with(Holders.session(other, false, 500_000)))));
    }
    var exports =
        Holders.running(Holders.client(8, "x", IDLE, LONG, LONG), Command.SHARED_SNAPSHOT);
    assertEquals(
        "ends by itself",
        verdict(ending(leaked, Given.server().with(Holders.session(exports, false, 500_000)))));
  }

  /// A plain VACUUM or ANALYZE has no such lock, but for a moment at the end of one at work.
  @Test
  void namesAVacuumThatLocksOutReaders() {
    var full =
        Holders.running(
            Holders.client(7, "cron", "active", LONG, LONG), Command.VACUUM_WITH_SNAPSHOT);
    var locked =
        Given.server()
            .with(Given.table("bookings"))
            .with(Runs.held(7, 0, "AccessExclusiveLock", LONG))
            .with(Holders.session(full, false, 500_000));

    assertEquals(
        Optional.of("VACUUM FULL of public.bookings"), new Rewrites(locked.survey()).by(full));
    assertEquals(
        Optional.of("REPACK of public.bookings"),
        new Rewrites(locked.survey()).by(Holders.running(full, Command.of("repack bookings"))));
    assertEquals(
        Optional.empty(),
        new Rewrites(locked.with(Runs.inPhase(7, 0, "truncating heap")).survey()).by(full));
  }

  /// A subscription finishes what it prepared as its publisher does (PostgreSQL 19: rolled back by
  /// hand, it never applied again).
  @ParameterizedTest
  @CsvSource({"pg_gid_16404_667, false", "pg_gid_x, true", "xa-9, true"})
  void leavesToASubscriptionWhatItPrepared(String gid, boolean isGranted) {
    var prepared = Holders.prepared(gid, LONG, 500_000);

    assertEquals(
        isGranted,
        new Preconditions(Given.server().with(prepared).survey()).finishing(prepared)
            instanceof Permission.Granted);
  }

  /// Proof of harm tells of each session by itself.
  @Test
  void endsTheKinOfWhichHarmIsProven() {
    var pool =
        Stream.of(7, 8, 9)
            .map(pid -> Holders.client(pid, "web", IDLE, LONG, LONG))
            .map(each -> Holders.session(each, true, 600L - each.pid().or(0)))
            .toList();
    var given = Given.server();
    for (var each : pool) {
      given = given.with(each);
    }
    var survey = given.survey();

    assertEquals(
        List.of(pool.get(0), pool.get(1)),
        new Preconditions(survey, Set.of(pool.get(0), pool.get(1))).endedWith(pool.get(0)));
    assertEquals(List.of(pool.get(0)), new Preconditions(survey).endedWith(pool.get(0)));
  }

  private static String verdict(Permission permission) {
    return switch (permission) {
      case Permission.Granted _ -> "granted";
      case Permission.Forbidden _ -> "forbidden";
      case Permission.EndsByItself _ -> "ends by itself";
      case Permission.NotShown _ -> "not shown";
    };
  }

  /// The conditions at which 19rc1 gave an error.
  @Test
  void repacksConcurrentlyOnlyWhatHasAPrimaryKey() {
    var given = Given.server(Release.V19).with(Given.table("orders"));
    var orders = given.survey().relations().getFirst();

    assertTrue(
        assertInstanceOf(
                Permission.Forbidden.class, new Rewrites(given.survey()).concurrently(orders))
            .why()
            .contains("primary key"));
  }

  private static Permission ending(Session session) {
    return ending(session, Given.server());
  }

  private static Permission ending(Session session, Given given) {
    HorizonHolder holder = session;
    return new Preconditions(given.with(holder).survey()).ending(session, Harm.NOT_PROVEN);
  }
}
