package org.vacuumadvisor.comparison;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.vacuumadvisor.advice.Assessment;
import org.vacuumadvisor.diagnosis.Severity;

/// An assessment held against an earlier one of the same server.
///
/// @param findings what is new, worse, better, gone, in this order, and then what is as it was;
///   what is merely worth knowing counts only where it once was more, or has become more
/// @param recommendations what became of the earlier ones
/// @param figures those known then and now, of the same databases
/// @param doubts what makes the two hard to compare, each a sentence
public record Comparison(
    Earlier earlier,
    List<Shift> findings,
    List<Outcome> recommendations,
    List<Move> figures,
    List<String> doubts) {
  public Comparison {
    findings = List.copyOf(findings);
    recommendations = List.copyOf(recommendations);
    figures = List.copyOf(figures);
    doubts = List.copyOf(doubts);
  }

  /// A finding then and now.
  ///
  /// @param before empty for a new one
  /// @param now empty for one that is gone
  public record Shift(Kind kind, Optional<Claim> before, Optional<Claim> now) {
    /// What happened to it.
    public enum Kind {
      NEW,
      WORSE,
      BETTER,
      GONE,
      SAME
    }

    /// What is said of it now, or else was said.
    public Claim latest() {
      return now.or(() -> before).orElseThrow();
    }
  }

  /// What became of an earlier recommendation.
  public record Outcome(State state, Advised advised) {
    /// Whether it was followed.
    public enum State {
      /// The values it asks for are set.
      FOLLOWED,
      /// It is still recommended, perhaps with other values.
      OPEN,
      /// It is no longer recommended: what it was for has passed, or was done in another way.
      LAPSED
    }
  }

  /// A figure then and now; both are known.
  public record Move(Figures.Name name, double before, double now) {}

  public static Comparison of(Earlier earlier, Assessment assessment) {
    var now = Earlier.of(assessment);
    var settings = new ServerState(assessment.evidence().survey());
    var open = now.recommendations().stream().map(Advised::key).collect(Collectors.toSet());
    return new Comparison(
        earlier,
        shifts(earlier, now),
        earlier.recommendations().stream()
            .filter(each -> isSeenBy(now, each.about()))
            .map(each -> new Outcome(state(each, open, settings), each))
            .toList(),
        Arrays.stream(Figures.Name.values())
            .filter(name -> !name.isOfTables() || earlier.databases().equals(now.databases()))
            .flatMap(name -> move(name, earlier, now).stream())
            .toList(),
        doubts(earlier, now));
  }

  public long count(Shift.Kind kind) {
    return findings.stream().filter(each -> each.kind() == kind).count();
  }

  public long count(Outcome.State state) {
    return recommendations.stream().filter(each -> each.state() == state).count();
  }

  /// Findings of one kind are paired in their order: several sessions may hold one database.
  private static List<Shift> shifts(Earlier earlier, Earlier now) {
    var shifts = new ArrayList<Shift>();
    Map<Object, Deque<Claim>> left = new LinkedHashMap<>();
    for (var claim : earlier.findings()) {
      left.computeIfAbsent(claim.key(), _ -> new ArrayDeque<>()).add(claim);
    }
    for (var claim : now.findings()) {
      if (isSeenBy(earlier, claim.about())) {
        var twins = left.getOrDefault(claim.key(), new ArrayDeque<>());
        shifts.add(shift(Optional.ofNullable(twins.poll()), Optional.of(claim)));
      }
    }
    left.values().stream()
        .flatMap(Collection::stream)
        .filter(each -> isSeenBy(now, each.about()))
        .forEach(each -> shifts.add(shift(Optional.of(each), Optional.empty())));
    return shifts.stream()
        .filter(Comparison::matters)
        .sorted(Comparator.comparing(Shift::kind))
        .toList();
  }

  private static boolean matters(Shift shift) {
    return shift.before().filter(each -> each.severity() != Severity.INFO).isPresent()
        || shift.now().filter(each -> each.severity() != Severity.INFO).isPresent();
  }

  private static Shift shift(Optional<Claim> before, Optional<Claim> now) {
    if (before.isEmpty() || now.isEmpty()) {
      return new Shift(before.isEmpty() ? Shift.Kind.NEW : Shift.Kind.GONE, before, now);
    }
    int difference = now.get().severity().compareTo(before.get().severity());
    return new Shift(
        difference < 0 ? Shift.Kind.WORSE : difference > 0 ? Shift.Kind.BETTER : Shift.Kind.SAME,
        before,
        now);
  }

  private static Outcome.State state(Advised advised, Set<Object> open, ServerState settings) {
    if (advised.change().filter(each -> settings.has(advised.about(), each)).isPresent()) {
      return Outcome.State.FOLLOWED;
    }
    return open.contains(advised.key()) ? Outcome.State.OPEN : Outcome.State.LAPSED;
  }

  private static Optional<Move> move(Figures.Name name, Earlier earlier, Earlier now) {
    OptionalDouble before = earlier.figures().value(name);
    OptionalDouble after = now.figures().value(name);
    return before.isPresent() && after.isPresent()
        ? Optional.of(new Move(name, before.getAsDouble(), after.getAsDouble()))
        : Optional.empty();
  }

  /// Whether the other one looked there at all.
  private static boolean isSeenBy(Earlier other, About about) {
    return about.relation().filter(name -> !other.databases().contains(name.database())).isEmpty();
  }

  private static List<String> doubts(Earlier earlier, Earlier now) {
    var doubts = new ArrayList<String>();
    if (!earlier.version().equals(now.version())) {
      doubts.add("The server was PostgreSQL %s then.".formatted(earlier.version()));
    }
    if (!earlier.startedAt().equals(now.startedAt())) {
      doubts.add("The server was started again in between.");
    }
    unseen("Seen then, but not now", earlier.databases(), now.databases()).ifPresent(doubts::add);
    unseen("Seen now, but not then", now.databases(), earlier.databases()).ifPresent(doubts::add);
    return doubts;
  }

  private static Optional<String> unseen(String what, Set<String> by, Set<String> others) {
    var missing = new TreeSet<>(by);
    missing.removeAll(others);
    return missing.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "%s: database %s. What was found there, and sums over tables, are not compared."
                .formatted(what, String.join(", ", missing)));
  }
}
