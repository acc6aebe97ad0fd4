package org.vacuumadvisor.verify;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.diagnosis.Effect;
import org.vacuumadvisor.model.RelationKey;
import org.vacuumadvisor.report.Words;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.unit.Share;

/// Judges changes by looks at a server before and after, and by the runs that its logs tell of.
public final class Verifier {
  /// What the advisor asks of a change, and the lab calls worth having.
  private static final double WORTH_HAVING = Math.log(0.8);

  /// A tenth more counts as harm in the lab (`docs/experiments/promises.md`).
  private static final double HARM = Math.log(1.1);

  /// A promise of less is no promise that can be told from none.
  private static final double SMALLEST = Math.log(0.9);

  private static final double HARM_BESIDE = Math.log(1.25);

  /// Beyond a third more or less it is another load.
  private static final double MOVED = 4 / 3.0;

  private static final double LESS = 2 / 3.0;

  private static final int POOLED = 10;
  private static final int POINTS = 120;
  private static final double SECONDS_A_DAY = 86_400;

  private final List<PlannedChange> changes;
  private final List<Look> looks;
  private final List<TableRun> runs;
  private final Instant changedAt;
  private final Blocked blocked;
  private final List<Look> before;
  private final List<Look> after;

  /// @param changes all that were planned or found
  /// @param looks the oldest first; those until `changedAt` are before, those from it on after
  /// @param runs vacuums that logs tell of
  /// @param blocked who keeps dead rows at the last look, in words, by the table; empty where
  ///   nobody
  public Verifier(
      List<PlannedChange> changes,
      List<Look> looks,
      List<TableRun> runs,
      Instant changedAt,
      Blocked blocked) {
    this.changes = List.copyOf(changes);
    this.looks = List.copyOf(looks);
    this.runs = List.copyOf(runs);
    this.changedAt = changedAt;
    this.blocked = blocked;
    this.before = looks.stream().filter(each -> !each.at().isAfter(changedAt)).toList();
    this.after = looks.stream().filter(each -> !each.at().isBefore(changedAt)).toList();
  }

  /// Says who keeps dead rows of a table now.
  public interface Blocked {
    /// A sentence; empty where nobody does.
    Optional<String> by(TableId table);
  }

  /// What came of one of the changes.
  Outcome outcome(PlannedChange change) {
    var obstacle = new Obstacles(changes, before, after).any(change);
    if (obstacle.isPresent()) {
      return invalid(change, obstacle.get());
    }
    var figure = figure(change);
    if (figure.isEmpty() || Seen.of(figure.get()).isEmpty()) {
      return plain(
          change,
          Verdict.UNDECIDED,
          "No figure shows from outside what it changes before the day it is for.");
    }
    var tables = tables(change);
    if (tables.isEmpty()) {
      return plain(
          change, Verdict.UNDECIDED, "The table was not seen, or nothing was written to it.");
    }
    var sides = tables.stream().map(this::sides).toList();
    var whole = new Case(change, figure.get(), tables, sides);
    for (int at = 0; at < tables.size(); at++) {
      var table = tables.get(at);
      var why = sides.get(at).obstacle().or(() -> blocked(table));
      if (why.isPresent()) {
        return invalid(change, why.get());
      }
    }
    return whole.judged();
  }

  private Optional<String> blocked(TableId table) {
    return blocked.by(table).map("Cleanup is blocked: %s."::formatted);
  }

  private Sides sides(TableId table) {
    return Sides.of(table.key(), table.relationName(), before, after, runs, changedAt);
  }

  private static Outcome invalid(PlannedChange change, String reason) {
    return plain(change, Verdict.INVALID, reason);
  }

  private static Outcome plain(PlannedChange change, Verdict verdict, String reason) {
    return new Outcome(
        change, verdict, reason, null, null, null, null, null, null, List.of(), null, List.of());
  }

