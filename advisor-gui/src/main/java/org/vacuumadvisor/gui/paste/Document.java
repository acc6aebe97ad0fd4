package org.vacuumadvisor.gui.paste;

import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.vacuumadvisor.model.history.Place;

/// What is read, line by line: one text, or files one after the other.
///
/// @param names what people call the parts
/// @param parts in the order of reading
record Document(List<String> names, List<LineStore> parts) {
  /// How lines begin that psql shows without indenting them. In logs they are indented.
  private static final Pattern CONTINUATION =
      Pattern.compile(
          "\t|  |DETAIL:|LOCATION:|HINT:|pages:|tuples:|removable cutoff:|new relfrozenxid:|new"
              + " relminmxid:|frozen:|visibility map:|index scan|index \"|delay time:|I/O"
              + " timings:|avg read rate:|buffer usage:|WAL usage:|memory usage:|parallel"
              + " workers:|system usage:|CPU[: ]|There w|Skipped |\\d+ (?:index|pages|dead) ");

  /// No message of VACUUM is longer.
  private static final int LONGEST_MESSAGE = 60;

  Document {
    names = List.copyOf(names);
    parts = List.copyOf(parts);
  }

  /// How many lines there are; what is beyond two thousand million is not shown.
  int lines() {
    return (int) Math.min(Integer.MAX_VALUE, parts.stream().mapToLong(each -> each.lines()).sum());
  }

  /// Where a line is, both counted from 0.
  private record Spot(int part, int line) {}

  private Optional<Spot> spot(int number) {
    int left = number;
    for (int part = 0; part < parts.size(); part++) {
      if (left < parts.get(part).lines()) {
        return Optional.of(new Spot(part, left));
      }
      left -= parts.get(part).lines();
    }
    return Optional.empty();
  }

  /// @param number through all parts, from 0
  String line(int number) {
    return spot(number).map(at -> parts.get(at.part).line(at.line)).orElse("");
  }

  /// What stands in the margin beside a line: its number in its part.
  int numberInPart(int number) {
    return spot(number).map(Spot::line).orElse(number) + 1;
  }

  /// Its part and its number there: `postgresql.log:17`.
  ///
  /// @param number through all parts, from 0
  String place(int number) {
    return spot(number).map(at -> "%s:%d".formatted(names.get(at.part), at.line + 1)).orElse("");
  }

  /// The number of a place through all parts, from 0; past the end if there is no such place.
  int number(Place place) {
    return number(place.input().number(), place.line());
  }

  /// The same for a part and a line in it, from 1.
  int number(int part, long line) {
    long before = parts.stream().limit(part).mapToLong(each -> each.lines()).sum();
    return (int) Math.min(Integer.MAX_VALUE, before + line - 1);
  }

  /// The lines of the message that begins at a line: what follows indented belongs to it.
  SortedSet<Integer> message(int first) {
    var message = new TreeSet<Integer>();
    int at = first;
    boolean isRecord = isRecord(first);
    do {
      if (at < 0 || at >= lines()) {
        break;
      }
      message.add(at++);
    } while (at < lines()
        && message.size() < LONGEST_MESSAGE
        && (isRecord ? line(at).contains("|") && !isRecord(at) : continues(line(at))));
    return message;
  }

  /// Whether psql begins a row in its expanded form there.
  boolean isRecord(int number) {
    return line(number).startsWith("-[ RECORD ");
  }

  private static boolean continues(String line) {
    return (line.startsWith("INFO:  ") && !begins(line)) || CONTINUATION.matcher(line).lookingAt();
  }

  /// Whether a run begins there; all other messages of psql belong to the run before.
  private static boolean begins(String line) {
    return (line.contains("vacuuming \"") && !line.contains("finished "))
        || line.contains("analyzing \"");
  }
}
