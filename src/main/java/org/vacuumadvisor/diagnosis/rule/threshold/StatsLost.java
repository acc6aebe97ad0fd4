package org.vacuumadvisor.diagnosis.rule.threshold;

import static org.vacuumadvisor.evidence.TableFigures.DEAD_ROWS;
import static org.vacuumadvisor.evidence.TableFigures.LAST_VACUUMED;
import static org.vacuumadvisor.model.TableKeys.IDX_TUP_FETCH;
import static org.vacuumadvisor.model.TableKeys.LAST_AUTOVACUUM;
import static org.vacuumadvisor.model.TableKeys.LAST_VACUUM;
import static org.vacuumadvisor.model.TableKeys.MAIN_BYTES;
import static org.vacuumadvisor.model.TableKeys.N_LIVE_TUP;
import static org.vacuumadvisor.model.TableKeys.N_TUP_DEL;
import static org.vacuumadvisor.model.TableKeys.N_TUP_INS;
import static org.vacuumadvisor.model.TableKeys.N_TUP_UPD;
import static org.vacuumadvisor.model.TableKeys.RELTUPLES;
import static org.vacuumadvisor.model.TableKeys.SEQ_TUP_READ;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.Fact;
import org.vacuumadvisor.diagnosis.Facts;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Message;
import org.vacuumadvisor.diagnosis.Names;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Rule;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.diagnosis.Verdict;
import org.vacuumadvisor.evidence.Asked;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.evidence.TableEvidence;
import org.vacuumadvisor.model.Command;
import org.vacuumadvisor.model.Database;
import org.vacuumadvisor.model.Excerpt;
import org.vacuumadvisor.model.HorizonHolder.Session;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.RelationKind;
import org.vacuumadvisor.postgres.Feature;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.unit.Quantities;

/// The server has forgotten its tables: `pg_class` says that they were vacuumed or analyzed and how
/// many rows they have, the cumulative statistics know nothing of it. They are lost by
/// `pg_stat_reset()`, a crash, a restore from a base backup, a promotion. `pg_upgrade` to 17 or
/// older leaves neither the one nor the other, only files.
public final class StatsLost implements Rule {
  /// A smaller table is soon known again: autovacuum comes to a fresh one after 1,001 inserts.
  private static final double MIN_REPORTED_ROWS = 1_000;

  /// Of smaller tables plans are good without statistics. Our choice.
  private static final Bytes MIN_FILE = Bytes.ofMegabytes(1);

  /// A transaction that is younger has loaded no more than a part. Our choice.
  private static final Duration LONG = Duration.ofSeconds(10);

  private static final int TABLES_SHOWN = 3;

  /// What the tables of a database say.
  ///
  /// @param known those that are large enough and of which all figures are known
  /// @param forgotten those of them that the counters do not know
  /// @param lacks what is missing of the others
  private record Tables(
      List<Relation> known, List<Relation> forgotten, LinkedHashSet<Asked> lacks) {
    Tables() {
      this(new ArrayList<>(), new ArrayList<>(), new LinkedHashSet<>());
    }

    void take(TableEvidence table) {
      var isForgotten = table.judge(() -> isForgotten(table));
      if (isForgotten.isEmpty()) {
        lacks.addAll(table.inquiry().missing());
      } else if (table.relation().get(RELTUPLES).is(rows -> rows >= MIN_REPORTED_ROWS)
          || isForgotten.get()) {
        known.add(table.relation());
        if (isForgotten.get()) {
          forgotten.add(table.relation());
        }
      }
    }

    boolean areLost() {
      return !forgotten.isEmpty() && forgotten.size() * 2 >= known.size();
    }
  }

  @Override
  public Stream<Verdict> examine(Evidence evidence) {
    return Stream.of(Message.findings(this, evidence), ofStatement(evidence), ofCounters(evidence))
        .flatMap(each -> each);
  }

  /// A statement was shown that empties the counters (the manual on `pg_stat_reset()`), or two
  /// looks of which the later one shows less.
  private Stream<Finding> ofStatement(Evidence evidence) {
    return evidence.excerpt().stream()
        .flatMap(each ->
            Stream.concat(
                    each.figures("counters_reset_by")
                        .map(it -> shown("statement", "pg_stat_reset()", each.where(it.line()))),
                    each.figures("counters_fell_of")
                        .map(it -> shown("fell", it.value(), each.where(it.line()))))
                .limit(1));
  }

