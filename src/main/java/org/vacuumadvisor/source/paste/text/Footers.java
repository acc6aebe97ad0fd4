package org.vacuumadvisor.source.paste.text;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.source.paste.table.Grid;
import org.vacuumadvisor.source.paste.table.Line;
import org.vacuumadvisor.source.paste.table.Statement;
import org.vacuumadvisor.source.paste.thing.Entry;
import org.vacuumadvisor.source.paste.thing.Gathered;
import org.vacuumadvisor.source.paste.thing.NameValues;
import org.vacuumadvisor.source.paste.thing.Relname;

/// What psql's `\d+` writes around its list of columns, and statements that set parameters.
public final class Footers {
  private static final List<String> TITLES =
      List.of(
          "Table \"",
          "Unlogged table \"",
          "Partitioned table \"",
          "TOAST table \"",
          "Materialized view \"",
          "Unlogged materialized view \"");

  private static final List<String> KNOWN =
      List.of(
          "Indexes:",
          "Check constraints:",
          "Foreign-key constraints:",
          "Referenced by:",
          "Triggers:",
          "Access method:",
          "Publications:",
          "Partition key:",
          "Partitions:",
          "Number of partitions:",
          "Partition of:",
          "Inherits:",
          "Not-null constraints:",
          "Replica Identity:",
          "Tablespace:",
          "Has OIDs:",
          "Child tables:",
          "Statistics objects:",
          "Rules:",
          "Owning table:",
          "Partition constraint:",
          "TABLE \"",
          "PRIMARY KEY");

  private final Gathered gathered;
  private String table = "";
  private String titled = "";

  public Footers(Gathered gathered) {
    this.gathered = gathered;
  }

  /// Whether the title of a table of columns names the relation that follows.
  public boolean title(Grid grid) {
    for (var title : TITLES) {
      int end = grid.title().lastIndexOf('"');
      if (grid.title().startsWith(title) && end > title.length()) {
        table = grid.title().substring(title.length(), end);
        titled = "";
        return true;
      }
    }
    return false;
  }

  /// Takes a line of `\d+`; false if it is none.
  public boolean take(Line line) {
    var text = line.text().strip();
    if (text.endsWith("\"") && TITLES.stream().anyMatch(text::startsWith)) {
      // somebody cut the columns out
      titled = text.substring(text.indexOf('"') + 1, text.length() - 1);
      return true;
    }
    var described = table.isEmpty() ? titled : table;
    if (text.startsWith("Options:") && !described.isEmpty()) {
      parameters(described, text.substring("Options:".length()), line.number());
      return true;
    }
    if (table.isEmpty()) {
      return !titled.isEmpty() && KNOWN.stream().anyMatch(text::startsWith);
    }
    boolean isIndented = line.text().startsWith("    ");
    return isIndented || KNOWN.stream().anyMatch(text::startsWith);
  }

  /// Takes what a statement sets.
  public void state(Statement statement, int line) {
    table = "";
    titled = "";
    var words = statement.tableParameters();
    if (words.size() > 1) {
      parameters(words.getFirst(), String.join(",", words.subList(1, words.size())), line);
      return;
    }
    var text = statement.text();
    var lower = text.toLowerCase(Locale.ROOT);
    if (lower.startsWith("alter system set ")) {
      setting(text.substring("alter system set ".length()), line);
    }
  }

  private void setting(String assignment, int line) {
    var text = assignment.strip();
    int end = 0;
    while (end < text.length() && " =".indexOf(text.charAt(end)) < 0) {
      end++;
    }
    var name = text.substring(0, end).toLowerCase(Locale.ROOT);
    var rest = text.substring(end).strip();
    var value =
        rest.startsWith("=")
            ? rest.substring(1)
            : rest.toLowerCase(Locale.ROOT).startsWith("to ") ? rest.substring(3) : "";
    Setting.named(name)
        .flatMap(each -> NameValues.settingValue(each, value.replace(";", "")))
        .ifPresent(each -> {
          var entry = Entry.at(line);
          entry.put("name", name, line);
          entry.put("setting", each, line);
          gathered.setting(name, entry);
        });
  }

  private void parameters(String relation, String options, int line) {
    var called = Relname.of(relation);
    var entry = Entry.at(line);
    entry.put("reloptions", options.strip().replace(" = ", "="), line);
    var known =
        gathered.tables().named(called.name()).flatMap(each -> each.entry().value("reloptions"));
    known.ifPresent(before -> entry.put("reloptions", merged(before, options), line));
    gathered.tables().add(called.schema(), called.name(), entry);
  }

  private static String merged(String before, String more) {
    var plain =
        before.startsWith("{") && before.endsWith("}")
            ? before.substring(1, before.length() - 1)
            : before;
    return Optional.of(plain).filter(each -> !each.isBlank()).map(each -> each + ",").orElse("")
        + more.strip().replace(" = ", "=");
  }
}
