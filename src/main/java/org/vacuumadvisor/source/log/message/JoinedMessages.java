package org.vacuumadvisor.source.log.message;

import java.util.ArrayList;
import java.util.List;
import org.vacuumadvisor.source.log.Entry;
import org.vacuumadvisor.source.log.Level;
import org.vacuumadvisor.source.log.Section;
import org.vacuumadvisor.source.log.template.Lines;
import org.vacuumadvisor.source.log.template.Word;

/// Messages of one VACUUM VERBOSE that somebody pasted as one line: each begins with its severity,
/// and the lines of a `DETAIL` with words that only they begin with.
final class JoinedMessages {
  private static final Word INFO = new Word("INFO: ");
  private static final Word DETAIL = new Word("DETAIL: ");
  private static final List<Word> OF_DETAIL =
      List.of(
          new Word("There were "),
          new Word("Skipped "),
          new Word("0 pages are entirely empty"),
          new Word("CPU: "),
          new Word("CPU "));
  private static final List<Word> ENDS = List.of(new Word("WARNING: "), new Word("NOTICE: "));

  private JoinedMessages() {}

  /// The messages of such a line; none where it is a single one.
  static List<Entry> of(Entry entry) {
    if (entry.level() != Level.INFO || entry.lines() != 1) {
      return List.of();
    }
    var bytes = entry.bytes();
    int to = entry.to(0);
    var messages = new ArrayList<Entry>();
    var message = next(entry);
    var section = Section.MESSAGE;
    int from = entry.from(0);
    boolean isApart = false;
    for (int at = from + 1; at < to; at++) {
      if (bytes[at - 1] != ' ' && bytes[at - 1] != '.') {
        continue;
      }
      boolean isInfo = INFO.standsAt(bytes, at, to);
      boolean isDetail = DETAIL.standsAt(bytes, at, to);
      if (isInfo || isDetail || (section == Section.DETAIL && isAny(OF_DETAIL, bytes, at, to))) {
        isApart |= isInfo || isDetail;
        add(message, section, from, at, entry);
        from = at + (isInfo ? INFO.length() : isDetail ? DETAIL.length() : 0);
        section = isInfo ? Section.MESSAGE : Section.DETAIL;
        if (isInfo) {
          messages.add(message);
          message = next(entry);
        }
      } else if (isAny(ENDS, bytes, at, to)) {
        to = at;
      }
    }
    add(message, section, from, withoutTag(bytes, from, to), entry);
    messages.add(message);
    return isApart ? messages : List.of();
  }

  private static Entry next(Entry entry) {
    var next = new Entry();
    next.begin(entry.bytes(), Level.INFO);
    next.session(entry.session(), entry.pid());
    return next;
  }

  private static void add(Entry message, Section section, int from, int to, Entry whole) {
    int begin = Lines.start(whole.bytes(), from, to);
    int end = Lines.end(whole.bytes(), begin, to);
    if (begin < end) {
      message.line(section, begin, end, whole.number(0));
    }
  }

  /// psql prints the name of the command when it is done.
  private static int withoutTag(byte[] bytes, int from, int to) {
    int end = Lines.end(bytes, from, to);
    int word = end;
    while (word > from && bytes[word - 1] != ' ') {
      word--;
    }
    return Lines.isCommandTag(bytes, word, end) ? word : end;
  }

  private static boolean isAny(List<Word> words, byte[] bytes, int at, int to) {
    return words.stream().anyMatch(each -> each.standsAt(bytes, at, to));
  }
}
