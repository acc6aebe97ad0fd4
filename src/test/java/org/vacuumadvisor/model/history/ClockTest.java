package org.vacuumadvisor.model.history;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClockTest {
  /// Offsets as in PostgreSQL's `timezonesets/Default`; for what is not known there, UTC.
  @ParameterizedTest
  @CsvSource({
    "UTC, 10:00",
    "GMT, 10:00",
    "CET, 09:00",
    "CEST, 08:00",
    "BST, 09:00",
    "EST, 15:00",
    "EDT, 14:00",
    "PDT, 17:00",
    "MSK, 07:00",
    "JST, 01:00",
    "AEST, 00:00",
    "+04, 06:00",
    "-03, 13:00",
    "Europe/Berlin, 08:00",
    "nowhere, 10:00"
  })
  void readsTimesInTheirZone(String zone, String utc) {
    assertEquals(
        Optional.of(Instant.parse("2026-07-01T" + utc + ":00Z")),
        Clock.read(new Stamp("2026-07-01 10:00:00.000", zone, null)));
  }

  @ParameterizedTest
  @CsvSource({"CET, 09:00", "GMT, 10:00", "PST, 18:00"})
  void readsTimesOfWinter(String zone, String utc) {
    assertEquals(
        Optional.of(Instant.parse("2026-01-05T" + utc + ":00Z")),
        Clock.read(new Stamp("2026-01-05 10:00:00.000", zone, null)));
  }
}
