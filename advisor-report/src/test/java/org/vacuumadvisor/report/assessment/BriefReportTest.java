package org.vacuumadvisor.report.assessment;

import static java.util.stream.Collectors.joining;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.Advisor;
import org.vacuumadvisor.advice.Assessment;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.diagnosis.rule.Given;
import org.vacuumadvisor.diagnosis.rule.Holders;
import org.vacuumadvisor.model.Coverage;
import org.vacuumadvisor.model.Gap;
import org.vacuumadvisor.report.Part;
import org.vacuumadvisor.report.ReportOptions;
import org.vacuumadvisor.report.render.TextRenderer;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.paste.Paste;

class BriefReportTest {
  @Test
  void beginsWithTheServerAndTheVerdict() {
    var lines = text(Sample.assessment(Sample.survey(), Sample.held())).lines().toList();

    assertTrue(lines.getFirst().startsWith("shop · PostgreSQL 18.6 · role "), lines::toString);
    assertTrue(
        lines.stream().anyMatch(line -> line.startsWith("Act now: 1 critical.")), lines::toString);
  }

  /// Nobody has to read on for what to do first.
  @Test
  void saysWhatToDoFirstWithTheVerdict() {
    var sick =
        Given.server()
            .with(Given.table("kept").dead(90_000))
            .with(Given.table("off").dead(90_000).with("autovacuum_enabled", "false"))
            .with(Holders.writer("idle in transaction", Duration.ofHours(3), 5_000_000));

    var lines = text(Advisor.assess(sick.survey())).lines().map(String::strip).toList();

    assertTrue(
        lines.contains("Needs attention: 2 warnings. First: End session 42."), lines::toString);
    assertTrue(lines.contains("1. End session 42"), lines::toString);
  }

  @Test
  void tellsOfAProblemWhatToDoAndNoProof() {
    var held = Sample.held();
    var text = text(Sample.assessment(Sample.survey(), held));

    assertTrue(text.contains(held.headline().substring(0, 30)), text);
    assertFalse(text.contains(held.evidence().getFirst().source()), text);
  }

  @Test
  void listsOfManyProblemsTheFirstOnesAndCountsTheOthers() {
    var findings =
        IntStream.rangeClosed(1, 40).mapToObj(BriefReportTest::server).toArray(Finding[]::new);

    var text = text(Sample.assessment(Sample.survey(), findings));

    assertTrue(text.contains("rule-1 speaks"), text);
    assertTrue(text.matches("(?s).*and [123][0-9] more in the details.*"), text);
    assertTrue(text.lines().count() <= 24 + 10, text);
  }

  /// The server writes the names, which it knows by OID.
  @Test
  void givesOneStatementForManyTablesOfWhichTheSameIsWrong() {
    var given = Given.server();
    for (int table = 1; table <= 24; table++) {
      given = given.with(Given.table("p" + table).dead(90_000).with("autovacuum_enabled", "off"));
    }
    var survey = given.survey();

    var text = text(Advisor.assess(survey)).replaceAll("\\s+", " ");

    var oids =
        survey.userRelations().map(each -> Long.toString(each.key().oid())).collect(joining(", "));
    assertTrue(
        text.contains(
            "SELECT pg_catalog.format('ALTER TABLE %s RESET (autovacuum_enabled)',"
                + " oid::pg_catalog.regclass) FROM pg_catalog.pg_class WHERE oid IN ("
                + oids
                + ") \\gexec"),
        text);
    assertFalse(text.contains("in the details"), text);
  }

  /// It may be too early to judge.
  @Test
  void tellsWhatIsKnownOfAServerOnWhichNothingIsToBeDone() {
    var gone = Holders.goneSince(Holders.slotOfStandby("a", false, 50), Duration.ofSeconds(40));

    var text = text(Advisor.assess(Given.server().with(gone).survey())).replaceAll("\\s+", " ");

    assertTrue(
        text.contains("Known: Replication slot a has no consumer for 40 s, retains 3 GB of WAL"),
        text);
  }

  /// A session and a slot keep rows: the same changes help against neither.
  @Test
  void saysOnceWhatNotToDo() {
    var pasted =
        """
        pid|usename|state|xact_start|now|backend_xid|backend_xmin|age
        4711|shop|idle in transaction|2026-11-20 09:00:00+00|2026-11-20 10:00:00+00|1234|1234|812345

        slot_name|slot_type|active|xmin|age|restart_lsn
        old_replica|physical|f|1000|38012345|0/3000000
        """;

    var text = text(Advisor.assess(Paste.survey(List.of(new Paste.Text("pasted", pasted)))));

    assertEquals(2, text.split("not now", -1).length, text);
  }

