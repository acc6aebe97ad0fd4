package org.vacuumadvisor.source.paste.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.vacuumadvisor.source.Topic;
import org.vacuumadvisor.source.paste.table.Line;
import org.vacuumadvisor.source.paste.thing.Gathered;

/// How often autovacuum ran in each of many equal times, as monitoring sums it up: a line with
/// `min` and `max` above, then `autovacuum` with its figures. How long the times are it does not
/// tell.
final class RunStatistics {
  private static final Pattern HEADER =
      Pattern.compile(
          "(?i)(?:\\S{1,30}[\\s|,;]+)?\\|?\\s*min(?:imum)?\\b.{1,200}\\bmax(?:imum)?\\W*");
  private static final Pattern ROW =
      Pattern.compile(
          "(?i)\\|?\\s*(?<what>auto[- ]?vacuum|auto[-"
              + " ]?analyze)s?\\b[\\s|,;:]+(?<rest>[\\d\\s|,;.]+)");
  private static final Pattern NUMBER = Pattern.compile("\\d+(?:\\.\\d+)?");

  private final Gathered gathered;
  private boolean isHeaded;
  private int read;

  RunStatistics(Gathered gathered) {
    this.gathered = gathered;
  }

  /// How many figures were read.
  int read() {
    return read;
  }

  /// An empty line ends the list.
  void gap() {
    isHeaded = false;
  }

  /// Takes a line of such a list; false if it is none.
  boolean take(Line line) {
    var text = line.text().strip();
    if (HEADER.matcher(text).matches()) {
      isHeaded = true;
      return true;
    }
    var row = ROW.matcher(text);
    if (!isHeaded || !row.matches()) {
      return false;
    }
    var numbers = numbers(row);
    if (numbers.size() < 2) {
      return false;
    }
    if (row.group("what").toLowerCase(Locale.ROOT).endsWith("vacuum")) {
      gathered.server().put("autovacuums_least", numbers.getFirst(), line.number());
      gathered.server().put("autovacuums_most", numbers.getLast(), line.number());
      gathered.see(Topic.SERVER);
      read += 2;
    }
    return true;
  }

  private static List<String> numbers(Matcher row) {
    var numbers = new ArrayList<String>();
    var found = NUMBER.matcher(row.group("rest"));
    while (found.find()) {
      numbers.add(found.group());
    }
    return numbers;
  }
}
