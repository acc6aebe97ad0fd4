package org.vacuumadvisor.source.paste.text;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.source.Topic;
import org.vacuumadvisor.source.paste.table.Line;
import org.vacuumadvisor.source.paste.thing.Entry;
import org.vacuumadvisor.source.paste.thing.Gathered;

/// Lines of `ps` and `top`: the title of a server process tells what it is and does
/// (`set_ps_display()` in ps_status.c, init_ps_display() of each kind). It tells no snapshot and no
/// beginning of a transaction; processes that are not listed may be there all the same.
final class Processes {
  private static final Pattern LISTED =
      Pattern.compile(
          "(?<head>[^:]{0,200}(?:[0-9]{1,3}:[0-9]{2}(?::[0-9]{2})?[^:]{0,60}){0,3}?)"
              + "\\bpostgres(?:\\[(?<own>[0-9]{1,9})])?: (?<title>\\S.{0,2000})");
  private static final Pattern CLUSTER = Pattern.compile("[A-Za-z0-9_./-]{1,63}: (.{1,2000})");
  private static final Pattern CLIENT =
      Pattern.compile(
          "(?<user>\\S{1,63}) (?<database>\\S{1,63})"
              + " (?:(?<address>\\[local]|[0-9A-Fa-f:.]{3,45}|[\\w.-]{1,253})(?:\\([0-9]{1,5}\\))?)"
              + " (?<state>idle in transaction \\(aborted\\)|idle in"
              + " transaction|idle|authentication|startup|BIND|PARSE|COPY|FETCH|[A-Z][A-Z"
              + " ]{2,40})(?<waiting> waiting)?");
  private static final Pattern WORKER =
      Pattern.compile(
          "autovacuum worker(?: process)?(?:\\s+(?!waiting$)(?<database>\\S{1,63}))?"
              + "(?<waiting>\\s+waiting)?");
  private static final Pattern SENDER =
      Pattern.compile(
          "(?:walsender|wal sender process) (?<user>\\S{1,63}) (?:(?<database>\\S{1,63}) )?"
              + "(?<address>\\[local]|[0-9A-Fa-f:.]{3,45}|[\\w.-]{1,253})(?:\\([0-9]{1,5}\\))?"
              + "(?: (?<state>.{1,200}))?");
  private static final Pattern SUBSCRIPTION =
      Pattern.compile(
          "(?:bgworker: )?(?<type>logical replication (?:apply |parallel apply |tablesync )?worker)"
              + "(?: (?:for subscription|\\[?[0-9]).{0,100})?");
  private static final Pattern PARALLEL =
      Pattern.compile(
          "(?:bgworker: )?parallel worker for PID (?<leader>[0-9]{1,9})\\s*(?<state>.{0,60})");
  private static final Pattern OTHER =
      Pattern.compile(
          "(?<type>autovacuum launcher|logical replication launcher|logger|checkpointer"
              + "|background writer|writer|walwriter|wal writer|walreceiver|wal receiver"
              + "|stats collector|archiver|startup|io worker|slotsync worker|walsummarizer"
              + "|bgworker)(?: process)?(?:\\b.{0,200})?");
  private static final Pattern HEADER =
      Pattern.compile(
          "(?:UID|USER|PID|top -).{0,200}(?:CMD|COMMAND|TIME\\+?.{0,20}|load average.{0,40})");

  private final Gathered gathered;
  private int read;

  Processes(Gathered gathered) {
    this.gathered = gathered;
  }

  /// How many processes were read.
  int read() {
    return read;
  }

  /// Takes a line of a list of processes; false if it is none.
  boolean take(Line line) {
    var text = line.text().strip();
    if (HEADER.matcher(text).matches()) {
      return true;
    }
    var listed = LISTED.matcher(text);
    if (!listed.matches()) {
      return false;
    }
    var title = listed.group("title").strip();
    var entry =
        entry(title, line.number())
            .or(() -> {
              var named = CLUSTER.matcher(title);
              return named.matches()
                  ? entry(named.group(1).strip(), line.number())
                  : Optional.empty();
            });
    if (entry.isEmpty()) {
      return false;
    }
    pid(listed.group("own"), listed.group("head"))
        .ifPresent(pid -> entry.get().put("pid", pid, line.number()));
    if (entry.get().has("backend_type")) {
      read++;
      gathered.add(Topic.SESSIONS, entry.get());
    }
    return true;
  }

  /// `top` and `ps -o pid` begin with it, other forms of `ps` with the system's user.
  private static Optional<String> pid(@Nullable String own, String head) {
    if (own != null) {
      return Optional.of(own);
    }
    var words = head.strip().split("\\s+", 3);
    for (int at = 0; at < Math.min(2, words.length); at++) {
      if (!words[at].isEmpty() && words[at].chars().allMatch(Character::isDigit)) {
        return Optional.of(words[at]).filter(each -> each.length() < 10);
      }
    }
    return Optional.empty();
  }

  private static Optional<Entry> entry(String title, int line) {
    var worker = WORKER.matcher(title);
    if (worker.matches()) {
      var entry = of("autovacuum worker", line);
      put(entry, "datname", worker, "database");
      markWaiting(entry, worker);
      return Optional.of(entry);
    }
    var sender = SENDER.matcher(title);
    if (sender.matches()) {
      var entry = of("walsender", line);
      put(entry, "usename", sender, "user");
      put(entry, "datname", sender, "database");
      put(entry, "client_addr", sender, "address");
      return Optional.of(entry);
    }
    var subscription = SUBSCRIPTION.matcher(title);
    if (subscription.matches()) {
      return Optional.of(of(subscription.group("type"), line));
    }
    var parallel = PARALLEL.matcher(title);
    if (parallel.matches()) {
      var entry = of("parallel worker", line);
      put(entry, "leader_pid", parallel, "leader");
      return Optional.of(entry);
    }
    var other = OTHER.matcher(title);
    if (other.matches()) {
      return Optional.of(of(other.group("type"), line));
    }
    var client = CLIENT.matcher(title);
    return client.matches() ? Optional.of(client(client, line)) : Optional.empty();
  }

  private static Entry client(Matcher title, int line) {
    var entry = of("client backend", line);
    put(entry, "usename", title, "user");
    put(entry, "datname", title, "database");
    if (!title.group("address").equals("[local]")) {
      put(entry, "client_addr", title, "address");
    }
    var state = title.group("state");
    if (state.startsWith("idle")) {
      entry.put("state", state, line);
    } else if (!state.equals("authentication") && !state.equals("startup")) {
      entry.put("state", "active", line);
      entry.put("query", state, line);
    }
    if (state.startsWith("idle in transaction")) {
      entry.put("in_transaction", "t", line);
    }
    markWaiting(entry, title);
    return entry;
  }

  /// A process says so only of locks that others hold (`ProcSleep()`, `WaitOnLock()`).
  private static void markWaiting(Entry entry, Matcher title) {
    if (title.group("waiting") != null) {
      entry.put("wait_event_type", "Lock", entry.line());
    }
  }

  private static Entry of(String type, int line) {
    var entry = Entry.at(line);
    entry.put("backend_type", type, line);
    return entry;
  }

  private static void put(Entry entry, String column, Matcher from, String group) {
    var value = from.group(group);
    if (value != null) {
      entry.put(column, value, entry.line());
    }
  }
}
