package org.vacuumadvisor.diagnosis.rule.threshold;

import java.time.Duration;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Goal;
import org.vacuumadvisor.diagnosis.LogFacts;
import org.vacuumadvisor.diagnosis.Names;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Rule;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Verdict;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.evidence.Question;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.workload.Confidence;

/// Autovacuum looks too seldom: a table is mostly dead rows whenever it comes, or the server naps
/// for many minutes.
public final class NaptimeTooLong implements Rule {
  /// Ten times the default; from five times on it is worth a change.
  private static final long VERY_LONG = 600;

  private static final long LONG = 300;

  private static final long DEFAULT = 60;

  /// The most that plain pgbench (TPC-B) had in one of its tables, with no gain from a shorter
  /// naptime, is 12,410; a queue of ours had 48,616 on average, and gained.
  private static final double MANY_ROWS = 20_000;

  /// So many dead rows for each live one.
  private static final double MOSTLY_DEAD = 2;

  /// What a naptime may be set to at the least (measured gains end there).
  private static final double SHORTEST = 1;

  @Override
  public Stream<Verdict> examine(Evidence evidence) {
    var nap = Setting.AUTOVACUUM_NAPTIME;
    return LogFacts.verdicts(
        found(evidence).toList(),
        Question.setting(nap.parameter()),
        LogFacts.isWorkSeen(evidence) || evidence.settings().value(nap).isPresent());
  }

  private Stream<Finding> found(Evidence evidence) {
    var settings = evidence.settings();
    var nap = settings.integer(Setting.AUTOVACUUM_NAPTIME);
    if (evidence.isStandby() || !settings.boolOrDefault(Setting.AUTOVACUUM)) {
      return Stream.empty();
    }
    if (nap.isPresent() && nap.get() >= LONG) {
      return Stream.of(veryLong(nap.get(), evidence));
    }
    double seconds = settings.realOrDefault(Setting.AUTOVACUUM_NAPTIME);
    return seconds <= SHORTEST
        ? Stream.empty()
        : evidence
            .tables()
            .filter(each -> !each.isSystem() && each.isAutovacuumed())
            .filter(each -> evidence.options(each).state().isOn())
            .flatMap(each -> pileUp(each, seconds, nap.isPresent(), evidence).stream())
            .filter(each -> isMuch(each, seconds, evidence))
            .max(Comparator.comparingDouble(DeadRowPileUp::perSecond))
            .map(each -> mostlyDead(each, seconds, nap.isPresent(), evidence))
            .stream();
  }

  /// Counters that were read tell more than a log; without the naptime they tell nothing of it,
  /// while a log shows it.
  private static Optional<DeadRowPileUp> pileUp(
      Relation relation, double nap, boolean isKnown, Evidence evidence) {
    var counted =
        isKnown ? DeadRowPileUp.counted(relation, nap, evidence) : Optional.<DeadRowPileUp>empty();
    return counted.or(() ->
        evidence.history(relation).flatMap(told -> DeadRowPileUp.logged(relation, nap, told)));
  }

  private static boolean isMuch(DeadRowPileUp pile, double nap, Evidence evidence) {
    double died = pile.in(nap);
    return died >= MANY_ROWS
        && died >= MOSTLY_DEAD * pile.alive()
        && died > evidence.thresholds(pile.relation()).vacuum();
  }

  private Finding veryLong(long nap, Evidence evidence) {
    return found(
            nap >= VERY_LONG ? Severity.WARNING : Severity.ADVICE,
            "Autovacuum looks at a database only every " + Quantities.seconds((double) nap))
        .observed(
            "autovacuum_naptime",
            Quantities.seconds((double) nap),
            "pg_settings",
            "autovacuum_naptime")
        .observed(
            "past their vacuum threshold at this moment",
            Quantities.counted(evidence.pastVacuumThreshold().size(), "table"),
            "pg_stat_all_tables.n_dead_tup against relation_needs_vacanalyze()")
        .explained(
            "very-long", Quantities.seconds((double) DEFAULT), Quantities.seconds((double) LONG))
        .remedy(oftener(evidence))
        .build();
  }

  /// The default; oftener where a table would be mostly dead rows by then.
  private static Remedy oftener(Evidence evidence) {
    return evidence
        .tables()
        .filter(Relation::isAutovacuumed)
        .filter(each -> evidence.options(each).state().isOn())
        .flatMap(each -> DeadRowPileUp.lately(each, evidence).stream())
        .filter(each -> each.in(DEFAULT) > mostDead(each, evidence))
        .max(Comparator.comparingDouble(DeadRowPileUp::perSecond))
        .map(pile ->
            new Remedy.Tune(
                pile.relation(),
                Setting.AUTOVACUUM_NAPTIME,
                new Goal.DeadRowsBetweenLooks(mostDead(pile, evidence), pile.perSecond())))
        .orElseGet(() ->
            new Remedy.Tune(
                Setting.AUTOVACUUM_NAPTIME, new Goal.LookedAtEvery(Duration.ofSeconds(DEFAULT))));
  }

  private static double mostDead(DeadRowPileUp pile, Evidence evidence) {
    return Math.max(MOSTLY_DEAD * pile.alive(), evidence.thresholds(pile.relation()).vacuum());
  }

  private Finding mostlyDead(DeadRowPileUp pile, double nap, boolean isKnown, Evidence evidence) {
    var relation = pile.relation();
    return advice(relation)
        .headline(
            "%s dead rows come together in %s in each naptime of autovacuum, beside %s live ones",
            pile.in(nap), Names.of(relation, evidence), pile.alive())
        .facts(pile.facts())
        .engine(
            "autovacuum comes at the earliest after",
            Quantities.seconds(nap),
            isKnown ? "autovacuum_naptime" : "autovacuum_naptime, its default")
        .engine(
            "vacuum threshold",
            Quantities.count(evidence.thresholds(relation).vacuum()) + " rows",
            "relation_needs_vacanalyze()")
        .explained("mostly-dead", MANY_ROWS, Quantities.number(MOSTLY_DEAD))
        .confidence(isKnown ? pile.confidence() : Confidence.MEDIUM)
        .toBeCertain(
            isKnown
                ? pile.confidence() == Confidence.HIGH
                    ? null
                    : "Two surveys some minutes apart measure the rate of now."
                : "SHOW autovacuum_naptime;")
        .tune(
            relation,
            Setting.AUTOVACUUM_NAPTIME,
            new Goal.DeadRowsBetweenLooks(
                Math.max(pile.alive() / 2, evidence.thresholds(relation).vacuum()),
                pile.perSecond()))
        .build();
  }
}
