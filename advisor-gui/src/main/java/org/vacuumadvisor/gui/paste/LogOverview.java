package org.vacuumadvisor.gui.paste;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.DoubleBinaryOperator;
import java.util.function.IntConsumer;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.VBox;
import org.vacuumadvisor.gui.chart.Curves;
import org.vacuumadvisor.gui.chart.TrendsPane;
import org.vacuumadvisor.gui.part.Bar;
import org.vacuumadvisor.gui.part.Boxes;
import org.vacuumadvisor.gui.part.Column;
import org.vacuumadvisor.gui.part.Columns;
import org.vacuumadvisor.gui.part.DataTable;
import org.vacuumadvisor.gui.part.Texts;
import org.vacuumadvisor.gui.theme.Glyph;
import org.vacuumadvisor.gui.work.Memory;
import org.vacuumadvisor.report.Measure;
import org.vacuumadvisor.report.Part;
import org.vacuumadvisor.unit.Quantities;

/// A log as a whole: what all runs of a stretch of time come to, when they were at work, the tables
/// that took most, and the runs of one table over time.
final class LogOverview extends ScrollPane {
  /// Tables with a track of their own; the others are in the list.
  private static final int TRACKS = 10;

  private static final double GAP = 12;
  private static final double LIST = 300;

  /// Letters in a line from which on list and history stand side by side.
  private static final double WIDE = 42;

  /// The same for a figure with its name.
  private static final double TILE = 11.5;

  private static final String RUNS = "Vacuums and analyzes in the time that is shown";
  private static final String TIME =
      "From begin to end, of all runs in the time that is shown together";
  private static final String KEPT =
      "The most dead row versions that one run left because some transaction may still see them";

  private final Columns totals = new Columns(TILE, 5);
  private final Label period = Texts.line("", "faint");
  private final LogTimeline timeline;
  private final Column<TableSums> time = Figure.TOOK.column("Time", TIME, TableSums::seconds);
  private final DataTable<TableSums> tables =
      new DataTable<>(
          "Tables of the log; Enter lists the runs of one",
          "table",
          List.of(
              Column.text("Table", "The table that runs are of", 22, TableSums::table),
              Column.figure(
                  "Runs", RUNS, 8, TableSums::runs, each -> Quantities.count(each.runs())),
              time,
              Figure.REMOVED.column(TableSums::removed),
              Figure.KEPT.<TableSums>column("Kept, most", KEPT, TableSums::kept).yielding(),
              Figure.READ.<TableSums>column(TableSums::read).yielding(),
              Figure.DIRTIED.<TableSums>column(TableSums::dirtied).yielding()),
          TableSums::table);
  private final Label historyOf = Texts.line("", "section-title");
  private final TrendsPane history = new TrendsPane("", 1);
  private final VBox timed = new VBox(GAP / 2);
  private final FlowPane legend = new FlowPane(GAP, 2);
  private final Label untimed =
      Texts.wrapped(
          "These runs have no times, so they cannot be drawn over time. A server log has them with"
              + " %m in log_line_prefix.",
          "faint");
  private final IntConsumer choose;
  private RunStore store = new RunStore();
  private boolean isTimed;
  private TimeSpan whole = new TimeSpan(0, 1000);
  private TimeSpan span = whole;

  /// @param choose is given the number of the run that somebody points at
  /// @param showRuns is given the table whose runs are to be listed
  LogOverview(Memory memory, IntConsumer choose, Consumer<String> showRuns) {
    this.timeline = new LogTimeline(this::zoom, choose);
    this.choose = choose;
    setFitToWidth(true);
    getStyleClass().add("plain");
    timed.getStyleClass().addAll("card", "plain");
    timed.getChildren().addAll(timeHead(), timeline, legend);
    tables.onChoose(this::showHistory);
    tables.onOpen(each -> showRuns.accept(each.table()));
    tables.sortBy(Optional.of(time));
    var list =
        new VBox(
            GAP / 2,
            tables.head(Texts.line("Tables", "section-title"), memory, "log-columns"),
            Boxes.tall(tables));
    tables.setPrefHeight(LIST);
    var past = new VBox(GAP / 2, historyOf, history);
    past.setOnKeyPressed(timeline::key);
    past.setOnScroll(scroll -> timeline.scroll(scroll, history.time.get() * 1000 / span.length()));
    past.visibleProperty().bind(history.visibleProperty());
    past.managedProperty().bind(history.managedProperty());
    var beside = new Columns(WIDE, 2, list, past);
    var all = new VBox(GAP, totals, untimed, timed, Boxes.tall(beside));
    setFitToHeight(true);
    setContent(all);
  }

  /// Shows another log.
  void show(RunStore next) {
    store = next;
    whole = TimeSpan.of(next);
    isTimed = next.size() > 0 && next.isTimed(0);
    Boxes.show(timed, isTimed);
    Boxes.show(untimed, !isTimed);
    zoom(whole);
    setVvalue(0);
  }

  @Override
  public void requestFocus() {
    timeline.requestFocus();
  }

