package org.vacuumadvisor.cli.apply;

import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.cli.apply.ApplyResult.Watched;
import org.vacuumadvisor.postgres.SettingSql;
import org.vacuumadvisor.report.PrintableSql;
import org.vacuumadvisor.report.TerminalText;
import org.vacuumadvisor.report.Words;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.jdbc.Progress;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.verify.AppliedChanges;
import org.vacuumadvisor.verify.Attempt;
import org.vacuumadvisor.verify.Attempt.Result;
import org.vacuumadvisor.verify.JournalLine;
import org.vacuumadvisor.verify.JournalLine.Event;

/// One run of `apply`: what is left open is settled, the next stage is shown, confirmed and set, or
/// all that was set is taken back.
final class Application {
  /// The longest that a change waits for a lock.
  private static final long LOCK_TIMEOUT_MS = 500;

  private final Sessions sessions;
  private final PlanInHand plan;
  private final Journal journal;
  private final AppliedChanges known;
  private final Wishes wishes;
  private final ServerLook.Who who;
  private final Consumer<String> say;

  private final List<Change> ordered;
  private final List<Attempt> made = new ArrayList<>();
  private final List<Watched> watched = new ArrayList<>();
  private @Nullable String stopped;

  /// What the user asked for.
  ///
  /// @param isNow whether a stage may begin before the one before can be judged
  /// @param isAgreed asks whether what was shown is to be done
  record Wishes(
      boolean isUndo,
      boolean isNow,
      Guards guards,
      Duration observe,
      BooleanSupplier isAgreed,
      Progress progress,
      Writer.Witness witness) {
    Event event() {
      return isUndo ? Event.UNDO : Event.APPLY;
    }
  }

  private Application(
      Sessions sessions, PlanInHand plan, Wishes wishes, ServerLook.Who who, Consumer<String> say) {
    this.sessions = sessions;
    this.plan = plan;
    this.journal = plan.journal();
    this.known = journal.known();
    this.wishes = wishes;
    this.who = who;
    this.say = say;
    this.ordered = plan.changes();
  }

  /// @param say prints a line
  static ApplyResult run(Sessions sessions, PlanInHand plan, Wishes wishes, Consumer<String> say)
      throws SQLException, SourceException, InterruptedException {
    var look = sessions.named();
    var run = new Application(sessions, plan, wishes, look.who(), say);
    run.greet();
    plan.check(run.who, look.databases());
    run.settle();
    return wishes.isUndo() ? run.undo() : run.apply();
  }

  private void greet() {
    say.accept(
        "%s · PostgreSQL %s · role %s · %s"
            .formatted(
                shown(who.database()),
                shown(who.version()),
                shown(who.role()),
                Words.moment(who.now())));
    say.accept(
        "Plan of %s: %s, %d set so far. Journal: %s.journal"
            .formatted(
                Words.moment(plan.saved().madeAt()),
                Quantities.counted(plan.saved().changes().size(), "change"),
                ordered.stream().filter(plan::isApplied).count(),
                plan.file()));
    for (var each : plan.refused()) {
      say.accept(
          "Not for apply: %d. %s: %s".formatted(each.change(), shown(each.title()), each.why()));
    }
  }

  /// Of an intent without outcome the server itself says what became of it.
  private void settle() throws SQLException, SourceException {
    for (var each : ordered) {
      var open = known.state(each.number()).open();
      if (open == null || open.attempt() == null) {
        continue;
      }
      var look = sessions.of(each);
      var intended = each.with(open.attempt().values());
      var result =
          look.stands(intended)
              ? Result.SET
              : look.stands(intended.back()) ? Result.NOT_SET : Result.DIFFERS;
      note(intended, result, "found after an interruption");
      say.accept(
          "The last run was interrupted at %d. %s: %s"
              .formatted(
                  each.number(),
                  sql(intended),
                  result == Result.SET
                      ? "it is done."
                      : result == Result.NOT_SET
                          ? "it was not done."
                          : "something else stands there now, and is left alone."));
    }
  }

  private void note(Change change, Result result, String words)
      throws SQLException, SourceException {
    journal.add(
        JournalLine.of(
            Event.OUTCOME, sessions.named().now(), change.attempt().became(result, words)));
  }

  private ApplyResult apply() throws SQLException, SourceException, InterruptedException {
    var next = next();
    if (next.isEmpty()) {
      make(List.of());
      say.accept(ordered.isEmpty() ? "There is nothing in it to set." : "All stages are done.");
      return result(null);
    }
    int at = next.get();
    var stage = plan.stages().get(at);
    var todo = plan.todo(stage);
    say.accept("");
    say.accept("Stage %d of %d, %s:".formatted(at + 1, plan.stages().size(), stage.title()));
    var due = due(at);
    if (due.filter(who.now()::isBefore).isPresent() && !wishes.isNow()) {
      stopped =
          "The stage before can be judged from %s on. Come again then, or add --now."
              .formatted(Words.moment(due.get()));
    }
    checkRights(todo);
    var possible = shown(todo);
    if (stopped == null) {
      watch();
    }
    if (stopped != null) {
      say.accept("Nothing was set. " + stopped);
      return result(at);
    }
    make(possible);
    noteLeft(todo);
    tellNext(at);
    return result(at);
  }

