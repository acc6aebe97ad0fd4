package org.vacuumadvisor.postgres;

import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// The modes of locks on tables, as `pg_locks` calls them, and which of them do not go together
/// (documentation, 13.3.1, "Conflicting Lock Modes").
public enum LockMode {
  ACCESS_SHARE("AccessShareLock"),
  ROW_SHARE("RowShareLock"),
  ROW_EXCLUSIVE("RowExclusiveLock"),
  SHARE_UPDATE_EXCLUSIVE("ShareUpdateExclusiveLock"),
  SHARE("ShareLock"),
  SHARE_ROW_EXCLUSIVE("ShareRowExclusiveLock"),
  EXCLUSIVE("ExclusiveLock"),
  ACCESS_EXCLUSIVE("AccessExclusiveLock");

  private final String text;

  LockMode(String text) {
    this.text = text;
  }

  /// As `pg_locks.mode` has it.
  public String text() {
    return text;
  }

  public static Optional<LockMode> of(String text) {
    return Stream.of(values()).filter(each -> each.text.equals(text)).findFirst();
  }

  /// Whether two sessions cannot hold these locks on one table at once.
  public boolean conflictsWith(LockMode other) {
    return conflicts().contains(other);
  }

  private Set<LockMode> conflicts() {
    return switch (this) {
      case ACCESS_SHARE -> EnumSet.of(ACCESS_EXCLUSIVE);
      case ROW_SHARE -> EnumSet.of(EXCLUSIVE, ACCESS_EXCLUSIVE);
      case ROW_EXCLUSIVE -> EnumSet.of(SHARE, SHARE_ROW_EXCLUSIVE, EXCLUSIVE, ACCESS_EXCLUSIVE);
      case SHARE_UPDATE_EXCLUSIVE -> EnumSet.range(SHARE_UPDATE_EXCLUSIVE, ACCESS_EXCLUSIVE);
      case SHARE -> {
        var all = EnumSet.range(ROW_EXCLUSIVE, ACCESS_EXCLUSIVE);
        all.remove(SHARE);
        yield all;
      }
      case SHARE_ROW_EXCLUSIVE -> EnumSet.range(ROW_EXCLUSIVE, ACCESS_EXCLUSIVE);
      case EXCLUSIVE -> EnumSet.range(ROW_SHARE, ACCESS_EXCLUSIVE);
      case ACCESS_EXCLUSIVE -> EnumSet.allOf(LockMode.class);
    };
  }
}
