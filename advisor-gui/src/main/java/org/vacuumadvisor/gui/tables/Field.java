package org.vacuumadvisor.gui.tables;

import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.live.Reason;
import org.vacuumadvisor.live.Reason.Kind;
import org.vacuumadvisor.model.Population;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.reading.Reading;
import org.vacuumadvisor.model.reading.TableKeys;
import org.vacuumadvisor.report.Words;
import org.vacuumadvisor.report.assessment.SpaceText;
import org.vacuumadvisor.space.SpaceEstimate.Estimated;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.unit.Share;
import org.vacuumadvisor.workload.WorkloadClass;

/// A column of the list of tables: its title, what it means in one sentence, what a cell says, and
/// what it is sorted by. The list and the CSV are made of the same.
enum Field {
  TABLE("Table", "Schema and name, quoted where PostgreSQL needs it.", Shown.ALWAYS),
  FINDINGS("Findings", "What was found about the table, the worst first.", Shown.USUALLY),
  DATABASE("Database", "The database the table lives in.", Shown.ON_REQUEST),
  KIND("Kind", "Table, materialized view or partitioned table.", Shown.ON_REQUEST),
  WORKLOAD(
      "Workload",
      "What applications do to the table, judged by its counters, and how sure that is.",
      Shown.USUALLY),
  SIZE(
      "Size",
      "The table with its indexes and its TOAST table, as pg_class knows them.",
      Shown.USUALLY),
  DEAD_ROWS(
      "Dead rows",
      "Row versions nobody can see any more, against the number at which autovacuum comes.",
      Shown.USUALLY),
  LAST_VACUUM("Last vacuum", "When the last vacuum of either kind ended.", Shown.USUALLY),
  AGE(
      "Age",
      "Transaction IDs given out since its oldest row was frozen, against the age at which"
          + " autovacuum is forced.",
      Shown.USUALLY),
  BLOAT(
      "Bloat",
      "The share of the table's own file that a rewrite would give back, and how far that can be"
          + " believed.",
      Shown.USUALLY),
  LIVE_ROWS("Live rows", "Rows as the statistics estimate them: n_live_tup.", Shown.ON_REQUEST),
  INSERTED(
      "Inserted",
      "Rows inserted since the last vacuum, against the number at which autovacuum comes (13 and"
          + " later).",
      Shown.ON_REQUEST),
  CHANGED(
      "Changed",
      "Rows changed since the last analyze, against the number at which an analyze comes.",
      Shown.ON_REQUEST),
  MULTIXACT_AGE(
      "Multixact age",
      "Multixact IDs given out since its oldest, against the age at which autovacuum is forced.",
      Shown.ON_REQUEST),
  LAST_ANALYZE("Last analyze", "When the last analyze of either kind ended.", Shown.ON_REQUEST),
  VACUUMS("Vacuums", "Vacuums of both kinds since the statistics were reset.", Shown.ON_REQUEST),
  HEAP_SIZE("Table size", "The table's own file.", Shown.ON_REQUEST),
  INDEX_SIZE("Index size", "All its indexes together.", Shown.ON_REQUEST),
  TOAST_SIZE("TOAST size", "Its TOAST table, with that one's index.", Shown.ON_REQUEST),
  GROWTH(
      "Growth",
      "By how much the table's own file grew in the time that the archive tells of, 28 days at"
          + " most.",
      Shown.ON_REQUEST),
  INDEX_BLOAT(
      "Index bloat",
      "The share of its indexes that a rebuild would give back, of those that can be estimated.",
      Shown.ON_REQUEST);

  /// Whether a column is shown where nobody has chosen columns.
  enum Shown {
    ALWAYS,
    USUALLY,
    ON_REQUEST
  }

  /// By class, the surest first; what has no story last.
  private static final Comparator<TableLine> BY_WORKLOAD =
      Comparator.comparing(Field::isQuiet)
          .thenComparing(line -> line.workload().kind())
          .thenComparing(line -> line.workload().confidence());

