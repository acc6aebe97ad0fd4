package org.vacuumadvisor.report.assessment;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.vacuumadvisor.comparison.Comparison;
import org.vacuumadvisor.comparison.Comparison.Move;
import org.vacuumadvisor.comparison.Comparison.Outcome;
import org.vacuumadvisor.comparison.Comparison.Shift;
import org.vacuumadvisor.comparison.Figures;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.report.Measure;
import org.vacuumadvisor.report.Part;
import org.vacuumadvisor.report.Part.Column;
import org.vacuumadvisor.report.ReportOptions;
import org.vacuumadvisor.report.Words;
import org.vacuumadvisor.unit.Quantities;

/// What changed since an earlier assessment: findings, what became of the recommendations, and the
/// figures that tell how the server fares.
public record ComparisonSection(ReportOptions options) {

  Stream<Part> parts(Comparison comparison, Instant now) {
    var parts = new ArrayList<Part>();
    parts.add(new Part.Heading("What changed"));
    parts.add(new Part.Paragraph(summary(comparison, now)));
    comparison.doubts().forEach(each -> parts.add(new Part.Paragraph(each)));
    grid(
            List.of(Column.text("Finding"), Column.text("")),
            comparison.findings().stream()
                .filter(each -> each.kind() != Shift.Kind.SAME)
                .map(ComparisonSection::row)
                .toList())
        .forEach(parts::add);
    grid(
            List.of(Column.text("Recommended"), Column.text("")),
            comparison.recommendations().stream()
                .filter(each -> each.state() != Outcome.State.OPEN)
                .map(each -> List.of(word(each.state()), each.advised().title()))
                .toList())
        .forEach(parts::add);
    var figures = comparison.figures().stream().map(ComparisonSection::row).toList();
    if (!figures.isEmpty()) {
      parts.add(
          new Part.Grid(
              List.of(
                  Column.text("Figure"),
                  Column.number("Then"),
                  Column.number("Now"),
                  Column.number("Change")),
              figures));
    }
    return parts.stream();
  }

  private Stream<Part> grid(List<Column> columns, List<List<String>> rows) {
    if (rows.isEmpty()) {
      return Stream.empty();
    }
    int beyond = rows.size() - options.lines();
    var shown = rows.stream().limit(options.lines()).toList();
    return Stream.concat(
        Stream.of(new Part.Grid(columns, shown)),
        beyond <= 0
            ? Stream.empty()
            : Stream.of(
                new Part.Paragraph("And %d more; the JSON has them all.".formatted(beyond))));
  }

  /// The whole of it in a few sentences.
  public static String summary(Comparison comparison, Instant now) {
    var earlier = comparison.earlier().surveyedAt();
    return Words.joined(
        "Compared with %s, %s before."
            .formatted(Words.moment(earlier), Quantities.duration(Duration.between(earlier, now))),
        findings(comparison),
        recommendations(comparison));
  }

  private static String findings(Comparison comparison) {
    var counts =
        Stream.of(Shift.Kind.values())
            .filter(each -> comparison.count(each) > 0)
            .map(each -> comparison.count(each) + " " + word(each))
            .collect(Collectors.joining(", "));
    return counts.isEmpty() ? "No finding then, none now." : "Findings: %s.".formatted(counts);
  }

  private static String recommendations(Comparison comparison) {
    var counts =
        Stream.of(Outcome.State.values())
            .filter(each -> comparison.count(each) > 0)
            .map(each -> comparison.count(each) + " " + word(each))
            .collect(Collectors.joining(", "));
    return counts.isEmpty() ? "" : "What was recommended then: %s.".formatted(counts);
  }

  private static List<String> row(Shift shift) {
    return List.of(
        shift.before().isPresent() && shift.now().isPresent()
            ? "%s: %s → %s"
                .formatted(
                    word(shift.kind()),
                    word(shift.before().get().severity()),
                    word(shift.now().get().severity()))
            : word(shift.kind()) + ": " + word(shift.latest().severity()),
        shift.latest().headline());
  }

  private static String word(Severity severity) {
    return severity.name().toLowerCase(Locale.ROOT);
  }

  public static String word(Shift.Kind kind) {
    return switch (kind) {
      case NEW -> "new";
      case WORSE -> "worse";
      case BETTER -> "better";
      case GONE -> "gone";
      case SAME -> "as before";
    };
  }

  public static String word(Outcome.State state) {
    return switch (state) {
      case FOLLOWED -> "done";
      case OPEN -> "still to do";
      case LAPSED -> "no longer needed";
    };
  }

  private static List<String> row(Move move) {
    return List.of(
        word(move.name()),
        text(move.name(), move.before()),
        text(move.name(), move.now()),
        change(move));
  }

  private static String change(Move move) {
    double difference = move.now() - move.before();
    var text = text(move.name(), Math.abs(difference));
    return difference == 0 ? "none" : (difference > 0 ? "+" : "−") + text;
  }

  private static String word(Figures.Name name) {
    return switch (name) {
      case DEAD_ROWS -> "dead rows";
      case TABLES_PAST_THRESHOLD -> "tables past their threshold";
      case SIZE -> "size of the tables";
      case TRANSACTION_AGE -> "oldest transaction age";
      case MULTIXACT_AGE -> "oldest multixact age";
      case HORIZON_AGE -> "oldest horizon held";
      case TRANSACTIONS_PER_SECOND -> "transaction IDs a second";
    };
  }

  private static String text(Figures.Name name, double value) {
    return switch (name) {
      case DEAD_ROWS, TABLES_PAST_THRESHOLD, TRANSACTION_AGE, MULTIXACT_AGE, HORIZON_AGE ->
          Quantities.count(value);
      case SIZE -> Measure.BYTES.text(value);
      case TRANSACTIONS_PER_SECOND -> Measure.ROWS_A_SECOND.text(value);
    };
  }
}
