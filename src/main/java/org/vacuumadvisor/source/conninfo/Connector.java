package org.vacuumadvisor.source.conninfo;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.conninfo.JdbcSettings.Startup;
import org.vacuumadvisor.source.conninfo.TargetSession.ServerState;

/// Opens read-only, bounded sessions. Hosts are tried in order, each at all its addresses, as libpq
/// does; a failure says for each of them what happened and what to do.
public final class Connector {
  private final SessionLimits limits;

  public Connector(SessionLimits limits) {
    this.limits = limits;
  }

  /// An autocommit connection whose transactions are read-only and whose statements are bounded, by
  /// startup options or, behind a pooler, statement by statement.
  public Connection connect(ConnectionParameters parameters) throws SourceException {
    var target = parameters.target();
    List<ConnectFailure> failures = new ArrayList<>();
    for (var pass : passes(target)) {
      failures.clear();
      for (var place : order(parameters)) {
        for (var endpoint : endpoints(place, failures)) {
          try {
            var opened = new Attempt(parameters, place, endpoint, limits, false).open(pass);
            if (opened.isPresent()) {
              return opened.get();
            }
            failures.add(unwanted(place, pass));
          } catch (SQLException failed) {
            var failure = ConnectFailure.of(place, parameters, parameters.connectTimeout(), failed);
            failures.add(failure);
            if (failure.decisive()) {
              throw explain(parameters, List.of(failure));
            }
          }
        }
      }
    }
    throw explain(parameters, failures);
  }

  /// Whether the server asked for a password when there was none: ask the user, and try again
  /// [ConnectionParameters#withPassword].
  public static boolean passwordWouldHelp(SourceException failure) {
    return failure.getCause() instanceof PasswordNeeded;
  }

  /// Whether the server answered and refused us, as it would again: a wrong password, no such
  /// database, no right to connect.
  public static boolean wasRefused(SourceException failure) {
    return Stream.iterate(failure.getCause(), Objects::nonNull, Throwable::getCause)
        .limit(ConnectFailure.DEEPEST)
        .anyMatch(cause ->
            cause instanceof SQLException said
                && ConnectFailure.isDecisive(Objects.requireNonNullElse(said.getSQLState(), "")));
  }

  private static List<TargetSession> passes(TargetSession target) {
    return target == TargetSession.PREFER_STANDBY
        ? List.of(TargetSession.STANDBY, TargetSession.ANY)
        : List.of(target);
  }

  private static List<HostPort> order(ConnectionParameters parameters) {
    var places = new ArrayList<>(parameters.hosts());
    if (parameters.value(Keyword.LOAD_BALANCE_HOSTS).filter("random"::equals).isPresent()) {
      Collections.shuffle(places);
    }
    return places;
  }

  /// Where to knock for a place: its socket, or each address its name stands for.
  private static Set<String> endpoints(HostPort place, List<ConnectFailure> failures) {
    if (place.isSocket()) {
      return place.socketFile().stream()
          .map(file -> EndpointSocketFactory.argument(Path.of(file)))
          .collect(Collectors.toSet());
    }
    try {
      var name = place.address() == null ? place.host() : place.address();
      return Stream.of(InetAddress.getAllByName(name))
          .map(EndpointSocketFactory::argument)
          .collect(Collectors.toCollection(LinkedHashSet::new));
    } catch (UnknownHostException unknown) {
      failures.add(ConnectFailure.unknownHost(place, unknown));
      return Set.of();
    }
  }

  private static ConnectFailure unwanted(HostPort place, TargetSession target) {
    return new ConnectFailure(
        place,
        "the server is not what target_session_attrs=%s asks for.".formatted(target.label()),
        false,
        false,
        new SQLException("unwanted session"));
  }

