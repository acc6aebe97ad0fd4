package org.vacuumadvisor.source.paste.table;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// psql's expanded format without alignment, or with it but without its record heads: a line a
/// column, its name and its value with a separator in between, records apart by an empty line or by
/// the name of their first column.
public final class PlainRecords {
  private static final String SEPARATORS = "|,\t;~^";

  /// Columns of Amazon's `postgres_get_av_diag()`, whose other columns nothing else has.
  private static final Set<String> PROVIDER_DIAGNOSIS = Set.of("blocker", "blocker_identifier");

  private final List<Line> lines;

  public PlainRecords(List<Line> lines) {
    this.lines = lines;
  }

  public Optional<Grid> recordsAt(int first) {
    char separator = separator(lines.get(first).text());
    if (separator == 0 || !isLine(first + 1, separator)) {
      return Optional.empty();
    }
    var lead = name(lines.get(first).text(), separator);
    var records = new ArrayList<Map<String, String>>();
    var starts = new ArrayList<Integer>();
    int at = first;
    while (isLine(at, separator) || isGap(at, separator, lead)) {
      if (!lines.get(at).isBlank()) {
        var text = lines.get(at).text();
        var name = name(text, separator);
        boolean isOfNext = records.size() > 1 && !records.getFirst().containsKey(name);
        if (isOfNext) {
          break;
        }
        if (name.equals(lead)) {
          records.add(new LinkedHashMap<>());
          starts.add(lines.get(at).number());
        }
        records.getLast().put(name, unquoted(text.substring(text.indexOf(separator) + 1)));
      }
      at++;
    }
    var names = new LinkedHashSet<String>();
    records.forEach(each -> names.addAll(each.keySet()));
    boolean isKnown =
        names.containsAll(PROVIDER_DIAGNOSIS)
            || Recognition.of(List.copyOf(names)).filter(Recognition::isMostlyKnown).isPresent();
    return isKnown ? Optional.of(grid(names, records, starts, first, at)) : Optional.empty();
  }

  /// Whether this line and the next are a name with its value each, and no header with a row: the
  /// name `autovacuum` of a setting is that of a column, too. Then both names belong to one topic,
  /// and the value does not.
  public boolean isRecord(int first) {
    var text = lines.get(first).text();
    char separator = separator(text);
    if (separator == 0 || !isLine(first + 1, separator)) {
      return false;
    }
    var value = unquoted(text.substring(text.indexOf(separator) + 1));
    var names = Stream.of(text, lines.get(first + 1).text()).map(each -> name(each, separator));
    var both = names.toList();
    var vocabulary = Vocabulary.standard();
    return vocabulary.topics().stream()
        .anyMatch(topic ->
            both.stream().allMatch(each -> vocabulary.column(topic, each).isPresent())
                && vocabulary.column(topic, value).isEmpty());
  }

  private static Grid grid(
      Set<String> names,
      List<Map<String, String>> records,
      List<Integer> starts,
      int first,
      int end) {
    var header = List.copyOf(names);
    var rows = new ArrayList<Grid.Cells>();
    for (int at = 0; at < records.size(); at++) {
      var cells = new ArrayList<@Nullable String>();
      for (var name : header) {
        cells.add(CellText.read(records.get(at).getOrDefault(name, "")));
      }
      rows.add(new Grid.Cells(starts.get(at), cells));
    }
    return new Grid("", header, rows, first, end);
  }

  private static char separator(String text) {
    for (int at = 0; at < SEPARATORS.length(); at++) {
      char separator = SEPARATORS.charAt(at);
      if (Vocabulary.standard().knows(name(text, separator))) {
        return separator;
      }
    }
    return 0;
  }

  private boolean isLine(int at, char separator) {
    return at < lines.size() && !name(lines.get(at).text(), separator).isEmpty();
  }

  /// An empty line before another record.
  private boolean isGap(int at, char separator, String lead) {
    return at + 1 < lines.size()
        && lines.get(at).isBlank()
        && name(lines.get(at + 1).text(), separator).equals(lead);
  }

  /// The name in front of the separator; empty if there is none.
  private static String name(String text, char separator) {
    int end = text.indexOf(separator);
    if (end < 1 || end > 64) {
      return "";
    }
    var name = separator == '|' ? text.substring(0, end).strip() : text.substring(0, end);
    boolean isName =
        !name.isEmpty()
            && name.chars()
                .allMatch(each -> (each >= 'a' && each <= 'z') || each == '_' || each == '?');
    return isName ? name : "";
  }

  private static String unquoted(String value) {
    var stripped = value.strip();
    return stripped.length() > 1 && stripped.startsWith("\"") && stripped.endsWith("\"")
        ? stripped.substring(1, stripped.length() - 1).replace("\"\"", "\"")
        : stripped;
  }
}
