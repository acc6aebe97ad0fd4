package org.vacuumadvisor.gui.server;

import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.CheckBox;
import javafx.scene.control.Label;
import javafx.scene.control.ListCell;
import javafx.scene.control.ListView;
import javafx.scene.control.PasswordField;
import javafx.scene.control.ProgressBar;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.gui.part.Texts;
import org.vacuumadvisor.gui.screen.Placeholders;
import org.vacuumadvisor.gui.theme.Glyph;
import org.vacuumadvisor.gui.work.Work;
import org.vacuumadvisor.report.TerminalText;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.conninfo.ConnectionFields;
import org.vacuumadvisor.source.jdbc.Databases;

/// Where one says which server to look at: one of those remembered, or a new one.
final class ConnectForm {
  private static final double GAP = 10;
  static final double WIDTH = 940;
  private static final double LIST = 250;

  private final SavedConnections saved;
  private final Consumer<ServerAddress> connect;
  private final TextField conninfo = new TextField();
  private final PasswordField password = new PasswordField();
  private final CheckBox all = new CheckBox("All databases of the server");
  private final TextField host = part("Host", "db.example.com");
  private final TextField port = part("Port", "5432");
  private final TextField user = part("User", "monitor");
  private final TextField database = part("Database", "shop");
  private final TextField name = new TextField();
  private final RecentConnections recent;
  private final VBox latest = new VBox(GAP / 2);
  private boolean isKeepingStep;
  private final Button go;
  private final ListView<SavedConnection> list = new ListView<>();
  private final VBox message = new VBox();
  private final ProgressBar progress = new ProgressBar();
  private final Label step = Texts.line("", "faint");
  private final HBox busy;
  private final HBox node;

  /// @param connect is given what somebody wants to look at
  /// @param cancel gives up what is on its way
  ConnectForm(
      SavedConnections saved,
      RecentConnections recent,
      Consumer<ServerAddress> connect,
      Runnable cancel) {
    this.saved = saved;
    this.recent = recent;
    this.connect = connect;
    conninfo.setPromptText("postgresql://monitor@db.example.com/shop");
    conninfo.setAccessibleText("Connection string");
    conninfo.textProperty().addListener(_ -> toFields());
    for (var each : List.of(host, port, user, database)) {
      each.textProperty().addListener(_ -> toConninfo());
    }
    conninfo.setId("conninfo");
    password.setPromptText("only if the password file or PGPASSWORD does not have it");
    password.setAccessibleText("Password");
    password.setId("password");
    name.setPromptText("a name to find it by");
    name.setAccessibleText("Name to save it under");
    go = Texts.button(Glyph.CONNECT, "Connect", this::connect);
    go.getStyleClass().add("accent");
    go.setDefaultButton(true);
    busy = new HBox(GAP, progress, step, Texts.button(Glyph.CLEAR, "Cancel", cancel));
    busy.setAlignment(Pos.CENTER_LEFT);
    node = new HBox(2 * GAP, remembered(), card());
    node.setMaxWidth(WIDTH);
    idle();
  }

  private Node card() {
    var card =
        new VBox(
            GAP,
            Texts.line("Look at a server", "section-title"),
            Texts.wrapped(
                "It only reads: short statements, no locks, no connection kept open in between.",
                "faint"),
            labelled("Host", beside(host, "Port", port, 6)),
            labelled("Database", beside(database, "User", user, 12)),
            labelled("Password", password),
            labelled("or all in one", conninfo),
            Texts.wrapped(
                "A URI, keywords (host=db dbname=shop sslmode=verify-full), service=NAME, or the"
                    + " name of a database. What it leaves open comes from the PG… variables, the"
                    + " service file and the password file, as in psql.",
                "faint",
                "small"),
            new HBox(GAP, all),
            new HBox(GAP, go, busy),
            message,
            labelled("Save as", saving()));
    card.getStyleClass().addAll("card", "plain");
    HBox.setHgrow(card, Priority.ALWAYS);
    return card;
  }

