package org.vacuumadvisor.verify;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A line of the journal.
///
/// @param at the server's clock
/// @param begun of [Event#OPENED]
/// @param attempt of an intent, and of its outcome
public record JournalLine(
    Event event, Instant at, @Nullable Begun begun, @Nullable Attempt attempt) {
  public JournalLine {
    boolean isWhole =
        switch (event) {
          case OPENED -> begun != null;
          case APPLY, UNDO, OUTCOME -> attempt != null;
          case RELOAD -> true;
        };
    if (!isWhole) {
      throw new IllegalArgumentException("a line without what it is about");
    }
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

  /// Of what the journal is.
  ///
  /// @param plan the SHA-256 of the plan's file
  /// @param system `system_identifier` of the server, or "" where it was not shown
  /// @param busy the part of autovacuum's workers that was at work before; null where that is not
  ///   known
  public record Begun(String plan, String system, @Nullable Double busy) {}

  /// Of an intent or an outcome.
  public static JournalLine of(Event event, Instant at, Attempt attempt) {
    return new JournalLine(event, at, null, attempt);
  }
}
