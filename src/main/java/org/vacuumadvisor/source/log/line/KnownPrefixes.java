package org.vacuumadvisor.source.log.line;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.unit.Resource;

/// Values of `log_line_prefix` that servers, services and log analysers come with or ask for. A log
/// that has one of them is read faster, and the explanation can name it.
final class KnownPrefixes {
  /// More of them than this part of a hundred must fit.
  private static final int ENOUGH_PERCENT = 95;

  private static final int FEWEST = 3;

  private static final List<String> PREFIXES =
      Resource.lines(KnownPrefixes.class, "prefixes.txt").stream()
          .map(each -> each.substring(1, each.length() - 1))
          .toList();

  private KnownPrefixes() {}

  /// The one that stands before these lines and shows the same as reading them without it; null if
  /// there is none. Where it has process and line, these two are told by their form; without it
  /// they are told by lines that follow each other, which is not so in a log that is out of order.
  static @Nullable LinePrefix find(List<byte[]> lines, Prefix unaided) {
    if (lines.size() < FEWEST) {
      return null;
    }
    for (String text : PREFIXES) {
      var prefix = new LinePrefix(text);
      if (fits(prefix, lines, unaided)) {
        return prefix;
      }
    }
    return null;
  }

  private static boolean fits(LinePrefix prefix, List<byte[]> lines, Prefix unaided) {
    int fitting = 0;
    int missed = 0;
    for (byte[] line : lines) {
      int word = prefix.match(line, 0, line.length);
      if (word < 0) {
        missed++;
      } else {
        unaided.read(line, 0, word, true, line.length);
        boolean isSame =
            (prefix.tellsOrder() || prefix.stamps().pid == unaided.stamps().pid)
                && prefix.stamps().timestampFrom == unaided.stamps().timestampFrom
                && prefix.stamps().timestampTo == unaided.stamps().timestampTo;
        fitting += isSame ? 1 : 0;
      }
      if (missed * 100L > lines.size() * (100L - ENOUGH_PERCENT)) {
        return false;
      }
    }
    return fitting * 100L >= lines.size() * (long) ENOUGH_PERCENT;
  }
}
