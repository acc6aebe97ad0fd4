package org.vacuumadvisor.gui.paste;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.ScrollEvent;
import javafx.scene.layout.VBox;
import org.vacuumadvisor.gui.chart.Curves;
import org.vacuumadvisor.gui.chart.LinesChart;
import org.vacuumadvisor.gui.chart.TrendsPane;
import org.vacuumadvisor.gui.part.Boxes;
import org.vacuumadvisor.gui.part.Column;
import org.vacuumadvisor.gui.part.Columns;
import org.vacuumadvisor.gui.part.DataTable;
import org.vacuumadvisor.gui.part.Texts;
import org.vacuumadvisor.gui.theme.Glyph;
import org.vacuumadvisor.report.Measure;
import org.vacuumadvisor.report.Part;
import org.vacuumadvisor.unit.Quantities;

/// A log as a whole: what all runs of a stretch of time come to, when they were at work, the tables
/// that took most, and the runs of one table over time. All of it shows the same time.
final class LogOverview extends ScrollPane {
  private static final double GAP = 12;
  private static final double LIST = 300;
  private static final double CLOSER = 0.5;
  private static final double WIDER = 2;
  private static final double STRIDE = 0.25;

  /// Of the curves of runs at work.
  private static final int STEPS = 300;

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
  private final LinesChart atWork = new LinesChart();
  private final Column<RunSums> time = sum("Time", TIME, Figure.TOOK);
  private final DataTable<RunSums> tables =
      new DataTable<>(
          "Tables of the log; Enter lists the runs of one",
          "table",
          List.of(
              Column.text("Table", "The table that runs are of", 22, RunSums::table),
              Column.figure(
                  "Runs", RUNS, 8, RunSums::count, each -> Quantities.count(each.count())),
              time,
              sum("Removed", Figure.REMOVED.meaning, Figure.REMOVED),
              Figure.KEPT
                  .<RunSums>column("Kept, most", KEPT, each -> each.most(Figure.KEPT))
                  .yielding(),
              sum("Read", Figure.READ.meaning, Figure.READ).yielding(),
              sum("Dirtied", Figure.DIRTIED.meaning, Figure.DIRTIED).yielding()),
          RunSums::table);
  private final Label historyOf = Texts.line("", "section-title");
  private final TrendsPane history = new TrendsPane("", 1);
  private final VBox timed = new VBox(GAP / 2, timeHead(), atWork);
  private final Label untimed =
      Texts.wrapped(
          "These runs have no times, so they cannot be drawn over time. A server log has them with"
              + " %m in log_line_prefix.",
          "faint");
  private final IntConsumer choose;
  private List<RunLine> runs = List.of();
  private TimeSpan whole = TimeSpan.of(runs);
  private TimeSpan span = whole;

  /// @param choose is given the number of the run that somebody points at
  /// @param showRuns is given the table whose runs are to be listed
  LogOverview(IntConsumer choose, Consumer<String> showRuns) {
    this.choose = choose;
    setFitToWidth(true);
    setFitToHeight(true);
    getStyleClass().add("plain");
    timed.getStyleClass().addAll("card", "plain");
    atWork.timeProperty().bindBidirectional(history.time);
    atWork.onChoose(this::chooseLongest);
    tables.onChoose(this::showHistory);
    tables.onOpen(each -> showRuns.accept(each.table()));
    tables.sortBy(Optional.of(time));
    tables.setPrefHeight(LIST);
    var list =
        new VBox(GAP / 2, tables.head(Texts.line("Tables", "section-title")), Boxes.tall(tables));
    var past = new VBox(GAP / 2, historyOf, history);
    past.visibleProperty().bind(history.visibleProperty());
    past.managedProperty().bind(history.managedProperty());
    for (var charts : List.of(timed, past)) {
      charts.setOnKeyPressed(this::key);
      charts.addEventFilter(ScrollEvent.SCROLL, this::scroll);
    }
    var beside = new Columns(WIDE, 2, list, past);
    setContent(new VBox(GAP, totals, untimed, timed, Boxes.tall(beside)));
  }

  private static Column<RunSums> sum(String title, String meaning, Figure figure) {
    return figure.column(title, meaning, each -> each.sum(figure));
  }

  private Node timeHead() {
    return Boxes.row(
        GAP / 2,
        Texts.whole("Timeline", "section-title"),
        Boxes.wide(period),
        button(Glyph.SEARCH, "+", "Look closer (+)", () -> zoom(CLOSER)),
        button(Glyph.SEARCH, "−", "Look wider (−)", () -> zoom(WIDER)),
        button(Glyph.STEP_BACK, "Earlier", "Page up", () -> show(span.moved(-STRIDE, whole))),
        button(Glyph.STEP_ON, "Later", "Page down", () -> show(span.moved(STRIDE, whole))),
        button(Glyph.TABLES, "All", "The whole log (0)", () -> show(whole)));
  }

  private static Node button(Glyph glyph, String words, String meaning, Runnable action) {
    return Texts.explained(Texts.flat(glyph, words, action), meaning);
  }

  /// Shows another log.
  void show(List<RunLine> next) {
    runs = next;
    whole = TimeSpan.of(next);
    boolean isTimed = next.stream().anyMatch(each -> each.isTimed);
    Boxes.show(timed, isTimed);
    Boxes.show(untimed, !isTimed);
    show(whole);
    setVvalue(0);
  }

  @Override
  public void requestFocus() {
    atWork.requestFocus();
  }

