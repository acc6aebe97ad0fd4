package org.vacuumadvisor.report.data;

import java.util.List;
import java.util.Optional;
import org.vacuumadvisor.model.history.Heading;
import org.vacuumadvisor.model.history.Mode;
import org.vacuumadvisor.model.history.Notice;
import org.vacuumadvisor.model.history.NoticeKind;
import org.vacuumadvisor.model.history.Outcome;
import org.vacuumadvisor.model.history.PageCounts;
import org.vacuumadvisor.model.history.Passes;
import org.vacuumadvisor.model.history.Place;
import org.vacuumadvisor.model.history.Run;
import org.vacuumadvisor.model.history.Stamp;
import org.vacuumadvisor.model.history.Trait;
import org.vacuumadvisor.model.history.TupleCounts;
import org.vacuumadvisor.model.history.Understanding;
import org.vacuumadvisor.story.Sentence;
import org.vacuumadvisor.story.Story;

/// A run, or a notice, in a document.
final class JsonRun {
  private static final List<Trait> TRAITS =
      List.of(
          Trait.INHERITANCE_TREE,
          Trait.AGGRESSIVE,
          Trait.TO_PREVENT_WRAPAROUND,
          Trait.FAILSAFE,
          Trait.COMPLETE);

  private JsonRun() {}

  static void write(Run run, Story story, JsonText to) {
    heading(run.heading(), to);
    TRAITS.forEach(trait -> to.put(JsonText.camelCase(trait), run.is(trait)));
    outcome(run.outcome(), to);
    to.put("indexes", run.indexes());
    passes(run.passes(), to);
    usage(run, to);
    to.put("story", story.sentences().stream().map(Sentence::text).toList());
  }

  private static void stamp(Stamp stamp, JsonText to) {
    to.put("timestamp", stamp.timestamp());
    to.put("timezone", stamp.zone());
    to.put("pid", stamp.pid());
  }

  static void coverage(Understanding coverage, JsonText to) {
    to.object(
        "coverage",
        () -> {
          to.members(coverage, "entries", "read", "unknownLines");
          to.list(
              "unknown",
              coverage.examples(),
              (each, line) -> {
                place(each.place(), line);
                line.put("text", each.text());
              });
          to.list("broken", coverage.broken(), JsonRun::place);
        });
  }

  static void place(Place place, JsonText to) {
    to.put("input", place.input().name());
    to.put("line", place.line());
  }

  private static void heading(Heading heading, JsonText to) {
    to.put("line", heading.place().line());
    to.put("kind", heading.command());
    to.put("mode", heading.isRewrite() ? Mode.FULL : heading.mode());
    to.put(
        "inOrderOfIndex",
        (heading.mode() == Mode.CLUSTER || heading.mode() == Mode.REPACK_BY_INDEX) ? true : null);
    to.put("trigger", heading.trigger());
    to.members(heading.name());
    to.put("toastOf", heading.toastOf());
    stamp(heading.stamp(), to);
  }

  private static void outcome(Outcome outcome, JsonText to) {
    to.put("indexScans", outcome.indexScans());
    to.put("pages", PageCounts.NONE.equals(outcome.pages()) ? null : outcome.pages());
    to.put("tuples", TupleCounts.NONE.equals(outcome.tuples()) ? null : outcome.tuples());
    to.put("removableCutoff", outcome.cutoff());
    to.members(
        outcome, "oldestXmin", "newRelfrozenXid", "newRelminMxid", "frozen", "visibilityMap");
    to.object(
        "indexScan",
        Optional.ofNullable(outcome.indexScan()),
        (scan, _) -> {
          to.put("outcome", scan.decision());
          to.members(scan, "pages", "percent", "deadItemIds");
        });
  }

  private static void passes(Passes passes, JsonText to) {
    to.put("heapPasses", passes.heap());
    to.put("truncations", passes.truncations());
    to.list(
        "parallelWorkers",
        passes.workers(),
        (workers, _) -> {
          to.put("phase", workers.stage());
          to.members(workers, "planned", "launched");
        });
    to.put("samples", passes.samples());
  }

  private static void usage(Run run, JsonText to) {
    var usage = run.usage();
    to.members(usage, "delayMs", "io", "rates", "buffers", "wal", "memory");
    var cpu = usage.cpu();
    if (cpu != null) {
      to.object("cpu", () -> to.members(cpu, "user", "system"));
    }
    to.put("elapsedSec", run.elapsedSeconds());
  }

  /// The kind under which it is told: that a database refuses commands is one, whichever of its two
  /// counters has come to its end.
  static NoticeKind kind(Notice notice) {
    boolean namesDatabase =
        notice.name().database() != null || notice.figures().databaseOid() != null;
    return notice.kind() == NoticeKind.MULTIXACT_STOP && namesDatabase
        ? NoticeKind.WRAPAROUND_STOP
        : notice.kind();
  }

  static void notice(Notice notice, JsonText to) {
    to.put("kind", kind(notice));
    to.put("line", notice.place().line());
    stamp(notice.stamp(), to);
    to.put("command", notice.command());
    to.members(notice.name());
    to.members(notice.spot());
    to.members(notice.figures());
    to.put("multixact", kind(notice) == notice.kind() ? null : true);
    if (notice.kind() != NoticeKind.CANCELLED) { // its finding tells by what
      to.put(notice.kind() == NoticeKind.UNSUPPORTED_LANGUAGE ? "language" : "text", notice.text());
    }
  }
}