  /// What the change is about: what was promised, or else what its settings turn.
  private static Optional<Effect.Figure> figure(PlannedChange change) {
    if (change.promise() != null) {
      return Optional.of(change.promise().figure());
    }
    return change.values().isEmpty()
        ? Optional.of(Effect.Figure.DEAD_ROWS)
        : change.values().stream()
            .flatMap(each -> figure(each.name()).stream())
            .min(Comparator.naturalOrder());
  }

  private static Optional<Effect.Figure> figure(String setting) {
    if (setting.contains("analyze")) {
      return Optional.of(Effect.Figure.CHANGED_ROWS);
    }
    if (setting.contains("insert")) {
      return Optional.of(Effect.Figure.INSERTED_ROWS);
    }
    if (setting.equals("fillfactor")) {
      return Optional.of(Effect.Figure.MOVED_UPDATES);
    }
    if (setting.contains("work_mem")) {
      return Optional.of(Effect.Figure.INDEX_PASSES);
    }
    return setting.contains("freeze") || setting.contains("failsafe") || setting.contains("log")
        ? Optional.empty()
        : Optional.of(Effect.Figure.DEAD_ROWS);
  }

  /// Whose figure is looked at: the table of the change or of its promise, or else those that most
  /// is written to.
  private List<TableId> tables(PlannedChange change) {
    var own = change.target().table();
    var last = looks.getLast();
    if (own != null) {
      return last.table(own.key()).isPresent() ? List.of(own) : List.of();
    }
    var promised =
        Optional.ofNullable(change.promise()).map(Promise::of).stream()
            .flatMap(name ->
                last.tables().stream()
                    .map(each -> each.id())
                    .filter(each -> each.relationName().sql().equals(name)))
            .limit(1)
            .toList();
    return promised.isEmpty() ? busiest(Set.of()).limit(POOLED).toList() : promised;
  }

  /// Tables without these, those that most rows end in first.
  private Stream<TableId> busiest(Set<RelationKey> without) {
    var first = looks.getFirst();
    return looks
        .getLast()
        .busiest()
        .map(TableLook::id)
        .filter(each -> !without.contains(each.key()) && first.table(each.key()).isPresent());
  }

  /// Tables that no change is about; none where one is about the server.
  private List<TableId> untouched() {
    if (changes.stream().anyMatch(each -> each.target().isServer())) {
      return List.of();
    }
    var touched = new HashSet<RelationKey>();
    changes.forEach(each -> {
      var table = each.target().table();
      if (table != null) {
        touched.add(table.key());
      }
    });
    return busiest(touched).toList();
  }

  /// One change that can be judged.
  private final class Case {
    private final PlannedChange change;
    private final Effect.Figure figure;
    private final List<TableId> tables;
    private final List<Sides> sides;
    private final List<String> notes = new ArrayList<>();

    Case(PlannedChange change, Effect.Figure figure, List<TableId> tables, List<Sides> sides) {
      this.change = change;
      this.figure = figure;
      this.tables = tables;
      this.sides = sides;
    }

    Outcome judged() {
      var load = sides.getFirst().load();
      if (load.isEmpty()) {
        notes.add("How the load was before is not known.");
      } else if (load.getAsDouble() > MOVED || load.getAsDouble() < LESS) {
        return invalid(
            change,
            "The load moved by more than a third: %s × as many rows are written to %s as before."
                .formatted(
                    Estimate.times(load.getAsDouble()), tables.getFirst().relationName().sql()));
      }
      var ways = sides.stream().flatMap(each -> each.estimate(Seen.of(figure)).stream()).toList();
      if (ways.isEmpty()) {
        return outcome(
            Verdict.UNDECIDED,
            "Too little was seen on one of the sides: look again, or bring a log of both.",
            null,
            null);
      }
      var first = ways.getFirst();
      var controls =
          untouched().stream()
              .flatMap(each -> sides(each).estimate(List.of(first.seen())).stream())
              .filter(each -> each.seen() == first.seen())
              .map(Sides.Way::estimate)
              .toList();
      var measured =
          Estimate.pooled(ways.stream().map(Sides.Way::estimate).toList())
              .orElseThrow()
              .against(controls);
      if (ways.size() > 1) {
        notes.add(
            "The change is the mean of %s; the figures are those of the first."
                .formatted(Quantities.counted(ways.size(), "table")));
      }
      return guarded(measured).orElseGet(() -> verdict(measured, first));
    }