  private Finding shown(String cause, String what, String where) {
    return advice(
            cause.equals("fell")
                ? "The counters of a table are behind those of the look before"
                : "pg_stat_reset() was shown: it resets the counters that autovacuum goes by")
        .observed(cause.equals("fell") ? "table" : cause, what.isEmpty() ? "unnamed" : what, where)
        .explained(cause)
        .build();
  }

  private Stream<Verdict> ofCounters(Evidence evidence) {
    var survey = evidence.survey();
    if (survey.server().standby() || !survey.settings().boolOrDefault(Setting.TRACK_COUNTS)) {
      return Stream.empty();
    }
    Map<String, Tables> databases = new LinkedHashMap<>();
    survey.relations().stream()
        .filter(StatsLost::isCounted)
        .forEach(each ->
            databases
                .computeIfAbsent(each.name().database(), _ -> new Tables())
                .take(evidence.about(each)));
    return databases.entrySet().stream()
        .map(each -> verdict(each.getKey(), each.getValue(), evidence));
  }

  private static boolean isCounted(Relation relation) {
    return (relation.kind() == RelationKind.TABLE
            || relation.kind() == RelationKind.MATERIALIZED_VIEW)
        && !relation.isTemporary()
        && !relation.isSystem();
  }

  /// Whether only the catalog knows of its rows: the counters have them neither as live nor as
  /// dead, and no vacuum took them away; or they do not know of the inserts. ANALYZE would have
  /// counted them anew. One that was never vacuumed or analyzed has none in the catalog, either.
  private static boolean isForgotten(TableEvidence table) {
    if (isYoungerThanItsRows(table)) {
      return true;
    }
    if (table.ask(RELTUPLES).equals(Reading.missing(Reading.Why.NOT_APPLICABLE))) {
      return isUncounted(table)
          && table.ask(MAIN_BYTES).is(size -> size.compareTo(MIN_FILE) >= 0)
          && !mayBeLoaded(table.all());
    }
    if (table.need(RELTUPLES) < MIN_REPORTED_ROWS) {
      return false;
    }
    double half = table.need(RELTUPLES) / 2;
    double live = (double) table.need(N_LIVE_TUP);
    return isWithoutVacuum(table)
        && live < half
        && (table.ask(DEAD_ROWS).is(dead -> live + (double) dead < half)
            || table.need(N_TUP_INS) < half);
  }

  /// Whether no vacuum is on record; which of the two kinds is not shown matters little, for either
  /// counts the live rows anew.
  private static boolean isWithoutVacuum(TableEvidence table) {
    var never = Reading.<Instant>missing(Reading.Why.NOT_APPLICABLE);
    var times = Stream.of(LAST_VACUUM, LAST_AUTOVACUUM).map(table.relation()::get).toList();
    return (times.contains(never) && times.stream().noneMatch(Reading::isKnown))
        || table.need(LAST_VACUUMED).isEmpty();
  }

  /// Whether nothing but the counters is shown, and they have updates, or scans, of rows of which
  /// they know neither that they live nor that they came or went.
  public static boolean isYoungerThanItsRows(TableEvidence table) {
    return table.ask(RELTUPLES) instanceof Reading.Missing
        && isUncounted(table)
        && Stream.of(N_TUP_UPD, SEQ_TUP_READ, IDX_TUP_FETCH)
            .anyMatch(each -> table.ask(each).is(rows -> rows > 0));
  }

  /// For how long the counters of a relation have counted, where that is known.
  static Optional<Duration> sinceReset(Relation relation, Evidence evidence) {
    var database = evidence.survey().database(relation.name().database());
    return database.flatMap(each -> each.statisticsReset().known()).map(evidence::ago);
  }

  /// Rows that are not committed yet fill a file, too, and those that a procedure commits are
  /// counted when its statement ends. A session that our role may not see may be at it.
  private static boolean mayBeLoaded(Evidence evidence) {
    boolean isAnyHidden =
        evidence.holders().stream()
            .anyMatch(each -> each instanceof Session session && session.backend().isHidden());
    return isAnyHidden
        || evidence.machinery().sessions().stream()
            .flatMap(each -> Stream.of(each.transactionStart(), each.stateSince()))
            .anyMatch(from -> from.is(start -> evidence.ago(start).compareTo(LONG) > 0));
  }

