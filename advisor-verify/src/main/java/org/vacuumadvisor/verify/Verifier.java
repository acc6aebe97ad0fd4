package org.vacuumadvisor.verify;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.diagnosis.Effect;
import org.vacuumadvisor.model.history.Run;
import org.vacuumadvisor.postgres.SettingValue;
import org.vacuumadvisor.report.Words;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.verify.Outcome.Verdict;
import org.vacuumadvisor.verify.PlannedChange.PlannedValue;
import org.vacuumadvisor.verify.PlannedChange.Target;
import org.vacuumadvisor.verify.Sides.Split;

/// Judges one change by looks at a server before and after, and by the vacuums that its logs tell
/// of: if the two can be compared its figure is measured, what is guarded is looked at, and the
/// verdict is what is beyond chance.
final class Verifier {
  /// So many tables tell what a change of the server did.
  private static final int POOLED = 10;

  /// What the advisor asks of a change, and the lab calls worth having.
  private static final double WORTH_HAVING = Math.log(0.8);

  /// A tenth more counts as harm in the lab (`docs/experiments/promises.md`).
  private static final double HARM = Math.log(1.1);

  /// A promise of less is no promise that can be told from none.
  private static final double SMALLEST = Math.log(0.9);

  private static final double HARM_BESIDE = Math.log(1.25);

  /// Beyond a third more or less it is another load.
  private static final double MOVED = 1 / 3.0;

  private final PlannedChange change;
  private final Changes changes;
  private final Split seen;
  private final Function<TableId, Optional<String>> blocked;
  private final List<Sides> sides;
  private final List<String> notes = new ArrayList<>();

  /// @param changes all that were planned or found, and when
  /// @param looks the oldest first
  /// @param runs vacuums that logs tell of
  /// @param blocked who keeps dead rows of a table at the last look: a sentence; empty where nobody
  Verifier(
      PlannedChange change,
      Changes changes,
      List<Look> looks,
      List<Run> runs,
      Function<TableId, Optional<String>> blocked) {
    this.change = change;
    this.changes = changes;
    this.seen = new Split(looks, runs, changes.madeAt(change));
    this.blocked = blocked;
    this.sides = tables().map(each -> Sides.of(each, seen)).toList();
  }

  /// What came of the change.
  Outcome outcome() {
    return invalid(otherServer())
        .or(() -> change.values().stream().flatMap(each -> notMade(each).stream()).findFirst())
        .or(() -> invalid(otherHand()))
        .or(() -> figure().map(this::judged))
        .orElseGet(() ->
            outcome(
                Verdict.UNDECIDED,
                "No figure shows from outside what it changes before the day it is for.",
                null));
  }

  private Optional<Outcome> invalid(Optional<String> why) {
    return why.map(each -> outcome(Verdict.INVALID, each, null));
  }

  /// What the change is about: what was promised, or else what its settings turn.
  private Optional<Effect.Figure> figure() {
    if (change.promise() != null) {
      return Optional.of(change.promise().figure());
    }
    return change.values().isEmpty()
        ? Optional.of(Effect.Figure.DEAD_ROWS)
        : change.values().stream()
            .flatMap(each -> Verifier.figure(each.name()).stream())
            .min(Comparator.naturalOrder());
  }

  private static Optional<Effect.Figure> figure(String setting) {
    return Stream.of("freeze", "failsafe", "log").anyMatch(setting::contains)
        ? Optional.empty()
        : Optional.of(
            setting.contains("analyze")
                ? Effect.Figure.CHANGED_ROWS
                : setting.contains("insert")
                    ? Effect.Figure.INSERTED_ROWS
                    : setting.equals("fillfactor")
                        ? Effect.Figure.MOVED_UPDATES
                        : setting.contains("work_mem")
                            ? Effect.Figure.INDEX_PASSES
                            : Effect.Figure.DEAD_ROWS);
  }

  /// Whose figure is looked at: the table of the change or of its promise, or else those that most
  /// is written to.
  private Stream<TableId> tables() {
    var own = change.target().table();
    if (own != null) {
      return Stream.of(own).filter(each -> seen.looks().getLast().table(each.key()).isPresent());
    }
    var promise = change.promise();
    return seen.looks().getLast().tables().stream()
        .map(Look.Table::id)
        .filter(each -> promise != null && each.sql().equals(promise.table()))
        .findFirst()
        .map(Stream::of)
        .orElseGet(() -> seen.busiest(Set.of()).limit(POOLED));
  }

