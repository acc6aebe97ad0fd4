package org.vacuumadvisor.source.paste;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.vacuumadvisor.model.Database;
import org.vacuumadvisor.model.Excerpt;
import org.vacuumadvisor.model.HorizonHolder;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.model.TableKeys;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.unit.XidAge;

class PasteTest {
  private static final String TABLE =
      """
       relname | n_live_tup | n_dead_tup
      ---------+------------+------------
       orders  |       1000 |         77
      (1 row)
      """;

  @Test
  void readsThroughColoursAndQuotesAndFences() throws Exception {
    var text =
        "Look at this:\r\n> ```\r\n"
            + TABLE
                .lines()
                .map(line -> "> \u001b[1m" + line + "\u001b[0m\r\n")
                .reduce("", String::concat)
            + "> ```\r\n";

    assertEquals(77, dead(only(survey(text))));
  }

  /// What `Question.DATABASE_AGES` asks for.
  @Test
  void readsBothAgesOfDatabases() throws Exception {
    var databases =
        survey(
                """
                  datname  | datallowconn |  xid_age  | multixact_age
                -----------+--------------+-----------+---------------
                 shop      | t            | 190000000 |           120
                 template0 | f            | 190000001 |             5
                (2 rows)
                """)
            .databases();

    assertEquals(List.of("shop", "template0"), databases.stream().map(Database::name).toList());
    assertEquals(new XidAge(120), databases.getFirst().multixactAge().known().orElseThrow());
    assertEquals(new XidAge(190_000_001), databases.getLast().xidAge().known().orElseThrow());
    assertTrue(databases.getLast().isClosed());
  }

  @Test
  void passesOverWordsAndSaysWhichPrintedLinesItDidNotUnderstand() throws Exception {
    var excerpt = excerpt(survey("Why is it slow?\n" + TABLE + "\nwaited | 12\nThanks,\nJo\n"));

    assertEquals(1, excerpt.tablesRead());
    assertEquals(3, excerpt.prose());
    assertEquals(
        List.of("waited | 12"), excerpt.unknown().stream().map(Excerpt.UnknownLine::text).toList());
    assertEquals(List.of(7), excerpt.unknown().stream().map(each -> each.number()).toList());
  }

  @Test
  void countsATableThatItDoesNotKnow() throws Exception {
    var excerpt = excerpt(survey(TABLE + "\n city | mayor\n------+-------\n Ulm | Ada\n"));

    assertEquals(2, excerpt.tablesFound());
    assertEquals(1, excerpt.tablesRead());
    assertEquals(2, excerpt.unknown().size());
  }

  @Test
  void doesNotMakeFiguresOfWords() {
    assertTellsNothing("orders has three million dead rows, autovacuum: it never comes");
  }

  @Test
  void doesNotReadNamesThatMeanSeveralThings() {
    assertTellsNothing(" size | total\n------+-------\n 1 | 2\n");
  }

  private static void assertTellsNothing(String text) {
    var coverage = survey(text).coverage();
    assertTrue(coverage.excerpt().isEmpty());
    var told = coverage.pasted().orElseThrow();
    assertEquals(text.lines().count(), told.unknown().size() + told.prose());
  }

  @ParameterizedTest
  @CsvSource({
    "PostgreSQL 9.6.24 on x86_64, V9_6, V9_6",
    "Postgres 17, V17, V17",
    "vacuum_failsafe_age = 1600000000, V14,",
    "vacuum_defer_cleanup_age = 0, V9_6, V15",
    "PostgreSQL 13.4 had the same, V9_6,",
    "before Postgres 14 it was worse, V9_6,",
    "works with PG 15+, V9_6,",
    "nothing told, V9_6,"
  })
  void boundsTheRelease(String line, Release earliest, @Nullable Release latest) throws Exception {
    var releases = excerpt(survey(TABLE + "\n" + line + "\n")).releases();

    assertEquals(earliest, releases.earliest());
    assertEquals(latest == null ? Release.newest() : latest, releases.latest());
  }

