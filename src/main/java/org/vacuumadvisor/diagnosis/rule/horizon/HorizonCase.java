package org.vacuumadvisor.diagnosis.rule.horizon;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.vacuumadvisor.action.HeldSince;
import org.vacuumadvisor.action.Preconditions;
import org.vacuumadvisor.diagnosis.Fact;
import org.vacuumadvisor.diagnosis.Facts;
import org.vacuumadvisor.diagnosis.HeldRows;
import org.vacuumadvisor.diagnosis.Holding;
import org.vacuumadvisor.diagnosis.KeptRows;
import org.vacuumadvisor.diagnosis.LoggedTable;
import org.vacuumadvisor.diagnosis.Names;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.Backend;
import org.vacuumadvisor.model.Excerpt;
import org.vacuumadvisor.model.HorizonHolder;
import org.vacuumadvisor.model.HorizonHolder.PreparedTransaction;
import org.vacuumadvisor.model.HorizonHolder.Reach;
import org.vacuumadvisor.model.HorizonHolder.Reach.Everything;
import org.vacuumadvisor.model.HorizonHolder.Session;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.Source;
import org.vacuumadvisor.model.TableKeys;
import org.vacuumadvisor.model.history.Run;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.unit.XidAge;

/// One holder of the horizon with what it does: the ground all rules about the horizon stand on.
///
/// @param oldestWriter of all holders, the one with the oldest transaction ID of its own
record HorizonCase(
    HorizonHolder holder,
    Optional<HeldSince> since,
    HeldRows rows,
    Preconditions preconditions,
    Optional<HorizonHolder> oldestWriter,
    Evidence evidence) {

  /// About a minute of a busy server. Below it an age says nothing, whoever holds it.
  static final XidAge OLD = Preconditions.AGE_LIMIT;

  private static final int TABLES_SHOWN = 3;

  /// The cases of some of the holders, the oldest horizon first, and of those as old who waits for
  /// another last. On a standby that sends no feedback there are none: nothing there reaches the
  /// primary, and a standby removes no rows itself.
  static Stream<HorizonCase> of(Evidence evidence, Predicate<HorizonHolder> which) {
    if (evidence.isStandby() && !isFeedback(evidence)) {
      return Stream.empty();
    }
    var byReach = new HashMap<Reach, HeldRows>();
    var preconditions = new Preconditions(evidence.survey());
    var oldestWriter =
        evidence.holders().stream().filter(HorizonCase::assignsXid).max(HorizonHolder.byAge());
    return evidence.holders().stream()
        .filter(which)
        .sorted(
            HorizonHolder.byAge()
                .reversed()
                .thenComparing(each -> each instanceof Session it && it.backend().waitsForLock()))
        .map(holder -> {
          var rows =
              byReach.computeIfAbsent(holder.reach(), reach -> HeldRows.within(reach, evidence));
          var since = HeldSince.of(holder, evidence.survey());
          return new HorizonCase(
              holder,
              since,
              rows.heldSince(since.map(HeldSince::time), evidence),
              preconditions,
              oldestWriter,
              evidence);
        });
  }

  /// Whether this is a standby that reports what is held here to its primary.
  static boolean isFeedback(Evidence evidence) {
    return evidence.isStandby() && evidence.settings().boolOrDefault(Setting.HOT_STANDBY_FEEDBACK);
  }

  private static boolean assignsXid(HorizonHolder holder) {
    return switch (holder) {
      case Session other -> other.writer();
      case PreparedTransaction _ -> true;
      case HorizonHolder.Slot _, HorizonHolder.Standby _, HorizonHolder.DeferredCleanup _ -> false;
    };
  }

  /// Whether a transaction that writes is as old: a brand-new snapshot is, too.
  boolean isExplainedByWriter() {
    return oldestWriter.filter(this::isNoOlderThan).isPresent();
  }

  /// The holder of a case that is about sessions alone.
  Session session() {
    return (Session) holder;
  }

  /// How long it has held, if that is known.
  Optional<Duration> held() {
    return since.map(start -> evidence.ago(start.time()));
  }

  /// Whether it is known to have begun before the transaction of a session, or that may be so:
  /// where nobody shows since when, by what they hold.
  boolean isOlderThanTransactionOf(Backend other) {
    var others = HeldSince.ofTransaction(other, evidence.survey());
    return (since.isEmpty() || others.isEmpty())
        ? heldBy(other).noneMatch(this::isNoOlderThan)
        : since.get().time().isBefore(others.get().time());
  }

  /// Whether another session is known to keep all that it keeps.
  boolean keepsNoMoreThan(Backend other) {
    return heldBy(other)
        .filter(each -> each.age().isKnown() && each.reach().equals(holder.reach()))
        .anyMatch(this::isNoOlderThan);
  }

  private Stream<HorizonHolder> heldBy(Backend other) {
    return evidence.holders().stream()
        .filter(each -> each instanceof Session it && it.backend().equals(other));
  }

  /// Whether the oldest xmin of another is as old, or older.
  boolean isNoOlderThan(HorizonHolder other) {
    return HorizonHolder.byAge().compare(other, holder) >= 0;
  }

  /// Whether it is known to have begun before another, and to hold back as far at least.
  boolean isOlderThan(HorizonCase other) {
    return since.isPresent()
        && other.since.isPresent()
        && since.get().time().isBefore(other.since.get().time())
        && HorizonHolder.byAge().compare(holder, other.holder) >= 0;
  }

  /// Whether a vacuum that kept many rows is known to have ended at the very transaction ID that it
  /// holds.
  boolean isCutoff() {
    return keptAtCutoff(each -> KeptRows.open(each.history()).map(hold -> hold.last())) > 0;
  }

  /// Whether vacuums are told that had to keep rows, and may have kept them for it: whoever holds
  /// less than their cutoff came later, and who holds back further did it.
  boolean mayHaveKept() {
    var xid = holder.xid().known();
    return !isCovered()
        && evidence
            .histories()
            .flatMap(each -> KeptRows.open(each).stream())
            .map(hold -> hold.last().outcome().cutoffXid())
            .anyMatch(cutoff -> cutoff == null || xid.isEmpty() || (int) (cutoff - xid.get()) >= 0);
  }

  /// Whether a vacuum could freeze nothing past it, and kept rows for it, if any at all.
  boolean isStandingCutoff() {
    return endedAtIt(LoggedTable::latest).anyMatch(KeptRows::isStandingStill);
  }

  /// The rows that vacuums kept which ended at it, be they few.
  long keptAtCutoff() {
    return keptAtCutoff(LoggedTable::latest);
  }

  private long keptAtCutoff(Function<LoggedTable, Optional<Run>> runs) {
    return endedAtIt(runs).mapToLong(Run::kept).sum();
  }

  private Stream<Run> endedAtIt(Function<LoggedTable, Optional<Run>> runs) {
    var xid = holder.xid().known();
    return LoggedTable.all(evidence)
        .filter(each -> xid.isPresent() && holder.reach().covers(each.relation()))
        .flatMap(each -> runs.apply(each).stream())
        .filter(run ->
            run.outcome().cutoffXid() != null
                && run.outcome().cutoffXid().intValue() == xid.orElseThrow().intValue());
  }

  /// Whether nobody holds back further for a table of which rows were kept.
  boolean isOldestFor(Relation kept) {
    return evidence.holders().stream()
        .filter(other -> other.reach().covers(kept))
        .noneMatch(other -> HorizonHolder.byAge().compare(other, holder) > 0);
  }

  /// Whether somebody holds back further wherever it does: what vacuums kept is not known to be
  /// its.
  boolean isCovered() {
    return evidence.holders().stream()
        .filter(
            other -> other.reach().equals(holder.reach()) || other.reach() instanceof Everything)
        .anyMatch(other -> HorizonHolder.byAge().compare(other, holder) > 0);
  }

  boolean heldFor(Duration least) {
    return held().filter(each -> each.compareTo(least) >= 0).isPresent();
  }

  /// Past this age autovacuum is forced on tables in its reach, and can freeze none of them far
  /// enough.
  boolean blocksFreezing() {
    return holder.isOlderThan(evidence.settings().freezeMaxAge());
  }

  /// The severity by what is proven of the harm; `otherwise` where nothing is.
  Severity severity(Severity otherwise) {
    if (blocksFreezing()) {
      return Severity.CRITICAL;
    }
    return rows.inVain().isEmpty() ? otherwise : Severity.WARNING;
  }

  Subject subject() {
    return switch (holder.reach()) {
      case Reach.OneDatabase(String name) -> Subject.ofDatabase(name);
      case Reach.Everything(), Reach.Catalogs _ -> new Subject.Cluster();
    };
  }

  /// Whose dead rows it keeps, in words, and how old the multixacts are there that a transaction
  /// may keep: no view tells which one does.
  String reachInWords() {
    return switch (holder.reach()) {
      case Reach.OneDatabase(String name) ->
          "%s%s"
              .formatted(
                  Excerpt.isTold(name) ? "database " + name : "its database",
                  rows.multixactsInWords(evidence)
                      .or(() -> rows.farPastInWords(evidence).filter(_ -> keptAtCutoff() == 0))
                      .map(each -> "; " + each)
                      .orElse(""));
      case Reach.Everything() -> "every database" + (evidence.isStandby() ? " of the primary" : "");
      case Reach.Catalogs _ -> "the system catalogs of every database";
    };
  }

  /// What it keeps from whom, in words: with how many rows, where a vacuum kept them. Where one
  /// ended at it and found none, they are only not frozen.
  String keptInWords() {
    long kept = Math.max(isCovered() ? 0 : rows.kept(), keptAtCutoff());
    boolean isFreezingAlone = kept == 0 && rows.pastThreshold().isEmpty() && isStandingCutoff();
    return isFreezingAlone
        ? "rows from being frozen"
        : (kept > 0 ? Quantities.counted(kept, "dead row") : "dead rows") + " from being removed";
  }

  /// Its age, and the dead rows in its reach.
  Facts facts() {
    var source = Holding.source(holder);
    var facts = new Facts();
    since.ifPresent(
        start -> facts.observed("held for", start.until(evidence.takenAt()), start.source()));
    var age = holder.age().flatMap(each -> Reading.of(each, source));
    facts.shown("transaction IDs given out since its oldest xmin", age);
    if (blocksFreezing()) {
      var kept =
          "%s transactions; past %s autovacuum comes again and again"
              .formatted(holder.age().or(XidAge.NONE), evidence.settings().freezeMaxAge());
      facts.fact(Fact.observed("age it keeps tables at", kept, source).asEffect());
    }
    var proof = rows.inVain().isEmpty() ? rows.pastThreshold() : rows.inVain();
    return facts
        .observed(
            "dead rows in its reach, whenever they died",
            rows.dead().filter(dead -> dead > 0),
            new Source.Derived("sum", List.of(TableKeys.N_DEAD_TUP)))
        .facts(proof.stream().limit(TABLES_SHOWN).map(this::factOf));
  }

  private Fact factOf(Relation relation) {
    var dead = HeldRows.inWords(relation, evidence);
    return relation
        .vacuumedLast()
        .filter(_ -> rows.inVain().contains(relation))
        .map(last ->
            Fact.observed(
                Names.of(relation) + " was vacuumed and kept dead rows",
                dead + ", last vacuum at " + Names.time(last),
                new Source.Derived(
                    "rows dead and the last vacuum",
                    List.of(
                        TableKeys.N_DEAD_TUP, TableKeys.LAST_VACUUM, TableKeys.LAST_AUTOVACUUM))))
        .orElseGet(() ->
            Fact.observed(
                Names.of(relation) + " is past its threshold", dead, TableKeys.N_DEAD_TUP));
  }
}
