package org.vacuumadvisor.source;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.action.Harm;
import org.vacuumadvisor.action.HeldSince;
import org.vacuumadvisor.action.Permission;
import org.vacuumadvisor.action.Preconditions;
import org.vacuumadvisor.model.Backend;
import org.vacuumadvisor.model.HorizonHolder;
import org.vacuumadvisor.model.HorizonHolder.DeferredCleanup;
import org.vacuumadvisor.model.HorizonHolder.PreparedTransaction;
import org.vacuumadvisor.model.HorizonHolder.Reach;
import org.vacuumadvisor.model.HorizonHolder.Session;
import org.vacuumadvisor.model.HorizonHolder.Slot;
import org.vacuumadvisor.model.HorizonHolder.Standby;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.Reading.Why;
import org.vacuumadvisor.model.Sender;
import org.vacuumadvisor.unit.XidAge;

class HorizonMappingTest {
  private static final String SESSIONS =
      "pid|datname|usename|application_name|state|xact_start|backend_type|leader_pid|has_xid"
          + "|xid_age|xmin_age|hidden|vacuuming|task\n";

  @Test
  void takesTheOlderOfTransactionAndSnapshot() throws SourceException {
    var holder =
        assertInstanceOf(
            Session.class,
            only(
                SESSIONS
                    + "7|shop|app|psql|idle in transaction|2026-11-21 11:00:00+00|client backend|~"
                    + "|t|10|300|f|f|~"));

    assertEquals(Reading.of(new XidAge(300)), holder.age());
    assertEquals(new Reach.OneDatabase("shop"), holder.reach());
    assertTrue(holder.writer());
    assertEquals(Reading.of(Instant.parse("2026-11-21T11:00:00Z")), holder.since());
  }

  @Test
  void passesByWhoHoldsNothing() throws SourceException {
    assertEquals(
        List.of(),
        holders(
            SESSIONS
                + """
                1|shop|app|~|idle in transaction|~|client backend|~|f|~|~|f|f|~
                2|shop|~|~|active|~|autovacuum worker|~|f|~|50|f|t|autovacuum: VACUUM public.t
                3|shop|app|~|active|~|parallel worker|9|f|~|50|f|f|~
                """));
  }

  /// PROC_IN_VACUUM is set before a vacuum waits for its table; only then it is in no progress
  /// view.
  @Test
  void passesByAVacuumThatWaitsForItsTable() throws SourceException {
    var columns = "pid|datname|usename|state|backend_type|xmin_age|command|blockers\n";

    assertEquals(List.of(), holders(columns + "1|shop|app|active|client backend|50|vacuum|9"));
    assertEquals(1, holders(columns + "1|shop|app|active|client backend|50|vacuum full|9").size());
  }

  /// Who reads a logical slot is no transaction of a client, however long it streams: the slot
  /// holds. Its database and what it runs need not be shown.
  @Test
  void passesByTheReaderOfALogicalSlot() throws SourceException {
    var columns = "pid|state|query_start|in_transaction\n";
    var row = columns + "7|active|2026-11-21 11:00:00+00|t";
    var slot = "slot_name|slot_type|active|active_pid|catalog_xmin_age\ncdc|logical|t|%d|9";

    var read =
        Rows.ofServer()
            .with(Topic.SESSIONS, row)
            .with(Topic.REPLICATION_SLOTS, slot.formatted(7))
            .survey()
            .horizonHolders();
    var other =
        Rows.ofServer()
            .with(Topic.SESSIONS, row)
            .with(Topic.REPLICATION_SLOTS, slot.formatted(8))
            .survey()
            .horizonHolders();

    assertEquals(1, read.size());
    assertInstanceOf(Slot.class, read.getFirst());
    assertEquals(2, other.size());
  }

  /// A walsender shows no `xact_start` while it copies a table for a subscription (seen on 18).
  @Test
  void seesWhoCopiesATableForASubscription() throws SourceException {
    var survey =
        Rows.ofServer()
            .with(
                Topic.SESSIONS,
                """
                pid|datname|application_name|state|backend_type|state_change|command|backend_xmin|xmin_age
                7|shop|pg_1_sync_2_3|active|walsender|2026-11-21 11:59:00+00|copy to stdout|5|500
                """)
            .survey();

    var holder = assertInstanceOf(Session.class, survey.horizonHolders().getFirst());
    assertEquals(List.of(holder.backend()), survey.machinery().sessions());
    assertEquals(
        Optional.of(HeldSince.Basis.STATEMENT), HeldSince.of(holder, survey).map(HeldSince::basis));
  }

