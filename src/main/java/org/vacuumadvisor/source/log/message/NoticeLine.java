package org.vacuumadvisor.source.log.message;

import static org.vacuumadvisor.model.history.Command.ANALYZE;
import static org.vacuumadvisor.model.history.Command.VACUUM;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.model.history.Command;
import org.vacuumadvisor.model.history.NoticeKind;
import org.vacuumadvisor.source.log.template.Form;
import org.vacuumadvisor.source.log.template.Grammar;

/// What a message says that becomes a notice by itself, whatever surrounds it.
///
/// @param command null where it is the same for both, or for neither
record NoticeLine(NoticeKind kind, @Nullable Command command) {

  /// Said while vacuuming, at INFO, LOG (by autovacuum) or WARNING.
  static final Grammar<NoticeLine> WARNINGS = new Grammar<>(WarningForms.ALL);

  /// Said when something cannot go on.
  static final Grammar<NoticeLine> ERRORS = new Grammar<>(ErrorForms.ALL);

  static Form<NoticeLine> vacuum(NoticeKind kind, String template) {
    return Form.open(new NoticeLine(kind, VACUUM), template);
  }

  static Form<NoticeLine> analyze(NoticeKind kind, String template) {
    return Form.open(new NoticeLine(kind, ANALYZE), template);
  }

  static Form<NoticeLine> any(NoticeKind kind, String template) {
    return Form.open(new NoticeLine(kind, null), template);
  }

  /// The same words for both commands.
  static List<Form<NoticeLine>> both(NoticeKind kind, String template) {
    return List.of(
        vacuum(kind, template.replace("COMMAND", "vacuum")),
        analyze(kind, template.replace("COMMAND", "analyze")));
  }
}
