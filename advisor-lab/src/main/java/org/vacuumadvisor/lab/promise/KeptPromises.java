package org.vacuumadvisor.lab.promise;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.vacuumadvisor.workload.WorkloadClass;

/// What came of all recommendations that were followed.
///
/// @param followings by workload, then by release
/// @param failures a sentence for each trial that failed
public record KeptPromises(
    Schedule plan,
    Instant startedAt,
    Duration took,
    List<Following> followings,
    List<String> failures) {
  public KeptPromises {
    followings =
        followings.stream()
            .sorted(
                Comparator.comparing((Following each) -> each.script().name())
                    .thenComparing(Following::release))
            .toList();
    failures = List.copyOf(failures);
  }

  /// So many, of how many of which it is known.
  public record Part(long yes, long of) {
    private static <T> Part of(Stream<T> all, Function<T, Optional<Boolean>> question) {
      var answers = all.flatMap(each -> question.apply(each).stream()).toList();
      return new Part(answers.stream().filter(each -> each).count(), answers.size());
    }
  }

  private Stream<Promise> promises() {
    return followings.stream().flatMap(each -> each.promises().stream());
  }

  /// How many recommendations were followed.
  public long followed() {
    return promises().count();
  }

  /// How many workloads, on whichever release, had something to follow.
  public long workloads() {
    return followings.stream()
        .filter(each -> !each.promises().isEmpty())
        .map(each -> each.script().name())
        .distinct()
        .count();
  }

  /// How many figures came into the promised range.
  public Part within() {
    return Part.of(promises(), Promise::isWithin);
  }

  /// How many recommendations had an effect worth having.
  public Part worthHaving() {
    return Part.of(promises(), Promise::isWorthHaving);
  }

  /// How many servers that followed something were harmed by it.
  public Part harmed() {
    return Part.of(
        followings.stream().filter(each -> !each.promises().isEmpty()),
        each -> Optional.of(each.harm().isPresent()));
  }

  /// On how many servers with nothing to follow something was worse than on their twin: what chance
  /// alone does.
  public Part different() {
    return Part.of(
        followings.stream().filter(each -> each.promises().isEmpty()),
        each -> Optional.of(!each.worse().isEmpty()));
  }

  /// How many tables and databases were taken for what they are; those that were held to be
  /// undetermined are not among them.
  public Part classified(Function<Classified, WorkloadClass> taken) {
    return Part.of(
        followings.stream().flatMap(each -> each.classes().stream()),
        each ->
            taken.apply(each) == WorkloadClass.UNDETERMINED
                ? Optional.empty()
                : Optional.of(taken.apply(each) == each.truth()));
  }

  /// How many were held to be undetermined.
  public long undetermined(Function<Classified, WorkloadClass> taken) {
    return followings.stream()
        .flatMap(each -> each.classes().stream())
        .filter(each -> taken.apply(each) == WorkloadClass.UNDETERMINED)
        .count();
  }
}
