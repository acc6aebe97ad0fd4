package org.vacuumadvisor.gui.freeze;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.TextField;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.freeze.FreezeOptions;
import org.vacuumadvisor.freeze.FreezePlan;
import org.vacuumadvisor.freeze.Sources;
import org.vacuumadvisor.freeze.Windows;
import org.vacuumadvisor.freeze.Windows.Window;
import org.vacuumadvisor.freeze.report.FreezeReport;
import org.vacuumadvisor.gui.part.Boxes;
import org.vacuumadvisor.gui.part.PartNodes;
import org.vacuumadvisor.gui.part.Texts;
import org.vacuumadvisor.gui.screen.Place;
import org.vacuumadvisor.gui.screen.Placeholders;
import org.vacuumadvisor.gui.screen.Screen;
import org.vacuumadvisor.gui.screen.Shell;
import org.vacuumadvisor.gui.screen.WhenShown;
import org.vacuumadvisor.gui.work.Workbench.Opened;
import org.vacuumadvisor.report.Part;

/// Tells when tables come to their limits, and plans to freeze them before: the report of the
/// freeze plan, for quiet hours that one may give.
public final class FreezeScreen extends Screen {
  private static final double GAP = 10;

  private final VBox content = new VBox(GAP);
  private final VBox messages = new VBox();
  private final ScrollPane report = Boxes.scrolled(null);
  private Optional<Evidence> evidence = Optional.empty();
  private List<Window> windows = List.of();

  public FreezeScreen(Shell shell) {
    super(shell, new StackPane(), "screen");
    content.getChildren().setAll(head(), messages, report);
    var opened = new WhenShown<Optional<Opened>>(node, this::open);
    shell.workbench().openedProperty().subscribe(opened::accept);
  }

  private Node head() {
    var title = Texts.whole("Freeze plan", "screen-title");
    var hours = new TextField();
    hours.setPromptText("02:00-04:00; Sat 01:00-06:00");
    hours.setPrefColumnCount(18);
    hours.setAccessibleText("Quiet hours");
    hours.setOnAction(_ -> quietHours(hours.getText()));
    var label = new Label("Quiet hours");
    label.setLabelFor(hours);
    Texts.explained(
        hours,
        "When vacuumdb may run, by the server's clock: \"Sat 02:00-05:00\", \"Mon-Fri"
            + " 23:30-01:00\", \"02:00-04:00\" for every night, with semicolons between. Enter"
            + " plans anew.");
    return Boxes.row(GAP, title, Boxes.wide(new Region()), label, hours);
  }

  /// Plans for other quiet hours.
  ///
  /// @param text windows as [Window#parse] reads them, with semicolons between; empty for the usual
  private void quietHours(String text) {
    try {
      windows =
          Arrays.stream(text.split(";"))
              .map(String::strip)
              .filter(each -> !each.isEmpty())
              .map(Window::parse)
              .toList();
      Placeholders.say(messages, "");
      evidence.ifPresent(this::plan);
    } catch (IllegalArgumentException mistake) {
      Placeholders.say(messages, mistake.getMessage() + ".");
    }
  }

  private void open(Optional<Opened> opened) {
    evidence = opened.map(each -> each.assessment().evidence());
    Placeholders.say(messages, "");
    var refusal = evidence.flatMap(each -> FreezePlan.refusal(each.survey()));
    if (evidence.isPresent() && refusal.isEmpty()) {
      node.getChildren().setAll(content);
      report.setContent(null);
      plan(evidence.get());
    } else {
      node.getChildren().setAll(empty(refusal));
    }
  }

  /// A plan in words, which takes its time where there are thousands of tables.
  private static List<Part> planned(Evidence evidence, List<Window> hours) {
    var survey = evidence.survey();
    var sources = new Sources(survey, evidence.older().stream().toList(), evidence.history());
    var zone = Windows.zoneOf(survey);
    var windows = hours.isEmpty() ? Windows.usual(zone) : Windows.of(hours, zone);
    return FreezeReport.of(FreezePlan.of(sources, FreezeOptions.usual(survey).with(windows)))
        .parts();
  }

  private void plan(Evidence of) {
    var hours = windows;
    shell.start(
        _ -> planned(of, hours),
        parts -> {
          if (evidence.equals(Optional.of(of)) && windows.equals(hours)) {
            report.setContent(PartNodes.column(parts));
          }
        },
        sentence -> Placeholders.say(messages, sentence));
  }

  private Node empty(Optional<String> refusal) {
    return Placeholders.empty(
        refusal.isEmpty() ? "When do tables have to be frozen?" : "There is no plan for this",
        refusal.orElse(
            "Autovacuum freezes a table by force, at whatever hour, once its oldest row is"
                + " autovacuum_freeze_max_age transactions old. Connect to a server to see when"
                + " that comes, and a plan to freeze in quiet hours before."),
        Placeholders.go(shell, Place.CONNECT),
        Placeholders.example(shell, sentence -> Placeholders.say(messages, sentence)));
  }
}
