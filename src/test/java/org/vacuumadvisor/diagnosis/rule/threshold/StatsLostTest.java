package org.vacuumadvisor.diagnosis.rule.threshold;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.rule.Given;
import org.vacuumadvisor.diagnosis.rule.Holders;
import org.vacuumadvisor.diagnosis.rule.Pasted;
import org.vacuumadvisor.diagnosis.rule.TableGiven;
import org.vacuumadvisor.diagnosis.rule.Verdicts;
import org.vacuumadvisor.model.TableKeys;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.workload.Confidence;

/// "Statistics are lost (all counters 0, `last_*` null) after a crash […], restore from a base
/// backup, and on promotion of a standby."
class StatsLostTest {
  /// The manual on pg_stat_reset(): it also resets counters that autovacuum uses.
  @Test
  void speaksOfAStatementThatResetsThem() {
    for (var shown :
        List.of(
            "psql -d shop -c \"SELECT pg_stat_reset();\"",
            "shop=# select pg_catalog.pg_stat_reset( );",
            "    cursor.execute('select pg_stat_reset()')",
            "SELECT pg_stat_reset()")) {
      var finding = Pasted.findings(new StatsLost(), shown).getFirst();

      assertEquals(
          "pg_stat_reset() was shown: it resets the counters that autovacuum goes by",
          finding.headline());
      assertEquals(List.of("statement: pg_stat_reset()"), Verdicts.facts(finding));
    }
  }

  /// A row that was updated lives, or was inserted or deleted before the counters began.
  @Test
  void seesThatCountersAreYoungerThanTheRows() {
    var counters =
        "relname|n_tup_ins|n_tup_upd|n_tup_del|n_live_tup|n_dead_tup\nlots|%d|1360|0|%d|1248\n";

    assertEquals(
        "The server has lost its statistics about 1 table: autovacuum counts none of the rows that"
            + " died before",
        Pasted.findings(new StatsLost(), counters.formatted(0, 0)).getFirst().headline());
    assertEquals(List.of(), Pasted.findings(new StatsLost(), counters.formatted(1, 0)));
    assertEquals(List.of(), Pasted.findings(new StatsLost(), counters.formatted(0, 1)));
  }

  /// What people write is no evidence.
  @Test
  void passesOverWordsAboutResets() {
    for (var words :
        List.of(
            "Should I run select pg_stat_reset() before I measure?",
            "Never call SELECT pg_stat_reset(); it makes autovacuum forget.",
            "I ran \"select pg_stat_reset()\" last week.",
            "-- SELECT pg_stat_reset();")) {
      assertEquals(List.of(), Pasted.findings(new StatsLost(), words), words);
    }
  }

  @Test
  void isSilentAboutResetsOfOtherCounters() {
    assertEquals(
        List.of(),
        Pasted.findings(
            new StatsLost(),
            "SELECT pg_stat_statements_reset();\nSELECT pg_stat_reset_shared('io');"));
  }

  @Test
  void isSilentWhereTheServerKnowsItsTables() {
    assertEquals(List.of(), examine(Given.server().with(Given.table("orders").rows(1e6))));
  }

  @Test
  void speaksOfTablesThatOnlyTheCatalogKnows() {
    var finding = examine(Given.server().with(forgotten("orders").written(0, 1, 0))).getFirst();

    assertEquals(Severity.WARNING, finding.severity());
    assertEquals(Confidence.HIGH, finding.confidence());
    assertEquals(
        "The server has lost its statistics about 1 table of database shop: autovacuum counts none"
            + " of the rows that died before",
        finding.headline());
    assertEquals(List.of(new Remedy.AnalyzeDatabase("shop")), finding.remedies());
  }

  /// As after a promotion, when nobody has written yet.
  @Test
  void warnsOnlyOnceRowsDieThatAreCounted() {
    var finding = examine(Given.server().with(forgotten("orders"))).getFirst();

    assertEquals(Severity.ADVICE, finding.severity());
  }

