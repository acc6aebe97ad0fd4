package org.vacuumadvisor.lab.server;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A server that runs from programs on this machine.
final class LocalServer extends PostgresServer {
  private static final int PORTS_TRIED = 20;

  private final ServerSpec spec;
  private final Installation installation;
  private final Workspace workspace;
  private final Watchdog watchdog;
  private @Nullable DataDirectory data;
  private @Nullable Postmaster postmaster;
  private int port;
  private boolean closed;

  private LocalServer(ServerSpec spec, Installation installation) throws IOException {
    this.spec = spec;
    this.installation = installation;
    this.workspace = new Workspace(installation.newWorkspace());
    this.watchdog = Watchdog.over(workspace);
    this.port = spec.port() > 0 ? spec.port() : freePort();
  }

  /// Where a data directory comes from.
  private interface Origin {
    DataDirectory make(Path path) throws IOException;
  }

  static LocalServer start(ServerSpec spec, Installation installation) {
    return start(spec, installation, path -> DataDirectory.create(path, installation, spec));
  }

  private static LocalServer start(ServerSpec spec, Installation installation, Origin origin) {
    try {
      var server = new LocalServer(spec, installation);
      try {
        server.data = origin.make(server.workspace.data());
        server.launch();
        return server;
      } catch (IOException | RuntimeException e) {
        server.close();
        throw e;
      }
    } catch (IOException e) {
      throw new ServerException(
          "Cannot start PostgreSQL " + installation.version() + ": " + e.getMessage(), e);
    }
  }

  private void launch() throws IOException {
    for (int i = 0; i < PORTS_TRIED; i++) {
      if (run(port)) {
        return;
      }
      port = freePort();
    }
    throw new ServerException("Other programs took all of " + PORTS_TRIED + " free ports");
  }

  private boolean run(int onPort) throws IOException {
    made(data).configure(spec, onPort);
    var started = Postmaster.start(workspace, installation);
    postmaster = started;
    return started.answersOn(onPort);
  }

  static int freePort() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
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
    return workspace.log();
  }

  @Override
  public Path dataDirectory() {
    return workspace.data();
  }

  @Override
  public synchronized void restart() {
    again(Postmaster.Stop.FAST);
  }

  @Override
  public synchronized void crash() {
    again(Postmaster.Stop.IMMEDIATE);
  }

  private void again(Postmaster.Stop how) {
    made(postmaster).stop(how);
    resume();
  }

  private void resume() {
    try {
      if (!run(port)) {
        throw new ServerException("Another program took port " + port + " during a restart");
      }
    } catch (IOException e) {
      throw new ServerException("Cannot restart the server on " + workspace.data(), e);
    }
  }

  @Override
  public synchronized LocalServer standby(Map<String, String> settings) {
    var following = new HashMap<>(settings);
    following.put("hot_standby", "on");
    following.putIfAbsent(
        "primary_conninfo",
        "host=127.0.0.1 port=" + port + " user=postgres application_name=standby");
    var standby =
        new ServerSpec(spec.release(), spec.with(following).settings(), spec.initdbOptions(), 0);
    createSlot(settings.getOrDefault("primary_slot_name", ""));
    return start(
        standby,
        installation,
        path -> {
          var copy = coldCopy(path);
          copy.follow(standby);
          return copy;
        });
  }

  private DataDirectory coldCopy(Path path) throws IOException {
    made(postmaster).stop(Postmaster.Stop.FAST);
    try {
      return made(data).copyTo(path);
    } finally {
      resume();
    }
  }

  private void createSlot(String slot) {
    var sql =
        """
        SELECT pg_create_physical_replication_slot(name)
        FROM (SELECT CAST(? AS name)) AS wanted(name)
        WHERE name <> '' AND name NOT IN (SELECT slot_name FROM pg_replication_slots)
        """;
    try (var connection = PostgresServer.probe(port);
        var statement = connection.prepareStatement(sql)) {
      statement.setString(1, slot);
      statement.execute();
    } catch (SQLException e) {
      throw new ServerException("Cannot create the slot " + slot + ": " + e.getMessage(), e);
    }
  }

  @Override
  public synchronized String leaveRunning() {
    closed = true;
    watchdog.release();
    long pid = made(postmaster).pid();
    return "kill -INT %d; while kill -0 %d 2>/dev/null; do sleep 0.1; done; rm -rf '%s'"
        .formatted(pid, pid, workspace.folder());
  }

  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    watchdog.end();
    if (postmaster != null) {
      postmaster.ensureEnded();
    }
    try {
      Folders.delete(workspace.folder());
    } catch (IOException e) {
      throw new ServerException("Cannot delete " + workspace.folder(), e);
    }
  }

  private static <T> T made(@Nullable T part) {
    if (part == null) {
      throw new IllegalStateException("The server has not been started");
    }
    return part;
  }
}
