package org.vacuumadvisor.verify;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.diagnosis.Effect;
import org.vacuumadvisor.report.Words;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.unit.Share;
import org.vacuumadvisor.verify.Outcome.Verdict;

/// One change that can be judged: its figure is measured, what is guarded is looked at, and the
/// verdict is what is beyond chance.
///
/// @param sides of the tables whose figure it is, one at least
/// @param untouched tables that no change is about
/// @param notes takes what else is to be known
record Case(
    PlannedChange change,
    Effect.Figure figure,
    List<Sides> sides,
    Split seen,
    List<TableId> untouched,
    List<String> notes) {
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

  private static final int POINTS = 60;

  private boolean isEarly() {
    return seen.last().at().isBefore(change.judgeAfter());
  }

  private String early() {
    return "It is too early: no verdict is just before %s."
        .formatted(Words.moment(change.judgeAfter()));
  }

  Outcome judged() {
    var load = sides.getFirst().load();
    if (load.isEmpty()) {
      notes.add("How the load was before is not known.");
    } else if (load.getAsDouble() > MOVED || load.getAsDouble() < LESS) {
      return Outcome.of(
          change,
          Verdict.INVALID,
          "The load moved by more than a third: %s × as many rows are written to %s as before."
              .formatted(Estimate.times(load.getAsDouble()), sides.getFirst().table().sql()));
    }
    var ways = sides.stream().flatMap(each -> each.estimate(Seen.of(figure)).stream()).toList();
    if (ways.isEmpty()) {
      return outcome(
          Verdict.UNDECIDED,
          isEarly()
              ? early()
              : "Too little was seen on one of the sides: look again, or bring a log of both.",
          null,
          null);
    }
    if (ways.size() > 1) {
      notes.add(
          "The change is the mean of %s; the figures are those of the first."
              .formatted(Quantities.counted(ways.size(), "table")));
    }
    var first = ways.getFirst();
    var controls =
        untouched.stream()
            .flatMap(each -> seen.sides(each).estimate(List.of(first.seen())).stream())
            .map(Sides.Way::estimate)
            .toList();
    var measured =
        Estimate.pooled(ways.stream().map(Sides.Way::estimate).toList()).against(controls);
    return harm(measured)
        .map(why -> outcome(Verdict.WORSE, why, measured, null))
        .orElseGet(() -> verdict(measured, first));
  }

  private Outcome verdict(Estimate measured, Sides.Way way) {
    double promised = promised();
    double half = promised / 2;
    if (measured.least() > HARM) {
      return outcome(Verdict.WORSE, "The figure rose, by more than chance does.", measured, way);
    }
    if (isEarly()) {
      return outcome(Verdict.UNDECIDED, early(), measured, way);
    }
    if (measured.most() < half) {
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
    return measured.least() > half && measured.most() < -WORTH_HAVING
        ? outcome(Verdict.NO_EFFECT, "The figure is what it was.", measured, way)
        : outcome(Verdict.UNDECIDED, "What was seen so far can be chance.", measured, way);
  }

  /// What the figure is to become, as a logarithm; without a promise what is worth having.
  private double promised() {
    var promise = change.promise();
    double wanted =
        promise == null ? 0 : Math.log(promise.after().likely() / promise.today().likely());
    return Double.isFinite(wanted) && wanted < SMALLEST ? wanted : 2 * WORTH_HAVING;
  }

  /// What must not happen beside the figure, and did.
  private Optional<String> harm(Estimate measured) {
    return Stream.concat(
            deadRows().stream(),
            change.guards().stream()
                .flatMap(guard ->
                    switch (guard.figure()) {
                      case BUSY_WORKERS -> busy(guard.limit()).stream();
                      case TABLE_SIZE -> size(guard.limit(), measured).stream();
                      case REPLICA_LAG_SECONDS, CANCELLED_VACUUMS -> Stream.empty(); // of apply
                    }))
        .findFirst();
  }

  private Optional<String> deadRows() {
    return figure == Effect.Figure.DEAD_ROWS || figure == Effect.Figure.WAIT
        ? Optional.empty()
        : sides
            .getFirst()
            .estimate(Seen.of(Effect.Figure.DEAD_ROWS))
            .map(Sides.Way::estimate)
            .filter(dead -> dead.least() > HARM_BESIDE)
            .map(dead ->
                "More dead rows than before: %s × as many."
                    .formatted(Estimate.times(Math.exp(dead.change()))));
  }

  private Optional<String> busy(double limit) {
    double then = Split.busyShare(seen.before());
    double now = Split.busyShare(seen.since());
    return now > limit && then <= limit
        ? Optional.of(
            "Workers are busy %s of their time, %s before; more than %s is too much."
                .formatted(new Share(now), new Share(then), new Share(limit)))
        : Optional.empty();
  }

  /// The size in relation to the rows alive, at the last look and at the change. A table that was
  /// young then grows by itself, and fewer dead rows make none grow.
  private Optional<String> size(double limit, Estimate measured) {
    boolean isOther =
        figure == Effect.Figure.MOVED_UPDATES
            || (figure == Effect.Figure.DEAD_ROWS && measured.change() < WORTH_HAVING);
    if (isOther || sides.getFirst().after().isEmpty()) {
      return Optional.empty();
    }
    double grown = seen.grown(sides.getFirst().table());
    var others =
        untouched.stream().mapToDouble(seen::grown).filter(Double::isFinite).sorted().toArray();
    double usual = others.length == 0 ? 1 : Math.max(1, others[others.length / 2]);
    return grown / usual > limit
        ? Optional.of(
            "The table grew to %s × its size by the row.".formatted(Estimate.times(grown)))
        : Optional.empty();
  }

  private Outcome outcome(
      Verdict verdict, String reason, @Nullable Estimate measured, Sides.@Nullable Way way) {
    boolean isReverted = verdict == Verdict.WORSE || verdict == Verdict.NO_EFFECT;
    boolean isOpen = verdict == Verdict.UNDECIDED && !isEarly();
    return new Outcome(
        change,
        verdict,
        reason,
        sides.getFirst().table().sql(),
        way == null ? null : way.seen().inWords(),
        measured,
        change.promise() == null ? null : (Double) Math.exp(promised()),
        !isOpen || measured == null
            ? null
            : (Double) (measured.more(promised() / 2) * seen.daysAfter()),
        notes,
        isReverted ? change.undo() : null,
        way == null
            ? List.of()
            : Stream.concat(points(way.before(), false), points(way.after(), true)).toList());
  }

  /// Not more of them than a picture can show.
  private static Stream<Outcome.Point> points(List<Seen.Block> blocks, boolean isAfter) {
    int step = Math.max(1, Math.ceilDiv(blocks.size(), POINTS));
    return Stream.iterate(0, at -> at < blocks.size(), at -> at + step)
        .map(at -> blocks.subList(at, Math.min(at + step, blocks.size())))
        .filter(part -> Estimate.sum(part, Seen.Block::under) > 0)
        .map(part ->
            new Outcome.Point(
                part.getLast().at(),
                Estimate.sum(part, Seen.Block::over) / Estimate.sum(part, Seen.Block::under),
                isAfter));
  }
}
