package org.vacuumadvisor.lab.promise;

import static java.util.Objects.requireNonNull;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import org.vacuumadvisor.Advisor;
import org.vacuumadvisor.advice.Recommendation;
import org.vacuumadvisor.lab.paced.Script;
import org.vacuumadvisor.lab.workload.run.WorkloadException;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.source.SourceException;

/// Lets one workload run on a server for each rival, lets each set up its own at the same moment,
/// and measures all of them.
///
/// @param rivals the advisor is the last: the others wait until it has looked
record MatchTrial(Script script, Release release, List<Rival> rivals, Schedule schedule) {
  Match run() throws SQLException, WorkloadException, SourceException, InterruptedException {
    var stages = new ArrayList<Stage>();
    var seats = new ArrayList<Seat>();
    try {
      set(stages);
      for (int at = 0; at < stages.size(); at++) {
        seats.add(new Seat(rivals.get(at), stages.get(at).begin(schedule.seed())));
      }
      return match(seats);
    } finally {
      seats.forEach(each -> each.side().close());
      stages.forEach(Stage::close);
    }
  }

  /// All at the same time: whoever waits for the others is visited by autovacuum meanwhile.
  private void set(List<Stage> stages)
      throws SQLException, WorkloadException, InterruptedException {
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var all =
          rivals.stream()
              .map(each -> threads.submit(() -> Stage.set(script, release, each.atStart())))
              .toList();
      ExecutionException failure = null;
      for (var each : all) {
        try {
          stages.add(each.get());
        } catch (ExecutionException failed) {
          failure = failed;
        }
      }
      if (failure != null) {
        throw new WorkloadException(
            String.valueOf(requireNonNull(failure.getCause()).getMessage()), failure);
      }
    }
  }

  private Match match(List<Seat> seats)
      throws SQLException, WorkloadException, SourceException, InterruptedException {
    Thread.sleep(schedule.warmUp());
    var intents = new ArrayList<Intent>();
    for (var each : seats) {
      intents.add(new Intent(each, statements(each)));
    }
    var done = new ArrayList<Done>();
    for (var each : intents) {
      done.add(each.carriedOut());
    }
    var settling = schedule.settling(script);
    Thread.sleep(settling);
    for (var each : seats) {
      each.side().restart();
    }
    Thread.sleep(schedule.following(script).minus(settling));
    var outcomes = new EnumMap<Rival, Match.Outcome>(Rival.class);
    for (var each : done) {
      outcomes.put(each.seat().rival(), each.outcome());
    }
    return new Match(script, release, outcomes);
  }

  private record Seat(Rival rival, Side side) {}

  private record Intent(Seat seat, List<String> statements) {
    Done carriedOut() throws SQLException {
      var failures = statements.stream().map(seat.side()::run).flatMap(Optional::stream).toList();
      seat.side().reload();
      return new Done(seat, statements, failures);
    }
  }

  private record Done(Seat seat, List<String> statements, List<String> failures) {
    Match.Outcome outcome() throws SQLException, WorkloadException, InterruptedException {
      return new Match.Outcome(statements, failures, seat.side().measured());
    }
  }

  private List<String> statements(Seat seat)
      throws SQLException, SourceException, InterruptedException {
    if (seat.rival() == Rival.ADVISOR) {
      return advised(seat.side());
    }
    var rule = seat.rival().rule();
    return rule.isEmpty() ? List.of() : rule.get().statements(seat.side().naptimeSeconds());
  }

  private List<String> advised(Side side) throws SourceException, InterruptedException {
    var seen = side.window(schedule.sample());
    return Advisor.assess(seen.older(), seen.newer()).recommendations().stream()
        .filter(Trial::isStatement)
        .map(Recommendation::sql)
        .flatMap(Optional::stream)
        .toList();
  }
}
