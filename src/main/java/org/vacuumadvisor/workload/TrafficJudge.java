package org.vacuumadvisor.workload;

import static org.vacuumadvisor.workload.Phrases.about;
import static org.vacuumadvisor.workload.Phrases.rows;

import java.time.Duration;
import java.util.Optional;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.unit.Share;

/// Puts traffic into its class.
final class TrafficJudge {
  /// A convention: the standard error of a share of so many operations is at most five points.
  static final long FEWEST_OPERATIONS = 100;

  private static final long MANY_OPERATIONS = 1_000;

  /// Three quarters, the lower end of the norm, as a rounded percentage.
  private static final Share READ_HEAVY = Share.ofPercent(74.5);

  private static final Share CLEARLY_READ_HEAVY = Share.ofPercent(80);

  /// Between these the share of a table alone does not decide: so much it may be off where reads
  /// and writes belong together, as `SELECT … FOR UPDATE` and the UPDATE after it do.
  private static final Share CLEARLY_WRITTEN = Share.ofPercent(70);

  private static final Share CLEARLY_READ = Share.ofPercent(78);

  /// Who has looked for less has not seen that nothing happens.
  private static final Duration SHORTEST_LOOK = Duration.ofSeconds(5);

  private static final Duration SHORT_LOOK = Duration.ofSeconds(20);
  private static final Duration LONG_LOOK = Duration.ofHours(1);

  private TrafficJudge() {}

  static Verdict verdict(Traffic traffic) {
    return verdict(traffic, traffic.readShare());
  }

  /// @param around the read share of the tables it works with; it decides where the table's own is
  ///   close to the bar
  static Verdict verdict(Traffic traffic, Share around) {
    return nothingToJudge(traffic).orElseGet(() -> limited(traffic, busy(traffic, around)));
  }

  /// What can be said where there are too few operations to say what they are.
  static Optional<Verdict> nothingToJudge(Traffic traffic) {
    if (traffic.operations() >= FEWEST_OPERATIONS) {
      return Optional.empty();
    }
    var observed = traffic.observed();
    var seen =
        "%s written and %s read operations in %s"
            .formatted(
                rows(traffic.written()), about(traffic.reads()), Quantities.duration(observed));
    boolean idle = traffic.written() == 0 || observed.compareTo(LONG_LOOK) >= 0;
    return Optional.of(
        idle && observed.compareTo(SHORTEST_LOOK) >= 0
            ? limited(traffic, Verdict.of(WorkloadClass.IDLE, lookedFor(observed), seen))
            : Verdict.undetermined("only " + seen));
  }

  private static Confidence lookedFor(Duration observed) {
    return observed.compareTo(LONG_LOOK) >= 0
        ? Confidence.HIGH
        : observed.compareTo(SHORT_LOOK) >= 0 ? Confidence.MEDIUM : Confidence.LOW;
  }

  private static Verdict busy(Traffic traffic, Share around) {
    var byWrites = WriteMix.verdict(traffic);
    if (WriteMix.churns(traffic)) {
      return byWrites;
    }
    var own = traffic.readShare();
    boolean close = own.compareTo(CLEARLY_WRITTEN) >= 0 && own.compareTo(CLEARLY_READ) < 0;
    boolean readHeavy = isReadHeavy(close ? around : own);
    var verdict = readHeavy ? readHeavy(traffic) : byWrites;
    if (readHeavy != isReadHeavy(own)) {
      return verdict.atMost(Confidence.MEDIUM).also(around + " of those around it");
    }
    return !readHeavy && isReadHeavy(traffic.highestReadShare())
        ? verdict.atMost(Confidence.MEDIUM)
        : verdict;
  }

  static boolean isReadHeavy(Share reads) {
    return reads.compareTo(READ_HEAVY) >= 0;
  }

  static Verdict readHeavy(Traffic traffic) {
    return Verdict.of(
        WorkloadClass.READ_HEAVY,
        traffic.readShare().compareTo(CLEARLY_READ_HEAVY) >= 0
            ? Confidence.HIGH
            : Confidence.MEDIUM,
        traffic.readShare() + " of " + about(traffic.operations()) + " operations are reads",
        traffic.written() == 0 ? "nothing was written" : rows(traffic.written()) + " written");
  }

  /// Few operations, a short look, or an average over unknown times: each takes its part.
  static Verdict limited(Traffic traffic, Verdict verdict) {
    var limit =
        switch (traffic.period()) {
          case Period.SinceReset _ -> Confidence.MEDIUM;
          case Period.Between _ -> lookLimit(traffic);
        };
    return verdict.atMost(limit);
  }

  private static Confidence lookLimit(Traffic traffic) {
    boolean enough =
        traffic.operations() >= MANY_OPERATIONS || traffic.operations() < FEWEST_OPERATIONS;
    return enough && traffic.observed().compareTo(SHORT_LOOK) >= 0
        ? Confidence.HIGH
        : Confidence.MEDIUM;
  }
}
