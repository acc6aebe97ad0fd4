package org.vacuumadvisor.gui;

import javafx.geometry.Insets;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.Scene;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.layout.VBox;
import javafx.scene.text.Font;
import javafx.scene.text.FontWeight;
import javafx.stage.Stage;

/// The main window. It says what it cannot do yet and which command does it.
final class VacuumAdvisorWindow {
  static final String TITLE = "Vacuum Advisor";
  static final String COMMAND = "vacuum-advisor advise \"postgresql://host/database\"";

  private static final double WIDTH = 760;
  private static final double HEIGHT = 420;
  private static final double GAP = 14;
  private static final double TEXT_WIDTH = 620;

  private final Stage stage;

  VacuumAdvisorWindow(Stage stage) {
    this.stage = stage;
  }

  void show() {
    stage.setTitle(TITLE);
    stage.setScene(new Scene(content(), WIDTH, HEIGHT));
    stage.show();
  }

  private static Parent content() {
    var content =
        new VBox(
            GAP,
            heading(),
            text(
                "Here you will paste what you have (VACUUM VERBOSE output, server log lines, tables"
                    + " copied from psql) or connect to a server, and read what vacuum does there"
                    + " and what to change."),
            text("This window cannot do that yet. The command line can advise on a live server:"),
            command());
    content.setAlignment(Pos.CENTER_LEFT);
    content.setPadding(new Insets(4 * GAP));
    return content;
  }

  private static Node heading() {
    var heading = new Label(TITLE);
    heading.setFont(Font.font(Font.getDefault().getFamily(), FontWeight.BOLD, 28));
    return heading;
  }

  private static Node text(String words) {
    var text = new Label(words);
    text.setWrapText(true);
    text.setMaxWidth(TEXT_WIDTH);
    text.setFont(Font.font(15));
    return text;
  }

  /// A field and not a label, so that it can be copied.
  private static Node command() {
    var command = new TextField(COMMAND);
    command.setEditable(false);
    command.setFont(Font.font("monospace", 14));
    command.setMaxWidth(TEXT_WIDTH);
    return command;
  }
}
