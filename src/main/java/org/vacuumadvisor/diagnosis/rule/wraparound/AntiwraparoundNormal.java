package org.vacuumadvisor.diagnosis.rule.wraparound;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.Fact;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.FindingBuilder;
import org.vacuumadvisor.diagnosis.LoggedTable;
import org.vacuumadvisor.diagnosis.Names;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.ServerRule;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.diagnosis.Verdict;
import org.vacuumadvisor.evidence.DatabaseAge;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.evidence.FreezeFigures;
import org.vacuumadvisor.evidence.Question;
import org.vacuumadvisor.evidence.ServerEvidence;
import org.vacuumadvisor.model.Database;
import org.vacuumadvisor.model.Excerpt;
import org.vacuumadvisor.model.Machinery.Worker;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.Reading.Why;
import org.vacuumadvisor.model.Source;
import org.vacuumadvisor.model.TableKeys;
import org.vacuumadvisor.postgres.Wraparound;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.unit.XidAge;
import org.vacuumadvisor.workload.Confidence;

/// A vacuum to prevent wraparound ran, runs, is due, or is near: routine, and no fault of its own.
public final class AntiwraparoundNormal extends ServerRule {
  private static final int NAMED = 3;

  /// One finding for each database whose tables are known; else one for the oldest of the others.
  @Override
  protected List<? extends Verdict> examine(ServerEvidence server) {
    var ages = DatabaseAge.of(Wraparound.TRANSACTIONS, server.all());
    var multixacts = DatabaseAge.of(Wraparound.MULTIXACTS, server.all());
    var found =
        databases(server.all())
            .filter(name -> !isOld(name, ages) && !isOld(name, multixacts))
            .flatMap(name -> ofTables(name, server).stream())
            .toList();
    if (!found.isEmpty()) {
      return found;
    }
    var old = ages.stream().filter(each -> isByAge(each, server)).toList();
    if (!old.isEmpty()) {
      var due = old.stream().filter(each -> part(each.age(), server) > 1).toList();
      return List.of(ofDatabases(due.isEmpty() ? old : due, server));
    }
    if (ages.isEmpty() && isPastByIds(server)) {
      return List.of(ofIds(server));
    }
    FreezeFigures.needAllAges(Wraparound.TRANSACTIONS, server);
    return List.of(clear(server));
  }

  /// Those of which tables, runs or workers are known.
  private static Stream<String> databases(Evidence evidence) {
    return Stream.of(
            evidence.survey().databases().stream().filter(Database::surveyed).map(Database::name),
            evidence.survey().relations().stream().map(each -> each.name().database()),
            evidence.workers().stream().map(Worker::database),
            evidence.histories().map(each -> each.name().database()))
        .flatMap(each -> each)
        .distinct();
  }

  /// Then it is no routine any more, and [WraparoundNear] or [MultixactNear] speaks.
  private static boolean isOld(String database, List<DatabaseAge> ages) {
    return ages.stream()
        .anyMatch(
            each -> each.database().equals(database) && each.age().exceeds(WraparoundNear.NEAR));
  }

  private Optional<Finding> ofTables(String database, ServerEvidence server) {
    var vacuums = ForcedVacuums.of(database, server);
    if (vacuums.isEmpty()) {
      return Optional.empty();
    }
    var age = server.all().survey().database(database).map(Database::xidAge);
    var unseen = vacuums.unseen(server.all());
    return Optional.of(
        ofAge(
            found(unseen.isPresent() ? Severity.ADVICE : Severity.INFO, subject(database, vacuums))
                .headline(
                    unseen
                        .map(time ->
                            "A vacuum to prevent wraparound has been at work for %s: let it finish; how far it is is not shown"
                                .formatted(Quantities.duration(time)))
                        .orElseGet(() -> headline(database, vacuums, server.all())))
                .facts(vacuums.facts(NAMED, server.all()))
                .shown("age of the database", age.orElse(Reading.missing(Why.NOT_COLLECTED)))
                .remedies(
                    vacuums.running().isEmpty()
                        ? vacuums.next().stream()
                            .filter(each -> !each.isSystem())
                            .limit(1)
                            .map(each -> new Remedy.VacuumNow(each, "FREEZE"))
                        : unseen.stream().map(_ -> new Remedy.Ask(Question.PROGRESS))),
            server));
  }

