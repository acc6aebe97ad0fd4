package org.vacuumadvisor.source.log.message;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.model.history.Command;
import org.vacuumadvisor.model.history.Mode;
import org.vacuumadvisor.model.history.Outcome;
import org.vacuumadvisor.model.history.Passes;
import org.vacuumadvisor.model.history.Trait;
import org.vacuumadvisor.model.history.Trigger;
import org.vacuumadvisor.source.log.Entry;
import org.vacuumadvisor.source.log.template.Hole;
import org.vacuumadvisor.source.log.template.Match;

/// Reads the messages of manual runs: up to 14 many small ones, from 15 one when a table begins and
/// one with a report when it ends.
final class ManualReader {
  /// In a text without sessions so many runs that have ended may still hear of a truncation.
  private static final int MOST_ENDED = 8;

  private final OpenRuns openRuns;
  private final Match match;

  ManualReader(OpenRuns openRuns, Match match) {
    this.openRuns = openRuns;
    this.match = match;
  }

  /// Reads a message whose first line said this.
  ///
  /// @return the run it is about
  RunDraft read(Session session, Entry entry, MessageLine says) {
    return switch (says) {
      case VACUUMING -> vacuuming(session, entry);
      case AGGRESSIVELY_VACUUMING ->
          told(vacuuming(session, entry), run -> run.is(Trait.AGGRESSIVE));
      case REPACKING -> rewriting(session, entry, Mode.REPACK);
      case REPACKING_BY_INDEX -> rewriting(session, entry, Mode.REPACK_BY_INDEX);
      case CLUSTERING -> rewriting(session, entry, Mode.CLUSTER);
      case ANALYZING -> analyzing(session, entry);
      case ANALYZING_TREE -> told(analyzing(session, entry), run -> run.is(Trait.INHERITANCE_TREE));
      case FINISHED_VACUUMING -> finishedVacuuming(session, entry);
      case FINISHED_ANALYZING -> finishedAnalyzing(session, entry);
      case WORKERS_VACUUMING ->
          told(ofIndexes(session, entry), run -> run.workers(Passes.Stage.VACUUMING, match));
      case WORKERS_CLEANUP ->
          told(ofIndexes(session, entry), run -> run.workers(Passes.Stage.CLEANUP, match));
      case SCANNED_INDEX ->
          told(
              ofIndex(session, entry),
              run -> run.indexScan(match.text(Hole.INDEX), match.count(Hole.PASS_ROWS)));
      case INDEX_CONTAINS ->
          told(ofIndex(session, entry), run -> run.index(match.text(Hole.INDEX)).add(match));
      case REMOVED ->
          told(
              named(session, entry),
              run -> run.heapPass(match.count(Hole.PASS_ROWS), match.count(Hole.PASS_PAGES)));
      case SCAN_BYPASSED ->
          told(
              named(session, entry),
              run -> {
                run.decide(Outcome.Decision.BYPASSED);
                run.figures().add(match);
              });
      case FOUND -> found(session, named(session, entry));
      case FOUND_BY_FULL ->
          told(found(session, named(session, entry)), run -> run.rewrote(match.text(Hole.TABLE)));
      case TRUNCATED ->
          told(
              truncated(session, entry),
              run ->
                  run.truncation(match.count(Hole.TRUNCATED_FROM), match.count(Hole.TRUNCATED_TO)));
      case SAMPLED -> sampled(session, entry);
      case AUTOMATIC_VACUUM,
          AUTOMATIC_AGGRESSIVE_VACUUM,
          AUTOMATIC_WRAPAROUND_VACUUM,
          AUTOMATIC_AGGRESSIVE_WRAPAROUND_VACUUM,
          AUTOMATIC_ANALYZE,
          AUTOMATIC_ANALYZE_WITH_USAGE ->
          throw new IllegalArgumentException(says.name());
    };
  }

  private static RunDraft told(RunDraft run, Consumer<RunDraft> what) {
    what.accept(run);
    return run;
  }

  private RunDraft vacuuming(Session session, Entry entry) {
    var name = match.text(Hole.QUALIFIED);
    makeRoom(session);
    var draft = openRuns.open(session, entry, Command.VACUUM, Trigger.MANUAL);
    draft.name().twoOrThree(name);
    draft.follows(session.mainTable());
    var called = session.called();
    if (called != null && called.isOn("full")) {
      draft.mode(Mode.FULL); // up to 14 the heading is that of a plain vacuum
    } else if (called != null && called.isOn("index_cleanup\\s+(?:off|false|0)")) {
      draft.is(Trait.INDEX_CLEANUP_OFF);
    }
    if (session.wasInFailsafe(name)) {
      draft.is(Trait.FAILSAFE);
    }
    return draft;
  }

  private RunDraft rewriting(Session session, Entry entry, Mode mode) {
    var name = match.text(Hole.QUALIFIED);
    makeRoom(session);
    var draft = openRuns.open(session, entry, Command.VACUUM, Trigger.MANUAL);
    draft.name().schemaAndTable(name);
    draft.mode(mode);
    return draft;
  }

  private RunDraft analyzing(Session session, Entry entry) {
    var name = match.text(Hole.QUALIFIED);
    makeRoom(session);
    session.previous(null);
    var draft = openRuns.open(session, entry, Command.ANALYZE, Trigger.MANUAL);
    draft.name().schemaAndTable(name);
    return draft;
  }

