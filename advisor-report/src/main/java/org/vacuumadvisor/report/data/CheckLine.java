package org.vacuumadvisor.report.data;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.vacuumadvisor.advice.Assessment;
import org.vacuumadvisor.advice.Ignored;
import org.vacuumadvisor.advice.Problem;
import org.vacuumadvisor.diagnosis.Condition;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.evidence.Question;
import org.vacuumadvisor.model.Database;
import org.vacuumadvisor.model.HorizonHolder;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.postgres.Wraparound;
import org.vacuumadvisor.report.TerminalText;
import org.vacuumadvisor.report.Words;
import org.vacuumadvisor.unit.Quantities;

/// An assessment as one line for a monitoring system, in the form of the Nagios plugin guidelines:
/// `VACUUM WARNING - Session 8899 … (and 1 more problem) | problems=2 critical=0 …`.
public final class CheckLine {
  private CheckLine() {}

  /// What a Nagios plugin says of a server.
  public enum Status {
    OK(0),
    WARNING(1),
    CRITICAL(2),
    UNKNOWN(3);

    private final int exit;

    Status(int exit) {
      this.exit = exit;
    }

    /// Its exit status: a promise to scripts.
    public int exit() {
      return exit;
    }

    /// A log is a part of the evidence by nature; a server of which a part could not be seen is not
    /// known.
    public static Status of(Assessment assessment) {
      var condition = assessment.judgement().condition();
      return condition == Condition.NOTHING_WRONG_SHOWN && !assessment.evidence().isReadWhole()
          ? OK
          : of(condition);
    }

    /// The same of what several servers come to.
    public static Status of(Condition condition) {
      return switch (condition) {
        case HEALTHY -> OK;
        case NEEDS_ATTENTION -> WARNING;
        case ACT_NOW -> CRITICAL;
        case NOTHING_WRONG_SHOWN, NOTHING_TO_JUDGE -> UNKNOWN;
      };
    }
  }

  /// The line, without a line break. What is not known has no performance data.
  public static String of(Assessment assessment) {
    return "VACUUM %s - %s | %s"
        .formatted(
            Status.of(assessment),
            text(assessment) + ignored(assessment),
            String.join(" ", data(assessment)));
  }

  private static String ignored(Assessment assessment) {
    long count =
        assessment.ignored().stream()
            .filter(each -> each.standing() == Ignored.Standing.IGNORED)
            .count();
    return count == 0 ? "" : ", " + Quantities.counted(count, "finding") + " ignored";
  }

  private static String text(Assessment assessment) {
    var problems = assessment.problems();
    if (problems.isEmpty()) {
      return switch (assessment.judgement().condition()) {
        case HEALTHY ->
            assessment.evidence().survey().coverage().hasFailedReads()
                ? "nothing needs changing in what was seen"
                : "nothing needs changing";
        case NOTHING_WRONG_SHOWN -> "nothing wrong in what was shown" + missing(assessment);
        case ACT_NOW, NEEDS_ATTENTION, NOTHING_TO_JUDGE ->
            "nothing to judge: " + printable(Words.missing(assessment));
      };
    }
    return printable(headline(problems));
  }

  /// The first problem, and how many more there are.
  public static String headline(List<Problem> problems) {
    return problems.getFirst().headline()
        + (problems.size() == 1
            ? ""
            : " (and %s)".formatted(Quantities.counted(problems.size() - 1L, "more problem")));
  }

  private static String missing(Assessment assessment) {
    var questions = assessment.judgement().questions();
    return questions.isEmpty() || !assessment.evidence().isReadWhole()
        ? ""
        : questions.stream()
            .map(Question::what)
            .collect(Collectors.joining(", ", "; not seen: ", ""));
  }

  /// A bar would begin the performance data.
  public static String printable(String text) {
    return TerminalText.escaped(text).replace('|', '/');
  }

  private static Iterable<String> data(Assessment assessment) {
    var survey = assessment.evidence().survey();
    return Stream.of(
            Stream.of(
                "problems=" + assessment.problems().size(),
                "critical=" + count(assessment, Severity.CRITICAL),
                "warning=" + count(assessment, Severity.WARNING),
                "advice=" + count(assessment, Severity.ADVICE)),
            oldestDatabase(survey),
            oldestXmin(survey))
        .flatMap(each -> each)
        .toList();
  }

  private static long count(Assessment assessment, Severity severity) {
    return assessment.problems().stream().map(Problem::severity).filter(severity::equals).count();
  }

  /// Its highest value is where the server stops writing.
  private static Stream<String> oldestDatabase(Survey survey) {
    long stop = Wraparound.TRANSACTIONS.stopAge(survey.server().release()).count();
    return Reading.most(survey.databases().stream().map(Database::xidAge))
        .map(age -> "oldest_database_age=%d;;;0;%d".formatted(age.count(), stop))
        .stream();
  }

  private static Stream<String> oldestXmin(Survey survey) {
    return Reading.most(survey.horizonHolders().stream().map(HorizonHolder::age))
        .map(age -> "oldest_xmin_age=" + age.count())
        .stream();
  }
}
