package org.vacuumadvisor.action;

import java.util.Locale;
import java.util.Optional;
import org.vacuumadvisor.model.Backend;
import org.vacuumadvisor.model.Command;
import org.vacuumadvisor.model.HorizonHolder;
import org.vacuumadvisor.model.Persistence;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.RelationKind;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.model.TableLock;
import org.vacuumadvisor.postgres.Feature;
import org.vacuumadvisor.unit.Bytes;

/// Who writes a table anew, and whether that may be done while it is in use. The conditions are
/// those at which `REPACK (CONCURRENTLY)` of 19 gives an error.
public record Rewrites(Survey survey) {
  /// The time an ACCESS EXCLUSIVE lock lasts for this much is short: some seconds.
  public static final Bytes SHORTLY_LOCKED = Bytes.ofMegabytes(256);

  /// The space from which on it is worth a rewrite that lets others read and write meanwhile, or
  /// has them wait shortly: three quarters of a file of 100 MB. Our choice.
  public static final Bytes WORTH_WHILE_READ = Bytes.ofMegabytes(75);

  private static final String SLOTS = "max_repack_replication_slots";
  private static final long DEFAULT_SLOTS = 5;
  private static final String FULL = "VACUUM FULL";

  /// `REPACK (CONCURRENTLY)`. Not seen is a replica identity of FULL or NOTHING, and whether the
  /// primary key is deferrable: either is an error, and harmless.
  public Permission concurrently(Relation relation) {
    return reason(relation)
        .<Permission>map(each -> Permission.forbidden(each, slots()))
        .orElseGet(() ->
            new Permission.Granted("REPACK (CONCURRENTLY) %s;".formatted(relation.name().sql())));
  }

  /// Whether it takes the table, as far as is seen.
  public boolean isConcurrent(Relation relation) {
    return reason(relation).isEmpty();
  }

  /// What a session does that took a table for itself, such as `VACUUM FULL of public.t`: plain
  /// vacuums do so only for a moment, at their end.
  public Optional<String> by(Backend backend) {
    var machinery = survey.machinery();
    return backend
        .pid()
        .known()
        .filter(_ -> backend.kind() == Backend.Kind.MAINTENANCE)
        .filter(pid -> machinery.vacuums().stream().noneMatch(each -> each.pid() == pid))
        .flatMap(pid ->
            machinery.locks().stream()
                .filter(each -> each.granted() && each.pid() == pid && each.isExclusive())
                .flatMap(each -> table(each).stream())
                .findFirst())
        .map(each ->
            switch (backend.command().or(Command.OTHER)) {
                  case VACUUM, VACUUM_WITH_SNAPSHOT -> FULL;
                  case CLUSTER -> (backend.isHidden() ? FULL + " or " : "") + "CLUSTER";
                  case REPACK -> (backend.isHidden() ? FULL + " or " : "") + "REPACK";
                  default -> "a rewrite or index build";
                }
                + " of "
                + each.name().sql());
  }

  /// The lock on a table that a session waits for.
  Optional<TableLock> wanted(Backend waiter) {
    return survey.machinery().locks().stream()
        .filter(each -> !each.granted() && waiter.pid().is(pid -> pid == each.pid()))
        .findFirst();
  }

  /// What a session wants to do that waits: "the VACUUM FULL of public.t (pid 7)", by its statement
  /// where that may be read, else by the lock that it wants.
  public String waiting(Backend waiter) {
    var lock = wanted(waiter);
    boolean isExclusive = lock.filter(TableLock::isExclusive).isPresent();
    var command = waiter.command().or(Command.OTHER);
    var what =
        isExclusive && command.isVacuum()
            ? Optional.of(FULL)
            : command
                .noun()
                .or(() -> Optional.of("DDL, LOCK TABLE or " + FULL).filter(_ -> isExclusive));
    var table = lock.flatMap(this::table).map(each -> " of " + each.name().sql()).orElse("");
    return what.filter(_ -> waiter.pid().isKnown())
        .map(each -> "the %s%s (pid %d)".formatted(each, table, waiter.pid().or(0)))
        .orElseGet(() -> "the statement of " + waiter.name());
  }

  private Optional<Relation> table(TableLock lock) {
    return survey.relations().stream()
        .filter(each -> each.key().equals(lock.relation()) && each.kind() != RelationKind.TOAST)
        .findFirst();
  }

  /// Why not: a name in `permissions.txt`.
  private Optional<String> reason(Relation relation) {
    if (!Feature.REPACK.isIn(survey.server().release())) {
      return Optional.of("repack-release");
    }
    if (relation.isSystem() || relation.kind() != RelationKind.TABLE) {
      return Optional.of("repack-kind");
    }
    if (relation.persistence() instanceof Reading.Missing) {
      return Optional.of("repack-not-shown");
    }
    if (!relation.persistence().equals(Reading.of(Persistence.PERMANENT))) {
      return Optional.of("repack-unlogged");
    }
    if (!hasPrimaryKey(relation)) {
      return Optional.of("repack-key");
    }
    if (slotsInUse() >= slots()) {
      return Optional.of(slots() == 0 ? "repack-no-slots" : "repack-slots");
    }
    return setting("wal_level").filter("minimal"::equals).map(_ -> "repack-wal");
  }

  /// Whether the table has one; an index of it that is not valid does not count.
  public static boolean hasPrimaryKey(Relation relation) {
    return relation.indexes().stream()
        .anyMatch(each -> each.primary().or(false) && each.valid().or(false));
  }

  private long slots() {
    return setting(SLOTS)
        .filter(text -> text.matches("[0-9]{1,9}"))
        .map(Long::parseLong)
        .orElse(DEFAULT_SLOTS);
  }

  private long slotsInUse() {
    return survey.horizonHolders().stream()
        .filter(each -> each instanceof HorizonHolder.Slot slot && slot.temporary())
        .filter(each -> each.name().startsWith("pg_repack_"))
        .count();
  }

  private Optional<String> setting(String name) {
    return Optional.ofNullable(survey.settings().values().get(name))
        .map(value -> value.setting().toLowerCase(Locale.ROOT));
  }
}
