package org.vacuumadvisor.advice;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.vacuumadvisor.action.Harm;
import org.vacuumadvisor.action.Preconditions;
import org.vacuumadvisor.advice.setting.Asked;
import org.vacuumadvisor.advice.setting.SettingChange;
import org.vacuumadvisor.diagnosis.Effect;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.diagnosis.rule.Given;
import org.vacuumadvisor.diagnosis.rule.Holders;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.HorizonHolder.Reach;
import org.vacuumadvisor.model.HorizonHolder.Session;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.postgres.Wraparound;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.unit.XidAge;

/// What each remedy is withheld for, alone.
class WithheldTest {
  private static final Effect EFFECT = new Effect.NotPredicted("it depends");
  private static final Relation TABLE =
      Given.server()
          .with(Given.table("orders").pages(200_000).indexed())
          .survey()
          .relations()
          .getFirst();

  /// Without transaction IDs nothing works but what needs none, and the oldest tables come first.
  @ParameterizedTest
  @CsvSource({
    "reset, 'ALTER TABLE, ANALYZE, REINDEX, rewriting tables'",
    "rewrite, 'ALTER TABLE, ANALYZE, REINDEX, rewriting tables'",
    "rebuild, 'ALTER TABLE, ANALYZE, REINDEX, rewriting tables'",
    "analyze, 'ALTER TABLE, ANALYZE, REINDEX, rewriting tables'",
    "analyze all, 'ALTER TABLE, ANALYZE, REINDEX, rewriting tables'",
    "vacuum, VACUUM of single tables for their dead rows",
    "freeze, VACUUM of single tables for their dead rows",
    "freeze all,",
    "act,",
    "end,"
  })
  void onAStoppedServerWhatNeedsATransactionId(String remedy, String withheld) {
    assertEquals(
        Optional.ofNullable(withheld),
        against(remedy, finding("wraparound-shutdown", new Subject.Cluster())));
    assertEquals(Optional.empty(), against(remedy));
  }

  /// What vacuum could not remove now, and a rewrite would have to copy.
  @ParameterizedTest
  @CsvSource({
    "vacuum, VACUUM of this table",
    "freeze, VACUUM of this table",
    "rewrite, rewriting this table",
    "rebuild, rebuilding indexes of this table",
    "reset,",
    "analyze,",
    "freeze all,",
    "act,"
  })
  void whileTheHorizonIsHeldWhatGainsNothing(String remedy, String withheld) {
    assertEquals(Optional.ofNullable(withheld), against(remedy, holding("shop", Severity.WARNING)));
    assertEquals(Optional.empty(), against(remedy, holding("archive", Severity.WARNING)));
  }

  @Test
  void aRewriteOfWhatAVacuumWasAboutToCutOff() {
    var other = Given.server().with(Given.table("a")).with(Given.table("b")).survey().relations();

    assertEquals(
        Optional.of("rewriting this table"),
        against("rewrite", finding("truncation-lock", new Subject.OfRelation(TABLE))));
    assertEquals(
        Optional.empty(),
        against("rewrite", finding("truncation-lock", new Subject.OfRelation(other.getLast()))));
    assertEquals(
        Optional.empty(),
        against("rewrite", finding("threshold-too-high", new Subject.OfRelation(TABLE))));
  }

  /// Faster vacuums remove no more of what somebody may still see.
  @Test
  void speedWhileTheHorizonOfTablesIsHeld() {
    var workers = new SettingChange.OfServer(Setting.AUTOVACUUM_MAX_WORKERS, "10");
    var age = new SettingChange.OfServer(Setting.AUTOVACUUM_FREEZE_MAX_AGE, "10");

    assertEquals(
        Optional.of("autovacuum_max_workers = 10"),
        against(workers, Release.V18, holding("archive", Severity.ADVICE)));
    assertEquals(
        Optional.empty(), against(workers, Release.V18, holding("archive", Severity.INFO)));
    assertEquals(Optional.empty(), against(age, Release.V18, holding("archive", Severity.ADVICE)));
    assertEquals(
        Optional.empty(),
        against(
            workers,
            Release.V18,
            Finding.of("xmin-held-by-slot", Severity.WARNING, new Subject.Cluster(), "Slot")
                .remedy(new Remedy.CatchUp(Holders.logicalSlot("cdc", true, 2_000_000)))
                .build()));
  }

  @Test
  void whatTheReleaseDoesNotHave() {
    var max = new SettingChange.OfServer(Setting.AUTOVACUUM_VACUUM_MAX_THRESHOLD, "10");

    assertEquals(Optional.of("autovacuum_vacuum_max_threshold = 10"), against(max, Release.V17));
    assertEquals(Optional.empty(), against(max, Release.V18));
    assertEquals(
        Optional.of("autovacuum_vacuum_insert_threshold"),
        against(ofTable("autovacuum_vacuum_insert_threshold"), Release.V12));
    assertEquals(
        Optional.empty(), against(ofTable("autovacuum_vacuum_insert_threshold"), Release.V13));
  }

  @Test
  void settingsOfTablesOnLostCounters() {
    var change = ofTable("autovacuum_vacuum_threshold");

    assertEquals(
        Optional.of("autovacuum_vacuum_threshold"),
        against(change, Release.V18, finding("stats-lost", new Subject.OfDatabase("shop"))));
    assertEquals(
        Optional.empty(),
        against(change, Release.V18, finding("stats-lost", new Subject.OfDatabase("archive"))));
    assertEquals(
        Optional.empty(),
        against(change, Release.V18, finding("statistics-stale", new Subject.OfDatabase("shop"))));
  }