  private void show(TimeSpan next) {
    span = next;
    var all = RunSums.of(runs, next);
    var sums = all.byTable();
    period.setText(next.inWords());
    atWork.draw(atWork(all), Optional.of(Instant.ofEpochMilli(next.from())));
    totals.show(totals(all, sums));
    tables.show(sums);
    Optional.ofNullable(tables.getSelectionModel().getSelectedItem())
        .or(() -> sums.stream().findFirst())
        .ifPresent(each -> {
          tables.choose(Optional.of(each.table()));
          showHistory(each);
        });
  }

  /// Looks closer or wider: what is pointed at stays where it is.
  private void zoom(double factor) {
    double about = history.time.get() * 1000 / span.length();
    show(span.zoomed(factor, Double.isNaN(about) ? 0.5 : about, whole));
  }

  private void key(KeyEvent key) {
    switch (key.getCode()) {
      case PLUS, ADD, EQUALS -> zoom(CLOSER);
      case MINUS, SUBTRACT -> zoom(WIDER);
      case PAGE_UP -> show(span.moved(-STRIDE, whole));
      case PAGE_DOWN -> show(span.moved(STRIDE, whole));
      case DIGIT0 -> show(whole);
      default -> {
        return;
      }
    }
    key.consume();
  }

  private void scroll(ScrollEvent scroll) {
    if (scroll.getDeltaY() != 0 && scroll.isControlDown()) {
      scroll.consume();
      zoom(scroll.getDeltaY() > 0 ? CLOSER : WIDER);
    }
  }

  /// How many runs of each purpose were at work.
  private static Part.Lines atWork(RunSums all) {
    var step = Duration.ofMillis(all.span().length() / STEPS);
    return new Part.Lines(
        "Runs at work at the same time",
        "Averages of %s each.".formatted(Quantities.duration(step)),
        Measure.WORKERS,
        Duration.ofMillis(all.span().length()),
        Stream.of(RunLine.Purpose.values())
            .map(all::of)
            .filter(each -> each.count() > 0)
            .map(LogOverview::curve)
            .toList(),
        List.of());
  }

  private static Part.Curve curve(RunSums some) {
    var means = some.atWork(STEPS);
    double step = (double) some.span().length() / 1e3 / STEPS;
    var busy = DoubleStream.of(means).summaryStatistics();
    return new Part.Curve(
        some.runs().getFirst().purpose.words,
        IntStream.range(0, STEPS)
            .mapToObj(at -> new Part.Point(step * (at + 0.5), means[at]))
            .toList(),
        "%s, at most %s at work"
            .formatted(
                Quantities.counted(some.count(), "run"), Measure.WORKERS.text(busy.getMax())));
  }

  /// The runs of one table that ended in the time that is shown: how long each took, what it
  /// removed, and what it had to keep.
  private void showHistory(RunSums table) {
    var ended =
        table.runs().stream()
            .filter(each -> each.isTimed && span.overlaps(each.end, each.end))
            .toList();
    var from = Instant.ofEpochMilli(span.from());
    var curves =
        new Curves<>(
            ended,
            run -> Instant.ofEpochMilli(run.end),
            "last",
            "",
            from,
            Instant.ofEpochMilli(span.to()));
    historyOf.setText("Runs of " + table.table());
    history.show(
        Stream.of(
                curve(curves, Figure.TOOK, Measure.SECONDS),
                curve(curves, Figure.REMOVED, Measure.ROWS),
                curve(curves, Figure.KEPT, Measure.ROWS))
            .flatMap(Optional::stream)
            .toList(),
        Optional.of(from),
        seconds -> chooseNearest(ended, at(seconds)));
  }

  private static Optional<Part.Lines> curve(
      Curves<RunLine> curves, Figure figure, Measure measure) {
    return curves.chart(
        figure.title,
        measure,
        List.of(),
        new Curves.Figure<>(figure.meaning, run -> run.figure(figure)));
  }

  private long at(double seconds) {
    return span.from() + Math.round(seconds * 1000);
  }

  private void chooseNearest(List<RunLine> some, long moment) {
    some.stream()
        .min(Comparator.comparingLong(run -> Math.abs(run.end - moment)))
        .ifPresent(run -> choose.accept(run.number));
  }

  /// Of the runs that were at work at a time the one that took longest.
  private void chooseLongest(double seconds) {
    long moment = at(seconds);
    runs.stream()
        .filter(run -> run.isTimed && run.begin <= moment && moment <= run.end)
        .max(Comparator.comparingLong(run -> run.end - run.begin))
        .ifPresent(run -> choose.accept(run.number));
  }

  private List<Node> totals(RunSums all, List<RunSums> sums) {
    double seconds = all.sum(Figure.TOOK);
    var busy = Measure.WORKERS.text(seconds * 1000 / span.length()) + " at work on average, ";
    return List.of(
        total(
            "Most kept by a run",
            KEPT,
            rows(all.most(Figure.KEPT)),
            most(sums, each -> each.most(Figure.KEPT))),
        total(
            "Time of all runs",
            TIME,
            Figure.TOOK.words(seconds),
            (timed.isVisible() ? busy : "") + most(sums, each -> each.sum(Figure.TOOK))),
        total(
            "Runs",
            RUNS,
            rows((double) all.count()),
            "of " + Quantities.counted(sums.size(), "table")),
        total(
            "Dead rows removed",
            Figure.REMOVED.meaning,
            rows(all.sum(Figure.REMOVED)),
            most(sums, each -> each.sum(Figure.REMOVED))),
        total(
            "Read",
            Figure.READ.meaning,
            Figure.READ.words(all.sum(Figure.READ)),
            Figure.DIRTIED.words(all.sum(Figure.DIRTIED)) + " dirtied"));
  }

  private static String rows(double count) {
    return Double.isNaN(count) ? "" : Quantities.rounded(Math.round(count));
  }

  private static String most(List<RunSums> sums, ToDoubleFunction<RunSums> figure) {
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
}
