package org.vacuumadvisor.lab.experiment;

import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.vacuumadvisor.Advisor;
import org.vacuumadvisor.lab.workload.Progress;
import org.vacuumadvisor.lab.workload.WorkloadException;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.jdbc.Databases;
import org.vacuumadvisor.source.jdbc.Window;

/// Does what a plan says, on servers of its own that are gone when it is done.
///
/// Each trial has a fresh server with the same rows. The advisor sees a server like these at work
/// under its defaults, twice, and nothing else; what it recommends is applied to the fresh servers
/// of the arms that follow it.
public final class Experiment {
  /// How long the work goes on before the first survey. Counters come up to a second late: what the
  /// first survey does not see yet looks like a burst to the second.
  private static final Duration LEAD_IN = Duration.ofSeconds(2);

  /// How long it goes on after the second.
  private static final Duration MARGIN = Duration.ofMillis(500);

  private final Plan plan;
  private final Listener listener;

  /// Told what is going on, from the thread that does it.
  public interface Listener {
    /// A step begins.
    void tell(String sentence);

    /// A trial goes on.
    ///
    /// @param trial how many trials are behind us
    void working(int trial, Progress progress);
  }

  public Experiment(Plan plan, Listener listener) {
    this.plan = plan;
    this.listener = listener;
  }

  /// Looks at the defaults if an arm needs it, then tries the arms round by round.
  ///
  /// @throws WorkloadException if clients could not work
  /// @throws SourceException if the server could not be looked at
  public Results run()
      throws SQLException, WorkloadException, SourceException, InterruptedException {
    var start = Instant.now();
    var advice = plan.arms().stream().anyMatch(Arm::followsAdvice) ? advice() : GivenAdvice.NONE;
    var trials = new ArrayList<Trial>();
    var version = "";
    for (int round = 1; round <= plan.rounds(); round++) {
      for (var arm : plan.order(round)) {
        if (repeatsTheDefault(arm, advice)) {
          continue;
        }
        listener.tell(
            "Round %d of %d, %s: %s.".formatted(round, plan.rounds(), arm.name(), arm.meaning()));
        try (var server = TrialServer.open(plan)) {
          server.treat(statements(arm, advice));
          int done = trials.size();
          trials.add(server.trial(arm, round, each -> listener.working(done, each)));
          version = server.version();
        }
      }
    }
    return new Results(
        plan, start, Duration.between(start, Instant.now()), version, advice, trials);
  }

  private boolean repeatsTheDefault(Arm arm, GivenAdvice advice) {
    return arm.followsAdvice()
        && arm.sql().isEmpty()
        && advice.followed().isEmpty()
        && plan.arms().stream().anyMatch(each -> each.name().equals(Arm.DEFAULT.name()));
  }

  private static List<String> statements(Arm arm, GivenAdvice advice) {
    return arm.followsAdvice()
        ? Stream.concat(arm.sql().stream(), advice.followed().stream()).toList()
        : arm.sql();
  }

  /// What the advisor says of the defaults at work.
  private GivenAdvice advice()
      throws SQLException, WorkloadException, SourceException, InterruptedException {
    listener.tell("Looking at the defaults at work for %d s.".formatted(window().toSeconds()));
    try (var server = TrialServer.open(plan)) {
      server.treat(plan.study().arm(Arm.DEFAULT.name()).sql());
      var seen = surveyed(server);
      var advice = GivenAdvice.of(Advisor.assess(seen.older(), seen.newer()), plan.restarts());
      listener.tell(
          advice.followed().isEmpty()
              ? "The advisor changes no setting: to follow it is default once more, and left out."
              : "The advisor recommends: " + String.join(" ", advice.followed()));
      return advice;
    }
  }

  private Duration window() {
    return plan.duration().minus(MARGIN);
  }

  private Window surveyed(TrialServer trial)
      throws WorkloadException, SourceException, InterruptedException {
    try (var executor = Executors.newSingleThreadExecutor(Thread.ofPlatform().daemon().factory())) {
      var work = executor.submit(() -> trial.work(LEAD_IN.plus(plan.duration()), _ -> {}));
      try {
        Thread.sleep(LEAD_IN);
        var window = trial.server().source().sample(Databases.CURRENT, window(), (_, _, _) -> {});
        work.get();
        return window;
      } catch (ExecutionException failure) {
        if (failure.getCause() instanceof WorkloadException explained) {
          throw explained;
        }
        throw new IllegalStateException(failure);
      } finally {
        work.cancel(true);
      }
    }
  }
}
