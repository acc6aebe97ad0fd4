package org.vacuumadvisor.story;

import static org.vacuumadvisor.story.Sentence.Topic.KEPT;
import static org.vacuumadvisor.story.Sentence.Topic.OUTCOME;

import java.util.ArrayList;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.model.history.Outcome;
import org.vacuumadvisor.model.history.Trait;

/// What became of the rows and the file, and what had to stay.
record Rows(RunFigures run) {
  /// Below it VACUUM leaves the indexes alone: `BYPASS_THRESHOLD_PAGES` of vacuumlazy.c.
  private static final double BYPASS_PERCENT = 2;

  /// A cutoff that is so few transactions behind is that of work that is going on.
  private static final long RECENT = 100;

  /// From this part on it is told that rows needed no work on indexes.
  private static final double MANY = 0.05;

  void tell(Telling told) {
    var removed = run.removed();
    var items = run.itemsRemoved();
    if (removed != null) {
      told.add(removed(removed, items));
      pointers(removed, items, told);
    }
    file(told);
    kept(told);
    pinned(told);
    indexes(told);
  }

  private Sentence removed(Figure removed, @Nullable Figure items) {
    var remain = run.remain();
    var pass = pass(items);
    var kept = run.kept();
    var none = isNoneKept() ? " and had to keep none" : "";
    if (!removed.isSome()) {
      return items != null && items.isSome()
          ? Sentence.of(
              OUTCOME,
              "It took %s of dead rows out of the indexes; the rows themselves queries had pruned"
                  + " before.",
              items.of("item pointer"))
          : remain == null
              ? Sentence.of(OUTCOME, "It removed no row versions.")
              : remain.isSome()
                  ? Sentence.of(
                      OUTCOME,
                      kept != null && kept.isSome()
                          ? "It could remove nothing; %s."
                          : "There was nothing for it to remove; %s.",
                      remaining(remain))
                  : Sentence.of(
                      OUTCOME,
                      run.isWholeTableRead()
                          ? "There was nothing to remove: the table holds no rows."
                          : "There was nothing to remove on the pages it read.");
    }
    if (remain == null) {
      return Sentence.of(OUTCOME, "It removed %s%s%s.", removed.of("row version"), pass, none);
    }
    if (!run.isWholeTableRead()) {
      return Sentence.of(
          OUTCOME, "It removed %s%s; %s.", removed.of("row version"), none, remaining(remain));
    }
    return remain.isSome()
        ? Sentence.of(
            OUTCOME,
            "It removed %s of %s%s%s.",
            removed,
            removed.plus(remain).of("row version"),
            pass,
            none)
        : Sentence.of(
            OUTCOME, "It removed all %s that were there%s.", removed.of("row version"), pass);
  }

  /// Where the indexes are not told one by one it says nothing of them.
  private Object pass(@Nullable Figure items) {
    var passes = run.indexPasses();
    var indexes = Figure.count("indexes", run.run().indexes().size());
    if (items == null
        || !items.isSome()
        || passes == null
        || passes.value() != 1
        || !indexes.isSome()) {
      return "";
    }
    return indexes.value() == 1
        ? " in one pass over its index"
        : new Figure(
            indexes.name(),
            indexes.value(),
            " in one pass over its %s indexes".formatted(indexes.text()));
  }

  /// Of pages that were not read the rows are estimated; up to 14 a report by hand leaves them out.
  private Figure remaining(Figure remain) {
    var text = remain.text() + (remain.value() == 1 ? " remains" : " remain");
    return new Figure(
        remain.name(),
        remain.value(),
        run.isWholeTableRead() || run.pagesRead() == null
            ? text
            : isOfPagesRead() ? text + " on the pages it read" : "an estimated " + text);
  }

  private boolean isOfPagesRead() {
    return run.outcome().tuples().remain() == null && !run.isWholeTableRead();
  }

  private boolean isNoneKept() {
    var kept = run.kept();
    var missed = run.outcome().tuples().missedDead();
    return kept != null && !kept.isSome() && (missed == null || missed == 0);
  }

  /// What was removed and what went out of the indexes differ: by HOT, and by what queries prune.
  private void pointers(Figure removed, @Nullable Figure items, Telling told) {
    if (items == null || !removed.isSome()) {
      return;
    }
    if (items.value() > removed.value()) {
      told.add(
          OUTCOME,
          "The indexes lost %s, more than rows were removed: queries had pruned the other %s"
              + " rows before.",
          items.of("item pointer"),
          items.minus(removed));
    } else if (removed.value() - items.value() >= MANY * removed.value()) {
      told.add(
          OUTCOME, "%s of them had no index entry to remove (HOT updates).", removed.minus(items));
    }
  }

