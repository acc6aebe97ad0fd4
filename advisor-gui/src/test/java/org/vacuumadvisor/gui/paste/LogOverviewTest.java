package org.vacuumadvisor.gui.paste;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.UnaryOperator;
import javafx.scene.Scene;
import javafx.scene.control.Label;
import javafx.scene.control.TableView;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import jfx.incubator.scene.control.richtext.CodeArea;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.vacuumadvisor.gui.Pictures;
import org.vacuumadvisor.gui.Toolkit;
import org.vacuumadvisor.gui.Windows;
import org.vacuumadvisor.gui.chart.LinesChart;
import org.vacuumadvisor.gui.screen.Place;
import org.vacuumadvisor.gui.work.Background;
import org.vacuumadvisor.gui.work.Workbench;

class LogOverviewTest {
  /// Two runs of ten seconds at once, and one of twenty after them: 40 s of work in 30 s.
  private static final String THREE =
      run("10:00:10", "orders", 10, 100)
          + run("10:00:10", "items", 10, 50)
          + run("10:00:30", "orders", 20, 7);

  @Test
  void sumsUpTheRunsOfEachTable() {
    var sums = RunSums.of(read(THREE), TimeSpan.of(read(THREE))).byTable();

    assertEquals(
        List.of("public.orders", "public.items"), sums.stream().map(RunSums::table).toList());
    assertEquals(2, sums.getFirst().count());
    assertEquals(30, sums.getFirst().sum(Figure.TOOK));
    assertEquals(107, sums.getFirst().sum(Figure.REMOVED));
    assertEquals(8192 * 90 * 2, sums.getFirst().sum(Figure.READ));
  }

  @Test
  void countsWhatIsAtWorkInEachStep() {
    var runs = read(THREE);

    long from = TimeSpan.of(runs).from();
    assertArrayEquals(
        new double[] {2, 1, 1},
        RunSums.of(runs, new TimeSpan(from, from + 30_000)).atWork(3),
        1e-9);
  }

  @Test
  void leavesOutWhatIsNotInTheTimeThatIsShown() {
    var runs = read(THREE);
    var all = TimeSpan.of(runs);
    var sums = RunSums.of(runs, new TimeSpan(all.from(), all.from() + 5_000)).byTable();

    assertEquals(List.of(1L, 1L), sums.stream().map(RunSums::count).toList());
  }

  /// Half of the two runs of ten seconds.
  @Test
  void countsThePartOfARunThatLiesInTheTimeThatIsShown() {
    var runs = read(THREE);
    var all = TimeSpan.of(runs);
    var sums = RunSums.of(runs, new TimeSpan(all.from(), all.from() + 5_000)).byTable();

    assertEquals(List.of(5.0, 5.0), sums.stream().map(each -> each.sum(Figure.TOOK)).toList());
    assertEquals(List.of(50.0, 25.0), sums.stream().map(each -> each.sum(Figure.REMOVED)).toList());
  }

  /// One run of six weeks leaves the others their room.
  @Test
  void coversTheTimeInWhichManyRunsEnded() {
    var text = new StringBuilder();
    for (int run = 0; run < 60; run++) {
      text.append(run("10:%02d:00".formatted(run), "orders", run == 30 ? 3_600_000 : 10, 1));
    }
    var span = TimeSpan.of(read(text.toString()));

    assertEquals(3_540_000 * 9 / 8 + 1, span.length());
  }

  @Test
  void neverLeavesTheLogWhenItIsZoomedOrMoved() {
    var whole = new TimeSpan(1_000_000, 1_100_000);
    var half = whole.zoomed(0.5, 1, whole);

    assertEquals(new TimeSpan(1_050_000, 1_100_000), half);
    assertEquals(half, half.moved(1, whole));
    assertEquals(whole, half.zoomed(10, 0.3, whole));
    assertEquals(new TimeSpan(1_000_000, 1_050_000), half.moved(-5, whole));
  }

  @Test
  void showsADayOfALogZoomsAndGoesToTheRunsOfATable(@TempDir Path directory) throws Exception {
    var log = Files.writeString(directory.resolve("day.log"), day());
    try (var window = Windows.open()) {
      window.with(scene ->
          Toolkit.first(scene.getRoot(), CodeArea.class, CodeArea::isEditable)
              .orElseThrow()
              .setText(read(log)));
      Toolkit.await(() -> window.workbench().opened().isPresent());
      press(window, KeyCode.L, true);
      Toolkit.await(() -> charts(window.scene()).size() > 1);
      assertTrue(
          says(window, "Dead rows removed"),
          () -> Toolkit.words(window.scene().getRoot()).toString());
      Pictures.ofAllLooks(window, Place.PASTE, "overview");

      var whole = period(window);
      press(window, KeyCode.PLUS, false);
      assertTrue(!period(window).equals(whole), whole);
      var half = seconds(window);
      assertEquals(List.of(half.getFirst()), half.stream().distinct().toList());
      window.with(scene -> charts(scene).getLast().requestFocus());
      press(window, KeyCode.PLUS, false);
      assertEquals(half.getFirst() / 2, seconds(window).getFirst(), "zoomed here, zoomed there");
      var quarter = period(window);
      press(window, KeyCode.PAGE_UP, false);
      assertTrue(!period(window).equals(quarter), quarter);
      Pictures.ofAllLooks(window, Place.PASTE, "zoomed");
      window.with(scene -> charts(scene).getFirst().requestFocus());
      press(window, KeyCode.DIGIT0, false);
      assertEquals(whole, period(window));

      window.with(scene -> {
        var tables = Toolkit.first(scene.getRoot(), TableView.class, _ -> true).orElseThrow();
        tables.fireEvent(
            new KeyEvent(KeyEvent.KEY_PRESSED, "", "", KeyCode.ENTER, false, false, false, false));
      });
      Toolkit.await(() -> charts(window.scene()).isEmpty());
      assertTrue(says(window, " of 2,000 runs"));
    }
  }

