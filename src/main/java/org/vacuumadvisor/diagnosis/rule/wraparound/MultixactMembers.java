package org.vacuumadvisor.diagnosis.rule.wraparound;

import static org.vacuumadvisor.diagnosis.Provenance.ENGINE;

import java.util.Optional;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.Fact;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.diagnosis.figure.LogFacts;
import org.vacuumadvisor.evidence.ServerEvidence;
import org.vacuumadvisor.model.Source;
import org.vacuumadvisor.model.run.Notice;
import org.vacuumadvisor.model.run.NoticeKind;
import org.vacuumadvisor.unit.Quantities;

/// The space for members of multixacts, as far as the server tells of it: it counts those in use
/// from 19 on; before, it warns and refuses, for offsets have 32 bits.
record MultixactMembers(Optional<Long> inUse, Optional<Notice> told) {
  /// From here on 19 lowers the age at which vacuums are forced (`MultiXactMemberFreezeThreshold`).
  private static final long MANY = 2_000_000_000L;

  static Optional<MultixactMembers> of(ServerEvidence server) {
    var inUse = server.all().survey().machinery().multixactMembers().known();
    var told =
        server.all().history().stream()
            .flatMap(history ->
                Stream.of(NoticeKind.MULTIXACT_MEMBERS_STOP, NoticeKind.MULTIXACT_MEMBERS_WARNING)
                    .flatMap(kind -> history.notices(kind).stream()))
            .findFirst()
            .map(each -> each.last());
    return inUse.isEmpty() && told.isEmpty()
        ? Optional.empty()
        : Optional.of(new MultixactMembers(inUse, told));
  }

  boolean isStopped() {
    return told.filter(each -> each.kind() == NoticeKind.MULTIXACT_MEMBERS_STOP).isPresent();
  }

  /// Whether the server itself warned or refused.
  boolean isLast() {
    return told.isPresent();
  }

  boolean areMany() {
    return told.isPresent() || inUse.filter(each -> each > MANY).isPresent();
  }

  Subject subject() {
    return told.map(each -> each.name().database())
        .<Subject>map(Subject.OfDatabase::new)
        .orElse(new Subject.Cluster());
  }

  /// The database to vacuum, within a sentence.
  String where() {
    return told.map(each -> each.name().database())
        .map(name -> "database " + name)
        .orElse("the database with the oldest multixacts");
  }

  String headline() {
    return isStopped()
        ? "New multixacts are refused: the space for their members is used up"
        : told.map(each ->
                "%s multixact members until new multixacts are refused"
                    .formatted(LogFacts.count(each.figures().transactionsLeft())))
            .orElseGet(() ->
                "%s multixact members are in use: vacuums are forced earlier for it"
                    .formatted(Quantities.rounded(inUse.orElse(0L))));
  }

  Fact fact() {
    return told.map(each ->
            LogFacts.by(
                each,
                isStopped() ? "refused" : "members left",
                isStopped()
                    ? "multixact \"members\" limit exceeded"
                    : LogFacts.count(each.figures().transactionsLeft())))
        .orElseGet(() ->
            Fact.observed(
                "members in use",
                inUse.orElse(0L),
                new Source.Shown("pg_get_multixact_stats()", "num_members")));
  }

  Fact limit() {
    return told.isPresent()
        ? Fact.limit("members there can be", 4_294_967_295L, ENGINE, "MultiXactOffset: 32 bits")
        : Fact.limit("members force vacuums from", MANY, ENGINE, "autovacuum.c of 19");
  }
}
