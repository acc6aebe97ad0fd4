package org.vacuumadvisor.report.assessment;

import java.time.Duration;
import java.util.ArrayList;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.vacuumadvisor.model.history.History;
import org.vacuumadvisor.model.history.NoticeKind;
import org.vacuumadvisor.model.history.Occurrences;
import org.vacuumadvisor.report.Words;
import org.vacuumadvisor.unit.Quantities;

/// What logs were read, how much of them was understood, and what time they cover.
final class LogSection {
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
            .map(each -> "%s \"%s\"".formatted(each.place(), Words.shortened(each.text().strip())))
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
