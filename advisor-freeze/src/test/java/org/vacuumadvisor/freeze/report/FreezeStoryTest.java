package org.vacuumadvisor.freeze.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.rule.Given;
import org.vacuumadvisor.diagnosis.rule.Holders;
import org.vacuumadvisor.diagnosis.rule.TableGiven;
import org.vacuumadvisor.freeze.FreezeOptions;
import org.vacuumadvisor.freeze.FreezePlan;
import org.vacuumadvisor.freeze.Sources;
import org.vacuumadvisor.freeze.Windows;
import org.vacuumadvisor.freeze.Windows.Window;
import org.vacuumadvisor.report.Part;

/// The figures of a plan, by hand: a million transaction IDs a day, counted over a day, so that
/// dates are named 100 days ahead; a window every Saturday from two to five.
///
/// 1,310,720 pages are 10 GB. At 100 MB a second they are read and written in 204.8 s; autovacuum
/// sleeps 2 ms for 200 units on top, of which a page read and dirtied costs 2 + 20: 288.4 s.
class FreezeStoryTest {
  private static final long A_DAY = 1_000_000;
  private static final long TEN_GB = 1_310_720;

  /// The last transaction IDs are 2^31 - 1 - 3,000,000; `vacuum_failsafe_age` is 1,600,000,000.
  @Test
  void givesEachTableItsDatesAndItsWork() {
    var plan = plan(server().databaseAge(180 * A_DAY).with(orders()));

    assertEquals(
        List.of(
            List.of(
                "public.orders",
                "180,000,000 of 200,000,000",
                "Fri 2026-12-11",
                "in about 3.9 years",
                "in about 5.4 years",
                "10 GB",
                "8 min 13 s",
                "3 min 25 s")),
        grid(plan, "Table"));
    assertEquals(
        "1,000,000 transaction IDs a day, measured over 1 day. 0 multixact IDs a day, measured over"
            + " 1 day.",
        paragraphs(plan).getFirst());
  }

  @Test
  void aTablePastItsLimitIsForcedNow() {
    var plan =
        plan(
            server()
                .with(Given.table("late").age(260 * A_DAY).pages(TEN_GB))
                .with(Given.table("young").age(1)));

    assertEquals("now", grid(plan, "Table").getFirst().get(2));
    assertEquals(
        new Part.Verdict(
            Optional.of(Severity.ADVICE),
            "1 table is past the limit: autovacuum comes by force at its next visit. The"
                + " first of 1 window is on Sat 2026-11-28 02:00-05:00, after that: name an earlier"
                + " one."),
        verdict(plan));
  }

  /// `archive` is 99 days from 200 million, `attic` 101.
  @Test
  void givesDatesOfDatabasesAsFarAsTheyWereCountedFor() {
    var plan =
        plan(
            server()
                .databaseAge(250 * A_DAY)
                .database("archive", 101 * A_DAY)
                .database("attic", 99 * A_DAY)
                .with(orders()));

    assertEquals(
        List.of(
            List.of("shop", "250,000,000", "now", "in about 5.1 years", "in about 5.2 years"),
            List.of(
                "archive (not visited)",
                "101,000,000",
                "Sun 2027-02-28",
                "in about 5.5 years",
                "in about 5.6 years"),
            List.of(
                "attic (not visited)",
                "99,000,000",
                "in about 101 days",
                "in about 5.5 years",
                "in about 5.6 years")),
        grid(plan, "Database"));
    assertTrue(
        paragraphs(plan)
            .contains("Warnings and the end of writes come only if nothing is frozen until then."));
    assertTrue(
        paragraphs(plan)
            .contains(
                "Not visited, so not planned: archive, attic. A survey of all databases visits"
                    + " them."));
  }

  @Test
  void countsDatabasesNotVisitedWhereThereAreMoreThanFive() {
    var five = server().with(orders());
    List.of("a", "b", "c", "d", "e").forEach(each -> five.database(each, 1));

    assertTrue(told(plan(five)).contains("not planned: a, b, c, d, e. A survey of all databases"));
    assertTrue(
        told(plan(five.database("f", 1)))
            .contains("not planned: 6 databases. A survey of all databases"));
    assertFalse(
        told(plan(server().closedDatabase("template0", 1).with(orders()))).contains("Not visited"));
  }

