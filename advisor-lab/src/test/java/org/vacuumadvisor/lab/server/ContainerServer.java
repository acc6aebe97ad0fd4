package org.vacuumadvisor.lab.server;

import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.testcontainers.postgresql.PostgreSQLContainer;

/// A server in a container of the official images. Testcontainers removes it when we are killed.
final class ContainerServer implements AutoCloseable {
  private static final int PORT_INSIDE = 5432;
  private static final long SECONDS = 60;

  private final PostgreSQLContainer container;
  private final int port;

  private ContainerServer(PostgreSQLContainer container, int port) {
    this.container = container;
    this.port = port;
  }

  /// Starts it and waits until it answers.
  static ContainerServer start(ServerSpec spec) throws IOException {
    // A port of Docker's choice would be another one after a restart.
    int port = PostgresServer.freePort();
    var container =
        new PostgreSQLContainer("postgres:" + spec.release().major())
            .withUsername("postgres")
            .withPassword("postgres")
            .withDatabaseName("postgres")
            .withEnv("POSTGRES_HOST_AUTH_METHOD", "trust")
            .withEnv("POSTGRES_INITDB_ARGS", "--locale=C -E UTF8")
            .withCommand(command(spec));
    container.setPortBindings(List.of("127.0.0.1:" + port + ":" + PORT_INSIDE));
    container.start();
    return new ContainerServer(container, port);
  }

  private static String[] command(ServerSpec spec) {
    var words = new ArrayList<>(List.of("postgres"));
    spec.settings()
        .forEach((name, value) -> {
          words.add("-c");
          words.add(name + "=" + value);
        });
    return words.toArray(String[]::new);
  }

  String uri() {
    return "postgresql://postgres@127.0.0.1:" + port + "/postgres";
  }

  /// The first column of the first row, as text.
  String value(String query) throws SQLException {
    try (var connection = connect();
        var statement = connection.createStatement();
        var rows = statement.executeQuery(query)) {
      return rows.next() ? String.valueOf(rows.getString(1)) : "no row";
    }
  }

  void execute(String... statements) throws SQLException {
    try (var connection = connect();
        var statement = connection.createStatement()) {
      for (var each : statements) {
        statement.execute(each);
      }
    }
  }

  private Connection connect() throws SQLException {
    return DriverManager.getConnection("jdbc:" + uri().replace("postgres@", ""), "postgres", "");
  }

  /// Stops the server at once and starts it again, and waits until it answers.
  void crash() throws InterruptedException {
    var docker = container.getDockerClient();
    var id = container.getContainerId();
    docker.killContainerCmd(id).withSignal("SIGQUIT").exec();
    docker.waitContainerCmd(id).start().awaitStatusCode(SECONDS, TimeUnit.SECONDS);
    docker.startContainerCmd(id).exec();
    var deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
    while (!answers() && System.nanoTime() < deadline) {
      Thread.sleep(50);
    }
  }

  private boolean answers() {
    try (var connection = PostgresServer.probe(port)) {
      return connection.isValid(1);
    } catch (SQLException _) {
      return false;
    }
  }

  @Override
  public void close() {
    container.stop();
  }
}
