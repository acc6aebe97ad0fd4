package org.vacuumadvisor.cli.apply;

import static org.vacuumadvisor.report.TerminalText.escaped;

import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.cli.apply.Guards.Watched;
import org.vacuumadvisor.cli.apply.PlanInHand.Stage;
import org.vacuumadvisor.model.Server;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.postgres.SettingSql;
import org.vacuumadvisor.report.PrintableSql;
import org.vacuumadvisor.report.Words;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.jdbc.Progress;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.verify.JournalLine;
import org.vacuumadvisor.verify.JournalLine.Attempt;
import org.vacuumadvisor.verify.JournalLine.Event;
import org.vacuumadvisor.verify.JournalLine.Result;

/// One run of `apply`: what is left open is settled, the next stage is shown, confirmed and set, or
/// all that was set is taken back.
final class Application {
  /// The longest that a change waits for a lock.
  private static final long LOCK_TIMEOUT_MS = 500;

  private final ServerLook look;
  private final PlanInHand plan;
  private final Wishes wishes;
  private final Survey now;
  private final Consumer<String> say;

  private final List<Attempt> differing = new ArrayList<>();
  private List<Watched> watched = List.of();
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
      Runnable witness) {}

  /// @param say prints a line
  Application(ServerLook look, PlanInHand plan, Wishes wishes, Consumer<String> say)
      throws SourceException, InterruptedException {
    this.look = look;
    this.plan = plan;
    this.wishes = wishes;
    this.now = look.server().glance();
    this.say = say;
  }

  /// Makes the changes of the plan, or takes them back, in stages.
  ///
  /// @return whether all of it was done
  boolean run() throws SQLException, SourceException, InterruptedException {
    greet();
    plan.check(now, look.system());
    settle();
    if (wishes.isUndo()) {
      undo();
    } else {
      apply();
    }
    return stopped == null;
  }

  private void greet() throws SQLException, SourceException {
    say(
        "%s · PostgreSQL %s · role %s · %s",
        escaped(look.session("").getCatalog()),
        escaped(now.server().versionText().or("")),
        role(),
        Words.moment(now.takenAt()));
    say(
        "Plan of %s: %s, %d set so far. Journal: %s.journal",
        Words.moment(plan.saved().madeAt()),
        Quantities.counted(plan.saved().changes().size(), "change"),
        plan.changes().stream().filter(plan::isApplied).count(),
        plan.file());
    for (var each : plan.refused()) {
      say("Not for apply: %d. %s: %s", each.change(), escaped(each.title()), each.why());
    }
  }

  /// Of an intent without outcome the server itself says what became of it.
  private void settle() throws SQLException, SourceException {
    for (var each : plan.changes()) {
      var open = plan.state(each.change()).open();
      if (open == null || open.attempt() == null) {
        continue;
      }
      var intended = each.with(open.attempt().values());
      var result =
          look.stands(intended)
              ? Result.SET
              : look.stands(intended.back()) ? Result.NOT_SET : Result.DIFFERS;
      note(intended.became(result, "found after an interruption"));
      say(
          "The last run was interrupted at %d. %s: %s",
          each.change(),
          sql(intended),
          result == Result.SET
              ? "it is done."
              : result == Result.NOT_SET
                  ? "it was not done."
                  : "something else stands there now, and is left alone.");
    }
  }

  private void note(Attempt attempt) throws SQLException, SourceException {
    plan.journal().add(new JournalLine(Event.OUTCOME, look.now(), null, attempt));
  }

  private void apply() throws SQLException, SourceException, InterruptedException {
    var next = plan.next();
    if (next.isEmpty()) {
      make(List.of());
      say(plan.changes().isEmpty() ? "There is nothing in it to set." : "All stages are done.");
      return;
    }
    var stage = next.get();
    var todo = plan.todo(stage);
    say("");
    say("Stage %d of %d, %s:", stage.number(), plan.stages().size(), stage.title());
    var due = plan.due(stage);
    if (due.filter(now.takenAt()::isBefore).isPresent() && !wishes.isNow()) {
      stopped =
          "The stage before can be judged from %s on. Come again then, or add --now."
              .formatted(Words.moment(due.get()));
    }
    checkRights();
    var possible = shown(todo);
    if (stopped == null) {
      watch();
    }
    if (stopped != null) {
      say("Nothing was set. %s", stopped);
      return;
    }
    make(possible);
    for (var each : differing) { // noted, so that it does not hold up the stages after it
      note(each);
      stopped = "%d. %s was left alone.".formatted(each.change(), escaped(each.target().place()));
    }
    tellNext(stage);
  }

  /// A guard that sees no other session watches nothing.
  private void checkRights() throws SQLException, SourceException {
    var missing = look.texts("", "rights_of_statistics.sql");
    if (!missing.isEmpty()) {
      throw new SourceException(
          "Nothing was set: role %s lacks rights.\n  %s"
              .formatted(role(), PrintableSql.of(String.join("\n  ", missing))));
    }
  }

  /// Shows what is to be made, and leaves out what is not as the plan saw it.
  private List<Attempt> shown(List<Attempt> wanted) throws SQLException, SourceException {
    var possible = new ArrayList<Attempt>();
    for (var each : wanted) {
      var difference = look.difference(each);
      if (difference.isPresent()) {
        differing.add(each.became(Result.DIFFERS, difference.get()));
        say("  %d. %s", each.change(), sql(each));
        say("     left alone: %s", escaped(difference.get()));
      } else {
        var change = look.withOldValue(each);
        possible.add(change);
        say("  %d. %s", each.change(), sql(each));
        say("     back: %s", sql(change.back()));
      }
    }
    if (possible.stream().anyMatch(each -> each.target().isServer())) {
      say("     then %s", SettingSql.reload());
    }
    return possible;
  }

  private void watch() throws SQLException, SourceException, InterruptedException {
    var span = wishes.observe();
    watched = wishes.guards().watched(look, now.server().release(), span, wishes.progress());
    say(
        "Watched for %s: %s",
        Quantities.duration(span),
        String.join(", ", watched.stream().map(Watched::inWords).toList()));
    var over = watched.stream().filter(Watched::isOver).map(Watched::withLimit).toList();
    if (!over.isEmpty()) {
      stopped =
          "Beyond its limit: %s. Come again when that is over%s."
              .formatted(
                  String.join(", ", over),
                  plan.changedAt().isEmpty()
                      ? ""
                      : "; if it came with the stage before, take that back with --undo");
    }
  }

  /// Makes changes one by one, once it is confirmed, and has the server load what was written.
  /// Where one cannot be made, those after it wait; what is taken back is taken back as far as it
  /// can be.
  private void make(List<Attempt> possible)
      throws SQLException, SourceException, InterruptedException {
    if (!possible.isEmpty() || !notLoaded().isEmpty()) {
      if (possible.isEmpty()) {
        say("What is written is not loaded yet: %s", SettingSql.reload());
      }
      look.close();
      if (!wishes.isAgreed().getAsBoolean()) {
        throw new SourceException("Nothing was set.");
      }
    }
    open();
    // Who waits for longer than deadlock_timeout has an autovacuum worker cancelled.
    long patience =
        Math.clamp(
            now.settings().integerOrDefault(Setting.DEADLOCK_TIMEOUT) / 2, 1, LOCK_TIMEOUT_MS);
    var writer = new Writer(plan.journal(), look, Duration.ofMillis(patience), wishes.witness());
    for (var each : possible) {
      if (stopped == null || wishes.isUndo()) {
        make(writer, each);
      }
    }
    var waiting = notLoaded();
    if (!waiting.isEmpty() && !writer.reload(waiting)) {
      stopped =
          "The server was told to load its configuration, but not all of it is in effect: look into"
              + " its log.";
      say("%s", stopped);
    }
  }

  private void make(Writer writer, Attempt change) throws SQLException, SourceException {
    try {
      var attempt = writer.set(change, wishes.isUndo() ? Event.UNDO : Event.APPLY);
      var why = escaped(Optional.ofNullable(attempt.words()).orElse(""));
      var line =
          "%d. %s: %s."
              .formatted(
                  change.change(),
                  escaped(change.target().place()),
                  switch (Objects.requireNonNull(attempt.result())) {
                    case SET -> wishes.isUndo() ? "taken back" : "set";
                    case DIFFERS -> "left alone: " + why;
                    case LOCKED -> "not set, nothing waited: %s. Run it again later".formatted(why);
                    case FAILED, NOT_SET -> "the server refused: " + why;
                  });
      say("%s", line);
      if (attempt.result() != Result.SET) {
        stopped = line;
      }
    } catch (SQLException lost) {
      throw new SourceException(
          "The connection was lost at %d. %s Run the same command again: it looks what became of it."
              .formatted(change.change(), sql(change)),
          lost);
    }
  }

  /// The first line of the journal.
  private void open() throws SQLException, SourceException {
    if (!wishes.isUndo() && plan.journal().known().begun().isEmpty() && !plan.changes().isEmpty()) {
      var busy = watched.getFirst().value();
      var begun =
          new JournalLine.Begun(
              plan.fingerprint(), look.system(), busy == null ? null : (Double) (busy / 100));
      plan.journal().add(new JournalLine(Event.OPENED, now.takenAt(), begun, null));
    }
  }

  /// Settings that stand as we wrote them, and that nobody loaded.
  private List<Attempt> notLoaded() throws SQLException, SourceException {
    return look.waiting(
        plan.changes().stream()
            .flatMap(each ->
                Stream.ofNullable(plan.state(each.change()).written())
                    .map(written -> each.with(written.values())))
            .toList());
  }

  private void tellNext(Stage stage) {
    if (!plan.todo(stage).isEmpty()) {
      say("The rest of the stage: run the same command again.");
    } else if (stage.number() < plan.stages().size()) {
      var next = plan.stages().get(stage.number());
      say(
          "Next: stage %d of %d, %s (%s), with the same command%s.",
          next.number(),
          plan.stages().size(),
          next.title(),
          Quantities.counted(next.changes().size(), "change"),
          plan.due(next).map(each -> " from %s on".formatted(Words.moment(each))).orElse(""));
    } else {
      say("All stages are done.");
    }
    if (plan.changedAt().isPresent()) {
      say(
          "Did it help: vacuum-advisor verify %s, with the same server%s.",
          plan.file(),
          plan.due().map(each -> ", from %s on".formatted(Words.moment(each))).orElse(""));
      say("Take it back: the same command with --undo.");
    }
  }

  private void undo() throws SQLException, SourceException, InterruptedException {
    var back =
        plan.changes().reversed().stream()
            .flatMap(each ->
                Optional.ofNullable(plan.state(each.change()).applied())
                    .map(JournalLine::attempt)
                    .map(of -> each.with(of.values()).back())
                    .stream())
            .toList();
    if (back.isEmpty()) {
      make(back);
      say("Nothing of this plan is set.");
      return;
    }
    say("");
    say("To take back, the last first:");
    var possible = shown(back);
    make(possible);
    if (possible.size() < back.size()) {
      stopped = "What somebody changed since is left alone.";
      say("%s", stopped);
    }
  }

  /// The statement, and where it is run, if that is not where we are.
  private String sql(Attempt change) throws SQLException, SourceException {
    var statement = PrintableSql.of(change.sql());
    return change.target().database().isEmpty()
            || change.target().database().equals(look.session("").getCatalog())
        ? statement
        : "%s   -- in database %s".formatted(statement, escaped(change.target().database()));
  }

  private String role() {
    return escaped(now.server().role().map(Server.Role::name).or(""));
  }

  @SuppressWarnings("AnnotateFormatMethod") // the formats are all of this class
  private void say(String format, Object... arguments) {
    say.accept(format.formatted(arguments));
  }
}
