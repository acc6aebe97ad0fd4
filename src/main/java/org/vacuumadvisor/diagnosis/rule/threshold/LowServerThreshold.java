package org.vacuumadvisor.diagnosis.rule.threshold;

import java.util.Optional;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Rule;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.Excerpt;
import org.vacuumadvisor.model.Source;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.unit.Quantities;

/// A scale factor so small that autovacuum is always at work, set for the whole server: counts of
/// its runs that somebody shows beside the setting.
final class LowServerThreshold {
  private static final double SMALL_FACTOR = 0.01;
  private static final double SMALL_THRESHOLD = 1_000;

  /// Runs in the quietest of the times that were counted.
  private static final double MANY_RUNS = 100;

  private LowServerThreshold() {}

  static Optional<Finding> in(Evidence evidence, Rule rule) {
    var settings = evidence.settings();
    var factor = settings.real(Setting.AUTOVACUUM_VACUUM_SCALE_FACTOR);
    var threshold = settings.effectiveReal(Setting.AUTOVACUUM_VACUUM_THRESHOLD).value();
    var least = shown(evidence, "autovacuums_least");
    var most = shown(evidence, "autovacuums_most");
    boolean isLow =
        factor.isPresent()
            && factor.get() <= SMALL_FACTOR
            && threshold <= SMALL_THRESHOLD
            && least.isPresent()
            && most.isPresent()
            && number(least.get()) >= MANY_RUNS;
    return isLow
        ? Optional.of(finding(rule, factor.get(), least.get(), most.get(), evidence))
        : Optional.empty();
  }

  private static Optional<Excerpt.Figure> shown(Evidence evidence, String column) {
    return evidence.excerpt().flatMap(each -> each.figures(column).findFirst());
  }

  private static double number(Excerpt.Figure figure) {
    return Double.parseDouble(figure.value());
  }

  private static Finding finding(
      Rule rule, double factor, Excerpt.Figure least, Excerpt.Figure most, Evidence evidence) {
    var excerpt = evidence.excerpt().orElseThrow();
    return rule.advice(
            "Autovacuum never ran fewer than %s times in the times counted: a scale factor of %s"
                + " applies to every table",
            number(least), Quantities.number(factor))
        .observed(
            "runs of autovacuum, at least",
            number(least),
            new Source.Words(excerpt.where(least.line())))
        .observed("at most", number(most), new Source.Words(excerpt.where(most.line())))
        .observed(
            Setting.AUTOVACUUM_VACUUM_SCALE_FACTOR.parameter(),
            Quantities.number(factor),
            "pg_settings")
        .explained("server", Quantities.number(SMALL_FACTOR))
        .build();
  }
}
