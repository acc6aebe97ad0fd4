package org.vacuumadvisor.gui.chart;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleFunction;
import java.util.regex.Pattern;
import org.vacuumadvisor.report.Measure;
import org.vacuumadvisor.unit.Quantities;

/// A scale from zero on, with marks at round values.
///
/// @param full the value at its end
public record Axis(double full, List<Tick> ticks) {
  private static final long MINUTE = 60_000;
  private static final long DAY = 86_400_000;
  private static final DateTimeFormatter DATE = form("yyyy-MM-dd");
  private static final DateTimeFormatter TIME = form("HH:mm");
  private static final DateTimeFormatter SECONDS = form("HH:mm:ss");

  private static DateTimeFormatter form(String pattern) {
    return DateTimeFormatter.ofPattern(pattern, Locale.ROOT).withZone(ZoneOffset.UTC);
  }

  private static final double THOUSAND = 1000;
  private static final double KILO = 1024;
  private static final double[] ROUND = {1, 2, 5, 10, 20, 50, 100, 200, 500};

  /// Seconds that people count in: up to minutes, hours, days, months and years.
  private static final double[] TIMES =
      Pattern.compile(" ")
          .splitAsStream(
              "1 2 5 10 15 30 60 120 300 600 900 1800 3600 7200 10800 21600 43200 86400 172800"
                  + " 432000 604800 1209600 2592000 5184000 7776000 15552000 31557600")
          .mapToDouble(Double::parseDouble)
          .toArray();

  public Axis {
    ticks = List.copyOf(ticks);
  }

  /// A mark.
  public record Tick(double value, String text) {}

  /// For values up to at least `most`, in about as many steps.
  public static Axis of(Measure measure, double most, int steps) {
    double base =
        switch (measure) {
          case BYTES, BYTES_A_SECOND -> KILO;
          case SECONDS -> 0;
          default -> THOUSAND;
        };
    double wanted = most >= 1 && (measure == Measure.ROWS || measure == Measure.WORKERS) ? 1 : 0;
    double step = base == 0 ? timeStep(most / steps) : step(Math.max(wanted, most / steps), base);
    double full = most > 0 ? Math.ceil(most / step - 1e-9) * step : 1;
    return new Axis(full, most > 0 ? ticks(step, full, measure::text) : List.of(zero()));
  }

  /// From now to the end of a time.
  public static Axis of(Duration span, int steps) {
    double full = (double) span.toMillis() / 1000;
    return full > 0
        ? new Axis(full, ticks(timeStep(full / steps), full, Quantities::seconds))
        : new Axis(1, List.of(zero()));
  }

  /// From a moment on, marked by the time of day in UTC.
  public static Axis from(Instant begin, Duration span, int steps) {
    long from = begin.toEpochMilli();
    long to = from + Math.max(1, span.toMillis());
    return new Axis(
        (double) (to - from) / 1000,
        moments(from, to, steps).stream()
            .map(each -> new Tick((each.value() - from) / 1000, each.text()))
            .toList());
  }

  /// `10:32:10 UTC`.
  static String time(Instant moment) {
    return SECONDS.format(moment) + " UTC";
  }

  /// Round moments of a time between two others, in UTC, about so many.
  ///
  /// @param from milliseconds since 1970, likewise `to`; the value of a tick is one of them
  public static List<Tick> moments(long from, long to, int steps) {
    long step = 1000 * Math.max(1, Math.round(timeStep((to - from) / 1000.0 / steps)));
    var ticks = new ArrayList<Tick>();
    for (long at = Math.ceilDiv(from, step) * step; at <= to; at += step) {
      boolean isMidnight = at % DAY == 0;
      var form = isMidnight ? DATE : step % MINUTE == 0 ? TIME : SECONDS;
      ticks.add(new Tick((double) at, form.format(Instant.ofEpochMilli(at))));
    }
    return ticks;
  }

  /// How far along the scale a value is, from 0 to 1.
  public double at(double value) {
    return Math.clamp(value / full, 0, 1);
  }

  private static Tick zero() {
    return new Tick(0, "0");
  }

  private static double step(double wanted, double base) {
    double unit = Math.pow(base, Math.floor(Math.log(wanted) / Math.log(base) + 1e-9));
    for (double round : ROUND) {
      if (round * unit >= wanted * (1 - 1e-9)) {
        return round * unit;
      }
    }
    return unit * base;
  }

  private static double timeStep(double wanted) {
    if (wanted < TIMES[0]) {
      return step(wanted, THOUSAND);
    }
    for (double time : TIMES) {
      if (time >= wanted) {
        return time;
      }
    }
    double year = TIMES[TIMES.length - 1];
    return year * step(wanted / year, THOUSAND);
  }

  private static List<Tick> ticks(double step, double full, DoubleFunction<String> text) {
    var ticks = new ArrayList<Tick>();
    ticks.add(zero());
    for (int each = 1; each * step <= full * (1 + 1e-9); each++) {
      ticks.add(new Tick(each * step, text.apply(each * step)));
    }
    return ticks;
  }
}
