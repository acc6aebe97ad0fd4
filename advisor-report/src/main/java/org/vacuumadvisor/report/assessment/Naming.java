package org.vacuumadvisor.report.assessment;

import java.util.Optional;
import java.util.stream.Stream;
import org.vacuumadvisor.advice.Recommendation;
import org.vacuumadvisor.advice.Waiting;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.Database;
import org.vacuumadvisor.model.Excerpt;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.RelationKind;
import org.vacuumadvisor.model.RelationName;
import org.vacuumadvisor.model.history.TableHistory;
import org.vacuumadvisor.postgres.Identifiers;
import org.vacuumadvisor.unit.Quantities;

/// What things are called in one report: with the database in front only where there are several.
public final class Naming {
  private final Evidence evidence;
  private final boolean several;

  public Naming(Evidence evidence) {
    this.evidence = evidence;
    this.several =
        Stream.concat(
                    evidence.survey().relations().stream().map(Relation::name),
                    evidence.history().stream()
                        .flatMap(told -> told.tables().stream())
                        .map(TableHistory::name))
                .map(RelationName::database)
                .filter(each -> !each.isEmpty())
                .distinct()
                .limit(2)
                .count()
            > 1;
  }

  String of(Subject subject) {
    return switch (subject) {
      case Subject.Cluster() -> "server";
      case Subject.OfDatabase(var name) -> database(name);
      case Subject.OfRelation(var relation) -> relation.kind().word() + " " + of(relation);
      case Subject.OfIndex(var table, var index) ->
          "index %s of %s".formatted(Identifiers.quoted(index.name()), of(table));
    };
  }

  /// `database shop`; of one that nobody named, `the database`.
  static String database(String name) {
    return Excerpt.isTold(name) ? "database " + name : "the database";
  }

  /// A relation as its owner would write it; of a TOAST table also whose it is.
  public String of(Relation relation) {
    var owner = evidence.owner(relation);
    var name = of(relation.name());
    return relation.kind() == RelationKind.TOAST && !owner.equals(relation)
        ? name + " of " + owner.name().sql()
        : name;
  }

  String of(RelationName name) {
    return place(name) + (name.name().isEmpty() ? "(name cut off)" : name.sql());
  }

  /// `shop: `, in front of what is said of something there.
  String place(RelationName name) {
    return several && !name.database().isEmpty() ? name.database() + ": " : "";
  }

  /// Where a statement has to be run, unless that is where one looks.
  Stream<String> place(Recommendation each) {
    return each
        .database()
        .filter(
            name -> several || isElsewhere(name) || each.remedy() instanceof Remedy.FinishPrepared)
        .map(name -> name + (several ? "" : " (\\c %s)".formatted(Identifiers.quoted(name))))
        .map("In database "::concat)
        .stream();
  }

  /// What it has to wait for.
  Optional<String> waiting(Recommendation each) {
    return Waiting.behind(each.remedy(), evidence);
  }

  private boolean isElsewhere(String name) {
    return evidence.survey().databases().stream().anyMatch(Database::surveyed)
        && evidence.survey().database(name).filter(Database::surveyed).isEmpty();
  }

  /// The databases whose tables were read, in a title: more than one are counted.
  String surveyedInShort() {
    var databases = evidence.survey().databases().stream().filter(Database::surveyed).toList();
    return databases.size() == 1
        ? database(databases.getFirst().name())
        : Quantities.counted(databases.size(), "database");
  }
}
