package org.vacuumadvisor.lab.conninfo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.vacuumadvisor.lab.server.PostgresServer;
import org.vacuumadvisor.lab.server.ServerSpec;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.conninfo.ConnectionParameters;
import org.vacuumadvisor.source.conninfo.Connector;
import org.vacuumadvisor.source.conninfo.Environment;
import org.vacuumadvisor.source.conninfo.SessionLimits;

/// The oracle is a real server: it asks for passwords, speaks TLS, and says who is connected and
/// how.
@Isolated("it sets properties of the whole JVM")
class ConnectorTest {
  private static final String HBA =
      """
      local   all all         trust
      hostssl all tls    all  scram-sha-256
      host    all tls    all  reject
      hostssl all card   all  cert
      host    all scram  all  scram-sha-256
      host    all md5    all  md5
      host    all barred all  reject
      host    all all    all  trust
      """;

  @TempDir private static Path folder;
  @TempDir private Path home;

  private static PostgresServer server;
  private static Certificate localhost;
  private static Certificate card;

  @BeforeAll
  static void startServer() throws Exception {
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxrwx"));
    localhost = Certificate.make(folder, "localhost");
    card = Certificate.make(folder, "card");
    server =
        PostgresServer.start(
            ServerSpec.of(Release.V18).with("unix_socket_directories", folder.toString()));
    server.execute(
        "CREATE ROLE scram LOGIN PASSWORD 'sec:ret'",
        "CREATE ROLE tls LOGIN PASSWORD 'x'",
        "CREATE ROLE card LOGIN",
        "CREATE ROLE barred LOGIN",
        "CREATE ROLE keyless",
        "CREATE ROLE limited LOGIN CONNECTION LIMIT 0",
        "SET password_encryption = 'md5'; CREATE ROLE md5 LOGIN PASSWORD 'old'",
        "CREATE DATABASE closed",
        "REVOKE CONNECT ON DATABASE closed FROM PUBLIC",
        "CREATE DATABASE \"odd ?&/%'name\"");
    var data = server.dataDirectory();
    place(localhost.certificate(), data.resolve("server.crt"));
    place(localhost.key(), data.resolve("server.key"));
    place(card.certificate(), data.resolve("clients.crt"));
    Files.writeString(data.resolve("pg_hba.conf"), HBA);
    server.execute(
        "ALTER SYSTEM SET ssl = on",
        "ALTER SYSTEM SET ssl_ca_file = 'clients.crt'",
        "SELECT pg_reload_conf()");
    awaitTls();
  }

  @AfterAll
  static void stopServer() {
    server.close();
  }

  @Test
  void opensAReadOnlyBoundedSessionUnderOurName() throws Exception {
    assertEquals(
        "on 30s 500ms 10s vacuum-advisor",
        ask(
            at("localhost"),
            """
            SELECT concat_ws(' ', current_setting('transaction_read_only'),
              current_setting('statement_timeout'), current_setting('lock_timeout'),
              current_setting('idle_in_transaction_session_timeout'),
              current_setting('application_name'))
            """));
  }

  @Test
  void cannotWrite() throws Exception {
    try (var connection = connector().connect(at("localhost"));
        var statement = connection.createStatement()) {
      var refused =
          assertThrows(SQLException.class, () -> statement.execute("CREATE TABLE public.t ()"));
      assertEquals("25006", refused.getSQLState());
    }
  }

  @Test
  void keepsTheUsersOptionsBesideOurs() throws Exception {
    assertEquals(
        "off 500ms",
        ask(
            resolve(
                uri("localhost") + "?options=-c%20enable_seqscan%3Doff%20-c%20lock_timeout%3D1h"),
            "SELECT current_setting('enable_seqscan') || ' ' || current_setting('lock_timeout')"));
  }

  @Test
  void reachesADatabaseOfAnyName() throws Exception {
    var name = "odd ?&/%'name";

    assertEquals(name, ask(at("localhost").withDatabase(name), "SELECT current_database()"));
  }

  @Test
  void takesTheScramPasswordFromTheVariable() throws Exception {
    assertEquals(
        "scram",
        ask(
            resolve(uri("scram@localhost"), Map.of("PGPASSWORD", "sec:ret")),
            "SELECT current_user"));
  }

