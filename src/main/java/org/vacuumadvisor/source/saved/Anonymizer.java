package org.vacuumadvisor.source.saved;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.model.Gap;
import org.vacuumadvisor.source.Columns;
import org.vacuumadvisor.source.Row;
import org.vacuumadvisor.source.Sink;
import org.vacuumadvisor.source.Topic;

/// Replaces the names that people gave in the rows of a survey, always one name by the same other
/// one. PostgreSQL's own names stay, as do all figures.
///
/// What is not known to be harmless does not pass: a column that this list does not name is null,
/// whatever a later release shows in it.
public final class Anonymizer implements Sink {
  private final Sink sink;
  private final Pseudonyms names = new Pseudonyms();

  /// Sets that name a database before the row came that tells its oid.
  private final List<Held> held = new ArrayList<>();

  private record Held(Topic topic, Columns columns, List<List<@Nullable String>> rows) {}

  private Anonymizer(Sink sink) {
    this.sink = sink;
  }

  /// Anonymizes what goes to a sink.
  public static Anonymizer before(Sink sink) {
    return new Anonymizer(sink);
  }

  @Override
  public Consumer<List<@Nullable String>> open(
      Topic topic, @Nullable String database, Columns columns) {
    if (topic == Topic.SERVER) {
      var set = new Held(topic, columns, new ArrayList<>());
      held.add(set);
      return cells -> set.rows().add(cells);
    }
    if (topic != Topic.SETTINGS && topic != Topic.DATABASES) {
      release();
    }
    return disguised(topic, database, columns);
  }

  @Override
  public void gap(Gap gap) {
    release();
    sink.gap(GapDisguise.of(gap));
  }

  private void release() {
    for (var set : held) {
      var rows = disguised(set.topic(), null, set.columns());
      set.rows().forEach(rows);
    }
    held.clear();
  }

  private Consumer<List<@Nullable String>> disguised(
      Topic topic, @Nullable String database, Columns columns) {
    var masks = columns.names().stream().map(Mask::of).toList();
    var rows = sink.open(topic, database == null ? null : names.database(database), columns);
    return (List<@Nullable String> cells) -> {
      var row = new Row(columns, cells);
      if (topic == Topic.DATABASES) {
        names.learnDatabase(row);
      }
      if (topic != Topic.SETTINGS || SettingDisguise.mayPass(row)) {
        rows.accept(disguised(row, masks));
      }
    };
  }

  private List<@Nullable String> disguised(Row row, List<Mask> masks) {
    var disguised = new ArrayList<@Nullable String>(masks.size());
    for (int at = 0; at < masks.size(); at++) {
      String cell = at < row.cells().size() ? row.cells().get(at) : null;
      disguised.add(cell == null ? null : masks.get(at).over(cell, row, names));
    }
    return disguised;
  }
}
