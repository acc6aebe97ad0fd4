package org.vacuumadvisor.source.paste.thing;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.postgres.ParsedBoolean;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.source.Topic;
import org.vacuumadvisor.source.paste.table.CellText;
import org.vacuumadvisor.source.paste.table.Cells;
import org.vacuumadvisor.source.paste.table.Figures;
import org.vacuumadvisor.source.paste.table.Vocabulary;

/// Figures written down by name: `n_dead_tup = 1,234`, `autovacuum_naptime: 1min`, `- table: jobs`,
/// `"dead_rows": 12,`. A line that is nothing but a name and its value may use any name of the
/// catalogue; inside of a sentence only PostgreSQL's own names count.
public final class NameValues {
  private static final String OWN_BARS = "|,\t";

  private static final Pattern LINE =
      Pattern.compile(
          "[\\s>*•{(\"'`-]*(?:\\d{1,2}[.)]\\s+)?([\\p{L}_%#][\\p{L}\\p{N}\\p{M}_ ().%/#-]{0,60}?)"
              + "[\"'`*]*\\s*(?::=|=>|[=:：→])\\s*[*]*\\s*(.+)");

  private static final Pattern BARRED =
      Pattern.compile(
          "[\\s|]*([a-z_.]{3,60})\\s*(?:\\||\\t|,|  )\\s*([^|\\t]*)(?:[|\\t]\\s*([a-zA-Z]*))?.*");

  private static final Pattern APPROXIMATELY =
      Pattern.compile(
          "(?i)(?:about|approximately|approx\\.?|around|roughly|some|nearly|almost|circa|ca\\.?|etwa|environ|env\\.|aprox\\.)\\s+(?=\\d)");

  /// A column's own name and a number, with nothing but a blank between them.
  private static final Pattern BARE =
      Pattern.compile("([a-z]+(?:_[a-z]+)+) (\\d\\S{0,30}(?: \\d\\S{0,20})?)");

  private static final Pattern GAPS = Pattern.compile(" {2,}");

  private static final int LONGEST = 2_000;

  private NameValues() {}

  /// A name with its value; null where the text says that there is none.
  public record Pair(String name, @Nullable String value, int line) {
    public String text() {
      return value == null ? "" : value;
    }
  }

  /// The pairs in a line; none where there is no name we know.
  public static List<Pair> in(String line, int number) {
    if (line.length() > LONGEST) {
      return List.of();
    }
    var text = uncommented(line);
    for (var separator : new String[] {", ", "; ", " \\| ", "\t", " "}) {
      var parts = text.strip().split(separator, -1);
      boolean areTokens = separator.equals(" ");
      var pairs =
          Stream.of(parts)
              .filter(each -> !areTokens || each.indexOf('=') > 0)
              .flatMap(each -> whole(each, number).stream())
              .toList();
      if (parts.length > 1 && pairs.size() == parts.length) {
        return pairs;
      }
    }
    var row = row(GAPS.split(text.strip(), -1), number);
    if (!row.isEmpty()) {
      return row;
    }
    var inline = inline(text, number);
    return inline.size() > 1
        ? inline
        : whole(text, number).or(() -> barred(text, number)).map(List::of).orElse(inline);
  }

  /// A table's name before columns with their numbers: `jobs n_dead_tup 12 n_live_tup 40`.
  private static List<Pair> row(String[] parts, int number) {
    var pairs = new ArrayList<Pair>();
    for (var part : parts) {
      bare(part, number).ifPresent(pairs::add);
    }
    boolean isRow = !pairs.isEmpty() && parts.length > 1 && Relname.isOne(parts[0]);
    if (isRow) {
      pairs.addFirst(new Pair("relname", parts[0], number));
    }
    return isRow ? pairs : List.of();
  }

  private static Optional<Pair> bare(String text, int number) {
    var match = BARE.matcher(text);
    return match.matches() && isColumn(match.group(1))
        ? Optional.of(pair(match.group(1), match.group(2), number))
        : Optional.empty();
  }