    private Outcome verdict(Estimate measured, Sides.Way way) {
      double promised = promised();
      double half = promised / 2;
      if (measured.least() > HARM) {
        return outcome(Verdict.WORSE, "The figure rose, by more than chance does.", measured, way);
      }
      boolean isEarly = looks.getLast().at().isBefore(change.judgeAfter());
      if (!isEarly && measured.most() < half) {
        return outcome(
            Verdict.KEPT,
            change.promise() == null
                ? "The figure fell by what is worth having."
                : measured.least() > promised
                    ? "The figure fell, by less than was promised."
                    : "The figure fell as was promised.",
            measured,
            way);
      }
      if (!isEarly && measured.least() > half && measured.most() < -WORTH_HAVING) {
        return outcome(Verdict.NO_EFFECT, "The figure is what it was.", measured, way);
      }
      return outcome(
          Verdict.UNDECIDED,
          isEarly
              ? "It is too early: no verdict is just before %s."
                  .formatted(Words.moment(change.judgeAfter()))
              : "What was seen so far can be chance.",
          measured,
          way);
    }

    /// What the figure is to become, as a logarithm; without a promise what is worth having.
    private double promised() {
      var promise = change.promise();
      double wanted =
          promise == null ? 0 : Math.log(promise.after().likely() / promise.today().likely());
      return Double.isFinite(wanted) && wanted < SMALLEST ? wanted : 2 * WORTH_HAVING;
    }

    /// What must not happen beside the figure.
    private Optional<Outcome> guarded(Estimate measured) {
      var side = sides.getFirst();
      if (figure != Effect.Figure.DEAD_ROWS && figure != Effect.Figure.WAIT) {
        var dead = side.estimate(Seen.of(Effect.Figure.DEAD_ROWS));
        if (dead.isPresent() && dead.get().estimate().least() > HARM_BESIDE) {
          return Optional.of(
              outcome(
                  Verdict.WORSE,
                  "More dead rows than before: %s × as many."
                      .formatted(Estimate.times(Math.exp(dead.get().estimate().change()))),
                  measured,
                  dead.get()));
        }
      }
      for (var guard : change.guards()) {
        var why =
            switch (guard.figure()) {
              case BUSY_WORKERS -> busy(guard);
              case TABLE_SIZE -> size(guard);
              case REPLICA_LAG_SECONDS, CANCELLED_VACUUMS -> Optional.<String>empty();
            };
        if (why.isPresent()) {
          return Optional.of(outcome(Verdict.WORSE, why.get(), measured, null));
        }
      }
      return Optional.empty();
    }

    private Optional<String> busy(PlannedGuard guard) {
      double then = busyShare(before);
      double now = busyShare(after);
      return now > guard.limit() && then <= guard.limit()
          ? Optional.of(
              "Workers are busy %s of their time, %s before; more than %s is too much."
                  .formatted(new Share(now), new Share(then), new Share(guard.limit())))
          : Optional.empty();
    }

    /// The size in relation to the rows alive, at the last look and at the change.
    private Optional<String> size(PlannedGuard guard) {
      if (figure == Effect.Figure.MOVED_UPDATES || sides.getFirst().after().isEmpty()) {
        return Optional.empty();
      }
      double grown = grown(tables.getFirst());
      var others =
          untouched().stream().mapToDouble(this::grown).filter(Double::isFinite).sorted().toArray();
      double usual = others.length == 0 ? 1 : Math.max(1, others[others.length / 2]);
      return grown / usual > guard.limit()
          ? Optional.of(
              "The table grew to %s × its size by the row.".formatted(Estimate.times(grown)))
          : Optional.empty();
    }

