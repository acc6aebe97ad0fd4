package org.vacuumadvisor.cli.apply;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.cli.apply.ApplyResult.Made;
import org.vacuumadvisor.cli.apply.ApplyResult.Refused;
import org.vacuumadvisor.cli.apply.ApplyResult.Watched;
import org.vacuumadvisor.cli.apply.JournalLine.Event;
import org.vacuumadvisor.cli.apply.JournalLine.Result;
import org.vacuumadvisor.postgres.SettingSql;
import org.vacuumadvisor.postgres.SettingValue;
import org.vacuumadvisor.report.PrintableSql;
import org.vacuumadvisor.report.TerminalText;
import org.vacuumadvisor.report.Words;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.jdbc.Progress;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.verify.PlannedChange;
import org.vacuumadvisor.verify.SavedPlan;

/// One run of `apply`: what is left open is settled, the next stage is shown, confirmed and set, or
/// all that was set is taken back.
final class Application {
  private final Sessions sessions;
  private final PlanToApply plan;
  private final Journal journal;
  private final Wishes wishes;
  private final Consumer<String> say;

  private final List<Change> ordered = new ArrayList<>();
  private final List<Stages.Stage> stages;
  private final List<Refused> refused = new ArrayList<>();
  private final List<Made> made = new ArrayList<>();
  private final List<Watched> watched = new ArrayList<>();
  private @Nullable String stopped;
  private String database = "";

  /// A plan and its file.
  ///
  /// @param file as it is shown
  /// @param fingerprint its SHA-256
  record PlanToApply(SavedPlan saved, String file, String fingerprint) {}

  /// What the user asked for.
  ///
  /// @param isNow whether a stage may begin before the one before can be judged
  /// @param confirm asks whether what was shown is to be done
  record Wishes(
      boolean isUndo,
      boolean isNow,
      Guards guards,
      Duration observe,
      Duration lockTimeout,
      Confirm confirm,
      Progress progress,
      Writer.Witness witness) {}

  /// Asks whether what was shown is to be done.
  @FunctionalInterface
  interface Confirm {
    boolean isGiven();
  }

  /// @param say prints a line
  Application(
      Sessions sessions, PlanToApply plan, Journal journal, Wishes wishes, Consumer<String> say) {
    this.sessions = sessions;
    this.plan = plan;
    this.journal = journal;
    this.wishes = wishes;
    this.say = say;
    for (var each : plan.saved().changes()) {
      try {
        var change = Change.of(each);
        if (ordered.stream().anyMatch(other -> other.number() == change.number())) {
          throw new Change.Refusal("there is another change of that number");
        }
        ordered.add(change);
      } catch (Change.Refusal refusal) {
        refused.add(new Refused(each.number(), each.title(), refusal.why()));
      }
    }
    stages = Stages.of(ordered);
  }

  /// At the database that the user named.
  private ServerLook look() throws SQLException, SourceException {
    return new ServerLook(sessions.named());
  }

  private ServerLook look(Change change) throws SQLException, SourceException {
    return new ServerLook(sessions.of(change));
  }

  ApplyResult run() throws SQLException, SourceException, InterruptedException {
    var who = look().who();
    database = who.database();
    greet(who);
    checkServer(who);
    settle();
    return wishes.isUndo() ? undo(who) : apply(who);
  }

  private void greet(ServerLook.Who who) {
    say.accept(
        "%s · PostgreSQL %s · role %s · %s"
            .formatted(
                shown(who.database()),
                shown(who.version()),
                shown(who.role()),
                Words.moment(who.now())));
    long set = ordered.stream().filter(this::isApplied).count();
    say.accept(
        "Plan of %s: %s, %d set so far. Journal: %s.journal"
            .formatted(
                Words.moment(plan.saved().madeAt()),
                Quantities.counted(plan.saved().changes().size(), "change"),
                set,
                plan.file()));
    for (var each : refused) {
      say.accept(
          "Not for apply: %d. %s: %s".formatted(each.change(), shown(each.title()), each.why()));
    }
  }

  private void checkServer(ServerLook.Who who) throws SQLException, SourceException {
    if (who.isStandby()) {
      throw new SourceException(
          "This server is a standby: connect to its primary, which standbys follow.");
    }
    var planned = plan.saved().server();
    if (!who.version().startsWith(planned.release())) {
      throw new SourceException(
          "The plan is for PostgreSQL %s, this server is %s. Make a new plan with advise --save-plan."
              .formatted(shown(planned.release()), shown(who.version())));
    }
    var here = look().databases();
    if (!planned.databases().isEmpty() && planned.databases().stream().noneMatch(here::contains)) {
      throw new SourceException(
          "The plan is for another server (%s): no database of it is here."
              .formatted(shown(planned.place())));
    }
    var first = journal.first();
    if (first.isEmpty()) {
      return;
    }
    if (!plan.fingerprint().equals(first.get().plan())) {
      throw new SourceException(
          "%s was changed since its first change was set. Put the old one back, or save a new plan under another name."
              .formatted(plan.file()));
    }
    var system = first.get().system();
    if (system != null
        && !system.isEmpty()
        && !who.system().isEmpty()
        && !system.equals(who.system())) {
      throw new SourceException(
          "By its journal the plan was applied to another server. Connect to that one.");
    }
  }

