package org.vacuumadvisor.gui.tables;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.vacuumadvisor.advice.Assessment;
import org.vacuumadvisor.diagnosis.Situation;
import org.vacuumadvisor.gui.tables.Timeline.Moment;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.RelationKey;
import org.vacuumadvisor.source.OneServer;
import org.vacuumadvisor.source.SourceException;

/// What was seen of the tables of one server while it was watched. It never holds more than a
/// million moments of all tables together. To be used in the window's thread.
public final class Timelines {
  private static final int MOST = 1_000_000;
  private static final int LEAST_EACH = 16;
  private static final int MOST_EACH = 720;

  private final Map<RelationKey, Timeline> byTable = new HashMap<>();
  private Optional<Situation> latest = Optional.empty();

  /// Adds what was just seen. If it is of another server, the past is forgotten.
  public void add(Assessment seen) {
    var situation = seen.situation();
    if (!follows(situation)) {
      byTable.clear();
    }
    latest = Optional.of(situation);
    var relations = situation.survey().relations();
    int each = Math.clamp(MOST / Math.max(1, relations.size()), LEAST_EACH, MOST_EACH);
    for (var relation : relations) {
      byTable
          .computeIfAbsent(relation.key(), _ -> new Timeline())
          .add(Moments.of(relation, situation), each);
    }
    byTable.keySet().retainAll(situation.survey().byKey().keySet());
  }

  private boolean follows(Situation next) {
    if (latest.isEmpty()) {
      return false;
    }
    try {
      OneServer.check(latest.get().survey(), next.survey());
      return true;
    } catch (SourceException _) {
      return false;
    }
  }

  /// All that is known of a table in a situation: what was seen while watching, if it is what was
  /// watched last, else what the situation itself knows.
  List<Moment> moments(Relation table, Situation situation) {
    var watched = latest.filter(each -> each == situation).map(_ -> byTable.get(table.key()));
    return watched.isPresent()
        ? Stream.of(watched.get()).flatMap(each -> each.moments().stream()).toList()
        : Moments.all(table, situation);
  }
}