  /// VACUUM VERBOSE says no time: there is nothing to draw, and no title of a drawing.
  @Test
  void drawsNothingWhereRunsHaveNoTimes() throws Exception {
    try (var window = Windows.open()) {
      window.with(scene ->
          Toolkit.first(scene.getRoot(), CodeArea.class, CodeArea::isEditable)
              .orElseThrow()
              .setText(
                  """
                  INFO:  "orders": found 100 removable, 400 nonremovable row versions in 90 out of 90 pages
                  DETAIL:  0 dead row versions cannot be removed yet, oldest xmin: 500
                  INFO:  "items": found 50 removable, 900 nonremovable row versions in 80 out of 80 pages
                  DETAIL:  10 dead row versions cannot be removed yet, oldest xmin: 500
                  """
                      .repeat(3)));
      Toolkit.await(() -> window.workbench().opened().isPresent());
      press(window, KeyCode.L, true);

      assertTrue(says(window, "These runs have no times"));
      assertTrue(!says(window, "0 s") && !says(window, "0 bytes"), "what is not known is no zero");
      var title =
          Toolkit.first(
              window.scene().getRoot(), Label.class, each -> each.getText().startsWith("Runs of "));
      assertTrue(title.isEmpty() || !title.get().getParent().isVisible());
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException failure) {
      throw new AssertionError(failure);
    }
  }

  /// Forty tables, the first much more often than the last.
  private static String day() {
    var random = new Random(1);
    var text = new StringBuilder();
    for (int run = 0; run < 2_000; run++) {
      int second = run * 43 + random.nextInt(40);
      int table = (int) (40 * random.nextDouble() * random.nextDouble());
      text.append(
          run(
              "%02d:%02d:%02d".formatted(second / 3600, second / 60 % 60, second % 60),
              "table_%02d".formatted(table),
              random.nextDouble() * 300 / (table + 1),
              random.nextInt(100_000)));
    }
    return text.toString();
  }

  private static String run(String time, String table, double seconds, long removed) {
    return String.format(
        Locale.ROOT,
        """
        2026-11-20 %s.000 UTC [100] LOG:  automatic vacuum of table "shop.public.%s": index scans: 0
        \tpages: 0 removed, 90 remain, 90 scanned (100.00%% of total), 0 eagerly scanned
        \ttuples: %d removed, 500 remain, 0 are dead but not yet removable
        \tavg read rate: 1.000 MB/s, avg write rate: 0.005 MB/s
        \tbuffer usage: 900 hits, 90 reads, 9 dirtied
        \tsystem usage: CPU: user: 0.00 s, system: 0.00 s, elapsed: %.2f s
        """,
        time,
        table,
        removed,
        seconds);
  }

  private static List<RunLine> read(String text) {
    var model =
        new PasteModel(
            new Background(Runnable::run, Runnable::run),
            new Workbench(),
            UnaryOperator.identity());
    model.read(text);
    return model.reading.get().orElseThrow().runs();
  }

  /// That of runs at work, and those of the runs of a table.
  private static List<LinesChart> charts(Scene scene) {
    return Toolkit.all(scene.getRoot())
        .filter(LinesChart.class::isInstance)
        .map(LinesChart.class::cast)
        .toList();
  }

  /// How much time each of them shows.
  private static List<Long> seconds(Windows window) throws Exception {
    return Toolkit.in(() ->
        charts(window.scene()).stream().map(each -> each.lines().span().toSeconds()).toList());
  }

  private static String period(Windows window) throws Exception {
    return Toolkit.in(() ->
        Toolkit.words(window.scene().getRoot()).stream()
            .filter(each -> each.contains(" UTC, "))
            .findFirst()
            .orElse(""));
  }

  private static boolean says(Windows window, String part) throws Exception {
    return Toolkit.in(() ->
        Toolkit.words(window.scene().getRoot()).stream().anyMatch(each -> each.contains(part)));
  }

  private static void press(Windows window, KeyCode code, boolean withShortcut) throws Exception {
    window.with(scene -> {
      var owner = scene.getFocusOwner() == null ? scene.getRoot() : scene.getFocusOwner();
      owner.fireEvent(
          new KeyEvent(KeyEvent.KEY_PRESSED, "", "", code, false, withShortcut, false, false));
    });
  }
}
