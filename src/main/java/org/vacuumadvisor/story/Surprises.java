package org.vacuumadvisor.story;

import static org.vacuumadvisor.story.Sentence.Topic.SURPRISE;

import java.util.Comparator;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.model.history.IndexWork;
import org.vacuumadvisor.model.history.Trait;
import org.vacuumadvisor.model.history.Trigger;
import org.vacuumadvisor.unit.Quantities;

/// What a run does as designed and people do not expect.
record Surprises(RunFigures run) {
  /// Of a table of less nobody asks why its file does not shrink.
  private static final int PAGES_NOTICED = 8;

  /// So large a part of the rows has to go before somebody expects a smaller file.
  private static final double PART_NOTICED = 0.1;

  /// So large a part of an index has to be empty to be told.
  private static final double INDEX_PART = 0.2;

  void tell(Telling told) {
    cause(told);
    reading(told);
    file(told);
    indexPages(told);
    silentIndexes(told);
  }

  private void cause(Telling told) {
    if (run.is(Trait.FAILSAFE)) {
      told.add(
          SURPRISE,
          "The failsafe was on: the table's age had come close to wraparound, so only freezing"
              + " counted, without sleeping for the cost limit.");
    } else if (run.is(Trait.TO_PREVENT_WRAPAROUND)) {
      told.add(
          SURPRISE,
          "It came to prevent wraparound, because of the table's age and not of dead rows, and"
              + " does not give way to locks%s",
          age());
    } else if (run.is(Trait.AGGRESSIVE)) {
      told.add(
          SURPRISE, "It was aggressive: it looked at every page that is not all-frozen%s", age());
    } else {
      frozen(told);
    }
  }

  /// What became of the age. Before 15 a run does not tell.
  private Object age() {
    var ahead = run.outcome().newRelfrozenXid();
    if (ahead != null) {
      var figure = Figure.count("newRelfrozenXid.ahead", ahead.ahead());
      return new Figure(
          figure.name(),
          figure.value(),
          "; relfrozenxid moved ahead by %s.".formatted(figure.of("transaction").text()));
    }
    return run.outcome().cutoff() == null ? "." : "; relfrozenxid did not move.";
  }

  private void frozen(Telling told) {
    var frozen = run.outcome().frozen();
    if (frozen != null && frozen.tuples() > 0 && eager() == null) {
      told.add(
          SURPRISE,
          "It froze %s on %s on its way, so that a later run need not come for them.",
          Figure.count("frozen.tuples", frozen.tuples()).of("row version"),
          Figure.count("frozen.pages", frozen.pages()).of("page"));
    }
  }

  private @Nullable Figure eager() {
    var pages = run.outcome().pages().eagerlyScanned();
    return pages == null || pages == 0 ? null : Figure.count("pages.eagerlyScanned", pages);
  }

  /// Why it did not look at all pages.
  private void reading(Telling told) {
    var eager = eager();
    if (eager != null) {
      var frozen = run.outcome().frozen();
      told.add(
          frozen == null || frozen.pages() == 0
              ? Sentence.of(
                  SURPRISE,
                  "It read %s that were all-visible, early and on purpose, to freeze what it"
                      + " could.",
                  eager.of("page"))
              : Sentence.of(
                  SURPRISE,
                  "It read %s that were all-visible, early and on purpose, and froze %s: the next"
                      + " aggressive run has so much less to do.",
                  eager.of("page"),
                  Figure.count("frozen.pages", frozen.pages())));
      return;
    }
    var read = run.pagesRead();
    var all = run.pagesBefore();
    var frozen = Figure.printed("pages.skippedFrozen", run.outcome().pages().skippedFrozen());
    if (read != null && all != null && read.value() < all.value()) {
      var pinned = run.outcome().pages().skippedPinned();
      if (pinned == null || read.value() + (double) pinned < all.value()) {
        told.add(
            SURPRISE,
            read.value() <= 1
                ? "It read %s of %s: by the visibility map there is nothing for it in the"
                    + " others (the last page is always read)."
                : "It read %s of %s: by the visibility map there is nothing for it in the"
                    + " others.",
            read,
            all.of("page"));
      }
    } else if (read == null && frozen != null && frozen.isSome()) {
      told.add(
          SURPRISE,
          "It did not look at %s: by the visibility map all rows there are frozen.",
          frozen.of("page"));
    }
  }

  private void file(Telling told) {
    var given = run.pagesGivenBack();
    if (run.is(Trait.TRUNCATION_STOPPED)) {
      told.add(
          SURPRISE,
          "The empty end of the file was not given back: the exclusive lock that this takes was"
              + " not to be had, and it gave up after some seconds of trying.");
      return;
    }
    if (run.is(Trait.TRUNCATION_SUSPENDED)) {
      told.add(
          SURPRISE,
          "It stopped giving back the empty end of the file because somebody waited for the"
              + " table; a later run goes on.");
      return;
    }
    var removed = run.removed();
    var remain = run.remain();
    var pages = run.pagesAfter();
    if (removed != null
        && remain != null
        && pages != null
        && given != null
        && !given.isSome()
        && pages.value() >= PAGES_NOTICED
        && removed.value() >= PART_NOTICED * (removed.value() + remain.value())) {
      told.add(
          SURPRISE,
          "The file stays at %s (%s): the space is free for new rows, and only empty pages at"
              + " the end of a file are given back.",
          pages.of("page"),
          Figure.size(pages));
    }
  }

  /// The index with the most pages that its rows have left.
  private void indexPages(Telling told) {
    run.run().indexes().stream()
        .filter(each -> deleted(each) > 0)
        .filter(each -> pages(each) >= PAGES_NOTICED)
        .filter(each -> (double) deleted(each) >= INDEX_PART * (double) pages(each))
        .max(Comparator.comparingLong(Surprises::deleted))
        .ifPresent(each ->
            told.add(
                SURPRISE,
                "Of the %s of index %s %s empty and wait to be used again: an index keeps its"
                    + " file.",
                Figure.count("indexes.pages", pages(each)).of("page"),
                each.name(),
                new Figure(
                    "indexes.currentlyDeleted",
                    (double) deleted(each),
                    Quantities.count(deleted(each)) + (deleted(each) == 1 ? " is" : " are"))));
  }

  private static long pages(IndexWork index) {
    return index.pages() == null ? 0 : index.pages();
  }

  private static long deleted(IndexWork index) {
    return index.currentlyDeleted() == null ? 0 : index.currentlyDeleted();
  }

  /// Up to 14 a report by hand says nothing of indexes that it did not touch.
  private void silentIndexes(Telling told) {
    var removed = run.removed();
    if (run.is(Trait.COMPLETE)
        && run.run().heading().trigger() == Trigger.MANUAL
        && run.outcome().tuples().removable() != null
        && removed != null
        && removed.isSome()
        && run.outcome().indexScan() == null
        && run.indexPasses() == null
        && run.run().passes().heap().isEmpty()) {
      told.add(
          SURPRISE,
          "No index was scanned: either none of these rows had an index entry (HOT updates), or"
              + " index cleanup was off and the entries wait for a later run.");
    }
  }
}
