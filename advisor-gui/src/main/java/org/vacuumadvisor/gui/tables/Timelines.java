package org.vacuumadvisor.gui.tables;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.vacuumadvisor.advice.Assessment;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.gui.chart.Curves;
import org.vacuumadvisor.gui.work.Judged;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.RelationKey;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.model.TableKeys;

/// What was seen of the tables of one server while it was watched. It never holds more than 400,000
/// moments of all tables together. To be used in the window's thread.
public final class Timelines {
  private static final int MOST = 400_000;
  private static final int LEAST_EACH = 16;
  private static final int MOST_EACH = 720;

  private final Map<RelationKey, List<Moment>> byTable = new HashMap<>();
  private Optional<Evidence> latest = Optional.empty();

  /// Adds what was just seen. If it is of another server, the past is forgotten.
  public void add(Assessment seen) {
    var evidence = seen.evidence();
    boolean isSameServer =
        latest.filter(each -> Judged.isOneServer(each.survey(), evidence.survey())).isPresent();
    if (!isSameServer) {
      byTable.clear();
    }
    latest = Optional.of(evidence);
    var relations = evidence.survey().relations();
    int each = Math.clamp(MOST / Math.max(1, relations.size()), LEAST_EACH, MOST_EACH);
    for (var relation : relations) {
      var moments = byTable.computeIfAbsent(relation.key(), _ -> new ArrayList<>());
      moments.add(Moment.of(relation, evidence));
      Curves.thinOut(moments, each);
    }
    byTable.keySet().retainAll(evidence.survey().byKey().keySet());
  }

  /// All that is known of a table: what was seen while watching, if the evidence is what was
  /// watched last, else its one or two looks.
  List<Moment> moments(Relation table, Evidence evidence) {
    var watched = latest.filter(each -> each == evidence).map(_ -> byTable.get(table.key()));
    return watched.isPresent() ? List.copyOf(watched.get()) : Moment.all(table, evidence);
  }

  /// One moment of a table. What is not known is not a number.
  ///
  /// @param trigger how many dead rows bring autovacuum
  record Moment(Instant time, double deadRows, double trigger, double bytes, double age) {
    /// As the survey has it.
    static Moment of(Relation table, Evidence evidence) {
      return of(table, evidence.survey(), evidence);
    }

    private static Moment of(Relation table, Survey survey, Evidence evidence) {
      boolean isCounted = evidence.options(table).state().isOn();
      return new Moment(
          survey.takenAt(),
          table.get(TableKeys.N_DEAD_TUP).known().map(Long::doubleValue).orElse(Double.NaN),
          isCounted ? evidence.thresholds(table).vacuum() : Double.NaN,
          table.heapSize().map(size -> (double) size.count()).or(Double.NaN),
          table.ages().known().map(ages -> (double) ages.xid().count()).orElse(Double.NaN));
    }

    /// The looks of the evidence, in the order of time.
    static List<Moment> all(Relation table, Evidence evidence) {
      if (evidence.relation(table.key()).isEmpty()) {
        return List.of();
      }
      var before =
          evidence
              .older()
              .flatMap(
                  older -> evidence.before(table).map(relation -> of(relation, older, evidence)));
      return Stream.concat(before.stream(), Stream.of(of(table, evidence))).toList();
    }
  }
}
