package org.vacuumadvisor.model;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.vacuumadvisor.diagnosis.rule.Given;
import org.vacuumadvisor.diagnosis.rule.TableGiven;
import org.vacuumadvisor.model.Reading.Why;
import org.vacuumadvisor.postgres.Wraparound;
import org.vacuumadvisor.unit.XidAge;

class FreezeAgesTest {
  private static final XidAge AGE = new XidAge(120_000_000);

  @Test
  void anAgeInMultixactsThatNobodyGaveIsNotZero() {
    var ages = ages(table().without(TableKeys.MULTIXACT_AGE));

    assertEquals(Reading.of(AGE), ages.in(Wraparound.TRANSACTIONS));
    assertEquals(Reading.missing(Why.NOT_COLLECTED), ages.in(Wraparound.MULTIXACTS));
  }

  @Test
  void bothAgesComeBackAsTheyWere() {
    assertEquals(new FreezeAges(AGE, new XidAge(7)), ages(table().multixactAge(7)));
  }

  private static TableGiven table() {
    return Given.table("orders").age(AGE.count());
  }

  private static FreezeAges ages(TableGiven table) {
    var relations = Given.server().with(table).survey().relations();
    return relations.getFirst().ages().known().orElseThrow();
  }
}
