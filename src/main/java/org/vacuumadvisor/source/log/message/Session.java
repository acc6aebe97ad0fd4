package org.vacuumadvisor.source.log.message;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.model.history.Command;
import org.vacuumadvisor.model.history.PrintedName;
import org.vacuumadvisor.model.history.Trait;

/// What is open in one session of a server, or in a text that does not tell sessions apart.
final class Session {
  /// A failsafe is noted by name; a session that warns about more tables than this is no server's.
  private static final int MOST_WARNINGS = 10_000;

  /// Between a statement and the answer may be a blank line, and a fence.
  private static final int ANSWERED_WITHIN = 4;

  private long key;
  private final List<RunDraft> open = new ArrayList<>(2);
  private @Nullable Set<String> inFailsafe;
  private @Nullable String truncationOf;
  private @Nullable Trait truncation;
  private @Nullable RunDraft target;
  private @Nullable RunDraft previous;
  private @Nullable RunDraft homeless;
  private @Nullable Called called;
  private long calledAt;

  Session(long key) {
    this.key = key;
  }

  long key() {
    return key;
  }

  /// Whether messages here are of one session. If not, several tables may be open at once.
  boolean isKnown() {
    return key != 0;
  }

  /// Becomes that of another session; nothing may be open in it.
  void become(long other) {
    key = other;
    target = null;
  }

  List<RunDraft> open() {
    return open;
  }

  boolean isForgettable() {
    return open.isEmpty()
        && previous == null
        && homeless == null
        && (inFailsafe == null || inFailsafe.isEmpty());
  }

  /// The run that the lines after a message belong to.
  @Nullable RunDraft target() {
    return target;
  }

  void target(@Nullable RunDraft draft) {
    target = draft;
  }

  /// The last run of which the end was told within this statement.
  void previous(@Nullable RunDraft draft) {
    previous = draft;
  }

  /// The main table to which a TOAST table that comes next would belong.
  @Nullable PrintedName mainTable() {
    if (previous == null || !previous.isManual() || previous.command() != Command.VACUUM) {
      return null;
    }
    var name = previous.name().split();
    return TableName.owner(name, null) == null ? name : null;
  }

  /// Lines about indexes of which it is not known yet to which of several open runs they belong.
  @Nullable RunDraft homeless() {
    return homeless;
  }

  void homeless(@Nullable RunDraft draft) {
    homeless = draft;
  }

  /// A VACUUM or ANALYZE that somebody typed in that line of the text; null for another statement,
  /// or once it is done.
  void called(@Nullable Called statement, long line) {
    called = statement;
    calledAt = line;
  }

  /// Lines are left out: what comes next need not be its answer.
  void leaveOut() {
    calledAt = -ANSWERED_WITHIN;
  }

  /// What was typed last.
  @Nullable Called called() {
    return called;
  }

  /// The one that a message in this line answers: it stands so few lines above.
  @Nullable Called calledAbove(long line) {
    return line - calledAt <= ANSWERED_WITHIN ? called : null;
  }

  void failsafe(String table) {
    if (inFailsafe == null) {
      inFailsafe = new HashSet<>();
    }
    if (inFailsafe.size() < MOST_WARNINGS) {
      inFailsafe.add(table);
    }
  }

  /// Whether the failsafe was told of this table; asking forgets it.
  boolean wasInFailsafe(String table) {
    return inFailsafe != null && inFailsafe.remove(table);
  }

  void truncation(String table, Trait trait) {
    truncationOf = table;
    truncation = trait;
  }

  /// What became of the last truncation, where it was of this table; asking forgets it.
  @Nullable Trait truncation(String qualified) {
    var told = truncationOf != null && qualified.endsWith("." + truncationOf) ? truncation : null;
    truncationOf = null;
    return told;
  }

  /// The latest open run of this kind.
  @Nullable RunDraft latest(Predicate<RunDraft> kind) {
    for (var draft : open.reversed()) {
      if (kind.test(draft)) {
        return draft;
      }
    }
    return null;
  }

  /// How many open runs are of this kind.
  long count(Predicate<RunDraft> kind) {
    return open.stream().filter(kind).count();
  }
}
