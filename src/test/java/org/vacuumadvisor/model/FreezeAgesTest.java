package org.vacuumadvisor.model;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.vacuumadvisor.model.Reading.Why;
import org.vacuumadvisor.postgres.Wraparound;
import org.vacuumadvisor.unit.XidAge;

class FreezeAgesTest {
  private static final XidAge AGE = new XidAge(120_000_000);

  @Test
  void anAgeInMultixactsThatNobodyGaveIsNotZero() {
    var figures =
        Readings.builder(Why.NOT_COLLECTED).put(TableKeys.XID_AGE, Reading.of(AGE)).build();

    var ages = FigureGroups.ages(figures).known().orElseThrow();

    assertEquals(Reading.of(AGE), ages.in(Wraparound.TRANSACTIONS));
    assertEquals(Reading.missing(Why.NOT_COLLECTED), ages.in(Wraparound.MULTIXACTS));
  }

  @Test
  void bothAgesComeBackAsTheyWere() {
    var ages = new FreezeAges(AGE, new XidAge(7));
    var figures =
        Readings.builder(Why.NOT_COLLECTED)
            .put(TableKeys.XID_AGE, ages.in(Wraparound.TRANSACTIONS))
            .put(TableKeys.MULTIXACT_AGE, ages.in(Wraparound.MULTIXACTS))
            .build();

    assertEquals(Reading.of(ages), FigureGroups.ages(figures));
  }
}
