package org.vacuumadvisor.diagnosis;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

/// What all rules said of a server: findings, how often each rule found nothing wrong, and where it
/// could not tell.
///
/// @param findings the leading one first
/// @param cleared by rule, of how many subjects it said that it is not so
/// @param open by rule, where it could not tell
public record Examination(
    List<Finding> findings, Map<String, Long> cleared, Map<String, Open> open) {
  /// Of a server of a hundred thousand tables the first few stand for all.
  private static final int KEPT = 20;

  public Examination {
    findings = List.copyOf(findings);
    cleared = Map.copyOf(cleared);
    open = Map.copyOf(open);
  }

  /// Where one rule could not tell.
  ///
  /// @param times of how many subjects
  /// @param first some of them
  public record Open(long times, List<Verdict.CannotTell> first) {
    public Open {
      first = List.copyOf(first);
    }

    /// Whether somebody showed a part of what the rule needs, and so may expect an answer.
    public boolean hasGround() {
      return first.stream().anyMatch(Verdict.CannotTell::hasGround);
    }
  }

  /// Findings alone.
  public static Examination of(List<Finding> findings) {
    return new Examination(findings, Map.of(), Map.of());
  }

  /// Asks the rules in their order.
  public static Examination by(List<Rule> rules, Function<Rule, Stream<? extends Verdict>> ask) {
    var gathered = new Gathering();
    for (var rule : rules) {
      ask.apply(rule).forEach(verdict -> gathered.take(rule.id(), verdict));
    }
    return gathered.examination();
  }

  /// The same with other findings, which stand for these.
  public Examination with(List<Finding> other) {
    return new Examination(other, cleared, open);
  }

  /// What two of them agree on being clear, and what is open in either; the findings are those of
  /// this one.
  public Examination inBoth(Examination other) {
    var clear = new HashMap<>(cleared);
    clear.keySet().retainAll(other.cleared.keySet());
    var unclear = new HashMap<>(other.open);
    unclear.putAll(open);
    return new Examination(findings, clear, unclear);
  }

  private static final class Gathering {
    private final List<Finding> findings = new ArrayList<>();
    private final Map<String, Long> cleared = new LinkedHashMap<>();
    private final Map<String, Long> openTimes = new LinkedHashMap<>();
    private final Map<String, List<Verdict.CannotTell>> open = new HashMap<>();

    void take(String rule, Verdict verdict) {
      switch (verdict) {
        case Finding finding -> findings.add(finding);
        case Verdict.Clear _ -> cleared.merge(rule, 1L, Long::sum);
        case Verdict.CannotTell unknown -> {
          openTimes.merge(rule, 1L, Long::sum);
          var some = open.computeIfAbsent(rule, _ -> new ArrayList<>());
          if (some.size() < KEPT) {
            some.add(unknown);
          }
        }
      }
    }

    Examination examination() {
      var all = new HashMap<String, Open>();
      openTimes.forEach(
          (rule, times) -> all.put(rule, new Open(times, open.getOrDefault(rule, List.of()))));
      return new Examination(findings, cleared, all);
    }
  }
}
