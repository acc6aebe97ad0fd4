package org.vacuumadvisor.verify;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.vacuumadvisor.diagnosis.Effect;
import org.vacuumadvisor.model.RelationKey;
import org.vacuumadvisor.model.RelationKind;
import org.vacuumadvisor.model.RelationName;
import org.vacuumadvisor.model.history.Command;
import org.vacuumadvisor.model.history.Cpu;
import org.vacuumadvisor.model.history.Heading;
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
import org.vacuumadvisor.verify.PlannedChange.PlannedValue;

/// A server of a few tables, minute by minute: rows end at a rate that goes with the hour of the
/// day and the weekday and with chance, autovacuum comes once a minute to what is past
/// `autovacuum_vacuum_threshold + autovacuum_vacuum_scale_factor × rows`. What is changed, and
/// whether that does anything, is known to who makes it.
final class MadeUpServer {
  private static final DateTimeFormatter STAMP =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSS").withZone(ZoneOffset.UTC);

  static final Instant START = Instant.parse("2026-09-07T00:00:00Z");

  private final Random random;
  private final List<Table> tables = new ArrayList<>();
  private final List<Look> looks = new ArrayList<>();
  private final List<Run> runs = new ArrayList<>();
  private Instant now = START;
  private double load = 1;
  private String option = "0.2";

  private static final class Table {
    private final String name;
    private final long rows;
    private final double perMinute;
    private double factor;
    private double ended;
    private double dead;
    private long vacuums;

    private Table(String name, long rows, double perMinute, double factor) {
      this.name = name;
      this.rows = rows;
      this.perMinute = perMinute;
      this.factor = factor;
    }

    private TableId id(int number) {
      return new TableId(
          new RelationName("shop", "public", name),
          new RelationKey(5, 20_000L + number),
          RelationKind.TABLE);
    }
  }

  /// @param visitsADay how often autovacuum comes to the first table in the mean, before
  MadeUpServer(long seed, int count, double visitsADay) {
    random = new Random(seed);
    for (int number = 0; number < count; number++) {
      long rows = 20_000L + random.nextInt(200_000);
      double factor = 0.2;
      double visits = number == 0 ? visitsADay : 2 + random.nextInt(30);
      tables.add(new Table("t" + number, rows, (50 + factor * rows) * visits / 24 / 60, factor));
    }
  }

  /// What the first table's scale factor is from now on, in fact, and what it is said to be.
  void change(double factor, String said) {
    tables.getFirst().factor = factor;
    option = said;
  }

  /// How much is done from now on, of what was done at first.
  void load(double times) {
    load = times;
  }

  void run(Duration time, Duration betweenLooks) {
    long minutes = time.toMinutes();
    for (long minute = 1; minute <= minutes; minute++) {
      now = now.plusSeconds(60);
      minute();
      if (minute % betweenLooks.toMinutes() == 0) {
        look();
      }
    }
  }

  private void minute() {
    var hour = (now.getEpochSecond() / 3600) % 24;
    var day = (now.getEpochSecond() / 86_400) % 7;
    double pattern =
        (0.3 + 1.4 * Math.pow(Math.sin(Math.PI * hour / 24), 2)) * (day < 2 ? 0.6 : 1.15);
    double common = Math.exp(0.15 * random.nextGaussian());
    for (var table : tables) {
      double ended =
          table.perMinute * load * pattern * common * Math.exp(0.5 * random.nextGaussian());
      table.ended += ended;
      table.dead += ended;
      if (table.dead > 50 + table.factor * table.rows) {
        double removed = table.dead * (0.97 + 0.06 * random.nextDouble());
        runs.add(run(table.name, (long) removed, table.dead / 20_000));
        table.dead = 0;
        table.vacuums++;
      }
    }
  }

  private Run run(String table, long removed, double seconds) {
    return new Run(
        new Heading(
            new Place(new Input(0, "log"), 1),
            new Stamp(STAMP.format(now), "UTC", null),
            Command.VACUUM,
            Mode.LAZY,
            Trigger.AUTOVACUUM,
            new PrintedName("shop", "public", table),
            null,
            Set.of(Trait.COMPLETE)),
        new Outcome(
            1L,
            PageCounts.NONE,
            new TupleCounts(removed, null, 0L, null, null, null, null, null),
            null,
            null,
            null,
            null,
            null,
            null,
            null),
        List.of(),
        Passes.NONE,
        new Usage(null, null, null, null, null, null, new Cpu(0.0, 0.0, seconds), null));
  }

  void look() {
    var seen = new ArrayList<Look.Table>();
    for (int number = 0; number < tables.size(); number++) {
      var table = tables.get(number);
      seen.add(
          new Look.Table(
              table.id(number),
              null,
              number == 0 ? "autovacuum_vacuum_scale_factor=" + option : "",
              table.rows,
              (long) table.ended,
              0L,
              null,
              (long) table.dead,
              table.vacuums,
              0L,
              null,
              null));
    }
    looks.add(new Look(now, "18.6", null, false, null, List.of("autovacuum_naptime=60"), seen));
  }

  Instant now() {
    return now;
  }

  List<Look> looks() {
    return looks;
  }

  List<Run> runs() {
    return runs;
  }

  /// A change of the first table that promises so much of its dead rows.
  PlannedChange planned(String to, double promised) {
    var table = tables.getFirst();
    double today = 50 + 0.2 * table.rows;
    return new PlannedChange(
        1,
        "Set autovacuum_vacuum_scale_factor of t0 to " + to,
        PlannedChange.Target.of(table.id(0)),
        List.of(new PlannedValue("autovacuum_vacuum_scale_factor", "0.2", to)),
        "ALTER TABLE public.t0 SET (autovacuum_vacuum_scale_factor = %s);".formatted(to),
        "ALTER TABLE public.t0 SET (autovacuum_vacuum_scale_factor = 0.2);",
        List.of("threshold-too-high"),
        new Effect.Simulated(
            Effect.Figure.DEAD_ROWS,
            "public.t0",
            new Effect.Band(today, 1.1 * today, 1.2 * today),
            new Effect.Band(promised * today, 1.1 * promised * today, 1.3 * promised * today),
            "",
            ""),
        List.of(),
        now);
  }
}
