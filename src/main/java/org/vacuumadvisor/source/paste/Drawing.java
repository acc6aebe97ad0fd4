package org.vacuumadvisor.source.paste;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The line under a header that clients draw: `---+---`, `|---|---|`, `─┼─`, or dashes with spaces
/// in between. It says where columns begin and end.
///
/// @param starts the first character of each column
/// @param ends the character after each column's last
/// @param hasBars whether rows have bars between columns
/// @param isFramed whether rows begin with a bar
/// @param isClosed whether rows end with a bar
record Drawing(
    List<Integer> starts, List<Integer> ends, boolean hasBars, boolean isFramed, boolean isClosed) {
  private static final Pattern LINE = Forms.of("drawing-line");
  private static final Pattern DASHES = Forms.of("drawing-dashes");
  private static final Pattern CROSS = Forms.of("drawing-cross");
  private static final String BARS = "|│║";
  private static final Drawing NONE = new Drawing(List.of(), List.of(), false, false, false);

  /// The columns a line draws; without any if it is no such line.
  static Drawing of(String line) {
    if (!LINE.matcher(line).matches()) {
      return NONE;
    }
    var runs = DASHES.matcher(line).results().toList();
    var crosses = CROSS.matcher(line).results().map(MatchResult::start).toList();
    int last = line.stripTrailing().length() - 1;
    return new Drawing(
        runs.stream().map(MatchResult::start).toList(),
        runs.stream().map(MatchResult::end).toList(),
        !crosses.isEmpty(),
        !crosses.isEmpty() && crosses.getFirst() < runs.getFirst().start(),
        !crosses.isEmpty() && crosses.getLast() == last);
  }

  static boolean isOne(String line) {
    return of(line).columns() > 0;
  }

  int columns() {
    return starts.size();
  }

  static boolean isBar(char character) {
    return BARS.indexOf(character) >= 0;
  }

  private static boolean isBarAt(String line, int at) {
    return at >= 0 && at < line.length() && isBar(line.charAt(at));
  }

  /// The cells of a line, untrimmed. By position where the bars are in place, for a value may have
  /// a bar in it; else by bars, for characters may be wider than one place, and copies lose blanks:
  /// then those that are too many belong to the last value, where statements stand.
  List<String> cells(String line) {
    if (!hasBars) {
      return columns() == 1 ? List.of(line) : byPosition(line);
    }
    boolean areInPlace =
        columns() > 1
            && ends.subList(0, columns() - 1).stream().allMatch(each -> isBarAt(line, each));
    var cells = areInPlace ? List.<String>of() : byBars(line);
    if (areInPlace || cells.size() < columns()) {
      return byPosition(line);
    }
    var last = String.join("|", cells.subList(columns() - 1, cells.size()));
    return Stream.concat(cells.stream().limit(columns() - 1L), Stream.of(last)).toList();
  }

  /// The line as a header's bars would have it.
  static Drawing under(String header) {
    var begins = new ArrayList<>(List.of(0));
    var stops = new ArrayList<Integer>();
    for (int at = 0; at < header.length(); at++) {
      if (isBarAt(header, at)) {
        stops.add(at);
        begins.add(at + 1);
      }
    }
    stops.add(header.length());
    return new Drawing(begins, stops, true, false, false);
  }

  /// Whether it is a single piece that is shorter than the text above: a mark of Markdown or of a
  /// comment, for clients draw a line as long as the widest cell.
  boolean isNarrowerThan(String header) {
    return columns() == 1
        && !hasBars
        && ends.getLast() - starts.getFirst() < header.strip().length();
  }

  static int bars(String line) {
    return (int) line.chars().filter(each -> isBar((char) each)).count();
  }

  /// How many cells of a line are whole: in one that was cut, those before its last bar.
  int wholeCells(String line) {
    if (!hasBars || columns() == 1) {
      return columns();
    }
    int inside = bars(line) - (isFramed && isBarAt(line.strip(), 0) ? 1 : 0);
    return Math.min(inside >= columns() - 1 ? columns() : inside, columns());
  }

  boolean fits(String line) {
    return columns() == 1 || !hasBars || bars(line) > 0;
  }

  private List<String> byBars(String line) {
    var cells = new ArrayList<String>();
    int blanks = line.length() - line.stripLeading().length();
    int start = isFramed && isBarAt(line, blanks) ? blanks + 1 : 0;
    for (int at = start; at < line.length(); at++) {
      if (isBarAt(line, at)) {
        cells.add(line.substring(start, at));
        start = at + 1;
      }
    }
    // the bar at the end of a framed row, or of one that DBeaver copied, begins no cell
    if (!line.substring(start).isBlank() || cells.size() < columns()) {
      cells.add(line.substring(start));
    }
    return cells;
  }

  private List<String> byPosition(String line) {
    var cells = new ArrayList<String>();
    for (int column = 0; column < columns(); column++) {
      int from = Math.min(line.length(), starts.get(column));
      boolean isLast = column == columns() - 1 && (!isFramed || isClosed);
      int to = isLast ? endOfLast(line, from) : Math.min(line.length(), ends.get(column));
      cells.add(line.substring(from, to));
    }
    return cells;
  }

  /// Where the last cell ends: a frame that is closed on the right ends rows with a bar, wherever.
  private int endOfLast(String line, int from) {
    int end = line.stripTrailing().length();
    return isClosed && end > from && isBarAt(line, end - 1) ? end - 1 : line.length();
  }

  /// Whether a cell fills its column to the last place, where psql marks a continuation.
  boolean isFull(int column, String cell) {
    return cell.length() >= ends.get(column) - starts.get(column)
        && (columns() > 1 || cell.length() <= ends.getLast() + 1);
  }
}
