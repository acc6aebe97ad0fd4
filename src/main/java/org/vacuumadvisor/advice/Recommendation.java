package org.vacuumadvisor.advice;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.vacuumadvisor.advice.setting.SettingChange;
import org.vacuumadvisor.diagnosis.Effect;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.unit.Quantities;

/// What to do, as a contract: the statement, why, what it is expected to change, what it costs, how
/// to see that it worked, and how to take it back.
///
/// @param remedy what is meant, for programs
/// @param change the settings that it changes; empty where it changes none
/// @param title one line in the imperative
/// @param database where the statement has to be run; empty if any database will do
/// @param sql one statement; empty where it is not done by SQL, or not here
/// @param how what to do beside or instead of the statement: reload, parameter group, application
/// @param undo the statement that restores what was; empty where nothing needs undoing, or nothing
///   can undo it, which `risk` then says
/// @param because ids of the findings it answers
public record Recommendation(
    Remedy remedy,
    Optional<SettingChange> change,
    String title,
    Optional<String> database,
    Optional<String> sql,
    Optional<String> how,
    Optional<String> undo,
    String why,
    Effect expected,
    Risk risk,
    String verify,
    Subject appliesTo,
    List<String> because) {
  public Recommendation {
    because = List.copyOf(because);
  }

  /// The same recommendation, for other findings' sake as well.
  Recommendation alsoFor(List<Recommendation> twins) {
    long alike =
        twins.stream()
            .filter(each -> each.because.equals(because) && !each.why.equals(why))
            .map(Recommendation::why)
            .distinct()
            .count();
    return new Recommendation(
        remedy,
        change,
        title,
        database,
        sql,
        how,
        undo,
        alike == 0
            ? why
            : "%s, and %s like it".formatted(why, Quantities.counted(alike, "other finding")),
        expected,
        risk,
        verify,
        appliesTo,
        Stream.concat(Stream.of(this), twins.stream())
            .flatMap(each -> each.because.stream())
            .distinct()
            .toList());
  }
}
