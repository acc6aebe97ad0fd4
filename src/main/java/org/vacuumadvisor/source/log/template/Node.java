package org.vacuumadvisor.source.log.template;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.DoubleStream;
import org.vacuumadvisor.source.log.Scan;
import org.vacuumadvisor.source.log.Word;

/// A piece of a compiled [Template]. Each knows what follows it, so a match is one walk along the
/// line; only options, choices and names ever try again.
sealed interface Node {
  /// What a match returns that does not fit.
  int NO = -1;

  /// Matches this piece and all that follow.
  ///
  /// @return where the template ended, or [#NO]
  int match(byte[] bytes, int at, int to, Match match);

  /// Text that must stand there.
  record Literal(Word text, Node next) implements Node {
    @Override
    public int match(byte[] bytes, int at, int to, Match match) {
      return text.standsAt(bytes, at, to) ? next.match(bytes, at + text.length(), to, match) : NO;
    }
  }

  /// Digits. Nothing that PostgreSQL counts has more than nineteen.
  record Count(Hole hole, Node next) implements Node {
    private static final int MOST_DIGITS = 19;

    @Override
    public int match(byte[] bytes, int at, int to, Match match) {
      int here = at;
      long value = 0;
      while (here < to && Scan.isDigit(bytes[here])) {
        value = value * 10 + (bytes[here] - '0');
        here++;
      }
      if (here == at || here - at > MOST_DIGITS || !hole.type().holds(value)) {
        return NO;
      }
      match.put(hole, value);
      return next.match(bytes, here, to, match);
    }
  }

  /// A number with or without a fraction, or one of the words C prints for what is no number.
  record Decimal(Hole hole, Node next) implements Node {
    /// Up to here a quotient of digits and a power of ten is the nearest double.
    private static final int EXACT_DIGITS = 15;

    private static final double[] POWERS =
        DoubleStream.iterate(1, each -> each * 10).limit(EXACT_DIGITS + 1).toArray();

    @Override
    public int match(byte[] bytes, int at, int to, Match match) {
      boolean negative = at < to && bytes[at] == '-';
      int first = negative ? at + 1 : at;
      int here = first;
      long digits = 0;
      int fraction = -1;
      while (here < to && (Scan.isDigit(bytes[here]) || (bytes[here] == '.' && fraction < 0))) {
        if (bytes[here] == '.') {
          fraction = here + 1;
        } else if (here - first <= EXACT_DIGITS) {
          digits = digits * 10 + (bytes[here] - '0');
        }
        here++;
      }
      if (here == first || fraction == here || fraction == first + 1) {
        return NO;
      }
      double value =
          here - first <= EXACT_DIGITS
              ? digits / POWERS[fraction < 0 ? 0 : here - fraction]
              : Double.parseDouble(
                  new String(bytes, first, here - first, StandardCharsets.US_ASCII));
      value = negative ? -value : value;
      if (!hole.type().holds(value)) {
        return NO;
      }
      match.put(hole, Double.doubleToRawLongBits(value));
      return next.match(bytes, here, to, match);
    }
  }

  /// A name, printed raw: it may hold quotes, and even what looks like the rest of the message. So
  /// it reaches to the last place from which the rest fits.
  ///
  /// @param after the text that follows it
  record Name(Hole hole, Word after, Node next) implements Node {
    /// Three names of 63 bytes and their dots; a few builds have longer ones. It bounds the search.
    private static final int LONGEST = 1024;

    @Override
    public int match(byte[] bytes, int at, int to, Match match) {
      int last = Math.min(to - after.length(), at + LONGEST);
      int size = match.size();
      for (int end = last; end >= at; end--) {
        if (after.standsAt(bytes, end, to)) {
          match.put(hole, at, end);
          int result = next.match(bytes, end + after.length(), to, match);
          if (result != NO) {
            return isName(bytes, at, end) ? result : NO;
          }
          match.backTo(size);
        }
      }
      return NO;
    }

    /// Nothing in PostgreSQL can be called by a text with a zero in it.
    private static boolean isName(byte[] bytes, int from, int to) {
      int at = from;
      while (at < to && bytes[at] != 0) {
        at++;
      }
      return at == to;
    }
  }

  /// One of several continuations, the first that fits. What is optional is a choice whose last
  /// branch goes on without it.
  record Choice(List<Node> branches) implements Node {
    @Override
    public int match(byte[] bytes, int at, int to, Match match) {
      int size = match.size();
      for (int each = 0; each < branches.size(); each++) {
        int end = branches.get(each).match(bytes, at, to, match);
        if (end != NO) {
          return end;
        }
        match.backTo(size);
      }
      return NO;
    }
  }

  /// The end of a template, which must be the end of the line.
  record End() implements Node {
    @Override
    public int match(byte[] bytes, int at, int to, Match match) {
      match.end(at);
      return at == to ? at : NO;
    }
  }

  /// The end of a template after which a later release may have added something.
  record OpenEnd() implements Node {
    @Override
    public int match(byte[] bytes, int at, int to, Match match) {
      match.end(at);
      return at == to || isBreak(bytes[at]) ? at : NO;
    }

    private static boolean isBreak(byte each) {
      return each == ',' || each == ' ' || each == ';' || each == '.' || each == ':';
    }
  }
}
