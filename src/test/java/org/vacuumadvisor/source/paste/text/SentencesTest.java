package org.vacuumadvisor.source.paste.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.vacuumadvisor.model.Excerpt;
import org.vacuumadvisor.model.Excerpt.Kind;
import org.vacuumadvisor.model.HorizonHolder;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.model.reading.Reading;
import org.vacuumadvisor.postgres.ReleaseRange;
import org.vacuumadvisor.source.paste.Paste;
import org.vacuumadvisor.unit.XidAge;

/// Figures in sentences around PostgreSQL's own names, as people write them.
class SentencesTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "On the `orders` table n_dead_tup is about 12 million, last_autovacuum null. | n_dead_tup |"
            + " 12000000",
        "On the `orders` table n_dead_tup is about 12 million, last_autovacuum null. |"
            + " last_autovacuum | ''",
        "table public.orders: n_live_tup is roughly 4.5M and n_dead_tup has reached 1,234,567 |"
            + " n_live_tup | 4500000",
        "table public.orders: n_live_tup is roughly 4.5M and n_dead_tup has reached 1,234,567 |"
            + " n_dead_tup | 1234567",
        "We see 3.2 million dead tuples in table \"orders\" right now | n_dead_tup | 3200000",
        "The `orders` table's HOT ratio is only 7 % | hot_percent | 7",
        "Only 12% of updates are HOT on table `orders` | hot_percent | 12",
        "the 'orders' table: age(relfrozenxid) is 1.9 billion | xid_age | 1900000000",
        "table `orders` has never been vacuumed | last_vacuum | ''",
        "Why is n_dead_tup 12 million on table `orders`? | n_dead_tup | 12000000",
        "On table `orders` n_dead_tup came back at 80 million today. | n_dead_tup | 80000000",
        "On table `orders` n_dead_tup is 845.332 now | n_dead_tup | 845332",
      })
  void aSentenceTellsTheFigureOfATable(String text, String column, String value) {
    var survey = survey(text + "\n");
    var figure = figure(survey, "orders", column).orElseThrow();

    assertEquals(value, figure.value());
    assertEquals(1, figure.line());
    assertEquals(List.of(), excerpt(survey).unknown());
  }

  /// People write in their own language around PostgreSQL's words.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Die Tabelle hat 400 Tsd. lebende und 9,5 Mio. tote Zeilen | n_dead_tup | 9500000",
        "Es sind 845.332 tote Tupel in der Tabelle geblieben | n_dead_tup | 845332",
        "n_dead_tup liegt bei 12 Mio und steigt weiter an | n_dead_tup | 12000000",
        "La table a 300 000 lignes vivantes et 1,2 million de lignes mortes | n_live_tup | 300000",
        "La table a 300 000 lignes vivantes et 1,2 million de lignes mortes | n_dead_tup | 1200000",
        "La tabla tiene 45.000.000 de filas muertas desde ayer | n_dead_tup | 45000000",
        "A tabela tem 3 milhões de linhas mortas e cresce | n_dead_tup | 3000000",
        "La tabella ha 2 milioni di righe morte e cresce | n_dead_tup | 2000000",
        "В таблице 1,5 млн мёртвых строк и 1 млн живых строк | n_dead_tup | 1500000",
        "В таблице 1,5 млн мёртвых строк и 1 млн живых строк | n_live_tup | 1000000",
      })
  void aSentenceInAnotherLanguageTellsItToo(String text, String column, String value) {
    var survey = survey(text + "\n");

    assertEquals(value, figure(survey, "your_table", column).orElseThrow().value());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Wenn die Tabelle 3 Mio. tote Zeilen hat, kommt autovacuum",
        "Die Tabelle hat nicht 3 Mio. tote Zeilen",
        "Si la table a 3 millions de lignes mortes, il vient",
        "Si la tabla tiene 3 millones de filas muertas, viene",
        "Если в таблице 3 млн мёртвых строк, он придёт",
      })
  void whatIsSupposedInAnotherLanguageIsNoFact(String text) {
    assertEquals(List.of(), survey(text + "\n").relations());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "If n_dead_tup were 12 million, would autovacuum start?",
        "n_dead_tup is not 12 million on that table",
        "Should we set autovacuum_vacuum_scale_factor to 0.01?",
        "I recommend autovacuum_vacuum_scale_factor = 0.01 for such tables",
        "Set autovacuum_vacuum_scale_factor to 0.01 and reload.",
        "The default autovacuum_vacuum_scale_factor is 0.2 as you know",
        "When n_dead_tup reaches 12 million, queries slow down.",
        "Suppose that n_dead_tup = 12000000 and n_live_tup = 5",
        "VACUUM removed 3 million dead rows yesterday",
        "n_dead_tup is one of the columns that I look at",
        "There would be 2 prepared transactions then",
        "We are on call until 4.5M XIDs are left",
        "daemon:x:1:1:daemon:/usr/sbin:/usr/sbin/nologin",
        "autovacuum is running all the time",
      })
  void whatIsSupposedAskedProposedOrDeniedIsNoFact(String text) {
    var survey = survey(text + "\n");

    assertTrue(survey.relations().isEmpty());
    assertTrue(excerpt(survey).settings().isEmpty());
    assertTrue(survey.horizonHolders().isEmpty());
    assertEquals(0, excerpt(survey).figuresRead());
    assertEquals(1, excerpt(survey).unknown().size());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "we have autovacuum_vacuum_scale_factor at 0.2 | autovacuum_vacuum_scale_factor | 0.2",
        "autovacuum_naptime was lowered from 60 to 10 s last night | autovacuum_naptime | 10s",
        "autovacuum is turned off, and so is track_counts | autovacuum | off",
        "vacuum_cost_limit has been set to 1,000 | vacuum_cost_limit | 1000",
        "autovacuum_freeze_max_age is 1.5 billion here | autovacuum_freeze_max_age | 1500000000",
      })
  void aSettingMayBeNamedWithItsValue(String text, String name, String value) {
    var figure = excerpt(survey(text + "\n")).settings().get(name);

    assertEquals(value, figure == null ? "" : figure.value());
  }

  @Test
  void theAgeOfADatabaseIsReadFromItsNameOrFromWhatIsLeft() {
    var told = survey("age(datfrozenxid) is 1.9 billion, and growing\n");
    var left = survey("The warning says that 4.5M XIDs are left.\n");

    assertEquals(
        1_900_000_000L, told.databases().getFirst().xidAge().known().orElseThrow().count());
    assertEquals(
        2_147_483_647L - 4_500_000,
        left.databases().getFirst().xidAge().known().orElseThrow().count());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "prepared xacts: 1  xid=746 age=2144483646",
        "There is 1 prepared transaction, xid=746 age=2144483646",
        "replication slots : 0\n   prepared xacts: 1   xid=746 age=2144483646",
        "limit=5000\n   prepared xacts: 1   xid=746 age=2144483646",
      })
  void aPreparedTransactionWithItsAge(String text) {
    var holder =
        (HorizonHolder.PreparedTransaction) survey(text + "\n").horizonHolders().getFirst();

    assertEquals(Reading.of(new XidAge(2_144_483_646L)), holder.age());
    assertEquals("", holder.gid());
    assertEquals(
        0,
        excerpt(survey(text + "\n")).unknown().stream()
            .filter(each -> each.text().contains("prepared"))
            .count());
  }

  @Test
  void preparedTransactionsMayOnlyBeCounted() {
    assertEquals(2, survey("2 transactions prepared since yesterday\n").horizonHolders().size());
  }

  @Test
  void whatIsNotThereIsAFact() {
    var excerpt =
        excerpt(survey("There is no replication slot, and pg_prepared_xacts is empty.\n"));

    assertTrue(excerpt.shows(Kind.REPLICATION_SLOTS));
    assertTrue(excerpt.shows(Kind.PREPARED_TRANSACTIONS));
  }

  @Test
  void aSentenceMayGoOverLines() {
    var survey =
        survey(
            """
            I looked at table `orders` and its n_dead_tup is
            12 million by now. If we wait
            for n_dead_tup to be 50 million, it breaks.
            """);

    assertEquals("12000000", figure(survey, "orders", "n_dead_tup").orElseThrow().value());
    assertEquals(2, figure(survey, "orders", "n_dead_tup").orElseThrow().line());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SHOW autovacuum;\noff\n",
        "shop=# show autovacuum;\n off\n",
        "SHOW autovacuum\noff\n",
        "> show autovacuum;\n> off\n",
      })
  void aSettingMayBeShownWithoutAFrame(String text) {
    var excerpt = excerpt(survey(text));

    assertEquals(
        Optional.of("off"),
        Optional.ofNullable(excerpt.settings().get("autovacuum")).map(Excerpt.Figure::value));
    assertEquals(List.of(), excerpt.unknown());
  }

  @Test
  void quotesAndEntitiesOfPagesAreRead() {
    var survey = survey("&gt; On table \u201corders\u201d n_dead_tup is &nbsp;5,000\n");

    assertEquals("5000", figure(survey, "orders", "n_dead_tup").orElseThrow().value());
  }

  @Test
  void autovacuumMayBeOffForOneTable() {
    var survey = survey("autovacuum is disabled on this table: `app.events` table\n");

    assertTrue(excerpt(survey).settings().isEmpty());
    assertEquals(
        "autovacuum_enabled=false", figure(survey, "events", "reloptions").orElseThrow().value());
  }

  /// An alert of Datadog tells its limit, too.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "postgresql.before_xid_wraparound < 300000000 over host:a was < 300000000.0\nMetric value:"
            + " 180331000.0\n",
        "postgresql.before_xid_wraparound: 180,331,000\n",
        "postgresql.before_xid_wraparound{db:shop} 180331000\n"
      })
  void readsHowManyIdsAMonitorSeesAhead(String alert) {
    assertEquals(
        Integer.MAX_VALUE - 180_331_000L,
        survey(alert).databases().getFirst().xidAge().known().orElseThrow().count());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "All three autovacuum workers are always busy. | 3",
        "We have autovacuum_max_workers = 5 and all workers are busy for hours | 5",
        "2 of 5 autovacuum workers are busy | 2",
        "All 6 of our autovacuum workers are tied up with large tables | 6",
        "If all 3 autovacuum workers are busy, tables wait | 0",
        "Not all 3 autovacuum workers are busy | 0",
      })
  void countsTheWorkersThatAreToldToBeBusy(String sentence, int workers) {
    assertEquals(workers, survey(sentence + "\n").machinery().workers().or(List.of()).size());
  }

  private static Survey survey(String text) {
    return Paste.survey(List.of(new Paste.Text("paste", text)), ReleaseRange.ANY);
  }

  private static Excerpt excerpt(Survey survey) {
    return survey.coverage().pasted().orElseThrow();
  }

  private static Optional<Excerpt.Figure> figure(Survey survey, String table, String column) {
    return excerpt(survey).tables().entrySet().stream()
        .filter(each -> each.getKey().name().equals(table))
        .flatMap(each -> Optional.ofNullable(each.getValue().get(column)).stream())
        .findFirst();
  }
}