  /// Of an intent without outcome the server itself says what became of it.
  private void settle() throws SQLException, SourceException {
    for (var each : ordered) {
      var open = journal.state(each.number()).open();
      if (open == null) {
        continue;
      }
      var look = look(each);
      var intended = each.with(open.values());
      var result =
          stands(look, intended)
              ? Result.SET
              : stands(look, intended.back()) ? Result.NOT_SET : Result.DIFFERS;
      journal.add(
          JournalLine.outcome(look.now(), each.number(), result, "found after an interruption"));
      say.accept(
          "The last run was interrupted at %d. %s: %s"
              .formatted(
                  each.number(),
                  sql(intended),
                  switch (result) {
                    case SET -> "it is done.";
                    case NOT_SET -> "it was not done.";
                    case DIFFERS, LOCKED, FAILED ->
                        "something else stands there now, and is left alone.";
                  }));
    }
  }

  /// Whether what a change sets stands there.
  private static boolean stands(ServerLook look, Change change) throws SQLException {
    return switch (change.back()) {
      case Change.OfTable table -> Difference.of(table, look.table(table)).isEmpty();
      case Change.OfServer server -> {
        var now = look.setting(server.name());
        yield now.isPresent()
            && SettingValue.isSame(
                now.get().ofAlterSystem(), server.value().from(), now.get().unit());
      }
    };
  }

  private ApplyResult apply(ServerLook.Who who)
      throws SQLException, SourceException, InterruptedException {
    int at = 0;
    while (at < stages.size() && todo(stages.get(at)).isEmpty()) {
      at++;
    }
    if (at == stages.size()) {
      reloadAlone();
      say.accept(stages.isEmpty() ? "There is nothing in it to set." : "All stages are done.");
      return result(who, null);
    }
    var stage = stages.get(at);
    var todo = todo(stage);
    say.accept("");
    say.accept("Stage %d of %d, %s:".formatted(at + 1, stages.size(), stage.title()));
    var due = due(at);
    if (due.filter(who.now()::isBefore).isPresent() && !wishes.isNow()) {
      stopped =
          "The stage before can be judged from %s on. Come again then, or add --now."
              .formatted(Words.moment(due.get()));
    }
    checkRights(todo, who, true);
    var possible = shown(todo);
    if (stopped == null) {
      watch();
    }
    if (stopped != null) {
      say.accept("Nothing was set. " + stopped);
      return result(who, at);
    }
    if (!possible.isEmpty() || !notLoaded().isEmpty()) {
      confirm();
      open(who);
      make(possible, Event.APPLY, who);
    } else {
      open(who);
    }
    noteLeft(todo, possible);
    tellNext(at);
    return result(who, at);
  }

  /// What is still to be made of a stage.
  private List<Change> todo(Stages.Stage stage) {
    return stage.changes().stream()
        .filter(each -> !isApplied(each) && !journal.state(each.number()).left())
        .toList();
  }

  private boolean isApplied(Change change) {
    return journal.state(change.number()).applied() != null;
  }

  /// When what was set before can be judged; empty where nothing was, or the stage has begun.
  private Optional<Instant> due(int at) {
    if (stages.get(at).changes().stream().anyMatch(this::isApplied)) {
      return Optional.empty();
    }
    return plan.saved().changes().stream()
        .flatMap(each ->
            Optional.ofNullable(journal.state(each.number()).applied())
                .map(line -> line.at().plus(wait(each)))
                .stream())
        .max(Comparator.naturalOrder());
  }

  private Duration wait(PlannedChange change) {
    return Duration.between(plan.saved().madeAt(), change.judgeAfter());
  }

  private void checkRights(List<Change> todo, ServerLook.Who who, boolean isWatched)
      throws SQLException, SourceException {
    var missing = new LinkedHashSet<String>();
    for (var each : todo) {
      missing.addAll(look(each).missing(each, who));
    }
    if (isWatched) {
      look().missingForGuards(who).ifPresent(missing::add);
    }
    if (!missing.isEmpty()) {
      throw new SourceException(
          "Nothing was set: role %s lacks rights.\n  %s"
              .formatted(shown(who.role()), PrintableSql.of(String.join("\n  ", missing))));
    }
  }

