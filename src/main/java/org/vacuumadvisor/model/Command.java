package org.vacuumadvisor.model;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.vacuumadvisor.unit.Resource;

/// What kind of statement a session runs, or ran last, as far as that decides what may be done to
/// it. Of a live server only the leading keywords are read, never the statement.
public enum Command {
  /// VACUUM without FULL and without ANALYZE: other vacuums ignore its snapshot (`PROC_IN_VACUUM`,
  /// set before it waits for its table).
  VACUUM,
  /// VACUUM with FULL or ANALYZE: it has a snapshot that counts, and it ends by itself.
  VACUUM_WITH_SNAPSHOT,
  /// What writes a table anew, and has it for itself unless it says CONCURRENTLY: it ends by
  /// itself.
  CLUSTER,
  REPACK,
  REFRESH,
  INDEX_BUILD,
  /// What writes anything else anew, or analyzes: it ends by itself.
  MAINTENANCE,
  /// Of `amcheck`: it looks for damage.
  CHECK,
  /// What takes a table for itself.
  ALTER,
  DROP,
  TRUNCATE,
  /// What keeps a snapshot for other sessions, or takes one over: idle or not, it is at work.
  SHARED_SNAPSHOT,
  /// What a dump or an export runs: COPY out of a table, the cursor and the prepared statements of
  /// pg_dump (`PREPQUERY_*` in `pg_dump.h`). A long list of columns hides the direction
  /// (`track_activity_query_size`): only what is shown to load is none.
  DUMP,
  /// What else locks a table.
  LOCK,
  /// A walsender's command: START_REPLICATION, BASE_BACKUP.
  REPLICATION,
  /// Ends statements or sessions that it finds in `pg_stat_activity`, and leaves out no process of
  /// the server itself.
  CANCELS_SESSIONS,
  /// Loads rows as its client sends them.
  LOAD,
  /// Reads what a logical slot has, and confirms nothing.
  PEEKS,
  /// Empties the counters that autovacuum goes by.
  RESETS_COUNTERS,
  /// Reads `pg_stat_activity`: in a paste, the reader's own look.
  LOOKS_AT_SESSIONS,
  OTHER;

  /// What may stand before a command: comments, parentheses, EXPLAIN, and statements that set
  /// something for the one that follows in the same string.
  private static final Pattern BEFORE =
      Pattern.compile(
          "[\\s;(]+|--[^\n]*|(?:begin|start|set|reset)\\b[^;]*;"
              + "|explain\\b(?:\\s*\\([^)]*\\)|\\s+(?:analy[sz]e|verbose)\\b)*",
          Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

  private static final Pattern FULL = Pattern.compile("^vacuum[\\s(,a-z0-9]*\\b(full|analyze)\\b");

  private static final List<Map.Entry<Command, Pattern>> FORMS =
      Resource.lines(Command.class, "commands.txt").stream()
          .map(each -> each.split(" ", 2))
          .map(each -> Map.entry(valueOf(each[0]), Pattern.compile(each[1])))
          .toList();

  /// Whether it is a VACUUM, of whatever kind.
  public boolean isVacuum() {
    return this == VACUUM || this == VACUUM_WITH_SNAPSHOT;
  }

  /// Whether it takes a table for itself, and nothing is done before it has it.
  public boolean isDdl() {
    return this == ALTER || this == DROP || this == TRUNCATE || this == LOCK;
  }

  /// What is done to tables, in words: `REPACK`, `an index build`.
  public Optional<String> work() {
    var article =
        switch (this) {
          case INDEX_BUILD -> "an ";
          case MAINTENANCE, CHECK, DUMP -> "a ";
          default -> "";
        };
    return noun().map(article::concat);
  }

  /// The same behind an article of its own.
  public Optional<String> noun() {
    return switch (this) {
      case VACUUM, VACUUM_WITH_SNAPSHOT -> Optional.of("VACUUM");
      case REFRESH -> Optional.of("REFRESH MATERIALIZED VIEW");
      case INDEX_BUILD -> Optional.of("index build");
      case MAINTENANCE -> Optional.of("table copy or ANALYZE");
      case CHECK -> Optional.of("check for damage");
      case LOCK -> Optional.of("LOCK TABLE");
      case CLUSTER, REPACK, ALTER, DROP, TRUNCATE -> Optional.of(name());
      case DUMP -> Optional.of("dump or COPY");
      case SHARED_SNAPSHOT,
          REPLICATION,
          LOAD,
          CANCELS_SESSIONS,
          PEEKS,
          RESETS_COUNTERS,
          LOOKS_AT_SESSIONS,
          OTHER ->
          Optional.empty();
    };
  }

  /// Of the text of a statement, or the beginning of it.
  public static Command of(String statement) {
    var text = bare(statement).toLowerCase(Locale.ROOT).replaceAll("\\s+", " ");
    if (text.startsWith("vacuum")) {
      return FULL.matcher(text).find() ? VACUUM_WITH_SNAPSHOT : VACUUM;
    }
    return FORMS.stream()
        .filter(each -> each.getValue().matcher(text).matches())
        .map(Map.Entry::getKey)
        .findFirst()
        .orElse(text.contains("pg_stat_activity") ? LOOKS_AT_SESSIONS : OTHER);
  }

  /// A statement without what may stand before it: comments, `EXPLAIN`, `BEGIN;`, `SET …;`.
  public static String bare(String statement) {
    var before = BEFORE.matcher(statement);
    int from = 0;
    while (true) {
      if (statement.startsWith("/*", from)) {
        from = endOfComment(statement, from + 2);
      } else if (before.region(from, statement.length()).lookingAt() && before.end() > from) {
        from = before.end();
      } else {
        return statement.substring(from).strip();
      }
    }
  }

  /// Comments of this kind may hold others.
  private static int endOfComment(String statement, int from) {
    int at = from;
    for (int depth = 1; depth > 0 && at < statement.length(); ) {
      if (statement.startsWith("*/", at)) {
        depth--;
        at += 2;
      } else if (statement.startsWith("/*", at)) {
        depth++;
        at += 2;
      } else {
        at++;
      }
    }
    return at;
  }
}
