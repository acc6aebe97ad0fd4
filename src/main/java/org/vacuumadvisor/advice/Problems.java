package org.vacuumadvisor.advice;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.FindingId;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.model.Excerpt;
import org.vacuumadvisor.model.HorizonHolder;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.RelationKey;
import org.vacuumadvisor.unit.Resource;
import org.vacuumadvisor.unit.XidAge;

/// Joins findings by their cause. A held horizon explains dead rows that stay, tables that grow and
/// ages that rise; a table that autovacuum does not come to explains its bloat.
final class Problems {
  /// What ends in a server that takes no more writes.
  private static final Set<String> EMERGENCIES =
      Set.of(FindingId.WRAPAROUND_SHUTDOWN, FindingId.WRAPAROUND_NEAR, FindingId.MULTIXACT_NEAR);

  /// What follows from each cause.
  private static final Map<String, Set<String>> CONSEQUENCES =
      Resource.lines(Problems.class, "consequences.txt").stream()
          .map(each -> each.split(": "))
          .collect(
              Collectors.toUnmodifiableMap(each -> each[0], each -> Set.of(each[1].split(" "))));

  /// What a horizon that does not move brings about in every table that it reaches.
  private static final Set<String> OF_HORIZON = consequences("horizon");

  /// What it brings about in a server as a whole, once it is old.
  private static final Set<String> OF_OLD_HORIZON = consequences("old-horizon");

  /// What a finding of a horizon, or one of the above, may explain.
  private static final Set<String> EXPLAINED =
      CONSEQUENCES.values().stream().flatMap(Set::stream).collect(Collectors.toUnmodifiableSet());

  /// What goes away with the session that it waits for.
  private static final Set<String> OF_LOCKS = Set.of(FindingId.LOCK_QUEUE, FindingId.LOCK_BLOCKED);

  private Problems() {}

  private static Set<String> consequences(String cause) {
    return CONSEQUENCES.getOrDefault(cause, Set.of());
  }

  static boolean isEmergency(Finding finding) {
    return EMERGENCIES.contains(finding.id());
  }

  /// The worst first; an emergency before everything.
  ///
  /// @param findings the leading one first; a cause stands before what follows from it
  static List<Problem> of(List<Finding> findings, List<Recommendation> recommendations) {
    var open = new LinkedHashSet<>(findings.stream().filter(Problems::isProblem).toList());
    Map<Object, List<Finding>> alikes = by(List.copyOf(open), each -> likeness(each).stream());
    // by their numbers: one that answers thousands of findings is compared no quicker than they are
    Map<Finding, List<Integer>> answers =
        by(
            IntStream.range(0, recommendations.size()).boxed().toList(),
            each -> recommendations.get(each).answers().stream());
    var problems = new ArrayList<Problem>();
    for (var cause : causesFirst(List.copyOf(open))) {
      if (!open.remove(cause)) {
        continue;
      }
      var alike =
          likeness(cause)
              .map(each ->
                  alikes.getOrDefault(each, List.of()).stream().filter(open::remove).toList())
              .orElse(List.of());
      var causes = Stream.concat(Stream.of(cause), alike.stream()).toList();
      // what is written and not loaded is told with the setting that the same reload mends
      Predicate<Finding> isLoadedWith =
          each ->
              each.id().equals(FindingId.INERT_SETTING)
                  && answers.containsKey(each)
                  && answers.getOrDefault(cause, List.of()).containsAll(answers.get(each));
      var consequences = taken(open, explainedBy(causes).or(isLoadedWith));
      problems.add(
          new Problem(
              cause,
              alike,
              consequences,
              Stream.concat(consequences.stream().filter(Problems::isInTheWay), causes.stream())
                  .flatMap(each -> answers.getOrDefault(each, List.of()).stream())
                  .distinct()
                  .map(recommendations::get)
                  .toList()));
    }
    var ranks = new HashMap<Finding, Integer>();
    findings.forEach(each -> ranks.putIfAbsent(each, ranks.size()));
    problems.sort(
        Comparator.comparing(Problem::severity)
            .thenComparing(each -> !isUrgent(each))
            .thenComparing(each -> ranks.get(each.cause())));
    return List.copyOf(problems);
  }