  private static Subject subject(String database, ForcedVacuums vacuums) {
    var tables =
        vacuums.next().isEmpty()
            ? vacuums.done().stream().map(LoggedTable::relation).toList()
            : vacuums.next();
    return tables.size() == 1
        ? new Subject.OfRelation(tables.getFirst())
        : Subject.ofDatabase(database);
  }

  private static String headline(String database, ForcedVacuums vacuums, Evidence evidence) {
    var of = Excerpt.isTold(database) ? " of database " + database : "";
    if (!vacuums.running().isEmpty()) {
      return "Autovacuum is freezing tables%s to prevent wraparound, as it should".formatted(of);
    }
    var tables = vacuums.next();
    if (tables.isEmpty()) {
      return "Autovacuum froze %s to prevent wraparound, as it should"
          .formatted(
              vacuums.done().size() == 1
                  ? vacuums.done().getFirst().name()
                  : Quantities.counted(vacuums.done().size(), "table") + of);
    }
    return (tables.size() == 1
            ? Names.atStart(tables.getFirst(), evidence)
            : Quantities.counted(tables.size(), "table") + of)
        + due(!vacuums.due().isEmpty(), tables.size() > 1);
  }

  private static String due(boolean isDue, boolean areMany) {
    return isDue
        ? (areMany ? " are" : " is") + " due for a vacuum to prevent wraparound"
        : (areMany ? " come" : " comes") + " near the age at which autovacuum freezes by force";
  }

  /// Whether a database of whose tables no age was read has, or nearly has, one past the limit.
  private static boolean isByAge(DatabaseAge each, ServerEvidence server) {
    return !each.age().exceeds(WraparoundNear.NEAR)
        && server.all().relations(each.database()).stream()
            .noneMatch(it -> it.get(TableKeys.XID_AGE).isKnown())
        && part(each.age(), server) >= ForcedVacuums.NEAR;
  }

  private static double part(XidAge age, ServerEvidence server) {
    return (double) age.count() / (double) server.all().settings().freezeMaxAge().count();
  }

  private Finding ofDatabases(List<DatabaseAge> old, ServerEvidence server) {
    var oldest = old.getFirst();
    return ofAge(
        found(
                Severity.INFO,
                oldest.isNamed()
                    ? new Subject.OfDatabase(oldest.database())
                    : new Subject.Cluster())
            .headline(
                "%s%s",
                old.size() == 1
                    ? Names.capital(called(oldest))
                    : Quantities.counted(old.size(), "database"),
                due(part(oldest.age(), server) > 1, old.size() > 1))
            .facts(
                old.stream()
                    .limit(NAMED)
                    .map(each ->
                        Fact.observed("age of " + called(each), each.age(), each.source()))),
        server);
  }

  private static String called(DatabaseAge each) {
    return each.isNamed() ? "database " + each.database() : "a database";
  }

  private static Finding ofAge(FindingBuilder found, ServerEvidence server) {
    return forced(found, server)
        .explained("age")
        .toBeCertain(
            FreezeFigures.perDay(Wraparound.TRANSACTIONS, server).known().isEmpty()
                ? "Two surveys some minutes apart measure when it will come."
                : null)
        .build();
  }

  /// With the age from which on autovacuum is forced; a default that nobody showed may be raised.
  private static FindingBuilder forced(FindingBuilder found, ServerEvidence server) {
    var age = FreezeFigures.freezeMaxAge(server);
    boolean isAssumed = age instanceof Reading.Known<XidAge>(_, Source.Assumed _);
    return found
        .engine(
            "forced from",
            age.or(XidAge.NONE),
            "autovacuum_freeze_max_age" + (isAssumed ? ", its default: not shown" : ""))
        .confidence(isAssumed ? Confidence.MEDIUM : Confidence.HIGH);
  }

  /// Whether more IDs were given out than the limit, where no age is shown: whatever was not frozen
  /// since is frozen by force.
  private static boolean isPastByIds(ServerEvidence server) {
    var limit = FreezeFigures.freezeMaxAge(server);
    var given = server.all().survey().server().nextXid();
    return server.all().isPieced() && given.is(ids -> limit.is(age -> ids > age.count()));
  }

  private Finding ofIds(ServerEvidence server) {
    var given = server.all().survey().server().nextXid();
    return forced(
            info(
                    "Vacuums to prevent wraparound are routine here: %s transaction IDs were given"
                        + " out",
                    given.map(Quantities::count).or(""))
                .observed("transaction IDs given out", given),
            server)
        .explained("ids")
        .build();
  }
}
