package org.vacuumadvisor.report.assessment;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.Database;
import org.vacuumadvisor.model.Excerpt;
import org.vacuumadvisor.model.Server;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.model.history.History;
import org.vacuumadvisor.model.history.NoticeKind;
import org.vacuumadvisor.model.history.Occurrences;
import org.vacuumadvisor.report.Part;
import org.vacuumadvisor.report.Words;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.workload.Period;

/// What a report is about, in a line: `shop on main (10.0.0.5:5432) · PostgreSQL 15.18 · role
/// monitor · 2026-11-22 11:22:07 UTC · 60 s sampled`.
public final class Origin {
  private static final int MOST_NAMED = 3;

  private Origin() {}

  /// What texts and logs were read, and how much of them was understood.
  public static Stream<Part> read(Evidence evidence) {
    var pasted = evidence.survey().coverage().pasted();
    var sentences =
        Stream.concat(
                pasted.stream()
                    .map(each ->
                        evidence.isServerSeen()
                            ? ExcerptSection.sentences(each, evidence.survey())
                            : ExcerptSection.notUnderstood(each)),
                evidence.history().stream()
                    .filter(told -> told.coverage().entries() > 0 || pasted.isEmpty())
                    .flatMap(LogSection::sentences))
            .toArray(String[]::new);
    return Stream.concat(
        Part.paragraph(sentences), pasted.stream().flatMap(ExcerptSection::unknown));
  }

  /// The line, of a server that was looked at.
  static Stream<Part> title(Evidence evidence) {
    return evidence.isServerSeen() && evidence.survey().coverage().excerpt().isEmpty()
        ? Stream.of(new Part.Paragraph(line(evidence.survey()) + window(evidence)))
        : Stream.empty();
  }

  /// The server and the time at which it was looked at.
  public static String line(Survey survey) {
    var server = survey.server();
    return String.join(
        " · ",
        place(survey),
        "PostgreSQL %s%s%s"
            .formatted(version(server), server.standby() ? " standby" : "", on(server)),
        "role " + server.role().map(Server.Role::name).or("unknown"),
        Words.moment(survey.takenAt()));
  }

  /// Who runs it, where that is a managed service.
  static String on(Server server) {
    var provider = server.assumedProvider();
    return provider.isManaged() ? " on " + provider.label() : "";
  }

  private static String place(Survey survey) {
    var where = survey.server().endpoint().inWords();
    var surveyed =
        survey.databases().stream().filter(Database::surveyed).map(Database::name).toList();
    return where.isEmpty() ? named(surveyed) : "%s on %s".formatted(named(surveyed), where);
  }

  private static String named(List<String> databases) {
    return databases.size() > MOST_NAMED
        ? Quantities.counted(databases.size(), "database")
        : String.join(", ", databases);
  }

  /// Without what the packager adds: `18.6 (Debian 18.6-1)`.
  private static String version(Server server) {
    return Stream.of(server.versionText().or("").split(" "))
        .findFirst()
        .filter(text -> !text.isEmpty())
        .orElse(server.release().major());
  }

  private static String window(Evidence evidence) {
    boolean isArchived = evidence.older().filter(Survey::isArchived).isPresent();
    return switch (evidence.workloads().period()) {
      case Period.Between(var from, var to) ->
          " · "
              + Quantities.duration(Duration.between(from, to))
              + (isArchived ? " from the archive" : " sampled");
      case Period.SinceReset since ->
          since.length().map(length -> " · sums of " + Quantities.duration(length)).orElse("");
    };
  }

  /// What a report on pasted figures rests on, and which lines nobody understood.
  static final class ExcerptSection {
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
      return "%s: %s%s"
          .formatted(excerpt.where(line.number()), shown, shown.equals(text) ? "" : "…");
    }
  }

  /// What logs were read, how much of them was understood, and what time they cover.
  static final class LogSection {
    private static final int EXAMPLES = 3;

    private LogSection() {}

    /// Sentences; those after the first only where there is something to tell.
    static Stream<String> sentences(History history) {
      var told = new ArrayList<String>();
      told.add(coverage(history));
      history.coverage().broken().stream()
          .map(line ->
              ("%s breaks off behind line %s: it is damaged, or was cut. What followed is missing"
                      + " here.")
                  .formatted(line.input().name(), Quantities.count(line.line())))
          .forEach(told::add);
      if (history.runs() > 0) {
        told.add(runs(history));
        told.add(workers(history));
      }
      history
          .notices(NoticeKind.YEAR_ASSUMED)
          .ifPresent(each ->
              told.add(
                  ("The times in them have no year (%s). They are taken for the latest that neither"
                          + " today nor the file's own date rules out: from %s on.")
                      .formatted(each.first().place(), each.first().text())));
      history
          .notices(NoticeKind.LINES_OUT_OF_ORDER)
          .ifPresent(each ->
              told.add(
                  ("%s of %s left out: the lines are out of order, and nothing in them tells to"
                          + " which report each belongs. Read the server's own file, or an export"
                          + " that keeps the time of each line.")
                      .formatted(
                          Quantities.counted(reports(each), "report"),
                          each.first().place().input().name())));
      return told.stream();
    }

    private static long reports(Occurrences told) {
      var text = told.first().text();
      return text == null ? 0 : Long.parseLong(text);
    }

    private static String coverage(History history) {
      var coverage = history.coverage();
      var text =
          "%s of %s read, %s unknown"
              .formatted(
                  Quantities.count(coverage.read()),
                  coverage.entries() == 1
                      ? "1 entry"
                      : Quantities.count(coverage.entries()) + " entries",
                  Quantities.counted(coverage.unknownLines(), "line"));
      if (coverage.examples().isEmpty()) {
        return text + ".";
      }
      return text
          + ": "
          + coverage.examples().stream()
              .limit(EXAMPLES)
              .map(
                  each -> "%s \"%s\"".formatted(each.place(), Words.shortened(each.text().strip())))
              .collect(Collectors.joining("; "))
          + (coverage.unknownLines() > EXAMPLES ? "; …." : ".");
    }

    private static String runs(History history) {
      long tables =
          history.tables().stream()
              .filter(each -> each.counts().all() > 0 && !each.name().name().isEmpty())
              .count();
      return "%s%s%s. Written by %s."
          .formatted(
              Shown.runs(history, ""),
              tables == 0 ? "" : " of " + Quantities.counted(tables, "table"),
              span(history),
              history.releases());
    }

    private static String span(History history) {
      if (history.from().isEmpty() || history.to().isEmpty()) {
        return "";
      }
      var from = history.from().get();
      var to = history.to().get();
      return Words.moment(from).equals(Words.moment(to))
          ? ", at " + Words.moment(to)
          : ", from %s to %s (%s)"
              .formatted(
                  Words.moment(from),
                  Words.moment(to),
                  Quantities.duration(Duration.between(from, to)));
    }

    private static String workers(History history) {
      int most = history.timeline().most();
      return most == 0
          ? ""
          : "At most %s at work at a time."
              .formatted(most == 1 ? "one worker was" : most + " workers were");
    }
  }
}
