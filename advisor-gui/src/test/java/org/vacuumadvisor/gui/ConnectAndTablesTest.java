package org.vacuumadvisor.gui;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.sql.SQLException;
import java.util.List;
import java.util.function.Predicate;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.ComboBox;
import javafx.scene.control.PasswordField;
import javafx.scene.control.TableView;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.Advisor;
import org.vacuumadvisor.gui.screen.Place;
import org.vacuumadvisor.gui.work.Origin;
import org.vacuumadvisor.gui.work.Workbench.Opened;
import org.vacuumadvisor.lab.server.PostgresServer;
import org.vacuumadvisor.lab.server.ServerSpec;
import org.vacuumadvisor.postgres.Release;

/// The real window on a real server: connect, look around, and what goes wrong.
class ConnectAndTablesTest {
  private static final String HOSTILE = "=cmd|' /C calc'!A0 <b>\u202e\n\"x";
  private static PostgresServer server;

  @BeforeAll
  static void startServer() throws Exception {
    server = PostgresServer.start(ServerSpec.of(Release.V18).with("autovacuum_naptime", "2147483"));
    server.execute(
        "CREATE TABLE orders (id bigint PRIMARY KEY, note text)",
        "INSERT INTO orders SELECT i, repeat('x', 100) FROM generate_series(1, 20000) i",
        "SELECT pg_stat_force_next_flush()",
        "ANALYZE orders",
        "DELETE FROM orders WHERE id % 2 = 0",
        "CREATE TABLE \"%s\" (id int)".formatted(HOSTILE.replace("\"", "\"\"")),
        "CREATE ROLE locked LOGIN PASSWORD 's3cret'",
        "SELECT pg_create_physical_replication_slot('left_over', true)",
        "SELECT pg_stat_force_next_flush()");
    var rules = server.dataDirectory().resolve("pg_hba.conf");
    var trust = Files.readString(rules);
    Files.writeString(rules, "host all locked 127.0.0.1/32 scram-sha-256\n");
    Files.writeString(rules, trust, StandardOpenOption.APPEND);
    server.execute("SELECT pg_reload_conf()");
  }

  @AfterAll
  static void stopServer() {
    server.close();
  }

  @Test
  void goesFromAServerToItsTablesToOneTable() throws Exception {
    try (var window = Windows.open()) {
      connect(window, server.uri());
      Toolkit.await(() -> says(window, "Next in line"));
      Toolkit.await(() -> hasFocus(window, "Look now"));
      assertTrue(says(window, "slot left_over"), "it keeps WAL, though no horizon");
      Pictures.ofAllLooks(window, Place.CONNECT, "live");

      window.go(Place.TABLES);
      Toolkit.await(() -> listed(window) == 2);
      assertEquals(0, Toolkit.in(() -> list(window).getSelectionModel().getSelectedIndex()));
      Pictures.ofAllLooks(window, Place.TABLES, "list");
      open(window, "orders");
      Toolkit.await(() -> says(window, "Settings in effect"));

      // 50 + 0.2 * 20000
      assertTrue(says(window, "10,000 of 4,050"), () -> words(window).toString());
      assertTrue(says(window, "orders_pkey"), () -> words(window).toString());
      Pictures.ofAllLooks(window, Place.TABLES, "page");

      press(window, "All tables");
      Toolkit.await(() -> listed(window) == 2);
    }
  }

  /// 50 + 0.2 × 1000 rows bring a vacuum, which removes none of them.
  @Test
  void showsABlockedHorizonOnTablesAndATablesPage() throws Exception {
    var blocked =
        new ServerGiven().table("orders", 1_700).table("customers", 3).blockedBySlot("standby_2");
    try (var window = Windows.open()) {
      window.go(Place.TABLES);
      window.with(_ ->
          window
              .workbench()
              .open(
                  new Opened(
                      new Origin.Connected("db"),
                      Advisor.assess(blocked.survey()),
                      ServerGiven.NOW)));
      Toolkit.await(() -> words(window).contains("public.orders"));
      assertTrue(says(window, "standby_2"), () -> words(window).toString());
      Pictures.ofAllLooks(window, Place.TABLES, "blocked");

      open(window, "orders");
      Toolkit.await(() -> says(window, "Settings in effect"));
      assertTrue(says(window, "standby_2"), () -> words(window).toString());
      assertFalse(says(window, "no findings"));
      Pictures.ofAllLooks(window, Place.TABLES, "blocked-page");
    }
  }

