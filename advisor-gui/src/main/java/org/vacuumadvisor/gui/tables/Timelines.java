package org.vacuumadvisor.gui.tables;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.vacuumadvisor.advice.Assessment;
import org.vacuumadvisor.evidence.Evidence;
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
  private Optional<Evidence> latest = Optional.empty();

  /// Adds what was just seen. If it is of another server, the past is forgotten.
  public void add(Assessment seen) {
    var evidence = seen.evidence();
    if (!follows(evidence)) {
      byTable.clear();
    }
    latest = Optional.of(evidence);
    var relations = evidence.survey().relations();
    int each = Math.clamp(MOST / Math.max(1, relations.size()), LEAST_EACH, MOST_EACH);
    for (var relation : relations) {
      byTable
          .computeIfAbsent(relation.key(), _ -> new Timeline())
          .add(Moments.of(relation, evidence), each);
    }
    byTable.keySet().retainAll(evidence.survey().byKey().keySet());
  }

  private boolean follows(Evidence next) {
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

  /// All that is known of a table in a evidence: what was seen while watching, if it is what was
  /// watched last, else what the evidence itself knows.
  List<Moment> moments(Relation table, Evidence evidence) {
    var watched = latest.filter(each -> each == evidence).map(_ -> byTable.get(table.key()));
    return watched.isPresent()
        ? Stream.of(watched.get()).flatMap(each -> each.moments().stream()).toList()
        : Moments.all(table, evidence);
  }
}
