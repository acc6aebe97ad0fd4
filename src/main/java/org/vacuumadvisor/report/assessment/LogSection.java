package org.vacuumadvisor.report.assessment;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.vacuumadvisor.model.history.Counts;
import org.vacuumadvisor.model.history.History;
import org.vacuumadvisor.model.history.NoticeKind;
import org.vacuumadvisor.model.history.Occurrences;
import org.vacuumadvisor.model.history.TableHistory;
import org.vacuumadvisor.report.Part;
import org.vacuumadvisor.report.Words;
import org.vacuumadvisor.unit.Quantities;

/// What logs were read, how much of them was understood, and what time they cover.
final class LogSection {
  private static final int EXAMPLES = 3;
  private static final int LONGEST = 100;

  private LogSection() {}

  static Stream<Part> parts(History history) {
    var parts = new ArrayList<Part>();
    parts.add(new Part.Paragraph(coverage(history)));
    history.coverage().broken().stream()
        .map(line ->
            ("%s breaks off behind line %s: it is damaged, or was cut. What followed is missing"
                    + " here.")
                .formatted(line.input().name(), Quantities.count(line.line())))
        .map(Part.Paragraph::new)
        .forEach(parts::add);
    if (history.runs() > 0) {
      parts.add(new Part.Paragraph(Words.joined(runs(history), workers(history))));
    }
    history
        .notices(NoticeKind.YEAR_ASSUMED)
        .ifPresent(told ->
            parts.add(
                new Part.Paragraph(
                    ("The times in them have no year (%s). They are taken for the latest that"
                            + " neither today nor the file's own date rules out: from %s on.")
                        .formatted(told.first().place(), told.first().text()))));
    history
        .notices(NoticeKind.LINES_OUT_OF_ORDER)
        .ifPresent(told ->
            parts.add(
                new Part.Paragraph(
                    ("%s of %s left out: the lines are out of order, and nothing in them tells to"
                            + " which report each belongs. Read the server's own file, or an"
                            + " export that keeps the time of each line.")
                        .formatted(
                            Quantities.counted(reports(told), "report"),
                            told.first().place().input().name()))));
    return parts.stream();
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
            .map(each -> "%s \"%s\"".formatted(each.place(), shortened(each.text().strip())))
            .collect(Collectors.joining("; "))
        + (coverage.unknownLines() > EXAMPLES ? "; …." : ".");
  }

  private static String shortened(String text) {
    return text.length() > LONGEST
        ? text.substring(0, text.offsetByCodePoints(0, text.codePointCount(0, LONGEST))) + "…"
        : text;
  }

  private static String runs(History history) {
    var counts =
        List.of(
            counted(history.sum(Counts::vacuums), "vacuum", automatic(history)),
            counted(history.sum(Counts::rewrites), "rewrite", ""),
            history.sum(Counts::analyzes) == 0
                ? ""
                : Quantities.count(history.sum(Counts::analyzes))
                    + (history.sum(Counts::analyzes) == 1 ? " analyze" : " analyzes"));
    var what = counts.stream().filter(each -> !each.isEmpty()).collect(Collectors.joining(", "));
    return "%s of %s%s. Written by %s."
        .formatted(
            what,
            Quantities.counted(
                history.tables().stream().filter(LogSection::hasRuns).count(), "table"),
            span(history),
            history.releases());
  }

  private static boolean hasRuns(TableHistory table) {
    return table.counts().all() > 0;
  }

  private static String counted(long count, String noun, String more) {
    return count == 0 ? "" : Quantities.counted(count, noun) + more;
  }

  private static String automatic(History history) {
    long automatic = history.sum(Counts::automatic);
    return automatic == history.sum(Counts::vacuums)
        ? " by autovacuum"
        : automatic == 0
            ? " by hand"
            : " (%s by autovacuum)".formatted(Quantities.count(automatic));
  }

  private static String span(History history) {
    return history
        .span()
        .flatMap(span ->
            history
                .from()
                .flatMap(from ->
                    history
                        .to()
                        .map(to ->
                            ", from %s to %s (%s)"
                                .formatted(
                                    Words.moment(from),
                                    Words.moment(to),
                                    Quantities.duration(span)))))
        .orElse("");
  }

  private static String workers(History history) {
    int most = history.timeline().most();
    return most == 0
        ? ""
        : "At most %s at work at a time."
            .formatted(most == 1 ? "one worker was" : most + " workers were");
  }
}
