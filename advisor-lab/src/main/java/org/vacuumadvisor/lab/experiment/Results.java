package org.vacuumadvisor.lab.experiment;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/// What an experiment came to.
///
/// @param startedAt when it began
/// @param took how long all of it took
/// @param serverVersion as the server says it: `18.6`
/// @param advice what the advisor said; empty advice where no arm follows it
/// @param trials in the order in which they were done
public record Results(
    Plan plan,
    Instant startedAt,
    Duration took,
    String serverVersion,
    GivenAdvice advice,
    List<Trial> trials) {
  public Results {
    trials = List.copyOf(trials);
  }

  /// The trials of an arm.
  public List<Trial> of(Arm arm) {
    return trials.stream().filter(each -> each.arm().equals(arm.name())).toList();
  }

  /// The arms that were tried, in the order of the report.
  public List<Arm> arms() {
    return plan.arms().stream().filter(this::has).toList();
  }

  public boolean has(Arm arm) {
    return !of(arm).isEmpty();
  }

  /// Whether it would have been the defaults once more.
  boolean isLeftOut(Arm arm) {
    return plan.arms().contains(arm) && !has(arm);
  }

  /// A figure of an arm over the rounds.
  public Spread of(Arm arm, Figure figure) {
    return Spread.of(
        of(arm).stream()
            .map(figure::of)
            .filter(each -> each.isPresent())
            .mapToDouble(each -> each.getAsDouble()));
  }

  /// A figure of one arm in relation to another, round by round: what disturbed a round disturbed
  /// both.
  public Spread ratio(Arm arm, Arm to, Figure figure) {
    return Spread.of(
        of(arm).stream()
            .flatMapToDouble(one ->
                of(to).stream()
                    .filter(other -> other.round() == one.round())
                    .flatMapToDouble(other -> ratio(figure, one, other))));
  }

  private static DoubleStream ratio(Figure figure, Trial one, Trial other) {
    var above = figure.of(one);
    var below = figure.of(other);
    return above.isPresent() && below.isPresent() && below.getAsDouble() != 0
        ? DoubleStream.of(above.getAsDouble() / below.getAsDouble())
        : DoubleStream.empty();
  }

  /// The index of which most is wasted under the defaults, in the median of the rounds.
  public Optional<String> worstIndex() {
    return of(Arm.DEFAULT).stream()
        .flatMap(each -> each.indexes().stream())
        .map(RelationSize::name)
        .distinct()
        .max(Comparator.comparingDouble(name -> wasted(name).median()));
  }

  private Spread wasted(String index) {
    return Spread.of(sizes(Arm.DEFAULT, index).mapToDouble(RelationSize::wasted));
  }

  /// The size of an index in an arm over the rounds, in bytes.
  public Spread sizeOf(Arm arm, String index) {
    return Spread.of(sizes(arm, index).mapToDouble(RelationSize::bytes));
  }

  /// What REINDEX made of an index in an arm, over the rounds, in bytes.
  public Spread rebuiltSizeOf(Arm arm, String index) {
    return Spread.of(
        sizes(arm, index)
            .filter(each -> each.rebuiltBytes().isPresent())
            .mapToDouble(each -> each.rebuiltBytes().getAsLong()));
  }

  private Stream<RelationSize> sizes(Arm arm, String index) {
    return of(arm).stream()
        .flatMap(each -> each.indexes().stream())
        .filter(each -> each.name().equals(index));
  }

  /// What became of the bars of the study, as far as their arms were tried.
  public List<Bar.Verdict> verdicts() {
    return plan.study().bars().stream().flatMap(each -> each.judge(this).stream()).toList();
  }
}
