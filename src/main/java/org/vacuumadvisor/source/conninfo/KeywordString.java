package org.vacuumadvisor.source.conninfo;

import java.util.EnumMap;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.vacuumadvisor.source.SourceException;

/// A connection string of the form `host=localhost port=5432 password='with \'quotes\''`.
final class KeywordString {
  /// `keyword=value` or `keyword='value'`; a backslash takes the meaning from what follows it.
  private static final Pattern PAIR =
      Pattern.compile(
          "\\s*(?<keyword>[^=\\s]+)\\s*=\\s*"
              + "(?:'(?<quoted>[^'\\\\]*+(?:\\\\.[^'\\\\]*+)*+)'"
              + "|(?<plain>(?!')[^\\s\\\\]*+(?:\\\\.[^\\s\\\\]*+)*+\\\\?))\\s*",
          Pattern.DOTALL);

  private static final Pattern ESCAPE = Pattern.compile("\\\\(.?)", Pattern.DOTALL);

  private KeywordString() {}

  /// A repeated keyword counts as written last.
  static Map<Keyword, String> parse(String text) throws SourceException {
    var values = new EnumMap<Keyword, String>(Keyword.class);
    var before = "";
    var pair = PAIR.matcher(text);
    while (pair.lookingAt()) {
      var label = pair.group("keyword");
      var known = Keyword.of(label);
      if (known.isEmpty()) {
        throw Keyword.of(before).filter(Keyword::isSecret).isPresent()
            ? complaint(pair.start("keyword"), before)
            : unknown(label);
      }
      var value = pair.group("quoted") == null ? pair.group("plain") : pair.group("quoted");
      values.put(known.get(), ESCAPE.matcher(value).replaceAll("$1"));
      before = label;
      pair.region(pair.end(), text.length());
    }
    if (pair.regionStart() < text.length()) {
      throw complaint(pair.regionStart(), before);
    }
    return values;
  }

  /// The string that says this.
  static String of(Map<Keyword, String> values) {
    return values.entrySet().stream()
        .filter(each -> each.getKey() != Keyword.WITHOUT_EFFECT)
        .map(each -> each.getKey().label() + "=" + quoted(each.getValue()))
        .collect(Collectors.joining(" "));
  }

  private static String quoted(String value) {
    boolean isPlain =
        !value.isEmpty() && value.chars().noneMatch(c -> c <= ' ' || c == '\'' || c == '\\');
    return isPlain ? value : "'" + value.replace("\\", "\\\\").replace("'", "\\'") + "'";
  }

  /// Repeats what may be a keyword alone: anything else may be a part of a secret.
  static SourceException unknown(String label) {
    return new SourceException(
        "The connection string has an unknown keyword%s. Known ones are host, port, dbname, user, password, sslmode, service and the others of libpq."
            .formatted(label.matches("[A-Za-z_]+") ? ", " + SafeText.quoted(label) : ""));
  }

  /// Never repeats the text: what stands there may be the rest of a password with a space in it.
  private static SourceException complaint(int position, String before) {
    var place = before.isEmpty() ? "" : ", behind the value of " + before;
    return new SourceException(
        "The connection string cannot be read: no keyword=value begins at character %d%s. A value with spaces is written in single quotes."
            .formatted(position + 1, place));
  }
}