  private static SourceException explain(
      ConnectionParameters parameters, List<ConnectFailure> failures) {
    var last = failures.getLast();
    var cause = last.passwordWouldHelp() ? new PasswordNeeded(last.cause()) : last.cause();
    var head =
        "Cannot connect to database %s as %s"
            .formatted(SafeText.quoted(parameters.database()), SafeText.quoted(parameters.user()));
    var lines =
        failures.stream()
            .map(failure -> failure.place().describe() + ": " + failure.words())
            .distinct()
            .toList();
    return new SourceException(
        lines.size() == 1
            ? head + " at " + lines.getFirst()
            : head + ":\n  " + String.join("\n  ", lines),
        cause);
  }

  /// One endpoint of one place.
  ///
  /// @param isTimed whether the startup options bring our limit of a transaction as well
  private record Attempt(
      ConnectionParameters parameters,
      HostPort place,
      String endpoint,
      SessionLimits limits,
      boolean isTimed) {
    /// `transaction_timeout` (`ERRCODE_TRANSACTION_TIMEOUT`).
    private static final String TRANSACTION_TIMEOUT = "25P04";

    /// A session, or none where the server is not what is asked for. A role's own limit of a
    /// transaction may end ours before we have set another; that such a limit exists shows that the
    /// release knows it, and that it may stand among the options.
    Optional<Connection> open(TargetSession target) throws SQLException, SourceException {
      try {
        return meets(target) ? Optional.of(open()) : Optional.empty();
      } catch (SQLException ended) {
        if (isTimed || !TRANSACTION_TIMEOUT.equals(ended.getSQLState())) {
          throw ended;
        }
        return new Attempt(parameters, place, endpoint, limits, true).open(target);
      }
    }

    /// Our own session is read-only by our wish, so the server's wish is asked of a plain one.
    private boolean meets(TargetSession target) throws SQLException, SourceException {
      if (target == TargetSession.ANY) {
        return true;
      }
      try (var plain = open(Startup.PLAIN);
          var statement = plain.createStatement();
          var row =
              statement.executeQuery(
                  "SELECT pg_catalog.pg_is_in_recovery(),"
                      + " pg_catalog.current_setting('transaction_read_only') = 'on'")) {
        row.next();
        return target.accepts(new ServerState(row.getBoolean(1), row.getBoolean(2)));
      }
    }

    private Connection open() throws SQLException, SourceException {
      Connection bounded;
      try {
        bounded = open(Startup.BOUNDED);
      } catch (SQLException refused) {
        if (!refusesOptions(refused)) {
          throw refused;
        }
        return PooledConnection.over(open(Startup.POOLED), limits);
      }
      boolean asAsked = false;
      try {
        asAsked = isBounded(bounded);
      } finally {
        if (!asAsked) {
          bounded.close();
        }
      }
      return asAsked ? bounded : PooledConnection.over(open(Startup.POOLED), limits);
    }

    private Connection open(Startup startup) throws SQLException, SourceException {
      DriverLog.silence();
      var settings = JdbcSettings.of(parameters, place, endpoint, limits, startup, isTimed);
      return DriverManager.getConnection(settings.url(), settings.properties());
    }

    /// Poolers know only some startup parameters; PgBouncer's words are "unsupported startup
    /// parameter".
    private static boolean refusesOptions(SQLException failure) {
      var message = failure.getMessage() == null ? "" : failure.getMessage();
      return message.contains("startup parameter") || message.contains("startup option");
    }

    /// A pooler may also swallow the options without a word. A session that has them is ours alone,
    /// and gets the limit that no startup packet may name.
    private boolean isBounded(Connection connection) throws SQLException {
      try (var statement = connection.createStatement();
          var row =
              statement.executeQuery(
                  "SELECT pg_catalog.current_setting('default_transaction_read_only'),"
                      + " pg_catalog.current_setting('lock_timeout'),"
                      + " CASE WHEN pg_catalog.current_setting('lock_timeout') <> '0' THEN "
                      + limits.setTransactionTimeout("false")
                      + " END")) {
        row.next();
        return row.getString(1).equals("on") && !row.getString(2).equals("0");
      }
    }
  }

  /// Marks failures that a password may cure.
  private static final class PasswordNeeded extends Exception {
    PasswordNeeded(Exception cause) {
      super("a password is needed", cause);
    }
  }
}