  /// Tables that no change is about; none where one is about the server.
  private List<TableId> untouched() {
    if (changes.all().stream().anyMatch(each -> each.target().isServer())) {
      return List.of();
    }
    var touched =
        changes.all().stream()
            .flatMap(each -> Stream.ofNullable(each.target().table()))
            .map(TableId::key)
            .collect(Collectors.toSet());
    return seen.busiest(touched).toList();
  }

  /// An upgrade, a failover, or a crash, by the last look before that is not of an archive, if any.
  private Optional<String> otherServer() {
    var before = seen.before();
    if (before.isEmpty() || seen.after().isEmpty()) {
      return Optional.empty();
    }
    var own = before.stream().filter(each -> !each.settings().isEmpty());
    var then = own.reduce((_, last) -> last).orElse(before.getLast());
    var now = seen.looks().getLast();
    if (isOther(then.version(), now.version())) {
      return Optional.of(
          "The server was upgraded in between, from %s to %s."
              .formatted(then.version(), now.version()));
    }
    return then.standby() != now.standby() || isOther(then.address(), now.address())
        ? Optional.of("Another server answers since a failover: its counters are its own.")
        : Optional.ofNullable(now.countingSince())
            .filter(since -> isOther(then.countingSince(), since))
            .map(since ->
                "The server counts since %s now: a crash, a failover or a reset began its statistics anew."
                    .formatted(Words.moment(since)));
  }

  private static boolean isOther(@Nullable Object then, @Nullable Object now) {
    return then != null && now != null && !then.equals(now);
  }

  /// What the last look that shows values has is not what was to be set. What a RESET of a setting
  /// brings is not known before.
  private Optional<Outcome> notMade(PlannedValue value) {
    var target = change.target();
    var shown = Look.inEffect(seen.after(), target);
    if (shown.isEmpty()
        || (target.isServer() && (value.to() == null || !shown.get().containsKey(value.name())))) {
      return Optional.empty();
    }
    var now = shown.get().get(value.name());
    if (SettingValue.isSame(value.to(), now, value.unit())) {
      return Optional.empty();
    }
    boolean isOld = SettingValue.isSame(value.then(), now, value.unit());
    return Optional.of(
        outcome(
            isOld ? Verdict.NOT_MADE : Verdict.INVALID,
            (isOld
                    ? "It was not made, or taken back since: %s is %s."
                    : "Another hand changed %s: it is %s now.")
                .formatted(value.name(), now == null ? "not set" : now),
            null));
  }

  /// A setting of vacuum, or an option of the table, that is other than before and was not planned.
  private Optional<String> otherHand() {
    return Stream.of(Target.SERVER, change.target())
        .distinct()
        .flatMap(target ->
            Look.changed(seen.before(), seen.after(), target).stream()
                .map(PlannedValue::name)
                .filter(
                    name -> changes.all().stream().noneMatch(it -> it.isOf(target.table(), name))))
        .reduce((first, next) -> first + ", " + next)
        .map("Another hand changed %s in the same time."::formatted);
  }

  private Optional<String> early() {
    var due = changes.due(change);
    return seen.looks().getLast().at().isBefore(due)
        ? Optional.of("It is too early: no verdict is just before %s.".formatted(Words.moment(due)))
        : Optional.empty();
  }

  private Outcome judged(Effect.Figure figure) {
    if (sides.isEmpty()) {
      return outcome(
          Verdict.UNDECIDED, "The table was not seen, or nothing was written to it.", null);
    }
    var obstacle =
        sides.stream()
            .flatMap(each -> each.obstacle().or(() -> blocked.apply(each.table())).stream())
            .findFirst()
            .or(this::otherLoad);
    return invalid(obstacle).orElseGet(() -> measured(figure));
  }

  private Optional<String> otherLoad() {
    var load = sides.getFirst().load();
    if (load.isEmpty()) {
      notes.add("How the load was before is not known.");
    }
    return load.stream()
        .filter(times -> Math.abs(times - 1) > MOVED)
        .mapToObj(times ->
            "The load moved by more than a third: %s × as many rows are written to %s as before."
                .formatted(Estimate.times(times), sides.getFirst().table().sql()))
        .findFirst();
  }

