package org.vacuumadvisor.gui.tryout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import javafx.event.ActionEvent;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.CheckBox;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Slider;
import javafx.scene.control.TextField;
import jfx.incubator.scene.control.richtext.CodeArea;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.forecast.cluster.TableStart;
import org.vacuumadvisor.gui.Pictures;
import org.vacuumadvisor.gui.Toolkit;
import org.vacuumadvisor.gui.Windows;
import org.vacuumadvisor.gui.chart.LinesChart;
import org.vacuumadvisor.gui.screen.Place;
import org.vacuumadvisor.report.Part;

class TryScreenTest {
  private Windows window;

  @BeforeEach
  void open() throws Exception {
    window = Windows.open();
    window.go(Place.TRY);
  }

  @AfterEach
  void close() {
    window.close();
  }

  @Test
  void offersAnExampleWhereNothingIsOpen() throws Exception {
    Pictures.ofAllLooks(window, Place.TRY, "empty");
    click("Show an example");

    Toolkit.await(() -> charts().size() == 4 && !charts().getFirst().curves().isEmpty());
    assertEquals(1, Toolkit.in(this::charts).getFirst().curves().size());
    Pictures.ofAllLooks(window, Place.TRY, "today");
  }

  @Test
  void aSliderChangesTheChart() throws Exception {
    openExample();
    var before = Toolkit.in(this::charts).getFirst();
    window.with(_ -> slider("autovacuum_naptime").setValue(3));

    Toolkit.await(() -> charts().getFirst().curves().size() == 2);
    var after = Toolkit.in(this::charts).getFirst();
    assertEquals(values(before.curves().getFirst()), values(after.curves().getFirst()));
    assertNotEquals(values(after.curves().get(0)), values(after.curves().get(1)));
    assertTrue(Toolkit.in(this::script).contains("autovacuum_naptime = '10s'"));
    Pictures.ofAllLooks(window, Place.TRY, "tried");

    click("Back to today");
    Toolkit.await(() -> charts().getFirst().curves().size() == 1);
    assertEquals("", Toolkit.in(this::script));
  }

  @Test
  void takesOverWhatTheAdvisorRecommends() throws Exception {
    var off = TryModelTest.withAutovacuumOff();
    window.with(_ -> window.workbench().open(off));
    Toolkit.await(() -> charts().size() == 4 && !charts().getFirst().curves().isEmpty());
    click("Use the advisor's values");

    Toolkit.await(() -> script().contains("ALTER SYSTEM SET autovacuum = "));
    Toolkit.await(() -> charts().getFirst().curves().size() == 2);
    Pictures.ofAllLooks(window, Place.TRY, "advised");
  }

  @Test
  void saysWhoBlocksCleanupAndSimulatesWithoutThem() throws Exception {
    var blocked = TryModelTest.blocked();
    window.with(_ -> window.workbench().open(blocked));
    Toolkit.await(() -> charts().size() == 4 && !charts().getFirst().curves().isEmpty());
    Toolkit.await(() -> says("cleanup is blocked by replication slot standby_2"));
    window.with(_ -> slider("autovacuum_vacuum_scale_factor").setValue(1));
    Toolkit.await(() -> charts().getFirst().curves().size() == 2);
    Toolkit.await(() -> !says("Simulating "));
    Pictures.ofAllLooks(window, Place.TRY, "blocked");

    window.with(scene ->
        Toolkit.first(
                scene.getRoot(), CheckBox.class, each -> each.getText().startsWith("Simulate"))
            .orElseThrow()
            .fire());
    Toolkit.await(() -> says("Simulated as if replication slot standby_2 had ended."));
  }

  @Test
  void looksAtTheTableThatIsChosen() throws Exception {
    openExample();
    window.with(_ -> {
      var tables = tables();
      tables.setValue(
          tables.getItems().stream()
              .filter(each -> each.name().sql().equals("public.events"))
              .findFirst()
              .orElseThrow());
    });

    Toolkit.await(() -> charts().getFirst().title().equals("Dead rows of public.events"));
  }

  @Test
  void aLongNameOfATableLeavesTheSlidersTheirRoom() throws Exception {
    openExample();
    window.with(_ -> tables().setPrefWidth(2_000));
    Toolkit.await(() -> tables().getWidth() > 0);

    double end = Toolkit.in(() -> end(field("autovacuum_naptime")));
    assertTrue(end < Toolkit.in(() -> window.scene().getWidth() / 2), "ends at " + end);
  }

  private static double end(Node node) {
    return node.localToScene(node.getLayoutBounds()).getMaxX();
  }

  private boolean says(String text) {
    return Toolkit.words(window.scene().getRoot()).stream().anyMatch(each -> each.contains(text));
  }

  @Test
  void refusesAValueThatTheServerWouldRefuse() throws Exception {
    openExample();
    window.with(_ -> {
      var field = field("autovacuum_naptime");
      field.setText("0");
      field.fireEvent(new ActionEvent());
    });

    Toolkit.await(() ->
        Toolkit.words(window.scene().getRoot()).stream()
            .anyMatch(each -> each.contains("PostgreSQL accepts 1 to")));
    assertFalse(Toolkit.in(this::script).contains("naptime"));
  }

  private static List<Double> values(Part.Curve curve) {
    return curve.points().stream().map(Part.Point::value).toList();
  }

  private void openExample() throws Exception {
    click("Show an example");
    Toolkit.await(() -> charts().size() == 4 && !charts().getFirst().curves().isEmpty());
  }

  private void click(String button) throws Exception {
    window.with(scene ->
        Toolkit.first(scene.getRoot(), Button.class, each -> each.getText().equals(button))
            .orElseThrow()
            .fire());
  }

  private Slider slider(String name) {
    return Toolkit.first(
            window.scene().getRoot(), Slider.class, each -> name.equals(each.getAccessibleText()))
        .orElseThrow();
  }

  @SuppressWarnings("unchecked") // the only box of tables there is
  private ComboBox<TableStart> tables() {
    return Toolkit.first(
            window.scene().getRoot(),
            ComboBox.class,
            each -> "Table to look at".equals(each.getAccessibleText()))
        .orElseThrow();
  }

  private TextField field(String name) {
    return Toolkit.all(window.scene().getRoot())
        .filter(TextField.class::isInstance)
        .map(TextField.class::cast)
        .filter(each -> name.equals(each.getAccessibleText()))
        .reduce((_, last) -> last)
        .orElseThrow();
  }

  private String script() {
    return Toolkit.first(window.scene().getRoot(), CodeArea.class, _ -> true)
        .map(each -> each.getText().replaceAll("\\s+", " "))
        .orElse("");
  }

  private List<Part.Lines> charts() {
    return Toolkit.all(window.scene().getRoot())
        .filter(LinesChart.class::isInstance)
        .distinct()
        .map(each -> ((LinesChart) each).lines())
        .toList();
  }
}