  /// Ten rows a second of which a quarter is deleted again.
  @Test
  void growsByWhatIsNotDeletedAgain() {
    assertEquals(Optional.of(648_000.0), growth(1_000, 250));
    assertEquals(Optional.empty(), growth(1_000, 1_000));
    assertEquals(Optional.empty(), growth(0, 10));
  }

  private static Optional<Double> growth(long inserted, long deleted) {
    var older = Given.server().taken(Duration.ofSeconds(100), 1).with(Given.table("t"));
    var evidence = Given.server().with(Given.table("t").written(inserted, 0, deleted)).after(older);
    var grown = Growth.of(evidence.survey().relations().getFirst(), evidence);
    return grown.isPresent() ? Optional.of(grown.get().rowsPerDay()) : Optional.empty();
  }

  /// A log names the table, or else the database whose rows were kept.
  @Test
  void whatIsFoundToBeHeldByALog() {
    var relation = Optional.of(TABLE);
    var other = Given.server().with(Given.table("a")).with(Given.table("b")).survey().relations();

    assertEquals(true, covers(Optional.empty(), relation));
    assertEquals(false, covers(Optional.of("shop"), Optional.of(other.getLast())));
    assertEquals(true, covers(Optional.of("shop"), Optional.empty()));
    assertEquals(false, covers(Optional.of("archive"), Optional.empty()));
    assertEquals(false, covers(Optional.empty(), Optional.empty()));
  }

  private static boolean covers(Optional<String> database, Optional<Relation> relation) {
    return HeldHorizon.covers(
        Finding.of("xmin-held", Severity.WARNING, new Subject.Cluster(), "Held")
            .remedy(new Remedy.FindHolder(database, relation, Optional.empty()))
            .build(),
        TABLE);
  }

  @ParameterizedTest
  @CsvSource({
    "vacuum, true",
    "freeze, true",
    "rewrite, true",
    "rebuild, true",
    "reset, false",
    "analyze, false",
    "analyze all, false",
    "freeze all, false",
    "act, false"
  })
  void waitsForTheHolder(String remedy, boolean waits) {
    var delayed =
        Finding.of("some-rule", Severity.ADVICE, new Subject.OfRelation(TABLE), "Something")
            .remedy(remedy(remedy))
            .build();

    assertEquals(waits, HeldHorizon.mustWait(delayed, holding("shop", Severity.WARNING)));
    assertEquals(false, HeldHorizon.mustWait(delayed, holding("archive", Severity.WARNING)));
  }

  private static SettingChange ofTable(String parameter) {
    var values = new TreeMap<String, String>();
    values.put(parameter, "10");
    return new SettingChange.OfTable(TABLE, values);
  }

  private static Optional<String> against(
      SettingChange change, Release release, Finding... findings) {
    var given = Given.server(release);
    if (change instanceof SettingChange.OfServer(var setting, _)) {
      given.with(setting, "3");
    }
    return refusals(given.evidence(), findings).against(change).map(NotRecommended::what);
  }

  private static Optional<String> against(String remedy, Finding... findings) {
    var evidence = Given.server().with(Given.table("orders").indexed()).evidence();
    var asked = Asked.of(finding("some-rule", new Subject.OfRelation(TABLE)), remedy(remedy));
    return refusals(evidence, findings).against(asked).map(NotRecommended::what);
  }

  private static Refusals refusals(Evidence evidence, Finding... findings) {
    return new Refusals(
        List.of(findings),
        new HorizonRemedies(evidence.survey(), new Preconditions(evidence.survey())),
        evidence);
  }

  private static Remedy remedy(String name) {
    return switch (name) {
      case "vacuum" -> new Remedy.VacuumNow(TABLE);
      case "freeze" -> new Remedy.VacuumNow(TABLE, "FREEZE");
      case "freeze all" ->
          new Remedy.FreezeDatabases(
              List.of("shop"), Wraparound.TRANSACTIONS, new XidAge(150_000_000), false);
      case "rewrite" -> new Remedy.RewriteTable(TABLE, EFFECT, Bytes.ofMegabytes(1));
      case "rebuild" ->
          new Remedy.RebuildIndex(TABLE, TABLE.indexes().getFirst(), EFFECT, Bytes.ofMegabytes(1));
      case "reset" -> new Remedy.ResetTable(TABLE, new TreeSet<>(List.of("fillfactor")));
      case "analyze" -> new Remedy.AnalyzeNow(TABLE);
      case "analyze all" -> new Remedy.AnalyzeDatabase("shop");
      case "end" -> end("shop");
      default -> new Remedy.Act("Look");
    };
  }

  private static Finding finding(String id, Subject subject) {
    return Finding.of(id, Severity.WARNING, subject, id).build();
  }

  private static Finding holding(String database, Severity severity) {
    return Finding.of(
            "xmin-held-by-transaction", severity, new Subject.OfDatabase(database), "Held")
        .remedy(end(database))
        .build();
  }

  private static Remedy end(String database) {
    var shop = Holders.writer("idle in transaction", Duration.ofHours(1), 5);
    return new Remedy.EndSession(
        new Session(
            shop.backend(),
            new Reach.OneDatabase(database),
            shop.writer(),
            shop.own(),
            shop.snapshot(),
            shop.age()),
        Harm.NOT_PROVEN);
  }
}
