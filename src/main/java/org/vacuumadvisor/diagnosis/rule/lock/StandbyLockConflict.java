package org.vacuumadvisor.diagnosis.rule.lock;

import static java.util.stream.Collectors.joining;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.vacuumadvisor.action.Preconditions;
import org.vacuumadvisor.diagnosis.Fact;
import org.vacuumadvisor.diagnosis.Facts;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.LogFacts;
import org.vacuumadvisor.diagnosis.LoggedTable;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Rule;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.diagnosis.Verdict;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.evidence.Question;
import org.vacuumadvisor.evidence.ServerEvidence;
import org.vacuumadvisor.model.Backend;
import org.vacuumadvisor.model.Database;
import org.vacuumadvisor.model.Database.Conflicts;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.history.NoticeKind;
import org.vacuumadvisor.model.history.Occurrences;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.postgres.SettingValue;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.workload.Confidence;

/// Queries on a standby are cancelled: because the primary took a table for itself, as a vacuum
/// does for a moment when it gives empty pages back, or because vacuum on the primary removed rows
/// that they may still need. Feedback helps against the second alone.
public final class StandbyLockConflict implements Rule {
  /// Fewer are a chance; and since the counters began it has to be one a day on average.
  private static final long MIN_CANCELLED = 3;

  /// Shorter, a standby falls behind for a moment. Our choice.
  private static final Duration LONG = Duration.ofMinutes(1);

  private static final Question PRIMARY_LOG = Question.named("PRIMARY_LOG");

  /// How often queries were cancelled.
  ///
  /// @param since in words: "since the first survey"
  /// @param isFresh whether it was seen to happen, not only counted at some time
  /// @param by a table whose vacuum is shown to have taken such a lock
  private record Cancelled(
      Conflicts queries, String since, boolean isFresh, Optional<LoggedTable> by, Facts facts) {
    boolean isByLock() {
      return queries.lock() >= queries.snapshot();
    }

    /// Whether what took the lock on the primary is not shown.
    boolean isOpen() {
      return isByLock() && by.isEmpty();
    }
  }

  @Override
  public Stream<Verdict> examine(Evidence evidence) {
    var logged = logged(evidence);
    var counted =
        evidence.survey().databases().stream()
            .filter(each -> evidence.isStandby() || areShownAlone(each, evidence))
            .map(each -> counted(each, evidence));
    return Stream.of(logged, counted, replays(evidence), paused(evidence)).flatMap(each -> each);
  }

  /// Nothing but a standby counts conflicts; of whoever pastes them it need not be told.
  private static boolean areShownAlone(Database database, Evidence evidence) {
    return evidence.excerpt().isPresent() && database.conflicts().is(each -> each.worst() > 0);
  }

  /// Replay that is seen to wait for nobody: somebody paused it.
  private Stream<Finding> paused(Evidence evidence) {
    return evidence.machinery().sessions().stream()
        .filter(each -> each.isReplay() && !each.waitsForLock())
        .filter(each -> !each.waitsSince().is(last -> evidence.ago(last).compareTo(LONG) < 0))
        .map(each ->
            warning(
                    "Replay is paused on this standby%s",
                    each.waitsSince()
                        .map(last -> Quantities.duration(evidence.ago(last)))
                        .map(": what it replayed last is %s old"::formatted)
                        .or(""))
                .shown("wait_event", Reading.of("RecoveryPause"), "pg_stat_activity", "wait_event")
                .explained("paused")
                .build());
  }

  /// Replay that has waited for sessions here for longer than it lets itself be delayed: a limit
  /// that was loaded meanwhile does not end a wait at hand. Of one of which nobody is seen for whom
  /// it waits, nothing is told.
  private Stream<Finding> replays(Evidence evidence) {
    var limit = evidence.aboutServer().real(Setting.MAX_STANDBY_STREAMING_DELAY);
    // for ever is -1: a minute is long then, too
    var least = LONG.plusMillis(limit.map(Double::longValue).or(0L));
    var preconditions = new Preconditions(evidence.survey());
    return evidence.machinery().sessions().stream()
        .filter(Backend::isReplay)
        .filter(each -> each.waitsSince().is(since -> evidence.ago(since).compareTo(least) >= 0))
        .filter(each -> !preconditions.rootsOf(each).isEmpty())
        .map(each -> replay(each, preconditions.rootsOf(each), limit, evidence));
  }

  private Finding replay(
      Backend replay, List<Backend> queries, Reading<Double> limit, Evidence evidence) {
    var names = queries.stream().map(Backend::fullName).collect(joining(" or "));
    var since = replay.waitsSince();
    return warning(
            "This standby does not replay: it waits for %s, and has got %s behind",
            names, since.map(evidence::ago).map(Quantities::duration).or("far"))
        .shown("has waited, or replayed nothing, since", since, "pg_stat_activity", "wait_event")
        .shown(
            "a query may delay replay for, in ms; -1: for ever",
            limit,
            "pg_settings",
            "max_standby_streaming_delay")
        .explained("replay", names)
        .build();
  }

