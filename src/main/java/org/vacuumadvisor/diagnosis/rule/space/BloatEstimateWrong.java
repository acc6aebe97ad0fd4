package org.vacuumadvisor.diagnosis.rule.space;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.Fact;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Names;
import org.vacuumadvisor.diagnosis.Rule;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.diagnosis.Verdict;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.evidence.Question;
import org.vacuumadvisor.evidence.TableEvidence;
import org.vacuumadvisor.evidence.TableFigures;
import org.vacuumadvisor.model.Reading.Known;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.RelationKind;
import org.vacuumadvisor.space.Doubt;
import org.vacuumadvisor.space.HeapEstimate;
import org.vacuumadvisor.space.SpaceEstimate.Estimated;
import org.vacuumadvisor.space.SpaceEstimate.Unknown;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.unit.Share;

/// Large tables of which statistics do not tell how much is free: here the bloat queries that
/// people run are wrong, and silently so.
public final class BloatEstimateWrong implements Rule {
  private static final Bytes LARGE = Bytes.ofMegabytes(256);

  private static final int SHOWN = 3;

  /// The part of a table that an estimate has to call bloat to matter.
  private static final Share MIN_TOLD = new Share(0.25);

  /// So many times what was measured.
  private static final double FACTOR = 2;

  private record Doubted(Relation relation, Bytes size, Doubt doubt) {}

  @Override
  public Stream<Verdict> examine(Evidence evidence) {
    return Stream.concat(
        evidence
            .tables()
            .filter(each -> each.kind() != RelationKind.PARTITIONED_TABLE)
            .flatMap(each -> contradicted(evidence.about(each))),
        evidence.isServerSeen() && !evidence.isPieced()
            ? Stream.of(ofStatistics(evidence))
            : Stream.empty());
  }

  /// Of a table of which somebody shows an estimate: whether what was measured contradicts it.
  private Stream<Verdict> contradicted(TableEvidence table) {
    var shown = HeapSpace.shown(table);
    if (shown.isEmpty()) {
      return Stream.empty();
    }
    var subject = new Subject.OfRelation(table.relation());
    var measured = HeapSpace.measured(table);
    var dead = HeapEstimate.dead(table.relation());
    if (measured.isEmpty() || dead.isEmpty()) {
      return Stream.of(Verdict.notShown(subject, Question.exactSpace(table.relation().name())));
    }
    var told = shown.get().estimate().bloat();
    // an estimate counts dead rows as bloat
    double real = measured.get().estimate().bloat().fraction() + dead.get().fraction();
    return told.compareTo(MIN_TOLD) >= 0 && real <= told.fraction() / FACTOR
        ? Stream.of(wrong(subject, shown.get(), measured.get()), tidy(subject, measured.get()))
        : Stream.of(new Verdict.Clear(subject));
  }

  private Finding wrong(Subject.OfRelation subject, Space shown, Space measured) {
    return found(Severity.INFO, subject)
        .headline(
            "The estimate that %s of %s is bloat is wrong: measured, it is %s",
            shown.estimate().bloat(), Names.of(subject.relation()), measured.estimate().bloat())
        .facts(measured.facts())
        .facts(shown.facts())
        .explained("contradicted", MIN_TOLD, (int) FACTOR)
        .build();
  }

  private static Finding tidy(Subject.OfRelation subject, Space measured) {
    return Finding.of(
            Finding.HEALTHY,
            Severity.INFO,
            subject,
            "%s is not bloated: a rewrite would give back %s of it"
                .formatted(Names.of(subject.relation()), measured.estimate().bloat()))
        .facts(measured.facts())
        .explained("not-bloated")
        .build();
  }

  private Verdict ofStatistics(Evidence evidence) {
    var doubted =
        evidence
            .survey()
            .userRelations()
            .filter(each -> each.kind() != RelationKind.PARTITIONED_TABLE)
            .flatMap(each -> doubted(each, evidence).stream())
            .sorted(Comparator.comparing(Doubted::size).reversed())
            .toList();
    return doubted.isEmpty()
        ? new Verdict.Clear(new Subject.Cluster())
        : finding(doubted, evidence);
  }

  private static Optional<Doubted> doubted(Relation relation, Evidence evidence) {
    return evidence.about(relation).ask(TableFigures.HEAP_BYTES)
                instanceof Known<Bytes>(var size, _)
            && size.compareTo(LARGE) >= 0
        ? doubt(relation).map(doubt -> new Doubted(relation, size, doubt))
        : Optional.empty();
  }

  private static Optional<Doubt> doubt(Relation relation) {
    return switch (HeapEstimate.of(relation)) {
      case Unknown(Doubt why) -> Optional.of(why);
      case Estimated known -> known.doubts().stream().min(Comparator.naturalOrder());
    };
  }

  private Finding finding(List<Doubted> doubted, Evidence evidence) {
    var reasons = doubted.stream().map(Doubted::doubt).collect(Collectors.toSet());
    return info(
            "Statistics do not tell how much of %s is free",
            Quantities.counted(doubted.size(), "large table"))
        .facts(
            doubted.stream()
                .limit(SHOWN)
                .map(each ->
                    Fact.observed(
                        Names.of(each.relation(), evidence),
                        each.size() + ": " + each.doubt().reason(),
                        "pg_class, pg_stats, pg_stat_all_tables")))
        .explained("doubted", LARGE)
        .toBeCertain(surer(reasons))
        .build();
  }

  private static String surer(Set<Doubt> reasons) {
    if (reasons.contains(Doubt.NO_PRIVILEGE)) {
      return "A role that may read the tables (GRANT pg_read_all_data), or pgstattuple.";
    }
    return reasons.contains(Doubt.NEVER_ANALYZED) || reasons.contains(Doubt.STALE)
        ? "ANALYZE of these tables, or pgstattuple."
        : "pgstattuple measures them.";
  }
}
