package org.vacuumadvisor.source.paste.text;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.vacuumadvisor.source.Topic;
import org.vacuumadvisor.source.paste.table.Line;
import org.vacuumadvisor.source.paste.thing.Blockers;
import org.vacuumadvisor.source.paste.thing.Entry;
import org.vacuumadvisor.source.paste.thing.Gathered;

/// Rows of `pg_stat_activity` that were copied without their header. What a cell is, its own text
/// must tell: a state, a kind of wait, a statement, the only whole number. Times and names tell
/// nothing without a heading.
final class BareSessions {
  private static final Set<String> STATES =
      Set.of(
          "active",
          "idle",
          "idle in transaction",
          "idle in transaction (aborted)",
          "fastpath function call",
          "disabled");
  private static final Set<String> WAITS =
      Set.of(
          "Lock", "LWLock", "Client", "IO", "IPC", "Timeout", "BufferPin", "Activity", "Extension");
  private static final Pattern QUERY =
      Pattern.compile(
          "(?is)(?:autovacuum:"
              + " (?:VACUUM|ANALYZE|BRIN)|(?:alter|create|drop|truncate|select|insert|update|delete"
              + "|vacuum|analyze|reindex|cluster|lock|copy|with|begin|commit|refresh|merge)\\s).{2,2000}");
  private static final Pattern PID = Pattern.compile("[1-9][0-9]{0,8}");

  private final Gathered gathered;
  private int read;

  BareSessions(Gathered gathered) {
    this.gathered = gathered;
  }

  /// How many figures were read.
  int read() {
    return read;
  }

  /// Takes a row; false if it is none.
  boolean take(Line line) {
    for (var separator : List.of("\\|", "\t", " {2,}")) {
      var cells =
          Stream.of(line.text().split(separator, -1))
              .map(String::strip)
              .filter(each -> !each.isEmpty())
              .toList();
      if (cells.size() >= 3 && (take(cells, line.number()) || takeBlocked(cells, line.number()))) {
        return true;
      }
    }
    return false;
  }

  private boolean take(List<String> cells, int line) {
    var pid = only(cells, PID);
    var query = only(cells, QUERY);
    var states = cells.stream().filter(STATES::contains).toList();
    boolean isRow = pid.isPresent() && query.isPresent() && states.size() == 1;
    if (!isRow) {
      return false;
    }
    var entry = Entry.at(line);
    entry.put("pid", pid.get(), line);
    entry.put("query", query.get(), line);
    entry.put("state", states.getFirst(), line);
    int wait = cells.stream().filter(WAITS::contains).map(cells::indexOf).findFirst().orElse(-1);
    if (wait >= 0) {
      entry.put("wait_event_type", cells.get(wait), line);
      if (wait + 1 < cells.size() && cells.get(wait + 1).matches("[A-Za-z][A-Za-z_]{1,40}")) {
        entry.put("wait_event", cells.get(wait + 1), line);
      }
    }
    gathered.add(Topic.SESSIONS, entry);
    read += 3;
    return true;
  }

  /// A row of the wiki's query for locks: the one that waits and the one it waits for, each by its
  /// number and user, then what they run.
  private boolean takeBlocked(List<String> cells, int line) {
    boolean isRow =
        cells.size() == 6
            && PID.matcher(cells.get(0)).matches()
            && !PID.matcher(cells.get(1)).matches()
            && PID.matcher(cells.get(2)).matches()
            && QUERY.matcher(cells.get(4)).matches()
            && QUERY.matcher(cells.get(5)).matches();
    if (!isRow) {
      return false;
    }
    var waiting = session(cells.get(0), cells.get(1), cells.get(4), line);
    waiting.put("wait_event_type", "Lock", line);
    waiting.put("blockers", cells.get(2), line);
    Blockers.add(gathered, waiting);
    Blockers.add(gathered, session(cells.get(2), cells.get(3), cells.get(5), line));
    read += 4;
    return true;
  }

  private static Entry session(String pid, String user, String query, int line) {
    var entry = Entry.at(line);
    entry.put("pid", pid, line);
    entry.put("usename", user, line);
    entry.put("query", query, line);
    return entry;
  }

  /// The only cell of that form.
  private static Optional<String> only(List<String> cells, Pattern form) {
    var found = cells.stream().filter(each -> form.matcher(each).matches()).toList();
    return found.size() == 1 ? Optional.of(found.getFirst()) : Optional.empty();
  }
}
