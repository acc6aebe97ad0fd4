package org.vacuumadvisor.source.paste;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.vacuumadvisor.postgres.Setting;

/// psql's expanded format without alignment, or with it but without its record heads: a line a
/// column, its name and its value with a separator in between, records apart by an empty line or by
/// the name of their first column.
final class PlainRecords {
  static final List<Character> SEPARATORS = List.of('|', ',', '\t', ';', '~', '^');

  /// Columns of Amazon's `postgres_get_av_diag()`, whose other columns nothing else has.
  private static final Set<String> PROVIDER_DIAGNOSIS = Set.of("blocker", "blocker_identifier");

  private PlainRecords() {}

  static Optional<Grid> at(List<Line> lines, int first) {
    char separator = separator(lines.get(first).text());
    if (separator == 0 || name(lines, first + 1, separator).isEmpty()) {
      return Optional.empty();
    }
    var lead = name(lines, first, separator);
    var records = new Grid.Records();
    int at = first;
    for (; at < lines.size(); at++) {
      var line = lines.get(at);
      var name = name(lines, at, separator);
      boolean isGap = line.isBlank() && name(lines, at + 1, separator).equals(lead);
      boolean isOfNext = records.size() > 1 && !name.isEmpty() && !records.isColumn(name);
      if (isOfNext || (name.isEmpty() && !isGap)) {
        break;
      }
      if (name.equals(lead)) {
        records.begin(line.number());
      }
      if (!isGap) {
        records.last().put(name, value(line.text(), separator));
      }
    }
    var names = records.names();
    boolean isKnown =
        names.containsAll(PROVIDER_DIAGNOSIS)
            || Recognition.of(names).filter(Recognition::isMostlyKnown).isPresent();
    boolean areSettings = names.stream().allMatch(each -> Setting.named(each).isPresent());
    return isKnown && !areSettings ? Optional.of(records.grid("", first, at)) : Optional.empty();
  }

  /// Whether this line and the next are a name with its value each, and no header with a row: a
  /// table or a setting may be called as a column is, such as `state` or `autovacuum`. Then all
  /// names belong to one topic, and where the value might be a heading, three lines say so.
  static boolean isRecord(List<Line> lines, int first) {
    char separator = separator(lines.get(first).text());
    var value = value(lines.get(first).text(), separator);
    boolean isHeading = Vocabulary.knows(value) || value.equals("age");
    var names =
        IntStream.range(first, first + (isHeading ? 3 : 2))
            .mapToObj(at -> name(lines, at, separator))
            .toList();
    return Vocabulary.topics()
        .anyMatch(
            topic -> names.stream().allMatch(name -> Vocabulary.column(topic, name).isPresent()));
  }

  private static char separator(String text) {
    for (char separator : SEPARATORS) {
      var name = name(text, separator);
      if (!name.isEmpty() && Vocabulary.knows(name)) {
        return separator;
      }
    }
    return 0;
  }

  private static String name(List<Line> lines, int at, char separator) {
    return at < lines.size() ? name(lines.get(at).text(), separator) : "";
  }

  /// The name in front of the separator; empty if there is none.
  private static String name(String text, char separator) {
    int end = text.indexOf(separator);
    if (end < 1 || end > 64) {
      return "";
    }
    var name = separator == '|' ? text.substring(0, end).strip() : text.substring(0, end);
    boolean isName =
        name.chars().allMatch(each -> (each >= 'a' && each <= 'z') || each == '_' || each == '?');
    return isName ? name : "";
  }

  private static String value(String text, char separator) {
    var value = text.substring(text.indexOf(separator) + 1).strip();
    return value.length() > 1 && value.startsWith("\"") && value.endsWith("\"")
        ? value.substring(1, value.length() - 1).replace("\"\"", "\"")
        : value;
  }
}
