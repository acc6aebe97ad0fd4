package org.vacuumadvisor.story;

import static org.vacuumadvisor.story.Sentence.Topic.COST;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.model.history.Cpu;
import org.vacuumadvisor.model.history.IndexWork;
import org.vacuumadvisor.model.history.Passes;
import org.vacuumadvisor.model.history.Trait;
import org.vacuumadvisor.story.Story.Telling;

/// Where the time of a run went, and what it wrote.
record Costs(RunFigures run) {
  /// A part of the time that is told.
  private static final double PART = 0.1;

  /// The hundredths of a second in which times are printed.
  private static final double PRECISION = 0.01;

  /// Seconds of computing from which on people look for a pause that is not there.
  private static final double LONG_SECONDS = 60;

  /// Seconds of doing nothing that somebody notices.
  private static final double IDLE_SECONDS = 1;

  /// 8 MB of pages.
  private static final int PAGES_READ = 1024;

  private static final long FULL_PAGES = 100;

  private static final String LOOKED_THROUGH =
      "for looking through its indexes, as every vacuum does up to PostgreSQL 10";

  void passes(Telling told) {
    var passes = run.indexPasses();
    if (passes == null || passes.value() < 2) {
      return;
    }
    var items = run.itemsRemoved();
    int cleaned = run.run().passes().heap().size();
    boolean isCut = cleaned > 0 && cleaned < passes.value();
    if (items == null || !items.isSome() || isCut) {
      told.add(COST, "passes", passes);
    } else {
      var name = items.name() + " / " + passes.name();
      var each = Figure.count(name, Math.round(items.value() / passes.value()));
      told.add(COST, "passes-each", passes, each.of("dead row"));
    }
    var memory = run.run().usage().memory();
    if (memory != null) {
      told.add(
          COST,
          "dead-item-memory",
          Figure.megabytes(
              "memory.deadItemStorageMB", memory.deadItemStorageMB() * Figure.MEGABYTE),
          Figure.megabytes("memory.limitMB", memory.limitMB() * Figure.MEGABYTE));
    }
  }

  void time(Telling told) {
    var elapsed = run.elapsed();
    if (elapsed == null) {
      return;
    }
    var parts = new ArrayList<Figure>();
    add(parts, slept(), elapsed, "asleep for the cost limit");
    if (run.run().passes().workers().stream().noneMatch(each -> each.launched() > 0)) {
      add(
          parts,
          stepSeconds("indexes.cpu.elapsed", run.run().indexes().stream().flatMap(Costs::steps)),
          elapsed,
          run.indexPasses() != null ? "for the indexes" : LOOKED_THROUGH);
    }
    var second = stepSeconds("heapPasses.cpu.elapsed", heap());
    add(parts, second, elapsed, "for the second pass over the table");
    add(parts, read(), elapsed, "waiting for reads");
    add(parts, written(), elapsed, "waiting for writes");
    var holes = String.join(", ", Collections.nCopies(parts.size(), "%s"));
    var template = "It took %s" + (parts.isEmpty() ? "." : ": " + holes + ".");
    parts.addFirst(elapsed);
    told.add(Sentence.of(COST, template + rest(elapsed, parts), parts.toArray()));
    slowest()
        .filter(each -> inSeconds(each) >= elapsed.value() / 2)
        .ifPresent(each ->
            told.add(
                COST,
                "slow-index",
                each.name(),
                Figure.seconds("indexes.cpu.elapsed", inSeconds(each))));
  }

  /// What several processes did side by side may take longer than the run, and is no part of it.
  private static void add(List<Figure> parts, @Nullable Figure part, Figure elapsed, String does) {
    double whole = Math.max(elapsed.value(), PRECISION);
    if (part != null && part.value() >= PART * whole && part.value() <= whole) {
      parts.add(new Figure(part.name(), part.value(), part.text() + " of it " + does));
    }
  }

  /// What is said of its computing, and of the time in which it neither worked nor slept nor read,
  /// as far as it tells of these.
  private String rest(Figure elapsed, List<Figure> parts) {
    var cpu = run.run().usage().cpu();
    if (cpu == null) {
      return "";
    }
    var slept = slept();
    var name = new StringBuilder("elapsedSec - cpu.user - cpu.system");
    double busy = cpu.user() + cpu.system();
    double idle = elapsed.value() - busy;
    for (var part : new Figure[] {slept, read(), written()}) {
      if (part != null) {
        idle -= part.value();
        name.append(" - ").append(part.name());
      }
    }
    if (elapsed.value() >= LONG_SECONDS && busy >= elapsed.value() / 2) {
      parts.add(Figure.seconds("cpu.user + cpu.system", busy));
      return " Its processor was busy for %s of it, which no cost limit shortens.";
    }
    if (idle < IDLE_SECONDS || idle < elapsed.value() / 2) {
      return "";
    }
    parts.add(Figure.seconds(name.toString(), idle));
    return " For %s of it the run " + idle(slept) + ".";
  }

