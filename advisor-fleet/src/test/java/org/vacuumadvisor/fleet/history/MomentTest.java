package org.vacuumadvisor.fleet.history;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MomentTest {
  private static final Instant NOW = Instant.parse("2026-11-22T15:30:00Z");

  @ParameterizedTest
  @CsvSource({
    "now, 2026-11-22T15:30:00Z",
    "yesterday 03:00, 2026-11-21T03:00:00Z",
    "Yesterday 3:00, 2026-11-21T03:00:00Z",
    "today 14:15:30, 2026-11-22T14:15:30Z",
    "03:00, 2026-11-22T03:00:00Z",
    "2h ago, 2026-11-22T13:30:00Z",
    "3d, 2026-11-19T15:30:00Z",
    "2026-11-20, 2026-11-21T00:00:00Z",
    "2026-11-22, 2026-11-22T15:30:00Z",
    "2026-11-20 03:00, 2026-11-20T03:00:00Z",
    "2026-11-20T03:00, 2026-11-20T03:00:00Z",
    "2026-11-20T03:00:00Z, 2026-11-20T03:00:00Z"
  })
  void readsMoments(String text, Instant moment) {
    assertEquals(Optional.of(moment), Moment.of(text, NOW, ZoneOffset.UTC));
  }

  @ParameterizedTest
  @CsvSource({"tomorrow", "2026-13-01", "25:00", "''", "3 fortnights ago"})
  void refusesWhatIsNone(String text) {
    assertEquals(Optional.empty(), Moment.of(text, NOW, ZoneOffset.UTC));
  }

  @Test
  void takesTheZone() {
    assertEquals(
        Optional.of(Instant.parse("2026-11-21T02:00:00Z")),
        Moment.of("yesterday 03:00", NOW, ZoneId.of("Europe/Berlin")));
  }
}
