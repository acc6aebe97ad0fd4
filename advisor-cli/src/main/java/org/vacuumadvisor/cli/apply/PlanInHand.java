package org.vacuumadvisor.cli.apply;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.report.TerminalText;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.verify.AppliedChanges;
import org.vacuumadvisor.verify.AppliedChanges.State;
import org.vacuumadvisor.verify.Changes;
import org.vacuumadvisor.verify.JournalLine;
import org.vacuumadvisor.verify.JournalLine.Attempt;
import org.vacuumadvisor.verify.PlannedChange;
import org.vacuumadvisor.verify.SavedPlan;

/// A plan with its journal: what of it can be made here, in which order and how much at a time,
/// what of it is set, what is still to be set, and from when on.
///
/// @param file as it is shown
/// @param fingerprint its SHA-256
/// @param stages first one table of each kind of change, then the other tables that get the same,
///   then the server; those in which there is anything to make
/// @param refused what is not made here
record PlanInHand(
    SavedPlan saved,
    String file,
    String fingerprint,
    Journal journal,
    List<Stage> stages,
    List<Refused> refused)
    implements AutoCloseable {

  /// By these the server itself ends sessions, or gives up slots.
  private static final Set<Setting> HARMFUL =
      EnumSet.of(
          Setting.IDLE_IN_TRANSACTION_SESSION_TIMEOUT,
          Setting.IDLE_SESSION_TIMEOUT,
          Setting.TRANSACTION_TIMEOUT,
          Setting.IDLE_REPLICATION_SLOT_TIMEOUT,
          Setting.MAX_SLOT_WAL_KEEP_SIZE,
          Setting.OLD_SNAPSHOT_THRESHOLD);

  /// Changes that are made together.
  ///
  /// @param number from 1
  record Stage(int number, String title, List<Attempt> changes) {}

  /// A change of the plan that is not made here.
  record Refused(int change, String title, String why) {}

  /// Reads the plan and opens its journal for one run.
  static PlanInHand open(Path file) throws SourceException {
    var saved = SavedPlan.read(file);
    var shown = TerminalText.escaped(file.toString());
    var refused = new ArrayList<Refused>();
    var stages = stages(saved, refused);
    try {
      var sha = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file));
      var print = HexFormat.of().formatHex(sha);
      var journal = Journal.open(AppliedChanges.journalOf(file));
      return new PlanInHand(saved, shown, print, journal, stages, refused);
    } catch (IOException failure) {
      throw new SourceException("Cannot read %s.".formatted(shown), failure);
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every Java has SHA-256", impossible);
    }
  }

  private static List<Stage> stages(SavedPlan plan, List<Refused> refused) {
    var first = new ArrayList<Attempt>();
    var others = new ArrayList<Attempt>();
    var server = new ArrayList<Attempt>();
    var kinds = new HashSet<String>();
    var numbers = new HashSet<Integer>();
    for (var each : plan.changes()) {
      var why = refusal(each, numbers);
      if (why.isPresent()) {
        refused.add(new Refused(each.number(), each.title(), why.get()));
      } else {
        var change = Attempt.of(each);
        (change.target().isServer() ? server : kinds.add(kind(change)) ? first : others)
            .add(change);
      }
    }
    var stages = new ArrayList<Stage>();
    add(stages, others.isEmpty() ? "tables" : "one table of each kind", first);
    add(stages, "the other tables", others);
    add(stages, "the server", server);
    return stages;
  }

  /// Why a change of the plan is not made here; empty if it is.
  ///
  /// @param numbers of those that are
  private static Optional<String> refusal(PlannedChange planned, Set<Integer> numbers) {
    if (planned.sql() == null) {
      return Optional.of("it is not done by SQL on this server");
    }
    boolean isOfServer = planned.target().isServer();
    if (planned.values().isEmpty() || (isOfServer && planned.values().size() > 1)) {
      return Optional.of("it sets nothing, or more than one setting");
    }
    for (var each : planned.values()) {
      var setting =
          isOfServer ? Setting.named(each.name()) : Setting.ofStorageParameter(each.name());
      if (setting.isEmpty()) {
        return Optional.of(
            isOfServer
                ? "it is no setting that concerns vacuum"
                : "there is no storage parameter of that name");
      }
      if (isOfServer && HARMFUL.contains(setting.get())) {
        return Optional.of("by it the server ends sessions or gives up slots: decide by hand");
      }
    }
    try {
      var _ = Attempt.of(planned).back();
      return numbers.add(planned.number())
          ? Optional.empty()
          : Optional.of("there is another change of that number");
    } catch (IllegalArgumentException unfit) {
      return Optional.of("a name or a value in it is none that a server can have");
    }
  }

  /// What it sets, whichever table it is.
  private static String kind(Attempt change) {
    return (change.target().toastOf() != null)
        + " "
        + change.values().stream().map(each -> each.name() + "=" + each.to()).sorted().toList();
  }

  private static void add(List<Stage> stages, String title, List<Attempt> changes) {
    if (!changes.isEmpty()) {
      stages.add(new Stage(stages.size() + 1, title, changes));
    }
  }

  /// All that is made, in its order.
  List<Attempt> changes() {
    return stages.stream().flatMap(each -> each.changes().stream()).toList();
  }

  /// Fails if it is not for this server, or not the plan that was begun.
  void check(Survey now, String system) throws SourceException {
    if (now.server().standby()) {
      throw new SourceException(
          "This server is a standby: connect to its primary, which standbys follow.");
    }
    var planned = saved.server();
    var version = now.server().versionText().or("");
    if (!version.startsWith(planned.release())) {
      throw new SourceException(
          "The plan is for PostgreSQL %s, this server is %s. Make a new plan with advise --save-plan."
              .formatted(TerminalText.escaped(planned.release()), TerminalText.escaped(version)));
    }
    if (!saved.canBeOf(now)) {
      throw new SourceException(
          "The plan is for another server (%s): no database of it is here."
              .formatted(TerminalText.escaped(planned.place())));
    }
    var begun = journal.known().begun();
    if (begun.filter(each -> !each.plan().equals(fingerprint)).isPresent()) {
      throw new SourceException(
          "%s was changed since its first change was set. Put the old one back, or save a new plan under another name."
              .formatted(file));
    }
    var before = begun.map(JournalLine.Begun::system).filter(each -> !each.isEmpty());
    if (!system.isEmpty() && before.filter(each -> !each.equals(system)).isPresent()) {
      throw new SourceException(
          "By its journal the plan was applied to another server. Connect to that one.");
    }
  }

  /// What is known of a change, by its number.
  State state(int change) {
    return journal.known().state(change);
  }

  boolean isApplied(Attempt change) {
    return state(change.change()).applied() != null;
  }

  /// What is still to be made of a stage.
  List<Attempt> todo(Stage stage) {
    return stage.changes().stream()
        .filter(each -> !isApplied(each) && !state(each.change()).left())
        .toList();
  }

  /// The first stage of which anything is still to be made.
  Optional<Stage> next() {
    return stages.stream().filter(each -> !todo(each).isEmpty()).findFirst();
  }

  /// When the first of the changes was made that are in force; empty where none is.
  Optional<Instant> changedAt() {
    return journal.known().madeAt().values().stream().min(Comparator.naturalOrder());
  }

  /// When all that is in force can be judged; empty where nothing is.
  Optional<Instant> due() {
    var changes = Changes.planned(saved, Optional.empty(), journal.known().madeAt());
    return saved.changes().stream()
        .filter(each -> changes.madeAt().containsKey(each.number()))
        .map(changes::due)
        .max(Comparator.naturalOrder());
  }

  /// The same for a stage to begin; empty where it has begun, too.
  Optional<Instant> due(Stage stage) {
    return stage.changes().stream().anyMatch(this::isApplied) ? Optional.empty() : due();
  }

  @Override
  public void close() throws SourceException {
    journal.close();
  }
}
