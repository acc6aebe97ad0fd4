package org.vacuumadvisor.verify;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.advice.Assessment;
import org.vacuumadvisor.advice.Plan;
import org.vacuumadvisor.advice.Recommendation;
import org.vacuumadvisor.diagnosis.Effect;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.RelationKind;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.postgres.SettingValue;
import org.vacuumadvisor.report.Change;
import org.vacuumadvisor.report.data.RecordJson;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.verify.PlannedChange.Guard;
import org.vacuumadvisor.verify.PlannedChange.PlannedValue;
import org.vacuumadvisor.verify.PlannedChange.Target;

/// The changes of settings that an assessment recommends, with what it promised of each. In a file
/// it is JSON, whose schema is beside it, `plan.schema.json`.
///
/// @param format always [#FORMAT]
/// @param schemaVersion raised when a member goes away or changes its meaning
/// @param madeAt the server's clock when it was looked at
/// @param changes in the order to make them
/// @param looks the counters that it was made of, oldest first: what a later look is compared with;
///   none where nobody looked
public record SavedPlan(
    String format,
    int schemaVersion,
    Instant madeAt,
    Server server,
    List<PlannedChange> changes,
    List<Look> looks) {
  public static final String FORMAT = "vacuum-advisor-plan";
  private static final int VERSION = 1;

  /// `FirstNormalObjectId` of `access/transam.h`.
  private static final long FIRST_NORMAL_OID = 16_384;

  private static final RecordJson<SavedPlan> JSON = new RecordJson<>(SavedPlan.class);

  public SavedPlan {
    if (!format.equals(FORMAT)) {
      throw new IllegalArgumentException(format);
    }
    changes = List.copyOf(changes);
    looks = List.copyOf(looks);
  }

  /// The server a plan is made for, as far as two looks can agree on it.
  ///
  /// @param place `main (10.0.0.5:5432)`; empty where it is not known
  /// @param release the major version: `18`
  public record Server(String place, String release, List<DatabaseId> databases) {
    public Server {
      databases = List.copyOf(databases);
    }

    /// The server of a survey.
    static Server of(Survey survey) {
      var server = survey.server();
      return new Server(
          server.endpoint().inWords(),
          server.release().major(),
          survey.databases().stream()
              .map(each -> new DatabaseId(each.name(), each.oid()))
              .toList());
    }
  }

  /// A database of a server.
  ///
  /// @param oid `pg_database.oid`
  public record DatabaseId(String name, long oid) {}

  /// The plan for what was found: of what is recommended, that which sets or resets settings. What
  /// is done once, such as a vacuum or a rewrite, has no value to take back.
  public static SavedPlan of(Assessment assessment) {
    var survey = assessment.evidence().survey();
    var changes = new Planner(assessment, assessment.evidence()).changes();
    var surveys = Stream.concat(assessment.evidence().older().stream(), Stream.of(survey)).toList();
    return new SavedPlan(
        FORMAT,
        VERSION,
        survey.takenAt(),
        Server.of(survey),
        changes,
        Look.all(surveys, changes, List.of()));
  }

  /// Whether a survey can be of the server it was made for: one that made its databases anew is
  /// another. Those that `initdb` makes are alike everywhere.
  public boolean canBeOf(Survey survey) {
    var theirs = Server.of(survey).databases();
    var own = server.databases().stream().filter(each -> each.oid() >= FIRST_NORMAL_OID).toList();
    return own.isEmpty() || theirs.isEmpty() || own.stream().anyMatch(theirs::contains);
  }

  /// Writes it. The writer is flushed and stays open; it should write UTF-8.
  public void write(Writer to) throws IOException {
    JSON.write(this, to);
  }

  /// Reads what [#write] wrote.
  ///
  /// @throws SourceException if there is no such file, or it is no plan we can read
  public static SavedPlan read(Path file) throws SourceException {
    try {
      var plan = JSON.read(Files.readString(file));
      if (plan.schemaVersion() > VERSION) {
        throw new SourceException(
            "%s was written by a newer Vacuum Advisor: it is a plan of format %d, and this one reads up to %d. Use the newer one."
                .formatted(file, plan.schemaVersion(), VERSION));
      }
      return plan;
    } catch (IllegalArgumentException broken) {
      throw new SourceException(
          "%s is not a plan, or was damaged. A plan is what advise --save-plan writes."
              .formatted(file),
          broken);
    } catch (IOException unreadable) {
      throw new SourceException(
          "There is no file %s, or it cannot be read.".formatted(file), unreadable);
    }
  }

  /// Makes a plan of an assessment.
  record Planner(Assessment assessment, Evidence evidence) {
    /// Autovacuum comes at its own pace: that many visits before a verdict.
    private static final int VISITS = 12;

    private static final Duration LATEST = Duration.ofDays(14);
    private static final Duration USUAL = Duration.ofDays(1);

    /// In the order of the plan; what only a finding worth knowing asks for comes last.
    List<PlannedChange> changes() {
      var ordered = assessment.plan().steps().stream().flatMap(Plan.Step::followed);
      var changes = new ArrayList<PlannedChange>();
      Stream.concat(ordered, assessment.recommendations().stream())
          .distinct()
          .forEach(each -> change(each, changes.size() + 1).ifPresent(changes::add));
      return changes;
    }

    private Optional<PlannedChange> change(Recommendation each, int number) {
      var relation = each.appliesTo() instanceof Subject.OfRelation(var table) ? table : null;
      return Change.of(each)
          .map(of ->
              change(
                  each,
                  number,
                  relation,
                  Stream.concat(of.set().keySet().stream(), of.reset().stream())
                      .map(name -> value(name, of.set().get(name), relation))
                      .toList()));
    }

    /// @param to null for RESET
    /// @param relation null for the server
    private PlannedValue value(String name, @Nullable String to, @Nullable Relation relation) {
      if (relation != null) {
        return new PlannedValue(name, relation.parameters().text(name).orElse(null), to);
      }
      var row = evidence.survey().settings().value(name);
      return new PlannedValue(
          name,
          null,
          to,
          row.map(SettingValue::setting).orElse(null),
          row.map(SettingValue::unit).orElse(null));
    }

    /// The options of a table; those of a TOAST table are set through its owner.
    private Target target(Relation relation) {
      return new Target(
          TableId.of(relation),
          relation.kind() == RelationKind.TOAST ? TableId.of(evidence.owner(relation)) : null);
    }

    /// @param relation null for the server
    private PlannedChange change(
        Recommendation each, int number, @Nullable Relation relation, List<PlannedValue> values) {
      var naptime = evidence.survey().settings().realOrDefault(Setting.AUTOVACUUM_NAPTIME);
      var soonest =
          Duration.ofSeconds(VISITS * (long) naptime); // the launcher has to come some times
      var wait = relation == null ? USUAL : wait(each, relation);
      return new PlannedChange(
          number,
          each.title(),
          relation == null ? Target.SERVER : target(relation),
          values,
          each.sql().orElse(null),
          each.undo().orElse(null),
          each.because(),
          promised(each),
          Guard.ALL,
          evidence.survey().takenAt().plus(wait.compareTo(soonest) < 0 ? soonest : wait));
    }

    /// What the simulator promised; JSON has no number for what it could not end.
    private static Effect.@Nullable Simulated promised(Recommendation each) {
      return each.expected() instanceof Effect.Simulated it
              && Stream.of(it.today(), it.after())
                  .allMatch(band -> Double.isFinite(band.low() + band.likely() + band.high()))
          ? it
          : null;
    }

    /// Some visits of autovacuum: each comes when the figure has grown to what is promised.
    private Duration wait(Recommendation each, Relation relation) {
      var promise = promised(each);
      if (promise == null) {
        return USUAL;
      }
      var rates = evidence.workload(relation).rates();
      Optional<Double> rate =
          switch (promise.figure()) {
            case DEAD_ROWS -> rates.deadRowsPerSecond();
            case INSERTED_ROWS -> rates.insertsPerSecond();
            case CHANGED_ROWS -> rates.writtenRowsPerSecond();
            case INDEX_PASSES, ASLEEP, WAIT, MOVED_UPDATES -> Optional.empty();
          };
      return rate.filter(perSecond -> perSecond > 0)
          .map(perSecond -> VISITS * promise.after().likely() / perSecond)
          .map(seconds -> Duration.ofSeconds((long) Math.min(seconds, (double) LATEST.toSeconds())))
          .orElse(USUAL);
    }
  }
}
