package org.vacuumadvisor.diagnosis;

import static org.vacuumadvisor.model.TableKeys.ANALYZE_COUNT;
import static org.vacuumadvisor.model.TableKeys.AUTOANALYZE_COUNT;
import static org.vacuumadvisor.model.TableKeys.AUTOVACUUM_COUNT;
import static org.vacuumadvisor.model.TableKeys.N_MOD_SINCE_ANALYZE;
import static org.vacuumadvisor.model.TableKeys.VACUUM_COUNT;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.vacuumadvisor.action.HeldSince;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.evidence.NextInLine;
import org.vacuumadvisor.evidence.Reason;
import org.vacuumadvisor.evidence.TableEvidence;
import org.vacuumadvisor.evidence.VacuumAtWork;
import org.vacuumadvisor.model.Key;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.unit.Quantities;

/// A table that autovacuum had reason to come to at both of two surveys, more than two of its naps
/// apart, and that nobody got done with in between. One survey sees tables past their threshold in
/// passing.
public final class PassedBy {
  private static final int NAPS = 2;

  /// How many times its threshold a table has when whole rounds of autovacuum were missed.
  public static final double FAR = 2;

  private static final Set<Reason.Kind> ROWS =
      Set.of(Reason.Kind.DEAD_ROWS, Reason.Kind.INSERTED_ROWS);

  private PassedBy() {}

  /// For how long no vacuum got done that was due for dead or inserted rows, with no worker of
  /// autovacuum at work that explains it. Empty where that is not so, or not known.
  public static Optional<Duration> byVacuum(TableEvidence table) {
    return isUnexplained(table.relation(), table.all())
        ? time(table, ROWS, 1, List.of(AUTOVACUUM_COUNT, VACUUM_COUNT))
        : Optional.empty();
  }

  /// Whether no vacuum is at work, but a worker that is at this very table and is not known to be
  /// there for longer than a nap: whatever ends it before it is done brings another.
  private static boolean isUnexplained(Relation table, Evidence evidence) {
    var nap = naps(evidence).dividedBy(NAPS);
    var here = VacuumAtWork.on(table, evidence);
    return here.stream()
            .allMatch(each -> each.running().filter(time -> time.compareTo(nap) >= 0).isEmpty())
        && evidence
            .machinery()
            .workers()
            .is(all ->
                here.map(each -> each.vacuum().pid())
                    .map(pid -> all.size() == 1 && all.getFirst().pid() == pid)
                    .orElse(all.isEmpty()));
  }

  /// Since when a worker is at a table that was passed by so far, in words.
  public static String worker(Relation table, Evidence evidence) {
    return VacuumAtWork.on(table, evidence)
        .map(each ->
            each.running()
                .map(time -> "a worker began there %s ago".formatted(Quantities.duration(time)))
                .orElse("a worker is there, since when is not shown"))
        .orElse("no worker is at work");
  }

  /// The table furthest past its threshold to which no vacuum came for two naps of autovacuum, with
  /// no worker at work that explains it: one look does not tell whether its rows died just now.
  public static Optional<NextInLine> perhaps(Evidence evidence) {
    var naps = naps(evidence);
    return dueForLong(evidence)
        .filter(each -> isUnexplained(each.relation(), evidence))
        .filter(each -> !isHeld(each.relation(), naps, evidence))
        .filter(each -> HeldRows.isFarPast(List.of(each.relation()), evidence))
        .filter(each -> !areNew(each.relation(), naps, evidence))
        .findFirst();
  }

  /// The tables that are due for a vacuum, and got none for two naps of autovacuum. Their rows may
  /// have died just now.
  public static Stream<NextInLine> dueForLong(Evidence evidence) {
    var naps = naps(evidence);
    return NextInLine.of(evidence).stream()
        .filter(_ -> evidence.excerpt().isEmpty())
        .filter(
            _ -> evidence.survey().server().startedAt().is(from -> isOver(naps, from, evidence)))
        .filter(each -> !each.relation().isSystem() && isDueForRows(each))
        .filter(each -> evidence.shows(each.relation(), "last_autovacuum"))
        .filter(each ->
            each.relation().vacuumedLast().stream().allMatch(last -> isOver(naps, last, evidence)));
  }

