package org.vacuumadvisor.source.paste;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.source.Topic;
import org.vacuumadvisor.source.paste.table.Grid;
import org.vacuumadvisor.source.paste.table.Line;

/// Rows of `pg_stat_activity` that were copied without their header. What a cell is, its own text
/// must tell: a state, a kind of wait, a statement, the only whole number. Times and names tell
/// nothing without a heading.
final class BareSessions {
  private static final Set<String> STATES =
      Set.of(
          "active,idle,idle in transaction,idle in transaction (aborted),fastpath function call"
              .split(",", -1));
  private static final Set<String> WAITS =
      Set.of("Lock LWLock Client IO IPC Timeout BufferPin Activity Extension".split(" ", -1));
  private static final Pattern QUERY =
      Pattern.compile(
          "(?is)(?:autovacuum:"
              + " (?:VACUUM|ANALYZE|BRIN)|(?:alter|create|drop|truncate|select|insert|update|delete"
              + "|vacuum|analyze|reindex|cluster|lock|copy|with|begin|commit|refresh|merge)\\s).{2,2000}");
  private static final List<String> BLOCKED =
      List.of(
          "blocked_pid,blocked_user,blocking_pid,blocking_user,blocked_query,blocking_query"
              .split(",", -1));
  private static final Pattern PID = Pattern.compile("[1-9][0-9]{0,8}");
  private static final Pattern EVENT = Pattern.compile("[A-Za-z][A-Za-z_]{1,40}");
  private static final List<Pattern> SEPARATORS =
      Stream.of("\\|", "\t", " {2,}").map(Pattern::compile).toList();

  private BareSessions() {}

  /// Takes a row; false if it is none.
  static boolean take(Line line, PastedFacts to, Intake intake) {
    for (var separator : SEPARATORS) {
      var cells =
          Arrays.stream(separator.split(line.text(), -1))
              .map(String::strip)
              .filter(each -> !each.isEmpty())
              .toList();
      if (cells.size() >= 2
          && (take(cells, line.number(), to) || takeBlocked(cells, line.number(), to, intake))) {
        to.figures += 3;
        return true;
      }
    }
    return false;
  }

  private static boolean take(List<String> cells, int line, PastedFacts to) {
    var pid = only(cells, PID);
    var states = cells.stream().filter(STATES::contains).toList();
    var query = only(cells, QUERY);
    // who is at a task of autovacuum is active, and no other session, whatever columns were chosen
    boolean isTask = query.filter(Sessions::isTask).isPresent();
    boolean isRow = isTask || (pid.isPresent() && states.size() == 1 && cells.size() > 2);
    if (query.isEmpty() || states.size() > 1 || !isRow) {
      return false;
    }
    var entry = Entry.at(line, "query", query.get());
    pid.ifPresent(each -> entry.put("pid", each));
    states.forEach(state -> entry.put("state", state));
    var wait = cells.stream().filter(WAITS::contains).findFirst();
    if (wait.isPresent()) {
      entry.put("wait_event_type", wait.get());
      int event = cells.indexOf(wait.get()) + 1;
      if (event < cells.size() && EVENT.matcher(cells.get(event)).matches()) {
        entry.put("wait_event", cells.get(event));
      }
    }
    to.add(Topic.SESSIONS, entry);
    return true;
  }

  /// A row of the wiki's query for locks: the one that waits and the one it waits for, each by its
  /// number and user, then what they run.
  private static boolean takeBlocked(List<String> cells, int line, PastedFacts to, Intake intake) {
    return cells.size() == 6
        && PID.matcher(cells.get(0)).matches()
        && !PID.matcher(cells.get(1)).matches()
        && PID.matcher(cells.get(2)).matches()
        && QUERY.matcher(cells.get(4)).matches()
        && QUERY.matcher(cells.get(5)).matches()
        && KnownResults.take(
            new Grid(
                "",
                BLOCKED,
                List.of(new Grid.Cells(line, new ArrayList<@Nullable String>(cells))),
                0,
                0),
            to,
            intake);
  }

  /// The only cell of that form.
  private static Optional<String> only(List<String> cells, Pattern form) {
    return Mentions.only(cells.stream().filter(each -> form.matcher(each).matches()).toList());
  }
}
