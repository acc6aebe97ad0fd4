package org.vacuumadvisor.diagnosis.rule.wraparound;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.Fact;
import org.vacuumadvisor.diagnosis.Facts;
import org.vacuumadvisor.diagnosis.Holding;
import org.vacuumadvisor.diagnosis.Names;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.evidence.DatabaseAge;
import org.vacuumadvisor.evidence.FreezeFigures;
import org.vacuumadvisor.evidence.Question;
import org.vacuumadvisor.evidence.ServerEvidence;
import org.vacuumadvisor.model.Database;
import org.vacuumadvisor.model.Excerpt.Kind;
import org.vacuumadvisor.model.HorizonHolder;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.Source;
import org.vacuumadvisor.model.history.NoticeKind;
import org.vacuumadvisor.model.history.Outcome;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.postgres.Wraparound;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.unit.Share;
import org.vacuumadvisor.unit.XidAge;

/// IDs of one kind run out, or have run out: how many are left, who keeps them from being freed,
/// and what to do in which order. The oldest database stands for all.
///
/// @param ages the databases, the oldest first, at least one
/// @param old the age from which on another database or a table is worth naming
record RunningOut(Wraparound ids, List<DatabaseAge> ages, XidAge old, ServerEvidence server) {
  private static final int NAMED = 3;

  DatabaseAge worst() {
    return ages.getFirst();
  }

  XidAge stop() {
    return ids.stopAge(server.all().release());
  }

  /// Where the release is left open, an error that says so tells that it is one that refuses.
  boolean isStopped() {
    var refusal =
        ids == Wraparound.TRANSACTIONS ? NoticeKind.WRAPAROUND_STOP : NoticeKind.MULTIXACT_STOP;
    return worst().isRefused()
        || !stop().exceeds(worst().age())
        || (isPastStrictest() && server.all().notices(refusal).isPresent());
  }

  private boolean isPastStrictest() {
    return server.all().isPieced() && !ids.stopAge(Release.newest()).exceeds(worst().age());
  }

  /// Past the age from which the server itself takes to its last means, warns or refuses.
  boolean isLate() {
    var age = worst().age();
    return isStopped()
        || age.exceeds(FreezeFigures.failsafeAge(ids, server).or(WraparoundNear.LATE))
        || age.exceeds(ids.warningAge(server.all().release()));
  }

  /// How many IDs are assigned until the server refuses.
  XidAge left() {
    return new XidAge(Math.max(0, stop().minus(worst().age()).count()));
  }

  Subject subject() {
    return worst().isNamed() ? new Subject.OfDatabase(worst().database()) : new Subject.Cluster();
  }

  /// The oldest database within a sentence, or the table that stands for it.
  String database() {
    return worst().isNamed()
        ? "database " + worst().database()
        : oldest().map(each -> Names.of(each, server.all())).orElse("the oldest database");
  }

  /// The same at the start of one.
  String atStart() {
    return oldest().isPresent() ? database() : Names.capital(database());
  }

  /// Where nobody named the database: the table that tells how old it is at least.
  private Optional<Relation> oldest() {
    return worst().isNamed() || !worst().isAtLeast()
        ? Optional.empty()
        : tables().stream().findFirst().filter(each -> !each.name().isUnnamed());
  }

  /// Tables of the oldest database that are worth naming, the oldest first.
  private List<Relation> tables() {
    return server.all().relations(worst().database()).stream()
        .filter(each -> ageOf(each).exceeds(old))
        .sorted((one, other) -> ageOf(other).compareTo(ageOf(one)))
        .toList();
  }

  /// `(91 % used, 9 days at today's rate)`
  String used(Reading<Double> perDay) {
    var lasts = time(perDay).map(left -> ", " + Quantities.duration(left) + " at today's rate");
    return "(%s%s used%s)"
        .formatted(
            worst().isAtLeast() ? "at least " : "",
            Share.of(worst().age().count(), stop().count()),
            lasts.orElse(""));
  }

  /// How long the rest lasts; empty where the rate is not known, or nothing is used.
  Optional<Duration> time(Reading<Double> perDay) {
    return perDay
        .known()
        .filter(rate -> rate > 0)
        .map(rate -> Duration.ofSeconds(Math.round(left().count() / rate * 86_400)));
  }

