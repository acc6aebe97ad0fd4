package org.vacuumadvisor.source.log.message;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.model.run.NoticeKind;
import org.vacuumadvisor.source.log.Entry;
import org.vacuumadvisor.source.log.Section;
import org.vacuumadvisor.source.log.template.Lines;
import org.vacuumadvisor.source.log.template.Word;

/// Queries that a standby cancelled for what vacuum did on the primary: the message is the same for
/// all conflicts, its `DETAIL` tells which it was.
final class Conflicts {
  private static final List<Word> MESSAGES =
      List.of(
          new Word("canceling statement due to conflict with recovery"),
          new Word("terminating connection due to conflict with recovery"));
  private static final Word LOCK = new Word("User was holding a relation lock for too long");
  private static final Word ROWS = new Word("User query might have needed to see row versions");

  private Conflicts() {}

  /// Which conflict it was; null if it was none of these.
  static @Nullable NoticeKind of(Entry entry, int from, int to) {
    if (MESSAGES.stream().noneMatch(word -> word.standsAt(entry.bytes(), from, to))) {
      return null;
    }
    for (int line = 1; line < entry.lines(); line++) {
      int begin = Lines.start(entry.bytes(), entry.from(line), entry.to(line));
      if (entry.section(line) == Section.DETAIL) {
        if (LOCK.standsAt(entry.bytes(), begin, entry.to(line))) {
          return NoticeKind.CONFLICT_LOCK;
        }
        if (ROWS.standsAt(entry.bytes(), begin, entry.to(line))) {
          return NoticeKind.CONFLICT_SNAPSHOT;
        }
      }
    }
    return null;
  }
}
