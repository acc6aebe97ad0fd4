package org.vacuumadvisor.source;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.vacuumadvisor.model.Index;
import org.vacuumadvisor.model.IndexColumn;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.Source;

/// An UPDATE, or the update of an upsert, as `pg_stat_statements` shows it: the table and the
/// columns it sets. No more of SQL is read than that takes; a statement that is cut off tells
/// nothing.
///
/// @param schema empty where the statement names none
/// @param rows how many rows it updated in all
record UpdateStatement(String schema, String table, List<String> columns, long rows) {
  private static final String NAME =
      "(?:\"(?:[^\"]|\"\"){1,200}+\"|[\\p{L}_][\\p{L}\\p{N}_$]{0,199}+)";

  private static final Pattern HEAD =
      Pattern.compile(
          "\\s*+(?:update\\s++(?:only\\s++)?+|insert\\s++into\\s++)(?:(NAME)\\.)?+(NAME)"
              .replace("NAME", NAME),
          Pattern.CASE_INSENSITIVE);

  private static final Pattern SET = Pattern.compile("\\bset\\s++", Pattern.CASE_INSENSITIVE);

  private static final Pattern UPSERT =
      Pattern.compile("\\bdo\\s++update\\s++set\\s++", Pattern.CASE_INSENSITIVE);

  /// One assignment: a column, or several in parentheses, before `=`.
  private static final Pattern TARGET =
      Pattern.compile(
          "\\s*+(?:(NAME)|\\(([^()]{1,2000}+)\\))[^=,()]{0,200}?=".replace("NAME", NAME));

  private static final Pattern END =
      Pattern.compile("\\b(?:where|from|returning)\\b", Pattern.CASE_INSENSITIVE);

  private static final Pattern COMMENT = Pattern.compile("/\\*(?:[^*]|\\*(?!/)){0,4000}+\\*/");

  UpdateStatement {
    columns = List.copyOf(columns);
  }

  /// Empty for any other statement.
  static Optional<UpdateStatement> of(String text, long rows) {
    var sql = COMMENT.matcher(text).replaceAll(" ");
    var head = HEAD.matcher(sql);
    if (!head.lookingAt()) {
      return Optional.empty();
    }
    boolean isUpdate = sql.stripLeading().regionMatches(true, 0, "update", 0, 6);
    var set = (isUpdate ? SET : UPSERT).matcher(sql);
    if (!set.find(head.end())) {
      return Optional.empty();
    }
    var columns = assigned(sql.substring(set.end()));
    return columns.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new UpdateStatement(
                head.group(1) == null ? "" : folded(head.group(1)),
                folded(head.group(2)),
                columns,
                rows));
  }

  private static List<String> assigned(String list) {
    var columns = new ArrayList<String>();
    for (var part : parts(list)) {
      var target = TARGET.matcher(part);
      if (target.lookingAt()) {
        names(target).forEach(columns::add);
      }
    }
    return columns;
  }

  private static List<String> names(Matcher target) {
    return target.group(1) == null
        ? Pattern.compile(",")
            .splitAsStream(target.group(2))
            .map(String::strip)
            .filter(each -> !each.isEmpty())
            .map(UpdateStatement::folded)
            .toList()
        : List.of(folded(target.group(1)));
  }

  /// The assignments: what lies between commas outside of parentheses and quotes, up to the clause
  /// that follows.
  private static List<String> parts(String list) {
    var parts = new ArrayList<String>();
    var end = END.matcher(list);
    int depth = 0;
    int start = 0;
    char quote = 0;
    for (int at = 0; at < list.length(); at++) {
      char character = list.charAt(at);
      if (quote != 0) {
        quote = character == quote ? 0 : quote;
      } else if (character == '\'' || character == '"') {
        quote = character;
      } else if (character == '(' || character == ')') {
        depth += character == '(' ? 1 : -1;
      } else if (depth == 0 && character == ',') {
        parts.add(list.substring(start, at));
        start = at + 1;
      } else if (depth == 0
          && Character.isLetter(character)
          && end.region(at, list.length()).lookingAt()
          && !Character.isLetterOrDigit(list.charAt(Math.max(0, at - 1)))) {
        parts.add(list.substring(start, at));
        return parts;
      }
    }
    parts.add(list.substring(start));
    return parts;
  }

  private static String folded(String name) {
    return name.startsWith("\"")
        ? name.substring(1, name.length() - 1).replace("\"\"", "\"")
        : name.toLowerCase(Locale.ROOT);
  }

  /// The statements by the oid of their table. A name without a schema stands for the only table of
  /// that name; of several nobody knows which.
  static Map<Long, List<UpdateStatement>> byTable(
      List<UpdateStatement> statements, Collection<Relation> tables) {
    var found = new HashMap<Long, List<UpdateStatement>>();
    for (var each : statements) {
      var named =
          tables.stream()
              .filter(table -> table.name().name().equals(each.table))
              .filter(table -> each.schema.isEmpty() || table.name().schema().equals(each.schema))
              .limit(2)
              .toList();
      if (named.size() == 1) {
        found.computeIfAbsent(named.getFirst().key().oid(), _ -> new ArrayList<>()).add(each);
      }
    }
    return found;
  }

  /// The indexes of a table, with how many rows its statements updated in their columns.
  static List<Index> counted(List<Index> indexes, List<UpdateStatement> statements) {
    return statements.isEmpty()
        ? indexes
        : indexes.stream()
            .map(index ->
                index.with(
                    index
                        .columns()
                        .map(all -> all.stream().map(each -> counted(each, statements)).toList())))
            .toList();
  }

  private static IndexColumn counted(IndexColumn column, List<UpdateStatement> statements) {
    long rows =
        statements.stream()
            .filter(each -> each.columns.contains(column.name()))
            .mapToLong(UpdateStatement::rows)
            .sum();
    return new IndexColumn(
        column.name(),
        column.isKey(),
        Reading.of(rows, new Source.Shown("pg_stat_statements", "query, rows")));
  }
}