  @Test
  void takesPasswordsFromThePasswordFile() throws Exception {
    passwordFile(
        "localhost:%1$d:other:*:no%nlocalhost:%1$d:*:scram:sec\\:ret%nlocalhost:*:*:md5:old%n"
            .formatted(server.port()));

    assertEquals("scram", ask(resolve(uri("scram@localhost")), "SELECT current_user"));
    assertEquals("md5", ask(resolve(uri("md5@localhost")), "SELECT current_user"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"scram", "md5"})
  void knowsThatAPasswordWouldHelp(String role) throws Exception {
    var parameters = resolve(uri(role + "@localhost"));

    var failure = failure(parameters);

    assertTrue(Connector.passwordWouldHelp(failure), failure.explanation());
    assertTrue(failure.explanation().contains("Have it asked for"), failure.explanation());
    var password = role.equals("md5") ? "old" : "sec:ret";
    assertEquals(role, ask(parameters.withPassword(password), "SELECT current_user"));
  }

  @Test
  void leavesAPasswordFileThatOthersCanReadAloneEvenInTheDriver() throws Exception {
    var file = passwordFile("*:*:*:*:sec:ret".replace("sec:", "sec\\:"));
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
    System.setProperty("org.postgresql.pgpassfile", file.toString());
    try {
      assertTrue(Connector.passwordWouldHelp(failure(resolve(uri("scram@localhost")))));
    } finally {
      System.clearProperty("org.postgresql.pgpassfile");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          scram:hunter@localhost:PORT/postgres | password authentication failed for user "scram"
          postgres@localhost:PORT/nope         | database "nope" does not exist
          ghost@localhost:PORT/postgres        | role "ghost" does not exist
          keyless@localhost:PORT/postgres      | may log in
          barred@localhost:PORT/postgres       | pg_hba.conf
          limited@localhost:PORT/postgres      | Wait until connections are free
          scram:sec%3Aret@localhost:PORT/closed| GRANT CONNECT ON DATABASE "closed" TO "scram";
          tls:x@localhost:PORT/postgres?sslmode=disable | sslmode
          localhost:1/postgres                 | refused
          nowhere.invalid/postgres             | name is not known
          localhost%3FsocketFactory%3Dx:PORT/postgres | name is not known
          """)
  void saysWhatHappenedAndWhatToDo(String rest, String words) throws Exception {
    var failure =
        failure(resolve("postgresql://" + rest.replace("PORT", Integer.toString(server.port()))));

    assertTrue(unquoted(failure.explanation()).contains(unquoted(words)), failure.explanation());
    assertFalse(everything(failure).contains("hunter"));
    assertFalse(everything(failure).contains("sec:ret"));
    assertFalse(Connector.passwordWouldHelp(failure));
  }

  @Test
  void triesTheNextHostWhenOneIsDead() throws Exception {
    assertEquals(
        "postgres",
        ask(
            resolve(
                "host=localhost,nowhere.invalid,localhost port=1,1,%d user=postgres"
                    .formatted(server.port())),
            "SELECT current_user"));
  }

  @Test
  void namesEveryHostThatFailed() throws Exception {
    var explanation = failure(resolve("host=localhost,nowhere.invalid port=1")).explanation();

    assertTrue(explanation.contains("localhost:1"), explanation);
    assertTrue(explanation.contains("nowhere.invalid:1"), explanation);
  }

  @Test
  void doesNotTryAPasswordAtTheNextHostOnceItWasWrong() throws Exception {
    var explanation =
        failure(
                resolve(
                    "host=localhost,localhost port=%d,1 user=scram password=wrong dbname=postgres"
                        .formatted(server.port())))
            .explanation();

    assertFalse(explanation.contains("localhost:1"), explanation);
  }

  @Test
  void goesToTheAddressWithoutAskingForTheName() throws Exception {
    assertEquals(
        "postgres",
        ask(
            resolve(
                "host=nowhere.invalid hostaddr=127.0.0.1 port=%d user=postgres"
                    .formatted(server.port())),
            "SELECT current_user"));
  }

  @Test
  void connectsThroughAUnixSocket() throws Exception {
    var parameters =
        resolve("host=%s port=%d user=scram dbname=postgres".formatted(folder, server.port()));

    assertEquals("local", ask(parameters, "SELECT coalesce(inet_server_addr()::text, 'local')"));
    assertEquals("3000000", ask(parameters, "SELECT length(repeat('x', 3000000))::text"));
    assertEquals(3_000_000, ask(parameters, "SELECT repeat('x', 3000000)").length());
  }

  @Test
  void saysThatNobodyListensAtASocket() throws Exception {
    var explanation = failure(resolve("host=%s port=1".formatted(folder))).explanation();

    assertTrue(explanation.contains("-h localhost"), explanation);
  }

  @ParameterizedTest
  @CsvSource({"any,true", "read-write,true", "primary,true", "prefer-standby,true"})
  void takesAServerOfTheWantedKind(String target, String accepted) throws Exception {
    assertEquals(
        accepted,
        ask(
            resolve(uri("localhost") + "?target_session_attrs=" + target),
            "SELECT (NOT pg_is_in_recovery())::text"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"standby", "read-only"})
  void refusesAServerOfAnotherKind(String target) throws Exception {
    var explanation =
        failure(resolve(uri("localhost") + "?target_session_attrs=" + target)).explanation();

    assertTrue(explanation.contains("target_session_attrs asks for"), explanation);
  }

  @ParameterizedTest
  @CsvSource({
    "disable,localhost,false",
    "allow,localhost,false",
    "prefer,localhost,true",
    "require,localhost,true",
    "verify-ca,localhost,true",
    "verify-ca,127.0.0.1,true",
    "verify-full,localhost,true"
  })
  void encryptsAsAsked(String mode, String host, String encrypted) throws Exception {
    assertEquals(
        encrypted,
        ask(
            resolve(uri(host) + "?sslmode=" + mode + "&sslrootcert=" + localhost.certificate()),
            "SELECT ssl::text FROM pg_stat_ssl WHERE pid = pg_backend_pid()"));
  }

  @Test
  void comesBackWithTlsWhenAllowIsNotEnough() throws Exception {
    assertEquals(
        "true",
        ask(
            resolve(uri("tls:x@localhost") + "?sslmode=allow"),
            "SELECT ssl::text FROM pg_stat_ssl WHERE pid = pg_backend_pid()"));
  }

  @Test
  void refusesACertificateForAnotherHost() throws Exception {
    var explanation =
        failure(
                resolve(
                    uri("127.0.0.1")
                        + "?sslmode=verify-full&sslrootcert="
                        + localhost.certificate()))
            .explanation();

    assertTrue(explanation.contains("certificate is for"), explanation);
  }

  @Test
  void refusesACertificateOfAnotherAuthority() throws Exception {
    var explanation =
        failure(resolve(uri("localhost") + "?sslmode=verify-ca&sslrootcert=" + card.certificate()))
            .explanation();

    assertTrue(explanation.contains("authority"), explanation);
  }

  @Test
  void verifiesUnderRequireTooWhereARootCertificateLies() throws Exception {
    var own = Files.createDirectory(home.resolve(".postgresql"));
    Files.copy(card.certificate(), own.resolve("root.crt"));

    var explanation = failure(resolve(uri("localhost") + "?sslmode=require")).explanation();

    assertTrue(explanation.contains("authority"), explanation);
  }

  @Test
  void doesWithoutTheRootCertificateOnlyWhereItNeedNotVerify() throws Exception {
    var explanation = failure(resolve(uri("localhost") + "?sslmode=verify-full")).explanation();

    assertTrue(explanation.contains("root.crt"), explanation);
  }

  @Test
  void showsTheClientsCertificateFromItsUsualPlace() throws Exception {
    var own = Files.createDirectory(home.resolve(".postgresql"));
    Files.copy(card.certificate(), own.resolve("postgresql.crt"));
    Files.copy(card.key(), own.resolve("postgresql.key"));
    Files.setPosixFilePermissions(
        own.resolve("postgresql.key"), PosixFilePermissions.fromString("rw-------"));

    assertEquals("card", ask(resolve(uri("card@localhost")), "SELECT current_user"));
  }

  @Test
  void readsTheServiceFile() throws Exception {
    Files.writeString(
        home.resolve(".pg_service.conf"),
        "[lab]\nhost=localhost\nport=%d\nuser=postgres\ndbname=template1\n"
            .formatted(server.port()));

    assertEquals(
        "template1", ask(resolve(null, Map.of("PGSERVICE", "lab")), "SELECT current_database()"));
  }

  @Test
  void isJustAsBoundedBehindAPoolerThatKnowsNoOptions() throws Exception {
    try (var pooler = new StrictPooler(server.port())) {
      var parameters = resolve("host=localhost port=%d user=postgres".formatted(pooler.port()));

      try (var connection = connector().connect(parameters);
          var statement = connection.createStatement()) {
        var refused =
            assertThrows(SQLException.class, () -> statement.execute("CREATE TABLE public.t ()"));
        assertEquals("25006", refused.getSQLState());
        try (var row =
            statement.executeQuery(
                "SELECT current_setting('lock_timeout'), current_setting('statement_timeout')")) {
          assertTrue(row.next());
          assertEquals("500ms", row.getString(1));
          assertEquals("30s", row.getString(2));
        }
        // Nothing of ours may stay with a server process that others use next.
        try (var plain = connection.unwrap(Connection.class).createStatement();
            var row = plain.executeQuery("SHOW lock_timeout")) {
          assertTrue(row.next());
          assertEquals("0", row.getString(1));
        }
      }
    }
  }

  @Test
  void boundsTransactionsBehindAPoolerToo() throws Exception {
    try (var pooler = new StrictPooler(server.port());
        var connection =
            connector()
                .connect(resolve("host=localhost port=%d user=postgres".formatted(pooler.port())));
        var statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      statement.setFetchSize(10);
      int rows = 0;
      try (var numbers = statement.executeQuery("SELECT generate_series(1, 100)")) {
        while (numbers.next()) {
          rows++;
        }
      }
      assertEquals(100, rows);
      for (var ended : new String[] {"after nothing", "after a commit"}) {
        try (var row = statement.executeQuery("SHOW lock_timeout")) {
          assertTrue(row.next());
          assertEquals("500ms", row.getString(1), ended);
        }
        connection.commit();
      }
      assertThrows(SQLException.class, () -> statement.execute("CREATE TABLE public.t ()"));
      connection.rollback();
      connection.setAutoCommit(true);
      try (var row =
          connection.unwrap(Connection.class).createStatement().executeQuery("SHOW lock_timeout")) {
        assertTrue(row.next());
        assertEquals("0", row.getString(1));
      }
    }
  }

  @Test
  void givesUpOnAServerThatNeverAnswers() throws Exception {
    try (var silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      var explanation =
          failure(
                  resolve(
                      "host=localhost port=%d connect_timeout=1".formatted(silent.getLocalPort())))
              .explanation();

      assertTrue(explanation.contains("no answer within 1 s"), explanation);
    }
  }

  @Test
  void saysThatSomethingElseListensThere() throws Exception {
    try (var other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Thread.ofVirtual().start(() -> answerAsWebServer(other));
      var explanation =
          failure(resolve("host=localhost port=" + other.getLocalPort())).explanation();

      assertTrue(explanation.contains("protocol"), explanation);
    }
  }

  private static void answerAsWebServer(ServerSocket listening) {
    try (var client = listening.accept()) {
      client
          .getOutputStream()
          .write("HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(StandardCharsets.UTF_8));
    } catch (IOException ended) {
      // The client has seen enough.
    }
  }

  private static void place(Path from, Path to) throws IOException {
    Files.copy(from, to);
    Files.setOwner(to, Files.getOwner(to.getParent()));
    Files.setPosixFilePermissions(to, PosixFilePermissions.fromString("rw-------"));
  }

  /// The postmaster reads its configuration when it comes to it.
  private static void awaitTls() throws SQLException {
    while (true) {
      try (var connection = server.connect();
          var statement = connection.createStatement();
          var row = statement.executeQuery("SHOW ssl")) {
        row.next();
        if (row.getString(1).equals("on")) {
          return;
        }
      }
    }
  }

  private Path passwordFile(String text) throws IOException {
    var file = Files.writeString(home.resolve(".pgpass"), text);
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
  }

  private static String unquoted(String text) {
    return text.replace("\"", "");
  }

  private static String everything(Throwable failure) {
    return failure.getCause() == null
        ? failure.toString()
        : failure + "\n" + everything(failure.getCause());
  }

  private static String uri(String userAndHost) {
    return "postgresql://" + userAndHost + ":" + server.port() + "/postgres";
  }

  private ConnectionParameters at(String host) throws SourceException {
    return resolve(uri("postgres@" + host));
  }

  private ConnectionParameters resolve(String conninfo) throws SourceException {
    return resolve(conninfo, Map.of());
  }

  private ConnectionParameters resolve(String conninfo, Map<String, String> variables)
      throws SourceException {
    return ConnectionParameters.resolve(
        conninfo, Map.of(), new Environment(variables, home, "postgres"));
  }

  private static Connector connector() {
    return new Connector(SessionLimits.standard());
  }

  private static SourceException failure(ConnectionParameters parameters) {
    return assertThrows(SourceException.class, () -> connector().connect(parameters).close());
  }

  private static String ask(ConnectionParameters parameters, String query) throws Exception {
    try (var connection = connector().connect(parameters);
        var statement = connection.createStatement();
        var row = statement.executeQuery(query)) {
      assertTrue(row.next());
      return row.getString(1);
    }
  }
}