  Facts facts(Reading<Double> perDay) {
    boolean isOfXids = ids == Wraparound.TRANSACTIONS;
    var noun = isOfXids ? "transactions" : "multixacts";
    var until = isOfXids ? " until writes stop" : " until new multixacts are refused";
    var from = worst().source();
    var facts = new Facts();
    if (worst().isRefused()) {
      facts.observed("assigned to " + database(), "no more " + noun, from);
    } else {
      var of = worst().isAtLeast() ? "the oldest table" : database();
      facts
          .observed(
              noun + until, left(), new Source.Derived("the limit, less the age", List.of(from)))
          .observed("age of " + of, worst().age(), from);
    }
    facts
        .shown(noun + " a day", perDay)
        .facts(
            holders().stream()
                .limit(NAMED)
                .map(each ->
                    Fact.observed(
                        "kept from being frozen past, by " + each.called(),
                        each.age(),
                        Holding.source(each))));
    var past = "past " + Quantities.rounded(old.count());
    var others =
        ages.stream().skip(1).filter(each -> each.age().exceeds(old) && each.isNamed()).toList();
    if (!others.isEmpty()) {
      var column = isOfXids ? "datfrozenxid" : "datminmxid";
      facts.observed("other databases " + past, (long) others.size(), "pg_database", column);
    }
    facts.facts(
        others.stream()
            .limit(NAMED)
            .map(each ->
                Fact.observed(
                    "database " + each.database() + (isClosed(each) ? ", closed to sessions" : ""),
                    each.age(),
                    each.source())));
    var key = DatabaseAge.ofTables(ids);
    var tables = tables();
    return facts
        .observed("tables " + past, Optional.of(tables.size()).filter(each -> each > NAMED), key)
        .facts(
            tables.stream()
                .limit(NAMED)
                .map(each ->
                    Fact.observed("oldest: " + Names.of(each, server.all()), each.get(key))))
        .engine(
            "the limit", stop(), isOfXids ? "SetTransactionIdLimit()" : "SetMultiXactIdLimit()");
  }

  private XidAge ageOf(Relation relation) {
    return relation.get(DatabaseAge.ofTables(ids)).or(XidAge.NONE);
  }

  /// Who keeps row versions of the oldest database from being frozen past the age at which
  /// autovacuum is forced, the oldest first.
  List<HorizonHolder> holders() {
    var limit = server.all().settings().freezeMaxAge();
    return ids == Wraparound.MULTIXACTS
        ? List.of()
        : server.all().holders().stream()
            .filter(each -> each.isOlderThan(limit) && Holding.reaches(each, worst().database()))
            .sorted(HorizonHolder.byAge().reversed())
            .toList();
  }

  /// Whether one of them is why. Where the database is older by more than the age at which
  /// autovacuum is forced, something else kept it from being frozen, and a vacuum gains that much.
  private boolean isHeldBack() {
    var limit = server.all().settings().freezeMaxAge();
    return holders().stream().anyMatch(each -> each.isOlderThan(worst().age().minus(limit)));
  }

  /// What is known of who stands in the way, in a sentence.
  String obstacle() {
    if (isHeldBack()) {
      return "No vacuum can freeze past %s: end that first, and autovacuum freezes the rest by"
              .formatted(holders().getFirst().called())
          + " itself, in the other databases too. ";
    }
    return areHoldersShown()
        ? "Nobody who is seen stands in the way: vacuum the oldest tables. "
        : "First find who keeps old row versions from being frozen (an old transaction, a prepared"
            + " one, a replication slot, a standby), then vacuum the oldest tables. ";
  }

  private boolean areHoldersShown() {
    return server.all().isServerSeen()
        && Stream.of(Kind.SESSIONS, Kind.PREPARED_TRANSACTIONS, Kind.REPLICATION_SLOTS)
            .allMatch(each -> server.all().excerpt().filter(shown -> !shown.shows(each)).isEmpty());
  }

  /// Whether a vacuum of that database that is shown had a cutoff as young as can be; or another
  /// database was frozen far beyond it, and nobody can be in this one who holds it back.
  private boolean isUnblocked() {
    var limit = server.all().settings().freezeMaxAge();
    return server.all().lastVacuums().stream()
            .filter(each -> worst().database().equals(each.heading().name().database()))
            .flatMap(each -> Stream.ofNullable(each.outcome().cutoff()))
            .anyMatch(Outcome.Cutoff::isCurrent)
        || (isClosed(worst()) && ages.stream().anyMatch(each -> !each.age().exceeds(limit)));
  }

  /// Who holds it first, then the oldest databases, all of them at once. Where a holder is known a
  /// vacuum gains nothing: the finding about the holder has the action.
  ///
  /// @param least the age from which on a table is worth a vacuum while IDs are assigned; after
  ///   that the oldest alone come first, and autovacuum does the rest
  List<Remedy> remedies(XidAge least) {
    var remedies = new ArrayList<Remedy>();
    if (!areHoldersShown() && !isHeldBack() && !isUnblocked()) {
      remedies.add(
          new Remedy.Inquire("Find out what blocks cleanup", Question.HOLDERS, Optional.empty()));
    }
    if (!isHeldBack()) {
      var open =
          ages.stream()
              .filter(each -> each.equals(worst()) || each.age().exceeds(old))
              .filter(each -> each.isNamed() && !isClosed(each))
              .map(DatabaseAge::database)
              .toList();
      if (isClosed(worst())) {
        remedies.add(Remedy.Act.said("leave-to-autovacuum", worst().database()));
      }
      if (!open.isEmpty()) {
        // where the release is left open it must do on the strictest
        boolean isStopped = isStopped() || isPastStrictest();
        remedies.add(new Remedy.FreezeDatabases(open, ids, isStopped ? old : least, isStopped));
      }
      oldest()
          .filter(each -> !each.isTemporary())
          .ifPresent(each -> remedies.add(new Remedy.VacuumNow(each)));
    }
    return remedies;
  }

  /// `datallowconn` is off: nobody can connect to vacuum it, and autovacuum comes all the same.
  boolean isClosed(DatabaseAge age) {
    return server.all().survey().database(age.database()).filter(Database::isClosed).isPresent();
  }
}