  /// Shows what is to be made, and leaves out what is not as the plan saw it.
  private List<Change> shown(List<Change> todo) throws SQLException, SourceException {
    var possible = new ArrayList<Change>();
    for (var each : todo) {
      var look = look(each);
      var change = each;
      Optional<String> difference;
      switch (each) {
        case Change.OfTable table -> difference = Difference.of(table, look.table(table));
        case Change.OfServer server -> {
          var now = look.setting(server.name());
          difference = Difference.of(server, now);
          change =
              now.isPresent() && server.inEffect() != null
                  ? server.from(now.get().ofAlterSystem())
                  : server;
        }
      }
      if (difference.isPresent()) {
        made.add(
            new Made(each.number(), each.place(), each.sql(), Result.DIFFERS, difference.get()));
        say.accept(
            "  %d. %s\n     left alone: %s"
                .formatted(each.number(), sql(each), shown(difference.get())));
      } else {
        possible.add(change);
        say.accept(
            "  %d. %s\n     back: %s".formatted(each.number(), sql(each), sql(change.back())));
      }
    }
    if (possible.stream().anyMatch(Change.OfServer.class::isInstance)) {
      say.accept("     then " + SettingSql.reload());
    }
    return possible;
  }

  private void watch() throws SQLException, SourceException, InterruptedException {
    boolean isBegun = ordered.stream().anyMatch(this::isApplied);
    double mostBusy =
        isBegun ? wishes.guards().limitOfBusy(journal.first().orElseThrow().busy()) : 1;
    var figures =
        wishes.guards().watched(sessions.named(), wishes.observe(), mostBusy, wishes.progress());
    for (var each : figures) {
      watched.add(new Watched(each.name(), each.value(), each.limit(), each.unit().strip()));
    }
    say.accept(
        "Watched for %s: %s"
            .formatted(
                Quantities.duration(wishes.observe()),
                String.join(", ", figures.stream().map(Guards.Figure::inWords).toList())));
    var over = figures.stream().filter(Guards.Figure::isOver).toList();
    if (!over.isEmpty()) {
      stopped =
          "Beyond its limit: %s. Come again when that is over%s."
              .formatted(
                  String.join(", ", over.stream().map(Guards.Figure::withLimit).toList()),
                  isBegun ? "; if it came with the stage before, take that back with --undo" : "");
    }
  }

  private void confirm() throws SQLException, SourceException {
    sessions.close();
    if (!wishes.confirm().isGiven()) {
      throw new SourceException("Nothing was set.");
    }
  }

  /// The first line of the journal.
  private void open(ServerLook.Who who) throws SourceException {
    if (journal.first().isEmpty()) {
      var busy = watched.getFirst().value();
      journal.add(
          JournalLine.opened(
              who.now(),
              plan.fingerprint(),
              who.system(),
              busy == null ? null : (Double) (busy / 100)));
    }
  }

  /// Makes changes one by one. Where one cannot be made, those after it wait; what is taken back is
  /// taken back as far as it can be.
  private void make(List<Change> possible, Event event, ServerLook.Who who)
      throws SQLException, SourceException, InterruptedException {
    var halfOfDeadlock = Duration.ofMillis(Math.max(1, who.deadlockTimeoutMs() / 2));
    var timeout =
        wishes.lockTimeout().compareTo(halfOfDeadlock) < 0 ? wishes.lockTimeout() : halfOfDeadlock;
    var writer = new Writer(journal, timeout, wishes.witness());
    for (var each : possible) {
      if (stopped != null && event == Event.APPLY) {
        made.add(new Made(each.number(), each.place(), each.sql(), null, null));
        continue;
      }
      var outcome = set(writer, sessions.of(each), each, event);
      made.add(
          new Made(each.number(), each.place(), each.sql(), outcome.result(), outcome.words()));
      var words =
          switch (outcome.result()) {
            case SET -> event == Event.APPLY ? "set" : "taken back";
            case DIFFERS -> "left alone: " + shown(outcome.words());
            case LOCKED ->
                "not set, nothing waited: %s. Run it again later".formatted(shown(outcome.words()));
            case FAILED, NOT_SET -> "the server refused: " + shown(outcome.words());
          };
      say.accept("%d. %s: %s.".formatted(each.number(), shown(each.place()), words));
      if (outcome.result() != Result.SET) {
        stopped = "%d. %s: %s.".formatted(each.number(), shown(each.place()), words);
      }
    }
    reload(writer);
  }

