package org.vacuumadvisor.source.log.message;

import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.model.history.Command;
import org.vacuumadvisor.model.history.Trait;
import org.vacuumadvisor.model.history.Trigger;
import org.vacuumadvisor.source.log.Entry;
import org.vacuumadvisor.source.log.template.Hole;
import org.vacuumadvisor.source.log.template.Match;

/// Reads the messages of autovacuum: one for each run, with a report in it.
final class AutomaticReader {
  private final OpenRuns openRuns;
  private final Match match;

  AutomaticReader(OpenRuns openRuns, Match match) {
    this.openRuns = openRuns;
    this.match = match;
  }

  /// Reads a message whose first line said this.
  ///
  /// @return the run, for the lines of its report; null if one line was all
  @Nullable RunDraft read(Session session, Entry entry, MessageLine says) {
    var command =
        says == MessageLine.AUTOMATIC_ANALYZE || says == MessageLine.AUTOMATIC_ANALYZE_WITH_USAGE
            ? Command.ANALYZE
            : Command.VACUUM;
    var name = match.text(Hole.QUALIFIED);
    var steps =
        session.latest(each ->
            each.isAtDebug() && each.command() == command && each.name().mayBeQualified(name));
    if (steps != null) {
      openRuns.drop(session, steps);
    }
    var draft = openRuns.open(session, entry, command, Trigger.AUTOVACUUM);
    draft.name().databaseSchemaAndTable(name);
    draft.figures().add(match);
    draft.report();
    if (says == MessageLine.AUTOMATIC_AGGRESSIVE_VACUUM
        || says == MessageLine.AUTOMATIC_AGGRESSIVE_WRAPAROUND_VACUUM) {
      draft.is(Trait.AGGRESSIVE);
    }
    if (says == MessageLine.AUTOMATIC_WRAPAROUND_VACUUM
        || says == MessageLine.AUTOMATIC_AGGRESSIVE_WRAPAROUND_VACUUM) {
      draft.is(Trait.TO_PREVENT_WRAPAROUND);
    }
    if (command == Command.VACUUM && session.wasInFailsafe(name)) {
      draft.is(Trait.FAILSAFE);
    }
    var truncation = command == Command.VACUUM ? session.truncation(name) : null;
    if (truncation != null) {
      draft.is(truncation);
    }
    if (says == MessageLine.AUTOMATIC_ANALYZE_WITH_USAGE) {
      draft.end();
      openRuns.close(session, draft);
      return null;
    }
    return draft;
  }
}
