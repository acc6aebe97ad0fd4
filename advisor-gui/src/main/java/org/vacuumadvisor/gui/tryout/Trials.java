package org.vacuumadvisor.gui.tryout;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.vacuumadvisor.forecast.Changes;
import org.vacuumadvisor.forecast.Cluster;
import org.vacuumadvisor.forecast.Simulation;
import org.vacuumadvisor.forecast.Trajectory;
import org.vacuumadvisor.gui.work.Job;

/// Runs the simulator, with today's settings only once. While somebody drags a slider, as much of
/// the time is simulated as can be in a moment.
final class Trials {
  private static final int SPANS = 360;
  private static final double MOMENT = 60e6;

  /// Less than this part of the time says nothing.
  private static final double LEAST = 1.0 / 40;

  private final AtomicReference<Optional<Today>> today = new AtomicReference<>(Optional.empty());

  /// What it takes to simulate: nanoseconds for a second.
  private volatile double pace;

  private record Today(Cluster cluster, Duration length, Trajectory trajectory) {}

  /// @param thoroughness whether the whole time has to be simulated
  record Question(Cluster cluster, Changes changes, Duration length, Thoroughness thoroughness) {}

  enum Thoroughness {
    /// All of it.
    WHOLE,
    /// What can be done in a moment.
    MOMENT
  }

  Job<Trial> job(Question question) {
    return _ -> answer(question);
  }

  private Trial answer(Question question) {
    var cluster = question.cluster();
    var now = today(cluster, question.length());
    var changed = question.changes().on(cluster);
    if (question.changes().equals(Changes.NONE)) {
      return new Trial(cluster, changed, question.length(), now, now);
    }
    return new Trial(cluster, changed, question.length(), now, run(changed, length(question)));
  }

  private Trajectory today(Cluster cluster, Duration length) {
    var known =
        today.get().filter(each -> each.cluster().equals(cluster) && each.length().equals(length));
    if (known.isPresent()) {
      return known.get().trajectory();
    }
    var trajectory = run(cluster, length);
    today.set(Optional.of(new Today(cluster, length, trajectory)));
    return trajectory;
  }

  private Trajectory run(Cluster cluster, Duration length) {
    long start = System.nanoTime();
    var trajectory = Simulation.run(cluster, Changes.NONE, length, SPANS);
    pace = (double) (System.nanoTime() - start) / Math.max(1, length.toSeconds());
    return trajectory;
  }

  private Duration length(Question question) {
    double wanted = (double) question.length().toSeconds();
    double affordable = pace > 0 ? MOMENT / pace : wanted;
    return switch (question.thoroughness()) {
      case WHOLE -> question.length();
      case MOMENT ->
          affordable >= wanted
              ? question.length()
              : Duration.ofSeconds((long) Math.max(wanted * LEAST, affordable));
    };
  }
}
