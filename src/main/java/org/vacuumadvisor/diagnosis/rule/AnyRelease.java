package org.vacuumadvisor.diagnosis.rule;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiPredicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.Examination;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.evidence.Question;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.postgres.ReleaseRange;

/// Findings on a server of which nobody said the release: only what would be found on each of the
/// releases it may be of, and only remedies that all of them have. What hangs on the release is
/// asked for.
public final class AnyRelease {
  private AnyRelease() {}

  /// What the rules find whichever release it is, the leading finding first.
  ///
  /// @param evidences one for each release, the latest first
  public static Examination examine(ReleaseRange range, List<Evidence> evidences) {
    var said = evidences.stream().map(RuleBook::examination).toList();
    var all = said.stream().map(each -> new Said(each.findings())).toList();
    var latest = all.getFirst().findings();
    var agreed = new ArrayList<Finding>();
    latest.forEach(each -> agreed(each, all, AnyRelease::isSame).ifPresent(agreed::add));
    var sure = new Said(agreed);
    latest.stream()
        .filter(each -> each.severity() == Severity.CRITICAL && isOpen(each, sure))
        .flatMap(each -> agreed(each, all, AnyRelease::isAsGrave).stream())
        .findFirst()
        .ifPresent(agreed::add);
    var told = new Said(agreed);
    var open =
        all.stream()
            .flatMap(each -> each.findings().stream())
            .filter(each -> each.severity() != Severity.INFO && isOpen(each, told))
            .toList();
    var asked = open.isEmpty() ? Stream.<Finding>empty() : Stream.of(question(range, open, all));
    return said.stream()
        .reduce(Examination::inBoth)
        .orElseThrow()
        .with(
            Stream.concat(agreed.stream(), asked)
                .sorted(Comparator.comparing(Finding::severity))
                .toList());
  }

  private static boolean isOpen(Finding one, Said agreed) {
    return agreed.like(one, AnyRelease::isSame).isEmpty()
        && agreed.like(one, AnyRelease::isAsGrave).isEmpty();
  }

  /// What is found on each release, in the mildest words that one of them has for it.
  private static Optional<Finding> agreed(
      Finding finding, List<Said> all, BiPredicate<Finding, Finding> isOne) {
    var remedies = new ArrayList<>(finding.remedies());
    var mildest = finding;
    for (var found : all) {
      var same = found.like(finding, isOne);
      if (same.isEmpty()) {
        return Optional.empty();
      }
      remedies.retainAll(same.get().remedies());
      boolean isMilder =
          same.get().severity().compareTo(mildest.severity()) > 0
              || !same.get().id().equals(finding.id());
      mildest = isMilder ? same.get() : mildest;
    }
    return Optional.of(
        mildest.with(mildest.severity(), mildest.evidence(), mildest.confidence(), remedies));
  }

  /// Critical for the same subject, in another stage: one release refuses writes where another only
  /// warns. Ids of one kind begin alike.
  private static boolean isAsGrave(Finding one, Finding other) {
    return one.severity() == Severity.CRITICAL
        && other.severity() == Severity.CRITICAL
        && one.subject().equals(other.subject())
        && one.id().split("-", 2)[0].equals(other.id().split("-", 2)[0]);
  }

  private static boolean isSame(Finding one, Finding other) {
    return one.id().equals(other.id()) && one.subject().equals(other.subject());
  }

  private static Finding question(ReleaseRange range, List<Finding> open, List<Said> all) {
    var first = open.getFirst();
    var with = new ArrayList<Release>();
    var releases = range.latestFirst();
    for (int at = 0; at < releases.size(); at++) {
      if (all.get(at).like(first, AnyRelease::isSame).isPresent()) {
        with.add(releases.get(at));
      }
    }
    return new NeedMoreData()
        .advice("It depends on the release whether this is so: %s", first.headline())
        .observed(
            "would be found on",
            with.getLast().major() + " to " + with.getFirst().major(),
            "the rule " + first.id())
        .observed("the server is", range.inWords(), "columns and settings in the paste")
        .explained("release")
        .ask(Question.RELEASE)
        .build();
  }

  private record Said(List<Finding> findings, Map<String, List<Finding>> byHeadline) {
    Said(List<Finding> findings) {
      this(findings, findings.stream().collect(Collectors.groupingBy(Finding::headline)));
    }

    /// The same finding. A rule may find several things of one subject, sessions of a database say:
    /// what is said in the same words comes first.
    Optional<Finding> like(Finding one, BiPredicate<Finding, Finding> isOne) {
      return Stream.concat(
              byHeadline.getOrDefault(one.headline(), List.of()).stream(), findings.stream())
          .filter(each -> isOne.test(each, one))
          .findFirst();
    }
  }
}
