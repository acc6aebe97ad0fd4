package org.vacuumadvisor.workload;

import static org.vacuumadvisor.workload.Phrases.rows;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.vacuumadvisor.unit.Share;

/// Judges a database by its tables.
///
/// Where three quarters of the operations are reads, it is READ_HEAVY; the scans of a queue's
/// workers, who ask whether there is something to do, are no reads. Else its writes decide: nine in
/// ten of one class make it that class, six in ten in queues a queue with what hangs on it, and a
/// mix with a fair part of update-heavy tables is what transactions over several tables look like:
/// TPC_C.
final class DatabaseJudge {
  private static final Share NEARLY_ALL = Share.ofPercent(90);
  private static final Share FAIR_PART = Share.ofPercent(10);
  private static final Share LARGE_PART = Share.ofPercent(30);
  private static final Share CLEAR_MAJORITY = Share.ofPercent(60);
  private static final Share HALF = Share.ofPercent(50);

  private DatabaseJudge() {}

  /// @param none no traffic, over the period and the time observed
  static Verdict verdict(List<Judgement> tables, Traffic none) {
    var later = verdict(tables, Judgement::later, none);
    var laterSum = sum(tables, Judgement::later, none);
    var wholeSum = sum(tables, Judgement::traffic, none);
    if (laterSum.written() == wholeSum.written()) {
      return later;
    }
    return TableJudge.isMaterial(laterSum, wholeSum.written() - laterSum.written())
        ? later.atMost(Confidence.MEDIUM)
        : verdict(tables, Judgement::traffic, none).atMost(Confidence.LOW);
  }

  private static Verdict verdict(
      List<Judgement> tables, Function<Judgement, Traffic> part, Traffic none) {
    var parts = tables.stream().map(part).toList();
    var all = parts.stream().map(WriteMix::withoutPolling).reduce(none, Traffic::plus);
    return TrafficJudge.nothingToJudge(all)
        .orElseGet(() -> TrafficJudge.limited(all, busy(all, parts)));
  }

  private static Verdict busy(Traffic all, List<Traffic> parts) {
    return TrafficJudge.isReadHeavy(all.readShare())
        ? TrafficJudge.readHeavy(all)
        : byWrites(all, parts);
  }

  private static Verdict byWrites(Traffic all, List<Traffic> parts) {
    var written = new EnumMap<WorkloadClass, Long>(WorkloadClass.class);
    for (var traffic : parts) {
      written.merge(WriteMix.verdict(traffic).kind(), traffic.written(), Long::sum);
    }
    written.remove(WorkloadClass.UNDETERMINED);
    long known = written.values().stream().mapToLong(Long::longValue).sum();
    if (!Share.of(known, all.written()).exceeds(HALF)) {
      return WriteMix.verdict(all).atMost(Confidence.LOW);
    }
    var because = because(written, all.written());
    var largest = largest(written);
    var its = Share.of(written.getOrDefault(largest, 0L), known);
    var updateHeavy = Share.of(written.getOrDefault(WorkloadClass.TPC_C, 0L), known);
    if (its.exceeds(NEARLY_ALL)) {
      return new Verdict(largest, Confidence.HIGH, because);
    }
    if (largest == WorkloadClass.QUEUE_CHURN && its.exceeds(CLEAR_MAJORITY)) {
      return new Verdict(largest, Confidence.MEDIUM, because);
    }
    if (updateHeavy.exceeds(FAIR_PART)) {
      return new Verdict(
          WorkloadClass.TPC_C,
          updateHeavy.exceeds(LARGE_PART) ? Confidence.HIGH : Confidence.MEDIUM,
          because);
    }
    return new Verdict(largest, its.exceeds(HALF) ? Confidence.MEDIUM : Confidence.LOW, because);
  }

  private static WorkloadClass largest(Map<WorkloadClass, Long> written) {
    return written.entrySet().stream()
        .max(Map.Entry.comparingByValue())
        .map(Map.Entry::getKey)
        .orElse(WorkloadClass.UNDETERMINED);
  }

  private static List<String> because(Map<WorkloadClass, Long> written, long all) {
    return written.entrySet().stream()
        .sorted(Map.Entry.<WorkloadClass, Long>comparingByValue().reversed())
        .map(each ->
            "%s of %s written are in %s"
                .formatted(Share.of(each.getValue(), all), rows(all), tablesOf(each.getKey())))
        .toList();
  }

  private static String tablesOf(WorkloadClass kind) {
    return switch (kind) {
      case QUEUE_CHURN -> "queues";
      case TPC_C -> "TPC-C-like (update-heavy) tables";
      case INSERT_ONLY -> "insert-only tables";
      case READ_HEAVY -> "read-heavy tables";
      case IDLE, UNDETERMINED -> "other tables";
    };
  }

  private static Traffic sum(
      List<Judgement> tables, Function<Judgement, Traffic> part, Traffic none) {
    return tables.stream().map(part).reduce(none, Traffic::plus);
  }
}