  /// Not a digit of a name or of a larger number, nor that something was told once.
  @Test
  void beginsAProblemWithTheFigureThatProvesIt() throws SourceException {
    assertEquals(List.of("60,000"), figures(run(60_000, 900_000)));
    assertEquals(
        List.of(),
        figures("ERROR:  missing chunk number 0 for toast value 152222 in pg_toast_2619"));
  }

  private static List<String> figures(String log) throws SourceException {
    return Advisor.assess(List.of(new Paste.Text("paste", log))).problems().stream()
        .flatMap(each -> ProblemSection.figure(each).stream())
        .map(Part.Proof::value)
        .toList();
  }

  @Test
  void callsNoServerHealthyAsAWholeOfWhichADatabaseWasDenied() {
    var denied =
        new Gap(Gap.Kind.DATABASE_NOT_VISITED, "tables of database pay", "their dead rows", null);

    var text =
        text(
            Sample.assessment(
                Sample.survey(new Coverage(1, 2, 0, List.of(denied))),
                Sample.finding(
                    Finding.HEALTHY, Severity.INFO, new Subject.Cluster(), "Nothing to change")));

    assertTrue(text.contains("Healthy as far as it was seen: nothing needs changing there."), text);
    assertTrue(text.contains("Not seen: tables of database pay"), text);
  }

  /// Who started it, since when it runs and which table that is, the row does not say.
  @Test
  void tellsOfAPastedVacuumAtWork() throws SourceException {
    var text =
        pasted(
            """
             pid  | datname |  relid   |     phase     | heap_blks_total | heap_blks_scanned | heap_blks_vacuumed | index_vacuum_count | max_dead_tuples | num_dead_tuples
            ------+---------+----------+---------------+-----------------+-------------------+--------------------+--------------------+-----------------+-----------------
             4100 | shop    | 38269410 | vacuuming heap |            4000 |              4000 |               1000 |                  1 |           10000 |            2500
             4101 | shop    | 38269420 | vacuuming indexes |         4000 |              2000 |                  0 |                  0 |           10000 |            1000
            """);

    assertTrue(
        text.contains(
            "Vacuum at work on relation 38269410 of database shop: vacuuming heap, 25 % of 31.3 MB,"
                + " memory for dead rows 25 % full, 1 index scan behind it. What is dead"),
        text);
    assertTrue(text.contains("50 % of 31.3 MB read, memory for dead rows 10 % full"), text);
    assertTrue(text.startsWith("Nothing wrong in what was shown: 2 vacuums at work."), text);
  }

  @Test
  void headsWhatIsNormalWithTheFiguresThatSaySo() throws SourceException {
    var runs = pasted(run(0, 1));
    var tables =
        pasted(
            """
             relname | n_live_tup | n_dead_tup
            ---------+------------+------------
             orders  |      90000 |      10000
             parts   |       5000 |          5
            """);
    var settings =
        pasted(
            """
                         name              | setting | unit
            -------------------------------+---------+------
             autovacuum_naptime            | 15      | s
             autovacuum_vacuum_scale_factor | 0.2    |
            """);

    assertTrue(
        runs.startsWith(
            "Nothing wrong in what was shown: 1 vacuum by hand (no dead rows left, removable cutoff"
                + " 1 transaction old)."),
        runs);
    var missed = "tuples missed: 12 dead from 1 pages not removed due to cleanup lock contention\n";
    assertTrue(
        pasted(run(0, 1).replace("removable cutoff", missed + "removable cutoff"))
            .contains("(12 dead rows left"));
    // 50 + 0.2 * 90,000
    assertTrue(
        tables.contains(
            "(orders: 10,000 of 100,000 rows dead (10 %), autovacuum comes above 18,050"),
        tables);
    assertTrue(
        settings.contains("2 settings (not as by default: autovacuum_naptime = 15)"), settings);
  }

  /// Without a clock the latest time in a paste is the least that it may be.
  @Test
  void tellsForHowLongATransactionIsOpenAtLeast() throws SourceException {
    var rows =
        """
        pid|usename|state|xact_start|%s|backend_xmin
        42|shop|active|2026-11-20 09:00:00+00|2026-11-20 09:00:20+00|1234
        """;
    var latest = pasted(rows.formatted("state_change"));
    var clock = pasted(rows.formatted("now"));

    assertTrue(latest.contains("(oldest transaction open for at least 20 s)"), latest);
    assertTrue(clock.contains("(oldest transaction open for 20 s)"), clock);
  }

