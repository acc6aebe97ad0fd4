package org.vacuumadvisor.source.paste;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.vacuumadvisor.Advisor;
import org.vacuumadvisor.model.Survey;

/// The texts of workers are those of `autovac_report_activity()`.
class BareSessionsTest {
  @Test
  void rowsWithoutAHeaderTellWhoWaitsForWhom() {
    var survey =
        read(
            """
             4711 | crm | autovacuum: VACUUM public.visit (to prevent wraparound) | active | 10:22:11
             4802 | crm | ALTER TABLE visit ADD COLUMN seen int | active | Lock | relation
            """);

    assertEquals("antiwraparound-blocks-ddl", Advisor.assess(survey).findings().getFirst().id());
  }

  @Test
  void aRowOfTheQueryForLocksNamesBoth() {
    var survey =
        read(
            """
             4802 | crm | 4711 | postgres | CREATE INDEX CONCURRENTLY visit_at ON visit (at) | autovacuum: VACUUM public.visit (to prevent wraparound
            """);

    assertEquals("antiwraparound-blocks-ddl", Advisor.assess(survey).findings().getFirst().id());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "5 people said | idle | select nothing much",
        "4711 | 4712 | active | SELECT 1 FROM visit",
        "4711 | app | SELECT 1 FROM visit"
      })
  void whatMayMeanOtherThingsTellsNothing(String line) {
    assertTrue(read(line).coverage().excerpt().isEmpty());
  }

  private static Survey read(String text) {
    return Paste.survey(List.of(new Paste.Text("paste", text)));
  }
}
