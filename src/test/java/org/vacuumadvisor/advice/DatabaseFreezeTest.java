package org.vacuumadvisor.advice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.Advisor;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.rule.Given;
import org.vacuumadvisor.postgres.Provider;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.postgres.Setting;

/// One vacuum of all databases that are too old. IDs are assigned up to an age of 2,144,483,647 (14
/// and later) and 2,146,483,647 (before).
class DatabaseFreezeTest {
  private static final long STOPPED = 2_146_483_647L;

  @Test
  void isOneRecommendationForAllDatabasesThatAreTooOld() {
    var given = Given.server().databaseAge(1_700_000_000);
    for (int i = 1; i <= 7; i++) {
      given.database("app" + i, 1_800_000_000 - i);
    }

    var all = vacuums(given);

    assertEquals(
        List.of("Vacuum database app1, then 7 other databases. It freezes what is oldest"),
        all.stream().map(Recommendation::title).toList());
    assertEquals(Optional.of("app1"), all.getFirst().database());
    assertEquals(Optional.of("VACUUM;"), all.getFirst().sql());
    assertEquals(
        Optional.of(
            "Then the same in app2, app3, app4, app5, app6 and 2 others. All databases, only the"
                + " oldest tables, several at a time: vacuumdb --all --min-xid-age=150000000"
                + " --jobs=4."),
        all.getFirst().how());
  }

  /// A plain VACUUM is aggressive only past vacuum_freeze_table_age: seen on 19, where one left
  /// relfrozenxid of 1.2 billion as it was.
  @Test
  void freezesByWordWhereTheSettingsPutItOff() {
    var given =
        Given.server()
            .with(Setting.AUTOVACUUM_FREEZE_MAX_AGE, "2000000000")
            .with(Setting.VACUUM_FREEZE_TABLE_AGE, "1900000000")
            .databaseAge(1_700_000_000);

    var vacuum = vacuums(given).getFirst();

    assertEquals(Optional.of("VACUUM (FREEZE);"), vacuum.sql());
    assertTrue(vacuum.how().orElse("").contains("vacuumdb --freeze --min-xid-age"));
  }

  @Test
  void goesByTheAgeInMultixactsWhereThoseRunOut() {
    var how = vacuums(Given.server().multixactAge(1_700_000_000)).getFirst().how().orElse("");

    assertTrue(how.contains("vacuumdb --min-mxid-age=150000000"), how);
  }

  /// Cutting off empty pages logs a lock under a transaction ID, which none is left for. Half of
  /// the ID space, 1,073,741,823, is far enough to write again.
  @Test
  void needsNoTransactionIdOnceNoneIsAssigned() {
    var stopped = vacuums(Given.server().databaseAge(STOPPED).database("b", STOPPED)).getFirst();

    assertEquals(Optional.of("VACUUM (TRUNCATE OFF);"), stopped.sql());
    assertTrue(
        stopped
            .how()
            .orElse("")
            .contains("vacuumdb --all --min-xid-age=1073741823 --no-truncate --jobs=4."));
    assertEquals(
        Optional.of("VACUUM;"), vacuums(Given.server().multixactAge(STOPPED)).getFirst().sql());
  }

  /// TRUNCATE and `vacuumdb --min-xid-age` came with 12, `vacuumdb --no-truncate` with 14; vacuumdb
  /// works with older servers.
  @Test
  void usesOnlyWhatTheReleaseHas() {
    var v11 =
        vacuums(Given.server(Release.V11).databaseAge(STOPPED).database("b", STOPPED)).getFirst();
    var v13 = vacuums(Given.server(Release.V13).databaseAge(STOPPED)).getFirst();

    assertEquals(Optional.of("VACUUM;"), v11.sql());
    assertEquals(
        Optional.of(
            "Then the same in shop. All databases, only the oldest tables, several at a time:"
                + " vacuumdb --all --min-xid-age=1073741823 --jobs=4; vacuumdb must be of 12 or"
                + " newer."),
        v11.how());
    assertEquals(Optional.of("VACUUM (TRUNCATE OFF);"), v13.sql());
    assertTrue(v13.how().orElse("").contains("vacuumdb --min-xid-age=1073741823 --jobs=4 with"));
  }

  /// A provider's own database lets nobody in, and vacuumdb --all ends there.
  @Test
  void doesNotConnectToTheDatabaseThatAProviderKeepsToItself() {
    var given =
        Given.server().at(Provider.RDS).databaseAge(1_700_000_000).database("b", 1_700_000_000);

    var how = vacuums(given).getFirst().how().orElse("");

    assertTrue(how.contains("Then the same in shop. From a shell"), how);
    assertTrue(!how.contains("--all"), how);
  }

  /// ALTER TABLE, ANALYZE and REINDEX need a transaction ID; VACUUM of the oldest tables comes
  /// first.
  @Test
  void isTheOnlyChangeOnceTheServerStops() {
    var given = Given.server().databaseAge(STOPPED);
    for (int i = 0; i < 100; i++) {
      given.with(Given.table("t" + i).rows(100_000_000).dead(16_000_000).age(STOPPED));
    }

    var assessment = assess(given);

    assertEquals(
        List.of("Vacuum database shop, which freezes what is oldest"),
        assessment.recommendations().stream().map(Recommendation::title).toList());
    assertEquals(
        1,
        assessment.notRecommended().stream()
            .filter(each -> each.what().startsWith("ALTER TABLE"))
            .count());
  }

  private static List<Recommendation> vacuums(Given given) {
    return assess(given).recommendations().stream()
        .filter(each -> each.remedy() instanceof Remedy.FreezeDatabases)
        .toList();
  }

  private static Assessment assess(Given given) {
    return Advisor.assess(given.survey());
  }
}