  /// The slot of REPACK (CONCURRENTLY) shows a catalog_xmin, and holds all tables (seen on 19).
  @Test
  void takesTheSlotOfRepackForAHolderOfEverything() throws SourceException {
    var holder =
        Rows.ofServer()
            .with(
                Topic.REPLICATION_SLOTS,
                "slot_name|slot_type|plugin|temporary|active|database|catalog_xmin_age\n"
                    + "pg_repack_7|logical|pgrepack|t|t|shop|9")
            .survey()
            .horizonHolders()
            .getFirst();

    assertEquals(new Reach.Everything(), holder.reach());
  }

  @Test
  void namesAWorkerThatAppliesForASubscription() throws SourceException {
    var worker =
        only(SESSIONS + "4|shop|app|~|active|~|logical replication parallel worker|9|t|50|~|f|f|~");

    assertEquals("logical replication worker 4", ((Session) worker).backend().name());
  }

  @Test
  void saysWhatIsHidden() throws SourceException {
    var holder =
        assertInstanceOf(Session.class, only(SESSIONS + "7|shop|app|psql|~|~|~|~|t|10|~|t|f|~"));

    assertEquals(Reading.missing(Why.NO_PRIVILEGE), holder.state());
    assertEquals(Reading.missing(Why.NO_PRIVILEGE), holder.since());
    assertEquals(Reading.missing(Why.NO_PRIVILEGE), holder.backend().type());
    assertEquals(Reading.of("psql"), holder.backend().application());
    assertEquals(Backend.Kind.HIDDEN, holder.backend().kind());
  }

  @Test
  void knowsAStandbyByItsWalsenderEvenWhereItsTypeIsHidden() throws SourceException {
    var holders =
        Rows.ofServer()
            .with(Topic.SESSIONS, SESSIONS + "7|~|rep|standby1|~|~|~|~|f|~|500|t|f|~")
            .with(
                Topic.STANDBYS, "pid|application_name|client_addr|state|xmin_age\n7|standby1|~|~|~")
            .survey()
            .horizonHolders();

    assertEquals(
        List.of(
            new Standby(
                new Sender(
                    Reading.of(7),
                    Reading.of("standby1"),
                    Reading.missing(Why.NO_PRIVILEGE),
                    Reading.missing(Why.OLDER_SERVER),
                    Reading.missing(Why.OLDER_SERVER),
                    Reading.missing(Why.OLDER_SERVER),
                    Reading.missing(Why.OLDER_SERVER),
                    Reading.missing(Why.OLDER_SERVER)),
                new Reach.Everything(),
                Reading.missing(Why.OLDER_SERVER),
                Reading.of(new XidAge(500)))),
        holders);
  }

  @Test
  void leavesADecodersSnapshotToItsSlot() throws SourceException {
    var holders =
        Rows.ofServer()
            .with(Topic.SESSIONS, SESSIONS + "7|shop|rep|sub|active|~|walsender|~|f|~|500|f|f|~")
            .with(Topic.STANDBYS, "pid|application_name|state|xmin_age\n7|sub|startup|500")
            .survey()
            .horizonHolders();

    assertEquals(List.of(), holders);
  }

  /// A walsender that made a slot and exported its snapshot holds by itself, and no slot names it:
  /// to a role without rights its statement is hidden (seen on 19).
  @Test
  void seesAHiddenWalsenderThatNoSlotNames() throws SourceException {
    for (var reader : List.of("7", "8")) {
      var survey =
          Rows.ofServer()
              .with(
                  Topic.SESSIONS,
                  "pid|datname|application_name|state|backend_type|hidden|backend_xmin|xmin_age\n"
                      + "7|shop|airbyte|~|walsender|t|5|500")
              .with(
                  Topic.REPLICATION_SLOTS,
                  "slot_name|slot_type|active|active_pid\na|logical|t|" + reader)
              .survey();

      assertEquals(reader.equals("7") ? 0 : 1, survey.horizonHolders().size());
      for (var holder : survey.horizonHolders()) {
        assertInstanceOf(
            Permission.NotShown.class,
            new Preconditions(survey).ending((Session) holder, Harm.VACUUM_KEPT_ROWS));
      }
    }
  }

