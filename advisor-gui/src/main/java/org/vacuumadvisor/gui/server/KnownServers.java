package org.vacuumadvisor.gui.server;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javafx.collections.FXCollections;
import javafx.collections.ListChangeListener;
import javafx.collections.ObservableList;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.ListCell;
import javafx.scene.control.ListView;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.gui.part.Texts;
import org.vacuumadvisor.gui.theme.Glyph;
import org.vacuumadvisor.gui.work.Memory;
import org.vacuumadvisor.gui.work.RecentValues;
import org.vacuumadvisor.report.TerminalText;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.conninfo.ConnectionString;

/// The servers one need not type: those of the configuration file, those that were saved, and those
/// that were reached last. None is kept with a password.
final class KnownServers extends VBox {
  private static final double GAP = 10;
  private static final double WIDTH = 250;
  private static final double HEIGHT = 120;

  private final SavedConnections saved;
  private final RecentValues recent;
  private final Runnable connect;
  private final Consumer<String> choose;
  private final ObservableList<SavedConnection> all = FXCollections.observableArrayList();
  private final ListView<SavedConnection> list = new ListView<>(all);
  private final VBox latest = new VBox(GAP / 2);
  private List<SavedConnection> configured = List.of();

  /// @param named is given one of a name that somebody chose
  /// @param choose is given the connection string of one that has none
  /// @param connect goes to the one that was chosen
  KnownServers(
      SavedConnections saved,
      Memory memory,
      Consumer<SavedConnection> named,
      Consumer<String> choose,
      Runnable connect) {
    this.saved = saved;
    this.recent = new RecentValues(memory, "recent.connections");
    this.choose = choose;
    this.connect = connect;
    fillList();
    list.getSelectionModel()
        .selectedItemProperty()
        .subscribe(chosen -> {
          if (chosen != null) {
            named.accept(chosen);
          }
        });
    getStyleClass().addAll("card", "plain");
    setSpacing(GAP);
    setMinWidth(WIDTH);
    setMaxWidth(WIDTH);
    VBox.setVgrow(list, Priority.ALWAYS);
    getChildren().addAll(head(), list, latest);
    saved.all().addListener((ListChangeListener<SavedConnection>) _ -> fill());
    fill();
  }

  /// Lists the connections of the configuration file as well, before the others.
  void configured(Map<String, String> connections) {
    configured =
        new TreeMap<>(connections)
            .entrySet().stream()
                .map(each -> new SavedConnection(each.getKey(), each.getValue()))
                .toList();
    fill();
  }

  private void fill() {
    Set<String> names =
        configured.stream().map(SavedConnection::name).collect(Collectors.toUnmodifiableSet());
    all.setAll(
        Stream.concat(
                configured.stream(),
                saved.all().stream().filter(each -> !names.contains(each.name())))
            .toList());
  }

  private Node head() {
    var forget = Texts.button(Glyph.CLEAR, "Forget", this::forget);
    forget
        .disableProperty()
        .bind(
            list.getSelectionModel()
                .selectedItemProperty()
                .map(each -> configured.contains(each))
                .orElse(true));
    var title = Texts.line("Saved", "card-title");
    var room = new Region();
    HBox.setHgrow(room, Priority.ALWAYS);
    var head = new HBox(GAP, title, room, forget);
    head.setAlignment(Pos.CENTER_LEFT);
    return head;
  }

  private void fillList() {
    list.setAccessibleText("Saved connections");
    list.setId("saved");
    list.setPlaceholder(Texts.line("None saved yet.", "faint"));
    list.setPrefHeight(HEIGHT);
    list.setMinHeight(HEIGHT / 2);
    list.setCellFactory(_ -> new ServerCell());
    list.setOnMouseClicked(click -> {
      if (click.getClickCount() == 2 && list.getSelectionModel().getSelectedItem() != null) {
        connect.run();
      }
    });
    list.setOnKeyPressed(key -> {
      if (list.getSelectionModel().isEmpty()) {
        return;
      }
      if (key.getCode() == KeyCode.ENTER) {
        connect.run();
        key.consume();
      } else if (key.getCode() == KeyCode.DELETE) {
        forget();
        key.consume();
      }
    });
  }

  /// One of the configuration file is forgotten there.
  private void forget() {
    var chosen = list.getSelectionModel().getSelectedItem();
    if (chosen != null && !configured.contains(chosen)) {
      saved.forget(chosen);
    }
  }

  /// Lists the servers that were reached last.
  void showRecent() {
    latest.getChildren().clear();
    var values = recent.all();
    if (!values.isEmpty()) {
      latest.getChildren().add(Texts.line("Recent", "card-title"));
    }
    values.stream().map(this::link).forEach(latest.getChildren()::add);
  }

  private Button link(String conninfo) {
    var link =
        Texts.button(Glyph.CONNECT, Texts.shown(brief(conninfo)), () -> choose.accept(conninfo));
    link.getStyleClass().addAll("flat", "small");
    link.setMinWidth(0);
    link.setMaxWidth(Double.MAX_VALUE);
    link.setAlignment(Pos.CENTER_LEFT);
    link.setTooltip(Texts.tip(conninfo));
    return link;
  }

  /// Remembers one that was reached; what is not sure to be free of secrets is not remembered.
  void reached(String conninfo) {
    try {
      recent.add(ConnectionString.of(conninfo).withoutSecrets());
    } catch (SourceException _) {
      return;
    }
  }

  /// `db.example.com:5432/shop`, as far as it is said.
  private static String brief(String conninfo) {
    try {
      var string = ConnectionString.of(conninfo);
      var host = string.part("host");
      var port = string.part("port");
      var database = string.part("dbname");
      return host.isEmpty()
          ? conninfo
          : host + (port.isEmpty() ? "" : ":" + port) + (database.isEmpty() ? "" : "/" + database);
    } catch (SourceException _) {
      return conninfo;
    }
  }

  private static final class ServerCell extends ListCell<SavedConnection> {
    @Override
    protected void updateItem(@Nullable SavedConnection connection, boolean empty) {
      super.updateItem(connection, empty);
      if (empty || connection == null) {
        setText(null);
        setGraphic(null);
        setTooltip(null);
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
