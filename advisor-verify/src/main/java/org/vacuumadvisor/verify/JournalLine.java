package org.vacuumadvisor.verify;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.report.data.RecordJson;
import org.vacuumadvisor.verify.PlannedChange.PlannedValue;
import org.vacuumadvisor.verify.PlannedChange.Target;

/// A line of the journal.
///
/// @param at the server's clock
/// @param begun of [Event#OPENED]
/// @param attempt of an intent, and of its outcome
public record JournalLine(
    Event event, Instant at, @Nullable Begun begun, @Nullable Attempt attempt) {
  private static final RecordJson<JournalLine> JSON = new RecordJson<>(JournalLine.class);

  public JournalLine {
    if (event == Event.OPENED ? begun == null : event != Event.RELOAD && attempt == null) {
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

  /// All that can be done to a server: storage parameters of a table, or one setting of the server
  /// in `postgresql.auto.conf`, to be made or taken back; and what became of it. There is no room
  /// in it for a statement of somebody else.
  ///
  /// @param change its number in the plan
  /// @param values each is set only where the old one stands there; of a setting of the server,
  ///   where what the plan saw is in effect, if it saw that
  /// @param sql the statement, made of the values whatever the file has
  /// @param result null where it is not known yet, or was not tried
  /// @param words what else there is to say of the result
  public record Attempt(
      int change,
      Target target,
      List<PlannedValue> values,
      String sql,
      @Nullable Result result,
      @Nullable String words) {
    public Attempt {
      values = List.copyOf(values);
      sql = target.sql(values);
    }

    /// A change of a plan, which is to be made.
    ///
    /// @throws IllegalArgumentException if a name or a value in it is none that a server can have
    public static Attempt of(PlannedChange planned) {
      return new Attempt(planned.number(), planned.target(), planned.values(), "", null, null);
    }

    /// The same change with other values.
    public Attempt with(List<PlannedValue> others) {
      return new Attempt(change, target, others, "", null, null);
    }

    /// What takes it back. It goes by what was written alone.
    public Attempt back() {
      return with(values.stream().map(PlannedValue::back).toList());
    }

    /// The same, with what became of it.
    public Attempt became(Result what, @Nullable String more) {
      return new Attempt(change, target, values, sql, what, more);
    }
  }

  /// What became of it.
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

  /// One as it stands in the file.
  ///
  /// @throws IllegalArgumentException if it is none
  static JournalLine of(String text) {
    return JSON.read(text);
  }

  /// As it stands in the file, without its end.
  public String text() {
    return JSON.write(this);
  }
}