  @Test
  void holdsNothingOnTheServerBetweenTwoLooks() throws Exception {
    try (var window = Windows.open()) {
      connect(window, server.uri());
      Toolkit.await(() -> says(window, "Next in line"));

      Toolkit.await(() -> ourSessions() == 0);
    }
  }

  @Test
  void showsHostileNamesAsTheyAreAndHarmless() throws Exception {
    try (var window = Windows.open()) {
      connect(window, server.uri());
      Toolkit.await(() -> says(window, "Next in line"));
      window.go(Place.TABLES);
      Toolkit.await(() -> listed(window) == 2);
      open(window, "calc");
      Toolkit.await(() -> says(window, "Settings in effect"));

      var words = words(window);
      assertTrue(words.stream().anyMatch(each -> each.contains("\\u202e\\n")), words::toString);
      assertFalse(words.stream().anyMatch(each -> each.contains("\u202e")), words::toString);
    }
  }

  @Test
  void asksAgainWhereThePasswordIsWrong() throws Exception {
    try (var window = Windows.open()) {
      var address = "postgresql://locked:wr0ng@127.0.0.1:%d/postgres".formatted(server.port());
      connect(window, address);
      Toolkit.await(() -> says(window, "Check user name and password"));

      var typed = field(window, "conninfo");
      assertEquals(address.replace(":wr0ng", ""), Toolkit.in(typed::getText));
      assertEquals("wr0ng", Toolkit.in(field(window, "password")::getText));
      assertTrue(Toolkit.in(() -> window.scene().getFocusOwner() instanceof PasswordField));
      Pictures.ofAllLooks(window, Place.CONNECT, "wrong-password");

      window.with(_ -> field(window, "password").setText("s3cret"));
      press(window, "Connect");
      Toolkit.await(() -> says(window, "Next in line"));
    }
  }

  @Test
  void keepsFieldsAndConnectionStringInStep() throws Exception {
    try (var window = Windows.open()) {
      window.go(Place.CONNECT);
      window.with(_ -> field(window, "conninfo").setText("postgresql://me@db:5433/shop"));
      assertEquals("db", Toolkit.in(field(window, "host")::getText));
      assertEquals("5433", Toolkit.in(field(window, "port")::getText));

      window.with(_ -> field(window, "host").setText("db2"));
      var typed = Toolkit.in(field(window, "conninfo")::getText);
      assertEquals("host=db2 port=5433 dbname=shop user=me", typed);
    }
  }

  @Test
  void takesAWholeStringInTheFieldOfTheHost() throws Exception {
    try (var window = Windows.open()) {
      window.go(Place.CONNECT);
      for (var whole : List.of("postgres://me@db:5433/shop", " host=db port=5433 user=me")) {
        window.with(_ -> field(window, "host").setText(whole));
        assertEquals(whole, Toolkit.in(field(window, "conninfo")::getText));

        window.with(_ -> field(window, "database").requestFocus());
        assertEquals("db", Toolkit.in(field(window, "host")::getText));
        assertEquals("5433", Toolkit.in(field(window, "port")::getText));
        assertEquals("me", Toolkit.in(field(window, "user")::getText));
        window.with(_ -> field(window, "host").requestFocus());
      }
    }
  }

  @Test
  void connectsByEnterInTheFieldOfTheHost() throws Exception {
    try (var window = Windows.open()) {
      window.go(Place.CONNECT);
      var address = "postgresql://locked:s3cret@127.0.0.1:%d/postgres".formatted(server.port());
      var host = field(window, "host");
      var password = field(window, "password");
      window.with(_ -> host.setText(address));
      window.with(_ ->
          host.fireEvent(
              new KeyEvent(
                  KeyEvent.KEY_PRESSED, "", "", KeyCode.ENTER, false, false, false, false)));
      Toolkit.await(() -> says(window, "Next in line"));

      assertEquals("127.0.0.1", Toolkit.in(host::getText));
      assertEquals("s3cret", Toolkit.in(password::getText));
    }
  }

