package org.vacuumadvisor.lab.promise;

import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.vacuumadvisor.lab.experiment.Rival;
import org.vacuumadvisor.lab.server.ServerException;
import org.vacuumadvisor.lab.workload.WorkloadException;
import org.vacuumadvisor.source.SourceException;

/// What came of all workloads on servers that several rivals set up.
///
/// @param rivals in the order in which they are told; the advisor is the last
/// @param matches by workload, then by release
/// @param failures a sentence for each that failed
public record Contest(
    Schedule plan,
    List<Rival> rivals,
    Instant startedAt,
    Duration took,
    List<Match> matches,
    List<String> failures) {
  public Contest {
    matches =
        matches.stream()
            .sorted(
                Comparator.comparing((Match each) -> each.script().name())
                    .thenComparing(Match::release))
            .toList();
    failures = List.copyOf(failures);
  }

  /// A trial that has ended.
  ///
  /// @param match empty where it failed
  private record Ended(Optional<Match> match, String sentence) {}

  /// Runs all workloads on all releases. What fails is told and does not stop the others; an
  /// interrupt ends it, and what had ended by then is told.
  ///
  /// @param against the advisor takes part beside them
  /// @param told a sentence when a trial has ended, from this thread
  public static Contest run(Schedule plan, List<Rival> against, Consumer<String> told) {
    var start = Instant.now();
    var rivals =
        Arrays.stream(Rival.values())
            .filter(each -> each == Rival.ADVISOR || against.contains(each))
            .toList();
    var matches = new ArrayList<Match>();
    var failures = new ArrayList<String>();
    int trials = plan.scripts().size() * plan.releases().size();
    var threads =
        Executors.newFixedThreadPool(plan.atOnce(), Thread.ofPlatform().daemon().factory());
    try {
      var completion = new ExecutorCompletionService<Ended>(threads);
      for (var release : plan.releases()) {
        for (var script : plan.scripts()) {
          completion.submit(() -> ended(new Trial(script, release, rivals, plan)));
        }
      }
      for (int at = 1; at <= trials; at++) {
        var ended = completion.take().get();
        ended.match().ifPresentOrElse(matches::add, () -> failures.add(ended.sentence()));
        told.accept("%d of %d: %s".formatted(at, trials, ended.sentence()));
      }
    } catch (InterruptedException stopped) {
      failures.add("Stopped before all had ended.");
    } catch (ExecutionException bug) {
      throw new IllegalStateException(bug.getCause());
    } finally {
      threads.shutdownNow();
      threads.close();
    }
    return new Contest(
        plan, rivals, start, Duration.between(start, Instant.now()), matches, failures);
  }

  private static Ended ended(Trial trial) throws InterruptedException {
    try {
      var match = trial.run();
      return new Ended(
          Optional.of(match),
          "%s: %d followed%s."
              .formatted(
                  match.name(),
                  match.advice().promises().size(),
                  match.harm().map(each -> ", " + each).orElse("")));
    } catch (SQLException | WorkloadException | SourceException | ServerException failure) {
      return new Ended(
          Optional.empty(),
          "%s on %s failed: %s"
              .formatted(trial.script().name(), trial.release().major(), failure.getMessage()));
    }
  }

  /// A figure of the advisor's servers in relation to those of a rival: the geometric mean of all
  /// matches; `NaN` without any.
  public double mean(Rival rival, ToDoubleFunction<Contrast> figure) {
    return Math.exp(
        matches.stream()
            .map(each -> each.contrast(Rival.ADVISOR, rival))
            .mapToDouble(each -> Math.log(figure.applyAsDouble(each)))
            .average()
            .orElse(Double.NaN));
  }

  /// How many servers of one were worse in something for the application than those of another.
  public long worse(Rival one, Rival other) {
    return matches.stream().filter(each -> !each.contrast(one, other).worse().isEmpty()).count();
  }

  /// So many, of how many of which it is known.
  public record Part(long yes, long of) {
    private static <T> Part of(Stream<T> all, Function<T, Optional<Boolean>> question) {
      var answers = all.flatMap(each -> question.apply(each).stream()).toList();
      return new Part(answers.stream().filter(each -> each).count(), answers.size());
    }
  }

  private Stream<Promise> promises() {
    return matches.stream().flatMap(each -> each.advice().promises().stream());
  }

  /// How many recommendations were followed.
  public long followed() {
    return promises().count();
  }

  /// How many figures came into the promised range.
  public Part within() {
    return Part.of(promises(), Promise::isWithin);
  }

  /// How many recommendations had an effect worth having.
  public Part worthHaving() {
    return Part.of(promises(), Promise::isWorthHaving);
  }

  /// How many servers that followed something were harmed by it.
  public Part harmed() {
    return Part.of(
        matches.stream().filter(each -> !each.advice().promises().isEmpty()),
        each -> Optional.of(each.harm().isPresent()));
  }
}