  private static boolean isDueForRows(NextInLine table) {
    return table.reasons().stream()
        .anyMatch(each -> ROWS.contains(each.kind()) && each.count() > each.limit());
  }

  /// Whether its rows are known to have died just now: since an analyze.
  private static boolean areNew(Relation table, Duration time, Evidence evidence) {
    return table.analyzedLast().filter(last -> !isOver(time, last, evidence)).isPresent()
        && HeldRows.deadRows(table) <= table.get(N_MOD_SINCE_ANALYZE).or(0L);
  }

  /// Whether somebody has held rows of it for so long: a vacuum would be in vain.
  private static boolean isHeld(Relation table, Duration time, Evidence evidence) {
    return evidence.holders().stream()
        .filter(each -> each.reach().covers(table))
        .flatMap(each -> HeldSince.of(each, evidence.survey()).stream())
        .anyMatch(since -> isOver(time, since.time(), evidence));
  }

  /// Since when none came: "since 12:00", "yet".
  public static String lastVacuum(Relation table) {
    return table.vacuumedLast().map(last -> "since " + Names.time(last)).orElse("yet");
  }

  /// What to know besides about looking twice at such a table, without its full stop.
  public static String unlessNew() {
    return "Unless its rows died just now, LOCK TABLE, DDL, ANALYZE or an error ends each vacuum"
        + " there. One by hand gives way to nobody once it has its lock; the server's log tells"
        + " who it is (%s)".formatted(inLog("vacuum"));
  }

  /// What the server's log has of a command of autovacuum that does not get done.
  public static String inLog(String command) {
    return "'canceling autovacuum task', 'skipping %1$s', or an ERROR in the context of 'automatic %1$s'"
        .formatted(command);
  }

  /// After so long autovacuum has had a table before it twice: "Look twice, 2 min 5 s apart".
  public static String lookTwice(Evidence evidence) {
    return "Look twice, %s apart".formatted(Quantities.duration(naps(evidence).plusSeconds(5)));
  }

  /// Two naps of autovacuum.
  public static Duration naps(Evidence evidence) {
    return Duration.ofSeconds(
        NAPS * evidence.settings().integerOrDefault(Setting.AUTOVACUUM_NAPTIME));
  }

  private static boolean isOver(Duration time, Instant since, Evidence evidence) {
    return evidence.ago(since).compareTo(time) > 0;
  }

  /// For how long no analyze got done of a table far past its threshold.
  public static Optional<Duration> byAnalyze(TableEvidence table) {
    return time(
        table, Set.of(Reason.Kind.CHANGED_ROWS), FAR, List.of(AUTOANALYZE_COUNT, ANALYZE_COUNT));
  }

  private static Optional<Duration> time(
      TableEvidence table, Set<Reason.Kind> kinds, double times, List<Key<Long>> counts) {
    var now = table.relation();
    return table
        .window()
        .filter(time -> isLong(time, table))
        .filter(_ ->
            table
                .before()
                .filter(before ->
                    counts.stream()
                        .allMatch(
                            count -> before.get(count).is(then -> now.get(count).is(then::equals))))
                .map(before -> reached(before, kinds, times, table))
                .filter(reached ->
                    reached(now, kinds, times, table).stream().anyMatch(reached::contains))
                .isPresent());
  }

  /// Whether autovacuum should have come twice in a time.
  public static boolean isLong(Duration time, TableEvidence table) {
    return time.compareTo(naps(table.all())) > 0;
  }

  private static List<Reason.Kind> reached(
      Relation relation, Set<Reason.Kind> kinds, double times, TableEvidence table) {
    return NextInLine.reasons(relation, table.all()).stream()
        .filter(each -> each.count() > times * each.limit())
        .map(Reason::kind)
        .filter(kinds::contains)
        .toList();
  }
}
