package org.vacuumadvisor.diagnosis.logged;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.Fact;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Provenance;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Rule;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.history.Occurrences;
import org.vacuumadvisor.model.run.NoticeKind;
import org.vacuumadvisor.workload.Confidence;

/// An input in which no vacuum is told of. It says what to bring instead.
final class NeedMoreData implements Rule {
  private static final Set<NoticeKind> NOTHING_TOLD =
      Set.of(
          NoticeKind.UNSUPPORTED_LANGUAGE,
          NoticeKind.EMPTY_INPUT,
          NoticeKind.BINARY_INPUT,
          NoticeKind.NO_VACUUM_OUTPUT,
          NoticeKind.NOT_A_LOG);

  @Override
  public String id() {
    return "need-more-data";
  }

  @Override
  public Stream<Finding> examine(Evidence evidence) {
    return LogCase.of(evidence)
        .filter(logs -> logs.history().runs() == 0)
        .filter(logs -> NOTHING_TOLD.containsAll(logs.history().notices().keySet()))
        .map(this::finding);
  }

  private Finding finding(LogCase logs) {
    var why =
        NOTHING_TOLD.stream()
            .sorted(
                Comparator.comparing((NoticeKind kind) -> kind != NoticeKind.NOT_A_LOG)
                    .thenComparing(Comparator.naturalOrder()))
            .flatMap(kind -> logs.history().notices(kind).stream())
            .findFirst();
    return new Finding(
        id(),
        Severity.INFO,
        new Subject.Cluster(),
        headline(why.map(told -> told.last().kind())),
        List.of(
            Fact.observed(
                "vacuums and analyzes told of", "none", why.map(Told::range).orElse("the input")),
            Fact.threshold(
                "a server logs autovacuum's runs",
                "up to 14 none, from 15 on those of 10 minutes and more",
                Provenance.ENGINE,
                "log_autovacuum_min_duration, its default")),
        isTranslated(why)
            ? "The messages of VACUUM are translated, and only English ones are read here. Set"
                + " lc_messages = 'C' on the server (a reload does), or in the session that runs"
                + " VACUUM, and take the output again."
            : "Nothing can be judged from this. The server's log tells of autovacuum's runs once"
                + " log_autovacuum_min_duration is 0; VACUUM (VERBOSE) prints what a run by hand"
                + " does; and the server itself can be looked at with vacuum-advisor advise.",
        Confidence.HIGH,
        null,
        List.of(
            new Remedy.Act(
                isTranslated(why)
                    ? "Set lc_messages = 'C' and take the output again."
                    : "Set log_autovacuum_min_duration = 0, wait a day, and read that day's"
                        + " log.")));
  }

  private static boolean isTranslated(Optional<Occurrences> why) {
    return why.filter(told -> told.last().kind() == NoticeKind.UNSUPPORTED_LANGUAGE).isPresent();
  }

  private static String headline(Optional<NoticeKind> kind) {
    if (kind.isEmpty()) {
      return "No VACUUM or ANALYZE is told of here";
    }
    return switch (kind.get()) {
      case UNSUPPORTED_LANGUAGE -> "The messages are in another language than English";
      case EMPTY_INPUT -> "There is nothing in the input";
      case BINARY_INPUT -> "The input is not text";
      case NOT_A_LOG -> "The input is no log of PostgreSQL and no output of psql";
      default -> "No VACUUM or ANALYZE is told of here";
    };
  }
}