  private Stream<Verdict> logged(Evidence evidence) {
    if (evidence.history().isEmpty()) {
      return Stream.empty();
    }
    var lock = evidence.notices(NoticeKind.CONFLICT_LOCK);
    var snapshot = evidence.notices(NoticeKind.CONFLICT_SNAPSHOT);
    if (lock.isEmpty() && snapshot.isEmpty()) {
      return LogFacts.verdicts(evidence, List.of());
    }
    var facts = new Facts();
    lock.ifPresent(told -> facts.told(told, "cancelled for a lock"));
    snapshot.ifPresent(told -> facts.told(told, "cancelled for rows that vacuum removed"));
    var shortened = shortened(evidence).filter(_ -> lock.isPresent());
    shortened.ifPresent(table -> facts.fact(cutOff(table)));
    var cancelled =
        new Cancelled(
            new Conflicts(
                lock.map(Occurrences::count).orElse(0L),
                snapshot.map(Occurrences::count).orElse(0L)),
            "",
            true,
            shortened,
            facts);
    var found = finding(new Subject.Cluster(), cancelled, evidence);
    return cancelled.isOpen() ? Stream.of(found, question()) : Stream.of(found);
  }

  /// DDL and the truncation of a table leave the same trace on a standby.
  private static Finding question() {
    return Finding.of(
            Finding.NEED_MORE_DATA,
            Severity.INFO,
            new Subject.Cluster(),
            "What took the lock on the primary is not shown: DDL, or a vacuum that shortened the"
                + " table")
        .because("The two have different remedies, and the standby does not tell them apart.")
        .ask(PRIMARY_LOG)
        .build();
  }

  /// The table whose last vacuum cut most pages off: its lock was replayed on the standby.
  private static Optional<LoggedTable> shortened(Evidence evidence) {
    return LoggedTable.all(evidence)
        .filter(each -> pagesCutOff(each) > 0)
        .max(Comparator.comparingLong(StandbyLockConflict::pagesCutOff));
  }

  /// To compare tables; what a run does not say proves nothing.
  private static long pagesCutOff(LoggedTable table) {
    return table.latest().map(run -> run.outcome().pages().removed()).orElse(0L);
  }

  private static Fact cutOff(LoggedTable table) {
    return LogFacts.by(
        table.latest().orElseThrow(),
        "pages that a vacuum cut off, under a lock that a standby replays",
        "%s of %s".formatted(Quantities.count(pagesCutOff(table)), table.name()));
  }

  private Verdict counted(Database database, Evidence evidence) {
    var server = evidence.aboutServer();
    var subject = new Subject.OfDatabase(database.name());
    return Verdict.of(
        subject,
        server,
        () ->
            cancelled(database, server)
                .<Verdict>map(each -> finding(subject, each, evidence))
                .orElseGet(() -> new Verdict.Clear(subject)));
  }

  /// What was cancelled in the window, or else since the counters began; empty where that is
  /// little.
  private static Optional<Cancelled> cancelled(Database database, ServerEvidence server) {
    var all = server.need("cancelled queries", Question.named("CONFLICTS"), database.conflicts());
    var view = "pg_stat_database_conflicts";
    var facts =
        new Facts()
            .observed("cancelled for a lock", all.lock(), view, "confl_lock")
            .observed(
                "cancelled for rows that vacuum removed", all.snapshot(), view, "confl_snapshot");
    var older = server.all().older().flatMap(each -> each.database(database.name()));
    var before = older.flatMap(each -> each.conflicts().known()).orElse(all);
    var more =
        new Conflicts(
            Math.max(0, all.lock() - before.lock()),
            Math.max(0, all.snapshot() - before.snapshot()));
    if (more.worst() > 0) {
      return Optional.of(
          new Cancelled(more, " since the first survey", true, Optional.empty(), facts));
    }
    long worst = all.worst();
    // counters that nobody reset are at least as old as the server's last start
    boolean isRare =
        database
            .statisticsReset()
            .known()
            .or(() -> server.all().survey().server().startedAt().known())
            .filter(from -> (double) worst < (double) server.all().ago(from).toHours() / 24)
            .isPresent();
    return worst < MIN_CANCELLED || isRare
        ? Optional.empty()
        : Optional.of(new Cancelled(all, "", false, Optional.empty(), facts));
  }

  private Finding finding(Subject subject, Cancelled cancelled, Evidence evidence) {
    var server = evidence.aboutServer();
    var feedback = server.ask(Setting.HOT_STANDBY_FEEDBACK);
    var delay = server.ask(Setting.MAX_STANDBY_STREAMING_DELAY);
    boolean isFeedbackOn = feedback.is(each -> each.setting().equals("on"));
    return found(
            cancelled.by().isPresent()
                    || (cancelled.isFresh() && cancelled.queries().worst() >= MIN_CANCELLED)
                ? Severity.WARNING
                : Severity.ADVICE,
            subject)
        .headline(
            "Queries on this standby were cancelled %s%s for %s",
            LogFacts.times(cancelled.queries().worst()),
            cancelled.since(),
            cancelled.isByLock()
                ? "a lock of the primary"
                : "rows that vacuum removed on the primary")
        .facts(cancelled.facts())
        .chosen(
            "limit",
            "%d since the counters began and one a day; a warning if seen to happen"
                .formatted(MIN_CANCELLED),
            "single ones are a matter of chance")
        .confidence(Confidence.MEDIUM)
        .shown("hot_standby_feedback", feedback.map(SettingValue::setting))
        .shown("a query may delay replay for", delay.map(each -> each.setting() + " ms"))
        .remedies(Stream.of(new Remedy.Ask(PRIMARY_LOG)).filter(_ -> cancelled.isOpen()))
        .explained(
            !cancelled.isByLock()
                ? isFeedbackOn ? "snapshot-and-feedback" : "snapshot"
                : cancelled.by().isPresent() ? "truncation" : "lock",
            cancelled.by().map(LoggedTable::name).orElse(""))
        .build();
  }
}
