package org.vacuumadvisor.lab.promise;

import java.sql.SQLException;
import java.util.function.Consumer;
import org.vacuumadvisor.lab.paced.Script;
import org.vacuumadvisor.lab.workload.run.WorkloadException;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.source.SourceException;

/// Follows what the advisor says of many workloads on many releases.
public final class Promises {
  private Promises() {}

  /// Runs all of them. What fails is told and does not stop the others; an interrupt ends it, and
  /// what had ended by then is told.
  ///
  /// @param told a sentence when one has ended, from this thread
  public static KeptPromises run(Schedule schedule, Consumer<String> told) {
    var ended =
        schedule.run(
            (script, release) -> following(schedule, script, release), Promises::sentence, told);
    return new KeptPromises(
        schedule, ended.startedAt(), ended.took(), ended.done(), ended.failures());
  }

  private static Following following(Schedule schedule, Script script, Release release)
      throws SQLException, WorkloadException, SourceException, InterruptedException {
    var trial = new Trial(script, release, schedule);
    var first = trial.run();
    return first.promises().isEmpty() || first.worse().isEmpty()
        ? first
        : first.repeated(trial.run());
  }

  private static String sentence(Following following) {
    return "%s on %s: %d followed%s."
        .formatted(
            following.script().name(),
            following.release().major(),
            following.promises().size(),
            following.harm().map(each -> ", " + each).orElse(""));
  }
}
