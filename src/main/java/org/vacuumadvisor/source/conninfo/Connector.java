package org.vacuumadvisor.source.conninfo;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.vacuumadvisor.source.SourceException;

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
    List<ConnectFailure> failures = new ArrayList<>();
    for (var role : parameters.roles()) {
      failures.clear();
      for (var place : parameters.hosts()) {
        for (var endpoint : place.endpoints()) {
          try {
            return new Attempt(parameters, place, endpoint, limits).open(role);
          } catch (SQLException failed) {
            var failure = ConnectFailure.of(place, parameters, failed);
            if (failure.isDecisive()) {
              throw explain(parameters, List.of(failure));
            }
            failures.add(failure);
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
    return ConnectFailure.causes(failure.getCause()).stream()
        .anyMatch(cause ->
            cause instanceof SQLException said
                && ConnectFailure.isDecisive(Objects.requireNonNullElse(said.getSQLState(), "")));
  }

  private static SourceException explain(
      ConnectionParameters parameters, List<ConnectFailure> failures) {
    var last = failures.getLast();
    var cause = last.needsPassword() ? new PasswordNeeded(last.cause()) : last.cause();
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

  /// Marks failures that a password may cure.
  private static final class PasswordNeeded extends Exception {
    PasswordNeeded(Exception cause) {
      super("a password is needed", cause);
    }
  }
}
