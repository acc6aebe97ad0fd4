package org.vacuumadvisor.source.paste;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.vacuumadvisor.source.Topic;

/// The expressions that a query selects. A column without a name of its own is called after its
/// function, or `?column?` (`FigureColname()` in parse_target.c), and people give columns names
/// that say nothing; which figure it holds, the expression tells.
final class SelectList {
  private static final Set<String> FUNCTIONS = Forms.set("column-of-function");
  private static final Pattern SELECT = Pattern.compile("(?is)select\\s+(?:distinct\\s+)?(.*)");

  /// Headings that leave open what they hold, and the columns that they are then taken for.
  private static final Set<String> VAGUE = Set.of("duration", "size");

  private static final Pattern SINCE = Forms.of("select-list-since");
  private static final Pattern AROUND = Forms.of("select-list-around");
  private static final Pattern SIZE = Forms.of("select-list-size");

  /// WAL between where the server writes and what a slot still needs.
  private static final Pattern RETAINED = Forms.of("select-list-retained");

  /// `age()` counts transactions, also of a multixact ID, and then tells nothing.
  private static final Pattern SENSELESS = Forms.of("select-list-senseless");

  private SelectList() {}

  /// The table with such columns called by what they hold, if the statement above tells it.
  static Grid name(Grid grid, Statement statement) {
    boolean isSingle = grid.header().size() == 1 && grid.rows().size() == 1;
    var single = statement.single().filter(_ -> isSingle);
    if (single.isPresent()) {
      return grid.called(List.of(single.get()));
    }
    var expressions = of(statement.text());
    boolean isWhole = expressions.size() == grid.header().size();
    var header = new ArrayList<String>();
    for (int at = 0; at < grid.header().size(); at++) {
      var heading = grid.header().get(at);
      // somebody may have left columns out
      var expression =
          isWhole
              ? expressions.get(at)
              : expressions.stream()
                  .filter(each -> !bare(each, heading).equals(each))
                  .findFirst()
                  .orElse(heading);
      boolean isSenseless = SENSELESS.matcher(expression).find();
      header.add(
          isSenseless
              ? expression
              : isUntold(heading) ? figure(bare(expression, heading), heading) : heading);
    }
    return grid.called(header);
  }

  private static boolean isUntold(String heading) {
    return FUNCTIONS.contains(heading.strip().toLowerCase(Locale.ROOT))
        || Stream.of(Topic.SESSIONS, Topic.TABLES)
            .flatMap(each -> Vocabulary.column(each, heading).stream())
            .anyMatch(each -> VAGUE.contains(each.name()))
        || !Vocabulary.knows(heading);
  }

  /// The expression without the name that it is given: `age(relfrozenxid) AS years`.
  private static String bare(String expression, String heading) {
    return expression.replaceFirst(
        "(?i)(?<=[\\s)])(?:as\\s+)?\"?" + Pattern.quote(heading.strip()) + "\"?$", "");
  }

  private static String figure(String expression, String heading) {
    var plain = expression.toLowerCase(Locale.ROOT).replaceAll("\\s+", " ").strip();
    for (var around = AROUND.matcher(plain); around.matches(); around = AROUND.matcher(plain)) {
      plain = around.group(1).strip();
    }
    var since = SINCE.matcher(plain).results().map(each -> each.group(1)).distinct().toList();
    if (since.size() == 1) {
      return since.getFirst().replaceFirst("_[a-z]+$", "_age");
    }
    if (RETAINED.matcher(plain).matches()) {
      return "retained_bytes";
    }
    var size = SIZE.matcher(plain);
    return size.matches() ? size.group(1) : Vocabulary.knows(plain) ? plain : heading;
  }

  static List<String> names(String statement) {
    return of(statement).stream().map(each -> each.replaceFirst("(?i).* as \"?", "")).toList();
  }

  /// The expressions between `SELECT` and `FROM`, apart at commas outside of parentheses.
  private static List<String> of(String statement) {
    var select = SELECT.matcher(statement.strip());
    if (!select.matches()) {
      return List.of();
    }
    var text = select.group(1).replaceAll("\\s+", " ");
    var lower = text.toLowerCase(Locale.ROOT);
    var all = new ArrayList<String>();
    int depth = 0;
    int from = 0;
    int at = 0;
    for (; at < text.length(); at++) {
      char character = text.charAt(at);
      depth += character == '(' ? 1 : character == ')' ? -1 : 0;
      if (depth == 0 && character == ',') {
        all.add(text.substring(from, at).strip());
        from = at + 1;
      } else if (depth == 0 && (lower.startsWith(" from ", at) || character == ';')) {
        break;
      }
    }
    all.add(text.substring(from, at).strip());
    return all;
  }
}
