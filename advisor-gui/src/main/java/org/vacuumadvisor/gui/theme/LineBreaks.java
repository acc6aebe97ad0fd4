package org.vacuumadvisor.gui.theme;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Where a line of a text may end.
public final class LineBreaks {
  /// The blank between a number and its unit, where no line is to end.
  private static final Pattern BEFORE_UNIT =
      Pattern.compile("(?<=\\d) (?=(?:%|bytes|[kMGTP]B(?:/s)?|ms|s|min|h|days?)(?!\\w))");

  /// Names that may be wider than a column; few settings are called so long.
  private static final Pattern LONG_NAME = Pattern.compile("[\\w.\"$-]{30,}");

  private static final Pattern WITHIN_NAME = Pattern.compile("(?<=[._-])(?=\\w)");

  private LineBreaks() {}

  /// A text to be set in lines: every number stands on one line with its unit, and a long name may
  /// go on in the next line behind a dot or an underscore, not in the middle of a word.
  public static String in(String text) {
    return LONG_NAME
        .matcher(BEFORE_UNIT.matcher(text).replaceAll("\u00a0"))
        .replaceAll(name ->
            Matcher.quoteReplacement(WITHIN_NAME.matcher(name.group()).replaceAll("\u200a")));
  }
}
