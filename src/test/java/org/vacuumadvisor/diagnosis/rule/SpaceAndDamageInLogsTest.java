package org.vacuumadvisor.diagnosis.rule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.vacuumadvisor.diagnosis.rule.RunText.vacuum;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Space that is taken for nothing, and what is broken, as far as logs tell.
class SpaceAndDamageInLogsTest {
  private static final String TOAST = "shop.pg_toast.pg_toast_16816";

  @Test
  void speaksOfCatalogsThatTurnOver() {
    assertTrue(Logs.ids(catalog("pg_attribute", 40_000)).contains("catalog-bloat"));
    assertFalse(Logs.ids(catalog("pg_attribute", 33_333)).contains("catalog-bloat"));
    assertFalse(Logs.ids(catalog("pg_listener", 40_000)).contains("catalog-bloat"));
  }

  /// 50 and a fifth of 3,000 rows are the default threshold: fewer may stay dead in passing.
  @Test
  void speaksOfCatalogsThatTurnOverThoughAFewRowsStay() {
    var log = catalog("pg_attribute", 40_000);

    assertTrue(
        Logs.ids(log.replace(" 0 are dead", " 312 are dead")).contains("catalog-bloat"), log);
  }

  /// Four chunks a page: 40,000 chunks need 10,000 pages at the most.
  @Test
  void speaksOfAToastTableThatIsMostlyFree() {
    assertTrue(
        Logs.ids(vacuum(TOAST).pages(20_000, 100).rows(5, 40_000).toString())
            .contains("toast-bloat"));
    assertFalse(
        Logs.ids(vacuum(TOAST).pages(19_999, 100).rows(5, 40_000).toString())
            .contains("toast-bloat"));
  }

  @Test
  void speaksOfAToastTableThatTakesMostOfTheTime() {
    var other = vacuum("shop.public.t").took(60).toString();

    assertTrue(Logs.ids(other + vacuum(TOAST).took(60)).contains("toast-dominates"));
    assertFalse(Logs.ids(other + vacuum(TOAST).took(59.9)).contains("toast-dominates"));
  }

  @Test
  void doesNotBlameTheTableForItsToastTable() {
    var alone = vacuum(TOAST).took(100).toString();
    assertFalse(Logs.ids(alone).contains("toast-dominates"), "of one run a share says nothing");
    var finding = Logs.finding("toast-dominates", alone + vacuum("shop.public.t").took(9));

    assertTrue(finding.headline().contains("TOAST table pg_toast.pg_toast_16816"));
    assertEquals(
        "SELECT 16816::regclass; in its database names the table it belongs to.", finding.surer());
  }

  /// 25 entries a page: 100,000 take 4,000 pages, half of 8,000.
  @Test
  void speaksOfAnIndexThatDwarfsItsTable() {
    assertTrue(Logs.ids(index(8_000, 4_000)).contains("index-bloat"));
    assertFalse(Logs.ids(index(7_999, 3_999)).contains("index-bloat"));
    assertFalse(Logs.ids(index(8_000, 4_001)).contains("index-bloat"));
  }

  /// A line that was garbled on its way.
  @Test
  void isSilentWhereMorePagesAreDeletedThanThereAre() {
    var garbled =
        vacuum("shop.public.t").pages(4_000, 100).rows(50, 100_000).index("t_pkey", 8_000, 8_034);

    assertFalse(Logs.ids(garbled.toString()).contains("index-bloat"));
  }

  @Test
  void speaksOfAVacuumThatEndsInAnError() {
    var once =
        """
        2026-11-20 02:13:05.341 UTC [90] ERROR:  could not extend file "base/5/16999": No space left on device
        2026-11-20 02:13:05.341 UTC [90] CONTEXT:  automatic vacuum of table "shop.public.t"
        """;

    var other = once.replace("could not extend", "could not read").replace("No space", "I/O error");

    assertEquals(List.of("server-message"), Logs.troubles(once), "a full disk");
    for (var text : List.of(other, other + other.replace("02:13", "02:14"))) {
      assertEquals(List.of("wraparound-table-cannot-advance"), Logs.troubles(text));
    }
  }

  /// Nobody's row, but the server's own context tells that a vacuum ended there.
  @Test
  void speaksOfAVacuumByHandThatFindsNoRoom() {
    assertEquals(
        List.of("server-message"),
        Logs.troubles(
            """
            2026-11-20 02:13:05.341 UTC [90] ERROR:  could not extend file "base/5/16999_vm": No space left on device
            2026-11-20 02:13:05.341 UTC [90] HINT:  Check free disk space.
            2026-11-20 02:13:05.341 UTC [90] CONTEXT:  while scanning block 0 of relation "public.t"
            2026-11-20 02:13:05.341 UTC [90] STATEMENT:  VACUUM t;
            """));
  }

  /// The cause is gone.
  @Test
  void isSilentOnceAVacuumEndsWellAfterTheErrors() {
    var error =
        """
        2026-11-20 02:1%1$d:05.341 UTC [90] ERROR:  could not extend file "base/5/16999": No space left on device
        2026-11-20 02:1%1$d:05.341 UTC [90] CONTEXT:  automatic vacuum of table "shop.public.t"
        """;
    var failed = error.formatted(3) + error.formatted(4);

    assertEquals(List.of("server-message"), Logs.troubles(failed));
    assertEquals(List.of(), Logs.troubles(failed + vacuum("shop.public.t")));
  }

  @Test
  void asksForMoreWhereNothingIsToldOf() {
    assertEquals(List.of("need-more-data"), Logs.ids("2026-11-20 02:13:05 UTC [9] LOG:  hello\n"));
  }

  private static String index(long pages, long tablePages) {
    return vacuum("shop.public.t")
        .pages(tablePages, 100)
        .rows(50, 100_000)
        .index("t_pkey", pages, 0)
        .toString();
  }

  private static String catalog(String name, long removed) {
    var log = new StringBuilder();
    for (int each = 0; each < 3; each++) {
      log.append(
          vacuum("shop.pg_catalog." + name)
              .at(Duration.ofMinutes(each))
              .pages(2_000, 2_000)
              .rows(removed, 3_000));
    }
    return log.toString();
  }
}
