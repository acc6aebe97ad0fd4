package org.vacuumadvisor.source.paste;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.postgres.ParsedBoolean;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.source.Topic;

/// Figures written down by name: `n_dead_tup = 1,234`, `autovacuum_naptime: 1min`, `- table: jobs`,
/// `"dead_rows": 12,`: lines that are nothing but names and their values. Sentences are not read.
final class NameValues {
  private static final Pattern LINE = Forms.of("name-values-line");

  private static final Pattern BARRED = Forms.of("name-values-barred");

  /// A column's own name and a number, with nothing but a blank between them.
  private static final Pattern BARE = Forms.of("name-values-bare");

  /// What a line without any has no pairs.
  private static final Pattern SEPARATED = Pattern.compile("[=:：→|,\t]|  |_[a-z]+ \\d");

  private static final List<Pattern> SEPARATORS =
      Stream.of(", ", "; ", " \\| ", " / ", "\t", " {2,}", " ").map(Pattern::compile).toList();

  /// A table's name before figures of it, with a remark behind them or none.
  private static final Pattern LED = Forms.of("name-values-led");

  private static final Pattern NUMBER = Pattern.compile("[-+0-9.eE]+\\p{L}{0,3}");
  private static final Set<String> UNITS = Set.of("kB MB GB TB ms s min h d".split(" ", -1));

  /// All parameters of a table.
  static final String OPTIONS = "reloptions";

  /// Parameters of tables that no setting of the server is called after.
  private static final Set<String> TABLE_PARAMETERS =
      Set.of(
          (OPTIONS
                  + " fillfactor autovacuum_enabled vacuum_index_cleanup vacuum_truncate"
                  + " user_catalog_table")
              .split(" ", -1));

  /// As psql's `\d+` has them below the columns, or `pg_class`.
  private static final Pattern LISTED = Forms.of("name-values-listed");

  private static final int LONGEST = 2_000;

  private NameValues() {}

  /// A name with its value; null where the text says that there is none.
  record Pair(String name, @Nullable String value, int line) {
    String text() {
      return value == null ? "" : value;
    }
  }

  /// The pairs in a line; none where there is no name we know.
  static List<Pair> in(String line, int number) {
    if (line.length() > LONGEST || !SEPARATED.matcher(line).find()) {
      return List.of();
    }
    var text = uncommented(line);
    var stripped = text.strip();
    var listed = LISTED.matcher(stripped);
    if (listed.matches()
        && (isTableParameter(listed.group(2))
            || Setting.named(ofTable(listed.group(2))).isPresent())) {
      return List.of(new Pair(OPTIONS, options(listed.group(1)), number));
    }
    var several = led(stripped, number).or(() -> several(stripped, number));
    return several.orElseGet(
        () -> whole(text, number).or(() -> barred(text, number)).stream().toList());
  }

  /// `orders: n_live_tup: 6,264 / n_dead_tup: 502`.
  private static Optional<List<Pair>> led(String line, int number) {
    var led = LED.matcher(line);
    if (!led.matches() || !Relname.isOne(led.group(1)) || isKnown(led.group(1))) {
      return Optional.empty();
    }
    var name = Stream.of(new Pair("relname", led.group(1), number));
    return several(led.group(2), number)
        .or(() -> whole(led.group(2), number).map(List::of))
        .filter(pairs -> pairs.stream().allMatch(each -> column(each.name()).isPresent()))
        .map(pairs -> Stream.concat(name, pairs.stream()).toList());
  }

  /// The pairs of a line that is nothing but pairs, if there are several.
  private static Optional<List<Pair>> several(String line, int number) {
    for (var separator : SEPARATORS) {
      var parts = separator.split(line, -1);
      boolean areTokens = separator.pattern().equals(" ");
      var pairs = new ArrayList<Pair>();
      for (var part : parts) {
        var pair =
            areTokens && part.indexOf('=') < 1 ? Optional.<Pair>empty() : whole(part, number);
        if (pair.isEmpty() || parts.length == 1) {
          break;
        }
        pairs.add(pair.get());
      }
      if (parts.length > 1 && pairs.size() == parts.length) {
        return Optional.of(pairs);
      }
    }
    return Optional.empty();
  }

