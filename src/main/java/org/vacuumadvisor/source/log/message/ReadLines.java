package org.vacuumadvisor.source.log.message;

import java.util.HashSet;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.vacuumadvisor.model.history.Stamp;
import org.vacuumadvisor.source.log.Entry;
import org.vacuumadvisor.source.log.EntrySink;
import org.vacuumadvisor.source.log.Level;
import org.vacuumadvisor.source.log.Section;
import org.vacuumadvisor.source.log.template.Lines;
import org.vacuumadvisor.source.log.template.Match;

/// Which lines of a text are messages of a server or lines of their reports, so that a reader of
/// something else need not wonder at them.
public final class ReadLines implements EntrySink {
  private static final Pattern OF_VACUUM =
      Pattern.compile("(?i)vacuum|freez|frozen|wraparound|\\bxm(?:in|ax)\\b|multixact");

  private final Set<Long> numbers = new HashSet<>();
  private final Match match = new Match();

  /// Their numbers, from 1.
  public Set<Long> numbers() {
    return Set.copyOf(numbers);
  }

  @Override
  public void entry(Entry entry) {
    // a NOTICE is what a function or an extension wishes to say: nothing for a reader of logs
    boolean isLoose =
        entry.level() == Level.NONE || entry.level() == Level.NOTICE || isUnknownAnswer(entry);
    for (int line = 0; line < entry.lines(); line++) {
      if (isLoose) {
        line(entry.bytes(), entry.from(line), entry.to(line), entry.number(line));
      } else {
        numbers.add(entry.number(line));
      }
    }
  }

  /// Whether nobody knows a warning or an error though it speaks of vacuum, or was an answer to
  /// somebody and stands in no log.
  private boolean isUnknownAnswer(Entry entry) {
    return entry.level().compareTo(Level.WARNING) >= 0
        && (isAnswer(entry) || isOfVacuum(entry))
        && !NoticeLine.reads(entry, match)
        && entry.joined(each -> NoticeLine.reads(each, match)).isEmpty();
  }

  private boolean isOfVacuum(Entry entry) {
    return OF_VACUUM.matcher(entry.text(0)).find()
        && entry.first(Section.STATEMENT) < 0
        && Circumstances.of(entry, match).command() == null;
  }

  private static boolean isAnswer(Entry entry) {
    return entry.level().compareTo(Level.ERROR) >= 0
        && IntStream.range(1, entry.lines())
            .mapToObj(entry::section)
            .allMatch(each -> each == Section.MESSAGE || each == Section.HINT)
        && OpenRuns.stamp(entry).equals(Stamp.NONE);
  }

  @Override
  public void line(byte[] bytes, int from, int to, long line) {
    int begin = Lines.start(bytes, from, to);
    int end = Lines.end(bytes, begin, to);
    if (Lines.isCommandTag(bytes, begin, end)
        || ReportLine.GRAMMAR.read(bytes, begin, end, match) != null) {
      numbers.add(line);
    }
  }
}
