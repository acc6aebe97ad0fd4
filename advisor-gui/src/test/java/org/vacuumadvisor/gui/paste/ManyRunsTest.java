package org.vacuumadvisor.gui.paste;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javafx.scene.Node;
import javafx.scene.Scene;
import javafx.scene.control.Label;
import javafx.scene.control.TableView;
import javafx.scene.control.skin.TableColumnHeader;
import javafx.scene.input.MouseButton;
import javafx.scene.input.MouseEvent;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.gui.Toolkit;
import org.vacuumadvisor.gui.paste.Reading.DocumentReader.RunCollector;
import org.vacuumadvisor.gui.work.Background;
import org.vacuumadvisor.gui.work.Workbench;

/// More runs than are kept whole.
class ManyRunsTest {
  private static final int RUNS = RunCollector.KEPT + 1_000;

  private final PasteModel model =
      new PasteModel(
          new Background(Runnable::run, Runnable::run), new Workbench(), UnaryOperator.identity());

  /// As somebody does who presses a title, three times: then they are as in the log.
  @Test
  void sortsByAFigureTheLargestFirst() throws Exception {
    var table = shown();
    press(table, "Took");
    Toolkit.await(() -> listed(table).getFirst().equals(RUNS - 1));
    press(table, "Took");
    Toolkit.await(() -> listed(table).getLast().equals(RUNS - 1));
    press(table, "Took");
    Toolkit.await(() -> listed(table).getFirst().equals(0));
    assertEquals(RUNS - 1, model.reading.get().orElseThrow().longest().orElseThrow());
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
        reading.document().line(model.marked.get().all().getFirst()).contains("automatic vacuum"));
  }

  @Test
  void putsWhatIsNotKnownLastEitherWay() throws Exception {
    var table = shown();
    press(table, "Slept");
    Toolkit.await(() -> listed(table).getFirst().equals(17));
    press(table, "Slept");
    Toolkit.await(() -> listed(table).equals(slept()));
  }

  private static List<Integer> slept() {
    return Stream.concat(Stream.of(17), IntStream.range(0, RUNS).filter(each -> each != 17).boxed())
        .toList();
  }

  @Test
  void findsRunsByTheirTable() throws Exception {
    var table = shown();

    Toolkit.run(() -> table.filterBy("ORDERS"));
    assertEquals(RUNS, listed(table).size());
    Toolkit.run(() -> table.filterBy("customers"));
    assertEquals(0, listed(table).size());
  }

  /// The runs in the order of the list.
  private static List<Integer> listed(RunTable table) {
    var items = Toolkit.first(table, TableView.class, _ -> true).orElseThrow().getItems();
    return Stream.of(items.toArray()).map(each -> ((RunLine) each).number).toList();
  }

  private RunTable shown() throws Exception {
    var reading = read();
    return Toolkit.in(() -> {
      var table = new RunTable(model);
      var stage = new Stage();
      stage.setScene(new Scene(table, 1400, 400));
      stage.show();
      table.show(reading.runs());
      table.layout();
      return table;
    });
  }

  private static void press(RunTable table, String title) throws Exception {
    Toolkit.run(() -> {
      table.applyCss();
      table.layout();
      var header =
          Toolkit.first(table, Label.class, each -> each.getText().equals(title)).orElseThrow();
      Node target = header;
      while (!(target instanceof TableColumnHeader)) {
        target = target.getParent();
      }
      for (var type : List.of(MouseEvent.MOUSE_PRESSED, MouseEvent.MOUSE_RELEASED)) {
        target.fireEvent(
            new MouseEvent(
                type,
                5,
                5,
                5,
                5,
                MouseButton.PRIMARY,
                1,
                false,
                false,
                false,
                false,
                true,
                false,
                false,
                true,
                false,
                true,
                null));
      }
    });
  }

  private Reading read() {
    var text = new StringBuilder();
    for (int run = 0; run < RUNS; run++) {
      text.append(run(run, run == RUNS - 1 ? 1_000 : 1));
    }
    model.read(text.toString());
    return model.reading.get().orElseThrow();
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
}
