package org.vacuumadvisor.diagnosis.rule.wraparound;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.Fact;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.FreezeCohort;
import org.vacuumadvisor.diagnosis.LogFacts;
import org.vacuumadvisor.diagnosis.Names;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Rule;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.diagnosis.Verdict;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.evidence.Question;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.TableKeys;
import org.vacuumadvisor.model.history.Moments;
import org.vacuumadvisor.model.history.Run;
import org.vacuumadvisor.postgres.Wraparound;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.unit.Share;

/// Several large tables come to the age of a forced vacuum at the same time, as after a restore or
/// a load, or came to it: all workers freeze for long, and nothing else is vacuumed.
public final class FreezeCollision implements Rule {
  /// As many tables as there are workers by default.
  private static final int MIN_TABLES = 3;

  /// Of forced vacuums to come, whose length is estimated. Our choice.
  private static final double MIN_SECONDS_TO_COME = 3600;

  /// Of forced vacuums that logs tell of. Our choice.
  private static final double MIN_SECONDS_DONE = 1800;

  @Override
  public Stream<Verdict> examine(Evidence evidence) {
    return LogFacts.verdicts(
        evidence, LogFacts.joined(toCome(evidence), done(evidence)), Question.CLASSES);
  }

  private List<Finding> toCome(Evidence evidence) {
    var cohort = evidence.isStandby() ? List.<Relation>of() : FreezeCohort.largest(evidence);
    var work = FreezeWork.of(cohort, evidence);
    return cohort.size() < MIN_TABLES || work.seconds() < MIN_SECONDS_TO_COME
        ? List.of()
        : List.of(finding(cohort, work, evidence));
  }

  private Finding finding(List<Relation> cohort, FreezeWork work, Evidence evidence) {
    var largest =
        cohort.stream()
            .sorted(Comparator.comparingLong(FreezeCohort::unfrozen).reversed())
            .limit(MIN_TABLES)
            .toList();
    return advice(
            "%s will be due for a forced vacuum at the same time",
            Quantities.counted(cohort.size(), "table"))
        .fact(work.fact())
        .facts(
            largest.stream()
                .map(each ->
                    Fact.observed(
                        "age of " + Names.of(each, evidence), each.get(TableKeys.XID_AGE))))
        .engine("forced from", evidence.settings().freezeMaxAge(), "autovacuum_freeze_max_age")
        .explained(
            "to-come",
            MIN_TABLES,
            new Share(FreezeCohort.TOGETHER),
            Quantities.seconds(MIN_SECONDS_TO_COME))
        .toBeCertain(
            evidence.xidsPerSecond().isEmpty()
                ? "Two surveys some minutes apart measure when that will be."
                : null)
        .remedies(largest.stream().map(each -> new Remedy.VacuumNow(each, "FREEZE")))
        .build();
  }

  private List<Finding> done(Evidence evidence) {
    var together = ForcedTogether.longest(evidence);
    return together.runs().size() >= MIN_TABLES && together.seconds() >= MIN_SECONDS_DONE
        ? List.of(finding(together, evidence))
        : List.of();
  }

  private Finding finding(ForcedTogether together, Evidence evidence) {
    var database = together.runs().getFirst().heading().name().database();
    return found(Severity.ADVICE, Subject.ofDatabase(database))
        .headline(
            "%s came due for freezing together, and kept autovacuum busy for %s",
            Quantities.counted(together.runs().size(), "table"),
            Quantities.seconds(together.seconds()))
        .facts(
            together.runs().stream()
                .sorted(Comparator.comparingDouble(Run::seconds).reversed())
                .limit(MIN_TABLES)
                .map(run ->
                    LogFacts.by(
                        run,
                        String.valueOf(run.heading().name().table()),
                        "took " + LogFacts.elapsed(run))))
        .explained("done", MIN_TABLES, Quantities.seconds(MIN_SECONDS_DONE), ForcedTogether.NEAR)
        .remedies(
            Stream.ofNullable(database)
                .map(each ->
                    new Remedy.FreezeDatabases(
                        List.of(each),
                        Wraparound.TRANSACTIONS,
                        evidence.settings().freezeTableAge(),
                        false)))
        .build();
  }

  /// Vacuums to prevent wraparound that logs tell of, each begun within an hour of the end of those
  /// before.
  private record ForcedTogether(List<Run> runs) {
    static final Duration NEAR = Duration.ofHours(1);

    /// The group that took longest; an empty one where there is none.
    static ForcedTogether longest(Evidence evidence) {
      var forced =
          evidence
              .histories()
              .flatMap(each -> each.milestones().forced().stream())
              .filter(run -> Moments.start(run).isPresent())
              .sorted(Comparator.comparing(ForcedTogether::start))
              .toList();
      var best = new ForcedTogether(List.of());
      var group = new ArrayList<Run>();
      Instant end = Instant.MIN;
      for (var run : forced) {
        if (!group.isEmpty() && start(run).isAfter(end.plus(NEAR))) {
          best = best.orLonger(group);
          group.clear();
        }
        group.add(run);
        var ended = Moments.end(run).orElse(start(run));
        end = ended.isAfter(end) ? ended : end;
      }
      return best.orLonger(group);
    }

    private ForcedTogether orLonger(List<Run> group) {
      var other = new ForcedTogether(List.copyOf(group));
      return other.seconds() > seconds() ? other : this;
    }

    private static Instant start(Run run) {
      return Moments.start(run).orElse(Instant.EPOCH);
    }

    double seconds() {
      return runs.stream().mapToDouble(Run::seconds).sum();
    }
  }
}
