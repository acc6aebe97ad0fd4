package org.vacuumadvisor.diagnosis;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.vacuumadvisor.diagnosis.rule.Given;

/// By default vacuums are forced past 200 million: tables from 100 million on count, and ages up to
/// 10 million apart are together.
class FreezeCohortTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          # age in millions and pages of tables a, b, c, d | the cohort
          190 10, 180 10                       | a b
          190 10, 179 10                       | a
          190 10, 179 11                       | b
          190 10, 185 10, 175 10, 165 30       | c d
          190 10, 185 30, 175 11, 165 10       | b c
          190 10, 185 10, 180 10, 170 10       | a b c
          100 10, 99 50                        | a
          200 10, 201 50                       | a
          190 0, 120 1                         | b
          """)
  void isWhatHasMostToFreezeTogether(String tables, String cohort) {
    var given = Given.server();
    char name = 'a';
    for (var each : tables.split(", ", -1)) {
      var figures = each.split(" ", -1);
      given.with(
          Given.table(Character.toString(name))
              .age(Long.parseLong(figures[0]) * 1_000_000)
              .pages(Long.parseLong(figures[1])));
      name++;
    }

    assertEquals(List.of(cohort.split(" ", -1)), names(given));
  }

  /// Nor does anybody plan for catalogs, or wait for a vacuum that cannot come.
  @Test
  void countsPagesThatAreNotFrozenOfPeoplesTables() {
    var given =
        Given.server()
            .with(Given.table("frozen").age(190_000_000).pages(100).allFrozen(100))
            .with(Given.table("partly").age(150_000_000).pages(100).allFrozen(90))
            .with(Given.table("whole").age(120_000_000).pages(9))
            .with(Given.table("pg_class").inSchema("pg_catalog").age(180_000_000).pages(500))
            .with(Given.table("t").temporary().age(170_000_000).pages(500));

    assertEquals(List.of("partly"), names(given));
  }

  private static List<String> names(Given given) {
    return FreezeCohort.largest(given.evidence()).stream().map(each -> each.name().name()).toList();
  }
}
