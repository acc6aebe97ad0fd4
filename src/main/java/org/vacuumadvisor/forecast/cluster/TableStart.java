package org.vacuumadvisor.forecast.cluster;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.model.FreezeAges;
import org.vacuumadvisor.model.RelationKey;
import org.vacuumadvisor.model.RelationKind;
import org.vacuumadvisor.model.RelationName;
import org.vacuumadvisor.postgres.AutovacuumOptions;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.postgres.ServerSettings;
import org.vacuumadvisor.postgres.StorageParameters;

/// A table when the simulation starts, and what will be done to it.
///
/// @param parent of a TOAST table, the table it belongs to; null for others
/// @param cached which part of its pages is found in shared buffers, 0 to 1; empty: not known
/// @param knowledge how sure its arrivals are
/// @param pattern what was seen of it over days
public record TableStart(
    RelationKey key,
    RelationName name,
    RelationKind kind,
    StorageParameters parameters,
    @Nullable Parent parent,
    Arrivals arrivals,
    HeapStart heap,
    List<IndexStart> indexes,
    Counters counters,
    FreezeAges ages,
    Optional<Double> cached,
    Knowledge knowledge,
    TablePattern pattern) {
  public TableStart {
    indexes = List.copyOf(indexes);
  }

  /// The table that a TOAST table belongs to.
  public record Parent(RelationKey key, StorageParameters parameters) {}

  /// Where the arrivals of a table come from.
  public enum Knowledge {
    /// Counted between two surveys: the coming weeks may differ all the same.
    WINDOW(1.25),
    /// Told by the table's own vacuums in logs.
    LOGS(1.25),
    /// Counted since the statistics were reset.
    SINCE_RESET(2),
    /// Counted since nobody knows when.
    GUESSED(4);

    private final double doubt;

    Knowledge(double doubt) {
      this.doubt = doubt;
    }

    /// The factor within which the arrivals of nine tables in ten are, each way: a convention of
    /// ours.
    public double doubt() {
      return doubt;
    }
  }

  /// What autovacuum goes by at this table.
  public AutovacuumOptions options(Release release, ServerSettings settings) {
    return AutovacuumOptions.of(
        release, settings, parameters, parent == null ? null : parent.parameters());
  }

  public TableStart with(Arrivals other) {
    return with(parameters, parent, other, heap, knowledge, pattern);
  }

  /// The same with a load that logs tell of.
  TableStart loaded(Arrivals other) {
    return with(parameters, parent, other, heap, Knowledge.LOGS, pattern);
  }

  public TableStart with(HeapStart other) {
    return with(parameters, parent, arrivals, other, knowledge, pattern);
  }

  public TableStart with(StorageParameters other) {
    return with(other, parent, arrivals, heap, knowledge, pattern);
  }

  public TableStart with(TablePattern other) {
    return with(parameters, parent, arrivals, heap, knowledge, other);
  }

  /// A TOAST table whose table has other parameters.
  public TableStart with(Parent other) {
    return with(parameters, other, arrivals, heap, knowledge, pattern);
  }

  private TableStart with(
      StorageParameters parameters,
      @Nullable Parent parent,
      Arrivals arrivals,
      HeapStart heap,
      Knowledge knowledge,
      TablePattern pattern) {
    return new TableStart(
        key,
        name,
        kind,
        parameters,
        parent,
        arrivals,
        heap,
        indexes,
        counters,
        ages,
        cached,
        knowledge,
        pattern);
  }

  /// Rows that a page takes at that fillfactor, and the places for new versions beside them.
  ///
  /// @param blockSize of the server
  public PageRoom room(int blockSize, int fillfactor) {
    return PageRoom.of(blockSize, heap.rowBytes(), fillfactor);
  }
}
