package org.vacuumadvisor.gui.tables;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javafx.css.PseudoClass;
import javafx.scene.control.ContentDisplay;
import javafx.scene.control.TableCell;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.evidence.Reason;
import org.vacuumadvisor.evidence.Reason.Kind;
import org.vacuumadvisor.gui.part.Bar;
import org.vacuumadvisor.gui.part.Column;
import org.vacuumadvisor.gui.part.Severities;
import org.vacuumadvisor.model.TableKeys;
import org.vacuumadvisor.report.Words;
import org.vacuumadvisor.report.assessment.TableReport;
import org.vacuumadvisor.report.assessment.TableReport.SpaceText;
import org.vacuumadvisor.space.SpaceEstimate.Estimated;
import org.vacuumadvisor.space.SpaceEstimate.Unknown;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.unit.Share;
import org.vacuumadvisor.workload.WorkloadClass;

/// The columns of the list of tables, and what their cells say.
final class TableColumns {
  private static final List<String> SEVERITIES =
      List.of("text-critical", "text-warning", "text-advice", "text-info");
  private static final double GAP = 8;
  private static final double BAR = 32;
  private static final int HEADLINES = 5;
  private static final PseudoClass PASSED = PseudoClass.getPseudoClass("passed");

  /// By class, the surest first; what has no story last.
  private static final Comparator<TableLine> BY_WORKLOAD =
      Comparator.comparing(TableColumns::isQuiet)
          .thenComparing(line -> line.workload().kind())
          .thenComparing(line -> line.workload().confidence())
          .reversed();

  /// None first, the worst last; of equals what is blocked, past its threshold, and large last.
  private static final Comparator<TableLine> BY_FINDINGS =
      Comparator.comparing((TableLine line) -> line.worst().isPresent())
          .thenComparing(line -> line.worst().orElse(Severity.INFO), Comparator.reverseOrder())
          .thenComparing(line -> !line.blocked().isEmpty())
          .thenComparingInt(line -> line.findings().size())
          .thenComparingDouble(line -> line.urgency() >= 1 ? line.urgency() : 0)
          .thenComparing(line -> line.space().total().or(Bytes.NONE))
          .thenComparing(TableLine::name, Comparator.reverseOrder());

  private final Supplier<Instant> now;
  final Column<TableLine> findings =
      Column.text(
              "Findings",
              "What was found about the table, the worst first.",
              11,
              TableColumns::findings)
          .saying(TableColumns::headlines)
          .drawn(() -> TableColumns::drawFindings)
          .ordered(BY_FINDINGS);
  final List<Column<TableLine>> all;

  /// @param now the server's clock
  TableColumns(Supplier<Instant> now) {
    this.now = now;
    all =
        List.of(
            Column.text(
                "Table", "Schema and name, quoted where PostgreSQL needs it.", 16, TableLine::name),
            findings,
            Column.<TableLine>text(
                    "Workload",
                    "What applications do to the table, judged by its counters, and how sure that"
                        + " is.",
                    29,
                    row -> Words.of(row.workload()))
                .yielding()
                .ordered(BY_WORKLOAD),
            Column.<TableLine>figure(
                "Size",
                "The table with its indexes and its TOAST table, as pg_class knows them.",
                8,
                row -> row.space().total().known().orElse(null),
                row -> row.space().total().known().map(TableColumns::size).orElse("")),
            trigger(
                "Dead rows",
                "Row versions nobody can see any more, against the number at which autovacuum"
                    + " comes.",
                Kind.DEAD_ROWS,
                row -> row.relation().get(TableKeys.N_DEAD_TUP).known().orElse(null)),
            Column.<TableLine>figure(
                    "Last vacuum",
                    "When the last vacuum of either kind ended.",
                    13,
                    row -> row.relation().vacuumedLast().orElse(null),
                    row -> row.relation().vacuumedLast().map(this::ago).orElse(""))
                .saying(row -> row.relation().vacuumedLast().map(Words::moment).orElse(""))
                .yielding(),
            trigger(
                "Age",
                "Transaction IDs given out since its oldest row was frozen, against the age at"
                    + " which autovacuum is forced.",
                Kind.XID_AGE,
                row -> count(row, Kind.XID_AGE)),
            Column.<TableLine>figure(
                    "Bloat",
                    "The share of the table's own file that a rewrite would give back, and how far"
                        + " that can be believed.",
                    10,
                    TableColumns::bloat,
                    row -> bloat(row.space()))
                .saying(row -> SpaceText.validity(row.space().heapBloat())),
            trigger(
                    "Inserted",
                    "Rows inserted since the last vacuum, against the number at which autovacuum"
                        + " comes (13 and later).",
                    Kind.INSERTED_ROWS,
                    row -> count(row, Kind.INSERTED_ROWS))
                .yielding());
  }

