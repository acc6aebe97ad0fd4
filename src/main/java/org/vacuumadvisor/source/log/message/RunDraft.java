package org.vacuumadvisor.source.log.message;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.model.history.Command;
import org.vacuumadvisor.model.history.Cpu;
import org.vacuumadvisor.model.history.Heading;
import org.vacuumadvisor.model.history.Mode;
import org.vacuumadvisor.model.history.Outcome;
import org.vacuumadvisor.model.history.Passes;
import org.vacuumadvisor.model.history.Place;
import org.vacuumadvisor.model.history.PrintedName;
import org.vacuumadvisor.model.history.Run;
import org.vacuumadvisor.model.history.Stamp;
import org.vacuumadvisor.model.history.Trait;
import org.vacuumadvisor.model.history.Trigger;
import org.vacuumadvisor.source.log.template.Hole;
import org.vacuumadvisor.source.log.template.Match;

/// A run of which messages are still being read.
final class RunDraft {
  /// Steps and indexes beyond this are not kept: no table has so many, and memory is bounded.
  private static final int MOST_STEPS = 20_000;

  /// What the next line of usage is the cost of.
  enum Step {
    NONE,
    INDEX_SCAN,
    INDEX,
    HEAP_PASS,
    TRUNCATION,
    /// `found`, the last message of a manual run up to 14 and of VACUUM FULL.
    FOUND
  }

  private final Place place;
  private final Stamp stamp;
  private final Command command;
  private final @Nullable Trigger trigger;
  private final TableName name = new TableName();
  private final Figures figures = new Figures();
  private final Traits traits = new Traits();
  private final List<IndexDraft> indexes = new ArrayList<>(0);
  private final List<Passes.HeapPass> heapPasses = new ArrayList<>(0);
  private final List<Passes.Truncation> truncations = new ArrayList<>(0);
  private final List<Passes.Workers> workers = new ArrayList<>(0);
  private final List<Passes.Sample> samples = new ArrayList<>(0);
  private @Nullable Mode mode;
  private Outcome.@Nullable Decision decision;
  private Step step = Step.NONE;
  private @Nullable IndexDraft index;
  private @Nullable PrintedName before;
  private boolean found;
  private boolean reported;
  private boolean ended;
  private boolean closed;

  RunDraft(Place place, Stamp stamp, Command command, @Nullable Trigger trigger) {
    this.place = place;
    this.stamp = stamp;
    this.command = command;
    this.trigger = trigger;
    this.mode = command == Command.VACUUM ? Mode.LAZY : null;
  }

  Place place() {
    return place;
  }

  Command command() {
    return command;
  }

  boolean isManual() {
    return trigger == Trigger.MANUAL;
  }

  TableName name() {
    return name;
  }

  Figures figures() {
    return figures;
  }

  void is(Trait trait) {
    traits.add(trait);
  }

  /// Whether its steps were told that way, and so again by its report.
  boolean isAtDebug() {
    return traits.has(Trait.AT_DEBUG);
  }

  boolean isTree() {
    return traits.has(Trait.INHERITANCE_TREE);
  }

  void mode(Mode how) {
    mode = how;
  }

  /// The main table whose run ended directly before, in case this is its TOAST table.
  void follows(@Nullable PrintedName main) {
    before = main;
  }

  void decide(Outcome.Decision what) {
    decision = what;
    if (what == Outcome.Decision.BYPASSED_BY_FAILSAFE) {
      traits.add(Trait.FAILSAFE);
    }
  }

  /// `found` was written the way of a rewrite, whatever was typed above it; none cleans up an
  /// index.
  void rewrote(String table) {
    if (table.indexOf('.') < 0) {
      traits.add(Trait.BARE_NAME);
    }
    if (mode == Mode.LAZY && indexes.isEmpty()) {
      mode = Mode.FULL;
    }
  }

  /// Its last message has come: what follows directly are the lines of a report.
  void report() {
    reported = true;
  }

  boolean isReported() {
    return reported;
  }

  /// The line that ends a run has come.
  void end() {
    ended = true;
  }

  boolean isEnded() {
    return ended;
  }

