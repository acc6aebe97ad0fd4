package org.vacuumadvisor.model.session;

import java.util.Locale;
import java.util.regex.Pattern;

/// What kind of statement a session runs, or ran last, as far as that decides what may be done to
/// it. Of a live server only the leading keywords are read, never the statement.
public enum Command {
  /// VACUUM without FULL and without ANALYZE: other vacuums ignore its snapshot (`PROC_IN_VACUUM`,
  /// set before it waits for its table).
  VACUUM,
  /// VACUUM with FULL or ANALYZE: it has a snapshot that counts, and it ends by itself.
  VACUUM_WITH_SNAPSHOT,
  /// What writes a table or an index anew, or analyzes: it ends by itself.
  MAINTENANCE,
  /// What takes a table for itself: ALTER, DROP, TRUNCATE, LOCK.
  DDL,
  /// COPY to the client, as a dump does.
  COPY_OUT,
  /// A walsender's command: START_REPLICATION, BASE_BACKUP.
  REPLICATION,
  /// Reads `pg_stat_activity`: in a paste, the reader's own look.
  LOOKS_AT_SESSIONS,
  OTHER;

  private static final Pattern FULL = Pattern.compile("^vacuum[\\s(,a-z0-9]*\\b(full|analyze)\\b");

  private static final Pattern ALTERS = Pattern.compile("^(alter|drop|truncate|lock)\\b.*");

  private static final Pattern COPY = Pattern.compile("^copy\\b.*\\bto\\s+stdout\\b.*");

  private static final Pattern REPLICATES =
      Pattern.compile(
          "^(start_replication|base_backup|identify_system|create_replication_slot)\\b.*");

  private static final Pattern MAINTAINS =
      Pattern.compile(
          "^(analyze|analyse|cluster|repack|reindex|create\\s+(unique\\s+)?index|refresh)\\b.*");

  /// Whether it is a VACUUM, of whatever kind.
  public boolean isVacuum() {
    return this == VACUUM || this == VACUUM_WITH_SNAPSHOT;
  }

  /// Of the text of a statement, or the beginning of it.
  public static Command of(String statement) {
    var text = statement.strip().toLowerCase(Locale.ROOT).replaceAll("\\s+", " ");
    if (text.startsWith("vacuum")) {
      return FULL.matcher(text).find() ? VACUUM_WITH_SNAPSHOT : VACUUM;
    }
    if (ALTERS.matcher(text).matches()) {
      return DDL;
    }
    if (COPY.matcher(text).matches()) {
      return COPY_OUT;
    }
    if (REPLICATES.matcher(text).matches()) {
      return REPLICATION;
    }
    if (MAINTAINS.matcher(text).matches()) {
      return MAINTENANCE;
    }
    return text.contains("pg_stat_activity") ? LOOKS_AT_SESSIONS : OTHER;
  }
}
