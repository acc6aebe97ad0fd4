package org.vacuumadvisor.advice;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.vacuumadvisor.action.Rewrites;
import org.vacuumadvisor.advice.setting.Asked;
import org.vacuumadvisor.advice.setting.SettingChange;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.FindingId;
import org.vacuumadvisor.diagnosis.Goal;
import org.vacuumadvisor.diagnosis.PassedBy;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.evidence.VacuumAtWork;
import org.vacuumadvisor.model.Excerpt;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.TableKeys;
import org.vacuumadvisor.postgres.HowToSet;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.space.Excess;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.unit.Quantities;

/// What is withheld although a rule asks for it.
final class Refusals {
  /// Days in which free space that fills by itself is not worth a rewrite: ours, about the time in
  /// which people find a quiet hour for one.
  private static final double SOON_FILLED = 30;

  /// Free space below which a rewrite is not worth its lock: common practice, the size at which
  /// `check_postgres --action=bloat` warns by default.
  private static final Bytes WORTH_A_REWRITE = Bytes.ofMegabytes(1024);

  private final Evidence evidence;
  private final HorizonRemedies actions;
  private final List<Finding> horizon;

  /// Whether no transaction ID is assigned.
  private final boolean isStopped;

  /// Databases whose counters were lost.
  private final Set<Subject> uncounted;

  /// Tables whose empty pages a vacuum could not cut off.
  private final Set<Subject> uncut;

  Refusals(List<Finding> findings, HorizonRemedies actions, Evidence evidence) {
    this.evidence = evidence;
    this.actions = actions;
    this.horizon = findings.stream().filter(HeldHorizon::isOne).toList();
    this.isStopped =
        findings.stream().anyMatch(each -> each.id().equals(FindingId.WRAPAROUND_SHUTDOWN));
    this.uncounted = subjects(findings, FindingId.STATS_LOST);
    this.uncut = subjects(findings, FindingId.TRUNCATION_LOCK);
  }

  private static Set<Subject> subjects(List<Finding> findings, String id) {
    return findings.stream()
        .filter(each -> each.id().equals(id))
        .map(Finding::subject)
        .collect(Collectors.toSet());
  }

  /// Why a remedy must not be recommended now; empty if it may be.
  Optional<NotRecommended> against(Asked asked) {
    return (isStopped ? StoppedServer.against(asked) : Optional.<NotRecommended>empty())
        .or(() ->
            asked
                .change()
                .map(each -> against(each, asked))
                .orElseGet(() -> against(asked.remedy())))
        .or(() -> tooSmall(asked))
        .map(each -> each.answering(asked.finding()));
  }

  /// A value that is wrong whatever is measured is mended after the holder is gone; one that rests
  /// on runs that removed nothing is looked at again then.
  private Optional<NotRecommended> against(SettingChange change, Asked asked) {
    return change instanceof SettingChange.OfServer server
            && asked.remedy() instanceof Remedy.Tune(_, _, var goal)
            && isOfSettings(goal)
        ? unchangeable(server.setting(), server.value())
            .or(() -> new AssumedSettings(evidence).against(server))
        : against(change);
  }

  /// Whether a goal follows from what is set, and not from how vacuums went.
  private static boolean isOfSettings(Goal goal) {
    return goal instanceof Goal.ReleaseDefault
        || goal instanceof Goal.Switched
        || goal instanceof Goal.Count
        || goal instanceof Goal.Age
        || goal instanceof Goal.Size
        || goal instanceof Goal.Time;
  }

  /// Why settings must not be changed now; empty if they may be.
  Optional<NotRecommended> against(SettingChange change) {
    return switch (change) {
      case SettingChange.OfTable(Relation relation, var parameters) ->
          heldBack(relation, String.join(", ", parameters.keySet()))
              .or(() -> withoutCounters(relation, String.join(", ", parameters.keySet())))
              .or(() -> unknownToRelease(relation, parameters.keySet()));
      case SettingChange.OfServer server ->
          useless(server).or(() -> new AssumedSettings(evidence).against(server));
    };
  }

