package org.vacuumadvisor.story;

import static org.vacuumadvisor.story.Sentence.Topic.KEPT;
import static org.vacuumadvisor.story.Sentence.Topic.OUTCOME;

import java.util.ArrayList;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.model.history.Trait;
import org.vacuumadvisor.story.Story.Telling;

/// What became of the rows and the file, and what had to stay.
record Rows(RunFigures run) {
  /// Below it VACUUM leaves the indexes alone: `BYPASS_THRESHOLD_PAGES` of vacuumlazy.c.
  private static final double BYPASS_PERCENT = 2;

  /// A cutoff that is so few transactions behind is that of work that is going on.
  private static final long RECENT = 100;

  /// A cutoff that is so many transactions old may be somebody's.
  private static final long OLD = 10_000_000;

  /// From this part on it is told that rows needed no work on indexes.
  private static final double TOLD_SHARE = 0.05;

  void removed(Telling told) {
    var removed = run.removed();
    var items = some(run.itemsRemoved());
    if (removed != null && !isAllKept()) {
      told.add(outcome(removed, run.remain()).and(cutoff()).and("."));
    } else if (removed == null && items != null) {
      told.add(OUTCOME, "items-alone", items.of("item pointer"));
    }
  }

  private Sentence outcome(Figure removed, @Nullable Figure remain) {
    var none = isNoneKept() ? " and had to keep none" : "";
    var items = some(run.itemsRemoved());
    boolean isWhole = run.isWholeTableRead();
    if (removed.isSome()) {
      var rows = removed.of("row version");
      if (remain == null || !isWhole) {
        var told = Sentence.of(OUTCOME, "It removed %s", rows).and(pass(items)).and(none);
        return remain == null ? told : told.and("; %s", remaining(remain));
      }
      return remain.isSome()
          ? Sentence.of(
                  OUTCOME, "It removed %s of %s", removed, removed.plus(remain).of("row version"))
              .and(pass(items))
              .and(none)
          : Sentence.of(OUTCOME, "It removed all %s that were there", rows).and(pass(items));
    }
    if (items != null) {
      return Sentence.of(
          OUTCOME,
          "The dead rows had been pruned before it, by queries or by a run that left the indexes"
              + " alone; it took their %s out of the indexes%s",
          items.of("item pointer"),
          none);
    }
    var nothing =
        run.is(Trait.INDEX_CLEANUP_OFF)
            ? "INDEX_CLEANUP was off: dead item pointers stayed where there were any, and no row"
                + " was to be removed"
            : some(run.missed()) != null
                ? "It could remove nothing"
                : run.kept() == null
                    ? "It removed nothing, and whether dead rows had to stay is not shown"
                    : "There was nothing to remove";
    return remain == null || !remain.isSome()
        ? Sentence.of(
            OUTCOME,
            nothing
                + (isWhole && remain != null
                    ? ": the table holds no rows"
                    : " on the pages it read"))
        : Sentence.of(OUTCOME, nothing + "; %s", remaining(remain));
  }

  /// Where the indexes are not told one by one it says nothing of them.
  private Sentence pass(@Nullable Figure items) {
    var passes = run.indexPasses();
    int indexes = run.run().indexes().size();
    if (items == null || passes == null || passes.value() != 1 || indexes == 0) {
      return Sentence.of(OUTCOME, "");
    }
    return indexes == 1
        ? Sentence.of(OUTCOME, " in one pass over its index")
        : Sentence.of(
            OUTCOME, " in one pass over its %s indexes", Figure.count("indexes", indexes));
  }

  /// Of pages that were not read the rows are estimated; up to 14 a report by hand leaves them out.
  private Figure remaining(Figure remain) {
    var text = remain.text() + (remain.value() == 1 ? " remains" : " remain");
    return new Figure(
        remain.name(),
        remain.value(),
        run.isOfPagesRead()
            ? text + " on the pages it read"
            : run.isWholeTableRead() || run.pagesRead() == null ? text : "an estimated " + text);
  }

  private boolean isNoneKept() {
    var kept = run.kept();
    return kept != null && !kept.isSome() && some(run.missed()) == null;
  }

  private boolean isAllKept() {
    var removed = run.removed();
    return removed != null
        && !removed.isSome()
        && some(run.kept()) != null
        && some(run.itemsRemoved()) == null;
  }

  private static @Nullable Figure some(@Nullable Figure figure) {
    return figure == null || !figure.isSome() ? null : figure;
  }

  /// The age of the cutoff of a run that kept nothing, where it tells what blocks cleanup or that
  /// nothing does.
  private Sentence cutoff() {
    var cutoff = run.outcome().cutoff();
    if (cutoff == null || !isNoneKept() || (!cutoff.isCurrent() && cutoff.age() < OLD)) {
      return Sentence.of(OUTCOME, "");
    }
    return Sentence.of(
        OUTCOME,
        cutoff.isCurrent()
            ? " (removable cutoff %s old: nobody blocks cleanup)"
            : " (but the removable cutoff was %s old when it ended)",
        Figure.count("removableCutoff.age", cutoff.age()).of("transaction"));
  }

