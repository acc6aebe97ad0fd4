package org.vacuumadvisor.diagnosis.rule.wraparound;

import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.Fact;
import org.vacuumadvisor.diagnosis.LogFacts;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.evidence.ServerEvidence;
import org.vacuumadvisor.model.Database;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.model.history.Notice;
import org.vacuumadvisor.model.history.NoticeKind;
import org.vacuumadvisor.postgres.Feature;
import org.vacuumadvisor.postgres.MultixactLimit;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.unit.Share;

/// The space for members of multixacts, as far as the server tells of it: it counts those in use
/// from 19 on; before, it warns and refuses, for offsets have 32 bits.
///
/// @param database that is to be vacuumed, as a message names it: by name, or by OID
/// @param release the latest it may be of
/// @param bounded whether there are at most 2^32 members on a release that it may be of
record MultixactMembers(
    Optional<Long> inUse,
    Optional<Notice> told,
    Optional<String> database,
    Release release,
    boolean bounded) {

  static Optional<MultixactMembers> of(ServerEvidence server) {
    var inUse = server.all().machinery().multixactMembers().known();
    var told =
        server.all().history().stream()
            .flatMap(history ->
                Stream.of(NoticeKind.MULTIXACT_MEMBERS_STOP, NoticeKind.MULTIXACT_MEMBERS_WARNING)
                    .flatMap(kind -> history.notices(kind).stream()))
            .map(each -> each.last())
            .toList();
    var database =
        told.stream().flatMap(each -> database(each, server.all().survey()).stream()).findFirst();
    var release = server.all().release();
    boolean isBounded =
        Stream.concat(
                Stream.of(release),
                server.all().excerpt().stream()
                    .flatMap(each -> each.releases().latestFirst().stream()))
            .anyMatch(Feature.BOUNDED_MULTIXACT_MEMBERS::isIn);
    return inUse.isEmpty() && told.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new MultixactMembers(inUse, told.stream().findFirst(), database, release, isBounded));
  }

  private static Optional<String> database(Notice told, Survey survey) {
    var oid = told.figures().databaseOid();
    return Optional.ofNullable(told.name().database())
        .or(() ->
            survey.databases().stream()
                .filter(each -> Objects.equals(each.oid(), oid))
                .map(Database::name)
                .findFirst());
  }

  boolean isStopped() {
    return told.filter(each -> each.kind() == NoticeKind.MULTIXACT_MEMBERS_STOP).isPresent();
  }

  /// Whether the server itself warned or refused, or is past the point at which it vacuums whatever
  /// has multixacts, and the space is bounded.
  boolean isLast() {
    return told.isPresent()
        || (bounded
            && inUse.filter(each -> each >= MultixactLimit.highMembers(Release.V18)).isPresent());
  }

  boolean areMany() {
    return told.isPresent()
        || inUse.filter(each -> each > MultixactLimit.lowMembers(release)).isPresent();
  }

  private long left() {
    return Math.max(0, MultixactLimit.MAX_MEMBERS - inUse.orElse(MultixactLimit.MAX_MEMBERS));
  }

  Subject subject() {
    return database.<Subject>map(Subject.OfDatabase::new).orElse(new Subject.Cluster());
  }

  /// The database to vacuum, within a sentence.
  String where() {
    return database
        .map("database "::concat)
        .or(() ->
            told.map(each -> each.figures().databaseOid())
                .map(oid -> "the database with OID " + oid))
        .orElse("the database with the oldest multixacts");
  }

  String headline() {
    return isStopped()
        ? "New multixacts are refused: the space for their members is used up"
        : told.map(each ->
                "%s multixact members until new multixacts are refused"
                    .formatted(LogFacts.count(each.figures().transactionsLeft())))
            .or(() -> inUse.map(this::headline))
            .orElse("");
  }

  private String headline(long members) {
    return isLast()
        ? "%s multixact members until new multixacts are refused (%s used)"
            .formatted(Quantities.rounded(left()), Share.of(members, MultixactLimit.MAX_MEMBERS))
        : "%s multixact members are in use: vacuums are forced earlier for it"
            .formatted(Quantities.rounded(members));
  }

  Fact fact() {
    return told.map(each ->
            isStopped()
                ? LogFacts.by(each, "refused", "multixact \"members\" limit exceeded")
                : LogFacts.by(
                    each, "members left", LogFacts.count(each.figures().transactionsLeft())))
        .orElseGet(() ->
            Fact.observed(
                "members in use", inUse.orElseThrow(), "pg_get_multixact_stats()", "num_members"));
  }

  Fact limit() {
    return isLast()
        ? Fact.engine(
            "members there can be",
            MultixactLimit.MAX_MEMBERS,
            "MultiXactOffset has 32 bits up to 18")
        : Fact.engine(
            "members force vacuums from",
            MultixactLimit.lowMembers(release),
            "MultiXactMemberFreezeThreshold()");
  }
}