  @Test
  void readsNamesWithValues() throws Exception {
    var survey =
        survey(
            """
            relname: orders
            n_live_tup: 1,000
            n_dead_tup = 77 (since monday)
            last_autovacuum = 2026-05-05 11:00:00+02
            autovacuum_naptime = 30s   # was 1min
            ALTER SYSTEM SET autovacuum_vacuum_cost_limit = 2000;
            ALTER TABLE orders SET (autovacuum_vacuum_scale_factor = 0.05, fillfactor=80);
            """);

    assertEquals(77, dead(only(survey)));
    assertEquals(30, survey.settings().integer(Setting.AUTOVACUUM_NAPTIME).orElseThrow());
    assertEquals(
        2000, survey.settings().integer(Setting.AUTOVACUUM_VACUUM_COST_LIMIT).orElseThrow());
    assertEquals(80, only(survey).parameters().fillfactor().orElseThrow());
  }

  @Test
  void boundsTheAgeOfAnIdByTheNewestOne() throws Exception {
    var survey =
        survey(
            """
             slot_name | active |   xmin
            -----------+--------+----------
             gone      | f      |  1000000

            removable cutoff: 1000000, which was 250000 XIDs old when operation ended
            """);

    assertEquals(Reading.of(new XidAge(250_000)), survey.horizonHolders().getFirst().age());
  }

  @Test
  void knowsThatNobodyHoldsWhereTheColumnsAreEmpty() throws Exception {
    var survey =
        survey(
            """
             pid | state               | xact_start             | backend_xid | backend_xmin
            -----+---------------------+------------------------+-------------+--------------
               7 | idle in transaction | 2026-05-05 11:00:00+00 |             |
            """);

    assertEquals(List.<HorizonHolder>of(), survey.horizonHolders());
    assertTrue(excerpt(survey).shows(Excerpt.Kind.SESSIONS));
  }

  @Test
  void keepsValuesOfSeveralLinesTogether() throws Exception {
    var survey =
        survey(
            """
               relname   | n_live_tup | n_dead_tup
            -------------+------------+------------
             two        +|       1000 |         77
             lines       |            |
             bar|in|name |          5 |          6
            (2 rows)
            """);

    assertEquals(
        List.of("two\nlines", "bar|in|name"),
        survey.relations().stream().map(each -> each.name().name()).toList());
  }

  @Test
  void survivesAnything() {
    var random = new Random(36);
    var pieces =
        List.of(
            TABLE,
            "|",
            "-+-",
            "\n",
            "(1 row)",
            "-[ RECORD 1 ]-",
            "<table><tr><td>",
            "{\"pid\":",
            "[[[",
            "relname|n_dead_tup",
            "\u001b[",
            "\"",
            "slot_name,xmin\n",
            "99999999999999999999",
            "=",
            "n_dead_tup: ",
            "┌─┬─┐",
            "shop=# select",
            "\t",
            "\0",
            "Options: ",
            "Table \"x\"");
    for (int round = 0; round < 3000; round++) {
      var text = new StringBuilder();
      for (int piece = random.nextInt(30); piece > 0; piece--) {
        text.append(pieces.get(random.nextInt(pieces.size())));
      }
      survey(text.toString());
    }
  }

  @Test
  void readsLongLinesInLinearTime() throws Exception {
    var survey = survey("x|".repeat(3_000_000) + "\n" + " ".repeat(3_000_000) + "\n" + TABLE);

    assertEquals(77, dead(only(survey)));
  }

  /// In quadratic time it would take minutes.
  @Test
  void readsManyDrawnAndBrokenLinesInLinearTime() {
    var drawn = ("-".repeat(60) + "\n").repeat(50_000);
    var broken = " ->  Seq Scan on orders  (cost=0.00..1\nrows=9 width=4)\n".repeat(50_000);

    assertEquals(77, dead(only(survey(drawn + "\n" + broken + "\n" + TABLE))));
  }

  private static Survey survey(String text) {
    return Paste.survey(List.of(new Paste.Text("paste", text)));
  }

  private static Excerpt excerpt(Survey survey) {
    return survey.coverage().pasted().orElseThrow();
  }

  private static Relation only(Survey survey) {
    assertEquals(1, survey.relations().size());
    return survey.relations().getFirst();
  }

  private static long dead(Relation relation) {
    return relation.get(TableKeys.N_DEAD_TUP).known().orElseThrow();
  }
}