  /// The first stage of which anything is still to be made, from 0.
  private Optional<Integer> next() {
    return IntStream.range(0, plan.stages().size())
        .filter(each -> !plan.todo(plan.stages().get(each)).isEmpty())
        .boxed()
        .findFirst();
  }

  /// When what was set before can be judged; empty where nothing was, or the stage has begun.
  private Optional<Instant> due(int stage) {
    return plan.stages().get(stage).changes().stream().anyMatch(plan::isApplied)
        ? Optional.empty()
        : plan.due();
  }

  private void checkRights(List<Change> wanted) throws SQLException, SourceException {
    var missing = new LinkedHashSet<String>();
    for (var each : wanted) {
      missing.addAll(Rights.missing(sessions.of(each), each));
    }
    if (!wishes.isUndo()) {
      missing.addAll(Rights.missingForGuards(sessions.named()));
    }
    if (!missing.isEmpty()) {
      throw new SourceException(
          "Nothing was set: role %s lacks rights.\n  %s"
              .formatted(shown(who.role()), PrintableSql.of(String.join("\n  ", missing))));
    }
  }

  /// Shows what is to be made, and leaves out what is not as the plan saw it.
  private List<Change> shown(List<Change> wanted) throws SQLException, SourceException {
    var possible = new ArrayList<Change>();
    for (var each : wanted) {
      var look = sessions.of(each);
      var difference = look.difference(each);
      if (difference.isPresent()) {
        made.add(each.attempt().became(Result.DIFFERS, difference.get()));
        say.accept(
            "  %d. %s\n     left alone: %s"
                .formatted(each.number(), sql(each), shown(difference.get())));
      } else {
        var change = look.withOldValue(each);
        possible.add(change);
        say.accept(
            "  %d. %s\n     back: %s".formatted(each.number(), sql(each), sql(change.back())));
      }
    }
    if (possible.stream().anyMatch(Change::isOfServer)) {
      say.accept("     then " + SettingSql.reload());
    }
    return possible;
  }

  private void watch() throws SQLException, SourceException, InterruptedException {
    var span = wishes.observe();
    var changedAt = plan.changedAt();
    watched.addAll(
        wishes
            .guards()
            .watched(
                sessions.named(),
                span,
                changedAt.orElse(null),
                known.begun().map(JournalLine.Begun::busy).orElse(null),
                wishes.progress()));
    say.accept(
        "Watched for %s: %s"
            .formatted(
                Quantities.duration(span),
                String.join(", ", watched.stream().map(Watched::inWords).toList())));
    var over = watched.stream().filter(Watched::isOver).map(Watched::withLimit).toList();
    if (!over.isEmpty()) {
      stopped =
          "Beyond its limit: %s. Come again when that is over%s."
              .formatted(
                  String.join(", ", over),
                  changedAt.isEmpty()
                      ? ""
                      : "; if it came with the stage before, take that back with --undo");
    }
  }

  /// Makes changes one by one, once it is confirmed, and has the server load what was written.
  /// Where one cannot be made, those after it wait; what is taken back is taken back as far as it
  /// can be.
  private void make(List<Change> possible)
      throws SQLException, SourceException, InterruptedException {
    if (!possible.isEmpty() || !notLoaded().isEmpty()) {
      if (possible.isEmpty()) {
        say.accept("What is written is not loaded yet: " + SettingSql.reload());
      }
      sessions.close();
      if (!wishes.isAgreed().getAsBoolean()) {
        throw new SourceException("Nothing was set.");
      }
    }
    open();
    // Who waits for longer than deadlock_timeout has an autovacuum worker cancelled.
    long patience = Math.clamp(who.deadlockTimeoutMs() / 2, 1, LOCK_TIMEOUT_MS);
    var writer = new Writer(journal, Duration.ofMillis(patience), wishes.witness());
    for (var each : possible) {
      if (stopped != null && !wishes.isUndo()) {
        made.add(each.attempt());
      } else {
        make(writer, each);
      }
    }
    var waiting = notLoaded();
    if (!waiting.isEmpty() && !writer.reload(sessions.named(), waiting)) {
      stopped =
          "The server was told to load its configuration, but not all of it is in effect: look into"
              + " its log.";
      say.accept(stopped);
    }
  }