  @Test
  void remembersAServerThatWasReachedWithoutItsPassword() throws Exception {
    try (var window = Windows.open()) {
      connect(window, "postgresql://locked:s3cret@127.0.0.1:%d/postgres".formatted(server.port()));
      Toolkit.await(() -> says(window, "Next in line"));
      press(window, "Look now");
      Toolkit.await(() -> words(window).contains("Trends"));
      Pictures.ofAllLooks(window, Place.CONNECT, "trends");
      press(window, "Disconnect");
      Toolkit.await(() -> field(window, "host").isFocused());
      window.go(Place.CONNECT);

      var known = node(window, ComboBox.class, each -> "saved".equals(each.getId()));
      Toolkit.await(() ->
          known.getItems().toString().contains("127.0.0.1:%d/postgres".formatted(server.port())));
      assertEquals("", Toolkit.in(field(window, "password")::getText));
      assertTrue(words(window).stream().noneMatch(each -> each.contains("s3cret")));
      Pictures.ofAllLooks(window, Place.CONNECT, "recent");
    }
  }

  @Test
  void saysWhatToDoWhereNobodyAnswers() throws Exception {
    try (var window = Windows.open()) {
      connect(window, "host=127.0.0.1 port=1 dbname=shop");
      Toolkit.await(() -> says(window, "the connection was refused"));
      connect(window, "postgresql://db/shop?nonsense=1");
      Toolkit.await(() -> says(window, "nonsense"));
    }
  }

  @Test
  void keepsTheLastReportWhenTheServerIsKilled() throws Exception {
    var doomed = PostgresServer.start(ServerSpec.of(Release.V18));
    try (var window = Windows.open()) {
      connect(window, doomed.uri());
      Toolkit.await(() -> says(window, "Next in line"));

      doomed.close();
      press(window, "Look now");

      Toolkit.await(() -> says(window, "what is shown below is old"));
      assertTrue(says(window, "Next in line"));
      Pictures.ofAllLooks(window, Place.CONNECT, "lost");
      assertFalse(says(window, "These figures are old"));
      for (var place : List.of(Place.TABLES, Place.TRY, Place.FREEZE, Place.ADVICE)) {
        window.go(place);
        assertTrue(says(window, "These figures are old"), place::title);
      }
      Pictures.ofAllLooks(window, Place.TABLES, "lost");
      window.go(Place.CONNECT);
      press(window, "Disconnect");
      Toolkit.await(() -> says(window, "Look at a server"));
    } finally {
      doomed.close();
    }
  }

  private static boolean hasFocus(Windows window, String button) {
    return window.scene().getFocusOwner() instanceof Button owner && owner.getText().equals(button);
  }

  private static int ourSessions() {
    try (var connection = server.connect();
        var statement = connection.createStatement();
        var row =
            statement.executeQuery(
                "SELECT count(*) FROM pg_stat_activity"
                    + " WHERE application_name LIKE 'vacuum-advisor%'")) {
      row.next();
      return row.getInt(1);
    } catch (SQLException failed) {
      throw new AssertionError(failed);
    }
  }

  private static void connect(Windows window, String address) throws Exception {
    window.go(Place.CONNECT);
    window.with(_ -> field(window, "conninfo").setText(address));
    press(window, "Connect");
  }

  private static void press(Windows window, String button) throws Exception {
    window.with(scene ->
        Toolkit.first(
                scene.getRoot(),
                Button.class,
                each -> each.getText().equals(button) && each.getStyleClass().contains("button"))
            .orElseThrow()
            .fire());
  }

  private static void open(Windows window, String part) throws Exception {
    window.with(_ -> {
      var list = list(window);
      for (int at = 0; at < list.getItems().size(); at++) {
        if (list.getItems().get(at).toString().contains(part)) {
          list.getSelectionModel().clearAndSelect(at);
        }
      }
      list.getOnKeyPressed()
          .handle(
              new KeyEvent(
                  KeyEvent.KEY_PRESSED, "", "", KeyCode.ENTER, false, false, false, false));
    });
  }

  private static TextField field(Windows window, String id) {
    return node(window, TextField.class, each -> id.equals(each.getId()));
  }

  private static int listed(Windows window) {
    return Toolkit.first(
            window.scene().getRoot(),
            TableView.class,
            each -> each.getStyleClass().contains("tables"))
        .map(each -> each.getItems().size())
        .orElse(0);
  }

  private static TableView<?> list(Windows window) {
    return node(window, TableView.class, each -> each.getStyleClass().contains("tables"));
  }

  private static <N extends Node> N node(
      Windows window, Class<N> kind, Predicate<? super N> which) {
    return Toolkit.first(window.scene().getRoot(), kind, which).orElseThrow();
  }

  private static boolean says(Windows window, String text) {
    return words(window).stream().anyMatch(each -> each.contains(text));
  }

  private static List<String> words(Windows window) {
    return Toolkit.words(window.scene().getRoot());
  }
}
