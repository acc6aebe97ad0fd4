package org.vacuumadvisor.lab.promise;

import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/// Lets many workloads run on many releases, on servers that several rivals set up.
public final class Rivals {
  private Rivals() {}

  /// Runs all of them. What fails is told and does not stop the others; an interrupt ends it, and
  /// what had ended by then is told.
  ///
  /// @param rivals the advisor is always among them
  /// @param told a sentence when one has ended, from this thread
  public static Contest run(Schedule schedule, List<Rival> rivals, Consumer<String> told) {
    var all =
        Arrays.stream(Rival.values())
            .filter(each -> each == Rival.ADVISOR || rivals.contains(each))
            .toList();
    var ended =
        schedule.run(
            (script, release) -> new MatchTrial(script, release, all, schedule).run(),
            each -> "%s on %s.".formatted(each.script().name(), each.release().major()),
            told);
    return new Contest(
        schedule, all, ended.startedAt(), ended.took(), ended.done(), ended.failures());
  }
}
