package org.vacuumadvisor.diagnosis.rule;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.Fact;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.diagnosis.Verdict;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.evidence.Question;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.Reading.Why;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.RelationKind;
import org.vacuumadvisor.model.Source;
import org.vacuumadvisor.model.history.Moments;
import org.vacuumadvisor.model.history.Occurrences;
import org.vacuumadvisor.model.history.TableHistory;
import org.vacuumadvisor.model.run.Notice;
import org.vacuumadvisor.model.run.Run;
import org.vacuumadvisor.unit.Quantities;

/// Facts that logs tell, each with the file and line that proves it, and what rules say that rest
/// on logs alone.
final class LogFacts {
  private LogFacts() {}

  static Fact by(Run run, String label, Object figure) {
    return Fact.observed(label, figure, at(run.heading().place().toString(), Moments.end(run)));
  }

  static Fact by(Notice notice, String label, Object figure) {
    return Fact.observed(label, figure, at(notice.place().toString(), Moments.of(notice)));
  }

  /// How often it was told.
  static Fact times(Occurrences told, String label) {
    var places =
        told.count() == 1
            ? told.first().place().toString()
            : "%s to %s".formatted(told.first().place(), told.last().place());
    return Fact.observed(label, told.count(), new Source.Words(places));
  }

  static String times(long count) {
    return count == 1 ? "once" : count == 2 ? "twice" : Quantities.count(count) + " times";
  }

  private static Source at(String place, Optional<Instant> time) {
    return new Source.Words(place + time.map(each -> ", " + Names.time(each)).orElse(""));
  }

  /// What logs tell of each table, with the table.
  record Told(TableHistory history, Relation relation) {}

  static Stream<Told> tables(Evidence evidence) {
    return evidence.history().stream()
        .flatMap(all -> all.tables().stream())
        .map(each -> new Told(each, evidence.relation(each)));
  }

  /// What people call a table of the logs, within a sentence.
  static String name(Relation relation, Evidence evidence) {
    if (relation.name().name().isEmpty()) {
      return "a table whose name is cut off";
    }
    boolean isOwnerUnknown =
        relation.kind() == RelationKind.TOAST
            && evidence.owner(relation).key().equals(relation.key());
    return isOwnerUnknown ? "TOAST table " + relation.name().sql() : Names.of(relation, evidence);
  }

  /// Whether the table is known by name, so that a statement about it can be written. Whose TOAST
  /// table it is has to be known, too.
  static boolean isNamed(Relation relation, Evidence evidence) {
    boolean isOwnerKnown =
        relation.kind() != RelationKind.TOAST
            || !evidence.owner(relation).key().equals(relation.key());
    return isOwnerKnown && !relation.name().schema().isEmpty() && !relation.name().isUnnamed();
  }

  /// The findings; without any, that logs tell of no such thing, or that there are no logs.
  static Stream<Verdict> verdicts(Evidence evidence, List<Finding> findings) {
    if (!findings.isEmpty()) {
      return findings.stream().map(each -> each);
    }
    var server = evidence.aboutServer();
    var cluster = new Subject.Cluster();
    Reading<Long> runs =
        evidence
            .history()
            .map(told -> Reading.of(told.runs(), new Source.Words("the server's log")))
            .orElseGet(() -> Reading.missing(Why.NOT_COLLECTED));
    return Stream.of(
        server
            .<Verdict>judge(() -> {
              server.need("the server's log", Question.LOG, runs);
              return new Verdict.Clear(cluster, List.of());
            })
            .orElseGet(() -> new Verdict.CannotTell(cluster, server.inquiry().missing(), false)));
  }
}
