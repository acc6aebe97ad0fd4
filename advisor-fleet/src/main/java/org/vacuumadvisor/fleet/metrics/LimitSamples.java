package org.vacuumadvisor.fleet.metrics;

import java.util.Optional;
import org.vacuumadvisor.evidence.DatabaseAge;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.evidence.FreezeFigures;
import org.vacuumadvisor.evidence.ServerEvidence;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.postgres.Wraparound;
import org.vacuumadvisor.unit.XidAge;

/// How far the oldest database is from the ages at which the server freezes by force, drops
/// everything but freezing, warns, and stops.
final class LimitSamples {
  private static final double SECONDS_A_DAY = 86_400;

  private final Evidence evidence;
  private final ServerEvidence server;
  private final Samples samples;
  private final Wraparound ids;
  private final Reading<Double> perDay;
  private final Optional<XidAge> oldest;

  private LimitSamples(Evidence evidence, Wraparound ids, Samples samples) {
    this.evidence = evidence;
    this.server = evidence.aboutServer();
    this.ids = ids;
    this.samples = samples;
    this.perDay = FreezeFigures.perDay(ids, server);
    this.oldest =
        FreezeFigures.ages(ids, server).stream()
            .filter(each -> !each.isAtLeast())
            .map(DatabaseAge::age)
            .max(XidAge::compareTo);
  }

  static void add(Evidence evidence, Samples samples) {
    for (var ids : Wraparound.values()) {
      new LimitSamples(evidence, ids, samples).add();
    }
  }

  /// The word for a kind of ID in labels.
  static String word(Wraparound ids) {
    return switch (ids) {
      case TRANSACTIONS -> "xid";
      case MULTIXACTS -> "mxid";
    };
  }

  private void add() {
    if (perDay instanceof Reading.Known<Double>(Double ids, _)) {
      samples.add(Metric.IDS_PER_SECOND, ids / SECONDS_A_DAY, word(this.ids));
    }
    add(
        "freeze_max_age",
        switch (ids) {
          case TRANSACTIONS -> FreezeFigures.freezeMaxAge(server);
          case MULTIXACTS -> FreezeFigures.multixactFreezeMaxAge(server);
        });
    var release = evidence.survey().server().release();
    add("failsafe", FreezeFigures.failsafeAge(ids, server));
    add("warning", Reading.of(ids.warningAge(release)));
    add("stop", Reading.of(ids.stopAge(release)));
  }

  private void add(String name, Reading<XidAge> limit) {
    limit
        .known()
        .ifPresent(known -> {
          samples.add(Metric.LIMIT_IDS, known.count(), word(ids), name);
          oldest.ifPresent(age -> add(name, known, age));
        });
  }

  private void add(String name, XidAge limit, XidAge age) {
    samples.add(Metric.LIMIT_REMAINING_IDS, limit.minus(age).count(), word(ids), name);
    perDay
        .known()
        .map(each -> Wraparound.daysTo(limit, age, each / SECONDS_A_DAY))
        .ifPresent(days ->
            days.ifPresent(each ->
                samples.add(
                    Metric.LIMIT_REMAINING_SECONDS, each * SECONDS_A_DAY, word(ids), name)));
  }
}
