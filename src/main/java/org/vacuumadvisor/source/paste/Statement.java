package org.vacuumadvisor.source.paste;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.vacuumadvisor.source.Topic;

/// A statement that stands above its result, as terminals show it, with or without a prompt. It
/// tells what the result is of.
///
/// @param text with single spaces
/// @param database from the prompt; empty without one
/// @param end index of the line after it
record Statement(String text, String database, int end) {
  private static final Pattern VERB = Forms.of("statement-verb");
  private static final int MOST_LINES = 80;
  private static final int LONGEST = 20_000;

  /// What psql prints when a command is over (cmdtaglist.h).
  private static final Pattern TAG = Forms.of("statement-tag");

  private static final Pattern PROMPT = Forms.of("statement-prompt");

  private static final Pattern VIEW =
      Pattern.compile(
          "(%s)(?![\\p{L}\\p{N}_])".formatted(String.join("|", Vocabulary.VIEWS.keySet())));

  /// A query that asks for the size of a relation or the number of its rows, and for nothing else.
  private static final Pattern SINGLE = Forms.of("statement-single");

  /// How indexes are called that nobody named otherwise.
  private static final Pattern INDEX = Forms.of("statement-index");

  /// One relation that a statement asks about: `relname = 'orders'`, `pgstattuple('orders')`.
  private static final Pattern RELATION = Forms.of("statement-relation");

  /// Whether a line is nothing but the tag of a command that was carried out.
  ///
  /// @param line without blanks around it
  static boolean isTag(String line) {
    return line.length() < 60 && TAG.matcher(line).matches();
  }

  /// The statement or psql command that begins in this line.
  static Optional<Statement> at(List<Line> lines, int first) {
    var line = uncommented(lines.get(first));
    int prompt = promptEnd(line);
    var body = line.substring(prompt).strip();
    var database = database(line.substring(0, prompt));
    boolean isCommand =
        body.startsWith("\\") && body.length() > 1 && Character.isLetter(body.charAt(1));
    if (isCommand || (prompt > 0 && body.isEmpty())) {
      return Optional.of(new Statement(body, database, first + 1));
    }
    if (prompt == 0 && (!VERB.matcher(body).lookingAt() || isTag(body))) {
      return Optional.empty();
    }
    var text = new StringBuilder(body);
    int at = first + 1;
    while (!endsStatement(text)
        && at < lines.size()
        && at - first < MOST_LINES
        && text.length() < LONGEST) {
      var next = uncommented(lines.get(at));
      int end = promptEnd(next);
      boolean isNewPrompt = end > 0 && next.substring(0, end).indexOf('=') > 0;
      if (next.isEmpty() || isNewPrompt || Drawing.isOne(next)) {
        break;
      }
      text.append(' ').append(next.substring(end).strip());
      at++;
    }
    boolean isLoneShow = body.matches("(?i)show \\S+");
    return endsStatement(text)
        ? Optional.of(new Statement(text.toString(), database, at))
        : prompt > 0 || isLoneShow
            ? Optional.of(new Statement(body, database, first + 1))
            : Optional.empty();
  }

  private static String uncommented(Line line) {
    return line.text().replaceFirst("(?<=\\S)\\s+-- .*", "").strip();
  }

  private static boolean endsStatement(StringBuilder text) {
    var end = text.substring(Math.max(0, text.length() - 40)).strip();
    return end.endsWith(";") || end.endsWith("\\gx") || end.endsWith("\\g");
  }

  /// What a prompt names before its signs, behind a user and a host.
  private static String database(String prompt) {
    return prompt.replaceFirst("[#> =\\-'\"(*!^@$?]+$", "").replaceFirst("^.*[@:/]", "");
  }

  private static int promptEnd(String line) {
    var prompt = PROMPT.matcher(line);
    return prompt.lookingAt() ? prompt.end() : 0;
  }

  private Optional<MatchResult> asked() {
    return SINGLE.matcher(text.length() > LONGEST ? "" : text).results().findFirst();
  }

  /// The column that it asks for and nothing else: the size of a relation, or how many rows it has.
  Optional<String> single() {
    return asked().map(each -> each.group("size") == null ? "counted_rows" : each.group("size"));
  }

  /// What its result is about: the topic of the view that is named first.
  Optional<Topic> topic() {
    var view = VIEW.matcher(text.toLowerCase(Locale.ROOT)).results().findFirst();
    return asked()
        .map(each -> INDEX.matcher(each.group("name")).find() ? Topic.INDEXES : Topic.TABLES)
        .or(() -> view.map(each -> Vocabulary.VIEWS.get(each.group(1))));
  }

  /// The one relation it asks about: `relname = 'orders'`, `pgstattuple('orders')`.
  Optional<String> relation() {
    var found = RELATION.matcher(text.length() > LONGEST ? "" : text).results().findFirst();
    return asked().map(each -> each.group("name")).or(() -> found.map(each -> each.group(1)));
  }
}
