package org.vacuumadvisor.action;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.diagnosis.rule.Given;
import org.vacuumadvisor.diagnosis.rule.Holders;
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
                + " '2026-11-21T11:00:00Z' AND backend_xid = '2999799999' AND state = 'idle in"
                + " transaction';"),
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

  @Test
  void asksForTheRightToSeeWhatIsHidden() {
    var hidden = Holders.session(Holders.hidden(43, "o'neil"), true, 500_000);

    assertEquals(
        "GRANT pg_read_all_stats TO advisor",
        assertInstanceOf(Permission.NotShown.class, ending(hidden)).ask());
  }

  @Test
  void endsTheOldestAloneButDoesNotWaitForADump() {
    var older = Holders.session(Holders.client(7, "web", IDLE, LONG, LONG), true, 400_000);
    var younger = Holders.session(Holders.client(8, "web", IDLE, LONG, LONG), true, 300_000);
    var dump = Holders.session(Holders.client(9, "pg_dump", "active", LONG, LONG), false, 500_000);
    var preconditions =
        new Preconditions(Given.server().with(older).with(younger).with(dump).survey());

    assertInstanceOf(Permission.Granted.class, preconditions.ending(older, Harm.NOT_PROVEN));
    assertInstanceOf(Permission.Forbidden.class, preconditions.ending(younger, Harm.NOT_PROVEN));
    assertInstanceOf(Permission.EndsByItself.class, preconditions.ending(dump, Harm.NOT_PROVEN));
  }

  @Test
  void asksTheTransactionManagersTimeFirst() {
    var soon = Holders.prepared("a", Duration.ofSeconds(29), 5);
    var preconditions = new Preconditions(Given.server().survey());

    assertInstanceOf(Permission.Forbidden.class, preconditions.finishing(soon));
    assertEquals(
        new Permission.Granted("ROLLBACK PREPARED 'it''s';"),
        preconditions.finishing(Holders.prepared("it's", LONG, 5)));
  }

  @Test
  void dropsNoSlotThatIsInUseOrJustLost() {
    var preconditions = new Preconditions(Given.server().survey());
    var idle = Holders.slotOfStandby("a", false, 5);

    assertInstanceOf(Permission.Granted.class, preconditions.dropping(idle));
    assertInstanceOf(
        Permission.Forbidden.class, preconditions.dropping(Holders.slotOfStandby("a", true, 5)));
    assertInstanceOf(
        Permission.Forbidden.class,
        preconditions.dropping(Holders.goneSince(idle, Duration.ofMillis(370))));
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
    HorizonHolder holder = session;
    return new Preconditions(Given.server().with(holder).survey()).ending(session, Harm.NOT_PROVEN);
  }
}
