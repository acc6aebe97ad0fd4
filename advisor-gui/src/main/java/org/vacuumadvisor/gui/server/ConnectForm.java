package org.vacuumadvisor.gui.server;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import javafx.beans.binding.Bindings;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.CheckBox;
import javafx.scene.control.ComboBox;
import javafx.scene.control.PasswordField;
import javafx.scene.control.TextField;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.vacuumadvisor.gui.part.Boxes;
import org.vacuumadvisor.gui.part.Texts;
import org.vacuumadvisor.gui.screen.Placeholders;
import org.vacuumadvisor.gui.screen.Shell;
import org.vacuumadvisor.gui.server.KnownServers.KnownServer;
import org.vacuumadvisor.gui.server.Surveyor.ServerAddress;
import org.vacuumadvisor.gui.theme.Glyph;
import org.vacuumadvisor.gui.work.Background.Work;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.conninfo.ConnectionString;
import org.vacuumadvisor.source.jdbc.Databases;

/// Where one says which server to look at: one that is known, or a new one.
final class ConnectForm {
  private static final double GAP = 10;
  static final double WIDTH = 940;

  private final Consumer<ServerAddress> connect;
  private final AddressFields address = new AddressFields();
  private final PasswordField password = new PasswordField();
  private final CheckBox all = new CheckBox("All databases of the server");
  private final KnownServers known;
  private final ComboBox<KnownServer> servers =
      Boxes.choice("Known servers", List.of(), each -> Texts.shown(each.name()));
  private final Button go;
  private final VBox message = new VBox();
  private final Runnable cancel;
  private final HBox busy = new HBox();
  private final VBox node;

  /// @param connect is given what somebody wants to look at
  /// @param cancel gives up what is on its way
  ConnectForm(Shell shell, Consumer<ServerAddress> connect, Runnable cancel) {
    this.connect = connect;
    this.cancel = cancel;
    known = new KnownServers(shell.memory());
    servers.setId("saved");
    servers.setPromptText("choose one");
    servers
        .valueProperty()
        .subscribe(chosen -> {
          if (chosen != null) {
            address.set(chosen.conninfo());
          }
        });
    known.configured(shell.configuration().said().connections());
    password.setPromptText("from .pgpass or PGPASSWORD if empty");
    password.setAccessibleText("Password");
    password.setId("password");
    go = Texts.button(Glyph.CONNECT, "Connect", this::connect);
    go.getStyleClass().add("accent");
    go.setDefaultButton(true);
    node = card();
    node.setMaxWidth(WIDTH);
    list();
  }

  private void list() {
    servers.getItems().setAll(known.all());
  }

  private Node known() {
    var forget =
        Texts.button(
            Glyph.CLEAR,
            "Forget",
            () -> {
              known.forget(servers.getValue());
              list();
            });
    forget.disableProperty().bind(servers.valueProperty().map(known::isConfigured).orElse(true));
    var row = AddressFields.labelled("Known servers", servers);
    row.getChildren().add(forget);
    row.managedProperty().bind(Bindings.isNotEmpty(servers.getItems()));
    row.visibleProperty().bind(row.managedProperty());
    return row;
  }

  private VBox card() {
    var card =
        Boxes.card(
            "plain",
            Texts.line("Look at a server", "section-title"),
            Texts.wrapped(
                "It only reads: short statements, no locks, no connection kept open in between.",
                "faint"),
            known());
    card.getChildren().addAll(address.parts());
    card.getChildren()
        .addAll(
            AddressFields.labelled("Password", password),
            address.whole(),
            Texts.wrapped(
                "A URI, keywords (host=db dbname=shop sslmode=verify-full), service=NAME, or the"
                    + " name of a database. What it leaves open comes from the PG… variables, the"
                    + " service file and the password file, as in psql.",
                "faint",
                "small"),
            all,
            new HBox(GAP, go, busy),
            message);
    card.setSpacing(GAP);
    return card;
  }

  Node node() {
    return node;
  }

  /// The server was reached: it is listed from now on, without its password.
  void reached() {
    known.reached(address.conninfo());
    list();
  }

  void focus() {
    address.focus();
  }

  /// What was typed; the password is moved out of the string into its own field, where nobody reads
  /// it.
  private void connect() {
    try {
      var target =
          ServerAddress.of(
              address.conninfo(),
              all.isSelected() ? Databases.ALL : Databases.CURRENT,
              password.getText());
      address.set(target.conninfo());
      password.setText(target.password().orElse(""));
      connect.accept(target);
    } catch (SourceException unreadable) {
      fail(unreadable.explanation());
    }
  }

  /// No connection is being made.
  void idle() {
    busy.getChildren().clear();
    go.setDisable(false);
  }

  /// A connection is being made.
  void busy(Work work) {
    if (!work.running.get()) {
      return;
    }
    message.getChildren().clear();
    busy.getChildren().setAll(Placeholders.busy(work, cancel));
    go.setDisable(true);
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

  /// Where a server is: host, port, user and database, and the connection string that has them and
  /// more. Either is written, the other follows.
  static final class AddressFields {
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
    static HBox labelled(String text, Region field) {
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

    /// Writes the string that the fields make; what else is in it stays. A whole string in the
    /// field of the host is taken as it is, and is spread over the fields once the field is left.
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
}