  /// The findings in the order of the problems they are part of; what is none comes last.
  static List<Finding> inTheirOrder(List<Finding> findings, List<Problem> problems) {
    return List.copyOf(
        new LinkedHashSet<>(
            Stream.concat(problems.stream().flatMap(Problem::findings), findings.stream())
                .toList()));
  }

  /// A table that no vacuum makes younger has to be dealt with before its database can be.
  private static boolean isInTheWay(Finding finding) {
    return finding.id().equals(FindingId.WRAPAROUND_TABLE_CANNOT_ADVANCE);
  }

  static boolean isProblem(Finding finding) {
    return finding.severity() != Severity.INFO;
  }

  private static boolean isUrgent(Problem problem) {
    return isEmergency(problem.cause()) || problem.emergency().isPresent();
  }

  /// What nothing else explains, before what is explained; who keeps rows of all tables, before who
  /// keeps those of the catalogs, unless for far longer.
  private static List<Finding> causesFirst(List<Finding> findings) {
    var isExplained = explainedBy(findings);
    return findings.stream()
        .sorted(
            Comparator.comparing((Finding each) -> isExplained.test(each))
                .thenComparing(each -> !each.isOfCatalogsOnly() || isOutweighed(each, findings))
                .thenComparing(Finding::isOfCatalogsOnly))
        .toList();
  }

  private static List<Finding> taken(Set<Finding> from, Predicate<Finding> which) {
    var some = from.stream().filter(which).toList();
    some.forEach(from::remove);
    return some;
  }

  /// Whether one of these is the cause. There may be thousands, each of one table or one session:
  /// they are looked up by it.
  private static Predicate<Finding> explainedBy(List<Finding> causes) {
    var ofServer = causes.stream().filter(Problems::isOfAll).toList();
    Map<RelationKey, List<Finding>> ofTables =
        by(
            causes.stream().filter(each -> !isOfAll(each)).toList(),
            each -> each.table().stream().map(Relation::key));
    Map<Object, List<Finding>> cures = by(causes, each -> cures(each).stream());
    return finding ->
        (EXPLAINED.contains(finding.id())
                && Stream.concat(
                        ofServer.stream(),
                        finding.table().stream()
                            .flatMap(
                                table -> ofTables.getOrDefault(table.key(), List.of()).stream()))
                    .anyMatch(each -> explains(each, finding)))
            || (OF_LOCKS.contains(finding.id())
                && cures(finding).stream()
                    .limit(1)
                    .flatMap(cure -> cures.getOrDefault(cure, List.of()).stream())
                    .anyMatch(each -> isCuredWith(each, finding)));
  }

  private static <K, V> Map<K, List<V>> by(List<V> values, Function<V, Stream<K>> keys) {
    return values.stream()
        .flatMap(each -> keys.apply(each).map(key -> Map.entry(key, each)))
        .collect(
            Collectors.groupingBy(
                Map.Entry::getKey, Collectors.mapping(Map.Entry::getValue, Collectors.toList())));
  }

  private static boolean isOfAll(Finding cause) {
    return HeldHorizon.isOne(cause) || cause.table().isEmpty() || isDamage(cause);
  }

  /// Whether no vacuum gets through the table, so that its database grows old, too.
  static boolean isDamage(Finding finding) {
    return finding.id().startsWith("corrupt-") && !consequences(finding.id()).isEmpty();
  }

  /// Whether a table is in the database that a finding is about, as far as is told.
  static boolean isIn(Finding damage, Subject other) {
    return isDamage(damage)
        && other instanceof Subject.OfDatabase(var name)
        && damage
            .table()
            .map(each -> each.name().database())
            .filter(each -> each.equals(name) || !Excerpt.isTold(each))
            .isPresent();
  }

