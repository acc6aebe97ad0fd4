package org.vacuumadvisor.source.paste;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The texts of the messages are PostgreSQL's; what stands around them is what drivers print.
class ApplicationErrorsTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '§',
      quoteCharacter = '\u0001',
      value = {
        "psycopg2.errors.ProgramLimitExceeded: database is not accepting commands to avoid"
            + " wraparound data loss in database \"crm\" § ERROR:  database is not accepting"
            + " commands to avoid wraparound data loss in database \"crm\"",
        "PostgresError { code: \"XX000\", message: \"failed to re-find parent key in index"
            + " \\\"ix\\\" for split pages 8/9\", severity: \"ERROR\" } § ERROR:  failed to re-find"
            + " parent key in index \"ix\" for split pages 8/9",
        "Raw query failed. Message: `VACUUM cannot run inside a transaction block` § ERROR:  VACUUM"
            + " cannot run inside a transaction block",
        "09:21:55Z db skipping analyze of \"posts\" --- lock not available § LOG:  skipping analyze"
            + " of \"posts\" --- lock not available",
        "[warn] database \"crm\" must be vacuumed within 99 transactions § WARNING:  database"
            + " \"crm\" must be vacuumed within 99 transactions"
      })
  void areReadAsTheServerWritesThem(String printed, String written) {
    assertEquals(written, Decoration.removed(printed));
  }

  @Test
  void keepTheirLines() {
    assertEquals(
        """
        in job 7
        ERROR:  canceling statement due to conflict with recovery
        DETAIL:  User query might have needed to see row versions that must be removed.
          at Job.run(Job.java:7)
        """,
        Decoration.removed(
            """
            in job 7
            org.postgresql.util.PSQLException: ERROR: canceling statement due to conflict with recovery
              Detail: User query might have needed to see row versions that must be removed.
              at Job.run(Job.java:7)
            """));
  }

  @Test
  void leaveWhatTheServerWroteItself() {
    var log =
        """
        2026-11-20 10:00:00 UTC [7] ERROR:  canceling autovacuum task
        2026-11-20 10:00:00 UTC [7] CONTEXT:  automatic vacuum of table "a.b.c"
        """;

    assertEquals(log, Decoration.removed(log));
  }
}
