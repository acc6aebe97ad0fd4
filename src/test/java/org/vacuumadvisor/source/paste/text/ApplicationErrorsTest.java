package org.vacuumadvisor.source.paste.text;

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
        "[warn] database \"crm\" must be vacuumed within 99 transactions § WARNING:  database"
            + " \"crm\" must be vacuumed within 99 transactions"
      })
  void areReadAsTheServerWritesThem(String printed, String written) {
    assertEquals(written, ApplicationErrors.asServerWrites(printed));
  }

  @Test
  void areReadBetweenBackticksOfASentenceThatStatesThem() {
    assertEquals(
        "WARNING:  oldest xmin is far in the past",
        ApplicationErrors.asServerWrites(
            "Since the failover it prints `WARNING:  oldest xmin is far in the past` every"
                + " second."));
    var supposed = "You might see `WARNING:  oldest xmin is far in the past` then.";
    assertEquals(supposed, ApplicationErrors.asServerWrites(supposed));
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
        ApplicationErrors.asServerWrites(
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

    assertEquals(log, ApplicationErrors.asServerWrites(log));
  }

  @Test
  void areReadWhereASentenceSaysWhatAVacuumHadToKeep() {
    assertEquals(
        "DETAIL:  73112 dead row versions cannot be removed yet, oldest xmin: 881",
        ApplicationErrors.asServerWrites(
            "Each run prints \"73112 dead row versions cannot be removed yet, oldest xmin: 881\""));
    var detail = "DETAIL:  73112 dead row versions cannot be removed yet, oldest xmin: 881";
    assertEquals(detail, ApplicationErrors.asServerWrites(detail));
    var supposed = "What if 73112 dead row versions cannot be removed yet?";
    assertEquals(supposed, ApplicationErrors.asServerWrites(supposed));
  }
}