  @Test
  void letsASlotHoldTwoHorizons() throws SourceException {
    var holders =
        Rows.ofServer()
            .with(
                Topic.REPLICATION_SLOTS,
                """
                slot_name|slot_type|active|database|xmin_age|catalog_xmin_age|wal_status
                both|physical|f|~|900|800|reserved
                decoder|logical|t|shop|~|700|extended
                neither|physical|t|~|~|~|reserved
                gone|logical|f|shop|~|600|lost
                """)
            .survey()
            .horizonHolders();

    assertEquals(
        List.of(
            new Reach.Everything(),
            new Reach.Catalogs(Reading.missing(Why.NOT_APPLICABLE)),
            new Reach.Catalogs(Reading.of("shop"))),
        holders.stream().map(HorizonHolder::reach).toList());
    assertEquals("decoder", assertInstanceOf(Slot.class, holders.getLast()).name());
  }

  @Test
  void findsPreparedTransactionsAndDeferredCleanup() throws SourceException {
    var holders =
        Rows.ofServer()
            .with(
                Topic.PREPARED_TRANSACTIONS,
                "gid|owner|database|prepared|transaction|xid_age\n"
                    + "pay-1|app|shop|2026-11-20 10:00:00+00|960|40")
            .with(Topic.SETTINGS, "name|setting\nvacuum_defer_cleanup_age|50")
            .survey()
            .horizonHolders();

    assertEquals(new DeferredCleanup(Reading.of(new XidAge(50))), holders.getFirst());
    assertEquals(
        new PreparedTransaction(
            "pay-1",
            "app",
            new Reach.OneDatabase("shop"),
            Reading.of(Instant.parse("2026-11-20T10:00:00Z")),
            Reading.of(960L),
            Reading.of(new XidAge(40))),
        holders.getLast());
  }

  @Test
  void listsWorkersWithWhatTheyDo() throws SourceException {
    var survey =
        Rows.ofServer()
            .with(
                Topic.SESSIONS,
                SESSIONS
                    + "2|shop|~|~|active|~|autovacuum worker|~|f|~|5|f|t"
                    + "|autovacuum: VACUUM public.t (to prevent wraparound)")
            .survey();

    var worker = survey.machinery().workers().known().orElseThrow().getFirst();
    assertEquals("VACUUM public.t (to prevent wraparound)", worker.task());
    assertTrue(worker.preventsWraparound());
  }

  @Test
  void doesNotTakeHiddenWorkersForNone() throws SourceException {
    var survey =
        Rows.none()
            .with(
                Topic.SERVER,
                """
                server_version|server_version_num|started_at|surveyed_at|role|superuser|monitor
                18.6|180006|2026-11-01 08:00:00+00|2026-11-21 12:00:00+00|reader|f|f
                """)
            .with(Topic.SESSIONS, SESSIONS)
            .with(Topic.VACUUM_PROGRESS, "pid|datname|relid|phase|task|hidden\n9|shop|~|~|~|t")
            .survey();

    assertEquals(Reading.missing(Why.NO_PRIVILEGE), survey.machinery().workers());
    var vacuum = survey.machinery().vacuums().getFirst();
    assertEquals(Reading.missing(Why.NO_PRIVILEGE), vacuum.relation());
    assertEquals(Reading.missing(Why.NO_PRIVILEGE), vacuum.autovacuum());
  }

  /// A session without a role is one, which every role sees from 10 on.
  @Test
  void countsWorkersWhoseTaskIsHidden() throws SourceException {
    var survey =
        Rows.none()
            .with(
                Topic.SERVER,
                """
                server_version|server_version_num|started_at|surveyed_at|role|superuser|monitor
                18.6|180006|2026-11-01 08:00:00+00|2026-11-21 12:00:00+00|reader|f|f
                """)
            .with(Topic.SESSIONS, "pid|datname|backend_type|hidden\n9|shop|autovacuum worker|t")
            .with(Topic.VACUUM_PROGRESS, "pid|datname|relid|phase|task|hidden\n9|shop|~|~|~|t")
            .survey();

    var worker = survey.machinery().workers().known().orElseThrow().getFirst();
    assertEquals(9, worker.pid());
    assertEquals("", worker.task());
  }

  private static HorizonHolder only(String sessions) throws SourceException {
    return holders(sessions).getFirst();
  }

  private static List<HorizonHolder> holders(String sessions) throws SourceException {
    return Rows.ofServer().with(Topic.SESSIONS, sessions).survey().horizonHolders();
  }
}
