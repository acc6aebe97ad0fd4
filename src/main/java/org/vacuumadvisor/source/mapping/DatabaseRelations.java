package org.vacuumadvisor.source.mapping;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.model.Column;
import org.vacuumadvisor.model.Index;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.reading.LeafSpace;
import org.vacuumadvisor.model.reading.Reading;
import org.vacuumadvisor.model.reading.Reading.Why;
import org.vacuumadvisor.model.reading.TupleSpace;
import org.vacuumadvisor.source.Columns;
import org.vacuumadvisor.source.Row;
import org.vacuumadvisor.unit.Bytes;

/// The relations of one database while their rows arrive. Each row is turned into its part of the
/// model at once: a hundred thousand tables as text would not fit in memory.
final class DatabaseRelations {
  private final String name;
  private final Map<Long, TableFacts> tables = new LinkedHashMap<>();
  private final Map<Long, List<Index>> indexes = new HashMap<>();
  private final Map<Long, List<Column>> columns = new HashMap<>();
  private final Map<Long, List<Long>> references = new HashMap<>();
  private final Map<Long, Bytes> sizes = new HashMap<>();
  private final Map<Long, TupleSpace> tuples = new HashMap<>();
  private final Map<Long, LeafSpace> leaves = new HashMap<>();
  private final Names names = new Names();
  private TableColumns indexFigures =
      TableColumns.ofIndexes(Columns.of(List.of(), Why.NOT_COLLECTED));
  private TableColumns figures = TableColumns.of(Columns.of(List.of(), Why.NOT_COLLECTED));

  DatabaseRelations(String name) {
    this.name = name;
  }

  String name() {
    return name;
  }

  boolean hasTables() {
    return !tables.isEmpty();
  }

  // rows of one set share their columns
  @SuppressWarnings("ReferenceEquality")
  void takeTable(Row row) {
    if (row.columns() != figures.columns()) {
      figures = TableColumns.of(row.columns());
    }
    TableFacts.of(row, figures, names).ifPresent(table -> tables.put(table.oid(), table));
  }

  // rows of one set share their columns
  @SuppressWarnings("ReferenceEquality")
  void takeIndex(Row row) {
    if (row.columns() != indexFigures.columns()) {
      indexFigures = TableColumns.ofIndexes(row.columns());
    }
    add(indexes, row.count("indrelid"), IndexMapping.index(row, indexFigures, names));
  }

  void takeColumn(Row row) {
    add(columns, row.count("attrelid"), ColumnMapping.column(row, names));
  }

  void takeForeignKey(Row row) {
    row.count("confrelid").known().ifPresent(to -> add(references, row.count("conrelid"), to));
  }

  void takeSize(Row row) {
    row.count("size_bytes")
        .known()
        .ifPresent(size -> row.count("oid").known().ifPresent(oid -> put(oid, size)));
  }

  void takeTuples(Row row) {
    row.count("oid")
        .known()
        .ifPresent(oid -> SpaceMapping.tuples(row).ifPresent(space -> tuples.put(oid, space)));
  }

  void takeLeaves(Row row) {
    row.count("oid")
        .known()
        .ifPresent(oid -> SpaceMapping.leaves(row).ifPresent(space -> leaves.put(oid, space)));
  }

  /// Puts the relations together.
  void finish(long databaseOid, int blockSize, boolean countersKept, Consumer<Relation> to) {
    for (var table : tables.values()) {
      long oid = table.oid();
      to.accept(
          table.relation(
              new TableFacts.Place(databaseOid, name, blockSize, countersKept),
              onDisk(oid),
              reading(tuples.get(oid)),
              references.getOrDefault(oid, List.of()),
              measured(indexes.getOrDefault(oid, List.of())),
              columns.getOrDefault(oid, List.of())));
    }
  }

  private Reading<Bytes> onDisk(long oid) {
    return reading(sizes.get(oid));
  }

  private static <T> Reading<T> reading(@Nullable T found) {
    return found == null ? Reading.missing(Why.NOT_COLLECTED) : Reading.of(found);
  }

  private List<Index> measured(List<Index> some) {
    return leaves.isEmpty()
        ? some
        : some.stream()
            .map(index -> {
              var space = leaves.get(index.oid());
              return space == null ? index : index.measured(space);
            })
            .toList();
  }

  private void put(long oid, long size) {
    sizes.put(oid, new Bytes(size));
  }

  private static <T> void add(Map<Long, List<T>> to, Reading<Long> oid, T what) {
    oid.known().ifPresent(key -> to.computeIfAbsent(key, _ -> new ArrayList<>(2)).add(what));
  }
}
