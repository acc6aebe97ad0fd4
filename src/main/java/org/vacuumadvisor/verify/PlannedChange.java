package org.vacuumadvisor.verify;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.advice.Risk;

/// One statement of a plan: what it sets, what that is to bring, what must not come of it, and when
/// it can be judged.
///
/// @param number its place in the plan, from 1
/// @param title one line in the imperative
/// @param values all that the one statement sets or resets
/// @param sql the statement; null where this server is not set by SQL
/// @param undo the statement that restores the old values; null where `sql` is
/// @param because ids of the findings it answers
/// @param promise null where no figure was promised
/// @param judgeAfter before that no verdict can be just
public record PlannedChange(
    int number,
    String title,
    Target target,
    List<PlannedValue> values,
    @Nullable String sql,
    @Nullable String undo,
    Risk.TakesEffect takesEffect,
    List<String> because,
    @Nullable Promise promise,
    List<PlannedGuard> guards,
    Instant judgeAfter) {
  public PlannedChange {
    values = List.copyOf(values);
    because = List.copyOf(because);
    guards = List.copyOf(guards);
  }
}