  /// Where it is not shown whether rows came or went, none may be dead, either.
  private static boolean isUncounted(TableEvidence table) {
    var moved = Stream.of(N_TUP_INS, N_TUP_DEL).map(table::ask).toList();
    return table.ask(N_LIVE_TUP).is(rows -> rows == 0)
        && moved.stream().noneMatch(each -> each.is(rows -> rows > 0))
        && (moved.stream().allMatch(Reading::isKnown)
            || table.ask(DEAD_ROWS).is(dead -> dead == 0));
  }

  /// @param database empty where pasted figures do not name it
  private Verdict verdict(String database, Tables tables, Evidence evidence) {
    var subject = Subject.ofDatabase(database);
    if (tables.areLost()) {
      return finding(database, subject, tables, evidence);
    }
    return tables.lacks().isEmpty()
        ? new Verdict.Clear(subject)
        : new Verdict.CannotTell(subject, List.copyOf(tables.lacks()), false);
  }

  private Finding finding(String database, Subject subject, Tables tables, Evidence evidence) {
    return found(
            tables.forgotten().stream().anyMatch(StatsLost::isInUse)
                ? Severity.WARNING
                : Severity.ADVICE,
            subject)
        .headline(
            "The server has lost its statistics about %s%s: autovacuum counts none of the rows that"
                + " died before",
            Quantities.counted(tables.forgotten().size(), "table"),
            Excerpt.isTold(database) ? " of database " + database : "")
        .facts(facts(evidence.survey().database(database), tables))
        .explained("counters", MIN_REPORTED_ROWS)
        .remedies(reset(database, evidence))
        .remedy(new Remedy.AnalyzeDatabase(database))
        .build();
  }

  /// Somebody who reset the counters while the server ran, and may do it again. Up to 14 it may be
  /// the time of the first session, too.
  private static Stream<Remedy> reset(String database, Evidence evidence) {
    var server = evidence.survey().server();
    var find =
        Feature.SHARED_MEMORY_STATISTICS.isIn(server.release())
            ? "Find the job or script that called pg_stat_reset() at %s, and take it out"
            : "Find out whether a job or script called pg_stat_reset() at %s, and take it out";
    return evidence.survey().database(database).stream()
        .flatMap(each -> each.statisticsReset().known().stream())
        .filter(at -> server.startedAt().is(start -> at.isAfter(start.plus(LONG))))
        .map(at ->
            new Remedy.Act(find, Names.time(at))
                .besides(
                    evidence.machinery().sessions().stream()
                            .filter(each -> each.command().is(Command.RESETS_COUNTERS::equals))
                            .map(each ->
                                "The last statement of %s was one. ".formatted(each.fullName()))
                            .findFirst()
                            .orElse("")
                        + "Each call makes autovacuum forget what is due"));
  }

  /// Rows have died since that are counted, on top of those that were forgotten.
  private static boolean isInUse(Relation relation) {
    return Stream.of(N_TUP_UPD, N_TUP_DEL)
        .anyMatch(each -> relation.get(each).is(rows -> rows > 0));
  }

  private static Facts facts(Optional<Database> database, Tables tables) {
    var facts =
        new Facts()
            .observed(
                "tables whose counters are gone",
                "%s of %s with more than %s rows"
                    .formatted(
                        Quantities.count(tables.forgotten().size()),
                        Quantities.count(tables.known().size()),
                        Quantities.count(MIN_REPORTED_ROWS)),
                "pg_class.reltuples against pg_stat_all_tables");
    database
        .map(each -> each.statisticsReset().map(Names::time))
        .ifPresent(at -> facts.shown("statistics reset", at, "pg_stat_database", "stats_reset"));
    return facts.facts(
        tables.forgotten().stream()
            .limit(TABLES_SHOWN)
            .map(each ->
                Fact.observed(
                    Names.of(each),
                    "%s rows by the catalog, %s by the counters, never vacuumed or analyzed by them"
                        .formatted(
                            each.get(RELTUPLES).map(Quantities::count).or("unknown"),
                            each.get(N_LIVE_TUP).map(Quantities::count).or("unknown")),
                    "pg_class.reltuples, pg_stat_all_tables.n_live_tup")));
  }
}
