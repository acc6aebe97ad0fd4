package org.vacuumadvisor.source.log.line;

import java.util.stream.IntStream;

/// The order in which PostgreSQL writes the lines of an automatic report (`heap_vacuum_rel()`,
/// `do_analyze_rel()`): it is always the same, so that lines that stand otherwise were shuffled.
public final class ReportOrder {
  /// Two spaces follow the level: a statement that merely mentions a report has none there.
  private static final byte[] REPORT = Scan.bytes(":  automatic ");

  private static final byte[] HEADING = Scan.bytes("automatic ");

  /// How the lines of a report begin. From [#TAIL] on the order changed with releases: before 14
  /// `buffer usage` came first.
  private static final byte[][] LINES = {
    Scan.bytes("pages: "),
    Scan.bytes("tuples: "),
    Scan.bytes("tuples missed: "),
    Scan.bytes("removable cutoff: "),
    Scan.bytes("new relfrozenxid: "),
    Scan.bytes("new relminmxid: "),
    Scan.bytes("frozen: "),
    Scan.bytes("visibility map: "),
    Scan.bytes("index scan "),
    Scan.bytes("index \""),
    Scan.bytes("parallel workers: "),
    Scan.bytes("delay time: "),
    Scan.bytes("I/O timings: "),
    Scan.bytes("avg read rate: "),
    Scan.bytes("buffer usage: "),
    Scan.bytes("WAL usage: "),
    Scan.bytes("memory usage: "),
    Scan.bytes("system usage: "),
  };

  private static final int INDEX = 9;
  private static final int TAIL = 11;

  private int place;
  private int seen;
  private int latest = -1;
  private boolean hasRepeated;

  /// The ranks of lines by their first byte.
  private static final int[][] BY_FIRST_BYTE = new int[256][];

  static {
    for (int first = 0; first < BY_FIRST_BYTE.length; first++) {
      int wanted = first;
      BY_FIRST_BYTE[first] =
          IntStream.range(0, LINES.length).filter(rank -> LINES[rank][0] == wanted).toArray();
    }
  }

  /// The place of a line in a report.
  ///
  /// @param from behind white space
  /// @return -1 of a line that is none of a report
  public static int rank(byte[] text, int from, int to) {
    if (from < to) {
      for (int rank : BY_FIRST_BYTE[text[from] & 0xFF]) {
        if (Scan.begins(text, from, to, LINES[rank])) {
          return rank;
        }
      }
    }
    return -1;
  }

  /// Whether a line of this rank ends a report, or did so in some release.
  public static boolean isLast(int rank) {
    return rank == LINES.length - 1;
  }

  /// Whether there can be more than one line of this rank in a report.
  public static boolean mayRepeat(int rank) {
    return rank == INDEX;
  }

  /// Whether the text of a message is the heading of a report.
  public static boolean begins(byte[] text, int from, int to) {
    return Scan.begins(text, from, to, HEADING);
  }

  /// Whether a report begins in this line of a log.
  static boolean isReport(byte[] text) {
    return Scan.find(text, 0, text.length, REPORT) >= 0;
  }

  /// Whether the report that begins in this line is on it as a whole, as an analyze was up to 13.
  public static boolean isWhole(byte[] text, int from, int to) {
    return Scan.find(text, from, to, LINES[LINES.length - 1]) >= 0;
  }

  /// Whether its next line can come behind those before it. One kind of line may come twice in a
  /// row: a fork of PostgreSQL writes a second `tuples:`, and of two reports more than one kind
  /// would.
  ///
  /// @param rank of the line, -1 for one that is not known
  public boolean follows(int rank) {
    if (rank < 0) {
      return true;
    }
    int here = Math.min(rank, TAIL);
    boolean isNew = mayRepeat(rank) || (seen & 1 << rank) == 0;
    if (!isNew && rank == latest && !hasRepeated) {
      hasRepeated = true;
      isNew = true;
    }
    latest = rank;
    boolean isInPlace = here >= place;
    place = Math.max(here, place);
    seen |= 1 << rank;
    return isNew && isInPlace;
  }
}
