package org.vacuumadvisor.source.paste.table;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.vacuumadvisor.catalogue.Catalogue;
import org.vacuumadvisor.source.Topic;

/// A statement that stands above its result, as terminals show it, with or without a prompt. It
/// tells what the result is of.
///
/// @param text with single spaces
/// @param database from the prompt; empty without one
/// @param end index of the line after it
public record Statement(String text, String database, int end) {
  private static final Set<String> VERBS =
      Set.of(
          "select",
          "with",
          "show",
          "explain",
          "vacuum",
          "analyze",
          "alter",
          "set",
          "create",
          "reindex",
          "update",
          "delete",
          "insert",
          "begin",
          "commit",
          "start",
          "end",
          "rollback",
          "abort",
          "savepoint",
          "prepare",
          "lock",
          "truncate",
          "drop",
          "cluster",
          "table",
          "from",
          "where",
          "order",
          "join",
          "left",
          "limit",
          "group",
          "copy",
          "reset",
          "checkpoint");

  private static final int MOST_LINES = 80;
  private static final int LONGEST = 20_000;

  /// The statement or psql command that begins in this line.
  public static Optional<Statement> at(List<Line> lines, int first) {
    var line = lines.get(first).text().strip();
    int prompt = promptEnd(line);
    var body = line.substring(prompt).strip();
    var database = prompt > 0 ? promptName(line) : "";
    if (prompt > 0 && body.isEmpty()) {
      return Optional.of(new Statement("", database, first + 1));
    }
    if (body.startsWith("\\") && body.length() > 1 && Character.isLetter(body.charAt(1))) {
      return Optional.of(new Statement(body, database, first + 1));
    }
    if (prompt == 0 && (!VERBS.contains(firstWord(body)) || CommandTag.isOne(body))) {
      return Optional.empty();
    }
    var text = new StringBuilder(body);
    int at = first + 1;
    while (!endsStatement(text)
        && at < lines.size()
        && at - first < MOST_LINES
        && text.length() < LONGEST) {
      var next = lines.get(at).text().strip();
      if (next.isEmpty() || Drawing.of(next).isThere() || isNewPrompt(next)) {
        break;
      }
      text.append(' ').append(next.substring(promptEnd(next)).strip());
      at++;
    }
    if (endsStatement(text)) {
      return Optional.of(new Statement(text.toString(), database, at));
    }
    return prompt > 0 || isLoneShow(body)
        ? Optional.of(new Statement(body, database, first + 1))
        : Optional.empty();
  }

  private static boolean isLoneShow(String body) {
    return body.toLowerCase(Locale.ROOT).startsWith("show ") && body.split(" ", -1).length == 2;
  }

  private static boolean endsStatement(CharSequence text) {
    var stripped = text.toString().strip();
    return stripped.endsWith(";") || stripped.endsWith("\\gx") || stripped.endsWith("\\g");
  }

  /// `shop=# `, `shop-> `, `shop=*# `: the name of a database and psql's signs.
  private static int promptEnd(String line) {
    int end = -1;
    for (int at = 0; at < Math.min(line.length(), 80); at++) {
      char character = line.charAt(at);
      boolean isEnd =
          (character == '#' || character == '>')
              && at > 0
              && "=-'\"(*!^@$?".indexOf(line.charAt(at - 1)) >= 0;
      if (isEnd || isPlainPrompt(line, at)) {
        end = at + 1;
        break;
      }
      if (character == ' ') {
        break;
      }
    }
    if (line.startsWith("# ") || line.startsWith("$ ")) {
      return 1;
    }
    if (line.startsWith("->")) {
      // a node of a plan
      return 0;
    }
    boolean isWhole = end > 0 && (end == line.length() || line.charAt(end) == ' ');
    return isWhole ? end : 0;
  }

  /// `shop> SELECT …`, as pgcli and prompts of people's own have it: a statement must follow.
  private static boolean isPlainPrompt(String line, int at) {
    return line.charAt(at) == '>'
        && at > 1
        && Character.isLetterOrDigit(line.charAt(at - 1))
        && line.startsWith("> ", at)
        && line.chars().limit(at).noneMatch(each -> each == '<')
        && VERBS.contains(firstWord(line.substring(at + 2).strip()));
  }

  /// A prompt that begins a statement, not one that goes on with it.
  private static boolean isNewPrompt(String line) {
    int end = promptEnd(line);
    int sign = end < 1 ? -1 : line.substring(0, end).indexOf('=');
    return sign > 0;
  }

  private static String promptName(String line) {
    int end = 0;
    while (end < line.length() && "=-'\"(*!^@$?#>".indexOf(line.charAt(end)) < 0) {
      end++;
    }
    return line.startsWith("$") ? "" : line.substring(0, end);
  }

  private static String firstWord(String text) {
    int end = 0;
    while (end < text.length() && Character.isLetter(text.charAt(end))) {
      end++;
    }
    return text.substring(0, end).toLowerCase(Locale.ROOT);
  }

  /// What its result is about.
  public Optional<Topic> topic() {
    var lower = text.toLowerCase(Locale.ROOT);
    Topic best = null;
    int first = Integer.MAX_VALUE;
    for (var view : Catalogue.views().entrySet()) {
      for (var name : view.getValue()) {
        int at = lower.indexOf(name);
        boolean isWhole =
            at >= 0
                && (at + name.length() == lower.length()
                    || !isWord(lower.charAt(at + name.length())));
        if (isWhole && at < first && !view.getKey().equals("-")) {
          first = at;
          best = Topic.valueOf(view.getKey());
        }
      }
    }
    return Optional.ofNullable(best);
  }

  /// The one relation it asks about: `relname = 'orders'`, `pgstattuple('orders')`.
  public Optional<String> relation() {
    if (text.length() > LONGEST) {
      return Optional.empty();
    }
    var lower = text.toLowerCase(Locale.ROOT);
    for (var mark :
        List.of("relname", "pgstattuple", "pgstatindex", "relid", "oid", "pg_relation_size")) {
      int at = lower.indexOf(mark);
      while (at >= 0) {
        int open = at + mark.length();
        while (open < text.length() && " =(".indexOf(text.charAt(open)) >= 0) {
          open++;
        }
        int close = open < text.length() ? text.indexOf('\'', open + 1) : -1;
        if (close > 0 && text.charAt(open) == '\'' && text.indexOf('%', open) < 0) {
          return Optional.of(text.substring(open + 1, close));
        }
        at = lower.indexOf(mark, at + 1);
      }
    }
    return Optional.empty();
  }

  /// The setting that `SHOW` asks for; empty if it is none.
  public String shown() {
    var words = text.replace(";", "").strip().split("\\s+", -1);
    return words.length == 2 && words[0].equalsIgnoreCase("show") ? words[1] : "";
  }

  /// `ALTER TABLE t SET (a = b, …)`: the table, and then each parameter.
  public List<String> tableParameters() {
    var words = new ArrayList<String>();
    var lower = text.toLowerCase(Locale.ROOT);
    int set = lower.indexOf(" set (") >= 0 ? lower.indexOf(" set (") : lower.indexOf(" set(");
    int close = text.lastIndexOf(')');
    if (lower.startsWith("alter table ") && set > 12 && close > set) {
      var table = text.substring(12, set).strip();
      words.add(table.startsWith("ONLY ") ? table.substring(5) : table);
      for (var each : text.substring(text.indexOf('(', set) + 1, close).split(",", -1)) {
        words.add(each.strip());
      }
    }
    return words;
  }

  private static boolean isWord(char character) {
    return character == '_' || Character.isLetterOrDigit(character);
  }
}
