package org.vacuumadvisor.advice;

import java.util.List;
import java.util.Optional;
import org.vacuumadvisor.advice.setting.Asked;
import org.vacuumadvisor.advice.setting.SettingChange;
import org.vacuumadvisor.diagnosis.Effect;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Subject;

/// A recommendation while it is being written.
final class Draft {
  private final Remedy remedy;
  private final Optional<SettingChange> change;
  private final Finding finding;
  private String title = "";
  private Optional<String> database = Optional.empty();
  private Optional<String> sql = Optional.empty();
  private Optional<String> how = Optional.empty();
  private Optional<String> undo = Optional.empty();
  private Effect expected = new Effect.NotPredicted("it depends on what is found");
  private Risk risk = Risk.NONE;
  private String verify = "Run the advisor again";
  private Subject appliesTo;

  Draft(Asked asked) {
    this.remedy = asked.remedy();
    this.change = asked.change();
    this.finding = asked.finding();
    this.appliesTo = finding.subject();
  }

  Draft title(String text) {
    title = text;
    return this;
  }

  /// Where to run it; a name that is not known, and so empty, says nothing.
  Draft database(String name) {
    database = Optional.of(name).filter(each -> !each.isEmpty());
    return this;
  }

  Draft sql(String statement) {
    sql = Optional.of(statement);
    return this;
  }

  /// Adds a sentence to what is to be done beside the statement; an empty one adds nothing.
  Draft how(String text) {
    var before = how.map(each -> each + " ").orElse("");
    how = Optional.of((before + text).strip()).filter(each -> !each.isEmpty());
    return this;
  }

  Draft undo(String statement) {
    undo = Optional.of(statement);
    return this;
  }

  Draft expected(Effect effect) {
    expected = effect;
    return this;
  }

  Draft risk(String lock, Risk.TakesEffect takesEffect, String cost) {
    risk = new Risk(Optional.of(lock), takesEffect, Optional.of(cost), false);
    return this;
  }

  /// Of what keeps readers waiting.
  Draft stopsReaders(String lock, String cost) {
    risk = new Risk(Optional.of(lock), Risk.TakesEffect.AT_ONCE, Optional.of(cost), true);
    return this;
  }

  /// Of what takes no lock on anything.
  Draft cost(Risk.TakesEffect takesEffect, String cost) {
    risk = new Risk(Optional.empty(), takesEffect, Optional.of(cost), false);
    return this;
  }

  Draft verify(String text) {
    verify = text;
    return this;
  }

  Draft appliesTo(Subject subject) {
    appliesTo = subject;
    return this;
  }

  Recommendation build() {
    return new Recommendation(
        remedy,
        change,
        title,
        database,
        sql,
        how,
        undo,
        expected,
        risk,
        verify,
        appliesTo,
        List.of(finding));
  }
}
