package org.vacuumadvisor.source.paste;

import java.util.Objects;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/// What psql's `\d+` writes around its list of columns, and statements that set parameters.
final class Footers {
  private static final Pattern TITLE = Forms.of("footers-title");
  private static final Pattern COMMAND = Forms.of("footers-command");
  private static final Pattern KNOWN = Forms.of("footers-known");
  private static final Pattern INDEX = Forms.of("footers-index");
  private static final Pattern OF_TABLE = Forms.of("footers-of-table");
  private static final Pattern OF_SERVER = Forms.of("footers-of-server");

  private final PastedFacts gathered;
  private String table = "";

  /// Whether the columns of the table were cut out.
  private boolean isTitleOnly;

  Footers(PastedFacts gathered) {
    this.gathered = gathered;
  }

  /// Whether the title of a table of columns names the relation that follows.
  boolean title(Grid grid) {
    var title = TITLE.matcher(grid.title());
    boolean isTitle = title.matches();
    if (isTitle) {
      table = title.group(1);
      isTitleOnly = false;
    }
    return isTitle;
  }

  boolean take(Line line) {
    var text = line.text().strip();
    var title = text.endsWith("\"") ? TITLE.matcher(text) : null;
    if (title != null && title.matches()) {
      isTitleOnly = table.isEmpty() || isTitleOnly;
      table = isTitleOnly ? title.group(1) : table;
      return true;
    }
    if (!table.isEmpty() && text.startsWith("Options:")) {
      parameters(table, text.substring("Options:".length()), line.number());
      return true;
    }
    var index = INDEX.matcher(text);
    if (index.matches()) {
      index(index, line.number());
    }
    if (table.isEmpty()) {
      return index.matches() || text.equals("Indexes:");
    }
    return text.startsWith("Access method: ")
        || (!isTitleOnly && line.text().startsWith("    "))
        || (KNOWN.matcher(text).matches() && NameValues.in(line).isEmpty());
  }

  void state(Statement statement, int line) {
    var described = COMMAND.matcher(statement.text());
    table = described.matches() ? described.group(1) : "";
    isTitleOnly = true;
    var ofTable = OF_TABLE.matcher(statement.text());
    var ofServer = OF_SERVER.matcher(statement.text());
    if (ofTable.matches()) {
      var altered = ofTable.group(1);
      parameters(altered == null ? ofTable.group(2) : altered, ofTable.group(3), line);
    } else if (ofServer.matches()) {
      gathered.setting(ofServer.group(1), ofServer.group(2), line);
    }
  }

  /// What it is computed from; of an expression or a condition nothing is read.
  private void index(MatchResult index, int line) {
    var guard = Objects.requireNonNullElse(index.group("guard"), "");
    var entry =
        Entry.at(
            line,
            "indexrelname",
            index.group("name"),
            "amname",
            index.group("method"),
            "indisprimary",
            guard.equals("PRIMARY KEY") ? "t" : "f",
            "indisunique",
            guard.isEmpty() ? "f" : "t",
            "indisvalid",
            index.group("invalid") == null ? "t" : "f");
    if (!table.isEmpty()) {
      entry.put("relname", table);
    }
    if (index.group("columns") != null) {
      var columns = index.group("columns").replaceAll("\\s*([^\\s,]+)[^,]*", "$1");
      entry.put("key_columns", "{%s}".formatted(columns));
    }
    gathered.indexes.add(Relname.of(index.group("name")), entry);
  }

  private void parameters(String relation, String options, int line) {
    var set = Entry.at(line, NameValues.OPTIONS, NameValues.options(options));
    gathered.tables.add(Relname.of(relation), set);
  }
}
