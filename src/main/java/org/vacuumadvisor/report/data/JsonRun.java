package org.vacuumadvisor.report.data;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.model.run.Cpu;
import org.vacuumadvisor.model.run.Heading;
import org.vacuumadvisor.model.run.IndexWork;
import org.vacuumadvisor.model.run.Mode;
import org.vacuumadvisor.model.run.Outcome;
import org.vacuumadvisor.model.run.PageCounts;
import org.vacuumadvisor.model.run.Passes;
import org.vacuumadvisor.model.run.PrintedName;
import org.vacuumadvisor.model.run.Run;
import org.vacuumadvisor.model.run.Stamp;
import org.vacuumadvisor.model.run.Trait;
import org.vacuumadvisor.model.run.TupleCounts;
import org.vacuumadvisor.model.run.Understanding;
import org.vacuumadvisor.model.run.Usage;
import tools.jackson.core.JsonGenerator;

/// A run in a document.
final class JsonRun {
  private record Flag(String name, Trait trait) {}

  private static final List<Flag> TRAITS =
      List.of(
          new Flag("inheritanceTree", Trait.INHERITANCE_TREE),
          new Flag("aggressive", Trait.AGGRESSIVE),
          new Flag("toPreventWraparound", Trait.TO_PREVENT_WRAPAROUND),
          new Flag("failsafe", Trait.FAILSAFE),
          new Flag("complete", Trait.COMPLETE));

  private final JsonFigures to;

  private JsonRun(JsonGenerator json) {
    to = new JsonFigures(json);
  }

  static void write(Run run, JsonGenerator json) {
    json.writeStartObject();
    new JsonRun(json).write(run);
    json.writeEndObject();
  }

  static void stamp(Stamp stamp, JsonFigures to) {
    to.text("timestamp", stamp.timestamp());
    to.text("timezone", stamp.zone());
    to.number("pid", stamp.pid());
  }

  static void name(PrintedName name, JsonFigures to) {
    to.text("database", name.database());
    to.text("schema", name.schema());
    to.text("table", name.table());
  }

  static void coverage(Understanding understanding, JsonGenerator json) {
    var to = new JsonFigures(json);
    to.group(
        "coverage",
        understanding,
        coverage -> {
          to.number("entries", coverage.entries());
          to.number("read", coverage.read());
          to.number("unknownLines", coverage.unknownLines());
          to.list(
              "unknown",
              coverage.examples(),
              each -> {
                to.text("input", each.place().input().name());
                to.number("line", each.place().line());
                to.text("text", each.text());
              });
        });
  }

  private void write(Run run) {
    heading(run.heading());
    for (var trait : TRAITS) {
      to.flag(trait.name, run.is(trait.trait));
    }
    outcome(run.outcome());
    to.list("indexes", run.indexes(), this::index);
    passes(run.passes());
    usage(run.usage());
  }

  private void heading(Heading heading) {
    to.number("line", heading.place().line());
    to.word("kind", heading.command());
    to.word("mode", heading.mode() == Mode.CLUSTER ? Mode.FULL : heading.mode());
    if (heading.mode() == Mode.CLUSTER) {
      to.flag("inOrderOfIndex", true);
    }
    to.word("trigger", heading.trigger());
    name(heading.name(), to);
    to.group(
        "toastOf",
        heading.toastOf(),
        toast -> {
          to.number("oid", toast.oid());
          to.text("schema", toast.schema());
          to.text("table", toast.table());
        });
    stamp(heading.stamp(), to);
  }

  private void outcome(Outcome outcome) {
    to.number("indexScans", outcome.indexScans());
    to.group(
        "pages", PageCounts.NONE.equals(outcome.pages()) ? null : outcome.pages(), this::pages);
    to.group(
        "tuples",
        TupleCounts.NONE.equals(outcome.tuples()) ? null : outcome.tuples(),
        this::tuples);
    to.group(
        "removableCutoff",
        outcome.cutoff(),
        cutoff -> {
          to.number("xid", cutoff.xid());
          to.number("age", cutoff.age());
        });
    to.number("oldestXmin", outcome.oldestXmin());
    to.group("newRelfrozenXid", outcome.newRelfrozenXid(), this::advance);
    to.group("newRelminMxid", outcome.newRelminMxid(), this::advance);
    to.group(
        "frozen",
        outcome.frozen(),
        frozen -> {
          to.number("pages", frozen.pages());
          to.number("percent", frozen.percent());
          to.number("tuples", frozen.tuples());
        });
    to.group(
        "visibilityMap",
        outcome.visibilityMap(),
        map -> {
          to.number("setAllVisible", map.setAllVisible());
          to.number("setAllFrozen", map.setAllFrozen());
          to.number("wereAllVisible", map.wereAllVisible());
        });
    to.group(
        "indexScan",
        outcome.indexScan(),
        scan -> {
          to.word("outcome", scan.decision());
          to.number("pages", scan.pages());
          to.number("percent", scan.percent());
          to.number("deadItemIds", scan.deadItemIds());
        });
  }