  @Test
  void tellsOfSystemCatalogsApart() {
    var plan =
        plan(
            server()
                .with(orders())
                .with(Given.table("pg_class").inSchema("pg_catalog").age(181 * A_DAY).pages(10)));

    assertEquals(1, grid(plan, "Table").size());
    assertTrue(
        paragraphs(plan)
            .contains("1 system catalog too, the first Thu 2026-12-10: they are small."));
    assertEquals(
        "2 tables: public.orders, 1 system catalog (all that would be forced before the next"
            + " window and a day)",
        notes(plan).getFirst().text());
  }

  @Test
  void namesFiveTablesAndCountsTheRest() {
    var given = server();
    for (int number = 1; number <= 7; number++) {
      given.with(Given.table("t" + number).age(180 * A_DAY).pages(TEN_GB - number));
    }

    assertEquals(
        "7 tables: public.t1, public.t2, public.t3, public.t4, public.t5, 2 more (all that would be"
            + " forced before the next window and a day)",
        notes(plan(given)).getFirst().text());
  }

  /// What autovacuum does in less than a minute is not worth a window: 160,000 pages take 25.0 s of
  /// disk and 35.2 s of sleep, 159,000 take 24.8 s and 35.0 s.
  @Test
  void aMinuteOfAutovacuumIsWorthPlanning() {
    var much = plan(server().with(Given.table("orders").age(180 * A_DAY).pages(160_000)));
    var little = plan(server().with(Given.table("orders").age(180 * A_DAY).pages(159_000)));

    assertEquals(
        "The first forced vacuum comes Fri 2026-12-11 (in 20 days). 1 window to freeze in before,"
            + " the first on Sat 2026-12-05 02:00-05:00.",
        verdict(much).text());
    assertEquals(
        "The first forced vacuum comes Fri 2026-12-11 (in 20 days). It is not worth planning:"
            + " autovacuum freezes all of it, 1.2 GB, in about 59.8 s.",
        verdict(little).text());
    assertEquals(Optional.empty(), verdict(much).worst());
  }

  @Test
  void saysWhenAutovacuumComesBeforeTheFirstWindow() {
    var plan = plan(server().with(Given.table("orders").age(198 * A_DAY).pages(TEN_GB)));

    assertEquals(
        new Part.Verdict(
            Optional.of(Severity.ADVICE),
            "The first forced vacuum comes Mon 2026-11-23 (in 2 days). The first of 1 window is on"
                + " Sat 2026-11-28 02:00-05:00, after that: name an earlier one."),
        verdict(plan));
    assertEquals(
        "autovacuum will come to public.orders before this window; then the command finds nothing"
            + " to do",
        notes(plan).getLast().text());
  }

  /// Nothing has to be frozen in 90 days: 200 million less 90, a week and a day are 102.
  @Test
  void hasNoCalendarForTheYoung() {
    var plan = plan(server().with(Given.table("orders").age(90 * A_DAY).pages(TEN_GB)));

    assertEquals(List.of(), plan.calendar());
    assertEquals(
        new Part.Verdict(
            Optional.of(Severity.INFO),
            "No date yet: transaction IDs were counted over 1 day only. At that rate the first"
                + " forced vacuum would come in about 110 days; two looks 1.1 days apart give a"
                + " date."),
        verdict(plan));
  }

  @Test
  void aPreparedTransactionHasToEndFirst() {
    var plan =
        plan(
            server()
                .with(Holders.prepared("tx", Duration.ofDays(60), 60 * A_DAY))
                .with(orders())
                .with(Given.table("new").age(149_999_999).pages(TEN_GB)));

    assertEquals(
        new Part.Verdict(
            Optional.of(Severity.WARNING),
            "Freezing cannot help yet: prepared transaction tx blocks it, and has to end first."),
        verdict(plan));
    assertEquals(
        new Part.RecommendationCard(
            1,
            "Release the oldest xmin: prepared transaction tx",
            "",
            Optional.empty(),
            List.of(
                new Part.Note(
                    "Why",
                    "Its oldest xmin is 60,000,000 transactions old. A vacuum cannot make a table"
                        + " younger than that: 2 tables are out of reach, and freezing them now"
                        + " would be work for nothing."),
                new Part.Note("How", "The advice on this server says how, and at what cost.")),
            Optional.empty()),
        only(plan, Part.RecommendationCard.class));
  }

  @Test
  void aHeldTablePastItsLimitIsCritical() {
    assertEquals(Optional.of(Severity.WARNING), verdict(held(200 * A_DAY)).worst());
    assertEquals(Optional.of(Severity.CRITICAL), verdict(held(200 * A_DAY + 1)).worst());
  }

