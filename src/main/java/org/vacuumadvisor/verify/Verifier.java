package org.vacuumadvisor.verify;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.Effect;
import org.vacuumadvisor.model.RelationKey;
import org.vacuumadvisor.verify.Outcome.Verdict;

/// Judges changes by looks at a server before and after, and by the runs that its logs tell of.
///
/// @param changes all that were planned or found
/// @param seen before and after the moment at which they were made
/// @param blocked who keeps dead rows of a table at the last look, in words; empty where nobody
record Verifier(
    List<PlannedChange> changes, Split seen, Function<TableId, Optional<String>> blocked) {
  /// So many tables tell what a change of the server did.
  private static final int POOLED = 10;

  /// What came of one of the changes.
  Outcome outcome(PlannedChange change) {
    var obstacle = new Obstacles(changes, seen.before(), seen.after()).any(change);
    if (obstacle.isPresent()) {
      return obstacle.get();
    }
    var figure = figure(change).filter(each -> !Seen.of(each).isEmpty());
    if (figure.isEmpty()) {
      return Outcome.of(
          change,
          Verdict.UNDECIDED,
          "No figure shows from outside what it changes before the day it is for.");
    }
    var sides = tables(change).map(seen::sides).toList();
    if (sides.isEmpty()) {
      return Outcome.of(
          change, Verdict.UNDECIDED, "The table was not seen, or nothing was written to it.");
    }
    return sides.stream()
        .flatMap(each -> each.obstacle().or(() -> blocked(each.table())).stream())
        .findFirst()
        .map(why -> Outcome.of(change, Verdict.INVALID, why))
        .orElseGet(() ->
            new Case(change, figure.get(), sides, seen, untouched(), new ArrayList<>()).judged());
  }

  private Optional<String> blocked(TableId table) {
    return blocked.apply(table).map("Cleanup is blocked: %s."::formatted);
  }

  /// What the change is about: what was promised, or else what its settings turn.
  private static Optional<Effect.Figure> figure(PlannedChange change) {
    if (change.promise() != null) {
      return Optional.of(change.promise().figure());
    }
    return change.values().isEmpty()
        ? Optional.of(Effect.Figure.DEAD_ROWS)
        : change.values().stream()
            .flatMap(each -> figure(each.name()).stream())
            .min(Comparator.naturalOrder());
  }

  private static Optional<Effect.Figure> figure(String setting) {
    if (setting.contains("analyze")) {
      return Optional.of(Effect.Figure.CHANGED_ROWS);
    }
    if (setting.contains("insert")) {
      return Optional.of(Effect.Figure.INSERTED_ROWS);
    }
    if (setting.equals("fillfactor")) {
      return Optional.of(Effect.Figure.MOVED_UPDATES);
    }
    if (setting.contains("work_mem")) {
      return Optional.of(Effect.Figure.INDEX_PASSES);
    }
    return Stream.of("freeze", "failsafe", "log").anyMatch(setting::contains)
        ? Optional.empty()
        : Optional.of(Effect.Figure.DEAD_ROWS);
  }

  /// Whose figure is looked at: the table of the change or of its promise, or else those that most
  /// is written to.
  private Stream<TableId> tables(PlannedChange change) {
    var own = change.target().table();
    if (own != null) {
      return Stream.of(own).filter(each -> seen.last().table(each.key()).isPresent());
    }
    var promise = change.promise();
    return seen.last().tables().stream()
        .map(TableLook::id)
        .filter(each -> promise != null && each.sql().equals(promise.of()))
        .findFirst()
        .map(Stream::of)
        .orElseGet(() -> seen.busiest(Set.of()).limit(POOLED));
  }

  /// Tables that no change is about; none where one is about the server.
  private List<TableId> untouched() {
    var touched = new HashSet<RelationKey>();
    for (var each : changes) {
      var table = each.target().table();
      if (table == null) {
        return List.of();
      }
      touched.add(table.key());
    }
    return seen.busiest(touched).toList();
  }
}