  /// A run tells what it left behind, and by its cutoff that nobody blocks cleanup.
  @Test
  void asksForNothingThatARunTells() throws SourceException {
    var text = pasted(run(0, 1));
    var notShown = text.substring(text.indexOf("Not shown:"));

    assertFalse(notShown.contains("dead rows"), notShown);
    assertFalse(notShown.contains("open transactions"), notShown);
    assertFalse(text.contains("Known:"), text);
  }

  @Test
  void tellsTheStoryBeforeALongStatement() throws SourceException {
    var text = pasted(run(60_000, 20_000_000));

    assertTrue(text.startsWith("Needs attention: 1 warning"), text);
    assertFalse(text.contains("to settle"), text);
    int story = text.indexOf("60,000 dead row versions had to stay");
    int statement = text.indexOf("SELECT 'session '");
    assertTrue(story > 0 && statement > story, text);
    assertEquals(2, text.split("SELECT 'session '", -1).length, text);
  }

  /// Messages alone are no state: they are explained, those that mean the same once.
  @Test
  void explainsWhatMessagesMean() throws SourceException {
    var text =
        pasted(
            """
            WARNING:  skipping "pg_authid" --- only superuser can vacuum it
            WARNING:  skipping "pg_database" --- only superuser can vacuum it
            """);

    assertTrue(text.startsWith("Nothing lasting in what was shown"), text);
    assertTrue(text.contains("pg_authid by, and 1 like it. Catalogs belong to"), text);
  }

  private static String run(int kept, int age) {
    return """
    INFO:  vacuuming "shop.sales.searches"
    INFO:  finished vacuuming "shop.sales.searches": index scans: 0
    pages: 0 removed, 383 remain, 4 scanned (1.04%% of total)
    tuples: 0 removed, 124839 remain, %d are dead but not yet removable
    removable cutoff: 20000792, which was %d XIDs old when operation ended
    index scan bypassed: 3 pages from table (0.78%% of total) have 3 dead item identifiers
    system usage: CPU: user: 0.00 s, system: 0.00 s, elapsed: 0.00 s
    """
        .formatted(kept, age);
  }

  private static String pasted(String text) throws SourceException {
    return text(Advisor.assess(List.of(new Paste.Text("paste", text)))).replaceAll("\\s+", " ");
  }

  /// An all-clear rests on figures: an age beside the one at which autovacuum freezes, and no
  /// counters of nothing.
  @Test
  void namesTheAgesThatAnAllClearRestsOn() throws Exception {
    var ages = "relname|age\nevents|152344112\nusers|88412311\n\n";
    var limit = "name|setting\nautovacuum_freeze_max_age|200000000\n";

    assertTrue(
        pasted(ages)
            .startsWith(
                "Nothing wrong in what was shown: 2 tables (events: 152 million transactions old,"
                    + " autovacuum freezes at 200 million by default)."),
        pasted(ages));
    assertTrue(
        pasted(ages + limit).contains("transactions old, autovacuum freezes at 200 million)."),
        pasted(ages + limit));
    assertTrue(
        pasted("relname|n_live_tup|n_dead_tup\nmetrics|0|0\n")
            .startsWith("Nothing to judge: no table that was shown has rows"));
  }

  @Test
  void saysOfAHealthyServerWhatWasChecked() {
    var text =
        text(
            Sample.assessment(
                Sample.survey(),
                Sample.finding(
                    Finding.HEALTHY, Severity.INFO, new Subject.Cluster(), "Nothing to change")));

    assertTrue(text.contains("Healthy: nothing needs changing."), text);
    assertTrue(text.contains("Checked: "), text);
    assertTrue(text.contains("Details: --verbose"), text);
  }

  @Test
  void endsWithWhatWasNotSeen() {
    var text =
        text(
            Sample.assessment(Sample.survey(new Coverage(1, 1, 0, List.of(Sample.noPrivilege())))));

    assertTrue(text.contains("Not seen: "), text);
  }

  private static Finding server(int number) {
    return Sample.finding(
        "rule-" + number,
        Severity.WARNING,
        new Subject.Cluster(),
        "rule-%d speaks".formatted(number));
  }

  private static String text(Assessment assessment) {
    return new TextRenderer(80, TextRenderer.Colour.OFF)
        .render(BriefReport.of(assessment, ReportOptions.brief()));
  }
}
