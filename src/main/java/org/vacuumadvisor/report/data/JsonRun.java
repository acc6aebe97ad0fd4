package org.vacuumadvisor.report.data;

import java.util.List;
import org.vacuumadvisor.model.history.Heading;
import org.vacuumadvisor.model.history.Mode;
import org.vacuumadvisor.model.history.Outcome;
import org.vacuumadvisor.model.history.PageCounts;
import org.vacuumadvisor.model.history.Passes;
import org.vacuumadvisor.model.history.Run;
import org.vacuumadvisor.model.history.Stamp;
import org.vacuumadvisor.model.history.Trait;
import org.vacuumadvisor.model.history.TupleCounts;
import org.vacuumadvisor.model.history.Understanding;
import org.vacuumadvisor.model.history.Usage;
import org.vacuumadvisor.story.Sentence;
import org.vacuumadvisor.story.Story;
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

  static void write(Run run, Story story, JsonGenerator json) {
    json.writeStartObject();
    var writer = new JsonRun(json);
    writer.write(run);
    writer.to.texts("story", story.sentences().stream().map(Sentence::text).toList());
    json.writeEndObject();
  }

  static void stamp(Stamp stamp, JsonFigures to) {
    to.text("timestamp", stamp.timestamp());
    to.text("timezone", stamp.zone());
    to.number("pid", stamp.pid());
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
          to.list(
              "broken",
              coverage.broken(),
              each -> {
                to.text("input", each.input().name());
                to.number("line", each.line());
              });
        });
  }

  private void write(Run run) {
    heading(run.heading());
    for (var trait : TRAITS) {
      to.flag(trait.name, run.is(trait.trait));
    }
    outcome(run.outcome());
    to.records("indexes", run.indexes());
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
    to.members(heading.name());
    to.record("toastOf", heading.toastOf());
    stamp(heading.stamp(), to);
  }

  private void outcome(Outcome outcome) {
    to.number("indexScans", outcome.indexScans());
    to.record("pages", PageCounts.NONE.equals(outcome.pages()) ? null : outcome.pages());
    to.record("tuples", TupleCounts.NONE.equals(outcome.tuples()) ? null : outcome.tuples());
    to.record("removableCutoff", outcome.cutoff());
    to.number("oldestXmin", outcome.oldestXmin());
    to.record("newRelfrozenXid", outcome.newRelfrozenXid());
    to.record("newRelminMxid", outcome.newRelminMxid());
    to.record("frozen", outcome.frozen());
    to.record("visibilityMap", outcome.visibilityMap());
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

  private void passes(Passes passes) {
    to.records("heapPasses", passes.heap());
    to.records("truncations", passes.truncations());
    to.list(
        "parallelWorkers",
        passes.workers(),
        workers -> {
          to.word("phase", workers.stage());
          to.number("planned", workers.planned());
          to.number("launched", workers.launched());
        });
    to.records("samples", passes.samples());
  }

  private void usage(Usage usage) {
    var cpu = usage.cpu();
    to.number("delayMs", usage.delayMs());
    to.record("io", usage.io());
    to.record("rates", usage.rates());
    to.record("buffers", usage.buffers());
    to.record("wal", usage.wal());
    to.record("memory", usage.memory());
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
}
