package org.vacuumadvisor.cli.apply;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.vacuumadvisor.cli.apply.ApplyResult.Refused;
import org.vacuumadvisor.report.TerminalText;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.verify.AppliedChanges;
import org.vacuumadvisor.verify.JournalLine;
import org.vacuumadvisor.verify.SavedPlan;
import org.vacuumadvisor.verify.SavedPlan.DatabaseId;

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

  /// Changes that are made together.
  record Stage(String title, List<Change> changes) {}

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
    var first = new ArrayList<Change>();
    var others = new ArrayList<Change>();
    var server = new ArrayList<Change>();
    var kinds = new HashSet<String>();
    var numbers = new HashSet<Integer>();
    for (var each : plan.changes()) {
      var why =
          Change.refusal(each)
              .or(() ->
                  numbers.add(each.number())
                      ? Optional.empty()
                      : Optional.of("there is another change of that number"));
      if (why.isPresent()) {
        refused.add(new Refused(each.number(), each.title(), why.get()));
      } else {
        var change = Change.of(each);
        (change.isOfServer() ? server : kinds.add(change.kind()) ? first : others).add(change);
      }
    }
    return Stream.of(
            new Stage(others.isEmpty() ? "tables" : "one table of each kind", first),
            new Stage("the other tables", others),
            new Stage("the server", server))
        .filter(each -> !each.changes().isEmpty())
        .toList();
  }

  /// All that is made, in its order.
  List<Change> changes() {
    return stages.stream().flatMap(each -> each.changes().stream()).toList();
  }

  /// Fails if it is not for this server, or not the plan that was begun.
  void check(ServerLook.Who who, List<DatabaseId> databases) throws SourceException {
    if (who.isStandby()) {
      throw new SourceException(
          "This server is a standby: connect to its primary, which standbys follow.");
    }
    var planned = saved.server();
    if (!who.version().startsWith(planned.release())) {
      throw new SourceException(
          "The plan is for PostgreSQL %s, this server is %s. Make a new plan with advise --save-plan."
              .formatted(
                  TerminalText.escaped(planned.release()), TerminalText.escaped(who.version())));
    }
    if (!planned.canHave(databases)) {
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
    var system = begun.map(JournalLine.Begun::system).filter(each -> !each.isEmpty());
    if (!who.system().isEmpty() && system.filter(each -> !each.equals(who.system())).isPresent()) {
      throw new SourceException(
          "By its journal the plan was applied to another server. Connect to that one.");
    }
  }

  boolean isApplied(Change change) {
    return journal.known().appliedAt(change.number()).isPresent();
  }

  /// What is still to be made of a stage.
  List<Change> todo(Stage stage) {
    return stage.changes().stream()
        .filter(each -> !isApplied(each) && !journal.known().state(each.number()).left())
        .toList();
  }

  /// When the first of the changes was made that are in force; empty where none is.
  Optional<Instant> changedAt() {
    return saved.changes().stream()
        .flatMap(each -> journal.known().appliedAt(each.number()).stream())
        .min(Comparator.naturalOrder());
  }

  /// When all that is in force can be judged; empty where nothing is.
  Optional<Instant> due() {
    return saved.changes().stream()
        .flatMap(each ->
            journal
                .known()
                .appliedAt(each.number())
                .map(at -> at.plus(Duration.between(saved.madeAt(), each.judgeAfter())))
                .stream())
        .max(Comparator.naturalOrder());
  }

  @Override
  public void close() throws SourceException {
    journal.close();
  }
}
