package org.vacuumadvisor.gui.server;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import javafx.scene.Node;
import javafx.scene.control.ListCell;
import javafx.scene.control.ListView;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.gui.part.Boxes;
import org.vacuumadvisor.gui.part.Texts;
import org.vacuumadvisor.gui.server.SavedConnections.SavedConnection;
import org.vacuumadvisor.gui.theme.Glyph;
import org.vacuumadvisor.report.TerminalText;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.conninfo.ConnectionString;

/// The servers one need not type: those of the configuration file, those that were saved, and those
/// that were reached before. None is kept with a password.
final class KnownServers extends VBox {
  private static final double GAP = 10;
  private static final double WIDTH = 250;
  private static final double HEIGHT = 120;

  private final SavedConnections saved;
  private final Runnable connect;
  private final ListView<SavedConnection> list = new ListView<>();
  private List<SavedConnection> configured = List.of();

  /// @param choose is given one that somebody chose
  /// @param connect goes to the one that was chosen
  KnownServers(SavedConnections saved, Consumer<SavedConnection> choose, Runnable connect) {
    super(GAP);
    this.saved = saved;
    this.connect = connect;
    list.setAccessibleText("Known servers");
    list.setId("saved");
    list.setPlaceholder(Texts.line("None yet.", "faint"));
    list.setPrefHeight(HEIGHT);
    list.setMinHeight(HEIGHT / 2);
    list.setCellFactory(_ -> new ServerCell());
    list.setOnMouseClicked(click -> {
      if (click.getClickCount() == 2) {
        go();
      }
    });
    list.setOnKeyPressed(key -> {
      switch (key.getCode()) {
        case ENTER -> go();
        case DELETE -> forget();
        default -> {
          return;
        }
      }
      key.consume();
    });
    list.getSelectionModel()
        .selectedItemProperty()
        .subscribe(chosen -> {
          if (chosen != null) {
            choose.accept(chosen);
          }
        });
    getStyleClass().addAll("card", "plain");
    setMinWidth(WIDTH);
    setMaxWidth(WIDTH);
    VBox.setVgrow(list, Priority.ALWAYS);
    getChildren().addAll(head(), list);
    saved.all().subscribe(this::fill);
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
    var names = configured.stream().map(SavedConnection::name).toList();
    list.getItems()
        .setAll(
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
    var title = Texts.line("Known servers", "card-title");
    var head = Boxes.row(GAP, title, Boxes.room(), forget);
    return head;
  }

  private void go() {
    if (!list.getSelectionModel().isEmpty()) {
      connect.run();
    }
  }

  /// One of the configuration file is forgotten there.
  private void forget() {
    var chosen = list.getSelectionModel().getSelectedItem();
    if (chosen != null && !configured.contains(chosen)) {
      saved.forget(chosen);
    }
  }

  /// Remembers one that was reached by where it is, unless it is known; what is not sure to be free
  /// of secrets is not remembered.
  void reached(String conninfo) {
    if (conninfo.isBlank()) {
      return;
    }
    try {
      var safe = ConnectionString.of(conninfo).withoutSecrets();
      if (list.getItems().stream().noneMatch(each -> each.conninfo().equals(safe))) {
        saved.keep(brief(safe), safe);
      }
    } catch (SourceException _) {
      return;
    }
  }

  /// `db.example.com:5432/shop`, as far as it is said.
  private static String brief(String conninfo) throws SourceException {
    var string = ConnectionString.of(conninfo);
    var host = string.part("host");
    var port = string.part("port");
    var database = string.part("dbname");
    return host.isEmpty()
        ? conninfo
        : host + (port.isEmpty() ? "" : ":" + port) + (database.isEmpty() ? "" : "/" + database);
  }

  private static final class ServerCell extends ListCell<SavedConnection> {
    @Override
    protected void updateItem(@Nullable SavedConnection server, boolean isEmpty) {
      super.updateItem(server, isEmpty);
      var shown = Optional.ofNullable(isEmpty ? null : server);
      setText(shown.map(each -> TerminalText.escaped(each.name())).orElse(null));
      setGraphic(shown.map(_ -> Glyph.CONNECT.node()).orElse(null));
      setTooltip(
          shown
              .map(SavedConnection::conninfo)
              .map(each -> Texts.tip(each.isEmpty() ? "psql's own defaults" : each))
              .orElse(null));
    }
  }
}
