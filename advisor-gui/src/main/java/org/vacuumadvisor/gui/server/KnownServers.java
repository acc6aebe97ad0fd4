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
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.gui.part.Boxes;
import org.vacuumadvisor.gui.part.Texts;
import org.vacuumadvisor.gui.theme.Glyph;
import org.vacuumadvisor.gui.work.Memory;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.conninfo.ConnectionString;

/// The servers one need not type: those of the configuration file, and those that were reached
/// before, the latest first. None is kept with a password.
final class KnownServers extends VBox {
  private static final double GAP = 10;
  private static final double WIDTH = 250;
  private static final double HEIGHT = 120;
  private static final String KEY = "servers";
  private static final int MOST = 20;

  private final Memory memory;
  private final Runnable connect;
  private final ListView<KnownServer> list = new ListView<>();
  private List<KnownServer> configured = List.of();

  /// A server, by its name in the configuration file or by where it is.
  ///
  /// @param conninfo without any secret
  record KnownServer(String name, String conninfo) {
    /// `db.example.com:5432/shop`, as far as it is said.
    static KnownServer of(String conninfo) {
      try {
        var string = ConnectionString.of(conninfo);
        var host = string.part("host");
        var port = string.part("port").replaceFirst("^(?=.)", ":");
        var database = string.part("dbname").replaceFirst("^(?=.)", "/");
        return new KnownServer(host.isEmpty() ? conninfo : host + port + database, conninfo);
      } catch (SourceException _) {
        return new KnownServer(conninfo, conninfo);
      }
    }
  }

  /// @param choose is given the connection string of one that somebody chose
  /// @param connect goes to the one that was chosen
  KnownServers(Memory memory, Consumer<String> choose, Runnable connect) {
    super(GAP);
    this.memory = memory;
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
            choose.accept(chosen.conninfo());
          }
        });
    getStyleClass().addAll("card", "plain");
    setMinWidth(WIDTH);
    setMaxWidth(WIDTH);
    getChildren().addAll(head(), Boxes.tall(list));
    fill();
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
    return Boxes.row(GAP, Boxes.wide(Texts.line("Known servers", "card-title")), forget);
  }

  /// Lists the connections of the configuration file as well, before the others.
  void configured(Map<String, String> connections) {
    configured =
        new TreeMap<>(connections)
            .entrySet().stream()
                .map(each -> new KnownServer(each.getKey(), each.getValue()))
                .toList();
    fill();
  }

  private void fill() {
    list.getItems()
        .setAll(
            Stream.concat(configured.stream(), memory.list(KEY).stream().map(KnownServer::of))
                .toList());
  }

  private void go() {
    if (!list.getSelectionModel().isEmpty()) {
      connect.run();
    }
  }

  /// One of the configuration file is forgotten there.
  private void forget() {
    Optional.ofNullable(list.getSelectionModel().getSelectedItem())
        .filter(each -> !configured.contains(each))
        .ifPresent(each -> forget(each.conninfo()));
  }

  void forget(String conninfo) {
    memory.drop(KEY, conninfo);
    fill();
  }

  /// Remembers one that was reached, unless the configuration file has it; what is not sure to be
  /// free of secrets is not remembered.
  void reached(String conninfo) {
    try {
      var safe = ConnectionString.of(conninfo).withoutSecrets();
      if (!safe.isBlank() && configured.stream().noneMatch(each -> each.conninfo().equals(safe))) {
        memory.putFirst(KEY, safe, MOST);
        fill();
      }
    } catch (SourceException _) {
      return;
    }
  }

  private static final class ServerCell extends ListCell<KnownServer> {
    @Override
    protected void updateItem(@Nullable KnownServer server, boolean isEmpty) {
      super.updateItem(server, isEmpty);
      var shown = Optional.ofNullable(isEmpty ? null : server);
      setText(shown.map(each -> Texts.shown(each.name())).orElse(null));
      setGraphic(shown.map(_ -> Glyph.CONNECT.node()).orElse(null));
      setTooltip(shown.map(each -> Texts.tip(each.conninfo())).orElse(null));
    }
  }
}
