package org.vacuumadvisor.lab.promise;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.vacuumadvisor.lab.experiment.RuleOfThumb;
import org.vacuumadvisor.lab.workload.Named;

/// Who sets a server up.
public enum Rival {
  NOBODY("as it is, most with a setting that somebody got wrong", Optional.empty()),
  ARTICLE(RuleOfThumb.ARTICLE),
  PGTUNE(RuleOfThumb.PGTUNE),
  AZURE(RuleOfThumb.AZURE),
  DBA(RuleOfThumb.DBA),
  ADVISOR("what the advisor says after it has looked at this server", Optional.empty());

  private final String meaning;
  private final Optional<RuleOfThumb> rule;

  Rival(RuleOfThumb rule) {
    this(rule.meaning(), Optional.of(rule));
  }

  Rival(String meaning, Optional<RuleOfThumb> rule) {
    this.meaning = meaning;
    this.rule = rule;
  }

  /// Its name on the command line: `pgtune`.
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /// What it does, in a few words.
  public String meaning() {
    return meaning;
  }

  /// What it goes by; empty for nobody and for the advisor.
  Optional<RuleOfThumb> rule() {
    return rule;
  }

  /// Settings that its server starts with, as only a start makes them work.
  Map<String, String> atStart() {
    return rule.map(RuleOfThumb::atStart).orElse(Map.of());
  }

  /// The rival of this name.
  ///
  /// @throws IllegalArgumentException if there is none, with a sentence for the user
  public static Rival named(String label) {
    return Named.one("rival", label, List.of(values()), Rival::label);
  }
}
