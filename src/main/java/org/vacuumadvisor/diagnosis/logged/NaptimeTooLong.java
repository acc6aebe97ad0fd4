package org.vacuumadvisor.diagnosis.logged;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.Fact;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Goal;
import org.vacuumadvisor.diagnosis.Provenance;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Rule;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.history.TableHistory;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.workload.Confidence;

/// A table that is mostly garbage each time a worker comes, and a worker comes each naptime: it
/// cannot come more often.
final class NaptimeTooLong implements Rule {
  private static final long RUNS = 10;
  private static final double GARBAGE = 5;
  private static final double MANY_ROWS = 10_000;
  private static final double SLACK = 0.15;
  private static final double SHORTER_SECONDS = 10;

  @Override
  public String id() {
    return "naptime-too-long";
  }

  @Override
  public Stream<Finding> examine(Evidence evidence) {
    return LogCase.of(evidence).flatMap(this::examine);
  }

  private Stream<Finding> examine(LogCase logs) {
    double naptime = logs.evidence().survey().settings().realOrDefault(Setting.AUTOVACUUM_NAPTIME);
    return naptime <= SHORTER_SECONDS
        ? Stream.empty()
        : logs
            .tables()
            .filter(each -> !logs.isHeld(each) && isAtNaptime(each, naptime))
            .findFirst()
            .map(each -> finding(each, naptime, logs))
            .stream();
  }

  private static boolean isAtNaptime(TableHistory table, double naptime) {
    double period = table.gapSeconds().median() + table.seconds().median();
    return table.gapSeconds().count() >= RUNS - 1
        && table.removed().median() >= MANY_ROWS
        && table.removed().median() >= GARBAGE * table.remain().median()
        && Math.abs(period - naptime) <= SLACK * naptime;
  }

  private Finding finding(TableHistory table, double naptime, LogCase logs) {
    boolean isKnown =
        logs.evidence().survey().settings().value(Setting.AUTOVACUUM_NAPTIME).isPresent();
    var facts = new ArrayList<Fact>();
    table
        .milestones()
        .latest()
        .ifPresent(run ->
            facts.add(
                Told.by(
                    run,
                    "removed and left by half of the vacuums, at least",
                    "%s and %s rows"
                        .formatted(
                            Quantities.count(table.removed().median()),
                            Quantities.count(table.remain().median())))));
    facts.add(
        Fact.observed(
            "from start to start",
            Quantities.seconds(table.gapSeconds().median() + table.seconds().median()),
            "median of %s vacuums".formatted(Quantities.count(table.counts().automatic()))));
    facts.add(
        Fact.threshold(
            "a worker comes at most every",
            Quantities.seconds(naptime),
            Provenance.ENGINE,
            isKnown ? "autovacuum_naptime" : "autovacuum_naptime, its default"));
    facts.add(
        Fact.threshold(
            "mostly garbage",
            "%s times as many dead rows as live ones, and %s"
                .formatted(Quantities.number(GARBAGE), Quantities.count(MANY_ROWS)),
            Provenance.CONVENTION,
            "ours, after the queue experiment: shorter naptimes gave up to a quarter more"
                + " throughput"));
    return new Finding(
        id(),
        Severity.ADVICE,
        new Subject.Cluster(),
        "Autovacuum comes to %s as often as autovacuum_naptime lets it, and finds it full of dead rows"
            .formatted(logs.name(table)),
        facts,
        "The table is past its threshold long before a worker looks again, so thresholds change"
            + " nothing here. Queries on it get slower until the next vacuum, in a sawtooth.",
        isKnown ? Confidence.HIGH : Confidence.MEDIUM,
        isKnown ? null : "SHOW autovacuum_naptime;",
        List.of(
            new Remedy.Tune(
                logs.subject(table),
                Setting.AUTOVACUUM_NAPTIME,
                new Goal.DeadRowsBetweenLooks(
                    table.removed().median() * SHORTER_SECONDS / naptime,
                    table.removed().median() / naptime))));
  }
}
