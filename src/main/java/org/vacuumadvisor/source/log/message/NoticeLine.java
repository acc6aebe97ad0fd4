package org.vacuumadvisor.source.log.message;

import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.model.history.Command;
import org.vacuumadvisor.model.history.NoticeKind;
import org.vacuumadvisor.source.log.Entry;
import org.vacuumadvisor.source.log.template.Grammar;
import org.vacuumadvisor.source.log.template.Match;

/// What a message says that becomes a notice by itself, whatever surrounds it.
///
/// @param command null where it is the same for both, or for neither
record NoticeLine(NoticeKind kind, @Nullable Command command) {
  /// Said while vacuuming, at INFO, LOG (by autovacuum) or WARNING.
  static final Grammar<NoticeLine> WARNINGS =
      Grammar.read(NoticeLine.class, "warnings.txt", NoticeLine::of);

  /// Said when something cannot go on.
  static final Grammar<NoticeLine> ERRORS =
      Grammar.read(NoticeLine.class, "errors.txt", NoticeLine::of);

  static boolean reads(Entry entry, Match match) {
    return WARNINGS.reads(entry, match) || ERRORS.reads(entry, match);
  }

  /// `SKIPPED_PERMISSION VACUUM`, or the kind alone.
  private static NoticeLine of(String words) {
    var word = words.split(" ", -1);
    return new NoticeLine(
        NoticeKind.valueOf(word[0]), word.length > 1 ? Command.valueOf(word[1]) : null);
  }
}
