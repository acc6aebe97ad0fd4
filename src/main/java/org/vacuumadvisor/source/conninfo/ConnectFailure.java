package org.vacuumadvisor.source.conninfo;

import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.security.cert.CertificateException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/// One attempt to connect that failed: at which place, in words for the user, and what follows.
///
/// @param decisive the server has answered and others would not be asked: libpq's rule for a failed
///   authentication
record ConnectFailure(
    HostPort place, String words, boolean decisive, boolean passwordWouldHelp, Exception cause) {

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
    boolean withoutPassword = parameters.password(place).isEmpty();
    boolean asked = state.equals("28P01") || (state.equals("08004") && says(cause, "password"));
    var words =
        asked && withoutPassword
            ? "the server asks for a password and none is given. Use -W to be asked for it,"
                + " PGPASSWORD, or a password file (~/.pgpass)."
            : words(place, parameters, patience, state, cause);
    return new ConnectFailure(place, words, isDecisive(state), asked && withoutPassword, cause);
  }

  private static boolean isDecisive(String state) {
    return state.startsWith("28") || state.equals("3D000") || state.equals("42501");
  }

  private static String words(
      HostPort place,
      ConnectionParameters parameters,
      Duration patience,
      String state,
      SQLException cause) {
    var network = network(place, patience, cause);
    if (network != null) {
      return network;
    }
    var said = said(cause);
    return switch (state) {
      case "28P01" ->
          said + " Check user name and password; a password file or PGPASSWORD may be outdated.";
      case "28000" -> authorization(parameters, said, cause);
      case "3D000" ->
          said
              + " List the databases with: psql -l. The database follows the last / of a URI, or"
              + " -d.";
      case "42501" ->
          said
              + " The role needs: GRANT CONNECT ON DATABASE %s TO %s"
                  .formatted(SafeText.of(parameters.database()), SafeText.of(parameters.user()));
      case "53300" ->
          said
              + " All connections are taken; wait, or connect as a role for which some are reserved"
              + " (superuser_reserved_connections).";
      case "57P03" -> said + " Wait until it accepts connections and try again.";
      case "08004" -> said + " Compare sslmode and the server's settings.";
      default -> said;
    };
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

  private static @Nullable String network(HostPort place, Duration patience, SQLException cause) {
    for (Throwable at = cause; at != null; at = at.getCause()) {
      var words =
          switch (at) {
            case SocketTimeoutException _ -> timeout(patience);
            case NoRouteToHostException _ ->
                "there is no way to that host. Check the network and firewalls.";
            case ConnectException _ -> refused(place);
            case UnknownHostException _ ->
                "the host name is not known. Check its spelling, or the network's name service.";
            case CertificateException wrong ->
                "TLS failed, the server's certificate is not accepted (%s). Check sslrootcert, or the host name that the certificate is for."
                    .formatted(message(wrong));
            case SSLException failed ->
                "TLS failed (%s). Check sslmode, sslrootcert, sslcert and sslkey."
                    .formatted(message(failed));
            default -> null;
          };
      if (words != null) {
        return words;
      }
    }
    return null;
  }

  static String timeout(Duration patience) {
    return "no answer within %d s. A firewall may swallow it, or the server hangs; connect_timeout=… waits longer."
        .formatted(patience.toSeconds());
  }

  private static String refused(HostPort place) {
    return place.isSocket()
        ? "nobody listens there. Check that PostgreSQL runs, or use -h localhost."
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
