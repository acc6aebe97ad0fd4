package org.vacuumadvisor.diagnosis.rule.worker;

import java.util.Optional;
import java.util.stream.DoubleStream;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.history.Moments;
import org.vacuumadvisor.model.history.Run;
import org.vacuumadvisor.model.history.Trigger;
import org.vacuumadvisor.model.history.WorkerTimeline;
import org.vacuumadvisor.postgres.CostModel;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.postgres.ServerSettings;
import org.vacuumadvisor.postgres.Setting;

/// The part of its time that an automatic vacuum slept for the cost limit: as it says itself, or
/// from the pages it worked on and the limit they were charged against.
///
/// @param share 0 to 1
/// @param basis how that is known
record SleptShare(double share, Basis basis) {
  /// What the estimate may exceed: the clock is coarse, and the balance changes within a run.
  private static final double TOLERANCE = 1.15;

  /// How a share is known.
  enum Basis {
    /// The run prints its delay time.
    PRINTED,
    /// By the server's own settings.
    SETTINGS,
    /// As if the settings were the release's defaults.
    DEFAULTS,
    /// It neither computed nor read nor wrote: it slept, or waited for the disk or for others.
    IDLE
  }

  /// Empty where nothing tells, or the figures do not fit the settings.
  static Optional<SleptShare> of(Run run, Evidence evidence, WorkerTimeline timeline) {
    var elapsed = run.secondsByAny();
    if (elapsed == null || elapsed <= 0) {
      return Optional.empty();
    }
    var delay = run.usage().delayMs();
    if (delay != null) {
      return Optional.of(new SleptShare(Math.min(1, delay / 1e3 / elapsed), Basis.PRINTED));
    }
    return run.heading().trigger() == Trigger.AUTOVACUUM
        ? estimated(run, elapsed, evidence, timeline).or(() -> idle(run, elapsed))
        : Optional.empty();
  }

  /// Of a run of hours it is worth naming even where nothing tells sleep from waiting.
  private static Optional<SleptShare> idle(Run run, double elapsed) {
    return run.usage().cpu() == null || elapsed < CostThrottled.MIN_WARNING_SECONDS
        ? Optional.empty()
        : Optional.of(new SleptShare(idleShare(run, elapsed), Basis.IDLE));
  }

  /// The part of the time that it is not known to have worked or read; no more can it have slept.
  private static double idleShare(Run run, double elapsed) {
    var cpu = run.usage().cpu();
    var io = run.usage().io();
    double busy =
        (cpu == null ? 0 : cpu.user() + cpu.system())
            + (io == null ? 0 : (io.readMs() + io.writeMs()) / 1e3);
    return Math.max(0, 1 - busy / elapsed);
  }

  private static Optional<SleptShare> estimated(
      Run run, double elapsed, Evidence evidence, WorkerTimeline timeline) {
    var settings = evidence.settings();
    boolean isKnown = settings.value(Setting.VACUUM_COST_LIMIT).isPresent();
    var buffers = run.usage().buffers();
    if (buffers == null) {
      return Optional.empty();
    }
    var span = evidence.history().orElseThrow().releases();
    var models =
        isKnown
            ? DoubleStream.of(slept(settings, run))
            : DoubleStream.of(slept(span.earliest(), run), slept(span.latest(), run));
    var seconds = models.summaryStatistics();
    double sharing = Math.max(1, sharing(run, timeline));
    double least = seconds.getMin() * sharing / elapsed;
    double most = seconds.getMax() * sharing / elapsed;
    boolean isOneAnswer = most <= TOLERANCE && most - least < 0.1;
    return isOneAnswer
        ? Optional.of(
            new SleptShare(
                Math.min(Math.min(0.99, idleShare(run, elapsed)), least),
                isKnown ? Basis.SETTINGS : Basis.DEFAULTS))
        : Optional.empty();
  }

  private static double slept(Release release, Run run) {
    return slept(ServerSettings.unknown(release), run);
  }

  private static double slept(ServerSettings settings, Run run) {
    var buffers = run.usage().buffers();
    return buffers == null
        ? 0
        : CostModel.ofAutovacuum(settings)
            .secondsAsleep(buffers.hits(), buffers.reads(), buffers.dirtied());
  }

  /// How many workers shared the limit with it, itself included, on average.
  private static double sharing(Run run, WorkerTimeline timeline) {
    var from = Moments.start(run);
    var to = Moments.end(run);
    return from.isEmpty() || to.isEmpty()
        ? 1
        : 1 + timeline.beside(run.heading().name().relation(), from.get(), to.get());
  }
}
