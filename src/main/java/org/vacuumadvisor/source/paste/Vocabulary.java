package org.vacuumadvisor.source.paste;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.vacuumadvisor.source.Topic;

/// What columns are called: PostgreSQL's own names and those of well-known queries, by topic. The
/// resource `columns.txt` lists them.
final class Vocabulary {
  private static final Vocabulary STANDARD = read();

  private final Map<Topic, Map<String, Column>> columns;

  private Vocabulary(Map<Topic, Map<String, Column>> columns) {
    this.columns = columns;
  }

  /// What a column holds.
  enum Type {
    TEXT,
    COUNT,
    REAL,
    FLAG,
    MOMENT,
    INTERVAL,
    XID,
    SIZE,
    OID,
    PERCENT
  }

  /// A column of a topic.
  ///
  /// @param name the one name that the mapping knows it by
  /// @param isTelling whether hardly anything else is called so
  record Column(String name, Type type, boolean isTelling) {}

  static Vocabulary standard() {
    return STANDARD;
  }

  /// The column of a topic that people call so.
  Optional<Column> column(Topic topic, String heading) {
    return Optional.ofNullable(columns.getOrDefault(topic, Map.of()).get(normal(heading)));
  }

  /// Whether PostgreSQL itself calls a column so, and it tells the topic.
  boolean isTelling(String heading) {
    return columns.values().stream()
        .map(each -> each.get(normal(heading)))
        .filter(Objects::nonNull)
        .anyMatch(Column::isTelling);
  }

  /// Whether any topic has a column of that name.
  boolean knows(String heading) {
    return columns.values().stream().anyMatch(each -> each.containsKey(normal(heading)));
  }

  /// The mapping's names of all columns that are long enough to be nothing else in a text.
  Set<String> names() {
    return columns.values().stream()
        .flatMap(each -> each.values().stream())
        .map(Column::name)
        .filter(each -> each.indexOf('_') > 0 || each.startsWith("rel") || each.length() > 8)
        .collect(Collectors.toSet());
  }

  List<Topic> topics() {
    return List.copyOf(columns.keySet());
  }

  /// A heading in lower case, with underscores, without quotes and qualifiers.
  static String normal(String heading) {
    var text = heading.strip().toLowerCase(Locale.ROOT).replace("\"", "").replace("`", "");
    var plain = new StringBuilder(text.length());
    for (int at = 0; at < text.length(); at++) {
      char character = text.charAt(at);
      if (character == ' ' || character == '-' || character == '\n') {
        plain.append('_');
      } else if (character == '.') {
        int start = plain.length();
        while (start > 0 && isWord(plain.charAt(start - 1))) {
          start--;
        }
        plain.setLength(start);
      } else if (character != '*') {
        plain.append(character);
      }
    }
    return plain.toString();
  }

  private static boolean isWord(char character) {
    return character == '_' || Character.isLetterOrDigit(character);
  }

  private static Vocabulary read() {
    var columns = new EnumMap<Topic, Map<String, Column>>(Topic.class);
    var current = new LinkedHashMap<String, Column>();
    for (var line : resource().lines().toList()) {
      if (line.startsWith("[")) {
        current = new LinkedHashMap<>();
        columns.put(Topic.valueOf(line.substring(1, line.indexOf(']'))), current);
      } else if (!line.isBlank() && !line.startsWith("#")) {
        add(line.split(" ", -1), current);
      }
    }
    return new Vocabulary(columns);
  }

  private static void add(String[] words, Map<String, Column> to) {
    boolean isTelling = words[1].endsWith("!");
    var type = isTelling ? words[1].substring(0, words[1].length() - 1) : words[1];
    var column = new Column(words[0], Type.valueOf(type.toUpperCase(Locale.ROOT)), isTelling);
    to.put(words[0], column);
    for (int at = 2; at < words.length; at++) {
      to.putIfAbsent(words[at], column);
    }
  }

  private static String resource() {
    try (InputStream stream = Vocabulary.class.getResourceAsStream("columns.txt")) {
      return new String(
          Objects.requireNonNull(stream, "columns.txt").readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException unreadable) {
      throw new UncheckedIOException("our own resource columns.txt", unreadable);
    }
  }
}
