package org.vacuumadvisor.source.paste;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.vacuumadvisor.postgres.Setting;

/// psql's expanded format without alignment, or with it but without its record heads: a line a
/// column, its name and its value with a separator in between, records apart by an empty line or by
/// the name of their first column.
final class PlainRecords {
  /// A name, what stands between it and its value, and the value.
  private static final Pattern PAIR =
      Pattern.compile(
          "(?=[a-z_?]+[,\t;~^]|[ a-z_?]*\\|) *([a-z_?]{1,64}) *([|,\t;~^])\\s*(.*?)\\s*");

  /// Columns of Amazon's `postgres_get_av_diag()`, whose other columns nothing else has.
  private static final Set<String> PROVIDER_DIAGNOSIS = Set.of("blocker", "blocker_identifier");

  private record Pair(String name, String mark, String value) {}

  private static final Pair NONE = new Pair("", "", "");

  private PlainRecords() {}

  static Optional<Grid> at(List<Line> lines, int first) {
    var lead = first(lines, first);
    if (lead.name().isEmpty() || pair(lines, first + 1, lead.mark()).name().isEmpty()) {
      return Optional.empty();
    }
    var records = new Grid.Records();
    int at = first;
    for (; at < lines.size(); at++) {
      var line = lines.get(at);
      var pair = pair(lines, at, lead.mark());
      var name = pair.name();
      boolean isGap = line.isBlank() && pair(lines, at + 1, lead.mark()).name().equals(lead.name());
      boolean isOfNext = records.size() > 1 && !name.isEmpty() && !records.isColumn(name);
      if (isOfNext || (name.isEmpty() && !isGap)) {
        break;
      }
      if (name.equals(lead.name())) {
        records.begin(line.number());
      }
      if (!isGap) {
        records.last().put(name, pair.value());
      }
    }
    var names = records.names();
    boolean isKnown =
        names.containsAll(PROVIDER_DIAGNOSIS)
            || Recognition.of(names).filter(Recognition::isMostlyKnown).isPresent();
    boolean areSettings = names.stream().allMatch(each -> Setting.named(each).isPresent());
    return isKnown && !areSettings ? Optional.of(records.grid("", first, at)) : Optional.empty();
  }

  /// A record where two lines show that it is one, else a table without drawn lines.
  static Optional<Grid> orTable(List<Line> lines, int at) {
    return isRecord(lines, at) ? at(lines, at) : DelimitedTables.at(lines, at);
  }

  /// Whether this line and the next are a name with its value each, and no header with a row: a
  /// table or a setting may be called as a column is, such as `state` or `autovacuum`. Then all
  /// names belong to one topic, and where the value might be a heading, three lines say so.
  private static boolean isRecord(List<Line> lines, int first) {
    var lead = first(lines, first);
    boolean isHeading = Vocabulary.knows(lead.value()) || lead.value().equals("age");
    var names =
        IntStream.range(first, first + (isHeading ? 3 : 2))
            .mapToObj(at -> pair(lines, at, lead.mark()).name())
            .toList();
    return !lead.name().isEmpty()
        && Vocabulary.topics()
            .anyMatch(topic ->
                names.stream().allMatch(name -> Vocabulary.column(topic, name).isPresent()));
  }

  /// The pair of a line that may begin a record: its name is one we know.
  private static Pair first(List<Line> lines, int at) {
    var pair = pair(lines, at, "");
    return Vocabulary.knows(pair.name()) ? pair : NONE;
  }

  /// The pair in a line; without a name if there is none, or another mark in it.
  private static Pair pair(List<Line> lines, int at, String mark) {
    var found = PAIR.matcher(at < lines.size() ? lines.get(at).text() : "");
    if (!found.matches() || !(mark.isEmpty() || found.group(2).equals(mark))) {
      return NONE;
    }
    var value = found.group(3);
    boolean isQuoted = value.length() > 1 && value.startsWith("\"") && value.endsWith("\"");
    return new Pair(
        found.group(1),
        found.group(2),
        isQuoted ? value.substring(1, value.length() - 1).replace("\"\"", "\"") : value);
  }
}
