package org.vacuumadvisor.laws;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.vacuumadvisor.advice.Assessment;
import org.vacuumadvisor.diagnosis.Condition;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.source.SourceException;

/// Taking a figure away never makes a sick server healthy, and accuses nobody new. The faults were
/// staged on real servers.
class KnockoutTest {
  /// What may take the place of a finding whose figures are gone: it names nobody and asks.
  private static final Set<String> DOUBTS = Set.of("need-more-data", "xmin-held");

  static Stream<Recording> faults() {
    return Recording.all().stream().filter(each -> !each.isHealthy());
  }

  static Stream<Recording> healthy() {
    return Recording.all().stream().filter(Recording::isHealthy);
  }

  @ParameterizedTest
  @MethodSource("faults")
  void theFaultLeadsWhereEverythingIsShown(Recording recording) throws Exception {
    var leading = Recording.assessed(recording.aligned()).findings().getFirst();

    assertEquals(recording.expected(), leading.id(), leading.headline());
  }

  @ParameterizedTest
  @MethodSource("healthy")
  void nothingIsWrongInWhatAHealthyServerShows(Recording recording) throws Exception {
    var assessment = Recording.assessed(recording.aligned());

    assertEquals(
        Condition.NOTHING_WRONG_SHOWN, assessment.judgement().condition(), said(assessment));
  }

  @ParameterizedTest
  @MethodSource("faults")
  void withoutAFigureASickServerIsNotCalledHealthy(Recording recording) {
    var wrong =
        recording
            .knockouts()
            .filter(each -> isCalledHealthy(each.rest()))
            .map(Recording.Knockout::lacks)
            .toList();

    assertEquals(List.of(), wrong);
  }

  /// The pairs of one release stand for all.
  @ParameterizedTest
  @MethodSource("faults")
  void withoutTwoFiguresOfTheTablesASickServerIsNotCalledHealthy(Recording recording) {
    assumeTrue(recording.release().equals("18"));
    var tables = recording.result("pg_stat_user_tables");

    var wrong =
        tables.columns().stream()
            .flatMap(first ->
                tables.columns().stream()
                    .filter(second -> first.compareTo(second) < 0)
                    .filter(second ->
                        isCalledHealthy(
                            recording.with(tables, tables.without(first).without(second))))
                    .map(second -> first + " and " + second))
            .toList();

    assertEquals(List.of(), wrong);
  }

  @ParameterizedTest
  @MethodSource("faults")
  void withoutAFigureNothingNewIsFound(Recording recording) throws Exception {
    var whole = new TreeSet<>(accused(Recording.assessed(recording.aligned())));
    whole.add(recording.expected());

    var news =
        recording
            .knockouts()
            .flatMap(each -> news(each, whole))
            .collect(Collectors.toCollection(TreeSet::new));

    assertEquals(Set.of(), news);
  }

  @ParameterizedTest
  @MethodSource("healthy")
  void withoutAFigureAHealthyServerIsNotAlarmed(Recording recording) {
    var alarms =
        recording.knockouts().flatMap(each -> news(each, Set.of())).collect(Collectors.toSet());

    assertEquals(Set.of(), alarms);
  }

  @ParameterizedTest
  @MethodSource("faults")
  void mostKnockoutsAreStillLedByTheFault(Recording recording) {
    var all = recording.knockouts().toList();
    var led = all.stream().filter(each -> isLed(each.rest())).count();

    assertTrue(led >= 0.75 * all.size(), "%d of %d".formatted(led, all.size()));
  }

  private static boolean isLed(Recording recording) {
    try {
      return Recording.assessed(recording.aligned())
          .findings()
          .getFirst()
          .id()
          .equals(recording.expected());
    } catch (SourceException _) {
      return false;
    }
  }

  private static boolean isCalledHealthy(Recording recording) {
    try {
      var assessment = Recording.assessed(recording.aligned());
      return assessment.judgement().condition() == Condition.HEALTHY
          || assessment.findings().stream().anyMatch(Finding::isAllClear);
    } catch (SourceException _) {
      return false;
    }
  }

  private static Stream<String> news(Recording.Knockout knockout, Set<String> known) {
    try {
      return accused(Recording.assessed(knockout.rest().aligned())).stream()
          .filter(id -> !known.contains(id) && !DOUBTS.contains(id))
          .map(id -> id + " without " + knockout.lacks());
    } catch (SourceException _) {
      return Stream.empty();
    }
  }

  private static Set<String> accused(Assessment assessment) {
    return assessment.findings().stream()
        .filter(each -> each.severity() != Severity.INFO)
        .map(Finding::id)
        .collect(Collectors.toSet());
  }

  private static String said(Assessment assessment) {
    return assessment.findings().stream().map(Finding::headline).collect(Collectors.joining("; "))
        + assessment.judgement().questions();
  }
}
