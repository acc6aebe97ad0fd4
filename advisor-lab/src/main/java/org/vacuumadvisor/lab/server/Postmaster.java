package org.vacuumadvisor.lab.server;

import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// One run of a server process.
final class Postmaster {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final long PAUSE_MILLIS = 10;

  /// The lock file's line that is filled once the server owns its port.
  private static final int LISTEN_ADDRESS_LINE = 6;

  /// How a server is stopped.
  enum Stop {
    FAST,
    IMMEDIATE
  }

  private final Workspace workspace;
  private final Installation installation;
  private final Process process;
  private final long logStart;

  private Postmaster(
      Workspace workspace, Installation installation, Process process, long logStart) {
    this.workspace = workspace;
    this.installation = installation;
    this.process = process;
    this.logStart = logStart;
  }

  static Postmaster start(Workspace workspace, Installation installation) throws IOException {
    var log = workspace.log().toFile();
    var start = log.length();
    var data = installation.seen(workspace.data());
    var words = installation.command("postgres", List.of("-D", data));
    var process =
        Command.builder(noted(words, workspace.pid()))
            .redirectInput(Redirect.from(new File("/dev/null")))
            .redirectErrorStream(true)
            .redirectOutput(Redirect.appendTo(log))
            .start();
    return new Postmaster(workspace, installation, process, start);
  }

  /// Writes down the process ID before the program starts, so that the watchdog always knows it.
  private static List<String> noted(List<String> words, Path pid) {
    var shell = List.of("sh", "-c", "echo $$ >\"$0\" && exec \"$@\"", pid.toString());
    return Watchdog.inOwnSession(Stream.concat(shell.stream(), words.stream()).toList());
  }

  /// Waits until the server answers. Says no if its port belongs to someone else.
  ///
  /// @throws ServerException if it does not start for another reason
  boolean answersOn(int port) throws IOException {
    var deadline = System.nanoTime() + PATIENCE.toNanos();
    while (System.nanoTime() < deadline) {
      if (!process.isAlive()) {
        if (portWasTaken()) {
          return false;
        }
        throw failed("start");
      }
      if (ownsItsPort() && isOurs(port)) {
        return true;
      }
      pause();
    }
    throw failed("answer");
  }

  private ServerException failed(String doing) {
    return new ServerException(
        "PostgreSQL %s does not %s. The end of its log:\n%s"
            .formatted(installation.version(), doing, workspace.lastWords()));
  }

  void stop(Stop how) {
    var data = installation.seen(workspace.data());
    var mode = how.name().toLowerCase(Locale.ROOT);
    new Command(installation.command("pg_ctl", List.of("stop", "-D", data, "-m", mode, "-W")))
        .run();
    awaitEnd();
  }

  /// Waits until a server that was told to stop has stopped, and helps it if it takes too long.
  void awaitEnd() {
    try {
      if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw new ServerException("The server on " + workspace.data() + " does not stop");
      }
      Files.deleteIfExists(workspace.pid());
    } catch (IOException e) {
      throw new ServerException("Cannot delete " + workspace.pid(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ServerException("Interrupted while a server stopped", e);
    }
  }

  /// Makes sure that the server has ended, should its guard have been killed.
  void ensureEnded() {
    try {
      if (!process.waitFor(1, TimeUnit.SECONDS)) {
        stop(Stop.IMMEDIATE);
      }
    } catch (ServerException _) {
      process.destroyForcibly();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      process.destroyForcibly();
    }
  }

  private boolean ownsItsPort() throws IOException {
    if (!Files.exists(workspace.lockFile())) {
      return false;
    }
    try {
      var lines = Files.readString(workspace.lockFile()).lines().toList();
      return lines.size() >= LISTEN_ADDRESS_LINE
          && !lines.get(LISTEN_ADDRESS_LINE - 1).isBlank()
          && lines.getFirst().equals(Long.toString(process.pid()));
    } catch (NoSuchFileException _) {
      return false;
    }
  }

  /// Whether the server that answers is the one on our data directory.
  private boolean isOurs(int port) {
    try (var connection = PostgresServer.probe(port);
        var statement = connection.createStatement();
        var answer = statement.executeQuery("SHOW data_directory")) {
      return answer.next()
          && Path.of(answer.getString(1)).equals(Path.of(installation.seen(workspace.data())));
    } catch (SQLException _) {
      return false;
    }
  }

  private boolean portWasTaken() throws IOException {
    try (var log = Files.newInputStream(workspace.log())) {
      log.skipNBytes(logStart);
      var text = new String(log.readAllBytes(), StandardCharsets.UTF_8);
      return text.contains("could not bind IPv4") || text.contains("could not create any TCP/IP");
    }
  }

  private static void pause() {
    try {
      Thread.sleep(PAUSE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ServerException("Interrupted while a server started", e);
    }
  }
}
