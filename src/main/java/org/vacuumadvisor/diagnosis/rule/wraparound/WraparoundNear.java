package org.vacuumadvisor.diagnosis.rule.wraparound;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.ServerRule;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Verdict;
import org.vacuumadvisor.evidence.DatabaseAge;
import org.vacuumadvisor.evidence.FreezeFigures;
import org.vacuumadvisor.evidence.Question;
import org.vacuumadvisor.evidence.ServerEvidence;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.Source;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.postgres.Wraparound;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.unit.XidAge;
import org.vacuumadvisor.workload.Confidence;

/// A database whose oldest transaction ID is half-way to the wrap: freezing has failed for long, or
/// was put off by a high `autovacuum_freeze_max_age`. Ages up to the default and a little more are
/// routine.
public final class WraparoundNear extends ServerRule {
  /// Half of the ID space. pganalyze and postgres-checkup warn there; less is routine.
  static final XidAge NEAR = new XidAge(Wraparound.WRAP.count() / 2);

  /// The default of `vacuum_failsafe_age`, for releases without a failsafe.
  static final XidAge LATE = new XidAge(1_600_000_000);

  /// A quarter of it, more than twice the default of `autovacuum_freeze_max_age`: below this even
  /// the fastest server has had no forced vacuum fail. Our choice.
  private static final XidAge LEAST_FOR_RATE = new XidAge(Wraparound.WRAP.count() / 4);

  /// Less time than this to the stop limit, and there may be no time for a full vacuum. Our choice.
  private static final Duration LITTLE_TIME = Duration.ofDays(3);

  @Override
  protected List<? extends Verdict> examine(ServerEvidence server) {
    var said = new ArrayList<Verdict>();
    var late = FrozenLate.in(server);
    server
        .judge(() -> now(late, server))
        .ifPresentOrElse(said::add, () -> said.add(cannotTell(server)));
    if (!(said.getFirst() instanceof Finding)) {
      late.ifPresent(each -> said.add(each.finding(this)));
    }
    return said;
  }

  /// One finding for the server: the oldest database decides when it stops.
  private Verdict now(Optional<FrozenLate> late, ServerEvidence server) {
    var ages = DatabaseAge.of(Wraparound.TRANSACTIONS, server.all());
    if (!ages.isEmpty()) {
      var end = new RunningOut(Wraparound.TRANSACTIONS, ages, NEAR, server);
      var age = end.worst().age();
      if (!end.isStopped() && age.exceeds(NEAR)) {
        return finding(end, late, server);
      }
      if (!end.isStopped() && age.exceeds(LEAST_FOR_RATE) && isForced(age, server)) {
        var perDay =
            Reading.of(
                server.need(
                    "transaction IDs a day",
                    Question.SAMPLE,
                    FreezeFigures.perDay(Wraparound.TRANSACTIONS, server)));
        if (isShort(end, perDay)) {
          return finding(end, late, server);
        }
      }
    }
    FreezeFigures.needAllAges(Wraparound.TRANSACTIONS, server);
    return clear(server);
  }

  private static boolean isShort(RunningOut end, Reading<Double> perDay) {
    return end.time(perDay).filter(left -> left.compareTo(LITTLE_TIME) < 0).isPresent();
  }

  private Finding finding(RunningOut end, Optional<FrozenLate> late, ServerEvidence server) {
    var perDay = FreezeFigures.perDay(Wraparound.TRANSACTIONS, server);
    var forced = FreezeFigures.freezeMaxAge(server);
    boolean isForced = isForced(end.worst().age(), server);
    boolean isAssumed = source(forced) instanceof Source.Assumed;
    boolean isLate = end.isLate() || end.worst().age().exceeds(LATE);
    return found(
            isLate || (isForced && isShort(end, perDay))
                ? Severity.CRITICAL
                : isForced ? Severity.WARNING : Severity.ADVICE,
            end.subject())
        .headline("%s", headline(end, perDay))
        .facts(end.facts(perDay))
        .facts(late.stream().map(FrozenLate::fact))
        .engine("autovacuum is forced from", forced.or(XidAge.NONE), source(forced).inWords())
        .convention("near", NEAR, "pganalyze, postgres-checkup: half of 2^31")
        .explained(
            isForced ? "forced" : "not-forced",
            Quantities.rounded(Wraparound.remaining(end.stop()).count()),
            end.obstacle())
        .confidence(isAssumed && !isLate ? Confidence.MEDIUM : Confidence.HIGH)
        .toBeCertain(
            perDay.known().isEmpty()
                ? "Two surveys some minutes apart measure how fast IDs are used."
                : isAssumed ? "SHOW autovacuum_freeze_max_age;" : null)
        .remedies(end.remedies(server.all().settings().freezeTableAge()))
        .build();
  }

  private static String headline(RunningOut end, Reading<Double> perDay) {
    var worst = end.worst();
    boolean isOfOthers = // no release of PostgreSQL warns so early
        worst.source() instanceof Source.At(_, Source.Words _)
            && !worst.age().exceeds(Wraparound.TRANSACTIONS.warningAge(Release.newest()));
    return isOfOthers
        ? ("%s: %s transactions left, the server warns, earlier than PostgreSQL does: its limits"
                + " are its own")
            .formatted(end.atStart(), Quantities.count(Wraparound.remaining(worst.age()).count()))
        : "%s: %s transactions until writes stop %s"
            .formatted(end.atStart(), Quantities.rounded(end.left().count()), end.used(perDay));
  }

  private static boolean isForced(XidAge age, ServerEvidence server) {
    return FreezeFigures.freezeMaxAge(server).is(age::exceeds);
  }

  private static Source source(Reading<?> reading) {
    return reading instanceof Reading.Known<?>(_, var source) ? source : new Source.Words("");
  }
}
