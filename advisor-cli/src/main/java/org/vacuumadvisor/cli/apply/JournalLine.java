package org.vacuumadvisor.cli.apply;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.cli.apply.Change.Value;

/// A line of the journal.
///
/// @param at the server's clock
/// @param plan of [Event#OPENED]: the SHA-256 of the plan's file
/// @param system of [Event#OPENED]: `system_identifier` of the server, or "" where it was not shown
/// @param change number in the plan; null where the line is about none
/// @param place of an intent: what is changed, in words
/// @param values of an intent
/// @param sql of an intent
/// @param result of [Event#OUTCOME]
/// @param words what else there is to say of an outcome
/// @param busy of [Event#OPENED]: the part of autovacuum's workers that was at work before; null
///   where that is not known
public record JournalLine(
    Event event,
    Instant at,
    @Nullable String plan,
    @Nullable String system,
    @Nullable Integer change,
    @Nullable String place,
    List<Value> values,
    @Nullable String sql,
    @Nullable Result result,
    @Nullable String words,
    @Nullable Double busy) {
  private static final List<Value> NONE = List.of();

  public JournalLine {
    values = List.copyOf(values);
  }

  /// What a line tells.
  public enum Event {
    /// The first line.
    OPENED,
    /// A change is about to be made.
    APPLY,
    /// A change is about to be taken back.
    UNDO,
    /// What became of the intent before.
    OUTCOME,
    /// The configuration is about to be loaded.
    RELOAD
  }

  /// What became of an intent.
  public enum Result {
    SET,
    /// Another value than the expected one stands there: nothing was done.
    DIFFERS,
    /// A lock stood in the way: nothing was done.
    LOCKED,
    /// The server refused: nothing was done.
    FAILED,
    /// It was interrupted before it did anything.
    NOT_SET
  }

  static JournalLine opened(Instant at, String plan, String system, @Nullable Double busy) {
    return new JournalLine(
        Event.OPENED, at, plan, system, null, null, NONE, null, null, null, busy);
  }

  static JournalLine intent(Event event, Instant at, Change of) {
    int number = of.number();
    return new JournalLine(
        event, at, null, null, number, of.place(), of.values(), of.sql(), null, null, null);
  }

  static JournalLine outcome(Instant at, int change, Result result, String words) {
    var said = words.isEmpty() ? null : words;
    return new JournalLine(
        Event.OUTCOME, at, null, null, change, null, NONE, null, result, said, null);
  }

  static JournalLine reload(Instant at) {
    return new JournalLine(Event.RELOAD, at, null, null, null, null, NONE, null, null, null, null);
  }
}
