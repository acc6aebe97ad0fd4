package org.vacuumadvisor.diagnosis.rule.threshold;

import static org.vacuumadvisor.evidence.TableFigures.ROWS;
import static org.vacuumadvisor.evidence.TableFigures.THRESHOLDS;
import static org.vacuumadvisor.model.TableKeys.AUTOANALYZE_COUNT;
import static org.vacuumadvisor.model.TableKeys.AUTOVACUUM_COUNT;
import static org.vacuumadvisor.model.TableKeys.N_TUP_DEL;
import static org.vacuumadvisor.model.TableKeys.N_TUP_UPD;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.Effect;
import org.vacuumadvisor.diagnosis.Fact;
import org.vacuumadvisor.diagnosis.Facts;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.FindingBuilder;
import org.vacuumadvisor.diagnosis.Goal;
import org.vacuumadvisor.diagnosis.KeptRows;
import org.vacuumadvisor.diagnosis.LogFacts;
import org.vacuumadvisor.diagnosis.Names;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.diagnosis.TableRule;
import org.vacuumadvisor.diagnosis.Verdict;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.evidence.Question;
import org.vacuumadvisor.evidence.TableEvidence;
import org.vacuumadvisor.model.Key;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.Source;
import org.vacuumadvisor.model.history.TableHistory;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.unit.Quantities;

/// A small table that is vacuumed hundreds of times a day, for a handful of dead rows each time; or
/// one of any size whose own threshold lies below PostgreSQL's base, so that each look finds it
/// due.
public final class ThresholdTooLow extends TableRule {
  /// 142 a week of such tables used up the I/O of a small instance (jikig-ai/soleur#6164).
  private static final double MIN_A_DAY = 100;

  private static final double MAX_ROWS = 10_000;

  /// Of the threshold, and of what a vacuum removes.
  private static final double MAX_DEAD = 1_000;

  /// The default of `autovacuum_vacuum_threshold`, and of that for analyzes.
  private static final double BASE = 50;

  /// Fewer tell no pace.
  private static final long MIN_VACUUMS = 20;

  /// From so many on a threshold below the base is no test of somebody's.
  private static final long FEW_RUNS = 5;

  private static final Duration MIN_WINDOW = Duration.ofHours(1);
  private static final Duration MIN_COUNTED = Duration.ofDays(1);
  private static final double SECONDS_A_DAY = 86_400;

  /// How often a table is vacuumed.
  ///
  /// @param deadEach rows that each vacuum removes
  private record Pace(double aDay, double deadEach, List<Fact> facts) {
    boolean isTooFast() {
      return aDay >= MIN_A_DAY && deadEach < MAX_DEAD;
    }
  }

  @Override
  protected Stream<? extends Verdict> ofServer(Evidence evidence) {
    return LowServerThreshold.in(evidence, this).stream();
  }

  @Override
  protected Verdict examine(TableEvidence table) {
    var logged = table.history().flatMap(told -> logged(told, table)).filter(Pace::isTooFast);
    return LogFacts.together(logged.map(pace -> finding(pace, table)), table, () -> counted(table));
  }

  private Verdict counted(TableEvidence table) {
    if (table.ask(AUTOANALYZE_COUNT).is(analyzes -> analyzes >= FEW_RUNS)
        && table.ask(THRESHOLDS).is(each -> each.analyze() < BASE)
        && !ownOfAnalyze(table).isEmpty()) {
      return analyzed(table);
    }
    long vacuums = table.need(AUTOVACUUM_COUNT);
    if (vacuums < FEW_RUNS || table.need(THRESHOLDS).vacuum() >= MAX_DEAD) {
      return clear(table);
    }
    if (table.need(THRESHOLDS).vacuum() < BASE && !table.relation().parameters().isEmpty()) {
      return belowBase(table);
    }
    if (vacuums < MIN_VACUUMS || table.need(ROWS) >= MAX_ROWS) {
      return clear(table);
    }
    if (pace(table) instanceof Reading.Known<Pace>(Pace pace, _)) {
      return pace.isTooFast() ? finding(pace, table) : clear(table);
    }
    table.lack(Question.RESET.what(), Question.RESET);
    return new Verdict.CannotTell(
        new Subject.OfRelation(table.relation()), table.inquiry().missing(), false);
  }

