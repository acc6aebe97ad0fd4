package org.vacuumadvisor.evidence;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.vacuumadvisor.model.Excerpt;
import org.vacuumadvisor.model.Key;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.Source;
import org.vacuumadvisor.model.TableKeys;
import org.vacuumadvisor.model.history.Moments;
import org.vacuumadvisor.model.history.Notice;
import org.vacuumadvisor.model.history.NoticeKind;
import org.vacuumadvisor.model.history.Occurrences;
import org.vacuumadvisor.postgres.Wraparound;
import org.vacuumadvisor.unit.XidAge;

/// How old the oldest ID of one kind is in a database, by the most trusted thing that tells it: the
/// catalog, a message of the server, the oldest table of which somebody showed the age.
///
/// @param database empty where what tells it names none
/// @param isRefused whether the server said that it assigns no more IDs
/// @param isAtLeast whether it may be older: the age is that of one of its tables
public record DatabaseAge(
    String database, XidAge age, boolean isRefused, boolean isAtLeast, Source source) {
  private static final Comparator<DatabaseAge> OLDEST_FIRST =
      Comparator.comparing(DatabaseAge::isRefused)
          .thenComparing(DatabaseAge::age)
          .reversed()
          .thenComparing(DatabaseAge::database);

  /// How old the databases are in IDs of that kind, the oldest first, as far as anything tells.
  public static List<DatabaseAge> of(Wraparound ids, Evidence evidence) {
    var catalog = ofCatalog(ids, evidence);
    var all = new HashMap<String, DatabaseAge>(catalog);
    Stream.concat(
            told(ids, evidence)
                .filter(each -> !isSuperseded(each, catalog, evidence))
                .map(each -> ofMessage(each.last(), ids, evidence)),
            evidence.survey().relations().stream()
                .filter(each -> !catalog.containsKey(each.name().database()))
                .flatMap(each -> ofTable(each, ids).stream()))
        .forEach(each -> all.merge(each.database, each, DatabaseAge::older));
    return all.values().stream().sorted(OLDEST_FIRST).toList();
  }

  /// Whether the name is known.
  public boolean isNamed() {
    return Excerpt.isTold(database);
  }

  private static DatabaseAge older(DatabaseAge one, DatabaseAge other) {
    return OLDEST_FIRST.compare(one, other) <= 0 ? one : other;
  }

  private static Map<String, DatabaseAge> ofCatalog(Wraparound ids, Evidence evidence) {
    var all = new HashMap<String, DatabaseAge>();
    for (var each : evidence.survey().databases()) {
      if (each.age(ids) instanceof Reading.Known<XidAge>(XidAge age, Source source)) {
        all.put(each.name(), new DatabaseAge(each.name(), age, false, false, source));
      }
    }
    return all;
  }

  /// The last message of each kind: that the server refuses counts, unless it warned later that so
  /// and so many are left. Where a hint tells that it is none of PostgreSQL, its limits are others.
  private static Stream<Occurrences> told(Wraparound ids, Evidence evidence) {
    var kinds =
        switch (ids) {
          case TRANSACTIONS -> List.of(NoticeKind.WRAPAROUND_STOP, NoticeKind.WRAPAROUND_WARNING);
          case MULTIXACTS -> List.of(NoticeKind.MULTIXACT_STOP, NoticeKind.MULTIXACT_WARNING);
        };
    var said =
        evidence.history().stream()
            .filter(history -> history.notices(NoticeKind.FORK_STOP).isEmpty())
            .flatMap(history -> kinds.stream().flatMap(kind -> history.notices(kind).stream()))
            .toList();
    boolean isOver = said.size() > 1 && isAssigning(said.getFirst(), said.getLast(), ids, evidence);
    return said.stream().skip(isOver ? 1 : 0);
  }

  private static boolean isAssigning(
      Occurrences refused, Occurrences warned, Wraparound ids, Evidence evidence) {
    var left = warned.last().figures().transactionsLeft();
    var stop = ids.stopAge(evidence.release());
    var before = Moments.of(refused.last());
    return left != null
        && left > Wraparound.remaining(stop).count()
        && before.isPresent()
        && Moments.of(warned.last()).filter(each -> each.isAfter(before.get())).isPresent();
  }

  private static DatabaseAge ofMessage(Notice notice, Wraparound ids, Evidence evidence) {
    var left = notice.figures().transactionsLeft();
    var database = notice.name().database();
    boolean isRefused = left == null;
    return new DatabaseAge(
        database == null ? "" : database,
        left == null
            ? ids.stopAge(evidence.release())
            : new XidAge(Math.max(0, Wraparound.WRAP.count() - left)),
        isRefused,
        isRefused,
        new Source.At(
            notice.place() + Moments.of(notice).map(time -> ", " + time).orElse(""),
            new Source.Words(isRefused ? "the server's error" : "the server's warning")));
  }

  /// A server that was read after it warned knows better how old it is; what has no time is older
  /// than what stands below it in the same text.
  private static boolean isSuperseded(
      Occurrences told, Map<String, DatabaseAge> catalog, Evidence evidence) {
    var survey = evidence.survey();
    var time = Moments.of(told.last());
    var database = told.last().name().database();
    boolean isCovered = database == null ? !catalog.isEmpty() : catalog.containsKey(database);
    boolean isDated = evidence.isClockShown();
    if (time.isEmpty() && !isDated) {
      return isCovered
          && database != null
          && survey.coverage().excerpt().stream()
              .anyMatch(each -> each.isBelow(told.last().place().line(), "datname", database));
    }
    return isCovered && isDated && time.filter(each -> each.isAfter(survey.takenAt())).isEmpty();
  }

  /// What tells how old a table is in IDs of that kind.
  public static Key<XidAge> ofTables(Wraparound ids) {
    return switch (ids) {
      case TRANSACTIONS -> TableKeys.XID_AGE;
      case MULTIXACTS -> TableKeys.MULTIXACT_AGE;
    };
  }

  /// A database is at least as old as its oldest table.
  private static Optional<DatabaseAge> ofTable(Relation table, Wraparound ids) {
    return table
        .get(ofTables(ids))
        .known()
        .map(age ->
            new DatabaseAge(
                table.name().database(),
                age,
                false,
                true,
                new Source.Derived(
                    "the oldest table, %s: %s"
                        .formatted(table.name().sql(), ofTables(ids).inWords()),
                    List.of())));
  }
}
