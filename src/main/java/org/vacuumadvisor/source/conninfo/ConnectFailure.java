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
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.postgres.Identifiers;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.unit.Resource;
import org.vacuumadvisor.unit.Texts;

/// One attempt to connect that failed: at which place, in words for the user, and what follows.
///
/// @param isDecisive the server has answered and others would not be asked: libpq's rule for a
///   failed authentication
record ConnectFailure(
    HostPort place, String words, boolean isDecisive, boolean needsPassword, Exception cause) {
  /// Chains of causes longer than that are loops.
  private static final int DEEPEST = 20;

  private static final Texts WORDS = Texts.beside(ConnectFailure.class, "failures.txt");

  /// What to do about what the server said, by SQLSTATE.
  private static final Map<String, String> HINTS =
      Resource.lines(ConnectFailure.class, "hints.txt").stream()
          .map(each -> each.split(" ", 2))
          .collect(Collectors.toUnmodifiableMap(each -> each[0], each -> each[1]));

  static ConnectFailure of(HostPort place, ConnectionParameters parameters, SQLException cause)
      throws SourceException {
    var state = Objects.requireNonNullElse(cause.getSQLState(), "");
    boolean needsPassword = parameters.password(place).isEmpty() && asksForPassword(state, cause);
    var words =
        needsPassword
            ? WORDS.sentence("password")
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
      case "28000" -> said(cause) + " " + authorization(parameters, says(cause, "pg_hba.conf"));
      case "42501" -> said(cause) + " " + denied(parameters, says(cause, "for database"));
      case "08006" ->
          parameters.value(Keyword.SSLMODE).equals(Optional.of("verify-full"))
              ? said(cause) + " " + WORDS.sentence("not-verified")
              : said(cause);
      case "08P01" -> WORDS.sentence("other-protocol", message(cause));
      default -> (said(cause) + " " + HINTS.getOrDefault(state, "")).strip();
    };
  }

  /// @param ofDatabase whether it is the database that lets nobody in; else it is what runs at
  ///   login
  private static String denied(ConnectionParameters parameters, boolean ofDatabase) {
    var user = SafeText.of(Identifiers.quoted(parameters.user()));
    return ofDatabase
        ? WORDS.sentence("no-connect", SafeText.of(Identifiers.quoted(parameters.database())), user)
        : WORDS.sentence("no-login", user);
  }

  /// @param isByRule whether a line of pg_hba.conf decided
  private static String authorization(ConnectionParameters parameters, boolean isByRule) {
    return isByRule
        ? WORDS.sentence("by-rule")
        : WORDS.sentence("no-role", SafeText.of(parameters.user()));
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
    return Optional.ofNullable(
        switch (cause) {
          case CertPathBuilderException _ -> WORDS.sentence("other-authority");
          case CertificateExpiredException expired -> WORDS.sentence("expired", message(expired));
          case UnknownHostException _ -> WORDS.sentence("unknown-host");
          case SocketTimeoutException _ -> timeout(patience);
          case NoRouteToHostException _ -> WORDS.sentence("no-way");
          case ConnectException _ -> refused(place);
          case SocketException failed when place.isSocket() ->
              message(failed) + ". " + refused(place);
          case SSLException failed -> WORDS.sentence("tls", message(failed));
          case EOFException _ -> WORDS.sentence("closed");
          case IOException failed -> WORDS.sentence("broken", message(failed));
          default -> null;
        });
  }

  private static String timeout(Duration patience) {
    return patience.isZero()
        ? WORDS.sentence("no-answer")
        : WORDS.sentence("no-answer-within", patience.toSeconds());
  }

  private static String refused(HostPort place) {
    return WORDS.sentence(place.isSocket() ? "refused-by-socket" : "refused");
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
