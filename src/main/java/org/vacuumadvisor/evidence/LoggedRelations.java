package org.vacuumadvisor.evidence;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.vacuumadvisor.model.Index;
import org.vacuumadvisor.model.Persistence;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.Reading.Why;
import org.vacuumadvisor.model.Readings;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.RelationKey;
import org.vacuumadvisor.model.RelationKind;
import org.vacuumadvisor.model.RelationName;
import org.vacuumadvisor.model.Server;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.model.TableKeys;
import org.vacuumadvisor.model.history.History;
import org.vacuumadvisor.model.history.Mode;
import org.vacuumadvisor.model.history.Run;
import org.vacuumadvisor.model.history.TableHistory;
import org.vacuumadvisor.unit.Pages;

/// The relations that logs tell of. Those of the survey are found by their name; of the others is
/// known what the last vacuum printed, and all else is missing. Their keys only tell them apart:
/// they are no oids, and stand in no output.
final class LoggedRelations {
  static final LoggedRelations NONE = new LoggedRelations(Map.of(), Map.of());

  /// No `pg_database.oid`: they belong to no database we have seen.
  private static final long NOWHERE = -1;

  /// Beyond every oid, which has 32 bits.
  private static final long FIRST = 1L << 40;

  private final Map<RelationName, Relation> byName;
  private final Map<RelationKey, Relation> byKey;
  private final Map<RelationName, TableHistory> histories;

  private LoggedRelations(
      Map<RelationName, Relation> byName, Map<RelationName, TableHistory> histories) {
    this.byName = byName;
    this.histories = histories;
    this.byKey =
        byName.values().stream()
            .collect(Collectors.toMap(Relation::key, Function.identity(), (first, _) -> first));
  }

  static LoggedRelations of(History history, Survey survey) {
    var surveyed =
        survey.relations().stream()
            .collect(Collectors.toMap(Relation::name, Function.identity(), (first, _) -> first));
    var all = new HashMap<RelationName, Relation>();
    long next = FIRST;
    var ownersFirst =
        history.tables().stream().sorted(Comparator.comparing(TableHistory::isToast)).toList();
    for (var table : ownersFirst) {
      var known = surveyed.get(table.name());
      var found = known == null ? named(table.name(), survey).orElse(null) : known;
      all.put(table.name(), found == null ? relation(table, next++, all) : found);
    }
    var histories = new HashMap<RelationName, TableHistory>();
    for (var table : history.tables()) {
      histories.putIfAbsent(table.name(), table);
    }
    all.forEach((name, relation) -> {
      var told = histories.get(name);
      if (told != null) {
        histories.putIfAbsent(relation.name(), told);
      }
    });
    return new LoggedRelations(all, histories);
  }

  /// The only relation that may be meant, where figures or messages leave out schema or database.
  private static Optional<Relation> named(RelationName told, Survey survey) {
    var candidates =
        survey.relations().stream().filter(each -> mayBe(each.name(), told)).limit(2).toList();
    return candidates.size() == 1 ? Optional.of(candidates.getFirst()) : Optional.empty();
  }

  private static boolean mayBe(RelationName one, RelationName other) {
    return one.name().equals(other.name())
        && isSameOrUnknown(one.schema(), other.schema())
        && isSameOrUnknown(one.database(), other.database());
  }

  private static boolean isSameOrUnknown(String one, String other) {
    return one.isEmpty() || other.isEmpty() || one.equals(other);
  }

  Optional<TableHistory> history(Relation relation) {
    return Optional.ofNullable(histories.get(relation.name()));
  }

  Relation relation(TableHistory told) {
    var known = byName.get(told.name());
    return known == null ? relation(told, FIRST - 1, Map.of()) : known;
  }

  Stream<Relation> all() {
    return byName.values().stream();
  }

  Optional<Relation> owner(RelationKey key) {
    return Optional.ofNullable(byKey.get(key));
  }

  private static Relation relation(
      TableHistory told, long oid, Map<RelationName, Relation> others) {
    var latest = told.milestones().latest();
    return new Relation(
        new RelationKey(NOWHERE, oid),
        told.name(),
        told.isToast() ? RelationKind.TOAST : RelationKind.TABLE,
        Persistence.ofSchema(told.name().schema()),
        Server.USUAL_BLOCK_SIZE,
        Reading.missing(Why.NOT_COLLECTED),
        latest.map(LoggedRelations::readings).orElse(Readings.NONE),
        owner(told, others),
        List.of(),
        latest.stream().flatMap(LoggedRelations::indexes).toList(),
        List.of());
  }

  /// The indexes that a run names; nothing else is known of them here.
  static Stream<Index> indexes(Run run) {
    return run.indexes().stream().map(each -> Index.named(NOWHERE, each.name()));
  }

  private static Optional<Long> owner(TableHistory told, Map<RelationName, Relation> others) {
    var toastOf = told.toastOf();
    if (toastOf == null || toastOf.schema() == null || toastOf.table() == null) {
      return Optional.empty();
    }
    var owner =
        others.get(new RelationName(told.name().database(), toastOf.schema(), toastOf.table()));
    return Optional.ofNullable(owner).map(each -> each.key().oid());
  }

  /// What a vacuum leaves in `pg_class`. Up to 14 a manual one counts the rows on the pages it
  /// looked at, which are those of the table only if it looked at all.
  private static Readings readings(Run run) {
    var figures = Readings.builder(Why.NOT_COLLECTED);
    if (run.heading().mode() != Mode.LAZY) {
      return figures.build();
    }
    var pages = run.outcome().pages();
    var rows = run.outcome().tuples();
    var size = pages.size();
    var left = rows.remain() == null && pages.isWhole() ? rows.nonremovable() : rows.remain();
    if (size != null) {
      figures.put(TableKeys.RELPAGES, new Pages(size));
    }
    if (left != null) {
      figures.put(TableKeys.RELTUPLES, (double) left);
    }
    return figures.build();
  }
}
