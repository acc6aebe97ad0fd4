package org.vacuumadvisor.source.log.message;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.vacuumadvisor.model.history.Place;
import org.vacuumadvisor.model.history.Understanding;

/// Counts what was understood.
final class Tally {
  private static final int MOST_EXAMPLES = 100;
  private static final int LONGEST = 300;

  private final List<Understanding.UnknownLine> examples = new ArrayList<>();
  private long entries;
  private long unread;
  private long unknown;
  private boolean whole;

  /// A message about VACUUM or ANALYZE begins.
  void entry() {
    entries++;
    whole = true;
  }

  /// A line of it, or a part of the line, is not known.
  void unknown(Place place, byte[] bytes, int from, int to) {
    unknown++;
    if (whole) {
      whole = false;
      unread++;
    }
    if (examples.size() < MOST_EXAMPLES) {
      int end = Math.min(to, from + LONGEST);
      var text = new String(bytes, from, end - from, StandardCharsets.UTF_8);
      examples.add(new Understanding.UnknownLine(place, text));
    }
  }

  Understanding result() {
    return new Understanding(entries, entries - unread, unknown, examples, List.of());
  }
}
