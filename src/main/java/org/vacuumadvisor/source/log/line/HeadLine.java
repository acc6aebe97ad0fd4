package org.vacuumadvisor.source.log.line;

import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.source.log.Level;
import org.vacuumadvisor.source.log.Scan;
import org.vacuumadvisor.source.log.Section;
import org.vacuumadvisor.source.log.Word;

/// Finds in a line the severity that begins a message, or the section that goes on with it, with
/// its prefix: the first such word that a colon and a space follow and that nothing runs into.
/// French has a blank before the colon, too, and Turkish none behind that of a section.
///
/// It is filled again and again.
public final class HeadLine {
  /// Prefixes are shorter, names in them included.
  private static final int LONGEST_PREFIX = 600;

  private static final Word PSQL = new Word("psql:");

  /// `2026-11-24 `
  private static final int DATE = 11;

  /// `2026-11-24 03:00:00.1`, with what follows the seconds.
  private static final int MOMENT = 21;

  private final @Nullable LinePrefix given;
  private final Stamps none = new Stamps();
  private final Habits habits;
  private final Prefix prefix;
  private @Nullable LinePrefix known;
  private Level level = Level.NONE;
  private Section section = Section.MESSAGE;
  private int prefixFrom;
  private int wordFrom;
  private int textFrom;
  private Stamps stamps = none;

  /// @param given the prefix, if the user told it: other lines do not begin messages then
  public HeadLine(@Nullable LinePrefix given, Habits habits) {
    this.given = given == null ? null : given.copy();
    this.habits = habits;
    this.prefix = new Prefix(habits);
  }

  /// How severe the message is, by its word.
  public Level level() {
    return level;
  }

  /// Which part of a message begins here.
  public Section section() {
    return section;
  }

  /// Where the prefix begins, behind what marks every line.
  public int prefixFrom() {
    return prefixFrom;
  }

  /// Where the text begins.
  public int textFrom() {
    return textFrom;
  }

  /// When and by whom it was written, as far as the prefix says.
  public Stamps stamps() {
    return stamps;
  }

  /// Whether something before the word shows that this is a log.
  public boolean hasPrefix() {
    return wordFrom > prefixFrom;
  }

  /// Whether a message or a section of one begins in this line.
  ///
  /// @param line where the line begins; a given prefix may begin with spaces
  /// @param from where its text begins
  public boolean read(byte[] in, int line, int from, int to) {
    stamps = none;
    none.clear();
    prefixFrom = from;
    wordFrom = from;
    if (given != null) {
      int word = given.match(in, line, to);
      if (word >= 0) {
        stamps = given.stamps();
        return take(in, word, LinePrefix.endOfWord(in, word, to), to);
      }
      int end = LinePrefix.endOfWord(in, from, to);
      return end > 0 && take(in, from, end, to);
    }
    int limit = Math.min(to, from + LONGEST_PREFIX);
    for (int colon = Scan.find(in, from, limit, ':');
        colon < limit;
        colon = Scan.find(in, colon + 1, limit, ':')) {
      boolean hasSpace = colon + 1 == to || in[colon + 1] == ' ';
      int end = LinePrefix.endBefore(in, from, colon);
      int begin = hasSpace ? beginOfWord(in, from, end) : from;
      var word = Severities.find(in, begin, end);
      if (word != null && (hasSpace || !word.isHead())) {
        return accepts(in, from, begin, to, word.isHead()) && take(in, begin, end, to);
      }
    }
    return false;
  }

