package org.vacuumadvisor.diagnosis;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

/// What all rules said of a server: findings, and where they could not tell.
///
/// @param findings the leading one first
/// @param open by rule, some of the subjects of which it could not tell
public record Examination(List<Finding> findings, Map<String, List<Verdict.CannotTell>> open) {
  /// Of a server of a hundred thousand tables the first few stand for all.
  private static final int KEPT = 20;

  public Examination {
    findings = List.copyOf(findings);
    open = Map.copyOf(open);
  }

  /// Findings alone.
  public static Examination of(List<Finding> findings) {
    return new Examination(findings, Map.of());
  }

  /// Asks the rules in their order.
  public static Examination by(List<Rule> rules, Function<Rule, Stream<? extends Verdict>> ask) {
    var findings = new ArrayList<Finding>();
    var open = new HashMap<String, List<Verdict.CannotTell>>();
    for (var rule : rules) {
      var id = rule.id();
      ask.apply(rule)
          .forEach(verdict -> {
            switch (verdict) {
              case Finding finding -> findings.add(finding);
              case Verdict.Clear _ -> {}
              case Verdict.CannotTell unknown -> {
                var some = open.computeIfAbsent(id, _ -> new ArrayList<>());
                if (some.size() < KEPT) {
                  some.add(unknown);
                }
              }
            }
          });
    }
    return new Examination(findings, open);
  }

  /// The same with other findings, which stand for these.
  public Examination with(List<Finding> other) {
    return new Examination(other, open);
  }

  /// What is open in either of two; the findings are those of this one.
  public Examination inBoth(Examination other) {
    var unclear = new HashMap<>(other.open);
    unclear.putAll(open);
    return new Examination(findings, unclear);
  }
}
