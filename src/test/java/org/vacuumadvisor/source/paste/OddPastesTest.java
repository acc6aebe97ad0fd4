package org.vacuumadvisor.source.paste;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.vacuumadvisor.Advisor;
import org.vacuumadvisor.model.HorizonHolder;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.source.SourceException;

/// Pastes that say something in a way of their own.
class OddPastesTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        """
        prod=# select pid, state, now() - xact_start, query from pg_stat_activity;
          pid  |        state        |    ?column?     |   query
        -------+---------------------+-----------------+-----------
         21877 | idle in transaction | 03:12:44        | SELECT 1
        """,
        """
          pid  |        state        |   age    |  query
        -------+---------------------+----------+----------
         21877 | idle in transaction | 03:12:44 | SELECT 1
        """
      })
  void aSpanIsTheAgeOfATransaction(String text) throws SourceException {
    var survey = survey(text);
    var holder = (HorizonHolder.Session) survey.horizonHolders().getFirst();

    assertEquals(
        Duration.ofSeconds(3 * 3600 + 12 * 60 + 44),
        Duration.between(holder.since().known().orElseThrow(), survey.takenAt()));
  }

  @Test
  void aSessionsAgeIsNoTransactions() throws SourceException {
    var survey =
        survey(
            """
            prod=# select pid, state, now() - backend_start, query from pg_stat_activity;
              pid  |        state        |    ?column?     |   query
            -------+---------------------+-----------------+-----------
             21877 | idle in transaction | 03:12:44        | SELECT 1
            """);

    assertTrue(survey.horizonHolders().isEmpty());
  }

  @Test
  void aConfigurationsOtherLinesAreUnderstoodAndSetNothing() throws SourceException {
    var survey =
        survey(
            """
            # - Autovacuum -
            #autovacuum = off           # Enable autovacuum subprocess?
            autovacuum_naptime = 10min  # time between autovacuum runs
            fsync = off
            #full_page_writes = on
            """);
    var excerpt = survey.coverage().pasted().orElseThrow();

    assertEquals(List.of(), excerpt.unknown());
    assertEquals(List.of("autovacuum_naptime"), List.copyOf(excerpt.settings().keySet()));
  }

  @Test
  void theOptionsOfADescribedTableAreEnough() throws SourceException {
    var findings =
        Advisor.assess(
                survey(
                    """
                                 Table "public.jobs"
                     Column |  Type  | Collation | Nullable | Default
                    --------+--------+-----------+----------+---------
                     id     | bigint |           | not null |
                    Indexes:
                        "jobs_pkey" PRIMARY KEY, btree (id)
                    Options: autovacuum_enabled=false, fillfactor=70
                    """))
            .findings();

    assertEquals("autovacuum-disabled", findings.getFirst().id());
  }

  private static Survey survey(String text) throws SourceException {
    return Paste.survey(List.of(new Paste.Text("paste", text)));
  }
}
