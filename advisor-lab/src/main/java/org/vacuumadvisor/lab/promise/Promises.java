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
import org.vacuumadvisor.lab.paced.Script;
import org.vacuumadvisor.lab.server.ServerException;
import org.vacuumadvisor.lab.workload.run.WorkloadException;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.source.SourceException;

/// Follows what the advisor says of many workloads on many releases, several at a time.
///
/// @param warmUp how long a server works before anybody looks
/// @param sample from the first survey of a server to the second
/// @param following how long the work goes on afterwards; at least twice the sample
/// @param atOnce how many workloads run at the same time, with two servers each
/// @param seed the same seed draws the same values
public record Promises(
    List<Script> scripts,
    List<Release> releases,
    Duration warmUp,
    Duration sample,
    Duration following,
    int atOnce,
    long seed) {
  private static final int PARTS = 2;

  /// So that nobody waits at the end for the one that takes longest.
  private static final Comparator<Script> LONGEST_FIRST =
      Comparator.comparing(Script::follow).reversed();

  public Promises {
    scripts = scripts.stream().sorted(LONGEST_FIRST).toList();
    releases = List.copyOf(releases);
    if (following.compareTo(sample.multipliedBy(PARTS)) < 0) {
      throw new IllegalArgumentException(
          "The work has to go on for twice the sample at least, so that both servers can be looked"
              + " at once more.");
    }
  }

  /// Runs all of them. What fails is told and does not stop the others; an interrupt ends it, and
  /// what had ended by then is told.
  ///
  /// @param told a sentence when one has ended, from this thread
  public KeptPromises run(Consumer<String> told) {
    var start = Instant.now();
    var followings = new ArrayList<Following>();
    var failures = new ArrayList<String>();
    var threads = Executors.newFixedThreadPool(atOnce, Thread.ofPlatform().daemon().factory());
    int trials = scripts.size() * releases.size();
    try {
      var completion = new ExecutorCompletionService<Outcome>(threads);
      for (var release : releases) {
        for (var script : scripts) {
          completion.submit(() -> outcome(script, release));
        }
      }
      for (int ended = 1; ended <= trials; ended++) {
        var outcome = completion.take().get();
        switch (outcome) {
          case Outcome.Done(var following) -> followings.add(following);
          case Outcome.Failed(var sentence) -> failures.add(sentence);
        }
        told.accept("%d of %d: %s".formatted(ended, trials, outcome.sentence()));
      }
    } catch (InterruptedException stopped) {
      failures.add("Stopped before all had ended.");
    } catch (ExecutionException bug) {
      throw new IllegalStateException(bug.getCause());
    } finally {
      threads.shutdownNow();
      threads.close();
    }
    return new KeptPromises(
        this, start, Duration.between(start, Instant.now()), followings, failures);
  }

  private sealed interface Outcome {
    String sentence();

    record Done(Following following) implements Outcome {
      @Override
      public String sentence() {
        return "%s on %s: %d followed%s."
            .formatted(
                following.script().name(),
                following.release().major(),
                following.promises().size(),
                following.harm().map(each -> ", " + each).orElse(""));
      }
    }

    record Failed(String sentence) implements Outcome {}
  }

  private Outcome outcome(Script script, Release release) throws InterruptedException {
    try {
      var trial = new Trial(script, release, warmUp, sample, following, seed);
      var first = trial.run();
      return new Outcome.Done(
          first.promises().isEmpty() || first.worse().isEmpty()
              ? first
              : first.repeated(trial.run()));
    } catch (SQLException | WorkloadException | SourceException | ServerException failure) {
      return new Outcome.Failed(
          "%s on %s failed: %s".formatted(script.name(), release.major(), failure.getMessage()));
    }
  }
}