  /// Another table begins. One session works on one table at a time.
  private void makeRoom(Session session) {
    if (session.isKnown()) {
      var last = session.latest(each -> each.command() == Command.VACUUM);
      if (last != null) {
        session.previous(last);
      }
      openRuns.closeAll(session);
      return;
    }
    while (session.count(RunDraft::isEnded) > MOST_ENDED) {
      openRuns.close(
          session, session.open().stream().filter(RunDraft::isEnded).findFirst().orElseThrow());
    }
  }

  private RunDraft finishedVacuuming(Session session, Entry entry) {
    var name = match.text(Hole.QUALIFIED);
    var draft =
        session.latest(each -> each.command() == Command.VACUUM && each.name().isCalled(name));
    if (draft == null) {
      makeRoom(session);
      draft = openRuns.open(session, entry, Command.VACUUM, Trigger.MANUAL);
      draft.follows(session.mainTable());
      if (session.wasInFailsafe(name)) {
        draft.is(Trait.FAILSAFE);
      }
    }
    draft.name().databaseSchemaAndTable(name);
    draft.figures().add(match);
    draft.mode(Mode.LAZY); // no rewrite says so, whatever was typed above
    draft.report();
    session.previous(draft);
    return draft;
  }

  private RunDraft finishedAnalyzing(Session session, Entry entry) {
    var name = match.text(Hole.QUALIFIED);
    var draft =
        session.latest(
            each -> each.command() == Command.ANALYZE && each.name().mayBeQualified(name));
    if (draft == null) {
      makeRoom(session);
      draft = openRuns.open(session, entry, Command.ANALYZE, Trigger.MANUAL);
    }
    draft.name().databaseSchemaAndTable(name);
    draft.report();
    return draft;
  }

  private RunDraft found(Session session, RunDraft draft) {
    draft.figures().add(match);
    draft.foundRows();
    session.previous(draft);
    return draft;
  }

  /// The run of a message that tells the bare name of its table.
  private RunDraft named(Session session, Entry entry) {
    var table = match.text(Hole.TABLE);
    var draft = session.latest(each -> isOf(session, each, table) && !each.isFound());
    if (draft == null) {
      draft = headless(session, entry);
    }
    calls(draft, table);
    draft.name().hasNoDatabase();
    var indexes = session.homeless();
    if (indexes != null && !indexes.equals(draft)) {
      draft.absorb(indexes);
      session.homeless(null);
    }
    return draft;
  }

  /// Truncation comes after all else.
  private RunDraft truncated(Session session, Entry entry) {
    var table = match.text(Hole.TABLE);
    var draft = session.latest(each -> isOf(session, each, table));
    if (draft == null) {
      draft = headless(session, entry);
    }
    calls(draft, table);
    return draft;
  }

  /// Steps without a head are of the table in the statement above, if that is named later.
  private static boolean isOf(Session session, RunDraft draft, String table) {
    var name = draft.name();
    var called = session.called();
    return draft.command() == Command.VACUUM
        && (name.mayBe(table)
            || name.isCalled(table)
            || (name.isUnknown() && called != null && table.equals(called.name().table())));
  }

  /// VACUUM FULL gives the schema, too, from 15.
  private static void calls(RunDraft draft, String table) {
    if (draft.name().isCalled(table)) {
      draft.name().schemaAndTable(table);
    } else {
      draft.name().bare(table);
    }
  }

  private RunDraft headless(Session session, Entry entry) {
    if (session.isKnown()) {
      openRuns.closeAll(session);
    }
    return openRuns.open(session, entry, Command.VACUUM, Trigger.MANUAL);
  }

  /// The run of a message about an index, which does not tell the table.
  private RunDraft ofIndexes(Session session, Entry entry) {
    if (session.count(ManualReader::mayHaveIndexes) > 1) {
      return homeless(session, entry);
    }
    var draft = session.latest(ManualReader::mayHaveIndexes);
    return draft == null ? headless(session, entry) : draft;
  }

  /// The same where the message names the index, as those of 14 and before do.
  private RunDraft ofIndex(Session session, Entry entry) {
    return told(ofIndexes(session, entry), run -> run.name().hasNoDatabase());
  }

  private RunDraft homeless(Session session, Entry entry) {
    var draft = session.homeless();
    if (draft == null) {
      draft =
          new RunDraft(
              openRuns.place(entry), OpenRuns.stamp(entry), Command.VACUUM, Trigger.MANUAL);
      session.homeless(draft);
    }
    return draft;
  }

  private static boolean mayHaveIndexes(RunDraft draft) {
    return draft.command() == Command.VACUUM && !draft.isFound() && !draft.isReported();
  }

  private RunDraft sampled(Session session, Entry entry) {
    var sample = sample();
    var draft = analyzed(session, sample.table());
    if (draft == null) {
      draft = openRuns.open(session, entry, Command.ANALYZE, Trigger.MANUAL);
      draft.name().bare(sample.table());
    } else if (!draft.isTree() && draft.name().mayBe(sample.table())) {
      draft.name().bare(sample.table());
    }
    draft.sample(sample);
    return draft;
  }

  private static @Nullable RunDraft analyzed(Session session, String table) {
    var draft =
        session.latest(each -> each.command() == Command.ANALYZE && each.name().mayBe(table));
    return draft != null ? draft : session.latest(RunDraft::isTree);
  }

  private Passes.Sample sample() {
    return new Passes.Sample(
        match.text(Hole.TABLE),
        match.count(Hole.SAMPLE_PAGES),
        match.count(Hole.SAMPLE_PAGES_TOTAL),
        match.count(Hole.SAMPLE_LIVE_ROWS),
        match.count(Hole.SAMPLE_DEAD_ROWS),
        match.count(Hole.SAMPLE_ROWS),
        match.count(Hole.SAMPLE_ESTIMATED_ROWS));
  }
}
