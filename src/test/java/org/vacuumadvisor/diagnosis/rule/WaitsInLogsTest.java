package org.vacuumadvisor.diagnosis.rule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.unit.Quantities;

/// A table of which two vacuums are known. By hand, in minutes after midnight:
///
///     queue  ##                                        ##   until 10:00; from 51:00 until 51:30
///     big1     ####################################         from 10:30 until 51:00
///     big2     ####################################         the same
///
/// It waited 41 minutes, 40:30 of them (98.8 %) behind two workers at other tables.
final class WaitsInLogsTest {
  private static final Duration GIANTS = Duration.ofMinutes(40).plusSeconds(30);
  private static final Duration ENDED = Duration.ofMinutes(51);

  @Test
  void twoRunsAreEnoughWhereMuchWasToDoAndNobodyWasFree() {
    var finding = Logs.finding("worker-starvation", log(GIANTS, GIANTS, 90_000));
    var evidence = finding.evidence().toString();

    assertEquals(
        "public.queue waited %s for a vacuum while all 2 workers were busy with other tables"
            .formatted(Quantities.duration(Duration.ofMinutes(41))),
        finding.headline());
    assertTrue(evidence.contains(Quantities.duration(GIANTS)), evidence);
    assertTrue(evidence.contains("public.big1"), evidence);
    assertFalse(evidence.contains("usually"), evidence);
  }

  /// One worker was free for four of the 41 minutes: 91 % is not all of the time.
  @Test
  void isSilentWhereAWorkerWasFreeMeanwhile() {
    assertSilent(log(GIANTS, GIANTS.minusMinutes(4).plusSeconds(30), 90_000));
  }

  @Test
  void isSilentWhereLittleWasToDo() {
    assertSilent(log(GIANTS, GIANTS, 9_999));
  }

  @Test
  void isSilentAboutOneRun() {
    var log = log(GIANTS, GIANTS, 90_000);

    assertSilent(log.substring(log.indexOf("UTC", log.indexOf("shop.public.queue")) - 24));
  }

  private static void assertSilent(String log) {
    assertFalse(Logs.ids(log).contains("worker-starvation"), log);
  }

  private static String log(Duration first, Duration second, long removed) {
    return RunText.vacuum("shop.public.queue").at(Duration.ofMinutes(10)).took(5).rows(removed, 100)
        + giant("big1", first)
        + giant("big2", second)
        + RunText.vacuum("shop.public.queue").at(ENDED.plusSeconds(30)).took(30).rows(removed, 100);
  }

  private static String giant(String name, Duration length) {
    return RunText.vacuum("shop.public." + name)
        .at(ENDED)
        .took((double) length.toSeconds())
        .toString();
  }
}
