package org.vacuumadvisor.freeze;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.diagnosis.rule.Given;
import org.vacuumadvisor.diagnosis.rule.Holders;
import org.vacuumadvisor.freeze.Appointment.Step.Reason;
import org.vacuumadvisor.freeze.Windows.Window;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.unit.Bytes;

/// A server that gives out a million transaction IDs a day, on Saturday 21 November 2026 at noon,
/// with a window every Saturday from two to five.
class FreezePlanTest {
  private static final long A_DAY = 1_000_000;
  private static final Windows SATURDAYS =
      Windows.of(List.of(Window.parse("Sat 02:00-05:00")), ZoneOffset.UTC);

  /// 200 million, less the seven days to the next window, less one more.
  @Test
  void asksForWhatWouldBeForcedBeforeTheNextWindowAndADay() {
    var plan = plan(server().with(Given.table("orders").age(180 * A_DAY)));

    var command = plan.calendar().getFirst().steps().getFirst().command();

    assertEquals("vacuumdb --freeze --min-xid-age 192000000 -j 2 shop", command.line());
  }

  /// Age 180 million and a million a day: 186.6 million on 28 November, 193.6 million on 5
  /// December.
  @Test
  void choosesTheLastWindowThatComesInTime() {
    var plan = plan(server().with(Given.table("orders").age(180 * A_DAY)));

    assertEquals(Instant.parse("2026-12-05T02:00:00Z"), starts(plan).getFirst());
    assertEquals(Given.NOW.plus(Duration.ofDays(20)), plan.firstForced().orElseThrow());
  }

  @Test
  void touchesNothingThatIsYoungEnough() {
    var plan =
        plan(
            server()
                .with(Given.table("old").age(190 * A_DAY).pages(10))
                .with(Given.table("older").age(191 * A_DAY).pages(20))
                .with(Given.table("young").age(2 * A_DAY)));

    assertEquals(List.of("older", "old"), touched(plan, 0));
    assertFalse(
        plan.calendar().stream()
            .flatMap(Appointment::touches)
            .anyMatch(each -> each.table().name().name().equals("young")));
  }

  @Test
  void aTableWithALowerLimitIsCalledByName() {
    var plan =
        plan(
            server()
                .with(
                    Given.table("Odd one")
                        .age(95 * A_DAY)
                        .with("autovacuum_freeze_max_age", "100000000")));

    var step = plan.calendar().getFirst().steps().getFirst();

    assertEquals(Reason.LOWER_LIMIT, step.reason());
    // on 28 November it is 101,583,334 old; half of that tells whether somebody froze it meanwhile
    assertEquals(
        "vacuumdb --freeze --min-xid-age 50791667 -j 1 -t 'public.\"Odd one\"' shop",
        step.command().line());
  }

  /// Two tables of 750 000 pages, 12 GB to be read and written each: two minutes and more each at
  /// 100 MB a second, so one to a window of three minutes.
  @Test
  void spreadsTablesThatAreDueTogether() {
    var given =
        server()
            .with(Given.table("a").age(180 * A_DAY).pages(750_000))
            .with(Given.table("b").age(180 * A_DAY).pages(750_000));
    var narrow = Windows.of(List.of(Window.parse("Sat 02:00-02:03")), ZoneOffset.UTC);

    var plan = plan(given, narrow);

    assertEquals(
        List.of(Instant.parse("2026-11-28T02:00:00Z"), Instant.parse("2026-12-05T02:00:00Z")),
        starts(plan).subList(0, 2));
    assertEquals(Reason.SPREAD, plan.calendar().getFirst().steps().getFirst().reason());
    assertEquals(Reason.OLD, plan.calendar().get(1).steps().getFirst().reason());
    assertEquals(1, plan.calendar().get(0).touches().count());
    assertEquals(1, plan.calendar().get(1).touches().count());
    assertTrue(plan.calendar().stream().noneMatch(Appointment::isTooLong));
  }

  @Test
  void aTableThatWillBeForcedBeforeItsWindowIsLate() {
    var plan = plan(server().with(Given.table("orders").age(199 * A_DAY)));

    assertEquals(1, plan.calendar().getFirst().late().size());
  }