  @Test
  void asksForHalfOfTheTables() {
    var half = Given.server().with(forgotten("a")).with(Given.table("b").rows(1e6));
    var fewer = half.with(Given.table("c").rows(1e6));

    assertEquals(List.of(), examine(fewer));
    assertEquals(
        1, examine(Given.server().with(forgotten("a")).with(Given.table("b").rows(1e6))).size());
  }

  @Test
  void passesTablesByThatHaveFewRows() {
    assertEquals(List.of(), examine(Given.server().with(forgotten("a").rows(999))));
    assertEquals(1, examine(Given.server().with(forgotten("a").rows(1_000))).size());
  }

  /// A table that was just loaded was never vacuumed either, but its inserts were counted.
  @Test
  void isSilentAboutATableThatWasJustLoaded() {
    var loaded = Given.table("orders").rows(1e6).neverVacuumed().written(1_000_000, 0, 0);

    assertEquals(List.of(), examine(Given.server().with(loaded)));
  }

  /// The manual on pg_upgrade: "the new cluster has no optimizer statistics" (before 18). Neither
  /// the catalog nor the counters know a row, and nothing would bring an analyze.
  @Test
  void seesFilesOfWhichNeitherCatalogNorCountersKnowARow() {
    var upgraded =
        Given.table("orders")
            .rows(-1)
            .live(0)
            .neverVacuumed()
            .with(TableKeys.MAIN_BYTES, Bytes.ofMegabytes(6));

    assertEquals(
        "The server has lost its statistics about 1 table of database shop: autovacuum counts none"
            + " of the rows that died before",
        examine(Given.server().with(upgraded)).getFirst().headline());
    // a procedure that commits as it goes: what it inserts is counted when its statement ends
    var call = Holders.client(7, "job", "active", Duration.ofSeconds(1), Duration.ofSeconds(11));
    assertEquals(List.of(), examine(Given.server().with(upgraded).with(call)));
    // a pg_restore of another role: since when, our role may not see
    var restore = Holders.session(Holders.hidden(7, "restore"), true, 10);
    assertEquals(List.of(), examine(Given.server().with(upgraded).with(restore)));
    assertEquals(List.of(), examine(Given.server().with(upgraded.written(60_000, 0, 0))));
  }

  @Test
  void doesNotTakeCountersThatWereNotReadForLost() {
    assertEquals(List.of(), examine(Given.server().with(forgotten("orders").notCounted())));
  }

  @Test
  void cannotTellWithoutAFigureOfTheCatalogOrTheCounters() {
    for (var each : List.of(TableKeys.RELTUPLES, TableKeys.N_LIVE_TUP, TableKeys.N_TUP_INS)) {
      assertEquals(
          List.of(each.label()),
          Verdicts.lacks(
              new StatsLost(),
              Given.server().with(forgotten("orders").dead(600_000).without(each))));
    }
  }

  /// No vacuum took rows away, and neither the living nor the dead make up half of them: whoever
  /// counted did not see them come.
  @Test
  void rowsThatNeitherLiveNorDiedWereForgotten() {
    var few = forgotten("orders").live(201).dead(490).without(TableKeys.N_TUP_INS);
    var deleted = Given.table("orders").rows(1e6).live(10).dead(999_990).neverVacuumed();

    assertEquals(1, examine(Given.server().with(few)).size());
    assertEquals(List.of(), examine(Given.server().with(deleted.written(1_000_000, 0, 999_990))));
  }

  @Test
  void needsNoCountOfInsertsWhereNothingIsCounted() {
    var given = Given.server().with(forgotten("orders").dead(0).without(TableKeys.N_TUP_INS));

    assertEquals(1, examine(given).size());
  }

  @Test
  void isSilentWhereTheServerNeverCounted() {
    assertEquals(
        List.of(),
        examine(Given.server().with(Setting.TRACK_COUNTS, "off").with(forgotten("orders"))));
  }

  @Test
  void isSilentOnAStandbyWhoseCountersAreItsOwn() {
    assertEquals(List.of(), examine(Given.server().asStandby().with(forgotten("orders"))));
  }

  private static TableGiven forgotten(String name) {
    return Given.table(name).rows(1e6).live(0).neverVacuumed();
  }

  private static List<Finding> examine(Given given) {
    return Verdicts.findings(new StatsLost(), given);
  }
}