  /// Whether nothing is told of a manual run but that it began.
  boolean hasOnlyBegun() {
    return isManual()
        && !reported
        && indexes.isEmpty()
        && heapPasses.isEmpty()
        && samples.isEmpty()
        && !found;
  }

  /// `found` has come: after it only truncation is told.
  boolean isFound() {
    return found;
  }

  void foundRows() {
    found = true;
    step = Step.FOUND;
  }

  void close() {
    closed = true;
  }

  boolean isClosed() {
    return closed;
  }

  boolean isComplete() {
    return ended && name.isHeaded();
  }

  /// The index of this name, from now on the one that lines of a detail are about.
  IndexDraft index(String called) {
    var known = known(called);
    if (known == null) {
      known = new IndexDraft(called);
      if (indexes.size() < MOST_STEPS) {
        indexes.add(known);
      }
    }
    index = known;
    step = Step.INDEX;
    return known;
  }

  void indexScan(String called, long rows) {
    index(called).scanned(rows);
    step = Step.INDEX_SCAN;
  }

  void heapPass(long tuples, long pages) {
    add(heapPasses, new Passes.HeapPass(tuples, pages, null));
    step = Step.HEAP_PASS;
  }

  void truncation(long from, long to) {
    add(truncations, new Passes.Truncation(from, to, null));
    step = Step.TRUNCATION;
  }

  void workers(Passes.Stage stage, Match match) {
    add(
        workers,
        new Passes.Workers(
            stage, match.count(Hole.WORKERS_PLANNED), match.count(Hole.WORKERS_LAUNCHED)));
  }

  void sample(Passes.Sample sample) {
    add(samples, sample);
    ended = true;
  }

  /// The index that the lines of a detail are about.
  @Nullable IndexDraft detailedIndex() {
    return step == Step.INDEX ? index : null;
  }

  /// Takes the cost of the step told last.
  ///
  /// @return whether there is such a step
  boolean cost(Cpu cpu) {
    switch (step) {
      case NONE -> {
        return false;
      }
      case INDEX_SCAN -> {
        if (index != null) {
          index.scanCost(cpu);
        }
      }
      case INDEX -> {
        if (index != null) {
          index.cost(cpu);
        }
      }
      case HEAP_PASS -> {
        var pass = heapPasses.removeLast();
        heapPasses.add(new Passes.HeapPass(pass.tuples(), pass.pages(), cpu));
      }
      case TRUNCATION -> {
        var cut = truncations.removeLast();
        truncations.add(new Passes.Truncation(cut.from(), cut.to(), cpu));
      }
      case FOUND -> {
        figures.add(cpu);
        ended = true;
      }
    }
    step = Step.NONE;
    return true;
  }

  /// Whether it tells more than how many workers it had.
  boolean hasIndexes() {
    return !indexes.isEmpty();
  }

  /// Takes the steps of a draft that turned out to be about this run.
  void absorb(RunDraft other) {
    other.indexes.forEach(each -> index(each.name()).absorb(each));
    workers.addAll(other.workers);
  }

  Run finish() {
    if (isComplete()) {
      traits.add(Trait.COMPLETE);
    }
    var names = name.split();
    var heading =
        new Heading(
            place,
            stamp,
            command,
            mode,
            isAtDebug() && stamp.pid() != null ? null : trigger, // a worker's, or anybody's
            names,
            TableName.owner(names, before),
            traits.set());
    var finished = indexes.stream().map(IndexDraft::finish).toList();
    return new Run(heading, figures.outcome(decision), finished, passes(), figures.usage());
  }

  private Passes passes() {
    return heapPasses.isEmpty() && truncations.isEmpty() && workers.isEmpty() && samples.isEmpty()
        ? Passes.NONE
        : new Passes(heapPasses, truncations, workers, samples);
  }

  private @Nullable IndexDraft known(String called) {
    for (var each : indexes) {
      if (each.name().equals(called)) {
        return each;
      }
    }
    return null;
  }

  private static <T> void add(List<T> list, T element) {
    if (list.size() < MOST_STEPS) {
      list.add(element);
    }
  }
}
