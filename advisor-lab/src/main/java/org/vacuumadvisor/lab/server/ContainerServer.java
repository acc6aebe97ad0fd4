package org.vacuumadvisor.lab.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.testcontainers.postgresql.PostgreSQLContainer;

/// A server in a container. Testcontainers removes it when we are killed.
final class ContainerServer extends PostgresServer {
  private static final int PORT_INSIDE = 5432;
  private static final long SECONDS = 60;

  private final ServerSpec spec;
  private final PostgreSQLContainer container;
  private final int port;
  private final Path log;

  private ContainerServer(ServerSpec spec, PostgreSQLContainer container, int port, Path log) {
    this.spec = spec;
    this.container = container;
    this.port = port;
    this.log = log;
  }

  static ContainerServer started(ServerSpec spec) {
    try {
      // A port of Docker's choice would be another one after a restart.
      int port = LocalServer.freePort();
      var container =
          new PostgreSQLContainer("postgres:" + spec.release().major())
              .withUsername("postgres")
              .withPassword("postgres")
              .withDatabaseName("postgres")
              .withEnv("POSTGRES_HOST_AUTH_METHOD", "trust")
              .withEnv("POSTGRES_INITDB_ARGS", initdbOptions(spec))
              .withCommand(command(spec));
      container.setPortBindings(List.of("127.0.0.1:" + port + ":" + PORT_INSIDE));
      container.start();
      return new ContainerServer(
          spec, container, port, Files.createTempFile("vacuum-advisor-", ".log"));
    } catch (IOException e) {
      throw new ServerException("Cannot start a container: " + e.getMessage(), e);
    }
  }

  private static String initdbOptions(ServerSpec spec) {
    return "--locale=C -E UTF8 " + String.join(" ", spec.initdbOptions());
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

  @Override
  ServerSpec spec() {
    return spec;
  }

  @Override
  public int port() {
    return port;
  }

  @Override
  public Path log() {
    try {
      return Files.writeString(log, container.getLogs());
    } catch (IOException e) {
      throw new ServerException("Cannot write " + log, e);
    }
  }

  @Override
  public Path dataDirectory() {
    throw new ServerException("The data directory of a server in a container cannot be read");
  }

  @Override
  public void restart() {
    again("SIGINT");
  }

  @Override
  public void crash() {
    again("SIGQUIT");
  }

  private void again(String signal) {
    var docker = container.getDockerClient();
    var id = container.getContainerId();
    docker.killContainerCmd(id).withSignal(signal).exec();
    docker.waitContainerCmd(id).start().awaitStatusCode(SECONDS, TimeUnit.SECONDS);
    docker.startContainerCmd(id).exec();
    awaitAnswer();
  }

  private void awaitAnswer() {
    var deadline = System.nanoTime() + Duration.ofSeconds(SECONDS).toNanos();
    while (!answers()) {
      if (System.nanoTime() > deadline) {
        throw new ServerException("The server in the container does not answer after a restart");
      }
      LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
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
  public PostgresServer standby(Map<String, String> settings) {
    throw new ServerException("A server in a container has no standbys: use local binaries");
  }

  @Override
  public String leaveRunning() {
    throw new ServerException("A server in a container ends with us: use local binaries");
  }

  @Override
  public void close() {
    container.stop();
    try {
      Files.deleteIfExists(log);
    } catch (IOException e) {
      throw new ServerException("Cannot delete " + log, e);
    }
  }
}
