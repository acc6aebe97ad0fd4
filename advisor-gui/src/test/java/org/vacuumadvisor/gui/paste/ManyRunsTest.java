package org.vacuumadvisor.gui.paste;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import javafx.scene.control.TableColumn;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.gui.work.Background;
import org.vacuumadvisor.gui.work.Workbench;

/// More runs than are kept whole.
class ManyRunsTest {
  private static final int RUNS = RunCollector.KEPT + 1_000;

  private final PasteModel model =
      new PasteModel(
          new Background(Runnable::run, Runnable::run), new Workbench(), UnaryOperator.identity());

  @Test
  void sortsByAFigureOfTheLastRunOfAll() {
    var reading = read();

    var sorted = RunOrder.sorted(reading.store(), all(), List.of(column(Figure.TOOK)));
    assertEquals(RUNS - 1, sorted[0]);
    assertEquals(1_000, reading.store().figure(Figure.TOOK, sorted[0]));
    assertEquals(RUNS - 1, reading.longest().orElseThrow());
  }

  @Test
  void drawsARunThatWasNotKept() {
    var reading = read();
    int last = RUNS - 1;

    var run = reading.run(last).orElseThrow();
    assertEquals("orders", run.heading().name().table());
    assertEquals(1_000d, run.elapsedSeconds());
    model.select(last);
    assertTrue(
        reading
            .document()
            .line(model.markedProperty().get().all().getFirst())
            .contains("automatic vacuum"));
  }

  @Test
  void putsWhatIsNotKnownLastEitherWay() {
    var store = read().store();
    var slept = column(Figure.SLEPT);
    int first = RunOrder.sorted(store, all(), List.of(slept))[0];
    assertEquals(7.5, store.figure(Figure.SLEPT, first));
    slept.setSortType(TableColumn.SortType.ASCENDING);

    assertEquals(first, RunOrder.sorted(store, all(), List.of(slept))[0]);
  }

  @Test
  void findsRunsByTheirTable() {
    var store = read().store();

    assertEquals(RUNS, RunOrder.filtered(store, "ORDERS").length);
    assertEquals(0, RunOrder.filtered(store, "customers").length);
  }

  private Reading read() {
    var text = new StringBuilder();
    for (int run = 0; run < RUNS; run++) {
      text.append(run(run, run == RUNS - 1 ? 1_000 : 1));
    }
    model.read(text.toString());
    return model.readingProperty().get().orElseThrow();
  }

  private static String run(int number, double seconds) {
    return String.format(
        Locale.ROOT,
        """
        2026-11-20 %02d:%02d:%02d.000 UTC [100] LOG:  automatic vacuum of table "shop.public.orders": index scans: 0
        \tpages: 0 removed, 90 remain, 90 scanned (100.00%% of total), 0 eagerly scanned
        \ttuples: 7 removed, 500 remain, 0 are dead but not yet removable
        %s\tsystem usage: CPU: user: 0.00 s, system: 0.00 s, elapsed: %.2f s
        """,
        number / 3600,
        number / 60 % 60,
        number % 60,
        number == 17 ? "\tdelay time: 7500.000 ms\n" : "",
        seconds);
  }

  private static int[] all() {
    return IntStream.range(0, RUNS).toArray();
  }

  private static TableColumn<Integer, String> column(Figure figure) {
    var column = new TableColumn<Integer, String>();
    column.setUserData(figure);
    column.setSortType(TableColumn.SortType.DESCENDING);
    return column;
  }
}
