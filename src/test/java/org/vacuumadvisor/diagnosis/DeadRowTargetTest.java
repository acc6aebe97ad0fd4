package org.vacuumadvisor.diagnosis;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.vacuumadvisor.diagnosis.rule.Given;
import org.vacuumadvisor.postgres.Release;

class DeadRowTargetTest {
  /// A twentieth, from 10 million rows on a fiftieth, from 100 million on a hundredth. Up to 16, 64
  /// MB hold 11,184,810 IDs of dead rows for one pass over the indexes.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          # rows     | target     | because
          1000000    | 50000      | 5 % of the table
          9999998    | 499999.9   | 5 % of the table
          10000000   | 200000     | 2 % of the table
          99999950   | 1999999    | 2 % of the table
          100000000  | 1000000    | 1 % of the table
          1118481000 | 11184810   | 1 % of the table
          1118481100 | 11184810   | as many as one pass over the indexes can remove
          """)
  void isASmallShareThatOnePassCanRemove(double rows, double target, String because) {
    var evidence = Given.server(Release.V16).with(Given.table("t").rows(rows).indexed()).evidence();
    var relation = evidence.survey().relations().getFirst();

    var found = DeadRowTarget.of(relation, evidence).orElseThrow();

    assertEquals(target, found.rows(), 0.01);
    assertEquals(because, found.because());
  }

  /// 1,000 a second.
  @Test
  void isWhatDiesInAnHourWhereThatIsMore() {
    var older = Given.server().taken(Duration.ofSeconds(100), 1).with(Given.table("t"));
    var evidence = Given.server().with(Given.table("t").written(0, 100_000, 0)).after(older);
    var relation = evidence.survey().relations().getFirst();

    var found = DeadRowTarget.of(relation, evidence).orElseThrow();

    assertEquals(3_600_000, found.rows(), 0.01);
    assertEquals("as many as die in an hour", found.because());
  }

  @Test
  void asksForNothingWhereAutovacuumComesForAsFewToday() {
    var evidence = Given.server().with(Given.table("t").rows(1_000_000)).evidence();
    var relation = evidence.survey().relations().getFirst();

    assertEquals(true, DeadRowTarget.below(50_000, relation, evidence).isEmpty());
    assertEquals(true, DeadRowTarget.below(50_001, relation, evidence).isPresent());
  }
}
