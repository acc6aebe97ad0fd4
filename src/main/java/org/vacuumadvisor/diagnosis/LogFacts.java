package org.vacuumadvisor.diagnosis;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.evidence.Question;
import org.vacuumadvisor.evidence.TableEvidence;
import org.vacuumadvisor.model.Source;
import org.vacuumadvisor.model.history.Gap;
import org.vacuumadvisor.model.history.Moments;
import org.vacuumadvisor.model.history.Notice;
import org.vacuumadvisor.model.history.Occurrences;
import org.vacuumadvisor.model.history.Run;
import org.vacuumadvisor.unit.Quantities;

/// Facts that logs tell, each with the file and line that proves it, and what rules say that rest
/// on logs alone.
public final class LogFacts {
  private static final long MAX_RUNS = 20;

  private LogFacts() {}

  public static Fact by(Run run, String label, Object figure) {
    return Fact.observed(label, figure, at(run.heading().place().toString(), Moments.end(run)));
  }

  public static Fact by(Notice notice, String label, Object figure) {
    return Fact.observed(label, figure, at(notice.place().toString(), Moments.of(notice)));
  }

  /// Between two vacuums of a table.
  public static Fact by(Gap gap, String label, Object figure) {
    return Fact.observed(label, figure, at(gap.place().toString(), Optional.of(gap.to())));
  }

  /// The first and the last of several runs.
  public static Fact between(Run first, Run last, String label, Object figure) {
    return Fact.observed(
        label,
        figure,
        at(first.heading().place() + " to " + last.heading().place(), Optional.empty()));
  }

  /// How often it was told.
  public static Fact times(Occurrences told, String label) {
    var places =
        told.count() == 1
            ? told.first().place().toString()
            : told.first().place() + " to " + told.last().place();
    return Fact.observed(label, told.count(), at(places, Optional.empty()));
  }

  public static String times(long count) {
    return count == 1 ? "once" : count == 2 ? "twice" : Quantities.count(count) + " times";
  }

  private static Source at(String place, Optional<Instant> time) {
    return new Source.At(
        place + time.map(each -> ", " + Names.time(each)).orElse(""), new Source.Unstated());
  }

  public static String elapsed(Run run) {
    var seconds = run.elapsedSeconds();
    return seconds == null ? "unknown" : Quantities.seconds(seconds);
  }

  public static String count(@Nullable Long figure) {
    return figure == null ? "not said" : Quantities.count(figure);
  }

  /// The findings; without any, that logs tell of no such thing, or that there are no logs.
  public static Stream<Verdict> verdicts(Evidence evidence, List<Finding> findings) {
    return verdicts(findings, Question.LOG, evidence.history().isPresent());
  }

  /// The findings; without any, that there is no such thing, or that nobody saw sessions and
  /// workers or has logs.
  public static Stream<Verdict> verdicts(
      Evidence evidence, List<Finding> findings, Question settledBy) {
    return verdicts(findings, settledBy, isWorkSeen(evidence));
  }

  /// The findings; without any, that there is no such thing, or that nobody showed what would tell.
  ///
  /// @param settledBy what would tell it
  /// @param isSeen whether that was shown, or something else that tells it as well
  public static Stream<Verdict> verdicts(
      List<Finding> findings, Question settledBy, boolean isSeen) {
    if (!findings.isEmpty()) {
      return findings.stream().map(each -> each);
    }
    var cluster = new Subject.Cluster();
    return Stream.of(isSeen ? new Verdict.Clear(cluster) : Verdict.notShown(cluster, settledBy));
  }

  /// A note about the last vacuum of one table. In a longer log nobody wonders about a single run.
  public static Stream<Verdict> onOneRun(
      Evidence evidence, BiFunction<LoggedTable, Run, Optional<Finding>> note) {
    boolean isShort = evidence.history().filter(all -> all.runs() <= MAX_RUNS).isPresent();
    return verdicts(
        evidence,
        LoggedTable.all(evidence)
            .filter(_ -> isShort)
            .flatMap(each -> each.latest().flatMap(run -> note.apply(each, run)).stream())
            .limit(1)
            .toList());
  }

  /// Whether the server's sessions and workers were seen, or logs tell what they did.
  public static boolean isWorkSeen(Evidence evidence) {
    return evidence.isReadWhole() || evidence.history().isPresent();
  }

  /// One verdict on a table: what is seen of it, and what logs tell of it.
  public static Verdict together(
      Optional<Finding> told, TableEvidence table, Supplier<Verdict> seen) {
    if (told.isEmpty()) {
      return seen.get();
    }
    var found = told.get();
    return table
        .judge(seen)
        .map(each -> each instanceof Finding other ? other.and(found) : found)
        .orElse(found);
  }

  /// Findings of one rule, one about each subject: what the server shows and what logs tell of it.
  public static List<Finding> joined(List<Finding> seen, List<Finding> told) {
    Map<Subject, Finding> joined = new LinkedHashMap<>();
    Stream.concat(seen.stream(), told.stream())
        .forEach(each -> joined.merge(each.subject(), each, Finding::and));
    return List.copyOf(joined.values());
  }

  /// What the server was at by the context of its message: `vacuuming the table, block 1,234`; null
  /// where it does not say.
  public static @Nullable String spot(Notice notice) {
    var phase = notice.spot().phase();
    if (phase == null) {
      return null;
    }
    var doing =
        switch (phase) {
          case SCAN_HEAP -> "scanning the table";
          case VACUUM_HEAP -> "vacuuming the table";
          case VACUUM_INDEX -> "vacuuming an index";
          case CLEANUP_INDEX -> "cleaning up an index";
          case TRUNCATE -> "truncating the table";
        };
    var block = notice.spot().block();
    var index = notice.spot().index();
    return doing
        + (index == null ? "" : ", " + index)
        + (block == null ? "" : ", block " + count(block));
  }
}