  /// What comes instead of what is withheld for nothing else: a question, where nobody showed what
  /// is set, and before a rewrite the vacuum that is to come first.
  Optional<Remedy> instead(Asked asked) {
    if (asked.remedy() instanceof Remedy.RewriteTable(Relation table, _, _)) {
      boolean isLater =
          vacuumIsDue(table).isPresent() || (refilled(table).isEmpty() && uncut(table).isPresent());
      return Optional.<Remedy>of(new Remedy.VacuumNow(table))
          .filter(_ -> isLater && asked.finding().severity() != Severity.INFO)
          .filter(vacuum -> tooSmall(asked).isEmpty() && against(vacuum).isEmpty());
    }
    return asked.change().orElse(null) instanceof SettingChange.OfServer server
            && useless(server).isEmpty()
            && new AssumedSettings(evidence).against(server).isPresent()
        ? Optional.of(new AssumedSettings(evidence).question(server))
        : Optional.empty();
  }

  private Optional<NotRecommended> useless(SettingChange.OfServer change) {
    return unchangeable(change.setting(), change.value())
        .or(() -> inVain(change.setting(), change.value()));
  }

  private Optional<NotRecommended> against(Remedy remedy) {
    return switch (remedy) {
      case Remedy.VacuumNow(var relation, _) ->
          heldBack(relation, "VACUUM of this table").or(() -> atWork(relation));
      case Remedy.RewriteTable(Relation relation, _, _) ->
          heldBack(relation, "rewriting this table")
              .or(() -> vacuumIsDue(relation))
              .or(() -> refilled(relation))
              .or(() -> uncut(relation));
      case Remedy.RebuildIndex(Relation table, _, _, _) ->
          heldBack(table, "rebuilding indexes of this table");
      case Remedy.OfHorizon _, Remedy.OfLock _ -> forbidden(remedy);
      case Remedy.Tune _,
          Remedy.ResetTable _,
          Remedy.FreezeDatabases _,
          Remedy.AnalyzeNow _,
          Remedy.AnalyzeDatabase _,
          Remedy.OfNothing _ ->
          Optional.empty();
    };
  }

  /// Autovacuum gives way to whoever wants its table, a VACUUM too, and then begins anew. Who runs
  /// a vacuum may not be shown, and of which table: then it may be one of autovacuum, of this
  /// table, unless it is in another database. Where none gets done, one by hand does.
  private Optional<NotRecommended> atWork(Relation relation) {
    var database = relation.name().database();
    return VacuumAtWork.of(evidence).stream()
        .filter(_ -> PassedBy.byVacuum(evidence.about(relation)).isEmpty())
        .filter(each -> !each.vacuum().autovacuum().is(isAutomatic -> !isAutomatic))
        .filter(each ->
            each.relation()
                .map(relation::equals)
                .orElseGet(() -> isSame(each.vacuum().database(), database)))
        .findFirst()
        .map(each ->
            refused(
                "vacuum-at-work",
                relation,
                each.relation().isPresent()
                    ? "A vacuum is at work on it"
                    : "A vacuum is at work, and it may be of this table"));
  }

  private static NotRecommended refused(String name, Relation relation, Object... figures) {
    return NotRecommended.said(name, new Subject.OfRelation(relation), figures);
  }

  private static boolean isSame(String database, String other) {
    return !Excerpt.isTold(database) || !Excerpt.isTold(other) || database.equals(other);
  }

  /// What must not be done to a session, a prepared transaction or a slot.
  private Optional<NotRecommended> forbidden(Remedy remedy) {
    return actions
        .forbidden(remedy)
        .map(why -> new NotRecommended(what(remedy), new Subject.Cluster(), why + "."));
  }

  private static String what(Remedy remedy) {
    return switch (remedy) {
      case Remedy.EndSession end -> "ending " + end.session().backend().name();
      case Remedy.EndBlocker end -> "ending " + end.blocker().name();
      case Remedy.CancelWaiter cancel -> "cancelling " + cancel.waiter().name();
      case Remedy.FinishPrepared finish -> "finishing " + finish.transaction().called();
      case Remedy.DropSlot drop -> "dropping replication slot " + drop.slot().name();
      default -> "it";
    };
  }

  /// More speed, workers or visits remove nothing while someone holds every table of a database.
  private Optional<NotRecommended> inVain(Setting setting, String value) {
    return !HeldHorizon.OF_SPEED.contains(setting)
        ? Optional.empty()
        : horizon.stream()
            .filter(finding -> finding.severity().compareTo(Severity.ADVICE) <= 0)
            .filter(finding -> !finding.isOfCatalogsOnly())
            .findFirst()
            .map(finding ->
                new NotRecommended(
                        setting,
                        value,
                        "Cleanup is blocked (%s): vacuum would remove no more, only faster or more"
                                .formatted(finding.id())
                            + " often. Look again once it is not.")
                    .until(finding));
  }

