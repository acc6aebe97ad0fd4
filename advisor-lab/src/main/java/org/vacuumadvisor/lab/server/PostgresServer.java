package org.vacuumadvisor.lab.server;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.conninfo.ConnectionParameters;
import org.vacuumadvisor.source.conninfo.Environment;
import org.vacuumadvisor.source.conninfo.SessionLimits;
import org.vacuumadvisor.source.jdbc.ServerSource;

/// A real PostgreSQL server of our own, on loopback, that trusts everyone. It vanishes with its
/// data when it is closed, and when this program ends in whatever way.
public final class PostgresServer implements AutoCloseable {
  private static final String SUPERUSER = "postgres";
  private static final int PORTS_TRIED = 20;

  private final ServerSpec spec;
  private final Installation installation;
  private final Workspace workspace;
  private final Watchdog watchdog;
  private @Nullable DataDirectory data;
  private @Nullable Postmaster postmaster;
  private int port;
  private boolean closed;

  private PostgresServer(ServerSpec spec, Installation installation) throws IOException {
    this.spec = spec;
    this.installation = installation;
    this.workspace = new Workspace(installation.newWorkspace());
    this.watchdog = Watchdog.over(workspace);
    this.port = spec.port() > 0 ? spec.port() : freePort();
  }

  /// Starts a server from local binaries and waits until it answers.
  ///
  /// @throws ServerException if there are no binaries of that release, or it does not start
  public static PostgresServer start(ServerSpec spec) {
    return LocalBinaries.found().start(spec);
  }

  ServerSpec spec() {
    return spec;
  }

  Installation installation() {
    return installation;
  }

  public Release release() {
    return spec.release();
  }

  /// The address of the database `postgres`, as libpq writes it.
  public String uri() {
    return uri("postgres");
  }

  /// The address of a database, as libpq writes it.
  public String uri(String database) {
    return "postgresql://" + SUPERUSER + "@127.0.0.1:" + port() + "/" + encoded(database);
  }

  /// A connection of the superuser to the database `postgres`, in autocommit.
  public Connection connect() throws SQLException {
    return connect("postgres");
  }

  /// A connection of the superuser.
  public Connection connect(String database) throws SQLException {
    return connect(SUPERUSER, database);
  }

  /// A connection of any user: no password is asked.
  public Connection connect(String user, String database) throws SQLException {
    return connect(port(), user, database);
  }

  private static Connection connect(int port, String user, String database) throws SQLException {
    return DriverManager.getConnection(jdbcUrl(port, database), user, "");
  }

  /// A connection of the superuser to whoever has that port, who may also be mute.
  static Connection probe(int port) throws SQLException {
    var url = jdbcUrl(port, SUPERUSER) + "?connectTimeout=5&socketTimeout=5";
    return DriverManager.getConnection(url, SUPERUSER, "");
  }

  private static String jdbcUrl(int port, String database) {
    return "jdbc:postgresql://127.0.0.1:" + port + "/" + encoded(database);
  }

  /// A way to survey it, as the advisor surveys any server; nothing of the user's environment
  /// counts.
  public ServerSource source(String database) throws SourceException {
    var nothingElse = new Environment(Map.of(), Path.of(""), "");
    return ServerSource.of(
        ConnectionParameters.resolve(uri(database), Map.of(), nothingElse),
        SessionLimits.standard());
  }

  /// The same, by the database `postgres`.
  public ServerSource source() throws SourceException {
    return source(SUPERUSER);
  }

  /// Runs statements one by one as superuser in the database `postgres`, each in its own
  /// transaction.
  public void execute(String... statements) throws SQLException {
    try (var connection = connect();
        var statement = connection.createStatement()) {
      for (var sql : statements) {
        statement.execute(sql);
      }
    }
  }

  private static String encoded(String name) {
    return URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
  }

  /// Where a data directory comes from.
  interface Origin {
    DataDirectory make(Path path) throws IOException;
  }

  static PostgresServer start(ServerSpec spec, Installation installation) {
    return start(spec, installation, path -> DataDirectory.create(path, installation, spec));
  }

  static PostgresServer start(ServerSpec spec, Installation installation, Origin origin) {
    try {
      var server = new PostgresServer(spec, installation);
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

  public int port() {
    return port;
  }

  /// What the server wrote to its standard error.
  public Path log() {
    return workspace.log();
  }

  /// The data directory, for those who read pages.
  public Path dataDirectory() {
    return workspace.data();
  }

  /// Stops the server in good order and starts it again on the same port. Statistics survive.
  public synchronized void restart() {
    again(Postmaster.Stop.FAST);
  }

  /// Stops the server at once and starts it again: it recovers, and its statistics are lost.
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

  /// Has something made of the data directory while the server is stopped for a moment.
  synchronized DataDirectory whileStopped(Origin making) throws IOException {
    made(postmaster).stop(Postmaster.Stop.FAST);
    try {
      return making.make(workspace.data());
    } finally {
      resume();
    }
  }

  /// Stops the server and deletes everything. Closing twice does nothing more.
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
