package org.vacuumadvisor.source.conninfo;

import java.util.EnumMap;
import java.util.Map;
import org.vacuumadvisor.source.SourceException;

/// A connection string of the form `host=localhost port=5432 password='with \'quotes\''`.
final class KeywordString {
  private final String text;
  private int at;
  private String before = "";

  private KeywordString(String text) {
    this.text = text;
  }

  /// A repeated keyword counts as written last.
  static Map<Keyword, String> parse(String text) throws SourceException {
    return new KeywordString(text).parse();
  }

  private Map<Keyword, String> parse() throws SourceException {
    var values = new EnumMap<Keyword, String>(Keyword.class);
    skipSpaces();
    while (at < text.length()) {
      var keyword = keyword();
      values.put(keyword, value());
      before = keyword.label();
      skipSpaces();
    }
    return values;
  }

  private Keyword keyword() throws SourceException {
    int start = at;
    while (at < text.length() && text.charAt(at) != '=' && !isSpace(text.charAt(at))) {
      at++;
    }
    var label = text.substring(start, at);
    skipSpaces();
    if (at >= text.length() || text.charAt(at) != '=') {
      throw complaint("\"=\" is missing", start);
    }
    at++;
    var keyword = Keyword.of(label);
    if (keyword.isEmpty() && followsSecret()) {
      throw complaint("an unknown keyword stands", start);
    }
    return keyword.orElseThrow(() -> unknown(label));
  }

  static SourceException unknown(String label) {
    return new SourceException(
        "The connection string has an unknown keyword, %s. Known ones are host, port, dbname, user, password, sslmode, service and the others of libpq."
            .formatted(SafeText.quoted(label)));
  }

  private String value() throws SourceException {
    skipSpaces();
    boolean quoted = at < text.length() && text.charAt(at) == '\'';
    int start = at;
    if (quoted) {
      at++;
    }
    var value = new StringBuilder();
    while (at < text.length()) {
      char next = text.charAt(at++);
      if (quoted ? next == '\'' : isSpace(next)) {
        return value.toString();
      }
      if (next == '\\') {
        if (at < text.length()) {
          value.append(text.charAt(at++));
        }
      } else {
        value.append(next);
      }
    }
    if (quoted) {
      throw complaint("a quoted value is not closed, it opens", start);
    }
    return value.toString();
  }

  /// Never repeats the text: what stands there may be the rest of a password with a space in it.
  private SourceException complaint(String what, int position) {
    var place = before.isEmpty() ? "" : ", behind the value of " + before;
    return new SourceException(
        "The connection string cannot be read: %s at character %d%s. It consists of keyword=value pairs; a value with spaces is written in single quotes."
            .formatted(what, position + 1, place));
  }

  private boolean followsSecret() {
    return Keyword.of(before).filter(Keyword::isSecret).isPresent();
  }

  private void skipSpaces() {
    while (at < text.length() && isSpace(text.charAt(at))) {
      at++;
    }
  }

  /// C's `isspace` in ASCII.
  private static boolean isSpace(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
  }
}