  /// The parameters of its own that say when it is analyzed.
  private static SortedSet<String> ownOfAnalyze(TableEvidence table) {
    return Stream.of(Setting.AUTOVACUUM_ANALYZE_SCALE_FACTOR, Setting.AUTOVACUUM_ANALYZE_THRESHOLD)
        .map(Setting::parameter)
        .filter(table.relation().parameters()::has)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private Finding analyzed(TableEvidence table) {
    return advice(table.relation())
        .headline(
            "%s is analyzed after %s already: %s so far",
            Names.atStart(table),
            Quantities.counted(
                (long) Math.floor(table.need(THRESHOLDS).analyze()) + 1, "changed row"),
            Quantities.counted(table.need(AUTOANALYZE_COUNT), "analyze"))
        .observed(AUTOANALYZE_COUNT.label(), table.ask(AUTOANALYZE_COUNT))
        .engine(
            "analyze threshold", table.need(THRESHOLDS).analyze(), "relation_needs_vacanalyze()")
        .engine("low: less than", BASE, "the default of autovacuum_analyze_threshold")
        .explained("analyze")
        .remedy(new Remedy.ResetTable(table.relation(), ownOfAnalyze(table)))
        .build();
  }

  private Finding belowBase(TableEvidence table) {
    return finding(
        advice(table.relation())
            .headline(
                "%s is vacuumed after %s dead rows already",
                Names.atStart(table), Math.floor(table.need(THRESHOLDS).vacuum()) + 1)
            .fact(Fact.observed(AUTOVACUUM_COUNT.label(), table.ask(AUTOVACUUM_COUNT)).asEffect())
            .engine("low: less than", BASE, "the default of autovacuum_vacuum_threshold"),
        new Goal.Count(
            Math.round(MAX_DEAD),
            new Effect.NotPredicted("a vacuum for each thousand of dead rows")),
        table);
  }

  /// Over the window if it is long enough; else since the counters were reset, if that is known.
  private static Reading<Pace> pace(TableEvidence table) {
    var window = table.window().filter(each -> each.compareTo(MIN_WINDOW) >= 0);
    var before = table.before().filter(_ -> window.isPresent());
    var since = StatsLost.sinceReset(table.relation(), table.all());
    var time = before.isPresent() ? window : since.filter(each -> each.compareTo(MIN_COUNTED) >= 0);
    return time.isEmpty()
        ? Reading.missing(Reading.Why.NOT_COLLECTED)
        : Reading.both(
            more(AUTOVACUUM_COUNT, before, table),
            Reading.both(
                more(N_TUP_UPD, before, table), more(N_TUP_DEL, before, table), "sum", Long::sum),
            "pace",
            (times, died) -> pace(times, died, time.get()));
  }

  private static Reading<Long> more(Key<Long> key, Optional<Relation> before, TableEvidence table) {
    var now = table.relation().get(key);
    return before
        .map(then -> Reading.both(now, then.get(key), "increase", (all, old) -> all - old))
        .orElse(now);
  }

  private static Pace pace(long times, long died, Duration time) {
    return new Pace(
        (double) times * SECONDS_A_DAY * 1e3 / (double) time.toMillis(),
        (double) died / (double) Math.max(1, times),
        List.of(
            Fact.observed("vacuums by autovacuum", times, AUTOVACUUM_COUNT),
            Fact.observed("within", time, new Source.Words("the window, or since stats_reset"))));
  }

  /// By the time from one vacuum to the next; nothing where the log does not tell it, or how large
  /// the table is.
  private static Optional<Pace> logged(TableHistory told, TableEvidence table) {
    double rows = told.remain().most();
    var options = table.all().options(table.relation());
    double threshold =
        options.vacuumThreshold().value() + options.vacuumScaleFactor().value() * rows;
    double period = told.gapSeconds().median() + told.seconds().median();
    if (told.counts().automatic() < MIN_VACUUMS
        || told.gapSeconds().isEmpty()
        || told.remain().isEmpty()
        || rows >= MAX_ROWS
        || threshold >= MAX_DEAD
        || KeptRows.isHeld(told)) {
      return Optional.empty();
    }
    var facts =
        new Facts()
            .observed("vacuums by autovacuum", told.counts().automatic(), "these logs")
            .facts(
                told.milestones().latest().stream()
                    .map(run -> LogFacts.by(run, "rows of the table, at most", rows)));
    return Optional.of(new Pace(SECONDS_A_DAY / period, told.removed().median(), facts.list()));
  }

  private Finding finding(Pace pace, TableEvidence table) {
    return finding(
        advice(table.relation())
            .headline(
                "%s is vacuumed %s times a day, for %s dead rows each time",
                Names.atStart(table), pace.aDay(), pace.deadEach())
            .facts(pace.facts())
            .observed(
                "dead rows removed each time",
                pace.deadEach(),
                "updates and deletes by vacuums, or the median of these logs")
            .shown("rows of the table", table.ask(ROWS))
            .chosen(
                "often",
                "%s times a day, of a table below %s rows"
                    .formatted(Quantities.count(MIN_A_DAY), Quantities.count(MAX_ROWS)),
                "142 a week of such tables used up the I/O of a small instance in"
                    + " jikig-ai/soleur#6164"),
        new Goal.DeadRowsAtLeast(MAX_DEAD, pace.aDay(), Math.max(50, pace.deadEach())),
        table);
  }

  private static Finding finding(FindingBuilder found, Goal goal, TableEvidence table) {
    table
        .ask(THRESHOLDS)
        .known()
        .ifPresent(each ->
            found.engine(
                "vacuum threshold in dead rows", each.vacuum(), "relation_needs_vacanalyze()"));
    found.explained("table");
    if (Names.isKnown(table.relation(), table.all())) {
      found.tune(table.relation(), Setting.AUTOVACUUM_VACUUM_THRESHOLD, goal);
    }
    return found.build();
  }
}
