package org.vacuumadvisor.story;

import static org.vacuumadvisor.story.Sentence.Topic.OUTCOME;
import static org.vacuumadvisor.story.Sentence.Topic.SURPRISE;

import java.util.Comparator;
import org.vacuumadvisor.model.history.IndexWork;
import org.vacuumadvisor.model.history.Outcome;
import org.vacuumadvisor.model.history.Trait;
import org.vacuumadvisor.story.Story.Telling;

/// What a run does as designed and people do not expect.
record Surprises(RunFigures run) {
  /// Of a table of less nobody asks why its file does not shrink.
  private static final int PAGES_NOTICED = 8;

  /// 8 MB: looking whether so many are empty takes a moment.
  private static final int PAGES_LOCKED = 1024;

  /// So large a part of the rows has to go before somebody expects a smaller file.
  private static final double PART_NOTICED = 0.1;

  /// The default of `autovacuum_freeze_max_age`, 200 million, less what may pass until a worker
  /// comes.
  private static final double EARLY = 190e6;

  /// The default of `vacuum_failsafe_age`, 1.6 billion, likewise.
  private static final double FAILSAFE = 1.5e9;

  private static final String SO_EARLY =
      "; at such an age it is only where %s was lowered, or multixact IDs ask for it.";

  /// So large a part of an index has to be empty to be told.
  private static final double INDEX_PART = 0.2;

  void cause(Telling told) {
    var age = age();
    if (run.is(Trait.FAILSAFE)) {
      told.add(
          Sentence.of(SURPRISE, "The failsafe was on, because of the table's age")
              .and(age)
              .and(": only freezing counted, without sleeping for the cost limit")
              .and(isYoungerThan(FAILSAFE, age) ? SO_EARLY.formatted("vacuum_failsafe_age") : "."));
    } else if (run.is(Trait.TO_PREVENT_WRAPAROUND)) {
      told.add(
          Sentence.of(SURPRISE, "It came to prevent wraparound, because of the table's age")
              .and(age)
              .and(" and not of dead rows, and does not give way to locks")
              .and(
                  isYoungerThan(EARLY, age)
                      ? SO_EARLY.formatted("autovacuum_freeze_max_age")
                      : "."));
    } else if (run.is(Trait.AGGRESSIVE)) {
      boolean isManual = run.run().isByHand();
      told.add(
          Sentence.of(SURPRISE, "It was aggressive, ")
              .and(
                  isManual
                      ? "as FREEZE, DISABLE_PAGE_SKIPPING or the table's age asks"
                      : "because of the table's age")
              .and(
                  run.isWholeTableRead()
                      ? ": it read every page."
                      : ": it looked at every page that is not all-frozen."));
    }
  }

  private static boolean isYoungerThan(double limit, Sentence age) {
    return age.figures().stream().anyMatch(each -> each.value() < limit);
  }

  /// The age of the table when the run ended, where figures tell it.
  private Sentence age() {
    var age = run.outcome().ageBefore();
    return age == null || age <= 0
        ? Sentence.of(SURPRISE, "")
        : Sentence.of(
            SURPRISE,
            " (%s)",
            Figure.count(
                    "removableCutoff.xid + removableCutoff.age - newRelfrozenXid.value +"
                        + " newRelfrozenXid.ahead",
                    age)
                .of("transaction"));
  }

  void reading(Telling told) {
    var eager = run.outcome().pages().eagerlyScanned();
    if (eager != null && eager > 0) {
      told.add(SURPRISE, "eager", Figure.count("pages.eagerlyScanned", eager).of("page"));
      return;
    }
    var read = run.pagesRead();
    var all = run.pagesBefore();
    var frozen = Figure.printed("pages.skippedFrozen", run.outcome().pages().skippedFrozen());
    if (read != null && all != null && read.value() < all.value()) {
      var pinned = run.outcome().pages().skippedPinned();
      if (pinned == null || read.value() + (double) pinned < all.value()) {
        told.add(
            SURPRISE, read.value() <= 1 ? "read-last-page" : "read-part", read, all.of("page"));
      }
    } else if (read == null && frozen != null && frozen.isSome()) {
      told.add(SURPRISE, "skipped-frozen", frozen.of("page"));
    }
  }

