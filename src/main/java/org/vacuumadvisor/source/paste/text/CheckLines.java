package org.vacuumadvisor.source.paste.text;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.vacuumadvisor.model.Excerpt;
import org.vacuumadvisor.source.Topic;
import org.vacuumadvisor.source.paste.table.DecimalMark;
import org.vacuumadvisor.source.paste.table.Figures;
import org.vacuumadvisor.source.paste.table.Line;
import org.vacuumadvisor.source.paste.thing.Entry;
import org.vacuumadvisor.source.paste.thing.Gathered;
import org.vacuumadvisor.source.paste.thing.Relname;

/// What the monitoring plugin check_postgres prints, alarms of CloudWatch, and the size of
/// `pg_multixact/members` by `du`.
final class CheckLines {
  private static final Pattern CHECK =
      Pattern.compile(
          ".{0,200}?\\bPOSTGRES_(?<action>[A-Z_]{3,40}) (?:OK|WARNING|CRITICAL|UNKNOWN):"
              + " (?<text>.{1,4000})");
  private static final Pattern BLOAT =
      Pattern.compile(
          "\\b(?<kind>table|index) (?<name>\\S{1,130}) rows:(?<rows>[0-9?]{1,15})"
              + " pages:(?<pages>[0-9]{1,12}) shouldbe:(?<best>[0-9]{1,12}) \\([0-9.]{1,12}X\\)"
              + " wasted (?:size|bytes):(?<wasted>[0-9]{1,18})");
  private static final Pattern WRAPAROUND =
      Pattern.compile("(?<database>[^\\s:()\"]{1,63}): (?<age>[0-9]{1,10}) transactions\\b");
  private static final Pattern FREEZE =
      Pattern.compile("(?<database>[^\\s:()\"]{1,63}): [0-9]{1,4}% \\((?<age>[0-9]{1,10})\\)");
  private static final Pattern IDLE =
      Pattern.compile(
          "longest idle in txn: (?<seconds>[0-9]{1,9})s\\s{1,4}PID:\\s?(?<pid>[0-9]{1,9})"
              + "(?: database:\\s?(?<database>\\S{1,63}))?(?: username:\\s?(?<user>\\S{1,63}))?.*");
  private static final Pattern MEMBERS =
      Pattern.compile(
          "(?<size>[0-9][0-9.,]{0,15}[KMGTkmgt]?)i?B?\\s{1,20}\\S{0,300}\\bpg_multixact/members/?");

  /// An alarm of CloudWatch, as mail or JSON: the first datapoint that crossed the threshold.
  private static final Pattern ALARM =
      Pattern.compile(
          "(?=.{0,8000}\\bMaximumUsedTransactionIDs\\b).{0,8000}?\\bdatapoints? \\["
              + "(?<value>[0-9]{1,12}(?:\\.[0-9]{1,15})?(?:E[0-9]{1,2})?) \\(.{0,8000}");

  /// `MULTIXACT_MEMBERS_PER_PAGE` of 18 and before: 409 groups of four members.
  private static final long MEMBERS_A_PAGE = 1636;

  private static final long PAGE = 8192;

  private final Gathered gathered;
  private int read;

  CheckLines(Gathered gathered) {
    this.gathered = gathered;
  }

  /// How many figures were read.
  int read() {
    return read;
  }

  static boolean isCheck(String line) {
    return CHECK.matcher(line.strip()).matches();
  }

  /// Takes such a line; false if it is none.
  boolean take(Line line) {
    var text = line.text().strip();
    var members = MEMBERS.matcher(text);
    if (members.matches()) {
      return members(members.group("size"), line.number());
    }
    var check = CHECK.matcher(text);
    if (!check.matches()) {
      return false;
    }
    // what follows is for programs
    var said = check.group("text").split(" \\| ", 2)[0];
    int before = read;
    switch (check.group("action")) {
      case "BLOAT" -> bloat(said, line.number());
      case "TXN_WRAPAROUND" -> ages(WRAPAROUND.matcher(said), line.number());
      case "AUTOVAC_FREEZE" -> ages(FREEZE.matcher(said), line.number());
      case "TXN_IDLE" -> idle(said, line.number());
      default -> {}
    }
    return read > before;
  }

  /// The age of the oldest database, whichever it is.
  private boolean age(String value, int line) {
    var age = Figures.number(value).map(Math::round).filter(each -> each > 0);
    age.ifPresent(each -> {
      var entry = Entry.at(line);
      entry.put("datname", Excerpt.UNNAMED_DATABASE, line);
      entry.put("xid_age", Long.toString(each), line);
      gathered.see(Topic.DATABASES);
      gathered.databases().computeIfAbsent(Excerpt.UNNAMED_DATABASE, _ -> entry).add(entry);
      read++;
    });
    return age.isPresent();
  }

  /// Takes an alarm of the age of IDs; false if it is none.
  boolean takeAlarm(Line line) {
    var alarm = ALARM.matcher(line.text().strip());
    return alarm.matches() && age(alarm.group("value"), line.number());
  }

  private void bloat(String text, int line) {
    var found = BLOAT.matcher(text);
    while (found.find()) {
      var name = Relname.of(found.group("name"));
      var entry = Entry.at(line);
      entry.put("relpages", found.group("pages"), line);
      entry.put("bloat_bytes", found.group("wasted"), line);
      if (!found.group("rows").contains("?")) {
        entry.put("reltuples", found.group("rows"), line);
      }
      boolean isTable = found.group("kind").equals("table");
      gathered.see(isTable ? Topic.TABLES : Topic.INDEXES);
      if (isTable) {
        gathered.tables().add(name.schema(), name.name(), entry);
      } else {
        entry.put("indexrelname", name.name(), line);
        entry.put("index_bytes", Long.toString(PAGE * Long.parseLong(found.group("pages"))), line);
        gathered.indexes().computeIfAbsent(name.name(), _ -> entry).add(entry);
      }
      read++;
    }
  }

  private void ages(Matcher found, int line) {
    while (found.find()) {
      var entry = Entry.at(line);
      entry.put("datname", found.group("database"), line);
      entry.put("xid_age", found.group("age"), line);
      gathered.see(Topic.DATABASES);
      gathered.databases().computeIfAbsent(found.group("database"), _ -> entry).add(entry);
      read++;
    }
  }

  private void idle(String text, int line) {
    var found = IDLE.matcher(text);
    if (!found.find()) {
      return;
    }
    var entry = Entry.at(line);
    entry.put("pid", found.group("pid"), line);
    entry.put("state", "idle in transaction", line);
    entry.put("in_transaction", "t", line);
    entry.put("xact_age", found.group("seconds"), line);
    if (found.group("database") != null) {
      entry.put("datname", found.group("database"), line);
    }
    if (found.group("user") != null) {
      entry.put("usename", found.group("user"), line);
    }
    gathered.see(Topic.SESSIONS, "state");
    gathered.add(Topic.SESSIONS, entry);
    read++;
  }

  private boolean members(String size, int line) {
    boolean hasUnit = !Character.isDigit(size.charAt(size.length() - 1));
    var bytes = Figures.bytes(hasUnit ? size + "B" : size, hasUnit ? 1 : 1024, DecimalMark.POINT);
    bytes.ifPresent(each -> {
      var entry = Entry.at(line);
      entry.put("num_members", Long.toString(each / PAGE * MEMBERS_A_PAGE), line);
      gathered.add(Topic.MULTIXACTS, entry);
      read++;
    });
    return bytes.isPresent();
  }
}