  private Outcome measured(Effect.Figure figure) {
    var ways = sides.stream().flatMap(each -> each.estimate(Seen.of(figure)).stream()).toList();
    if (ways.isEmpty()) {
      return outcome(
          Verdict.UNDECIDED,
          early()
              .orElse(
                  "Too little was seen on one of the sides: look again, or bring a log of both."),
          null);
    }
    if (ways.size() > 1) {
      notes.add(
          "The change is the mean of %s; the figures are those of the first."
              .formatted(Quantities.counted(ways.size(), "table")));
    }
    var first = ways.getFirst();
    if (first.isSinceReset()) {
      notes.add("Before is all since the statistics began, whatever was in force meanwhile.");
    }
    if (first.isUnvisitedBefore()) {
      notes.add("No vacuum came before: the figure then is the least that it can be.");
    }
    var controls =
        untouched().stream()
            .flatMap(each -> Sides.of(each, seen).estimate(first.seen()).stream())
            .map(Sides.Way::estimate)
            .toList();
    var way =
        first.with(
            Estimate.pooled(ways.stream().map(Sides.Way::estimate).toList()).against(controls));
    return harm(figure).map(why -> outcome(Verdict.WORSE, why, way)).orElseGet(() -> verdict(way));
  }

  private Outcome verdict(Sides.Way way) {
    var measured = way.estimate();
    double half = promised() / 2;
    var verdict =
        measured.least() > HARM
            ? Verdict.WORSE
            : measured.most() < half
                ? Verdict.KEPT
                : measured.least() > half && measured.most() < -WORTH_HAVING
                    ? Verdict.NO_EFFECT
                    : Verdict.UNDECIDED;
    boolean isBorneOut = !way.isSinceReset() || isBorneOut(measured, verdict);
    var early = early();
    if (isBorneOut && (early.isEmpty() || verdict == Verdict.WORSE)) {
      return outcome(verdict, reason(measured, verdict), way);
    }
    return outcome(
        Verdict.UNDECIDED,
        early.orElse("Another value may have been in force before: a log of that time would tell."),
        way);
  }

  private String reason(Estimate measured, Verdict verdict) {
    return switch (verdict) {
      case WORSE -> "The figure rose, by more than chance does.";
      case NO_EFFECT -> "The figure is what it was.";
      case KEPT ->
          change.promise() == null
              ? "The figure fell by what is worth having."
              : measured.least() > promised() && !isBorneOut(measured, verdict)
                  ? "The figure fell, by less than was promised."
                  : "The figure fell as was promised.";
      case UNDECIDED, NOT_MADE, INVALID -> "What was seen so far can be chance.";
    };
  }

  /// Whether the figure itself, whatever it was before, is within what was promised, or beyond what
  /// was foreseen without the change.
  private boolean isBorneOut(Estimate measured, Verdict verdict) {
    var promise = change.promise();
    return switch (verdict) {
      case KEPT -> promise != null && measured.after() <= promise.after().high();
      case WORSE -> promise != null && measured.after() > promise.today().high();
      case NO_EFFECT -> false;
      case UNDECIDED, NOT_MADE, INVALID -> true;
    };
  }

  /// What the figure is to become, as a logarithm; without a promise what is worth having.
  private double promised() {
    var promise = change.promise();
    double wanted =
        promise == null ? 0 : Math.log(promise.after().likely() / promise.today().likely());
    return Double.isFinite(wanted) && wanted < SMALLEST ? wanted : 2 * WORTH_HAVING;
  }

  /// What must not happen beside the figure, and did. The guards of the plan are of apply, which
  /// sees workers and standbys at work: counters tell no worker from a person's VACUUM.
  private Optional<String> harm(Effect.Figure figure) {
    return Stream.of(Seen.ENDED_PER_VACUUM)
        .filter(each -> each != Seen.of(figure))
        .flatMap(each -> sides.getFirst().estimate(each).stream())
        .filter(each -> !each.isSinceReset() && each.estimate().least() > HARM_BESIDE)
        .map(each ->
            "More dead rows than before: %s × as many."
                .formatted(Estimate.times(Math.exp(each.estimate().change()))))
        .findFirst();
  }

  /// @param way null where nothing was measured
  private Outcome outcome(Verdict verdict, String reason, Sides.@Nullable Way way) {
    boolean isReverted = verdict == Verdict.WORSE || verdict == Verdict.NO_EFFECT;
    boolean isOpen =
        verdict == Verdict.UNDECIDED
            && early().isEmpty()
            && way != null
            && !way.isSinceReset(); // more days after tell nothing of before
    return new Outcome(
        change,
        verdict,
        reason,
        sides.isEmpty() ? null : sides.getFirst().table().sql(),
        way == null ? null : way.seen().inWords(),
        way == null ? null : way.estimate(),
        change.promise() == null ? null : (Double) Math.exp(promised()),
        isOpen && way != null
            ? (Double) (way.estimate().more(promised() / 2) * seen.daysAfter())
            : null,
        notes,
        isReverted ? change.undo() : null);
  }
}
