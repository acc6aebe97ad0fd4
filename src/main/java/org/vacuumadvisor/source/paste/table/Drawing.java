package org.vacuumadvisor.source.paste.table;

import java.util.ArrayList;
import java.util.List;

/// The line under a header that clients draw: `---+---`, `|---|---|`, `─┼─`, or dashes with spaces
/// in between. It says where columns begin and end.
///
/// @param starts the first character of each column
/// @param ends the character after each column's last
/// @param hasBars whether rows have bars between columns
/// @param isFramed whether rows begin with a bar
/// @param isClosed whether rows end with a bar
public record Drawing(
    List<Integer> starts, List<Integer> ends, boolean hasBars, boolean isFramed, boolean isClosed) {
  private static final String DASHES = "-─━═=:";
  private static final String CROSSES = "+┼┬┴├┤┌┐└┘╪╞╡╫╟╢|│╬╠╣╔╗╚╝╦╩╒╕╘╛╓╖╙╜╤╧╥╨";
  private static final String BARS = "|│║";

  /// The columns a line draws; without any if it is no such line.
  public static Drawing of(String line) {
    var starts = new ArrayList<Integer>();
    var ends = new ArrayList<Integer>();
    boolean crosses = false;
    boolean framed = false;
    boolean closed = false;
    boolean inside = false;
    boolean dashes = false;
    for (int at = 0; at < line.length(); at++) {
      char character = line.charAt(at);
      boolean isDash = DASHES.indexOf(character) >= 0;
      boolean isCross = CROSSES.indexOf(character) >= 0;
      if (!isDash && !isCross && character != ' ') {
        return none();
      }
      dashes |= isDash && character != ':' && character != '=';
      crosses |= isCross;
      closed = isCross || (closed && !isDash);
      framed |= isCross && starts.isEmpty();
      if (isDash && !inside) {
        starts.add(at);
      } else if (!isDash && inside) {
        ends.add(at);
      }
      inside = isDash;
    }
    if (inside) {
      ends.add(line.length());
    }
    return dashes ? new Drawing(starts, ends, crosses, framed, closed) : none();
  }

  private static Drawing none() {
    return new Drawing(List.of(), List.of(), false, false, false);
  }

  public boolean isThere() {
    return !starts.isEmpty();
  }

  int columns() {
    return starts.size();
  }

  /// The cells of a line, untrimmed. By position where the bars are in place, for a value may have
  /// a bar in it; else by bars, for characters may be wider than one place, and copies lose blanks.
  List<String> cells(String line) {
    if (!hasBars) {
      return columns() == 1 ? List.of(line) : byPosition(line);
    }
    if (hasBarsInPlace(line)) {
      return byPosition(line);
    }
    var cells = byBars(line);
    return cells.size() == columns() ? cells : byPosition(line);
  }

  /// Whether there is a bar between any two columns, where it was drawn.
  private boolean hasBarsInPlace(String line) {
    for (int column = 0; column + 1 < columns(); column++) {
      int at = ends.get(column);
      if (at >= line.length() || BARS.indexOf(line.charAt(at)) < 0) {
        return false;
      }
    }
    return columns() > 1;
  }

  /// The same line as a header with other columns would have it: somebody typed it, or took columns
  /// out of the header alone.
  Drawing under(String header) {
    var begins = new ArrayList<Integer>();
    var stops = new ArrayList<Integer>();
    int start = 0;
    for (int at = 0; at < header.length(); at++) {
      if (BARS.indexOf(header.charAt(at)) >= 0) {
        begins.add(start);
        stops.add(at);
        start = at + 1;
      }
    }
    begins.add(start);
    stops.add(header.length());
    return new Drawing(begins, stops, true, false, false);
  }

  /// How many bars are in a line.
  static int bars(String line) {
    return (int) line.chars().filter(each -> BARS.indexOf(each) >= 0).count();
  }

  /// How many cells of a line are whole: in one that was cut, those before its last bar.
  int wholeCells(String line) {
    if (!hasBars || columns() == 1) {
      return columns();
    }
    int inside = bars(line) - (isFramed && BARS.indexOf(line.strip().charAt(0)) >= 0 ? 1 : 0);
    return inside >= columns() - 1 ? columns() : inside;
  }

  /// Whether a line looks like a row of this table.
  boolean fits(String line) {
    return columns() == 1
        || !hasBars
        || bars(line) > 0
        || (line.length() > ends.getFirst() && ":;".indexOf(line.charAt(ends.getFirst())) >= 0);
  }

  private List<String> byBars(String line) {
    var cells = new ArrayList<String>();
    int start = 0;
    int from = 0;
    if (isFramed) {
      while (from < line.length() && line.charAt(from) == ' ') {
        from++;
      }
      if (from < line.length() && BARS.indexOf(line.charAt(from)) >= 0) {
        start = from + 1;
      }
    }
    for (int at = start; at < line.length(); at++) {
      if (BARS.indexOf(line.charAt(at)) >= 0) {
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
      boolean isLast = column == columns() - 1 && !isFramed;
      int to = isLast ? endOfLast(line, from) : Math.min(line.length(), ends.get(column));
      cells.add(line.substring(from, to));
    }
    return cells;
  }

  /// Where the last cell ends: a frame that is closed on the right alone, as DBeaver draws it, ends
  /// each row with a bar.
  private int endOfLast(String line, int from) {
    int end = line.stripTrailing().length();
    boolean isBar = isClosed && end > from && BARS.indexOf(line.charAt(end - 1)) >= 0;
    return isBar ? end - 1 : line.length();
  }

  /// Whether a cell fills its column to the last place, where psql marks a continuation.
  boolean isFull(int column, String cell) {
    return cell.length() >= ends.get(column) - starts.get(column);
  }
}
