package org.vacuumadvisor.gui.tables;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.TitledPane;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.gui.chart.Curves;
import org.vacuumadvisor.gui.chart.Curves.Figure;
import org.vacuumadvisor.gui.part.Boxes;
import org.vacuumadvisor.gui.part.Columns;
import org.vacuumadvisor.gui.part.PartNodes;
import org.vacuumadvisor.gui.part.PartSection;
import org.vacuumadvisor.gui.part.Severities;
import org.vacuumadvisor.gui.part.Texts;
import org.vacuumadvisor.gui.problem.ProblemList;
import org.vacuumadvisor.gui.screen.Place;
import org.vacuumadvisor.gui.screen.Shell;
import org.vacuumadvisor.gui.tables.Timelines.Moment;
import org.vacuumadvisor.gui.theme.Glyph;
import org.vacuumadvisor.gui.work.Workbench.Opened;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.RelationName;
import org.vacuumadvisor.report.Measure;
import org.vacuumadvisor.report.Part;
import org.vacuumadvisor.report.Part.Level;
import org.vacuumadvisor.report.Words;
import org.vacuumadvisor.report.assessment.TableReport;

/// Everything about one table. What has not changed when new figures come is left as it is.
final class TablePage {
  private static final double GAP = 10;
  private static final double BOTH = 55;

  private final Shell shell;
  private final Timelines timelines;
  private final Button back;
  private final Label name = Texts.wrapped("", "screen-title");
  private final Label workload = Texts.whole("", "faint");
  private final HBox worst = new HBox();
  private final ScrollPane scroll;
  private final VBox node;
  private Optional<RelationName> shown = Optional.empty();

  private final ProblemList problems;
  private final TitledPane more;
  private final PartSection triggers = new PartSection("");
  private final PartSection curves = new PartSection("");
  private final PartSection recommendations = new PartSection("");
  private final PartSection figures = new PartSection("Figures", PartNodes::figures);
  private final PartSection settings = new PartSection("Settings in effect", PartNodes::figures);
  private final PartSection indexes = new PartSection("Indexes");

  TablePage(Shell shell, Timelines timelines, Runnable goBack) {
    this.shell = shell;
    this.timelines = timelines;
    problems = new ProblemList(shell, Place.TABLES, ProblemList.Detail.ALL, _ -> {});
    back = Texts.button(Glyph.BACK, "All tables", goBack);
    var title = Boxes.row(GAP, back, name, workload);
    worst.setAlignment(Pos.CENTER_LEFT);
    var links =
        Boxes.row(GAP, Boxes.wide(worst), link(Place.TRY), link(Place.XRAY), link(Place.ADVICE));
    var head = new VBox(GAP, title, links);
    more = Texts.folded("Each change in full, and what is not recommended", recommendations);
    var content =
        new VBox(
            2 * GAP,
            problems,
            more,
            new Columns(
                BOTH, 2, new VBox(GAP, triggers, curves), new VBox(2 * GAP, figures, settings)),
            indexes);
    scroll = Boxes.scrolled(content);
    node = new VBox(head, scroll);
    node.getStyleClass().add("screen");
    node.addEventHandler(
        KeyEvent.KEY_PRESSED,
        key -> {
          if (key.getCode() == KeyCode.ESCAPE) {
            goBack.run();
            key.consume();
          }
        });
  }

  private Node link(Place place) {
    var link = Texts.button(place.glyph(), place.title(), () -> shell.navigator().go(place));
    return Texts.explained(link, place.purpose() + ", for this table");
  }

  Node node() {
    return node;
  }

  void shown() {
    back.requestFocus();
  }

  void show(TableLine line, Opened opened) {
    var assessment = opened.assessment();
    var table = line.relation();
    if (!shown.equals(Optional.of(table.name()))) {
      scroll.setVvalue(0);
      shown = Optional.of(table.name());
    }
    name.setText(Texts.inLines(Texts.shown(line.name())));
    workload.setText(Words.of(line.workload()));
    var report = TableReport.of(assessment, table);
    var verdict = report.verdict();
    worst.getStyleClass().setAll(Severities.style(verdict.worst()));
    worst
        .getChildren()
        .setAll(Severities.tag(verdict.worst()), Texts.wrapped(verdict.text(), "faint"));
    var notes = ProblemList.notes(assessment).stream().filter(line.findings()::contains).toList();
    problems.show(opened, report.problems(), notes);
    problems.setManaged(!problems.getChildren().isEmpty());
    var evidence = assessment.evidence();
    triggers.show(report.triggers());
    curves.show(curves(table, evidence, timelines.moments(table, evidence)));
    recommendations.show(report.recommendations());
    figures.show(report.figures());
    settings.show(report.settings());
    indexes.show(report.indexes());
    Boxes.show(more, recommendations.isManaged());
  }

  /// The past of one table as charts: dead rows, size and age over time, each against its trigger;
  /// only what there are two values of.
  static List<Part> curves(Relation table, Evidence evidence, List<Moment> moments) {
    var trigger = moments.stream().map(Moment::trigger).filter(each -> !each.isNaN()).toList();
    var caption =
        moments.isEmpty()
            ? ""
            : "From %s to %s, seen %d times."
                .formatted(
                    Words.moment(moments.getFirst().time()),
                    Words.moment(moments.getLast().time()),
                    moments.size());
    var curves = new Curves<>(moments, Moment::time, "now", caption);
    var forced = (double) evidence.options(table).trigger().freezeMaxAge().count();
    return Stream.of(
            curves.chart(
                "Dead rows over time",
                Measure.ROWS,
                trigger.isEmpty()
                    ? List.of()
                    : List.of(new Level("autovacuum comes", trigger.getLast())),
                new Figure<>("dead rows", Moment::deadRows)),
            curves.chart(
                "Size over time",
                Measure.BYTES,
                List.of(),
                new Figure<>("the table itself", Moment::bytes)),
            curves.chart(
                "Age over time",
                Measure.TRANSACTION_IDS,
                List.of(new Level("autovacuum is forced", forced)),
                new Figure<>("transaction IDs since its oldest row was frozen", Moment::age)))
        .flatMap(Optional::stream)
        .map(Part.class::cast)
        .toList();
  }
}