  /// A line, or a part of one, that is a name and its value.
  private static Optional<Pair> whole(String text, int number) {
    var match = LINE.matcher(text);
    if (!match.matches()) {
      return bare(text, number);
    }
    var name = match.group(1).strip();
    var value = trimmed(match.group(2));
    return isKnown(name) && !value.isEmpty()
        ? Optional.of(pair(name, value, number))
        : Optional.empty();
  }

  /// A row of a list without its header: `autovacuum_naptime | 60 | s`.
  private static Optional<Pair> barred(String text, int number) {
    var match = BARRED.matcher(text);
    if (!match.matches()) {
      return Optional.empty();
    }
    var name = match.group(1);
    var value = match.group(2).strip();
    var unit = Optional.ofNullable(match.group(3)).orElse("");
    var setting = Setting.named(name);
    if (setting.isPresent()) {
      boolean isPlain = !value.isEmpty() && value.chars().allMatch(Character::isDigit);
      return settingValue(setting.get(), isPlain ? value + unit : value)
          .map(each -> new Pair(name, each, number));
    }
    return Optional.of(pair(name, trimmed(value), number))
        .filter(each -> isColumn(name) && !value.isEmpty());
  }

  private static Pair pair(String name, String value, int number) {
    var figure = APPROXIMATELY.matcher(value);
    return new Pair(
        Setting.named(nameOf(name)).isPresent() ? nameOf(name) : name,
        CellText.read(figure.lookingAt() ? value.substring(figure.end()) : value),
        number);
  }

  private static boolean isKnown(String name) {
    return Setting.named(nameOf(name)).isPresent()
        || isTableParameter(nameOf(name))
        || CatalogSize.of(nameOf(name)).isPresent()
        || Vocabulary.standard().knows(name)
        || Blockers.isColumn(nameOf(name));
  }

  /// The pairs inside of a sentence.
  private static List<Pair> inline(String text, int number) {
    var pairs = new ArrayList<Pair>();
    String name = "";
    int valueFrom = -1;
    for (int at = 0; at < text.length(); ) {
      if (!isNameStart(text, at)) {
        at++;
        continue;
      }
      int end = at;
      while (end < text.length() && isNamePart(text.charAt(end))) {
        end++;
      }
      int separator = separatorAfter(text, end);
      var found = nameOf(text.substring(at, end));
      if (separator >= 0 && isOurs(found, text.charAt(separator))) {
        add(pairs, name, valueFrom, text, at, number);
        name = found;
        valueFrom = separator + 1;
        at = valueFrom;
      } else {
        at = end;
      }
    }
    add(pairs, name, valueFrom, text, text.length(), number);
    return pairs;
  }

  private static void add(
      List<Pair> pairs, String name, int from, String text, int to, int number) {
    if (from < 0 || from > to) {
      return;
    }
    var value = trimmed(text.substring(from, to));
    value(name, value).ifPresent(each -> pairs.add(new Pair(name, CellText.read(each), number)));
  }

  /// A comment of a configuration file. A line that is one as a whole holds no value.
  private static String uncommented(String line) {
    int hash = line.indexOf('#');
    boolean isPrompt = hash > 0 && "=-'\"(*".indexOf(line.charAt(hash - 1)) >= 0;
    return hash < 0 || isPrompt ? line : line.substring(0, hash);
  }

  private static boolean isNameStart(String text, int at) {
    char character = text.charAt(at);
    return (Character.isLetter(character) || character == '_')
        && (at == 0 || !isNamePart(text.charAt(at - 1)));
  }

  private static boolean isNamePart(char character) {
    return Character.isLetterOrDigit(character) || "_.()".indexOf(character) >= 0;
  }

