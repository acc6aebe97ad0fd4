package org.vacuumadvisor.forecast;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.IntToDoubleFunction;
import org.vacuumadvisor.model.history.Command;
import org.vacuumadvisor.model.history.Cpu;
import org.vacuumadvisor.model.history.Heading;
import org.vacuumadvisor.model.history.Historian;
import org.vacuumadvisor.model.history.History;
import org.vacuumadvisor.model.history.Input;
import org.vacuumadvisor.model.history.Mode;
import org.vacuumadvisor.model.history.Outcome;
import org.vacuumadvisor.model.history.PageCounts;
import org.vacuumadvisor.model.history.Passes;
import org.vacuumadvisor.model.history.Place;
import org.vacuumadvisor.model.history.PrintedName;
import org.vacuumadvisor.model.history.Run;
import org.vacuumadvisor.model.history.Stamp;
import org.vacuumadvisor.model.history.Trait;
import org.vacuumadvisor.model.history.Trigger;
import org.vacuumadvisor.model.history.TupleCounts;
import org.vacuumadvisor.model.history.Usage;

/// What PostgreSQL 16 logs of a table of 10,000 rows whose rows die, and whose transactions come,
/// at rates that are known: each minute autovacuum looks whether more than 50 + 0.2 × 10,000 are
/// dead.
///
/// @param rowsASecond of an hour whose factor is 1
/// @param idsASecond likewise
/// @param factor of an hour of the week, from Monday 0 o'clock UTC
public record KnownLoad(double rowsASecond, double idsASecond, IntToDoubleFunction factor) {
  /// A Monday.
  public static final Instant MONDAY = Instant.parse("2026-10-05T00:00:00Z");

  public static final long FIRST_ID = 1_000;
  private static final long ROWS = 10_000;
  private static final double THRESHOLD = 50 + 0.2 * ROWS;
  private static final DateTimeFormatter STAMP =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSS").withZone(ZoneOffset.UTC);

  /// Ten times the load from 8 to 20 o'clock.
  public static double byDay(int hour) {
    return hour % 24 >= 8 && hour % 24 < 20 ? 10 : 1;
  }

  /// The same from Monday to Friday, and quiet weekends.
  public static double byWeekday(int hour) {
    return hour < 120 ? byDay(hour) : 1;
  }

  /// Its vacuums in that time.
  public List<Run> runs(Duration length) {
    var runs = new ArrayList<Run>();
    double dead = 0;
    double ids = FIRST_ID;
    for (long minute = 1; minute <= length.toMinutes(); minute++) {
      double now = factor.applyAsDouble((int) ((minute - 1) / 60 % 168));
      dead += 60 * rowsASecond * now;
      ids += 60 * idsASecond * now;
      if (dead > THRESHOLD) {
        runs.add(run(MONDAY.plusSeconds(60 * minute), Math.round(dead), Math.round(ids)));
        dead = 0;
      }
    }
    return runs;
  }

  public History history(Duration length) {
    var historian = new Historian(0);
    runs(length).forEach(historian::run);
    return historian.history();
  }

  private static Run run(Instant at, long removed, long nextId) {
    return new Run(
        new Heading(
            new Place(new Input(0, "log"), 1),
            new Stamp(STAMP.format(at.plusMillis(100)), "UTC", null),
            Command.VACUUM,
            Mode.LAZY,
            Trigger.AUTOVACUUM,
            new PrintedName("shop", "public", "orders"),
            null,
            Set.of(Trait.COMPLETE)),
        new Outcome(
            1L,
            new PageCounts(0L, 150L, null, 150L, 100.0, null, null, null, null),
            new TupleCounts(removed, ROWS, 0L, null, null, null, null, null),
            null,
            new Outcome.Cutoff(nextId - 5, 5),
            null,
            null,
            null,
            null,
            null),
        List.of(),
        Passes.NONE,
        new Usage(
            null,
            null,
            null,
            new Usage.Buffers(450, 0, 150),
            null,
            null,
            new Cpu(0.01, 0.0, 0.1),
            null));
  }
}