  private void file(Telling told) {
    var given = run.pagesGivenBack();
    var after = run.pagesAfter();
    if (given != null && given.isSome() && after != null) {
      told.add(
          OUTCOME,
          "%s at the end of the file (%s) were empty and were given back; %s.",
          given.of("page"),
          Figure.size(given),
          after.isSome()
              ? new Figure(after.name(), after.value(), after.text() + " remain")
              : "none remain");
    }
  }

  private void kept(Telling told) {
    var kept = run.kept();
    if (kept == null || !kept.isSome()) {
      return;
    }
    var remain = run.remain();
    var cutoff = run.outcome().cutoff();
    var oldest = run.outcome().oldestXmin();
    var xid = cutoff != null ? (Long) cutoff.xid() : oldest;
    var what =
        remain != null && remain.value() >= kept.value()
            ? Sentence.of(
                KEPT,
                isOfPagesRead()
                    ? "%s had to stay, %s of what is on the pages it read"
                    : "%s had to stay, %s of what the table holds now",
                kept.of("dead row version"),
                kept.of(remain))
            : Sentence.of(KEPT, "%s had to stay", kept.of("dead row version"));
    told.add(
        joined(
            what,
            xid == null
                ? Sentence.of(KEPT, ": somebody may still see them.")
                : Sentence.of(
                    KEPT,
                    ": somebody may still see what transaction %s and later ones deleted.",
                    new Figure(
                        cutoff != null ? "removableCutoff.xid" : "oldestXmin",
                        (double) xid,
                        Long.toString(xid)))));
    if (cutoff != null) {
      var age = Figure.count("removableCutoff.age", cutoff.age());
      told.add(
          age.value() <= RECENT
              ? Sentence.of(
                  KEPT,
                  "That cutoff was only %s behind when the run ended: a recent snapshot, or a"
                      + " server on which little happens.",
                  age.of("transaction"))
              : Sentence.of(
                  KEPT, "That cutoff was %s old when the run ended.", age.of("transaction")));
    }
  }

  private static Sentence joined(Sentence one, Sentence other) {
    var figures = new ArrayList<>(one.figures());
    figures.addAll(other.figures());
    return new Sentence(one.topic(), one.text() + other.text(), figures);
  }

  private void pinned(Telling told) {
    var missed = Figure.printed("tuples.missedDead", run.outcome().tuples().missedDead());
    var pages = Figure.printed("tuples.missedDeadPages", run.outcome().tuples().missedDeadPages());
    var skipped = Figure.printed("pages.skippedPinned", run.outcome().pages().skippedPinned());
    if (missed != null && pages != null && missed.isSome()) {
      told.add(
          KEPT,
          "%s on %s stayed because another session was using the pages at that moment; a later"
              + " run takes them.",
          missed.of("dead row version"),
          pages.of("page"));
    } else if (skipped != null && skipped.isSome()) {
      told.add(
          KEPT,
          "%s skipped because another session was using them at that moment; a later run"
              + " looks at them.",
          skipped.value() == 1
              ? new Figure(skipped.name(), 1, "1 page was")
              : new Figure(skipped.name(), skipped.value(), skipped.text() + " pages were"));
    }
  }

  /// Why dead item pointers stay though nobody sees their rows.
  private void indexes(Telling told) {
    var scan = run.outcome().indexScan();
    if (scan == null || scan.deadItemIds() == 0) {
      return;
    }
    var pages = Figure.count("indexScan.pages", scan.pages()).of("page");
    var percent = Figure.percent("indexScan.percent", scan.percent());
    var items = Figure.count("indexScan.deadItemIds", scan.deadItemIds()).of("dead item pointer");
    if (scan.decision() == Outcome.Decision.BYPASSED_BY_FAILSAFE) {
      told.add(
          KEPT,
          "The failsafe left the indexes alone: %s on %s (%s of the table) stay, and the"
              + " indexes keep their entries.",
          items,
          pages,
          percent);
    } else if (scan.decision() == Outcome.Decision.BYPASSED
        && (scan.percent() >= BYPASS_PERCENT || run.is(Trait.FAILSAFE))) {
      told.add(
          KEPT,
          "The indexes were left alone though %s (%s of the table) hold %s: index cleanup was"
              + " switched off. Indexes keep their entries until a run takes them out.",
          pages,
          percent,
          items);
    } else if (scan.decision() == Outcome.Decision.BYPASSED) {
      told.add(
          KEPT,
          "Only %s (%s) hold %s: for so few the indexes were left alone, as designed, and the"
              + " pointers wait for a later run.",
          pages,
          percent,
          items);
    }
  }
}