    private double grown(TableId table) {
      var of = after.stream().flatMap(each -> each.table(table.key()).stream()).toList();
      if (of.size() < 2) {
        return Double.NaN;
      }
      return perRow(of.getLast()) / perRow(of.getFirst());
    }

    private static double perRow(TableLook look) {
      var bytes = look.bytes();
      var live = look.live();
      return bytes == null || live == null || live == 0 ? Double.NaN : (double) bytes / live;
    }

    private Outcome outcome(
        Verdict verdict, String reason, @Nullable Estimate measured, Sides.@Nullable Way way) {
      var more =
          verdict == Verdict.UNDECIDED
                  && measured != null
                  && !looks.getLast().at().isBefore(change.judgeAfter())
              ? more(measured)
              : Optional.<Double>empty();
      boolean isReverted = verdict == Verdict.WORSE || verdict == Verdict.NO_EFFECT;
      return new Outcome(
          change,
          verdict,
          reason,
          tables.getFirst().relationName().sql(),
          way == null ? null : way.seen().inWords(),
          measured,
          change.promise() == null ? null : (Double) Math.exp(promised()),
          more.map(each -> Math.round(Math.ceil(each))).orElse(null),
          more.map(each -> each / Objects.requireNonNull(measured).seen() * days()).orElse(null),
          notes,
          isReverted ? revert() : null,
          way == null ? List.of() : points(way));
    }

    private String revert() {
      return change.undo() == null
          ? Revert.of(change.target(), change.values())
          : String.valueOf(change.undo());
    }

    /// How much more it takes until the doubt is less than the way to the nearest verdict.
    private Optional<Double> more(Estimate measured) {
      double half = promised() / 2;
      double way =
          Math.max(
              Stream.of(half - measured.change(), measured.change() - half)
                  .mapToDouble(each -> each)
                  .max()
                  .orElse(0),
              Math.log(1.02));
      double factor = Math.pow(2 * measured.doubt() / way, 2);
      return factor > 1 ? Optional.of(measured.seen() * (factor - 1)) : Optional.of(1.0);
    }

    private double days() {
      var after = sides.getFirst().after();
      var runs = sides.getFirst().runsAfter();
      var begin = after.isEmpty() ? changedAt : after.getFirst().before().at();
      var end =
          after.isEmpty() ? runs.isEmpty() ? begin : runs.getLast().at() : after.getLast().to();
      return Math.max(1, (double) Duration.between(begin, end).toSeconds()) / SECONDS_A_DAY;
    }

    private List<Outcome.Point> points(Sides.Way way) {
      return Stream.concat(
              thinned(way.before()).map(each -> point(each, false)),
              thinned(way.after()).map(each -> point(each, true)))
          .toList();
    }

    private static Stream<Block> thinned(List<Block> blocks) {
      int step = Math.max(1, Math.ceilDiv(blocks.size(), POINTS / 2));
      return Stream.iterate(0, at -> at < blocks.size(), at -> at + step)
          .map(at -> blocks.subList(at, Math.min(at + step, blocks.size())))
          .map(part ->
              new Block(
                  part.getLast().at(),
                  part.stream().mapToDouble(Block::over).sum(),
                  part.stream().mapToDouble(Block::under).sum()))
          .filter(each -> each.under() > 0);
    }

    private static Outcome.Point point(Block block, boolean isAfter) {
      return new Outcome.Point(block.at(), block.over() / block.under(), isAfter);
    }
  }

  /// The part of all workers' time that was work; `NaN` where that is not counted.
  private static double busyShare(List<Look> side) {
    if (side.size() < 2) {
      return Double.NaN;
    }
    var first = side.getFirst();
    var last = side.getLast();
    var then = first.vacuumSeconds();
    var now = last.vacuumSeconds();
    var workers = last.workers();
    double seconds = (double) Duration.between(first.at(), last.at()).toSeconds();
    return then == null || now == null || workers == null || seconds <= 0
        ? Double.NaN
        : (now - then) / seconds / workers;
  }
}