  private void pages(PageCounts pages) {
    to.number("removed", pages.removed());
    to.number("remain", pages.remain());
    to.number("total", pages.total());
    to.number("scanned", pages.scanned());
    to.number("scannedPercent", pages.scannedPercent());
    to.number("eagerlyScanned", pages.eagerlyScanned());
    to.number("skippedPinned", pages.skippedPinned());
    to.number("skippedFrozen", pages.skippedFrozen());
    to.number("empty", pages.empty());
  }

  private void tuples(TupleCounts tuples) {
    to.number("removed", tuples.removed());
    to.number("remain", tuples.remain());
    to.number("deadNotRemovable", tuples.deadNotRemovable());
    to.number("removable", tuples.removable());
    to.number("nonremovable", tuples.nonremovable());
    to.number("missedDead", tuples.missedDead());
    to.number("missedDeadPages", tuples.missedDeadPages());
    to.number("unusedItemIdentifiers", tuples.unusedItemIdentifiers());
  }

  private void advance(Outcome.Advance advance) {
    to.number("value", advance.value());
    to.number("ahead", advance.ahead());
  }

  private void index(IndexWork index) {
    to.text("name", index.name());
    to.number("pages", index.pages());
    to.number("rowVersions", index.rowVersions());
    to.number("rowVersionsRemoved", index.rowVersionsRemoved());
    to.number("newlyDeleted", index.newlyDeleted());
    to.number("currentlyDeleted", index.currentlyDeleted());
    to.number("reusable", index.reusable());
    cost(index.cpu());
    to.list(
        "scans",
        index.scans(),
        scan -> {
          to.number("rowVersions", scan.rowVersions());
          cost(scan.cpu());
        });
  }

  private void passes(Passes passes) {
    to.list(
        "heapPasses",
        passes.heap(),
        pass -> {
          to.number("tuples", pass.tuples());
          to.number("pages", pass.pages());
          cost(pass.cpu());
        });
    to.list(
        "truncations",
        passes.truncations(),
        cut -> {
          to.number("from", cut.from());
          to.number("to", cut.to());
          cost(cut.cpu());
        });
    to.list(
        "parallelWorkers",
        passes.workers(),
        workers -> {
          to.word("phase", workers.stage());
          to.number("planned", workers.planned());
          to.number("launched", workers.launched());
        });
    to.list("samples", passes.samples(), this::sample);
  }

  private void sample(Passes.Sample sample) {
    to.text("table", sample.table());
    to.number("pagesScanned", sample.pagesScanned());
    to.number("pagesTotal", sample.pagesTotal());
    to.number("liveRows", sample.liveRows());
    to.number("deadRows", sample.deadRows());
    to.number("sampleRows", sample.sampleRows());
    to.number("estimatedTotalRows", sample.estimatedTotalRows());
  }

  private void usage(Usage usage) {
    to.number("delayMs", usage.delayMs());
    to.group(
        "io",
        usage.io(),
        io -> {
          to.number("readMs", io.readMs());
          to.number("writeMs", io.writeMs());
        });
    to.group(
        "rates",
        usage.rates(),
        rates -> {
          to.number("readMBps", rates.readMBps());
          to.number("writeMBps", rates.writeMBps());
        });
    to.group(
        "buffers",
        usage.buffers(),
        buffers -> {
          to.number("hits", buffers.hits());
          to.number("reads", buffers.reads());
          to.number("dirtied", buffers.dirtied());
        });
    to.group(
        "wal",
        usage.wal(),
        wal -> {
          to.number("records", wal.records());
          to.number("fullPageImages", wal.fullPageImages());
          to.number("bytes", wal.bytes());
          to.number("fullPageImageBytes", wal.fullPageImageBytes());
          to.number("buffersFull", wal.buffersFull());
        });
    to.group(
        "memory",
        usage.memory(),
        memory -> {
          to.number("deadItemStorageMB", memory.deadItemStorageMB());
          to.number("resets", memory.resets());
          to.number("limitMB", memory.limitMB());
        });
    whole(usage.cpu());
  }

  private void whole(@Nullable Cpu cpu) {
    if (cpu != null) {
      to.group(
          "cpu",
          cpu,
          each -> {
            to.number("user", each.user());
            to.number("system", each.system());
          });
      to.number("elapsedSec", cpu.elapsed());
    }
  }

  private void cost(@Nullable Cpu cpu) {
    to.group(
        "cpu",
        cpu,
        each -> {
          to.number("user", each.user());
          to.number("system", each.system());
          to.number("elapsed", each.elapsed());
        });
  }
}
