package org.vacuumadvisor.report;

/// Text that can be written as UTF-8.
public final class WellFormed {
  private static final char REPLACEMENT = '\uFFFD';

  private WellFormed() {}

  /// The text with a replacement for each half of a surrogate pair that is alone: UTF-8 has no form
  /// for them.
  public static String text(String text) {
    var whole = text.chars().noneMatch(each -> Character.isSurrogate((char) each));
    if (whole) {
      return text;
    }
    var result = new StringBuilder(text.length());
    text.codePoints()
        .map(each -> Character.getType(each) == Character.SURROGATE ? REPLACEMENT : each)
        .forEach(result::appendCodePoint);
    return result.toString();
  }
}
