package org.vacuumadvisor.source;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.model.Column;
import org.vacuumadvisor.model.Index;
import org.vacuumadvisor.model.IndexColumn;
import org.vacuumadvisor.model.LeafSpace;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.Reading.Why;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.TupleSpace;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.unit.Share;

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
  private final List<UpdateStatement> updates = new ArrayList<>();
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
    add(indexes, row.count("indrelid"), index(row, indexFigures, names));
  }

  void takeColumn(Row row) {
    add(columns, row.count("attrelid"), column(row, names));
  }

  void takeForeignKey(Row row) {
    row.count("confrelid").known().ifPresent(to -> add(references, row.count("conrelid"), to));
  }

  /// A row of [Topic#UPDATES].
  void takeUpdate(Row row) {
    row.text("update_text")
        .known()
        .flatMap(text -> UpdateStatement.of(text, row.count("rows").or(0L)))
        .ifPresent(updates::add);
  }

  void takeSize(Row row) {
    row.count("size_bytes")
        .known()
        .ifPresent(size -> row.count("oid").known().ifPresent(oid -> put(oid, size)));
  }

  void takeTuples(Row row) {
    row.count("oid")
        .known()
        .ifPresent(oid -> tuples(row).ifPresent(space -> tuples.put(oid, space)));
  }

  void takeLeaves(Row row) {
    row.count("oid")
        .known()
        .ifPresent(oid -> leaves(row).ifPresent(space -> leaves.put(oid, space)));
  }

  /// Puts the relations together.
  void finish(long databaseOid, int blockSize, boolean countersKept, Consumer<Relation> to) {
    var statements = UpdateStatement.byTable(updates, tables.values());
    for (var table : tables.values()) {
      long oid = table.oid();
      if (table.isEmptyToast(sizes.get(oid), tables)) {
        continue;
      }
      to.accept(
          table.relation(
              new TableFacts.Place(databaseOid, name, blockSize, countersKept),
              onDisk(oid),
              reading(tuples.get(oid)),
              references.getOrDefault(oid, List.of()),
              UpdateStatement.counted(
                  measured(indexes.getOrDefault(oid, List.of())),
                  statements.getOrDefault(oid, List.of())),
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

  /// A row of [Topic#COLUMNS].
  private static Column column(Row row, Names names) {
    boolean hidden = !row.flag("may_select").or(true);
    return new Column(
        row.count("attnum").map(Math::toIntExact).or(0),
        names.one(row.text("attname").or("")),
        names.one(row.text("typname").or("")),
        row.count("attlen").map(Math::toIntExact).or(-1),
        names.one(row.text("attalign").or("")),
        row.flag("attisdropped").or(false),
        Hidden.in(hidden, row.count("avg_width").map(Math::toIntExact)),
        Hidden.in(hidden, row.real("null_frac")),
        Hidden.in(hidden, row.real("n_distinct")));
  }

  /// A row of [Topic#INDEXES].
  private static Index index(Row row, TableColumns figures, Names names) {
    return new Index(
        row.count("indexrelid").or(0L),
        row.text("index_name").or(""),
        names.one(row.text("amname").or("")),
        row.flag("indisunique"),
        row.flag("indisprimary"),
        row.flag("indisvalid"),
        row.flag("is_partial"),
        row.text("indkey").flatMap(DatabaseRelations::keyColumns),
        columns(row),
        OptionsText.parameters(row.text("reloptions")),
        figures.read(row));
  }

  /// The columns that an update of which is not HOT.
  private static Reading<List<IndexColumn>> columns(Row row) {
    return row.text("key_columns")
        .map(held ->
            Stream.concat(
                    OptionsText.elements(held).stream()
                        .filter(each -> !each.isEmpty()) // an index of expressions alone
                        .map(each -> column(each, true)),
                    row.text("read_columns").known().stream()
                        .flatMap(read -> OptionsText.elements(read).stream())
                        .map(each -> column(each, false)))
                .toList());
  }

  private static IndexColumn column(String name, boolean isKey) {
    return new IndexColumn(name, isKey, Reading.missing(Why.NOT_COLLECTED));
  }

  /// An `int2vector`: `1 3 0`.
  private static Reading<List<Integer>> keyColumns(String indkey) {
    try {
      return Reading.of(
          Arrays.stream(indkey.split(" "))
              .filter(number -> !number.isEmpty())
              .map(Integer::valueOf)
              .toList());
    } catch (NumberFormatException _) {
      return Reading.missing(Why.NOT_COLLECTED);
    }
  }

  /// A row of [Topic#TUPLES]; empty where it is not whole.
  private static Optional<TupleSpace> tuples(Row row) {
    var file = row.count("table_len").known();
    var rows = row.count("tuple_count").known();
    var live = row.count("tuple_len").known();
    return file.isEmpty() || rows.isEmpty() || live.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new TupleSpace(
                new Bytes(file.get()),
                rows.get(),
                new Bytes(live.get()),
                new Bytes(row.count("dead_tuple_len").or(0L)),
                new Bytes(row.count("free_space").or(0L))));
  }

  /// `avg_leaf_density` of an empty tree is NaN.
  private static Optional<LeafSpace> leaves(Row row) {
    var file = row.count("index_size").known();
    var leaves = row.count("leaf_pages").known();
    var density = row.real("avg_leaf_density").known().filter(Double::isFinite);
    return file.isEmpty() || leaves.isEmpty() || density.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new LeafSpace(
                new Bytes(file.get()),
                row.count("internal_pages").or(0L),
                leaves.get(),
                Share.ofPercent(density.get())));
  }
}