  private static TextField part(String what, String example) {
    var field = new TextField();
    field.setPromptText(example);
    field.setAccessibleText(what);
    field.setId(what.toLowerCase(Locale.ROOT));
    return field;
  }

  private static Node beside(TextField first, String text, TextField second, int columns) {
    var label = Texts.line(text, "strong");
    label.setLabelFor(second);
    label.setMinWidth(Region.USE_PREF_SIZE);
    second.setPrefColumnCount(columns);
    HBox.setHgrow(first, Priority.ALWAYS);
    var row = new HBox(GAP, first, label, second);
    row.setAlignment(Pos.CENTER_LEFT);
    return row;
  }

  /// Shows in the fields what the string says; of one that cannot be read yet, nothing new.
  private void toFields() {
    if (isKeepingStep) {
      return;
    }
    try {
      var fields = ConnectionFields.of(conninfo.getText());
      isKeepingStep = true;
      set(host, fields.host());
      set(port, fields.port());
      set(user, fields.user());
      set(database, fields.database());
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

  /// Writes the string that the fields make; what else is in it stays.
  private void toConninfo() {
    if (isKeepingStep) {
      return;
    }
    isKeepingStep = true;
    var fields =
        new ConnectionFields(host.getText(), port.getText(), user.getText(), database.getText());
    try {
      conninfo.setText(fields.in(conninfo.getText()));
    } catch (SourceException _) {
      try {
        conninfo.setText(fields.in(""));
      } catch (SourceException unreadable) {
        fail(unreadable.explanation());
      }
    } finally {
      isKeepingStep = false;
    }
  }

  private Node saving() {
    var save = Texts.button(Glyph.EXPORT, "Save", this::save);
    Texts.explained(save, "Remembers the server under this name. Passwords are never saved.");
    HBox.setHgrow(name, Priority.ALWAYS);
    return new HBox(GAP, name, save);
  }

  private Node remembered() {
    list.setItems(saved.all());
    list.setAccessibleText("Saved connections");
    list.setId("saved");
    list.setPlaceholder(Texts.wrapped("None saved yet.", "faint"));
    list.setPrefHeight(120);
    list.setMinHeight(60);
    list.setCellFactory(_ -> new SavedCell());
    list.getSelectionModel()
        .selectedItemProperty()
        .subscribe(chosen -> {
          if (chosen != null) {
            name.setText(chosen.name());
            conninfo.setText(chosen.conninfo());
          }
        });
    list.setOnMouseClicked(click -> {
      if (click.getClickCount() == 2 && list.getSelectionModel().getSelectedItem() != null) {
        connect();
      }
    });
    list.setOnKeyPressed(key -> {
      var chosen = list.getSelectionModel().getSelectedItem();
      if (chosen != null && key.getCode() == KeyCode.ENTER) {
        connect();
        key.consume();
      } else if (chosen != null && key.getCode() == KeyCode.DELETE) {
        saved.forget(chosen);
        key.consume();
      }
    });
    var forget =
        Texts.button(
            Glyph.CLEAR,
            "Forget",
            () -> {
              var chosen = list.getSelectionModel().getSelectedItem();
              if (chosen != null) {
                saved.forget(chosen);
              }
            });
    forget.disableProperty().bind(list.getSelectionModel().selectedItemProperty().isNull());
    var title = Texts.line("Saved", "card-title");
    var room = new Region();
    HBox.setHgrow(room, Priority.ALWAYS);
    var head = new HBox(GAP, title, room, forget);
    head.setAlignment(Pos.CENTER_LEFT);
    VBox.setVgrow(list, Priority.ALWAYS);
    var card = new VBox(GAP, head, list, latest);
    card.getStyleClass().addAll("card", "plain");
    card.setMinWidth(LIST);
    card.setMaxWidth(LIST);
    return card;
  }

  private static Node labelled(String text, Node field) {
    var label = Texts.line(text, "strong");
    label.setLabelFor(field);
    label.setMinWidth(104);
    HBox.setHgrow(field, Priority.ALWAYS);
    var row = new HBox(GAP, label, field);
    row.setAlignment(Pos.CENTER_LEFT);
    return row;
  }

  Node node() {
    return node;
  }

  /// Lists the servers that were reached last.
  void showRecent() {
    latest.getChildren().clear();
    var all = recent.all();
    if (!all.isEmpty()) {
      latest.getChildren().add(Texts.line("Recent", "card-title"));
    }
    for (var each : all) {
      var link =
          Texts.button(Glyph.CONNECT, Texts.shown(brief(each)), () -> conninfo.setText(each));
      link.getStyleClass().addAll("flat", "small");
      link.setMinWidth(0);
      link.setMaxWidth(Double.MAX_VALUE);
      link.setAlignment(Pos.CENTER_LEFT);
      link.setTooltip(Texts.tip(each));
      latest.getChildren().add(link);
    }
  }

  /// `db.example.com:5432/shop`, as far as it is said.
  private static String brief(String conninfo) {
    try {
      var fields = ConnectionFields.of(conninfo);
      return fields.host().isEmpty()
          ? conninfo
          : fields.host()
              + (fields.port().isEmpty() ? "" : ":" + fields.port())
              + (fields.database().isEmpty() ? "" : "/" + fields.database());
    } catch (SourceException _) {
      return conninfo;
    }
  }

  /// The server was reached: it is remembered, without its password.
  void reached() {
    recent.add(conninfo.getText());
  }

  void focus() {
    showRecent();
    host.requestFocus();
  }

  void focusPassword() {
    password.requestFocus();
  }

  /// What was typed; the password is moved out of the string into its own field, where nobody reads
  /// it.
  private void connect() {
    try {
      var address =
          ServerAddress.of(
              conninfo.getText(),
              all.isSelected() ? Databases.ALL : Databases.CURRENT,
              password.getText());
      conninfo.setText(address.conninfo());
      password.setText(address.password().orElse(""));
      connect.accept(address);
    } catch (SourceException unreadable) {
      fail(unreadable.explanation());
    }
  }

  private void save() {
    if (name.getText().isBlank()) {
      fail("Give the connection a name to save it under.");
      name.requestFocus();
      return;
    }
    try {
      boolean isWritten = saved.keep(name.getText(), conninfo.getText());
      message.getChildren().clear();
      if (!isWritten) {
        fail("It is remembered until the window is closed: there is no place to write it to.");
      }
    } catch (SourceException unreadable) {
      fail(unreadable.explanation());
    }
  }

  /// Nothing is on its way.
  void idle() {
    busy.setVisible(false);
    go.setDisable(false);
    progress.progressProperty().unbind();
    step.textProperty().unbind();
  }

  /// Something is on its way.
  void busy(Work work) {
    if (!work.runningProperty().get()) {
      return;
    }
    message.getChildren().clear();
    busy.setVisible(true);
    go.setDisable(true);
    progress.progressProperty().bind(work.progressProperty());
    step.textProperty().bind(work.stepProperty());
  }

  /// Shows what went wrong.
  void fail(String sentence) {
    message.getChildren().setAll(Placeholders.error(sentence));
  }

  /// Shows that a password is asked for, and puts the cursor there.
  void askForPassword(String sentence) {
    fail(sentence);
    password.requestFocus();
    password.selectAll();
  }

  /// Forgets the password that was typed.
  void forgetPassword() {
    password.clear();
  }

  private static final class SavedCell extends ListCell<SavedConnection> {
    @Override
    protected void updateItem(@Nullable SavedConnection connection, boolean empty) {
      super.updateItem(connection, empty);
      if (empty || connection == null) {
        setText(null);
        setGraphic(null);
      } else {
        setText(TerminalText.escaped(connection.name()));
        setGraphic(Glyph.CONNECT.node());
        setTooltip(
            Texts.tip(
                connection.conninfo().isEmpty() ? "psql's own defaults" : connection.conninfo()));
      }
    }
  }
}
