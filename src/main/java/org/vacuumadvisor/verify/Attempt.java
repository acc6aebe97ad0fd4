package org.vacuumadvisor.verify;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// A change that is to be made or taken back, and what became of it.
///
/// @param change its number in the plan
/// @param place what is changed, in words
/// @param result null where it is not known yet, or was not tried
/// @param words what else there is to say of the result
public record Attempt(
    int change,
    String place,
    List<PlannedValue> values,
    String sql,
    @Nullable Result result,
    @Nullable String words) {
  public Attempt {
    values = List.copyOf(values);
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

  /// The same, with what became of it.
  public Attempt became(Result what, @Nullable String more) {
    return new Attempt(change, place, values, sql, what, more);
  }
}