  /// What was removed and the pointers that were freed differ: by HOT, and by what queries prune.
  void pointers(Telling told) {
    var removed = run.removed();
    var items = run.itemsFreed();
    if (items == null || removed == null || !removed.isSome()) {
      return;
    }
    if (items.value() > removed.value()) {
      told.add(OUTCOME, "more-items", items.of("item pointer"), items.minus(removed));
    } else if (run.itemsRemoved() != null
        && removed.value() - items.value() >= TOLD_SHARE * removed.value()) {
      told.add(OUTCOME, "hot", removed.minus(items));
    }
  }

  void frozen(Telling told) {
    var outcome = run.outcome();
    var frozen = outcome.frozen();
    var map = outcome.visibilityMap();
    var ahead = outcome.newRelfrozenXid();
    var did = new ArrayList<Sentence>();
    if (frozen != null && frozen.tuples() > 0) {
      var pages = Figure.count("frozen.pages", frozen.pages()).of("page");
      var rows = Figure.count("frozen.tuples", frozen.tuples()).of("row version");
      did.add(Sentence.of(OUTCOME, "froze %s on %s", rows, pages));
    }
    if (map != null && map.setAllVisible() > 0) {
      var pages = Figure.count("visibilityMap.setAllVisible", map.setAllVisible()).of("page");
      did.add(Sentence.of(OUTCOME, "marked %s all-visible", pages));
    }
    if (ahead != null) {
      var ids = Figure.count("newRelfrozenXid.ahead", ahead.ahead()).of("transaction");
      did.add(Sentence.of(OUTCOME, "moved relfrozenxid ahead by %s", ids));
    } else if (outcome.cutoff() != null && run.is(Trait.AGGRESSIVE)) {
      did.add(Sentence.of(OUTCOME, "left relfrozenxid where it was"));
    }
    if (!did.isEmpty()) {
      var all = Sentence.of(OUTCOME, "It ").and(did.getFirst());
      for (int at = 1; at < did.size(); at++) {
        all = all.and(at == did.size() - 1 ? " and " : ", ").and(did.get(at));
      }
      told.add(all.and("."));
    }
  }

  void kept(Telling told) {
    var kept = some(run.kept());
    if (kept == null) {
      return;
    }
    var stayed =
        Sentence.of(
            isAllKept() ? OUTCOME : KEPT,
            isAllKept() ? "It could remove nothing: %s had to stay" : "%s had to stay",
            kept.of("dead row version"));
    var remain = run.remain();
    if (remain != null && remain.value() >= kept.value()) {
      var where = run.isOfPagesRead() ? "on the pages it read" : "that the table holds";
      stayed = stayed.and(", %s of the %s " + where, kept.of(remain), remain.of("row version"));
    }
    var cutoff = run.outcome().cutoff();
    var xid = run.outcome().cutoffXid();
    if (xid == null) {
      told.add(stayed.and(": somebody may still see them."));
      return;
    }
    var name = cutoff != null ? "removableCutoff.xid" : "oldestXmin";
    stayed =
        stayed.and(
            ": somebody may still see what transaction %s and later ones deleted",
            new Figure(name, (double) xid, Long.toString(xid)));
    told.add(
        cutoff == null
            ? stayed.and(".")
            : stayed.and(
                cutoff.age() <= RECENT
                    ? ". That cutoff was only %s behind when the run ended: a recent snapshot, or a"
                        + " server on which little happens."
                    : ", a cutoff %s old when the run ended.",
                Figure.count("removableCutoff.age", cutoff.age()).of("transaction")));
  }

  void pinned(Telling told) {
    var missed = some(run.missed());
    var pages = Figure.printed("tuples.missedDeadPages", run.outcome().tuples().missedDeadPages());
    var skipped =
        some(Figure.printed("pages.skippedPinned", run.outcome().pages().skippedPinned()));
    if (missed != null && pages != null) {
      told.add(KEPT, "pinned-rows", missed.of("dead row version"), pages.of("page"));
    } else if (skipped != null) {
      told.add(KEPT, "pinned-pages", skipped.of("page"));
    }
  }

  /// Why dead item pointers stay though nobody sees their rows.
  void indexes(Telling told) {
    var scan = run.outcome().indexScan();
    if (scan == null || scan.deadItemIds() == 0) {
      return;
    }
    boolean isFew = scan.percent() < BYPASS_PERCENT && !run.is(Trait.FAILSAFE);
    var why =
        switch (scan.decision()) {
          case BYPASSED_BY_FAILSAFE -> "bypassed-by-failsafe";
          case BYPASSED -> isFew ? "bypassed" : "bypassed-off";
          case NEEDED, NOT_NEEDED -> null;
        };
    if (why != null) {
      told.add(
          KEPT,
          why,
          Figure.count("indexScan.pages", scan.pages()).of("page"),
          Figure.percent("indexScan.percent", scan.percent()),
          Figure.count("indexScan.deadItemIds", scan.deadItemIds()).of("dead item pointer"));
    }
  }
}
