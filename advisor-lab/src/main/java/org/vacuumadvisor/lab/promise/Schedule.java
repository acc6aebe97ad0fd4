package org.vacuumadvisor.lab.promise;

import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import java.util.function.Function;
import org.vacuumadvisor.lab.paced.Script;
import org.vacuumadvisor.lab.server.ServerException;
import org.vacuumadvisor.lab.workload.run.WorkloadException;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.source.SourceException;

/// Which workloads run on which releases, for how long, and how many at a time.
///
/// @param warmUp how long a server works before anybody looks
/// @param sample from the first survey of a server to the second
/// @param following how long the work goes on afterwards; at least twice the sample
/// @param atOnce how many workloads run at the same time, with two servers each or more
/// @param seed the same seed draws the same values
public record Schedule(
    List<Script> scripts,
    List<Release> releases,
    Duration warmUp,
    Duration sample,
    Duration following,
    int atOnce,
    long seed) {
  private static final int PARTS = 2;

  /// What was there when the advice was followed has to go first: `TableFigure` leaves out the
  /// first quarter of a simulation likewise.
  private static final int SETTLING = 3;

  /// So that nobody waits at the end for the one that takes longest.
  private static final Comparator<Script> LONGEST_FIRST =
      Comparator.comparing(Script::follow).reversed();

  public Schedule {
    scripts = scripts.stream().sorted(LONGEST_FIRST).toList();
    releases = List.copyOf(releases);
    if (following.compareTo(sample.multipliedBy(PARTS)) < 0) {
      throw new IllegalArgumentException(
          "The work has to go on for twice the sample at least, so that both servers can be looked"
              + " at once more.");
    }
  }

  /// How long the work of a script goes on: longer than the others where it asks for it.
  Duration following(Script script) {
    return script.follow().compareTo(following) > 0 ? script.follow() : following;
  }

  /// The part of it that is not measured.
  Duration settling(Script script) {
    return following(script).dividedBy(SETTLING);
  }

  /// One workload on one release.
  interface Trial<T> {
    T run(Script script, Release release)
        throws SQLException, WorkloadException, SourceException, InterruptedException;
  }

  /// What came of all of them.
  ///
  /// @param failures a sentence for each that failed
  record Ended<T>(Instant startedAt, Duration took, List<T> done, List<String> failures) {}

  /// Runs all of them. What fails is told and does not stop the others; an interrupt ends it, and
  /// what had ended by then is told.
  ///
  /// @param sentence says what came of a trial
  /// @param told a sentence when one has ended, from this thread
  <T> Ended<T> run(Trial<T> trial, Function<T, String> sentence, Consumer<String> told) {
    var start = Instant.now();
    var done = new ArrayList<T>();
    var failures = new ArrayList<String>();
    var threads = Executors.newFixedThreadPool(atOnce, Thread.ofPlatform().daemon().factory());
    int trials = scripts.size() * releases.size();
    try {
      var completion = new ExecutorCompletionService<Outcome<T>>(threads);
      for (var release : releases) {
        for (var script : scripts) {
          completion.submit(() -> outcome(trial, script, release));
        }
      }
      for (int ended = 1; ended <= trials; ended++) {
        var outcome = completion.take().get();
        var line =
            switch (outcome) {
              case Outcome.Done<T>(var what) -> {
                done.add(what);
                yield sentence.apply(what);
              }
              case Outcome.Failed<T>(var why) -> {
                failures.add(why);
                yield why;
              }
            };
        told.accept("%d of %d: %s".formatted(ended, trials, line));
      }
    } catch (InterruptedException stopped) {
      failures.add("Stopped before all had ended.");
    } catch (ExecutionException bug) {
      throw new IllegalStateException(bug.getCause());
    } finally {
      threads.shutdownNow();
      threads.close();
    }
    return new Ended<>(start, Duration.between(start, Instant.now()), done, failures);
  }

  private sealed interface Outcome<T> {
    record Done<T>(T what) implements Outcome<T> {}

    record Failed<T>(String sentence) implements Outcome<T> {}
  }

  private static <T> Outcome<T> outcome(Trial<T> trial, Script script, Release release)
      throws InterruptedException {
    try {
      return new Outcome.Done<>(trial.run(script, release));
    } catch (SQLException | WorkloadException | SourceException | ServerException failure) {
      return new Outcome.Failed<>(
          "%s on %s failed: %s".formatted(script.name(), release.major(), failure.getMessage()));
    }
  }
}