  private Optional<NotRecommended> heldBack(Relation relation, String what) {
    return horizon.stream()
        .filter(finding -> HeldHorizon.covers(finding, relation))
        .findFirst()
        .map(finding ->
            new NotRecommended(
                    what,
                    relation,
                    "Its dead rows cannot be removed yet. Look again once they can.")
                .until(finding));
  }

  /// A rewrite copies dead rows that somebody may still see, and locks the table meanwhile.
  private Optional<NotRecommended> vacuumIsDue(Relation relation) {
    var dead = Quantities.counted(relation.get(TableKeys.N_DEAD_TUP).or(0L), "dead row");
    return Optional.of(relation)
        .filter(evidence::isPastVacuumThreshold)
        .map(each -> refused("vacuum-due", each, dead));
  }

  private Optional<NotRecommended> tooSmall(Asked asked) {
    return asked.remedy() instanceof Remedy.RewriteTable rewrite
            && asked.finding().subject() instanceof Subject.OfRelation(Relation bloated)
        ? tooSmall(bloated, rewrite)
        : Optional.empty();
  }

  /// What a rewrite gives back has to be worth its work, and a lock for which readers wait.
  private Optional<NotRecommended> tooSmall(Relation bloated, Remedy.RewriteTable rewrite) {
    boolean isItself = rewrite.relation().equals(bloated);
    var others = isItself ? Bytes.NONE : rewrite.relation().heapSize().or(Bytes.NONE);
    boolean isGentle =
        rewrite.needed().compareTo(Rewrites.SHORTLY_LOCKED) <= 0
            || new Rewrites(evidence.survey()).isConcurrent(evidence.owner(bloated));
    var least = isGentle ? Rewrites.WORTH_WHILE_READ : WORTH_A_REWRITE;
    return bloated
        .heapSize()
        .known()
        .filter(_ -> !bloated.isSystem())
        .map(size -> size.minus(rewrite.needed().minus(others)))
        .map(free -> free.plus(Excess.beside(bloated, evidence.survey())))
        .filter(gain -> gain.compareTo(least) < 0)
        .map(gain ->
            refused("too-small", bloated, gain, isGentle ? "" : ", and readers would wait", least));
  }

  /// Free space that the table's own growth will use is no reason for a rewrite.
  private Optional<NotRecommended> refilled(Relation relation) {
    return Growth.of(relation, evidence)
        .flatMap(growth -> growth.daysToFill(relation))
        .filter(days -> days <= SOON_FILLED)
        .map(days ->
            refused(
                "refilled", relation, Quantities.counted(Math.max(1, Math.round(days)), "day")));
  }

  /// What a vacuum was about to cut off needs no rewrite.
  private Optional<NotRecommended> uncut(Relation relation) {
    return Optional.of(refused("uncut", relation))
        .filter(_ -> uncut.contains(new Subject.OfRelation(relation)));
  }

  private Optional<NotRecommended> withoutCounters(Relation relation, String what) {
    return uncounted.contains(new Subject.OfDatabase(relation.name().database()))
        ? Optional.of(
            new NotRecommended(
                what,
                relation,
                "The counters it would rest on were lost: ANALYZE first, then look again."))
        : Optional.empty();
  }

  private Optional<NotRecommended> unknownToRelease(Relation relation, Set<String> parameters) {
    return parameters.stream()
        .flatMap(name ->
            Setting.ofStorageParameter(name)
                .flatMap(setting -> evidence.releases().lacking(setting::isTableParameterIn))
                .map(release ->
                    new NotRecommended(name, relation, noSuch("storage parameter", release)))
                .stream())
        .findFirst();
  }

  private String noSuch(String what, Release release) {
    return evidence.releases().isOne()
        ? "PostgreSQL %s has no such %s.".formatted(release.major(), what)
        : "The logs may be of PostgreSQL %s, which has no such %s."
            .formatted(release.major(), what);
  }

  private Optional<NotRecommended> unchangeable(Setting setting, String value) {
    var lacking = evidence.releases().lacking(setting::isIn);
    if (lacking.isPresent()) {
      return Optional.of(new NotRecommended(setting, value, noSuch("setting", lacking.get())));
    }
    var provider = evidence.survey().server().assumedProvider();
    return provider.howToSet(setting, evidence.release()) == HowToSet.NOT_POSSIBLE
        ? Optional.of(
            new NotRecommended(
                setting,
                value,
                "%s does not let you change it: ask its support.".formatted(provider.label())))
        : Optional.empty();
  }
}