  /// What it has in common with the same about another table, or of another holder of its kin;
  /// empty where it stands alone. Messages of the server are of many kinds, each explained.
  private static Optional<Object> likeness(Finding finding) {
    return HeldHorizon.isOne(finding)
        ? finding.holders().findFirst().map(each -> List.of(finding.id(), each.kin()))
        : finding.id().equals(FindingId.RISKY_SETTING)
            ? Optional.of(List.of(finding.explanation(), finding.severity()))
            : finding
                .table()
                .map(_ ->
                    finding.id().equals(FindingId.SERVER_MESSAGE) || finding.isQuestion()
                        ? finding.explanation()
                        : finding.id());
  }

  /// Whether somebody who keeps rows of tables may hold about as long.
  private static boolean isOutweighed(Finding ofCatalogs, List<Finding> findings) {
    long age = ofCatalogs.holders().mapToLong(Problems::age).max().orElse(0);
    return findings.stream()
        .filter(each -> HeldHorizon.isOne(each) && !each.isOfCatalogsOnly())
        .flatMap(Finding::holders)
        .anyMatch(each -> age(each) >= 0.9 * age);
  }

  /// One that is not shown may be any.
  private static long age(HorizonHolder holder) {
    return holder.age().known().map(XidAge::count).orElse(Long.MAX_VALUE);
  }

  /// Whether a holder is known to block freezing, or holds for long and nobody showed its age.
  private static boolean mayBeOld(Finding cause) {
    return cause.severity() == Severity.CRITICAL
        || (cause.severity() == Severity.WARNING
            && cause.holders().noneMatch(each -> each.age().isKnown()));
  }

  private static boolean explains(Finding cause, Finding other) {
    if (cause.equals(other) || asksForSlots(other)) {
      return false;
    }
    if (HeldHorizon.isOne(cause)) {
      return (OF_HORIZON.contains(other.id())
              && !cause.isOfCatalogsOnly()
              && (other.table().isEmpty()
                  || HeldHorizon.covers(cause, other.table().get())
                  || cause.subject() instanceof Subject.Cluster)
              && !other.id().equals(cause.id()))
          || (mayBeOld(cause)
              && OF_OLD_HORIZON.contains(other.id())
              && !(isFreedByVacuum(other)
                  && cause.holders().allMatch(each -> each.age().isKnown())));
    }
    return consequences(cause.id()).contains(other.id())
        && !other.id().equals(cause.id())
        && (cause.table().isEmpty()
            || isIn(cause, other.subject())
            || isSameTable(cause.subject(), other.subject()));
  }

  /// Whether vacuums make it younger, whoever holds the horizon: it is older than any holder is.
  private static boolean isFreedByVacuum(Finding finding) {
    return finding.remedies().stream().anyMatch(Remedy.FreezeDatabases.class::isInstance);
  }

  /// A slot that nobody reads keeps WAL, whoever else holds the horizon.
  private static boolean asksForSlots(Finding finding) {
    return finding.subject() instanceof Subject.Cluster
        && finding.remedies().stream()
            .anyMatch(each ->
                each instanceof Remedy.Ask ask
                    && ask.question().view().equals("pg_replication_slots"));
  }

  /// Whether what ends the one opens the queue for a lock that the other is about.
  private static boolean isCuredWith(Finding cause, Finding other) {
    boolean isQueue = other.id().equals(FindingId.LOCK_QUEUE);
    return (isQueue || (other.id().equals(FindingId.LOCK_BLOCKED) && HeldHorizon.isOne(cause)))
        && !cause.id().equals(FindingId.LOCK_QUEUE)
        && !cause.equals(other)
        && cures(cause).containsAll(cures(other));
  }

  private static Set<Object> cures(Finding finding) {
    return finding.remedies().stream()
        .<Object>map(each -> each.ended().<Object>map(session -> session).orElse(each))
        .collect(Collectors.toSet());
  }

  /// Whether both are about one table; an index is about its table.
  static boolean isSameTable(Subject one, Subject other) {
    var first = one.onTable().map(Relation::key);
    return first.isPresent() && first.equals(other.onTable().map(Relation::key));
  }
}
