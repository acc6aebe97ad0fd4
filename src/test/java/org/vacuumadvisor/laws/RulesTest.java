package org.vacuumadvisor.laws;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.diagnosis.Verdict;
import org.vacuumadvisor.diagnosis.rule.RuleBook;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.postgres.Release;

/// No rule says that something is not so without what it needs to say it, nor accuses because of
/// what it does not know: what it says of a subject from a part is what it says from the whole, or
/// that it cannot tell.
class RulesTest {
  /// What a rule says of one subject, the gravest of it.
  private enum Said {
    ACCUSES,
    TELLS,
    OPEN,
    CLEAR
  }

  static Stream<Recording> recordings() {
    return Recording.all().stream();
  }

  @ParameterizedTest
  @MethodSource("recordings")
  void noRuleIsSurerWithoutAFigure(Recording recording) {
    var whole = said(recording);

    var wrong = new TreeSet<String>();
    Stream.concat(
            recording.knockouts(),
            recording.release().equals("18") ? recording.rowsTaken() : Stream.empty())
        .forEach(each -> wrong.addAll(surer(said(each.rest()), whole, each.lacks())));

    assertEquals(Set.of(), wrong);
  }

  private static List<String> surer(Map<String, Said> part, Map<String, Said> whole, String lacks) {
    return part.entrySet().stream()
        .filter(each -> isSurer(each.getValue(), whole.get(each.getKey())))
        .map(each ->
            "%s: %s, not %s, without %s"
                .formatted(each.getKey(), each.getValue(), whole.get(each.getKey()), lacks))
        .toList();
  }

  private static boolean isSurer(Said part, @Nullable Said whole) {
    return switch (part) {
      case ACCUSES -> whole != null && whole != Said.ACCUSES;
      case CLEAR -> whole != null && whole != Said.CLEAR;
      case TELLS, OPEN -> false;
    };
  }

  private static Map<String, Said> said(Recording recording) {
    var survey = Recording.read(recording.aligned()).as(Release.ofMajor(recording.release()));
    var evidence = Evidence.of(survey);
    var said = new HashMap<String, Said>();
    for (var rule : RuleBook.RULES) {
      if (rule.id().equals(Finding.NEED_MORE_DATA)) {
        continue;
      }
      rule.examine(evidence)
          .forEach(each ->
              said.merge(
                  rule.id() + " of " + name(each.subject()),
                  of(each),
                  (one, other) -> one.compareTo(other) < 0 ? one : other));
    }
    return said;
  }

  private static Said of(Verdict verdict) {
    return switch (verdict) {
      case Finding finding -> finding.severity() == Severity.INFO ? Said.TELLS : Said.ACCUSES;
      case Verdict.CannotTell _ -> Said.OPEN;
      case Verdict.Clear _ -> Said.CLEAR;
    };
  }

  private static String name(Subject subject) {
    return switch (subject) {
      case Subject.OfRelation(var relation) -> relation.name().name();
      case Subject.OfIndex(var table, var index) -> table.name().name() + "/" + index.name();
      case Subject.OfDatabase _, Subject.Cluster _ -> "the server";
    };
  }
}
