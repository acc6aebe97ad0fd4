package org.vacuumadvisor.advice;

import java.util.List;
import java.util.Optional;
import org.vacuumadvisor.advice.setting.SettingChange;
import org.vacuumadvisor.diagnosis.Effect;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.model.HorizonHolder;
import org.vacuumadvisor.unit.Quantities;

/// What to do, as a contract: the statement, why, what it is expected to change, what it costs, how
/// to see that it worked, and how to take it back.
///
/// @param remedy what is meant, for programs
/// @param change the settings that it changes; empty where it changes none
/// @param first what to do, in the imperative
/// @param title the same with what to know besides, where there is anything
/// @param database where the statement has to be run; empty if any database will do
/// @param sql one statement; empty where it is not done by SQL, or not here
/// @param how what to do beside or instead of the statement: reload, parameter group, application
/// @param undo the statement that restores what was; empty where nothing needs undoing, or nothing
///   can undo it, which `risk` then says
/// @param answers the findings it is made for, the deciding one first; at least one
public record Recommendation(
    Remedy remedy,
    Optional<SettingChange> change,
    String first,
    String title,
    Optional<String> database,
    Optional<String> sql,
    Optional<String> how,
    Optional<String> undo,
    Effect expected,
    Risk risk,
    String verify,
    Subject appliesTo,
    List<Finding> answers) {
  public Recommendation {
    answers = List.copyOf(answers);
  }

  /// What it is good for: the headline of the finding that decided it, and how many are like it.
  public String why() {
    var first = answers.getFirst();
    long alike =
        answers.stream()
            .filter(each -> each.id().equals(first.id()))
            .map(Finding::headline)
            .filter(each -> !each.equals(first.headline()))
            .distinct()
            .count();
    return alike == 0
        ? first.headline()
        : "%s, and %s like it"
            .formatted(first.headline(), Quantities.counted(alike, "other finding"));
  }

  /// Who holds the horizon, and is to let it go.
  public Optional<HorizonHolder> holder() {
    return remedy instanceof Remedy.OfHorizon release ? release.holder() : Optional.empty();
  }

  /// Whether a session is left alone until it is done: nothing is changed.
  public boolean isWait() {
    return sql.isEmpty()
        && (remedy instanceof Remedy.EndSession || remedy instanceof Remedy.EndBlocker);
  }

  /// Whether it changes nothing but shows what is not known; whoever ends something has its price.
  public boolean isQuestion() {
    return switch (remedy) {
      case Remedy.Ask _, Remedy.Inquire _, Remedy.FindHolder _ -> true;
      case Remedy.CatchUp _ -> false;
      case Remedy.OfHorizon _, Remedy.OfLock _ -> sql.isPresent() && risk.equals(Risk.NONE);
      default -> false;
    };
  }

  /// The ids of the findings it answers.
  public List<String> because() {
    return answers.stream().map(Finding::id).distinct().toList();
  }

  /// The same recommendation, for the findings of all its twins, of which it is one.
  Recommendation alsoFor(List<Recommendation> twins) {
    return new Recommendation(
        remedy,
        change,
        first,
        title,
        database,
        sql,
        how,
        undo,
        expected,
        risk,
        verify,
        appliesTo,
        twins.stream().flatMap(each -> each.answers.stream()).distinct().toList());
  }
}