  private Writer.Outcome set(Writer writer, Connection connection, Change change, Event event)
      throws SQLException, SourceException {
    try {
      return writer.set(connection, change, event);
    } catch (SQLException lost) {
      throw new SourceException(
          "The connection was lost at %d. %s Run the same command again: it looks what became of it."
              .formatted(change.number(), sql(change)),
          lost);
    }
  }

  /// Settings that we wrote and that nobody loaded.
  private List<Change.OfServer> notLoaded() throws SQLException, SourceException {
    var waiting = new ArrayList<Change.OfServer>();
    for (var each : ordered) {
      if (each instanceof Change.OfServer server && journal.knows(each.number())) {
        var now = look().setting(server.name());
        if (now.isPresent() && !now.get().isLoaded()) {
          waiting.add(server);
        }
      }
    }
    return waiting;
  }

  private void reloadAlone() throws SQLException, SourceException, InterruptedException {
    if (!notLoaded().isEmpty()) {
      say.accept("What is written is not loaded yet: " + SettingSql.reload());
      confirm();
      reload(new Writer(journal, wishes.lockTimeout(), wishes.witness()));
    }
  }

  private void reload(Writer writer) throws SQLException, SourceException, InterruptedException {
    var waiting = notLoaded();
    if (!waiting.isEmpty() && !writer.reload(sessions.named(), waiting)) {
      stopped =
          "The server was told to load its configuration, but not all of it is in effect: look into"
              + " its log.";
      say.accept(stopped);
    }
  }

  /// So that what somebody else has changed does not hold up the stages after it.
  private void noteLeft(List<Change> todo, List<Change> possible)
      throws SQLException, SourceException {
    var numbers = possible.stream().map(Change::number).toList();
    for (var each : todo) {
      if (!numbers.contains(each.number())) {
        var words = made.stream().filter(it -> it.change() == each.number()).findFirst();
        journal.add(
            JournalLine.outcome(
                look().now(), each.number(), Result.DIFFERS, words.map(Made::words).orElse("")));
        stopped = "%d. %s was left alone.".formatted(each.number(), shown(each.place()));
      }
    }
  }

  private void tellNext(int at) {
    if (!todo(stages.get(at)).isEmpty()) {
      say.accept("The rest of the stage: run the same command again.");
    } else if (at + 1 < stages.size()) {
      say.accept(
          "Next: stage %d of %d, %s (%s), with the same command%s."
              .formatted(
                  at + 2,
                  stages.size(),
                  stages.get(at + 1).title(),
                  Quantities.counted(stages.get(at + 1).changes().size(), "change"),
                  due(at + 1).map(each -> " from " + Words.moment(each) + " on").orElse("")));
    } else {
      say.accept("All stages are done.");
    }
    if (ordered.stream().anyMatch(this::isApplied)) {
      say.accept("Did it help: vacuum-advisor verify, with the same plan and server.");
      say.accept("Take it back: the same command with --undo.");
    }
  }

  private ApplyResult undo(ServerLook.Who who)
      throws SQLException, SourceException, InterruptedException {
    var back = new ArrayList<Change>();
    for (var each : ordered.reversed()) {
      var applied = journal.state(each.number()).applied();
      if (applied != null) {
        back.add(each.with(applied.values()).back());
      }
    }
    if (back.isEmpty()) {
      reloadAlone();
      say.accept("Nothing of this plan is set.");
      return result(who, null);
    }
    say.accept("");
    say.accept("To take back, the last first:");
    checkRights(back, who, false);
    var possible = shown(back);
    if (!possible.isEmpty() || !notLoaded().isEmpty()) {
      confirm();
      make(possible, Event.UNDO, who);
    }
    if (possible.size() < back.size()) {
      stopped = "What somebody changed since is left alone.";
      say.accept(stopped);
    }
    return result(who, null);
  }

  private ApplyResult result(ServerLook.Who who, @Nullable Integer at) {
    Integer next = null;
    for (int number = stages.size(); number > 0 && !wishes.isUndo(); number--) {
      if (!todo(stages.get(number - 1)).isEmpty()) {
        next = number;
      }
    }
    return new ApplyResult(
        1,
        wishes.isUndo() ? "undo" : "apply",
        who.now(),
        plan.file() + ".journal",
        at == null ? null : at + 1,
        stages.size(),
        watched,
        made,
        refused,
        stopped,
        next,
        next == null ? null : due(next - 1).orElse(null));
  }

  /// The statement, and where it is run, if that is not where we are.
  private String sql(Change change) {
    var statement = PrintableSql.of(change.sql());
    return change.database().isEmpty() || change.database().equals(database)
        ? statement
        : "%s   -- in database %s".formatted(statement, shown(change.database()));
  }

  private static String shown(String text) {
    return TerminalText.escaped(text);
  }
}
