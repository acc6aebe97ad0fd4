package org.vacuumadvisor.source;

import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.model.Gap;

/// Takes the rows of a survey as they arrive: one implementation builds the model, another writes
/// the file. Rows are handed over one by one, so that no source has to hold them all.
public interface Sink {
  /// A set of rows begins.
  ///
  /// @param database the database it was read in; null for a topic of the whole cluster
  /// @return takes the rows, cells in the order of the columns
  Consumer<List<@Nullable String>> open(Topic topic, @Nullable String database, Columns columns);

  /// Something could not be read.
  void gap(Gap gap);

  /// Both get everything.
  static Sink tee(Sink one, Sink other) {
    return new Sink() {
      @Override
      public Consumer<List<@Nullable String>> open(
          Topic topic, @Nullable String database, Columns columns) {
        return one.open(topic, database, columns).andThen(other.open(topic, database, columns));
      }

      @Override
      public void gap(Gap gap) {
        one.gap(gap);
        other.gap(gap);
      }
    };
  }
}