  /// What it may have done in the time. A vacuum by hand sleeps only where somebody set a delay.
  private String idle(@Nullable Figure slept) {
    boolean mayRead = read() == null && !isInMemory();
    boolean maySleep = slept == null && !(run.is(Trait.TRUNCATION_STOPPED) && isInMemory());
    var waited = mayRead ? "waited, for the disk or for others" : "waited for others";
    if (!maySleep) {
      return waited;
    }
    return run.run().isByHand()
        ? waited + ", or slept if vacuum_cost_delay was set"
        : "slept for the cost limit or %s; it does not tell which".formatted(waited);
  }

  private boolean isInMemory() {
    var buffers = run.run().usage().buffers();
    return buffers != null && buffers.reads() + buffers.dirtied() < FULL_PAGES;
  }

  /// With workers beside it a run may sleep longer than it lasts.
  private @Nullable Figure slept() {
    var delay = run.run().usage().delayMs();
    return delay == null || delay <= 0 ? null : Figure.seconds("delayMs", delay / 1e3);
  }

  private @Nullable Figure read() {
    var io = run.run().usage().io();
    return io == null ? null : Figure.seconds("io.readMs", io.readMs() / 1e3);
  }

  private @Nullable Figure written() {
    var io = run.run().usage().io();
    return io == null ? null : Figure.seconds("io.writeMs", io.writeMs() / 1e3);
  }

  /// Of scans that removed entries, and of the cleanup in the end.
  private static Stream<Cpu> steps(IndexWork index) {
    return Stream.concat(
        Stream.ofNullable(index.cpu()),
        index.scans().stream().flatMap(each -> Stream.ofNullable(each.cpu())));
  }

  /// The one of several indexes that most of their time went into.
  private Optional<IndexWork> slowest() {
    var all = run.run().indexes();
    double sum = all.stream().mapToDouble(Costs::inSeconds).sum();
    return all.stream().filter(each -> all.size() > 1 && inSeconds(each) > sum / 2).findFirst();
  }

  private static double inSeconds(IndexWork index) {
    return steps(index).mapToDouble(Cpu::elapsed).sum();
  }

  private Stream<Cpu> heap() {
    return run.run().passes().heap().stream().flatMap(each -> Stream.ofNullable(each.cpu()));
  }

  private static @Nullable Figure stepSeconds(String name, Stream<Cpu> steps) {
    double sum = steps.mapToDouble(Cpu::elapsed).sum();
    return sum <= 0 ? null : Figure.seconds(name, sum);
  }

  private void workers(Telling told) {
    long planned =
        run.run().passes().workers().stream().mapToLong(Passes.Workers::planned).max().orElse(0);
    long launched =
        run.run().passes().workers().stream().mapToLong(Passes.Workers::launched).max().orElse(0);
    if (planned > launched) {
      told.add(
          COST,
          "fewer-workers",
          Figure.count("parallelWorkers.planned", planned).of("parallel worker"),
          Figure.count("parallelWorkers.launched", launched));
    } else if (launched > 0) {
      told.add(
          COST,
          "workers",
          Figure.count("parallelWorkers.launched", launched).of("parallel worker"));
    }
  }

  void rest(Telling told) {
    workers(told);
    var wal = run.run().usage().wal();
    if (wal != null && wal.fullPageImages() >= FULL_PAGES) {
      told.add(
          COST,
          "full-page-images",
          Figure.megabytes("wal.bytes", (double) wal.bytes()),
          Figure.count("wal.fullPageImages", wal.fullPageImages()).of("full-page image"));
    }
    var buffers = run.run().usage().buffers();
    if (buffers != null && buffers.reads() >= PAGES_READ) {
      var reads = Figure.count("buffers.reads", buffers.reads());
      told.add(
          COST,
          "fetched",
          reads.of("page"),
          Figure.size(reads),
          Figure.count("buffers.dirtied", buffers.dirtied()));
    }
  }
}
