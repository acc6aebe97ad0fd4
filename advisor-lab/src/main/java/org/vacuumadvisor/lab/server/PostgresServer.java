package org.vacuumadvisor.lab.server;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Map;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.conninfo.ConnectionParameters;
import org.vacuumadvisor.source.conninfo.Environment;
import org.vacuumadvisor.source.conninfo.SessionLimits;
import org.vacuumadvisor.source.jdbc.ServerSource;

/// A real PostgreSQL server of our own, on loopback, that trusts everyone. It vanishes with its
/// data when it is closed, and when this program ends in whatever way.
public abstract sealed class PostgresServer implements AutoCloseable
    permits LocalServer, ContainerServer {
  private static final String SUPERUSER = "postgres";

  /// Starts a server from local binaries and waits until it answers.
  ///
  /// @throws ServerException if there are no binaries of that release, or it does not start
  public static PostgresServer start(ServerSpec spec) {
    return LocalBinaries.found().start(spec);
  }

  abstract ServerSpec spec();

  public final Release release() {
    return spec().release();
  }

  public abstract int port();

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

  /// Stops the server in good order and starts it again on the same port. Statistics survive.
  public abstract void restart();

  /// Stops the server at once and starts it again: it recovers, and its statistics are lost.
  public abstract void crash();

  /// A hot standby of this server, made from a cold copy: this server restarts for it. The standby
  /// has the settings of this server and those given, such as `hot_standby_feedback`; a slot named
  /// by `primary_slot_name` is created here if it does not exist. On 9.6 this server must be
  /// [ServerSpec#readyForStandbys].
  public abstract PostgresServer standby(Map<String, String> settings);

  /// What the server wrote to its standard error.
  public abstract Path log();

  /// The data directory, for those who read pages.
  public abstract Path dataDirectory();

  /// Gives the server up: it stays when this program ends. Returns the shell command that ends it
  /// and deletes its data.
  public abstract String leaveRunning();

  /// Stops the server and deletes everything. Closing twice does nothing more.
  @Override
  public abstract void close();

  private static String encoded(String name) {
    return URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
