package org.vacuumadvisor.source;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.vacuumadvisor.model.Survey;

class OneServerTest {
  private static final String UP_SINCE = "2026-11-01 08:00:00+00";
  private static final Survey OLDER = taken("12:00", UP_SINCE, 1000, "16384|shop");

  @Test
  void acceptsTwoSurveysOfOneServer() {
    assertDoesNotThrow(() -> OneServer.check(OLDER, taken("12:01", UP_SINCE, 1500, "16384|shop")));
  }

  @Test
  void acceptsAServerThatDidNothing() {
    assertDoesNotThrow(() -> OneServer.check(OLDER, taken("12:01", UP_SINCE, 1000, "16384|shop")));
  }

  @Test
  void acceptsARestartInBetween() {
    var newer = taken("14:00", "2026-11-21 13:00:00+00", 1500, "16384|shop");

    assertDoesNotThrow(() -> OneServer.check(OLDER, newer));
  }

  @Test
  void acceptsADatabaseThatWasRenamedOrAdded() {
    var newer = taken("12:01", UP_SINCE, 1500, "16384|store\n16500|more");

    assertDoesNotThrow(() -> OneServer.check(OLDER, newer));
  }

  @Test
  void acceptsAServerWithoutDatabasesOfItsOwn() {
    var older = taken("12:00", UP_SINCE, 1000, "5|postgres");

    assertDoesNotThrow(() -> OneServer.check(older, taken("12:01", UP_SINCE, 1000, "5|postgres")));
  }

  @Test
  void wantsTheOlderOneFirst() {
    assertRefused("Give the older one first", taken("12:01", UP_SINCE, 1500, "16384|shop"), OLDER);
  }

  @Test
  void wantsTwoSurveysNotOne() {
    assertRefused("not before the newer one", OLDER, OLDER);
  }

  @Test
  void seesThatAnotherServerRanAtTheSameTime() {
    assertRefused("up since", OLDER, taken("12:01", "2026-11-21 11:00:00+00", 1500, "16384|shop"));
  }

  @Test
  void seesThatNoDatabaseIsTheSame() {
    assertRefused(
        "no database in common", OLDER, taken("12:01", UP_SINCE, 1500, "5|postgres\n16390|shop"));
  }

  @Test
  void seesThatTransactionIdsFell() {
    assertRefused("only 999", OLDER, taken("12:01", UP_SINCE, 999, "16384|shop"));
  }

  @Test
  void seesAnUpgrade() {
    var newer = taken("17.6|170006", "14:00", "2026-11-21 13:00:00+00", 1500, "16384|shop");

    assertRefused("PostgreSQL 18, the newer one of 17", OLDER, newer);
  }

  private static void assertRefused(String because, Survey older, Survey newer) {
    var refusal = assertThrows(SourceException.class, () -> OneServer.check(older, newer));

    assertTrue(refusal.explanation().contains(because), refusal.explanation());
  }

  private static Survey taken(String time, String started, long nextXid, String databases) {
    return taken("18.6|180006", time, started, nextXid, databases);
  }

  private static Survey taken(
      String version, String time, String started, long nextXid, String databases) {
    var server =
        """
        server_version|server_version_num|started_at|surveyed_at|next_xid
        %s|%s|2026-11-21 %s:00+00|%d
        """
            .formatted(version, started, time, nextXid);
    try {
      return Rows.none()
          .with(Topic.SERVER, server)
          .with(Topic.DATABASES, "oid|datname\n" + databases)
          .survey();
    } catch (SourceException impossible) {
      throw new AssertionError(impossible);
    }
  }
}
