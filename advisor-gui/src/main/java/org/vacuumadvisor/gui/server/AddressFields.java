package org.vacuumadvisor.gui.server;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import javafx.scene.Node;
import javafx.scene.control.TextField;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import org.vacuumadvisor.gui.part.Boxes;
import org.vacuumadvisor.gui.part.Texts;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.conninfo.ConnectionString;

/// Where a server is: host, port, user and database, and the connection string that has them and
/// more. Either is written, the other follows.
final class AddressFields {
  private static final double GAP = 10;
  private static final double LABEL = 104;

  /// What is no host but a whole connection string.
  private static final Pattern WHOLE =
      Pattern.compile("\\s*((jdbc:)?postgres(ql)?://|\\w+\\s*=).*");

  private final TextField conninfo = new TextField();
  private final TextField host = part("Host", "db.example.com");
  private final TextField port = part("Port", "5432");
  private final TextField user = part("User", "monitor");
  private final TextField database = part("Database", "shop");

  /// The fields by libpq's keywords.
  private final Map<String, TextField> parts =
      Map.of("host", host, "port", port, "user", user, "dbname", database);

  private boolean isKeepingStep;

  AddressFields() {
    conninfo.setPromptText("postgresql://monitor@db.example.com/shop");
    conninfo.setAccessibleText("Connection string");
    conninfo.setId("conninfo");
    conninfo.textProperty().addListener(_ -> toFields());
    for (var each : parts.values()) {
      each.textProperty().addListener(_ -> toConninfo());
    }
    host.focusedProperty().addListener(_ -> toFields());
  }

  private static TextField part(String what, String example) {
    var field = new TextField();
    field.setPromptText(example);
    field.setAccessibleText(what);
    field.setId(what.toLowerCase(Locale.ROOT));
    return field;
  }

  /// The four fields.
  List<Node> parts() {
    return List.of(
        labelled("Host", beside(host, "Port", port, 6)),
        labelled("Database", beside(database, "User", user, 12)));
  }

  /// The string.
  Node whole() {
    return labelled("or all in one", conninfo);
  }

  String conninfo() {
    return conninfo.getText();
  }

  void set(String text) {
    conninfo.setText(text);
    toFields();
  }

  void focus() {
    host.requestFocus();
  }

  /// A field with its name before it.
  static Node labelled(String text, Region field) {
    var label = Texts.line(text, "strong");
    label.setLabelFor(field);
    label.setMinWidth(LABEL);
    return Boxes.row(GAP, label, Boxes.wide(field));
  }

  private static HBox beside(TextField first, String text, TextField second, int columns) {
    var label = Texts.whole(text, "strong");
    label.setLabelFor(second);
    second.setPrefColumnCount(columns);
    return Boxes.row(GAP, Boxes.wide(first), label, second);
  }

  /// Shows in the fields what the string says; of one that cannot be read yet, nothing new.
  private void toFields() {
    if (isKeepingStep) {
      return;
    }
    try {
      var string = ConnectionString.of(conninfo.getText());
      isKeepingStep = true;
      parts.forEach((keyword, field) -> set(field, string.part(keyword)));
    } catch (SourceException _) {
      return;
    } finally {
      isKeepingStep = false;
    }
  }

  private static void set(TextField field, String text) {
    if (!field.getText().equals(text)) {
      field.setText(text);
    }
  }

  /// Writes the string that the fields make; what else is in it stays. A whole string in the field
  /// of the host is taken as it is, and is spread over the fields once the field is left.
  private void toConninfo() {
    if (isKeepingStep) {
      return;
    }
    if (WHOLE.matcher(host.getText()).matches()) {
      write(host.getText());
      return;
    }
    var string = ConnectionString.NONE;
    try {
      string = ConnectionString.of(conninfo.getText());
    } catch (SourceException _) {
      // What cannot be read is replaced.
    }
    for (var part : parts.entrySet()) {
      string = string.with(part.getKey(), part.getValue().getText());
    }
    write(string.withSecrets());
  }

  private void write(String string) {
    isKeepingStep = true;
    conninfo.setText(string);
    isKeepingStep = false;
  }
}
