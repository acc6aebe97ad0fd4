package org.vacuumadvisor.source.conninfo;

import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertificateExpiredException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.postgres.Identifiers;
import org.vacuumadvisor.source.SourceException;

/// One attempt to connect that failed: at which place, in words for the user, and what follows.
///
/// @param isDecisive the server has answered and others would not be asked: libpq's rule for a
///   failed authentication
record ConnectFailure(
    HostPort place, String words, boolean isDecisive, boolean needsPassword, Exception cause) {
  /// Chains of causes longer than that are loops.
  private static final int DEEPEST = 20;

  /// What to do about what the server said, by SQLSTATE.
  private static final Map<String, String> HINTS =
      Map.of(
          "28P01",
          " Check user name and password; a password file or PGPASSWORD may be outdated.",
          "3D000",
          " psql -l lists the databases; name one behind the last / of the URI, or with -d.",
          "25006",
          " An event trigger ON login may write: this program only reads"
              + " (default_transaction_read_only). Let the trigger pass by roles that only read.",
          "53300",
          " Wait until connections are free, or connect as a role for which some are kept.",
          "57P03",
          " Wait until it accepts connections and try again.",
          "08004",
          " Compare sslmode and the server's settings.");

  static ConnectFailure of(HostPort place, ConnectionParameters parameters, SQLException cause)
      throws SourceException {
    var state = Objects.requireNonNullElse(cause.getSQLState(), "");
    boolean needsPassword = parameters.password(place).isEmpty() && asksForPassword(state, cause);
    var words =
        needsPassword
            ? "the server asks for a password and none is given. Have it asked for, or give it in"
                + " PGPASSWORD or a password file (~/.pgpass)."
            : network(place, parameters.connectTimeout(), state, cause)
                .orElseGet(() -> refusal(parameters, state, cause));
    return new ConnectFailure(
        place, words, needsPassword || isDecisive(state), needsPassword, cause);
  }

  /// The driver speaks for itself, in its user's language, where SCRAM misses the password.
  private static boolean asksForPassword(String state, SQLException cause) {
    return state.equals("28P01")
        || (state.equals("08004") && (says(cause, "password") || says(cause, "SCRAM")));
  }

  /// Whether the server would answer the same again.
  static boolean isDecisive(String state) {
    return state.startsWith("28") || state.equals("3D000") || state.equals("42501");
  }

  /// What the server said to us, and what to do about it.
  private static String refusal(ConnectionParameters parameters, String state, SQLException cause) {
    return switch (state) {
      case "28000" -> said(cause) + authorization(parameters, says(cause, "pg_hba.conf"));
      case "42501" -> said(cause) + denied(parameters, says(cause, "for database"));
      case "08006" ->
          said(cause)
              + (parameters.value(Keyword.SSLMODE).equals(Optional.of("verify-full"))
                  ? " With sslmode=verify-full the host must be the one the certificate is for."
                  : "");
      case "08P01" ->
          "what answers there does not speak PostgreSQL's protocol (%s). Check host and port."
              .formatted(message(cause));
      default -> said(cause) + HINTS.getOrDefault(state, "");
    };
  }

  /// @param ofDatabase whether it is the database that lets nobody in; else it is what runs at
  ///   login
  private static String denied(ConnectionParameters parameters, boolean ofDatabase) {
    var user = SafeText.of(Identifiers.quoted(parameters.user()));
    return ofDatabase
        ? " Somebody who may must say: GRANT CONNECT ON DATABASE %s TO %s;"
            .formatted(SafeText.of(Identifiers.quoted(parameters.database())), user)
        : " What runs at each login (an event trigger ON login) needs that right: grant it to %s, or let the trigger pass by it."
            .formatted(user);
  }

  /// @param isByRule whether a line of pg_hba.conf decided
  private static String authorization(ConnectionParameters parameters, boolean isByRule) {
    return isByRule
        ? " The server's pg_hba.conf must allow this role, database and address, with TLS or"
            + " without (sslmode)."
        : " Check that the role %s exists and may log in, and that the server lets it in the way it is asked to (pg_hba.conf)."
            .formatted(SafeText.of(parameters.user()));
  }

  /// What an exception below the driver's tells, the deepest first. The driver's own limit of a
  /// login has none below it.
  private static Optional<String> network(
      HostPort place, Duration patience, String state, SQLException cause) {
    var causes = causes(cause);
    return causes.size() == 1 && state.equals("08001")
        ? Optional.of(timeout(patience))
        : causes.reversed().stream()
            .flatMap(one -> connection(one, place, patience).stream())
            .findFirst();
  }

  /// A failure and what it came from, the nearest first.
  static List<Throwable> causes(@Nullable Throwable first) {
    return Stream.iterate(first, Objects::nonNull, Throwable::getCause).limit(DEEPEST).toList();
  }

  private static Optional<String> connection(Throwable cause, HostPort place, Duration patience) {
    return switch (cause) {
      case CertPathBuilderException _ ->
          Optional.of(
              "TLS failed: the server's certificate does not come from an authority that"
                  + " sslrootcert names. Get that authority's certificate, or compare the"
                  + " server's.");
      case CertificateExpiredException expired ->
          Optional.of("TLS failed: a certificate has expired (" + message(expired) + ").");
      case UnknownHostException _ ->
          Optional.of(
              "the host name is not known. Check its spelling, or the network's name service.");
      case SocketTimeoutException _ -> Optional.of(timeout(patience));
      case NoRouteToHostException _ ->
          Optional.of("there is no way to that host. Check the network and firewalls.");
      case ConnectException _ -> Optional.of(refused(place));
      case SocketException failed when place.isSocket() ->
          Optional.of(message(failed) + ". " + refused(place));
      case SSLException failed ->
          Optional.of(
              "TLS failed (%s). Check sslmode, sslrootcert, sslcert and sslkey."
                  .formatted(message(failed)));
      case EOFException _ ->
          Optional.of(
              "the connection was closed before the server answered. Check that PostgreSQL listens"
                  + " on that port, and its log.");
      case IOException failed -> Optional.of("the connection broke (" + message(failed) + ").");
      default -> Optional.empty();
    };
  }

  private static String timeout(Duration patience) {
    return patience.isZero()
        ? "no answer."
        : "no answer within %d s. A firewall may swallow it, or the server hangs; connect_timeout=… waits longer."
            .formatted(patience.toSeconds());
  }

  private static String refused(HostPort place) {
    return place.isSocket()
        ? "Nobody can be reached there: check that PostgreSQL runs on this machine and uses this"
            + " directory, or use -h localhost."
        : "the connection was refused. Check host and port, and that PostgreSQL runs and listens"
            + " there (listen_addresses).";
  }

  private static boolean says(SQLException cause, String words) {
    return cause.getMessage() != null && cause.getMessage().contains(words);
  }

  /// The first line of what server or driver said, as a sentence.
  private static String said(SQLException cause) {
    var line = message(cause);
    return line.endsWith(".") ? line : line + ".";
  }

  private static String message(Throwable cause) {
    var text = cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
    return SafeText.of(text.lines().findFirst().orElse("").strip());
  }
}