  /// What became of the file: given back are only empty pages at its end.
  void file(Telling told) {
    var given = run.pagesGivenBack();
    var pages = run.pagesAfter();
    if (given != null && given.isSome() && pages != null) {
      told.add(
          OUTCOME,
          given.value() < PAGES_LOCKED ? "given-back" : "given-back-locked",
          given.of("page"),
          Figure.size(given),
          given.plus(pages));
    }
    if (run.is(Trait.TRUNCATION_STOPPED)) {
      told.add(SURPRISE, "truncation-stopped");
    } else if (run.is(Trait.TRUNCATION_SUSPENDED)) {
      told.add(SURPRISE, "truncation-suspended");
    } else if (given != null && !given.isSome() && pages != null) {
      stays(pages, told);
    }
  }

  private void stays(Figure pages, Telling told) {
    var removed = run.removed();
    var items = run.itemsFreed();
    var remain = run.remain();
    if (removed == null || remain == null || run.isOfPagesRead() || pages.value() < PAGES_NOTICED) {
      return;
    }
    var gone = items != null && items.value() > removed.value() ? items : removed;
    boolean werePruned = gone.value() > removed.value();
    var all = gone.plus(remain);
    var part = gone.of(all);
    // of a table that was read in part the rows that remain are an estimate, and so is their share
    var what =
        run.isWholeTableRead()
            ? Sentence.of(SURPRISE, "%s of its row versions are", part)
            : Sentence.of(SURPRISE, "%s are", gone.of("row version"));
    // pages with fewer rows than one each lost the others to queries, which the run does not count
    if (part.value() >= PART_NOTICED && all.value() >= pages.value()) {
      told.add(
          Sentence.of(
                  SURPRISE,
                  "The file stays at %s (%s) though ",
                  pages.of("page"),
                  Figure.size(pages))
              .and(what)
              .and(
                  (werePruned ? " gone (many had been pruned before it)" : " gone")
                      + ": the space is free for new rows, and only empty pages at the end of a"
                      + " file are given back."));
    }
  }

  void indexPages(Telling told) {
    run.run().indexes().stream()
        .filter(each -> deleted(each) > 0 && pages(each) >= PAGES_NOTICED)
        .filter(each -> (double) deleted(each) >= INDEX_PART * (double) pages(each))
        .max(Comparator.comparingLong(Surprises::deleted))
        .ifPresent(each ->
            told.add(
                SURPRISE,
                "empty-index-pages",
                each.name(),
                Figure.count("indexes.pages", pages(each)).of("page"),
                Figure.count("indexes.currentlyDeleted", deleted(each))));
  }

  private static long pages(IndexWork index) {
    return index.pages() == null ? 0 : index.pages();
  }

  private static long deleted(IndexWork index) {
    return index.currentlyDeleted() == null ? 0 : index.currentlyDeleted();
  }

  /// Why no index was scanned though rows went. Up to 13 a report does not say whether index
  /// cleanup was on.
  void silentIndexes(Telling told) {
    var removed = run.removed();
    var passes = run.indexPasses();
    var scan = run.outcome().indexScan();
    if (removed == null
        || !removed.isSome()
        || (passes == null ? !run.run().isByHand() : passes.isSome())
        || !run.is(Trait.COMPLETE)
        || run.is(Trait.FAILSAFE)
        || !run.run().passes().heap().isEmpty()) {
      return;
    }
    if (scan == null) {
      told.add(
          SURPRISE, run.is(Trait.INDEX_CLEANUP_OFF) ? "index-cleanup-off" : "no-index-scanned");
    } else if (scan.decision() == Outcome.Decision.NOT_NEEDED && scan.deadItemIds() == 0) {
      told.add(SURPRISE, "no-index-needed");
    }
  }
}