  private void make(Writer writer, Change change) throws SQLException, SourceException {
    try {
      var attempt = writer.set(sessions.of(change), change, wishes.event());
      made.add(attempt);
      var why = shown(Optional.ofNullable(attempt.words()).orElse(""));
      var line =
          "%d. %s: %s."
              .formatted(
                  change.number(),
                  shown(change.place()),
                  switch (Objects.requireNonNull(attempt.result())) {
                    case SET -> wishes.isUndo() ? "taken back" : "set";
                    case DIFFERS -> "left alone: " + why;
                    case LOCKED -> "not set, nothing waited: %s. Run it again later".formatted(why);
                    case FAILED, NOT_SET -> "the server refused: " + why;
                  });
      say.accept(line);
      if (attempt.result() != Result.SET) {
        stopped = line;
      }
    } catch (SQLException lost) {
      throw new SourceException(
          "The connection was lost at %d. %s Run the same command again: it looks what became of it."
              .formatted(change.number(), sql(change)),
          lost);
    }
  }

  /// The first line of the journal.
  private void open() throws SourceException {
    if (!wishes.isUndo() && known.begun().isEmpty() && !ordered.isEmpty()) {
      var busy = watched.getFirst().value();
      var begun =
          new JournalLine.Begun(
              plan.fingerprint(), who.system(), busy == null ? null : (Double) (busy / 100));
      journal.add(new JournalLine(Event.OPENED, who.now(), begun, null));
    }
  }

  /// Settings that we wrote and that nobody loaded.
  private List<Change> notLoaded() throws SQLException, SourceException {
    return sessions
        .named()
        .waiting(ordered.stream().filter(each -> known.knows(each.number())).toList());
  }

  /// So that what somebody else has changed does not hold up the stages after it.
  private void noteLeft(List<Change> todo) throws SQLException, SourceException {
    for (var each : todo) {
      var attempt =
          made.stream().filter(it -> it.change() == each.number()).findFirst().orElseThrow();
      if (attempt.result() == Result.DIFFERS && !known.state(each.number()).left()) {
        note(each, Result.DIFFERS, String.valueOf(attempt.words()));
        stopped = "%d. %s was left alone.".formatted(each.number(), shown(each.place()));
      }
    }
  }

  private void tellNext(int at) {
    if (!plan.todo(plan.stages().get(at)).isEmpty()) {
      say.accept("The rest of the stage: run the same command again.");
    } else if (at + 1 < plan.stages().size()) {
      var next = plan.stages().get(at + 1);
      say.accept(
          "Next: stage %d of %d, %s (%s), with the same command%s."
              .formatted(
                  at + 2,
                  plan.stages().size(),
                  next.title(),
                  Quantities.counted(next.changes().size(), "change"),
                  due(at + 1).map(each -> " from " + Words.moment(each) + " on").orElse("")));
    } else {
      say.accept("All stages are done.");
    }
    if (ordered.stream().anyMatch(plan::isApplied)) {
      say.accept(
          "Did it help: vacuum-advisor verify %s, with the same server%s."
              .formatted(
                  plan.file(),
                  plan.due().map(each -> ", from " + Words.moment(each) + " on").orElse("")));
      say.accept("Take it back: the same command with --undo.");
    }
  }

  private ApplyResult undo() throws SQLException, SourceException, InterruptedException {
    var back =
        ordered.reversed().stream()
            .flatMap(each ->
                Optional.ofNullable(known.state(each.number()).applied())
                    .map(JournalLine::attempt)
                    .map(of -> each.with(of.values()).back())
                    .stream())
            .toList();
    if (back.isEmpty()) {
      make(back);
      say.accept("Nothing of this plan is set.");
      return result(null);
    }
    say.accept("");
    say.accept("To take back, the last first:");
    checkRights(back);
    var possible = shown(back);
    make(possible);
    if (possible.size() < back.size()) {
      stopped = "What somebody changed since is left alone.";
      say.accept(stopped);
    }
    return result(null);
  }

  private ApplyResult result(@Nullable Integer at) {
    var next = wishes.isUndo() ? Optional.<Integer>empty() : next();
    return new ApplyResult(
        1,
        wishes.isUndo() ? "undo" : "apply",
        who.now(),
        plan.file() + ".journal",
        at == null ? null : at + 1,
        plan.stages().size(),
        watched,
        made,
        plan.refused(),
        stopped,
        next.map(each -> each + 1).orElse(null),
        next.flatMap(this::due).orElse(null));
  }

  /// The statement, and where it is run, if that is not where we are.
  private String sql(Change change) {
    var statement = PrintableSql.of(change.sql());
    return change.database().isEmpty() || change.database().equals(who.database())
        ? statement
        : "%s   -- in database %s".formatted(statement, shown(change.database()));
  }

  private static String shown(String text) {
    return TerminalText.escaped(text);
  }
}