  /// A figure with a bar that shows how near its trigger is: the mark in the middle is the trigger,
  /// the end is twice as far.
  private static Column<TableLine> trigger(
      String title,
      String meaning,
      Kind kind,
      Function<TableLine, ? extends @Nullable Number> count) {
    return Column.<TableLine>figure(
            title,
            meaning,
            17,
            row -> (Comparable<?>) count.apply(row),
            row -> count(count.apply(row)))
        .saying(row -> against(row.reason(kind)))
        .drawn(() -> {
          var bar = new Bar();
          bar.setMouseTransparent(true);
          bar.setMaxWidth(BAR);
          return (cell, row) -> {
            row.reason(kind)
                .ifPresent(reason -> {
                  bar.show(List.of(reason.share().fraction() / 2), OptionalDouble.of(0.5));
                  bar.pseudoClassStateChanged(PASSED, reason.isReached());
                });
            bar.setVisible(row.reason(kind).isPresent());
            cell.setContentDisplay(ContentDisplay.RIGHT);
            cell.setGraphicTextGap(GAP);
            cell.setGraphic(bar);
            cell.setAccessibleText(title + " " + against(row.reason(kind)));
          };
        });
  }

  /// The worst finding, with its sign and colour, and how many more there are.
  private static void drawFindings(TableCell<TableLine, TableLine> cell, TableLine row) {
    cell.getStyleClass().removeAll(SEVERITIES);
    cell.setText(worst(row));
    row.worst()
        .ifPresent(worst -> {
          cell.setGraphic(Severities.glyph(worst).node());
          cell.getStyleClass().add("text-" + Severities.style(worst));
        });
  }

  private static @Nullable Share bloat(TableLine row) {
    return row.space().heapBloat() instanceof Estimated known ? known.bloat() : null;
  }

  private static @Nullable Double count(TableLine row, Kind kind) {
    return row.reason(kind).map(Reason::count).orElse(null);
  }

  private static boolean isQuiet(TableLine line) {
    return line.workload().kind() == WorkloadClass.IDLE
        || line.workload().kind() == WorkloadClass.UNDETERMINED;
  }

  private static String size(Bytes size) {
    return size.count() > 0 ? size.toString() : "";
  }

  /// `3 h 5 min ago`.
  private String ago(Instant moment) {
    var ago = Duration.between(moment, now.get());
    return ago.toSeconds() < 1 ? "just now" : Quantities.duration(ago) + " ago";
  }

  /// A count as people speak of it: `950,000`, `12.3 million`.
  private static String count(@Nullable Object count) {
    return count instanceof Number number ? Quantities.rounded(number.longValue()) : "";
  }

  /// `12,345 of 10,050 (123 %)`.
  private static String against(Optional<Reason> reason) {
    return reason
        .map(each ->
            "%s of %s (%s)"
                .formatted(
                    Quantities.count(each.count()),
                    Quantities.count(each.limit()),
                    TableReport.gone(each.share())))
        .orElse("");
  }

  /// `38 %`; `about 38 %` where something speaks against it.
  private static String bloat(TableLine.Space space) {
    return switch (space.heapBloat()) {
      case Estimated known -> (known.isSound() ? "" : "about ") + known.bloat();
      case Unknown _ -> "";
    };
  }

  /// `1 warning, 1 advice, cleanup blocked`.
  private static String findings(TableLine row) {
    var counted = counted(row);
    return row.blocked().isEmpty()
        ? counted
        : counted.isEmpty() ? "cleanup blocked" : counted + ", cleanup blocked";
  }

  private static String counted(TableLine row) {
    return Words.counted(row.findings().stream().map(Finding::severity));
  }

  /// `Warning +2`: the severity of the worst, and how many more there are.
  private static String worst(TableLine row) {
    int all = row.findings().size() + (row.blocked().isEmpty() ? 0 : 1);
    var word = row.worst().map(Severities::word).orElse(row.blocked().isEmpty() ? "" : "Blocked");
    return all > 1 ? word + " +" + (all - 1) : word;
  }

  private static String headlines(TableLine row) {
    var lines =
        Stream.concat(
                row.findings().stream().map(Finding::headline),
                Stream.of(row.blocked()).filter(each -> !each.isEmpty()))
            .limit(HEADLINES)
            .collect(Collectors.joining("; "));
    return row.findings().size() > HEADLINES ? lines + "; …" : lines;
  }
}
