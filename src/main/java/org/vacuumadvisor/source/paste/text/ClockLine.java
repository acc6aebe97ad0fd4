package org.vacuumadvisor.source.paste.text;

import java.util.regex.Pattern;
import org.vacuumadvisor.source.paste.table.Figures;
import org.vacuumadvisor.source.paste.table.Line;
import org.vacuumadvisor.source.paste.thing.Gathered;

/// The server's clock as somebody wrote it down: `now() is 2026-03-02 14:40:00+00`. Spans of time
/// count up to it.
final class ClockLine {
  private static final Pattern CLOCK =
      Pattern.compile(
          "(?i).{0,40}(?:\\bnow\\(\\)|\\bcurrent_timestamp|\\b(?:clock|statement)_timestamp\\(\\))"
              + "\\s{0,4}(?:=>?|:|\\||->|→|is|was|returns?|returned|gives?|says|shows)?\\s{0,4}'?(?<moment>\\d{4}-\\d\\d-\\d\\d["
              + " T]\\d\\d:\\d\\d[\\d:.]{0,12}\\s?(?:Z|UTC|[+-][\\d:]{2,6})?)'?\\W{0,3}");

  private final Gathered gathered;
  private int read;

  ClockLine(Gathered gathered) {
    this.gathered = gathered;
  }

  /// How many were read.
  int read() {
    return read;
  }

  /// Takes a line that tells the time; false if it does not.
  boolean take(Line line) {
    var clock = CLOCK.matcher(line.text());
    if (!clock.matches()) {
      return false;
    }
    var moment = Figures.moment(clock.group("moment"));
    moment.ifPresent(each -> {
      gathered.seeClock(each);
      read++;
    });
    return moment.isPresent();
  }
}
