package org.vacuumadvisor.source.paste.text;

import java.util.regex.Pattern;
import org.vacuumadvisor.source.paste.table.Line;
import org.vacuumadvisor.source.paste.thing.Blockers;
import org.vacuumadvisor.source.paste.thing.Entry;
import org.vacuumadvisor.source.paste.thing.Gathered;

/// Sentences that tell which session waits for which: `pid 5120 is blocked by pid 4411`.
final class BlockedBy {
  private static final Pattern BLOCKED =
      Pattern.compile(
          "(?i)\\b(?:pid|process|session|backend)\\s{0,2}#?(?<waiting>[1-9][0-9]{0,8})\\b[^.;0-9]{0,40}?\\b(?:blocked"
              + " by|waiting for|waits for|waiting on|waits on|stuck behind)\\s"
              + "(?:(?:pid|process|session|backend)\\s{0,2}#?)(?<holder>[1-9][0-9]{0,8})\\b");

  private final Gathered gathered;
  private int read;

  BlockedBy(Gathered gathered) {
    this.gathered = gathered;
  }

  /// How many waits were read.
  int read() {
    return read;
  }

  /// Takes the waits that a line tells of; false if there are none.
  boolean take(Line line) {
    var text = line.text();
    if (!Mood.isStated(text)) {
      return false;
    }
    boolean any = false;
    var found = BLOCKED.matcher(text);
    while (found.find()) {
      boolean isOfTwo = !found.group("waiting").equals(found.group("holder"));
      if (isOfTwo && !Mood.isDenied(text, found.start(), found.end())) {
        var waiting = session(found.group("waiting"), line.number());
        waiting.put("wait_event_type", "Lock", line.number());
        waiting.put("blockers", found.group("holder"), line.number());
        Blockers.add(gathered, waiting);
        Blockers.add(gathered, session(found.group("holder"), line.number()));
        read++;
        any = true;
      }
    }
    return any;
  }

  private static Entry session(String pid, int line) {
    var entry = Entry.at(line);
    entry.put("pid", pid, line);
    return entry;
  }
}
