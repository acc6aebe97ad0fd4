package org.vacuumadvisor.source;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.vacuumadvisor.model.Column;
import org.vacuumadvisor.model.Index;
import org.vacuumadvisor.model.IndexColumn;
import org.vacuumadvisor.model.Key;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.Reading.Why;
import org.vacuumadvisor.model.Readings;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.RelationKey;
import org.vacuumadvisor.model.TableKeys;
import org.vacuumadvisor.unit.Bytes;

/// The relations of one database while their rows arrive. Each row is turned into its part of the
/// model at once: a hundred thousand tables as text would not fit in memory.
final class DatabaseRelations {
  /// What the server counts only with `track_counts`.
  private static final List<Key<Long>> COUNTED =
      List.of(
          TableKeys.N_LIVE_TUP,
          TableKeys.N_DEAD_TUP,
          TableKeys.N_MOD_SINCE_ANALYZE,
          TableKeys.N_INS_SINCE_VACUUM);

  private final String name;
  private final Map<Long, Relation> tables = new LinkedHashMap<>();
  private final Map<Long, List<Index>> indexes = new HashMap<>();
  private final Map<Long, List<Column>> columns = new HashMap<>();
  private final Map<Long, List<Long>> references = new HashMap<>();

  /// What files of tables and indexes were found to hold, by the oid of either.
  private final Map<Long, Readings> files = new HashMap<>();

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
    TableMapping.of(name, row, figures, names)
        .ifPresent(table -> tables.put(table.key().oid(), table));
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
    takeFile(
        row,
        Readings.builder(Why.NOT_COLLECTED)
            .put(TableKeys.MAIN_BYTES, row.count("size_bytes").map(Bytes::new))
            .build());
  }

  void takeTuples(Row row) {
    takeFile(row, TableColumns.of(row.columns()).read(row));
  }

  void takeLeaves(Row row) {
    takeFile(row, TableColumns.ofIndexes(row.columns()).read(row));
  }

  private void takeFile(Row row, Readings found) {
    row.count("oid")
        .known()
        .ifPresent(
            oid -> files.merge(oid, found, (known, more) -> known.copy().putAll(more).build()));
  }

  /// Puts the relations together.
  ///
  /// @param countersKept whether `track_counts` is on
  void finish(long databaseOid, int blockSize, boolean countersKept, Consumer<Relation> to) {
    var statements = UpdateStatement.byTable(updates, tables.values());
    for (var table : tables.values()) {
      long oid = table.key().oid();
      var file = files.getOrDefault(oid, Readings.NONE);
      if (TableMapping.isEmptyToast(table, file.get(TableKeys.MAIN_BYTES), tables)) {
        continue;
      }
      to.accept(
          new Relation(
              table.isShared() ? table.key() : new RelationKey(databaseOid, oid),
              table.name(),
              table.kind(),
              table.persistence(),
              blockSize,
              table.storage(),
              readings(table, file, countersKept),
              table.parent(),
              references.getOrDefault(oid, List.of()),
              UpdateStatement.counted(
                  measured(indexes.getOrDefault(oid, List.of())),
                  statements.getOrDefault(oid, List.of())),
              columns.getOrDefault(oid, List.of())));
    }
  }

  private static Readings readings(Relation table, Readings file, boolean countersKept) {
    if (countersKept && file.equals(Readings.NONE)) {
      return table.readings();
    }
    var all = table.readings().copy().putAll(file);
    return countersKept ? all.build() : all.untracked(COUNTED).build();
  }

  private List<Index> measured(List<Index> some) {
    return some.stream()
        .map(index -> {
          var found = files.get(index.oid());
          return found == null ? index : index.with(index.readings().copy().putAll(found).build());
        })
        .toList();
  }

  private static <T> void add(Map<Long, List<T>> to, Reading<Long> oid, T what) {
    oid.known().ifPresent(key -> to.computeIfAbsent(key, _ -> new ArrayList<>(2)).add(what));
  }

  /// A row of [Topic#COLUMNS].
  private static Column column(Row row, Names names) {
    boolean hidden = !row.flag("may_select").or(true);
    var length = row.count("attlen").map(Math::toIntExact);
    return new Column(
        row.count("attnum").map(Math::toIntExact).or(0),
        names.one(row.text("typname").or("")),
        length.or(-1),
        names.one(row.text("attalign").or("")),
        row.flag("attisdropped").or(false),
        length.is(bytes -> bytes > 0)
            ? length
            : Hidden.in(hidden, row.count("avg_width").map(Math::toIntExact)),
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
}
