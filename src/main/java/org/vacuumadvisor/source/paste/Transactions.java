package org.vacuumadvisor.source.paste;

import static java.util.regex.Matcher.quoteReplacement;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.vacuumadvisor.source.Topic;

/// Transactions that the statements of a transcript begin, prepare and end, and slots and sessions
/// that they do away with. What is open at its end was open in the session that was shown; of other
/// sessions it tells nothing.
final class Transactions {
  private static final Pattern BEGIN = Forms.of("transactions-begin");
  private static final Pattern END = Forms.of("transactions-end");
  private static final Pattern PREPARED = Forms.of("transactions-prepared");
  private static final Pattern ENDS = Forms.of("transactions-ends");
  private static final Pattern LABEL = Forms.of("transactions-label");
  private static final Pattern WRITES = Forms.of("transactions-writes");

  /// Strings, names, and bodies of functions: `$$ … $$`, `$body$ … $body$`.
  private static final Pattern QUOTED = Forms.of("transactions-quoted");

  private final PastedFacts gathered;
  private final Map<String, Entry> sessions = new LinkedHashMap<>();
  private final Map<String, Entry> prepared = new LinkedHashMap<>();
  private String label = "";

  Transactions(PastedFacts gathered) {
    this.gathered = gathered;
  }

  /// Takes a line that tells whose statements follow; false if it is none.
  boolean take(Line line) {
    var match = LABEL.matcher(line.text().strip());
    label = match.matches() ? match.group(1).toLowerCase(Locale.ROOT) : label;
    return match.matches();
  }

  /// Takes the statements in one line of a transcript.
  void state(Statement statement, int line) {
    for (var each : split(statement.text())) {
      state(each, statement.database(), line);
    }
  }

  private void state(String text, String database, int line) {
    var plain = text.replaceAll("\\s+", " ").strip();
    var lower = plain.toLowerCase(Locale.ROOT);
    var key = label + "/" + database;
    var prepares = PREPARED.matcher(plain);
    var ends = ENDS.matcher(plain);
    if (prepares.matches()) {
      var gid = prepares.group(2);
      prepared.remove(gid);
      gathered.remove(Topic.PREPARED_TRANSACTIONS, each -> each.is("gid", gid));
      if (lower.startsWith("prepare")) {
        prepared.put(gid, named(Entry.at(line, "gid", gid), "database", database));
        sessions.remove(key);
      }
    } else if (ends.matches()) {
      boolean isSlot = ends.group("slot") != null;
      gathered.remove(
          isSlot ? Topic.REPLICATION_SLOTS : Topic.SESSIONS,
          each -> each.is(isSlot ? "slot_name" : "pid", ends.group(isSlot ? "slot" : "pid")));
    } else if (BEGIN.matcher(lower).matches()) {
      // the second one within a session would only be a warning: it is another session's
      var other = sessions.put(key, open(database, line));
      if (other != null) {
        sessions.put(key + "/" + other.line(), other);
      }
    } else if (END.matcher(lower).matches()) {
      sessions.remove(key);
    } else if (!lower.isEmpty() && !lower.startsWith("\\") && !lower.startsWith("set ")) {
      var open = sessions.get(key);
      if (open != null && !lower.startsWith("vacuum")) {
        open.put("query", text.strip());
        open.put("state", lower.contains("pg_sleep") ? "active" : "idle in transaction");
        if (WRITES.matcher(lower).matches()) {
          open.put("has_xid", "t");
        }
      }
    }
  }

  private static Entry open(String database, int line) {
    var state = "idle in transaction";
    var entry = Entry.at(line, "state", state, "in_transaction", "t", "begun", "t");
    entry.put("backend_type", "client backend");
    return named(entry, "datname", database);
  }

  private static Entry named(Entry entry, String column, String database) {
    if (!database.isEmpty()) {
      entry.put(column, database);
    }
    return entry;
  }

  /// The statements, without semicolons; those in quotes are part of theirs.
  private static List<String> split(String text) {
    var whole =
        QUOTED.matcher(text).replaceAll(each -> quoteReplacement(each.group().replace(';', ' ')));
    return Stream.of(whole.split(";", -1)).map(String::strip).toList();
  }

  void finish() {
    prepared.values().forEach(each -> gathered.add(Topic.PREPARED_TRANSACTIONS, each));
    sessions.values().forEach(each -> gathered.add(Topic.SESSIONS, each));
    sessions.clear();
    prepared.clear();
  }
}
