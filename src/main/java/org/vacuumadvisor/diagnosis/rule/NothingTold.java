package org.vacuumadvisor.diagnosis.rule;

import java.util.Comparator;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.vacuumadvisor.diagnosis.Fact;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Rule;
import org.vacuumadvisor.evidence.Question;
import org.vacuumadvisor.model.Excerpt;
import org.vacuumadvisor.model.Source;
import org.vacuumadvisor.model.history.History;
import org.vacuumadvisor.model.history.NoticeKind;
import org.vacuumadvisor.model.history.Occurrences;

/// A text in which no vacuum is told of, and what to bring instead.
final class NothingTold {
  private static final Set<NoticeKind> NOTHING_TOLD =
      Set.of(
          NoticeKind.UNSUPPORTED_LANGUAGE,
          NoticeKind.EMPTY_INPUT,
          NoticeKind.BINARY_INPUT,
          NoticeKind.NO_VACUUM_OUTPUT,
          NoticeKind.NOT_A_LOG);

  private static final Pattern ERROR = Pattern.compile("\\b(?:ERROR|FATAL|PANIC): ");

  private NothingTold() {}

  /// @param pasted a text that may hold more than a log, and held nothing of use
  static Optional<Finding> in(History history, Optional<Excerpt> pasted, Rule rule) {
    if (history.runs() > 0 || !NOTHING_TOLD.containsAll(history.notices().keySet())) {
      return Optional.empty();
    }
    var why = reason(history);
    return Optional.of(
        pasted
            .filter(_ -> !kind(why).equals(Optional.of(NoticeKind.UNSUPPORTED_LANGUAGE)))
            .map(each -> ofText(each, why, rule))
            .orElseGet(() -> finding(why, rule)));
  }

  /// A text that somebody pasted: what to paste instead.
  private static Finding ofText(Excerpt pasted, Optional<Occurrences> why, Rule rule) {
    boolean isError = pasted.unknown().stream().anyMatch(each -> ERROR.matcher(each.text()).find());
    return rule.info(
            isError
                ? "The error in this text is none that is known here, and nothing else tells"
                    + " anything about VACUUM"
                : (pasted.unknown().isEmpty()
                        ? "No figure, plan or message in this text"
                        : "Nothing in this text that could be read")
                    + " tells anything about VACUUM")
        .fact(none(why))
        .explained("nothing-told")
        .ask(Question.TABLES)
        .ask(Question.SESSIONS)
        .build();
  }

  private static Fact none(Optional<Occurrences> why) {
    return Fact.observed(
        "vacuums and analyzes told of",
        0L,
        new Source.Words(why.map(told -> told.first().place().toString()).orElse("the input")));
  }

  private static Optional<Occurrences> reason(History history) {
    return NOTHING_TOLD.stream()
        .sorted(
            Comparator.comparing((NoticeKind kind) -> kind != NoticeKind.NOT_A_LOG)
                .thenComparing(Comparator.naturalOrder()))
        .flatMap(kind -> history.notices(kind).stream())
        .findFirst();
  }

  private static Finding finding(Optional<Occurrences> why, Rule rule) {
    var kind = kind(why).orElse(NoticeKind.NO_VACUUM_OUTPUT);
    return rule.info(
            switch (kind) {
              case EMPTY_INPUT -> "There is nothing in the input";
              case BINARY_INPUT -> "The input is not text";
              case NOT_A_LOG -> "The input is no log of PostgreSQL and no output of psql";
              case UNSUPPORTED_LANGUAGE -> "The messages are in another language than English";
              default -> "No VACUUM or ANALYZE is told of here";
            })
        .fact(none(why))
        .explained(
            switch (kind) {
              case EMPTY_INPUT, BINARY_INPUT, NOT_A_LOG -> "no-log";
              case UNSUPPORTED_LANGUAGE -> "translated";
              default -> "no-vacuum";
            })
        .build();
  }

  private static Optional<NoticeKind> kind(Optional<Occurrences> why) {
    return why.map(told -> told.last().kind());
  }
}
