package org.vacuumadvisor.diagnosis.rule;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.Examination;
import org.vacuumadvisor.diagnosis.Fact;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Judgement;
import org.vacuumadvisor.diagnosis.Rule;
import org.vacuumadvisor.diagnosis.rule.horizon.XminHeld;
import org.vacuumadvisor.diagnosis.rule.horizon.XminHeldByDeferCleanupAge;
import org.vacuumadvisor.diagnosis.rule.horizon.XminHeldByPrepared;
import org.vacuumadvisor.diagnosis.rule.horizon.XminHeldBySlot;
import org.vacuumadvisor.diagnosis.rule.horizon.XminHeldByStandby;
import org.vacuumadvisor.diagnosis.rule.horizon.XminHeldByTransaction;
import org.vacuumadvisor.diagnosis.rule.lock.AntiwraparoundBlocksDdl;
import org.vacuumadvisor.diagnosis.rule.lock.AutovacuumCancelled;
import org.vacuumadvisor.diagnosis.rule.lock.LockBlocked;
import org.vacuumadvisor.diagnosis.rule.lock.LockQueue;
import org.vacuumadvisor.diagnosis.rule.lock.StandbyLockConflict;
import org.vacuumadvisor.diagnosis.rule.lock.TruncationLock;
import org.vacuumadvisor.diagnosis.rule.setting.InertSetting;
import org.vacuumadvisor.diagnosis.rule.setting.KnownBug;
import org.vacuumadvisor.diagnosis.rule.setting.LoggingTooWeak;
import org.vacuumadvisor.diagnosis.rule.setting.RiskySetting;
import org.vacuumadvisor.diagnosis.rule.space.BloatEstimateWrong;
import org.vacuumadvisor.diagnosis.rule.space.CatalogBloat;
import org.vacuumadvisor.diagnosis.rule.space.HeapBloat;
import org.vacuumadvisor.diagnosis.rule.space.IndexBloat;
import org.vacuumadvisor.diagnosis.rule.space.LowHotRatio;
import org.vacuumadvisor.diagnosis.rule.space.QueueWithoutIndex;
import org.vacuumadvisor.diagnosis.rule.space.ToastBloat;
import org.vacuumadvisor.diagnosis.rule.space.ToastDominates;
import org.vacuumadvisor.diagnosis.rule.threshold.AutovacuumDisabled;
import org.vacuumadvisor.diagnosis.rule.threshold.InsertThresholdTooHigh;
import org.vacuumadvisor.diagnosis.rule.threshold.NaptimeTooLong;
import org.vacuumadvisor.diagnosis.rule.threshold.PartitionParentNotAnalyzed;
import org.vacuumadvisor.diagnosis.rule.threshold.StatisticsStale;
import org.vacuumadvisor.diagnosis.rule.threshold.StatsLost;
import org.vacuumadvisor.diagnosis.rule.threshold.ThresholdTooHigh;
import org.vacuumadvisor.diagnosis.rule.threshold.ThresholdTooLow;
import org.vacuumadvisor.diagnosis.rule.threshold.VisibilityMapStale;
import org.vacuumadvisor.diagnosis.rule.worker.CostBalanceBypassed;
import org.vacuumadvisor.diagnosis.rule.worker.CostThrottled;
import org.vacuumadvisor.diagnosis.rule.worker.IndexPasses;
import org.vacuumadvisor.diagnosis.rule.worker.IndexScanBypassedNormal;
import org.vacuumadvisor.diagnosis.rule.worker.PinnedPageSkipped;
import org.vacuumadvisor.diagnosis.rule.worker.VmSkipNormal;
import org.vacuumadvisor.diagnosis.rule.worker.WorkerStarvation;
import org.vacuumadvisor.diagnosis.rule.worker.WorkersWithoutCostLimit;
import org.vacuumadvisor.diagnosis.rule.wraparound.AntiwraparoundNormal;
import org.vacuumadvisor.diagnosis.rule.wraparound.FailsafeActive;
import org.vacuumadvisor.diagnosis.rule.wraparound.FreezeCollision;
import org.vacuumadvisor.diagnosis.rule.wraparound.InsertOnlyFreeze;
import org.vacuumadvisor.diagnosis.rule.wraparound.MultixactNear;
import org.vacuumadvisor.diagnosis.rule.wraparound.WraparoundNear;
import org.vacuumadvisor.diagnosis.rule.wraparound.WraparoundShutdown;
import org.vacuumadvisor.diagnosis.rule.wraparound.WraparoundTableCannotAdvance;
import org.vacuumadvisor.evidence.Evidence;