  @Test
  void tellsWhatAWindowReadsAndWrites() {
    var plan =
        plan(
            server().with(Given.table("orders").age(195 * A_DAY).pages(TEN_GB)), "Sat 02:00-02:03");

    assertEquals(
        List.of(
            List.of(
                "Sat 2026-11-28 02:00-02:03",
                "1",
                "10 GB",
                "10 GB",
                "3 min 25 s",
                "longer than the window")),
        grid(plan, "Window"));
    var card = only(plan, Part.RecommendationCard.class);
    assertEquals("Sat 2026-11-28 02:00-02:03", card.title());
    assertEquals("Z", card.about());
    assertEquals(
        Optional.of(new Part.Script("vacuumdb --freeze --min-xid-age 192000000 -j 2 shop")),
        card.script());
    assertEquals(
        List.of(
            "1 table: public.orders (all that would be forced before the next window and a day)",
            "at most 3 min 25 s: 10 GB to read, 10 GB to write and as much WAL",
            "the window has 3 min. What is not done when it closes goes on: end vacuumdb, and what"
                + " it finished stays frozen",
            "autovacuum will come to public.orders before this window; then the command finds"
                + " nothing to do"),
        card.notes().stream().map(Part.Note::text).toList());
  }

  /// Above 200 million a day a window a day would be too rare.
  @Test
  void windowsAreTooRareWhereMoreIsUsedBetweenThemThanTheLimit() {
    assertFalse(told(weekly(28_571_428)).contains("Windows too rare"));
    assertTrue(told(weekly(28_571_429)).contains("Windows too rare"));
    assertTrue(
        verdict(weekly(28_571_429))
            .text()
            .endsWith(
                "The windows are too rare: between two of them autovacuum comes by force all the"
                    + " same."));
  }

  /// Seven days of them are 200 million, or just more.
  private static FreezePlan weekly(long perDay) {
    var older = Given.server().taken(Duration.ofDays(7), 1).survey();
    var now =
        Given.server()
            .taken(Duration.ZERO, 1 + 7 * perDay)
            .with(Given.table("orders").age(1).pages(TEN_GB));
    return FreezePlan.of(
        new Sources(now.survey(), List.of(older), Optional.empty()), options("Sat 02:00-05:00"));
  }

  private static FreezePlan held(long age) {
    return plan(
        server()
            .with(Holders.prepared("tx", Duration.ofDays(60), 60 * A_DAY))
            .with(Given.table("orders").age(age)));
  }

  private static TableGiven orders() {
    return Given.table("orders").age(180 * A_DAY).pages(TEN_GB);
  }

  private static Given server() {
    return Given.server().taken(Duration.ZERO, A_DAY + 1);
  }

  private static FreezePlan plan(Given now) {
    return plan(now, "Sat 02:00-05:00");
  }

  private static FreezePlan plan(Given now, String window) {
    var older = Given.server().taken(Duration.ofDays(1), 1).survey();
    return FreezePlan.of(
        new Sources(now.survey(), List.of(older), Optional.empty()), options(window));
  }

  private static FreezeOptions options(String window) {
    return FreezeOptions.usual(Given.server().survey())
        .with(Windows.of(List.of(Window.parse(window)), ZoneOffset.UTC));
  }

  private static Part.Verdict verdict(FreezePlan plan) {
    return only(plan, Part.Verdict.class);
  }

  private static List<Part.Note> notes(FreezePlan plan) {
    return only(plan, Part.RecommendationCard.class).notes();
  }

  private static List<List<String>> grid(FreezePlan plan, String firstColumn) {
    return all(plan, Part.Grid.class).stream()
        .filter(each -> each.columns().getFirst().title().equals(firstColumn))
        .findFirst()
        .orElseThrow()
        .rows();
  }

  private static List<String> paragraphs(FreezePlan plan) {
    return all(plan, Part.Paragraph.class).stream().map(Part.Paragraph::text).toList();
  }

  private static String told(FreezePlan plan) {
    return String.join("\n", paragraphs(plan));
  }

  private static <T extends Part> T only(FreezePlan plan, Class<T> kind) {
    return all(plan, kind).getFirst();
  }

  private static <T extends Part> List<T> all(FreezePlan plan, Class<T> kind) {
    return FreezeReport.of(plan).parts().stream().filter(kind::isInstance).map(kind::cast).toList();
  }
}
