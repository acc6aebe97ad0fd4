package org.vacuumadvisor.source.paste.text;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.vacuumadvisor.source.Topic;
import org.vacuumadvisor.source.paste.table.Line;
import org.vacuumadvisor.source.paste.table.Statement;
import org.vacuumadvisor.source.paste.thing.Entry;
import org.vacuumadvisor.source.paste.thing.Gathered;

/// Transactions that the statements of a transcript begin, prepare and end. What is open at its end
/// was open in the session that was shown; of other sessions it tells nothing.
final class Transactions {
  private static final Pattern BEGIN =
      Pattern.compile(
          "(?:begin|start transaction)(?: (?:work|transaction|isolation level .{1,40}|read only"
              + "|read write|deferrable|not deferrable|[a-z ,]{1,80}))?");
  private static final Pattern END =
      Pattern.compile("(?:commit|end|rollback|abort)(?: (?:work|transaction))?(?: and no chain)?");
  private static final Pattern PREPARED =
      Pattern.compile("(prepare transaction|commit prepared|rollback prepared) '([^']{1,200})'");
  private static final Pattern LABEL =
      Pattern.compile(
          "(?:[-#*/ ]{0,6})(?:session|terminal|client|connection|window|tab|shell|psql)\\s{0,2}"
              + "(?:#|no\\.?)?\\s{0,2}([0-9a-c]|one|two|three|other)\\b.{0,30}");
  private static final Pattern WRITES =
      Pattern.compile(
          "(?:insert|update|delete|merge|copy|create|alter|drop|truncate|vacuum|select txid_current"
              + "|select pg_current_xact_id|reindex|grant|comment)\\b.*",
          Pattern.DOTALL);

  private final Gathered gathered;
  private final Map<String, Open> sessions = new LinkedHashMap<>();
  private final Map<String, Entry> prepared = new LinkedHashMap<>();
  private String label = "";
  private boolean isAutocommitOff;

  private static final class Open {
    private final int line;
    private final String database;
    private String query = "";
    private boolean writes;

    Open(int line, String database) {
      this.line = line;
      this.database = database;
    }
  }

  Transactions(Gathered gathered) {
    this.gathered = gathered;
  }

  /// Takes a line that tells whose statements follow; false if it is none.
  boolean take(Line line) {
    var text = line.text().strip().toLowerCase(Locale.ROOT);
    var match = LABEL.matcher(text);
    if (!match.matches()) {
      return false;
    }
    label = match.group(1);
    return true;
  }

  /// Takes the statements in one line of a transcript.
  void state(Statement statement, int line) {
    var text = statement.text();
    if (text.toLowerCase(Locale.ROOT).startsWith("\\set autocommit ")) {
      isAutocommitOff = text.toLowerCase(Locale.ROOT).endsWith("off");
      return;
    }
    for (var each : split(text)) {
      state(each, statement.database(), line);
    }
  }

  private void state(String text, String database, int line) {
    var lower = text.toLowerCase(Locale.ROOT).replaceAll("\\s+", " ").strip();
    var key = label + "/" + database;
    var match = PREPARED.matcher(lower);
    if (match.matches()) {
      prepare(lower, text.replaceAll("^[^']*'|'[^']*$", ""), database, line);
      if (lower.startsWith("prepare")) {
        sessions.remove(key);
      }
    } else if (BEGIN.matcher(lower).matches()) {
      sessions.put(key, new Open(line, database));
    } else if (END.matcher(lower).matches()) {
      sessions.remove(key);
    } else if (!lower.isEmpty() && !lower.startsWith("\\") && !lower.startsWith("set ")) {
      if (isAutocommitOff && !sessions.containsKey(key)) {
        sessions.put(key, new Open(line, database));
      }
      var open = sessions.get(key);
      if (open != null && !lower.startsWith("vacuum")) {
        open.query = text.strip();
        open.writes |= WRITES.matcher(lower).matches();
      }
    }
  }

  private void prepare(String lower, String gid, String database, int line) {
    if (lower.startsWith("prepare")) {
      var entry = Entry.at(line);
      entry.put("gid", gid, line);
      if (!database.isEmpty()) {
        entry.put("database", database, line);
      }
      prepared.put(gid, entry);
    } else {
      prepared.remove(gid);
    }
  }

  /// The statements, without semicolons; those in a function's body are part of the function.
  static List<String> split(String text) {
    var pieces = new ArrayList<String>();
    int from = 0;
    for (int at = 0; at < text.length(); at++) {
      char character = text.charAt(at);
      if (character == '\'' || character == '"') {
        int close = text.indexOf(character, at + 1);
        at = close < 0 ? text.length() : close;
      } else if (character == '$') {
        at = endOfDollars(text, at);
      } else if (character == ';') {
        pieces.add(text.substring(from, at).strip());
        from = at + 1;
      }
    }
    if (from < text.length()) {
      pieces.add(text.substring(from).strip());
    }
    return pieces;
  }

  /// The end of `$$ … $$` or `$body$ … $body$`, or the place itself where there is none.
  private static int endOfDollars(String text, int from) {
    int mark = text.indexOf('$', from + 1);
    boolean isTag =
        mark > 0
            && text.substring(from + 1, mark)
                .chars()
                .allMatch(each -> each == '_' || Character.isLetterOrDigit(each));
    if (!isTag) {
      return from;
    }
    var tag = text.substring(from, mark + 1);
    int close = text.indexOf(tag, mark + 1);
    return close < 0 ? text.length() : close + tag.length() - 1;
  }

  /// The transcript is over: what is open now stays open.
  void finish() {
    prepared.values().forEach(each -> gathered.add(Topic.PREPARED_TRANSACTIONS, each));
    sessions
        .values()
        .forEach(open -> {
          var entry = Entry.at(open.line);
          boolean isAtWork = open.query.toLowerCase(Locale.ROOT).contains("pg_sleep");
          entry.put("state", isAtWork ? "active" : "idle in transaction", open.line);
          entry.put("in_transaction", "t", open.line);
          entry.put("backend_type", "client backend", open.line);
          if (!open.query.isEmpty()) {
            entry.put("query", open.query, open.line);
          }
          if (!open.database.isEmpty()) {
            entry.put("datname", open.database, open.line);
          }
          if (open.writes) {
            entry.put("has_xid", "t", open.line);
          }
          gathered.add(Topic.SESSIONS, entry);
        });
    sessions.clear();
    prepared.clear();
  }
}