  private static int separatorAfter(String text, int end) {
    int at = end;
    while (at < text.length() && "\"`' *".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
    return at < text.length() && "=:|,\t".indexOf(text.charAt(at)) >= 0 ? at : -1;
  }

  private static String nameOf(String text) {
    return text.toLowerCase(Locale.ROOT);
  }

  private static boolean isOurs(String name, char separator) {
    boolean isColumn = isColumn(name) || isIdentity(name);
    return OWN_BARS.indexOf(separator) >= 0
        ? isColumn
        : isColumn || Setting.named(name).isPresent() || isTableParameter(name);
  }

  public static boolean isTableParameter(String name) {
    var plain = name.startsWith("toast.") ? name.substring(6) : name;
    return plain.equals("fillfactor")
        || plain.equals("autovacuum_enabled")
        || plain.equals("vacuum_index_cleanup")
        || plain.equals("vacuum_truncate")
        || plain.equals("user_catalog_table");
  }

  private static boolean isIdentity(String name) {
    return name.equals("relname")
        || name.equals("table")
        || name.equals("relation")
        || name.equals("schemaname");
  }

  private static boolean isColumn(String name) {
    return column(name).isPresent();
  }

  private static Optional<Vocabulary.Column> column(String name) {
    return Vocabulary.standard()
        .column(Topic.TABLES, name)
        .filter(each -> each.name().equals(name) || name.indexOf('(') > 0)
        .filter(each -> each.isTelling() || name.startsWith("rel") || name.indexOf('(') > 0);
  }

  private static String trimmed(String raw) {
    var value = raw.strip();
    while (!value.isEmpty() && ",;.`*|".indexOf(value.charAt(value.length() - 1)) >= 0) {
      value = value.substring(0, value.length() - 1).strip();
    }
    boolean isQuoted =
        value.length() >= 2
            && "'\"`".indexOf(value.charAt(0)) >= 0
            && value.charAt(value.length() - 1) == value.charAt(0);
    return isQuoted ? value.substring(1, value.length() - 1) : value;
  }

  private static Optional<String> value(String name, String value) {
    if (isIdentity(name)) {
      return Optional.of(firstWord(value)).filter(each -> !each.isEmpty());
    }
    if (isTableParameter(name)) {
      return Optional.of(firstWord(value)).filter(each -> !each.isEmpty());
    }
    var setting = Setting.named(name);
    if (setting.isPresent()) {
      return settingValue(setting.get(), value);
    }
    return column(name).flatMap(column -> figure(column, value));
  }

  private static Optional<String> figure(Vocabulary.Column column, String value) {
    if (CellText.read(value) == null) {
      return Optional.of("");
    }
    var words = value.split("[ (]", -1);
    var first = words.length == 0 ? value : trimmed(words[0]);
    return Cells.read(column, value).isPresent()
        ? Optional.of(value)
        : Optional.of(first).filter(each -> Cells.read(column, each).isPresent());
  }

  /// The value if it is one that the setting can have: `autovacuum: why?` sets nothing.
  public static Optional<String> settingValue(Setting setting, String text) {
    var word = firstWord(text.strip());
    var release = Release.newest().andEarlier().filter(setting::isIn).findFirst();
    if (release.isEmpty()) {
      // of tables alone, such as fillfactor
      return Optional.empty();
    }
    boolean fits =
        switch (setting.kind(release.get())) {
          case BOOL -> ParsedBoolean.of(word).isPresent();
          case INTEGER, REAL -> isNumber(word);
          case ENUM -> !word.isEmpty();
        };
    return fits ? Optional.of(word) : Optional.empty();
  }

  private static boolean isNumber(String word) {
    int end = word.length();
    while (end > 0 && Character.isLetter(word.charAt(end - 1))) {
      end--;
    }
    return end > 0
        && word.length() - end <= 3
        && word.substring(0, end)
            .chars()
            .allMatch(each -> Character.isDigit(each) || "+-.eE".indexOf(each) >= 0)
        && Figures.number(word.substring(0, end)).isPresent();
  }

  /// A value in quotes, or up to the first space; `64 MB` is one.
  private static String firstWord(String text) {
    if (text.length() > 1 && (text.charAt(0) == '\'' || text.charAt(0) == '"')) {
      int close = text.indexOf(text.charAt(0), 1);
      return close > 0 ? text.substring(1, close) : text.substring(1);
    }
    var words = text.split("[ ,;)(]+", 3);
    boolean hasUnit =
        words.length > 1
            && isNumber(words[0])
            && List.of("kB", "MB", "GB", "TB", "ms", "s", "min", "h", "d").contains(words[1]);
    return words.length == 0 ? "" : hasUnit ? words[0] + words[1] : words[0];
  }
}