  /// None first, the worst last; of equals what is blocked, past its threshold, and large last.
  private static final Comparator<TableLine> BY_FINDINGS =
      Comparator.comparing((TableLine line) -> line.worst().isPresent())
          .thenComparing(line -> line.worst().orElse(Severity.INFO), Comparator.reverseOrder())
          .thenComparing(line -> !line.blocked().isEmpty())
          .thenComparingInt(line -> line.findings().size())
          .thenComparingDouble(line -> line.urgency() >= 1 ? line.urgency() : 0)
          .thenComparing(line -> line.space().total().or(Bytes.NONE))
          .thenComparing(TableLine::name, Comparator.reverseOrder());

  private final String title;
  private final String meaning;
  private final Shown shown;

  Field(String title, String meaning, Shown shown) {
    this.title = title;
    this.meaning = meaning;
    this.shown = shown;
  }

  String title() {
    return title;
  }

  /// One sentence.
  String meaning() {
    return meaning;
  }

  Shown shown() {
    return shown;
  }

  /// Whether its cells are numbers, which stand on the right.
  boolean isNumber() {
    return switch (this) {
      case TABLE, DATABASE, KIND, WORKLOAD, FINDINGS -> false;
      case SIZE,
          DEAD_ROWS,
          LAST_VACUUM,
          AGE,
          BLOAT,
          LIVE_ROWS,
          INSERTED,
          CHANGED,
          MULTIXACT_AGE,
          LAST_ANALYZE,
          VACUUMS,
          HEAP_SIZE,
          INDEX_SIZE,
          TOAST_SIZE,
          GROWTH,
          INDEX_BLOAT ->
          true;
    };
  }

  /// What a cell is sorted by, the largest last; null where it is not known.
  @Nullable Comparable<?> value(TableLine row) {
    return switch (this) {
      case TABLE -> row.name();
      case DATABASE -> row.relation().name().database();
      case KIND -> row.relation().kind().word();
      case WORKLOAD -> Words.of(row.workload());
      case SIZE -> orNull(row.space().total().map(Bytes::count).known());
      case DEAD_ROWS -> orNull(row.relation().population().known().map(Population::dead));
      case LAST_VACUUM -> orNull(row.relation().maintenance().vacuumedLast());
      case AGE -> count(row, Kind.XID_AGE);
      case BLOAT -> row.space().heapBloat() instanceof Estimated known ? known.bloat() : null;
      case FINDINGS -> Cells.findings(row);
      case LIVE_ROWS -> orNull(row.relation().population().flatMap(Population::live).known());
      case INSERTED -> count(row, Kind.INSERTED_ROWS);
      case CHANGED -> count(row, Kind.CHANGED_ROWS);
      case MULTIXACT_AGE -> count(row, Kind.MULTIXACT_AGE);
      case LAST_ANALYZE -> orNull(row.relation().maintenance().analyzedLast());
      case VACUUMS -> orNull(vacuums(row.relation()).known());
      case HEAP_SIZE -> orNull(row.space().heap().map(Bytes::count).known());
      case INDEX_SIZE -> row.space().indexes().count();
      case TOAST_SIZE -> row.space().toast().count();
      case GROWTH -> orNull(row.growth());
      case INDEX_BLOAT -> orNull(row.space().indexBloat());
    };
  }

  /// By command and by autovacuum.
  private static Reading<Long> vacuums(Relation relation) {
    return Reading.both(
        relation.get(TableKeys.VACUUM_COUNT),
        relation.get(TableKeys.AUTOVACUUM_COUNT),
        "sum",
        Long::sum);
  }

  /// What a cell says; empty where nothing is known.
  ///
  /// @param now the server's clock
  String text(TableLine row, Instant now) {
    return switch (this) {
      case WORKLOAD -> Words.of(row.workload());
      case TABLE, DATABASE, KIND -> String.valueOf(value(row));
      case SIZE, HEAP_SIZE, INDEX_SIZE, TOAST_SIZE -> Cells.bytes(value(row));
      case LAST_VACUUM, LAST_ANALYZE -> Cells.ago(value(row), now);
      case AGE, MULTIXACT_AGE -> Cells.age(value(row));
      case DEAD_ROWS, LIVE_ROWS, INSERTED, CHANGED, VACUUMS -> Cells.count(value(row));
      case BLOAT -> Cells.bloat(row.space());
      case GROWTH -> row.growth().map(Cells::growth).orElse("");
      case INDEX_BLOAT -> row.space().indexBloat().map(Share::toString).orElse("");
      case FINDINGS -> Cells.findings(row);
    };
  }

