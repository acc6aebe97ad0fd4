package org.vacuumadvisor.diagnosis.logged;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.diagnosis.Fact;
import org.vacuumadvisor.model.Source;
import org.vacuumadvisor.model.history.Gap;
import org.vacuumadvisor.model.history.Moments;
import org.vacuumadvisor.model.history.Occurrences;
import org.vacuumadvisor.model.run.Notice;
import org.vacuumadvisor.model.run.Run;
import org.vacuumadvisor.unit.Quantities;

/// Facts that logs tell, each with the file and line that proves it.
public final class Told {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ROOT).withZone(ZoneOffset.UTC);

  private Told() {}

  public static Fact by(Run run, String label, Object figure) {
    return Fact.observed(label, figure, at(run.heading().place() + at(Moments.end(run))));
  }

  public static Fact by(Notice notice, String label, Object figure) {
    return Fact.observed(label, figure, at(notice.place() + at(Moments.of(notice))));
  }

  public static Fact by(Gap gap, String label, String value) {
    return Fact.observed(label, value, gap.place() + at(Optional.of(gap.to())));
  }

  /// The first and the last of several runs.
  public static Fact between(Run first, Run last, String label, String value) {
    return Fact.observed(
        label, value, "%s to %s".formatted(first.heading().place(), last.heading().place()));
  }

  /// How often it was told.
  public static Fact times(Occurrences told, String label) {
    return Fact.observed(label, times(told.count()), range(told));
  }

  public static String range(Occurrences told) {
    return told.count() == 1
        ? told.first().place().toString()
        : "%s to %s".formatted(told.first().place(), told.last().place());
  }

  public static String times(long count) {
    return count == 1 ? "once" : count == 2 ? "twice" : Quantities.count(count) + " times";
  }

  public static String count(@Nullable Long figure) {
    return figure == null ? "not said" : Quantities.count(figure);
  }

  public static double seconds(Run run) {
    var seconds = run.elapsedSeconds();
    return seconds == null ? 0 : seconds;
  }

  public static String elapsed(Run run) {
    var seconds = run.elapsedSeconds();
    return seconds == null ? "unknown" : Quantities.seconds(seconds);
  }

  public static String time(Instant time) {
    return TIME.format(time);
  }

  private static Source at(String place) {
    return new Source.At(place, new Source.Unstated());
  }

  private static String at(Optional<Instant> time) {
    return time.map(each -> ", " + time(each)).orElse("");
  }
}
