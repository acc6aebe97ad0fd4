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
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
import org.vacuumadvisor.postgres.Identifiers;

/// One attempt to connect that failed: at which place, in words for the user, and what follows.
///
/// @param decisive the server has answered and others would not be asked: libpq's rule for a failed
///   authentication
record ConnectFailure(
    HostPort place, String words, boolean decisive, boolean passwordWouldHelp, Exception cause) {
  /// Chains of causes longer than that are loops.
  static final int DEEPEST = 20;

  static ConnectFailure unknownHost(HostPort place, UnknownHostException cause) {
    return new ConnectFailure(
        place,
        "the host name is not known. Check its spelling, or the network's name service.",
        false,
        false,
        cause);
  }

  static ConnectFailure of(
      HostPort place, ConnectionParameters parameters, Duration patience, SQLException cause) {
    var state = Optional.ofNullable(cause.getSQLState()).orElse("");
    boolean needsPassword = parameters.password(place).isEmpty() && asksForPassword(state, cause);
    var words =
        needsPassword
            ? "the server asks for a password and none is given. Have it asked for, or give it in"
                + " PGPASSWORD or a password file (~/.pgpass)."
            : network(place, patience, state, cause)
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
    var said = said(cause);
    return switch (state) {
      case "28P01" ->
          said + " Check user name and password; a password file or PGPASSWORD may be outdated.";
      case "28000" -> authorization(parameters, said, cause);
      case "3D000" ->
          said + " psql -l lists the databases; name one behind the last / of the URI, or with -d.";
      case "25006" ->
          said
              + " An event trigger ON login may write: this program only reads"
              + " (default_transaction_read_only). Let the trigger pass by roles that only read.";
      case "42501" -> said + denied(parameters, says(cause, "for database"));
      case "53300" ->
          said + " Wait until connections are free, or connect as a role for which some are kept.";
      case "57P03" -> said + " Wait until it accepts connections and try again.";
      case "08004" -> said + " Compare sslmode and the server's settings.";
      case "08006" ->
          said + " With sslmode=verify-full the host must be the one the certificate is for.";
      case "08P01" ->
          "what answers there does not speak PostgreSQL's protocol (%s). Check host and port."
              .formatted(message(cause));
      default -> said;
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

  private static String authorization(
      ConnectionParameters parameters, String said, SQLException cause) {
    if (says(cause, "pg_hba.conf")) {
      return said
          + " The server's pg_hba.conf must allow this role, database and address, with TLS or"
          + " without (sslmode).";
    }
    return said
        + " Check that the role %s exists and may log in, and that the server lets it in the way it is asked to (pg_hba.conf)."
            .formatted(SafeText.of(parameters.user()));
  }

  private static Optional<String> network(
      HostPort place, Duration patience, String state, SQLException cause) {
    var causes = causes(cause);
    return Stream.<Supplier<Stream<String>>>of(
            () -> causes.stream().flatMap(one -> certificate(one).stream()),
            () -> causes.stream().flatMap(one -> connection(one, place, patience).stream()),
            () -> driver(state, patience, cause).stream())
        .flatMap(Supplier::get)
        .findFirst();
  }

  private static List<Throwable> causes(Throwable first) {
    return Stream.iterate(first, Objects::nonNull, Throwable::getCause).limit(DEEPEST).toList();
  }

  private static Optional<String> certificate(Throwable cause) {
    return switch (cause) {
      case CertPathBuilderException _ ->
          Optional.of(
              "TLS failed: the server's certificate does not come from an authority that"
                  + " sslrootcert names. Get that authority's certificate, or compare the"
                  + " server's.");
      case CertificateExpiredException expired ->
          Optional.of("TLS failed: a certificate has expired (" + message(expired) + ").");
      default -> Optional.empty();
    };
  }

  private static Optional<String> connection(Throwable cause, HostPort place, Duration patience) {
    return switch (cause) {
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

  /// What the driver and Java's driver manager say on their own, without a cause.
  private static Optional<String> driver(String state, Duration patience, SQLException cause) {
    if (!state.equals("08001") || cause.getCause() != null) {
      return Optional.empty();
    }
    return Optional.of(
        cause.getClass() == SQLException.class
            ? "Java's PostgreSQL driver is not part of this installation. Install it again."
            : timeout(patience));
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
