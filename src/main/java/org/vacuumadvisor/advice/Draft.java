package org.vacuumadvisor.advice;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.vacuumadvisor.advice.setting.Asked;
import org.vacuumadvisor.advice.setting.SettingChange;
import org.vacuumadvisor.diagnosis.Effect;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.unit.Texts;

/// A recommendation while it is being written.
final class Draft {
  private static final Texts CONTRACTS =
      Texts.beside(
          Draft.class,
          "contracts.txt",
          "title",
          "besides",
          "expect",
          "how",
          "lock",
          "stops",
          "cost",
          "verify");

  private final Remedy remedy;
  private final Optional<SettingChange> change;
  private final Finding finding;
  private String title = "";
  private String besides = "";
  private String after = "";
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

  /// What is always said of such a thing, as far as it says it: a block of `contracts.txt`. What it
  /// costs, it costs at once.
  ///
  /// @param names for its places
  Draft said(String name, Object... names) {
    var text = CONTRACTS.named(name);
    Function<String, Stream<String>> parts =
        word -> text.all(word).map(each -> Texts.filled(each, names));
    parts.apply("title").forEach(this::title);
    parts.apply("besides").forEach(this::besides);
    parts.apply("expect").map(Effect.NotPredicted::new).forEach(this::expected);
    parts.apply("how").forEach(this::how);
    parts.apply("cost").forEach(cost -> cost(Risk.TakesEffect.AT_ONCE, cost));
    parts.apply("lock").forEach(lock -> lock(lock, false));
    parts.apply("stops").forEach(lock -> lock(lock, true));
    parts.apply("verify").forEach(this::verify);
    return this;
  }

  private void lock(String lock, boolean stopsReaders) {
    risk = new Risk(Optional.of(lock), risk.takesEffect(), risk.cost(), stopsReaders);
  }

  /// Says in its title when to run it.
  void after(String when) {
    after = ", " + when;
  }

  Draft title(String text) {
    title = text;
    besides = "";
    return this;
  }

  /// What its title says besides what to do: sentences, or nothing.
  Draft besides(String sentences) {
    besides = sentences.isEmpty() ? "" : ". " + sentences;
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
        title + after,
        title + after + besides,
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