  private void zoom(TimeSpan next) {
    span = next;
    var sums =
        TableSums.of(store, next).stream()
            .sorted(Comparator.comparingDouble(each -> -each.seconds()))
            .toList();
    period.setText(next.inWords());
    timeline.draw(store, whole, next, sums.stream().limit(TRACKS).toList());
    totals.show(totals(sums));
    tables.show(sums);
    Optional.ofNullable(tables.getSelectionModel().getSelectedItem())
        .or(() -> sums.stream().findFirst())
        .ifPresent(each -> {
          tables.choose(Optional.of(each.table()));
          showHistory(each);
        });
  }

  /// The runs of one table that ended in the time that is shown: how long each took, what it
  /// removed, and what it had to keep.
  private void showHistory(TableSums sums) {
    var runs =
        store
            .within(span)
            .filter(run ->
                store.table(run) == sums.number() && span.overlaps(store.end(run), store.end(run)))
            .boxed()
            .toList();
    var curves =
        new Curves<>(
            runs,
            run -> Instant.ofEpochMilli(store.end(run)),
            "last",
            "",
            Instant.ofEpochMilli(span.from()),
            Instant.ofEpochMilli(span.to()));
    historyOf.setText("Runs of " + sums.table());
    history.show(
        Stream.of(
                curve(curves, Figure.TOOK, Measure.SECONDS),
                curve(curves, Figure.REMOVED, Measure.ROWS),
                curve(curves, Figure.KEPT, Measure.ROWS))
            .flatMap(Optional::stream)
            .toList(),
        Optional.of(Instant.ofEpochMilli(span.from())),
        seconds -> nearest(runs, span.from() + Math.round(seconds * 1000)));
  }

  private Optional<Part.Lines> curve(Curves<Integer> curves, Figure figure, Measure measure) {
    return curves.chart(
        figure.title,
        measure,
        List.of(),
        new Curves.Figure<>(figure.meaning, run -> store.figure(figure, run)));
  }

  private void nearest(List<Integer> runs, long time) {
    runs.stream()
        .min(Comparator.comparingLong(run -> Math.abs(store.end(run) - time)))
        .ifPresent(choose::accept);
  }

  private List<Node> totals(List<TableSums> sums) {
    var runs = new TreeMap<RunStore.Purpose, Long>();
    store.within(span).forEach(run -> runs.merge(store.purpose(run), 1L, Long::sum));
    legend.getChildren().clear();
    runs.forEach((purpose, count) -> {
      var key = "%s, %s".formatted(purpose.inWords(), Quantities.count(count));
      legend.getChildren().add(Bar.key("log-key-" + purpose.style(), key));
    });
    double seconds = all(sums, TableSums::seconds, Double::sum);
    var busy = LogTimeline.atWork(seconds * 1000 / span.length()) + " at work on average, ";
    var tables = "of " + Quantities.counted(sums.size(), "table");
    var dirtied = Figure.DIRTIED.words(all(sums, TableSums::dirtied, Double::sum)) + " dirtied";
    var read = Figure.READ.words(all(sums, TableSums::read, Double::sum));
    return List.of(
        total(
            "Most kept by a run",
            KEPT,
            rows(sums, TableSums::kept, Math::max),
            most(sums, TableSums::kept)),
        total(
            "Time of all runs",
            TIME,
            Figure.TOOK.words(seconds),
            (isTimed ? busy : "") + most(sums, TableSums::seconds)),
        total("Runs", RUNS, rows(sums, TableSums::runs, Double::sum), tables),
        total(
            "Dead rows removed",
            Figure.REMOVED.meaning,
            rows(sums, TableSums::removed, Double::sum),
            most(sums, TableSums::removed)),
        total("Read", Figure.READ.meaning, read, dirtied));
  }

  private static String rows(
      List<TableSums> sums, ToDoubleFunction<TableSums> figure, DoubleBinaryOperator how) {
    double count = all(sums, figure, how);
    return Double.isNaN(count) ? "" : Quantities.rounded(Math.round(count));
  }

  private static double all(
      List<TableSums> sums, ToDoubleFunction<TableSums> figure, DoubleBinaryOperator how) {
    return sums.stream()
        .mapToDouble(figure)
        .filter(each -> !Double.isNaN(each))
        .reduce(how)
        .orElse(Double.NaN);
  }

  private static String most(List<TableSums> sums, ToDoubleFunction<TableSums> figure) {
    return sums.stream()
        .filter(each -> figure.applyAsDouble(each) > 0)
        .max(Comparator.comparingDouble(figure))
        .map(each -> "most: " + each.table())
        .orElse("");
  }

  /// None where no run says it.
  private static Node total(String what, String meaning, String figure, String note) {
    var tile = Boxes.tile(what, figure, note, "");
    Boxes.show(tile, !figure.isEmpty());
    return Texts.explained(tile, meaning);
  }

  private Node timeHead() {
    return Boxes.row(
        GAP / 2,
        Texts.whole("Timeline", "section-title"),
        Boxes.wide(period),
        Texts.explained(
            Texts.flat(Glyph.SEARCH, "+", () -> timeline.zoom(0.5, 0.5)), "Look closer (+)"),
        Texts.explained(
            Texts.flat(Glyph.SEARCH, "−", () -> timeline.zoom(2, 0.5)), "Look wider (−)"),
        Texts.explained(
            Texts.flat(Glyph.SEARCH, "All", () -> zoom(whole)), "The whole log (Home)"));
  }
}
