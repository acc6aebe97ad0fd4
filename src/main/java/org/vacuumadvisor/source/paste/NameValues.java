package org.vacuumadvisor.source.paste;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.postgres.ParsedBoolean;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.source.Topic;

/// Figures written down by name: `n_dead_tup = 1,234`, `autovacuum_naptime: 1min`, `- table: jobs`,
/// `"dead_rows": 12,`: lines that are nothing but names and their values. Sentences are not read.
final class NameValues {
  private static final Pattern LINE = Forms.of("name-values-line");

  /// Where the next pair of the same line begins: `state=active, backend_xid=1355`.
  private static final Pattern NEXT =
      Pattern.compile(
          "(?:[,;]\\s*|\\s+)(?=[a-z]{1,20}_[a-z_]{1,40}\\s?[=:]\\s?\\S|[a-z]{2,20}=[^=\\s,])");

  private static final Pattern BARRED = Forms.of("name-values-barred");

  /// A column's own name and a number, with nothing but a blank between them.
  private static final Pattern BARE = Forms.of("name-values-bare");

  /// What a line without any has no pairs.
  private static final Pattern SEPARATED = Pattern.compile("[=:：→|,\t]|  |_[a-z]+ \\d");

  private static final Pattern NUMBER = Forms.of("name-values-number");

  /// A value in quotes, a number with its unit, or up to the first space.
  private static final Pattern VALUE = Forms.of("name-values-value");

  /// A number with commas between thousands, or before its fraction.
  private static final Pattern COMMAS = Pattern.compile("^\\d+(?:,\\d+)+(?![\\d,])");

  /// All parameters of a table.
  static final String OPTIONS = "reloptions";

  /// Parameters of tables that no setting of the server is called after.
  private static final Set<String> TABLE_PARAMETERS = Forms.set("table-parameter");

  /// As psql's `\d+` has them below the columns, or `pg_class`.
  private static final Pattern LISTED = Forms.of("name-values-listed");

  private static final int LONGEST = 2_000;

  private NameValues() {}

  /// A name with its value; null where the text says that there is none.
  record Pair(String name, @Nullable String value, Line line) {
    String text() {
      return value == null ? "" : value;
    }
  }

  static List<Pair> in(Line line) {
    if (line.text().length() > LONGEST || !SEPARATED.matcher(line.text()).find()) {
      return List.of();
    }
    var text = uncommented(line.text()).strip();
    var listed = LISTED.matcher(text);
    if (listed.matches()
        && (isTableParameter(listed.group(2))
            || Setting.named(ofTable(listed.group(2))).isPresent())) {
      return List.of(new Pair(OPTIONS, options(listed.group(1)), line));
    }
    var several = NEXT.split(text, -1);
    return several.length > 1 && isKnown(several[1].split("\\s*[=:]", 2)[0])
        ? Arrays.stream(several).flatMap(each -> whole(each, line).stream()).toList()
        : whole(text, line).or(() -> barred(text, line)).map(List::of).orElseGet(List::of);
  }

  private static Optional<Pair> whole(String text, Line line) {
    var match = LINE.matcher(text);
    var name = match.matches() ? match.group(1).strip() : "";
    var value = name.isEmpty() ? "" : trimmed(match.group(2));
    if (!value.isEmpty() && isKnown(name)) {
      return Optional.of(pair(name, value, line));
    }
    var bare = BARE.matcher(text);
    return bare.matches() && column(bare.group(1)).isPresent()
        ? Optional.of(pair(bare.group(1), bare.group(2), line))
        : Optional.empty();
  }

  /// A row of a list without its header: `autovacuum_naptime | 60 | s`.
  private static Optional<Pair> barred(String text, Line line) {
    var match = BARRED.matcher(text);
    var name = match.matches() ? match.group(1) : "";
    var setting = Setting.named(name);
    if (setting.isEmpty()) {
      return isKnown(name)
          ? Optional.of(pair(name, trimmed(text.substring(match.start(2))), line))
          : Optional.empty();
    }
    var value = match.group(2).strip();
    var unit = match.group(3) == null || !value.matches("\\d+") ? "" : match.group(3);
    return settingValue(setting.get(), value + unit).map(each -> new Pair(name, each, line));
  }

  private static Pair pair(String name, String value, Line line) {
    var lower = name.toLowerCase(Locale.ROOT);
    return new Pair(Setting.named(lower).isPresent() ? lower : name, Figures.cell(value), line);
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

  /// Without marks behind it, and without quotes around it.
  private static String trimmed(String raw) {
    return raw.replaceFirst("[\\s,;.`*|]+$", "").replaceFirst("^\\s*(['\"`]?)(.*)\\1$", "$2");
  }

  /// The value if it is one that the setting can have: `autovacuum: why?` sets nothing.
  static Optional<String> settingValue(Setting setting, String written) {
    var text = COMMAS.matcher(written.strip()).replaceFirst(NameValues::withoutCommas);
    var found = VALUE.matcher(text);
    var quoted = found.lookingAt() ? found.group("quoted") : "";
    var word = quoted == null ? found.group().replaceAll("[ ,;)(]", "") : quoted;
    // none has those of tables alone, such as fillfactor
    return Release.newest()
        .andEarlier()
        .filter(setting::isIn)
        .findFirst()
        .filter(release ->
            switch (setting.kind(release)) {
              case BOOL -> ParsedBoolean.of(word).isPresent();
              case INTEGER, REAL -> NUMBER.matcher(word).matches();
              case ENUM -> !word.isEmpty();
            })
        .map(_ -> word);
  }

  /// `200,000,000` as the server would write it; what may be two numbers is none.
  private static String withoutCommas(MatchResult number) {
    return Numbers.count(number.group())
        .map(String::valueOf)
        .or(() -> Numbers.number(number.group()).map(String::valueOf))
        .orElse("?");
  }
}
