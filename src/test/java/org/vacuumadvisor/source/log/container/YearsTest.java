package org.vacuumadvisor.source.log.container;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.LocalDate;
import org.junit.jupiter.api.Test;

class YearsTest {
  private final Years years = new Years(LocalDate.of(2027, 2, 10));

  @Test
  void takesTheLatestYearThatIsNotInTheFuture() {
    assertEquals("~2027-02-10 11:52:45", years.timestamp(-1, 2, 10, "11:52:45"));
    assertEquals("~2026-02-11 11:52:45", years.timestamp(-1, 2, 11, "11:52:45"));
    assertEquals("~2026-12-31 23:59:59", years.timestamp(-1, 12, 31, "23:59:59"));
    assertEquals("~2027-01-01 00:00:00", years.timestamp(-1, 1, 1, "00:00:00"));
  }

  @Test
  void leavesAYearThatIsPrinted() {
    assertEquals("2019-12-31 23:59:59", years.timestamp(2019, 12, 31, "23:59:59"));
  }
}