  /// Where in a line that begins with a head the next one begins: the word of a section behind a
  /// blank and before any quoted text, or the date of the prefix again; in a report also the next
  /// message, and a line of its `DETAIL`.
  ///
  /// @return the end of the line where there is none
  int next(byte[] in, int from, int to, boolean isReport) {
    int date = Scan.isDigit(in[prefixFrom]) ? Math.min(wordFrom - prefixFrom, DATE) : 0;
    boolean isQuoted = false;
    for (int at = from + 1; at < to; at++) {
      boolean isWordStart = in[at - 1] == ' ' || in[at - 1] == '.';
      isQuoted |= in[at] == '"';
      if (in[at] == ':' && at + 1 < to && in[at + 1] == ' ') {
        int end = LinePrefix.endBefore(in, from, at);
        int begin = beginOfWord(in, from, end);
        var word = begin > from && in[begin - 1] == ' ' ? Severities.find(in, begin, end) : null;
        if (word != null && (isReport || !(isQuoted || word.isHead()))) {
          return begin;
        }
      } else if (date == DATE && in[at] == in[prefixFrom] && isSame(in, at, to)) {
        return at;
      } else if (isReport
          && section == Section.DETAIL
          && isWordStart
          && Loose.beginsLineOfReport(in, at, to)) {
        return at;
      }
    }
    return to;
  }

  /// Whether the prefix begins again: its date, and a time as it has it. A value in a statement
  /// ends with its quote.
  private boolean isSame(byte[] in, int at, int to) {
    int length = Math.min(MOMENT, wordFrom - prefixFrom);
    boolean isSame = at + length <= to;
    for (int each = 0; isSame && each < length; each++) {
      byte one = in[prefixFrom + each];
      byte other = in[at + each];
      isSame = one == other || (each >= DATE && Scan.isDigit(one) && Scan.isDigit(other));
    }
    return isSame;
  }

  private static int beginOfWord(byte[] in, int from, int colon) {
    int begin = colon;
    if (begin > from && in[begin - 1] >= '1' && in[begin - 1] <= '5') {
      begin--;
    }
    while (begin > from && (Scan.isUpper(in[begin - 1]) || in[begin - 1] < 0)) {
      begin--;
    }
    // `%a` may end a prefix; PostgreSQL writes two blanks behind the word, people one
    boolean isServers = colon + 2 < in.length && in[colon + 1] == ' ' && in[colon + 2] == ' ';
    boolean runsOn =
        begin > from
            && !(isServers && begin < colon)
            && (Scan.isLetter(in[begin - 1])
                || Scan.isDigit(in[begin - 1])
                || in[begin - 1] == '_');
    return runsOn ? colon : begin;
  }

  /// A severity inside a string of SQL is none: what stands before it must look like a prefix.
  private boolean accepts(byte[] in, int from, int word, int to, boolean isHead) {
    if (from == word || PSQL.standsAt(in, from, word)) {
      return true;
    }
    LinePrefix prefixOfAll = known();
    if (prefixOfAll != null && prefixOfAll.match(in, from, to) == word) {
      stamps = prefixOfAll.stamps();
      return true;
    }
    prefix.read(in, from, word, isHead, to);
    stamps = prefix.stamps();
    return stamps.hasTimestamp() || Scan.find(in, from, word, '\'') == word;
  }

  /// A matcher of our own: what was learned is shared by threads.
  private @Nullable LinePrefix known() {
    if (known == null) {
      LinePrefix learned = habits.known();
      known = learned == null ? null : learned.copy();
    }
    return known;
  }

  private boolean take(byte[] in, int word, int end, int to) {
    var what = Severities.find(in, word, end);
    if (what == null) {
      return false;
    }
    level = what.level();
    section = what.section();
    wordFrom = word;
    textFrom = Scan.spaces(in, Scan.find(in, end, to, ':') + 1, to);
    if (what.isHead()) {
      state(in, to);
    }
    return true;
  }

  /// `log_error_verbosity = verbose` and psql's `\set VERBOSITY verbose` put SQLSTATE before the
  /// text.
  private void state(byte[] in, int to) {
    int end = textFrom + 5;
    if (end + 1 >= to || in[end] != ':' || in[end + 1] != ' ') {
      return;
    }
    boolean hasDigit = false;
    for (int at = textFrom; at < end; at++) {
      hasDigit |= Scan.isDigit(in[at]);
      if (!Scan.isDigit(in[at]) && !Scan.isUpper(in[at])) {
        return;
      }
    }
    if (hasDigit) {
      stamps.stateFrom = textFrom;
      stamps.stateTo = end;
      textFrom = end + 2;
    }
  }
}
