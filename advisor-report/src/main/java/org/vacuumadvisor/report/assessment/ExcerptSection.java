package org.vacuumadvisor.report.assessment;

import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.vacuumadvisor.model.Excerpt;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.report.Part;
import org.vacuumadvisor.report.Words;
import org.vacuumadvisor.unit.Quantities;

/// What a report on pasted figures rests on, and which lines nobody understood.
final class ExcerptSection {
  private static final int LINES_SHOWN = 5;
  private static final int LONGEST_LINE = 100;

  private ExcerptSection() {}

  static String sentences(Excerpt excerpt, Survey survey) {
    return Words.joined(server(excerpt, survey), clock(excerpt, survey), read(excerpt));
  }

  /// Of a text without figures, which may hold messages.
  static String notUnderstood(Excerpt excerpt) {
    return excerpt.unknown().isEmpty()
        ? ""
        : Quantities.counted(excerpt.unknown().size(), "line") + " of the text not understood.";
  }

  static Stream<Part> unknown(Excerpt excerpt) {
    return excerpt.unknown().isEmpty()
        ? Stream.empty()
        : Stream.of(
            Part.folded(
                "Not understood:",
                excerpt.unknown().stream().map(each -> line(each, excerpt)).toList(),
                LINES_SHOWN));
  }

  private static String server(Excerpt excerpt, Survey survey) {
    var server = survey.server();
    var release =
        excerpt.releases().isOne()
            ? "PostgreSQL " + server.versionText().or(excerpt.releases().inWords())
            : "PostgreSQL " + excerpt.releases().inWords();
    return "Pasted figures of %s%s%s."
        .formatted(release, Origin.on(server), server.standby() ? ", a standby" : "");
  }

  private static String clock(Excerpt excerpt, Survey survey) {
    return switch (excerpt.clock()) {
      case SHOWN -> "They are as of " + Words.moment(survey.takenAt()) + ".";
      case AT_LEAST ->
          "The latest time in them is %s: spans of time count up to then."
              .formatted(Words.moment(survey.takenAt()));
      case UNKNOWN -> "";
    };
  }

  private static String read(Excerpt excerpt) {
    var tables =
        excerpt.tablesFound() == 0
            ? ""
            : "%s of %s"
                .formatted(
                    Quantities.count(excerpt.tablesRead()),
                    Quantities.counted(excerpt.tablesFound(), "result table"));
    var figures =
        excerpt.figuresRead() == 0
            ? ""
            : Quantities.counted(excerpt.figuresRead(), "figure")
                + (tables.isEmpty() ? "" : " outside of them");
    var read = Stream.of(tables, figures).filter(each -> !each.isEmpty()).toList();
    return "%s read, %s not understood, %s of words passed over."
        .formatted(
            read.isEmpty() ? "No figure" : String.join(" and ", read),
            Quantities.counted(excerpt.unknown().size(), "line"),
            Quantities.counted(excerpt.prose(), "line"));
  }

  private static String line(Excerpt.UnknownLine line, Excerpt excerpt) {
    var text = line.text().strip();
    var shown =
        text.codePoints()
            .limit(LONGEST_LINE)
            .mapToObj(Character::toString)
            .collect(Collectors.joining());
    return "%s: %s%s".formatted(excerpt.where(line.number()), shown, shown.equals(text) ? "" : "…");
  }
}
