package org.vacuumadvisor.gui.tryout;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.vacuumadvisor.forecast.Changes;
import org.vacuumadvisor.forecast.Forecast;
import org.vacuumadvisor.forecast.Simulation;
import org.vacuumadvisor.forecast.cluster.Cluster;
import org.vacuumadvisor.gui.work.Job;

/// Runs the simulator, with today's settings only once. While somebody drags a slider, as much of
/// the time is simulated as can be in a moment.
final class Trials {
  private static final int MOST_SPANS = 360;
  private static final int LEAST_SPANS = 60;

  /// Spans of all tables of a simulation together: several figures are kept for each.
  private static final int ALL_SPANS = 600_000;

  private static final double MOMENT = 60e6;

  /// Less than this part of the time says nothing.
  private static final double LEAST = 1.0 / 40;

  /// A range takes ten simulations; nobody waits longer for it than so many nanoseconds.
  private static final double PATIENCE = 3e9;

  private static final int SIMULATIONS = 10;

  private final AtomicReference<Optional<Today>> today = new AtomicReference<>(Optional.empty());

  /// What it takes to simulate: nanoseconds for a second.
  private volatile double pace;

  private record Today(Cluster cluster, Duration length, Forecast forecast) {}

  /// @param thoroughness how much has to be simulated
  record Question(Cluster cluster, Changes changes, Duration length, Thoroughness thoroughness) {
    /// The same with what nobody knows for sure.
    Question withRange() {
      return new Question(cluster, changes, length, Thoroughness.RANGE);
    }
  }

  enum Thoroughness {
    /// All of the time, with more and less load on faster and slower machines.
    RANGE,
    /// All of the time, as is likely.
    WHOLE,
    /// What can be done in a moment.
    MOMENT
  }

  Job<Trial> job(Question question) {
    return _ -> answer(question);
  }

  /// Whether the range of a question is simulated soon enough to be worth it.
  boolean canRange(Question question) {
    return question.thoroughness() == Thoroughness.WHOLE
        && pace * (double) question.length().toSeconds() * SIMULATIONS < PATIENCE;
  }

  private Trial answer(Question question) {
    var cluster = question.cluster();
    var now = today(question);
    var changed = question.changes().on(cluster);
    if (question.changes().equals(Changes.NONE)) {
      return new Trial(cluster, changed, question.length(), now, now);
    }
    return new Trial(
        cluster,
        changed,
        question.length(),
        now,
        question.thoroughness() == Thoroughness.RANGE
            ? Forecast.of(changed, Changes.NONE, question.length(), spans(changed))
            : likely(changed, length(question)));
  }

  private Forecast today(Question question) {
    var cluster = question.cluster();
    var length = question.length();
    boolean needsRange = question.thoroughness() == Thoroughness.RANGE;
    var known =
        today
            .get()
            .filter(each -> each.cluster().equals(cluster) && each.length().equals(length))
            .filter(each -> !needsRange || !each.forecast().corners().isEmpty());
    if (known.isPresent()) {
      return known.get().forecast();
    }
    var forecast =
        needsRange
            ? Forecast.of(cluster, Changes.NONE, length, spans(cluster))
            : likely(cluster, length);
    today.set(Optional.of(new Today(cluster, length, forecast)));
    return forecast;
  }

  private Forecast likely(Cluster cluster, Duration length) {
    long start = System.nanoTime();
    var trajectory = Simulation.run(cluster, Changes.NONE, length, spans(cluster));
    pace = (double) (System.nanoTime() - start) / Math.max(1, length.toSeconds());
    return new Forecast(trajectory, List.of());
  }

  /// Fewer where there are many tables, so that a simulation of 10,000 takes some megabytes.
  private static int spans(Cluster cluster) {
    return Math.clamp(ALL_SPANS / Math.max(1, cluster.tables().size()), LEAST_SPANS, MOST_SPANS);
  }

  private Duration length(Question question) {
    double wanted = (double) question.length().toSeconds();
    double affordable = pace > 0 ? MOMENT / pace : wanted;
    return switch (question.thoroughness()) {
      case RANGE, WHOLE -> question.length();
      case MOMENT ->
          affordable >= wanted
              ? question.length()
              : Duration.ofSeconds((long) Math.max(wanted * LEAST, affordable));
    };
  }
}
