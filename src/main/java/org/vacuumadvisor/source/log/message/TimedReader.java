package org.vacuumadvisor.source.log.message;

import java.util.regex.Pattern;
import org.vacuumadvisor.model.history.Mode;
import org.vacuumadvisor.model.history.Trigger;
import org.vacuumadvisor.source.log.Entry;

/// Reads what `log_min_duration_statement` has logged of a VACUUM or ANALYZE of one table when it
/// was over: all that a log tells of it, for its report went to whoever called it.
record TimedReader(OpenRuns openRuns) {
  /// Neither a list of tables nor several statements: the time would be that of all.
  private static final Pattern TIMED =
      Pattern.compile(
          "duration: (?<ms>[0-9.]{1,15}) ms  (?:statement|execute [^:]{1,63}):"
              + " (?<statement>(?:[^;,(]|\\([^)]*\\))*);?");

  /// Reads a message at LOG; false where it is none of these.
  boolean read(Session session, Entry entry) {
    var timed = TIMED.matcher(entry.text(0).strip());
    var called = timed.matches() ? Called.in(timed.group("statement")) : null;
    if (called == null || called.name().table() == null) {
      return false;
    }
    if (!called.name().equals(session.mainTable())) { // else its report is in the log, too
      openRuns.tellAssumedYear(entry);
      var draft = openRuns.open(session, entry, called.command(), Trigger.MANUAL);
      draft.name().like(called.printed());
      if (called.isOn("full")) {
        draft.mode(Mode.FULL);
      }
      draft.figures().took(Math.round(Double.parseDouble(timed.group("ms"))) / 1000.0);
      draft.end();
      openRuns.close(session, draft);
    }
    return true;
  }
}
