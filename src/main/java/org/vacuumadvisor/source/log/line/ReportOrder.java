package org.vacuumadvisor.source.log.line;

import java.util.stream.IntStream;
import org.vacuumadvisor.source.log.Beginnings;
import org.vacuumadvisor.source.log.Word;

/// The order in which PostgreSQL writes the lines of an automatic report (`heap_vacuum_rel()`,
/// `do_analyze_rel()`): it is always the same, so that lines that stand otherwise were shuffled.
final class ReportOrder {
  /// Two spaces follow the level: a statement that merely mentions a report has none there.
  private static final Word REPORT = new Word(":  automatic ");

  private static final Word END = new Word("system usage: ");

  private static final Word HEADING = new Word("automatic ");

  /// How the lines of a report begin. From [#TAIL] on the order changed with releases: before 14
  /// `buffer usage` came first.
  private static final Beginnings LINES = Beginnings.of("report");

  /// A report may have several lines of this rank.
  private static final int INDEX = 9;

  private static final int TAIL = 11;

  private static final int LAST = 17;

  /// The place of a line in a report.
  ///
  /// @param from behind white space
  /// @return -1 of a line that is none of a report
  static int rank(byte[] text, int from, int to) {
    return LINES.find(text, from, to);
  }

  /// Whether a line of this rank ends a report, or did so in some release.
  static boolean isLast(int rank) {
    return rank == LAST;
  }

  /// Whether the text of a message is the heading of a report.
  static boolean begins(byte[] text, int from, int to) {
    return HEADING.standsAt(text, from, to);
  }

  /// Whether a report begins in this line of a log.
  static boolean isReport(byte[] text, int from, int to) {
    return REPORT.find(text, from, to) >= 0;
  }

  /// Whether the report that begins in this line is on it as a whole, as an analyze was up to 13.
  static boolean isWhole(byte[] text, int from, int to) {
    return END.find(text, from, to) >= 0;
  }

  /// Whether lines can be of one report: of most kinds it has one. Others have the rank -1.
  static boolean areOfOne(int[] ranks) {
    int seen = 0;
    boolean areOfOne = true;
    for (int rank : ranks) {
      areOfOne &= rank < 0 || rank == INDEX || (seen & 1 << rank) == 0;
      seen |= rank < 0 ? 0 : 1 << rank;
    }
    return areOfOne;
  }

  /// Whether a report can have its lines so. One kind of line may come twice in a row: a fork of
  /// PostgreSQL writes a second `tuples:`, and of two reports more than one kind would.
  ///
  /// @param ranks of its lines, -1 for one that is not known
  static boolean isInOrder(int[] ranks) {
    var known = IntStream.of(ranks).filter(rank -> rank >= 0).toArray();
    int seen = 0;
    int place = 0;
    int repeated = 0;
    for (int at = 0; at < known.length; at++) {
      int rank = known[at];
      boolean isNew = rank == INDEX || (seen & 1 << rank) == 0;
      repeated += isNew ? 0 : 1;
      boolean isExpected = isNew || (rank == known[at - 1] && repeated == 1);
      if (!isExpected || Math.min(rank, TAIL) < place) {
        return false;
      }
      place = Math.min(rank, TAIL);
      seen |= 1 << rank;
    }
    return true;
  }
}