/// All rules, in the order in which findings of one severity are told: what keeps vacuum from
/// working at all comes before what makes it come late. The last word, that nothing needs doing,
/// rests on what the others found.
public final class RuleBook {
  public static final List<Rule> RULES =
      List.of(
          new XminHeldByTransaction(),
          new XminHeldByPrepared(),
          new XminHeldBySlot(),
          new XminHeldByStandby(),
          new XminHeldByDeferCleanupAge(),
          new XminHeld(),
          new CorruptIndex(),
          new CorruptHeap(),
          new KnownBug(),
          new WraparoundShutdown(),
          new WraparoundNear(),
          new MultixactNear(),
          new FailsafeActive(),
          new WraparoundTableCannotAdvance(),
          new AutovacuumDisabled(),
          new StatsLost(),
          new ServerMessage(),
          new LockBlocked(),
          new LockQueue(),
          new AutovacuumCancelled(),
          new AntiwraparoundBlocksDdl(),
          new WorkerStarvation(),
          new CostThrottled(),
          new ThresholdTooHigh(),
          new InsertThresholdTooHigh(),
          new HeapBloat(),
          new IndexBloat(),
          new ToastBloat(),
          new CatalogBloat(),
          new StatisticsStale(),
          new NaptimeTooLong(),
          new IndexPasses(),
          new RiskySetting(),
          new PinnedPageSkipped(),
          new InertSetting(),
          new WorkersWithoutCostLimit(),
          new CostBalanceBypassed(),
          new TruncationLock(),
          new StandbyLockConflict(),
          new ToastDominates(),
          new QueueWithoutIndex(),
          new LowHotRatio(),
          new VisibilityMapStale(),
          new PartitionParentNotAnalyzed(),
          new FreezeCollision(),
          new InsertOnlyFreeze(),
          new ThresholdTooLow(),
          new LoggingTooWeak(),
          new BloatEstimateWrong(),
          new AntiwraparoundNormal(),
          new VmSkipNormal(),
          new IndexScanBypassedNormal(),
          new NeedMoreData());

  private RuleBook() {}

  /// The ids of all findings there can be, in the order of telling.
  public static List<String> ids() {
    return Stream.concat(RULES.stream().map(Rule::id), Stream.of(Healthy.ID)).toList();
  }

  /// What the rules find, the leading finding first.
  public static List<Finding> examine(Evidence evidence) {
    return examination(evidence).findings();
  }

  /// What the rules say, the leading finding first, and the last word: that nothing is wrong, or
  /// what is missing to say so.
  public static Examination examination(Evidence evidence) {
    var said = Examination.by(RULES, rule -> rule.examine(evidence));
    var found = said.with(NamedHolder.of(said.findings()));
    var ids = ids();
    return found.with(
        Stream.concat(
                found.findings().stream(),
                LastWord.on(Judgement.of(found, evidence), found, evidence).stream())
            .sorted(
                Comparator.comparing(Finding::severity)
                    .thenComparingInt(finding -> ids.indexOf(finding.id()))
                    .thenComparing(Comparator.comparingDouble(RuleBook::deciding).reversed()))
            .toList());
  }

  /// The deciding figure: of one rule's findings the largest comes first.
  private static double deciding(Finding finding) {
    return finding.evidence().stream()
        .filter(fact -> fact.provenance() == null)
        .findFirst()
        .map(Fact::measure)
        .map(Fact.Measure::number)
        .orElse(0.0);
  }
}
