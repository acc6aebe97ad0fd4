package org.vacuumadvisor.cli;

import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;

/// The known word that somebody probably meant.
final class NearestWord {
  private static final int LETTERS_PER_SLIP = 3;

  private NearestWord() {}

  /// The word that takes the fewest slips (a letter too many, missing, wrong, or two swapped), one
  /// slip in three letters at most; or the only one that begins so.
  static Optional<String> to(String typed, Stream<String> known) {
    var all = known.toList();
    var begun = all.stream().filter(each -> typed.length() > 1 && each.startsWith(typed)).toList();
    return begun.size() == 1
        ? Optional.of(begun.getFirst())
        : all.stream()
            .filter(each -> each.length() > 2)
            .filter(each -> slips(typed, each) <= each.length() / LETTERS_PER_SLIP)
            .min(Comparator.comparingInt(each -> slips(typed, each)));
  }

  /// The distance of Damerau and Levenshtein, no letter being moved twice.
  private static int slips(String one, String other) {
    var table = new int[one.length() + 1][other.length() + 1];
    for (int row = 0; row <= one.length(); row++) {
      for (int column = 0; column <= other.length(); column++) {
        table[row][column] =
            row == 0 || column == 0 ? row + column : least(table, row, column, one, other);
      }
    }
    return table[one.length()][other.length()];
  }

  private static int least(int[][] table, int row, int column, String one, String other) {
    int changed = one.charAt(row - 1) == other.charAt(column - 1) ? 0 : 1;
    int least =
        Math.min(
            table[row - 1][column - 1] + changed,
            Math.min(table[row - 1][column], table[row][column - 1]) + 1);
    boolean areSwapped =
        row > 1
            && column > 1
            && one.charAt(row - 1) == other.charAt(column - 2)
            && one.charAt(row - 2) == other.charAt(column - 1);
    return areSwapped ? Math.min(least, table[row - 2][column - 2] + 1) : least;
  }
}