  private static Optional<Pair> bare(String text, int number) {
    var match = BARE.matcher(text);
    return match.matches() && column(match.group(1)).isPresent()
        ? Optional.of(pair(match.group(1), match.group(2), number))
        : Optional.empty();
  }

  /// A line, or a part of one, that is a name and its value.
  private static Optional<Pair> whole(String text, int number) {
    var match = LINE.matcher(text);
    var name = match.matches() ? match.group(1).strip() : "";
    var value = name.isEmpty() ? "" : trimmed(match.group(2));
    return !value.isEmpty() && isKnown(name)
        ? Optional.of(pair(name, value, number))
        : bare(text, number);
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
    boolean isPlain = !value.isEmpty() && value.chars().allMatch(Character::isDigit);
    return setting.isPresent()
        ? settingValue(setting.get(), isPlain ? value + unit : value)
            .map(each -> new Pair(name, each, number))
        : Optional.of(pair(name, trimmed(value), number))
            .filter(_ -> !value.isEmpty() && column(name).isPresent());
  }

  private static Pair pair(String name, String value, int number) {
    var lower = name.toLowerCase(Locale.ROOT);
    return new Pair(Setting.named(lower).isPresent() ? lower : name, Figures.cell(value), number);
  }

  private static boolean isKnown(String called) {
    var name = called.toLowerCase(Locale.ROOT);
    return Setting.named(name).isPresent()
        || isTableParameter(name)
        || Vocabulary.knows(called)
        || KnownRows.isColumn(name);
  }

  /// Without a comment of a configuration file. A line that is one as a whole holds no value.
  private static String uncommented(String line) {
    int hash = line.indexOf('#');
    boolean isPrompt = hash > 0 && "=-'\"(*".indexOf(line.charAt(hash - 1)) >= 0;
    return hash < 0 || isPrompt ? line : line.substring(0, hash);
  }

  /// Parameters as `pg_class` writes them: without blanks and quotes.
  static String options(String text) {
    return text.strip().replaceAll("\\s*([,=])\\s*", "$1").replace("'", "");
  }

  static boolean isTableParameter(String name) {
    return TABLE_PARAMETERS.contains(ofTable(name));
  }

  /// The parameter's own name, be it set for the TOAST table.
  private static String ofTable(String name) {
    return name.startsWith("toast.") ? name.substring(6) : name;
  }

  private static Optional<Vocabulary.Column> column(String name) {
    boolean isCall = name.indexOf('(') > 0;
    return Vocabulary.column(Topic.TABLES, name)
        .filter(each -> each.name().equals(name) || isCall)
        .filter(each -> each.isTelling() || name.startsWith("rel") || isCall);
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

  /// The value if it is one that the setting can have: `autovacuum: why?` sets nothing.
  static Optional<String> settingValue(Setting setting, String text) {
    var word = firstWord(text.strip());
    // none has those of tables alone, such as fillfactor
    return Release.newest()
        .andEarlier()
        .filter(setting::isIn)
        .findFirst()
        .filter(release ->
            switch (setting.kind(release)) {
              case BOOL -> ParsedBoolean.of(word).isPresent();
              case INTEGER, REAL -> isNumber(word);
              case ENUM -> !word.isEmpty();
            })
        .map(_ -> word);
  }

  private static boolean isNumber(String word) {
    return NUMBER.matcher(word).matches()
        && Figures.number(word.replaceFirst("\\p{L}{1,3}$", "")).isPresent();
  }

  /// A value in quotes, or up to the first space; `64 MB` is one.
  private static String firstWord(String text) {
    if (text.length() > 1 && (text.charAt(0) == '\'' || text.charAt(0) == '"')) {
      int close = text.indexOf(text.charAt(0), 1);
      return close > 0 ? text.substring(1, close) : text.substring(1);
    }
    var words = text.split("[ ,;)(]+", 3);
    boolean hasUnit = words.length > 1 && UNITS.contains(words[1]) && isNumber(words[0]);
    return hasUnit ? words[0] + words[1] : words[0];
  }
}
