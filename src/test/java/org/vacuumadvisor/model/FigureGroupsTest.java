package org.vacuumadvisor.model;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.vacuumadvisor.model.Reading.Why;

class FigureGroupsTest {
  @Test
  void rowsThatNobodyCountedAreNotZero() {
    var figures = Readings.builder(Why.NOT_COLLECTED).put(TableKeys.N_DEAD_TUP, 12L).build();

    var rows = FigureGroups.population(figures).known().orElseThrow();

    assertEquals(12, rows.dead());
    assertEquals(Reading.missing(Why.NOT_COLLECTED), rows.live());
    assertEquals(Reading.missing(Why.NOT_COLLECTED), rows.modifiedSinceAnalyze());
    assertEquals(Reading.missing(Why.NOT_COLLECTED), rows.insertedSinceVacuum());
  }
}