  @Test
  void plansNothingWhileTheHorizonIsHeld() {
    var plan =
        plan(
            server()
                .with(Holders.prepared("tx", Duration.ofDays(60), 60 * A_DAY))
                .with(Given.table("orders").age(180 * A_DAY).pages(1_000)));

    assertEquals(List.of(), plan.calendar());
    assertEquals(List.of("shop"), plan.blockedDatabases());
    assertEquals("prepared transaction tx", plan.obstacles().getFirst().who());
  }

  @Test
  void aTransactionOfAnHourIsNoObstacle() {
    var plan =
        plan(
            server()
                .with(Holders.writer("active", Duration.ofHours(1), A_DAY / 24))
                .with(Given.table("orders").age(190 * A_DAY)));

    assertEquals(List.of(), plan.obstacles());
    assertEquals(List.of("orders"), touched(plan, 0));
  }

  @Test
  void heldCatalogsAreNoReasonNotToFreezeTheRest() {
    var plan =
        plan(
            server()
                .with(Holders.logicalSlot("cdc", true, 60 * A_DAY))
                .with(Given.table("orders").age(190 * A_DAY))
                .with(Given.table("pg_class").inSchema("pg_catalog").age(191 * A_DAY)));

    var step = plan.calendar().getFirst().steps().getFirst();

    assertEquals(2, step.touches().size());
    assertEquals(
        List.of("pg_class"),
        step.inVain().stream().map(each -> each.table().name().name()).toList());
  }

  @Test
  void multixactsHaveACommandOfTheirOwn() {
    var older =
        server().taken(Duration.ofDays(1), 1).with(Given.table("fk").multixactAge(370 * A_DAY));
    var now = server().with(Given.table("fk").age(A_DAY).multixactAge(380 * A_DAY));

    var plan =
        FreezePlan.of(
            new Sources(now.survey(), List.of(older.survey()), Optional.empty()),
            options(SATURDAYS));

    var step = plan.calendar().getFirst().steps().getFirst();
    assertEquals(Reason.OLD_MULTIXACTS, step.reason());
    assertEquals("vacuumdb --freeze --min-mxid-age 320000000 -j 2 shop", step.command().line());
  }

  @Test
  void comesBackWhenATableIsOldAgain() {
    var plan =
        FreezePlan.of(
            new Sources(
                server().with(Given.table("orders").age(190 * A_DAY)).survey(),
                List.of(older()),
                Optional.empty()),
            new FreezeOptions(
                options(SATURDAYS).windows(), 2, Duration.ofDays(300), FreezeOptions.ASSUMED_DISK));

    // frozen on 28 November; 193 days and more later it is 192 million old again
    assertEquals(2, plan.calendar().size());
    assertEquals(Instant.parse("2027-06-12T02:00:00Z"), starts(plan).get(1));
  }

  @Test
  void refusesAStandbyInASentence() {
    var standby = server().asStandby().with(Given.table("orders")).survey();

    assertTrue(FreezePlan.refusal(standby).orElseThrow().startsWith("This server is a standby"));
    assertThrows(
        IllegalArgumentException.class,
        () -> FreezePlan.of(new Sources(standby, List.of(), Optional.empty()), options(SATURDAYS)));
  }

  private static Given server() {
    return Given.server().taken(Duration.ZERO, A_DAY + 1);
  }

  private static FreezePlan plan(Given now) {
    return plan(now, SATURDAYS);
  }

  private static FreezePlan plan(Given now, Windows windows) {
    return FreezePlan.of(
        new Sources(now.survey(), List.of(older()), Optional.empty()), options(windows));
  }

  private static Survey older() {
    return Given.server().taken(Duration.ofDays(1), 1).survey();
  }

  private static FreezeOptions options(Windows windows) {
    return new FreezeOptions(windows, 2, Duration.ofDays(90), Bytes.ofMegabytes(100));
  }

  private static List<Instant> starts(FreezePlan plan) {
    return plan.calendar().stream().map(each -> each.slot().start()).toList();
  }

  private static List<String> touched(FreezePlan plan, int appointment) {
    return plan.calendar()
        .get(appointment)
        .touches()
        .map(each -> each.table().name().name())
        .toList();
  }
}
