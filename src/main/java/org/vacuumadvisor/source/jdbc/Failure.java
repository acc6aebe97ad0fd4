package org.vacuumadvisor.source.jdbc;

import java.sql.SQLException;
import java.util.Set;
import java.util.regex.Pattern;
import org.vacuumadvisor.model.Gap;
import org.vacuumadvisor.source.Topic;

/// What it means that the server did not answer a statement.
///
/// @param state the SQLSTATE, which is not translated, unlike the message
/// @param message the server's own words
public record Failure(String state, String message) {
  /// Shutdown, crash of another session, still starting up.
  private static final Set<String> GOING_DOWN = Set.of("57P01", "57P02", "57P03", "57P05");

  private static final String DENIED = "42501";

  /// The driver puts it before the server's words.
  private static final Pattern SEVERITY = Pattern.compile("^(ERROR|FATAL): ");

  private static final int LONGEST_MESSAGE = 300;

  /// What the driver reported, cut to one line of bounded length.
  public static Failure of(SQLException exception) {
    var state = exception.getSQLState() == null ? "" : exception.getSQLState();
    var message = exception.getMessage() == null ? "no reason given" : exception.getMessage();
    return new Failure(state, oneLine(message));
  }

  /// Whether the session is gone, so that no further statement can be sent.
  public boolean isLostConnection() {
    return state.startsWith("08") || GOING_DOWN.contains(state);
  }

  /// Whether the same statement may well succeed now: it was cancelled for the sake of recovery on
  /// a standby, or stood behind a lock that came after we looked.
  boolean isPassing() {
    return state.equals("40001") || state.equals("55P03");
  }

  /// Whether the role lacks a right.
  boolean isDenied() {
    return state.equals(DENIED);
  }

  /// @param where the database in quotes with "of" before it, or nothing
  Gap gap(Topic topic, String where) {
    return switch (state) {
      case "57014", "25P03", "25P04" ->
          new Gap(
              Gap.Kind.TIMED_OUT,
              topic.what() + where + ": the server cancelled the statement (" + message + ")",
              topic.hides(),
              "survey again at a quieter time");
      case "55P03" ->
          new Gap(
              Gap.Kind.TIMED_OUT,
              topic.what() + where + ": a lock stood in the way",
              topic.hides(),
              "survey again");
      case DENIED ->
          new Gap(
              Gap.Kind.NO_PRIVILEGE,
              topic.what() + where + " (" + message + ")",
              topic.hides(),
              "grant the role SELECT on it");
      default ->
          new Gap(
              Gap.Kind.FAILED,
              topic.what() + where + ": the server said \"" + message + "\"",
              topic.hides(),
              null);
    };
  }

  private static String oneLine(String message) {
    var line =
        SEVERITY.matcher(message.strip()).replaceFirst("").replaceAll("\\p{Cntrl}+\\s*", " ");
    return line.length() <= LONGEST_MESSAGE ? line : line.substring(0, LONGEST_MESSAGE) + "…";
  }
}
