package org.vacuumadvisor.source.paste.table;

/// The line `(3 rows)` below a table.
public final class RowCount {
  private RowCount() {}

  public static boolean isOne(String line) {
    var text = line.strip();
    if (!text.startsWith("(") || !text.endsWith(")")) {
      return false;
    }
    int space = text.indexOf(' ');
    if (space < 2) {
      return false;
    }
    var word = text.substring(space + 1, text.length() - 1);
    // psql translates the word; what counts is a number and one word
    return text.substring(1, space).chars().allMatch(Character::isDigit)
        && !word.isEmpty()
        && word.chars().allMatch(Character::isLetter);
  }
}