  /// What more there is to say of a cell, for those who point at it; empty if nothing.
  String more(TableLine row) {
    return switch (this) {
      case TABLE -> row.name();
      case WORKLOAD ->
          Stream.concat(Stream.of(Words.of(row.workload())), row.workload().because().stream())
              .collect(Collectors.joining("; "));
      case SIZE ->
          "table %s, indexes %s, TOAST %s"
              .formatted(
                  row.space().heap().map(Bytes::toString).or("unknown"),
                  row.space().indexes(),
                  row.space().toast());
      case DEAD_ROWS ->
          Stream.of(Cells.against(row.reason(Kind.DEAD_ROWS)), row.blocked())
              .filter(each -> !each.isEmpty())
              .collect(Collectors.joining(". "));
      case AGE -> Cells.against(row.reason(Kind.XID_AGE));
      case INSERTED -> Cells.against(row.reason(Kind.INSERTED_ROWS));
      case CHANGED -> Cells.against(row.reason(Kind.CHANGED_ROWS));
      case MULTIXACT_AGE -> Cells.against(row.reason(Kind.MULTIXACT_AGE));
      case BLOAT -> SpaceText.validity(row.space().heapBloat());
      case INDEX_BLOAT ->
          "%d of %s could be estimated"
              .formatted(
                  row.space().indexesKnown(),
                  Quantities.counted(row.relation().indexes().size(), "index file"));
      case LAST_VACUUM -> Cells.moment(row.relation().maintenance().vacuumedLast());
      case LAST_ANALYZE -> Cells.moment(row.relation().maintenance().analyzedLast());
      case FINDINGS -> Cells.headlines(row);
      case DATABASE, KIND, LIVE_ROWS, VACUUMS, HEAP_SIZE, INDEX_SIZE, TOAST_SIZE, GROWTH -> "";
    };
  }

  /// The trigger that the figure is on the way to, if it is one that has.
  Optional<Reason> trigger(TableLine row) {
    return switch (this) {
      case DEAD_ROWS -> row.reason(Kind.DEAD_ROWS);
      case AGE -> row.reason(Kind.XID_AGE);
      case INSERTED -> row.reason(Kind.INSERTED_ROWS);
      case CHANGED -> row.reason(Kind.CHANGED_ROWS);
      case MULTIXACT_AGE -> row.reason(Kind.MULTIXACT_AGE);
      case TABLE,
          DATABASE,
          KIND,
          WORKLOAD,
          SIZE,
          LAST_VACUUM,
          BLOAT,
          FINDINGS,
          LIVE_ROWS,
          LAST_ANALYZE,
          VACUUMS,
          HEAP_SIZE,
          INDEX_SIZE,
          TOAST_SIZE,
          GROWTH,
          INDEX_BLOAT ->
          Optional.empty();
    };
  }

  /// Sorts lines by this column; what is not known comes first, as the least.
  Comparator<TableLine> order() {
    var order =
        switch (this) {
          case WORKLOAD -> BY_WORKLOAD;
          case FINDINGS -> BY_FINDINGS;
          case TABLE,
              DATABASE,
              KIND,
              SIZE,
              DEAD_ROWS,
              LAST_VACUUM,
              AGE,
              BLOAT,
              LIVE_ROWS,
              INSERTED,
              CHANGED,
              MULTIXACT_AGE,
              LAST_ANALYZE,
              VACUUMS,
              HEAP_SIZE,
              INDEX_SIZE,
              TOAST_SIZE,
              GROWTH,
              INDEX_BLOAT ->
              byValue();
        };
    return order.thenComparing(TableLine::name);
  }

  @SuppressWarnings({"unchecked", "rawtypes"})
  private Comparator<TableLine> byValue() {
    Function<TableLine, @Nullable Comparable> value = line -> (Comparable) value(line);
    return Comparator.comparing(value, Comparator.nullsFirst(Comparator.naturalOrder()));
  }

  private static <T> @Nullable T orNull(Optional<T> value) {
    return value.orElse(null);
  }

  private static @Nullable Double count(TableLine row, Kind kind) {
    return row.reason(kind).map(Reason::count).orElse(null);
  }

  private static boolean isQuiet(TableLine line) {
    return line.workload().kind() == WorkloadClass.IDLE
        || line.workload().kind() == WorkloadClass.UNDETERMINED;
  }
}
