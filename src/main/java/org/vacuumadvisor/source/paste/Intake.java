package org.vacuumadvisor.source.paste;

import java.time.Instant;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.catalogue.Catalogue.CellType;
import org.vacuumadvisor.model.Excerpt;
import org.vacuumadvisor.model.Index;
import org.vacuumadvisor.source.Topic;
import org.vacuumadvisor.source.paste.Vocabulary.Column;

/// Takes the rows of recognised tables: each cell in the spelling of the mapping, each row to the
/// thing it is about. Columns and cells that are not understood are reported.
final class Intake {
  /// Behind a span, it tells that it counts from the beginning of the transaction. Sizes are shown
  /// with two digits or more.
  private static final double ROUNDED = 0.05;

  private static final String IN_TRANSACTION = " in transaction";

  /// Of a smaller one the decimal that is shown tells too little.
  private static final double MIN_BLOAT_FACTOR = 1.5;

  private static final List<List<String>> SPANS = Forms.words("span-from");

  private static final Set<String> OF_THOUSANDS = Forms.set("catalog-of-thousands");

  private final PastedFacts gathered;
  private final Unread unread;
  final KnownRows known;

  /// The last look by each statement at those that come and go.
  private final Map<String, Grid> looks = new HashMap<>();

  Intake(PastedFacts gathered, Unread unread) {
    this.gathered = gathered;
    this.unread = unread;
    this.known = new KnownRows(gathered, this);
  }

  /// Takes a table if anyone knows what it is.
  ///
  /// @param statement what it is the result of, if that is shown
  boolean take(Grid shown, Optional<Statement> statement) {
    var grid = statement.map(each -> SelectList.name(shown, each)).orElse(shown);
    boolean isSingle = grid.header().size() == 1 && grid.rows().size() == 1;
    if ((isSingle && takeSettings(grid, 0)) || known.take(shown) || known.take(grid)) {
      return true;
    }
    var first = Recognition.of(grid, statement);
    if (first.isEmpty()) {
      return Recognition.isNeedless(grid.header());
    }
    if (statement.flatMap(Statement::relation).isEmpty()) {
      grid = first.get().told(grid);
    }
    var recognized = Recognition.of(grid, statement).orElseThrow();
    forgetEarlier(recognized, grid, statement.map(Statement::text).orElse(""));
    take(recognized, grid, statement);
    for (int at = 0; at < recognized.columns().size(); at++) {
      boolean isKnown =
          recognized.columns().get(at) != null || takeClock(grid, at) || takeSettings(grid, at);
      var heading = grid.header().get(at);
      if (!isKnown && !heading.isEmpty() && !grid.column(at).isEmpty()) {
        unread.heading(grid, heading);
      }
    }
    return true;
  }

  /// Takes the rows of a table whose columns are known.
  void take(Recognition recognized, Grid grid, Optional<Statement> statement) {
    var topic = recognized.topic();
    var columns = recognized.columns();
    grid.rows().stream().findFirst().ifPresent(first -> gathered.begin(first.line()));
    boolean areCounted = recognized.has("sessions");
    if (!areCounted && !isAlsoOfStandbys(topic, grid, statement)) {
      gathered.see(topic);
    }
    columns.stream().filter(Objects::nonNull).forEach(each -> gathered.see(topic, each.name()));
    for (var row : grid.rows()) {
      var entry = Entry.at(row.line());
      for (int at = 0; at < Math.min(columns.size(), row.values().size()); at++) {
        var column = columns.get(at);
        if (column != null) {
          put(entry, column, row.values().get(at), row.line(at));
        }
      }
      SPANS.forEach(each -> seeLook(entry, each.getFirst(), each.getLast()));
      route(topic, entry, statement);
    }
  }

  /// A moment with the span since then tells when somebody looked.
  private void seeLook(Entry row, String from, String span) {
    var seconds = row.value(span).map(Double::valueOf);
    row.value(from)
        .flatMap(Figures::moment)
        .flatMap(it -> seconds.map(each -> it.plusMillis(Math.round(each * 1000))))
        .ifPresent(gathered::seeClock);
  }

  /// Whether there are no rows, and nothing tells sessions from `pg_stat_replication`.
  private static boolean isAlsoOfStandbys(Topic topic, Grid grid, Optional<Statement> statement) {
    return topic == Topic.SESSIONS
        && grid.rows().isEmpty()
        && statement.flatMap(Statement::topic).isEmpty()
        && Recognition.in(Topic.STANDBYS, grid).columns().stream().noneMatch(Objects::isNull);
  }

  /// A column with the name of a setting: `SHOW`, `SELECT current_setting('…') AS …`.
  private boolean takeSettings(Grid grid, int at) {
    var heading = grid.header().get(at);
    return grid.rows().stream()
            .filter(row ->
                row.cell(at).filter(it -> gathered.setting(heading, it, row.line())).isPresent())
            .count()
        > 0;
  }

  /// The server's clock beside other figures, as in `SELECT now(), * FROM pg_stat_activity`.
  private boolean takeClock(Grid grid, int at) {
    var clock = clock(grid, at);
    clock.ifPresent(gathered::seeClock);
    return clock.isPresent();
  }

  private static Optional<Instant> clock(Grid grid, int at) {
    return Vocabulary.column(Topic.SERVER, grid.header().get(at))
        .filter(column -> column.name().equals("now"))
        .flatMap(_ -> grid.column(at).stream().findFirst())
        .flatMap(Figures::moment);
  }

  /// Who is only in an earlier listing by the same statement, or with a clock, is gone. Such as
  /// have nobody in common may be of two servers.
  private void forgetEarlier(Recognition recognized, Grid grid, String statement) {
    int name = recognized.position(PastedFacts.name(recognized.topic()));
    boolean isToldApart =
        !statement.isEmpty()
            || IntStream.range(0, recognized.columns().size())
                .anyMatch(at -> clock(grid, at).isPresent());
    var look = gathered.tables.connected() + grid.header() + statement.toLowerCase(Locale.ROOT);
    var earlier = name < 0 || !isToldApart ? null : looks.put(look, grid);
    if (earlier != null
        && (grid.rows().isEmpty()
            ? !statement.isEmpty()
            : !Collections.disjoint(earlier.column(name), grid.column(name)))) {
      var gone = earlier.rows().stream().map(Grid.Cells::line).collect(Collectors.toSet());
      gathered.remove(recognized.topic(), each -> gone.contains(each.line()));
    }
  }

  void put(Entry entry, Column column, @Nullable String cell, int line) {
    if (cell == null) {
      entry.put(column.name(), null, line);
      return;
    }
    var value =
        Figures.read(column, cell)
            .or(() -> Optional.of(cell).filter(_ -> column.type() == CellType.OID));
    if (value.isEmpty()) {
      unread.part(line, column.name() + ": " + cell);
      return;
    }
    entry.put(column.name(), value.get(), line);
    if (column.type() == CellType.INTERVAL && cell.strip().endsWith(IN_TRANSACTION)) {
      entry.put("xact_age", value.get(), line);
    }
    if (column.type() == CellType.MOMENT) {
      Figures.moment(cell).ifPresent(gathered::see);
    } else if (column.type() == CellType.XID) {
      gathered.xids.see(Long.parseLong(value.get()));
    }
  }

  /// Brings a row to what it is about.
  void route(Topic topic, Entry entry, Optional<Statement> statement) {
    switch (topic) {
      case TABLES -> table(entry, statement);
      case INDEXES -> index(entry, statement);
      case DATABASES -> {
        entry.putIfAbsent("datname", Excerpt.UNNAMED_DATABASE);
        gathered.add(topic, entry);
      }
      case SETTINGS -> {
        entry.value("name").ifPresent(name -> entry.put("name", name.toLowerCase(Locale.ROOT)));
        if (entry.text("name").startsWith("server_version")) {
          gathered.server.add(Entry.at(entry.line(), entry.text("name"), entry.text("setting")));
        }
        gathered.add(topic, entry);
      }
      case SERVER -> {
        entry.value("now").flatMap(Figures::moment).ifPresent(gathered::seeClock);
        entry.value("next_xid").flatMap(Numbers::count).ifPresent(gathered.xids::see);
        gathered.server.add(entry);
      }
      case VACUUM_PROGRESS -> {
        // to a role that may not see them the figures are NULL: who saw them knows more
        entry.figures().entrySet().removeIf(each -> Sessions.isHidden(each.getKey(), entry));
        gathered.add(topic, entry);
      }
      default -> gathered.add(topic, entry);
    }
  }

  /// `public.orders`, `"Orders"`, or an oid shown as `regclass`.
  private void table(Entry entry, Optional<Statement> statement) {
    checkBloat(entry);
    checkSizes(entry);
    KnownRows.besides(':', Topic.TABLES, entry);
    if (entry.has("indexrelname") && Tables.mayBeIndex(entry)) {
      entry.figures().remove("relname");
      Stream.of("main_bytes", "table_bytes", "total_bytes")
          .flatMap(each -> entry.value(each).stream())
          .findFirst()
          .ifPresent(each -> entry.put("index_bytes", each));
      index(entry, statement);
      return;
    }
    var called =
        Stream.of("relname", "relid", "oid")
            .flatMap(each -> entry.value(each).stream())
            .filter(each -> entry.is("relname", each) || !each.matches("[0-9]+"))
            .findFirst()
            .or(() -> statement.flatMap(Statement::relation))
            .orElse(Tables.UNNAMED);
    var oid =
        Stream.of("oid", "relid")
            .flatMap(each -> entry.value(each).stream())
            .filter(each -> each.matches("[0-9]+"))
            .findFirst();
    if (OF_THOUSANDS.contains(called) && entry.text("n_live_tup").matches("\\d{1,3}")) {
      entry.figures().remove("n_live_tup");
    }
    entry.figures().remove("oid");
    oid.ifPresent(each -> entry.put("oid", each));
    gathered.row(in(entry, Relname.of(called)), entry);
  }

  private void index(Entry entry, Optional<Statement> statement) {
    checkBloat(entry);
    var called =
        entry
            .value("indexrelname")
            .or(() -> entry.value("indexrelid").filter(each -> !each.matches("[0-9]+")))
            .or(() -> statement.flatMap(Statement::relation))
            .orElse(Index.PLACEHOLDER);
    for (var name : DelimitedTables.names(called)) {
      var each = Entry.at(entry.line());
      each.add(entry);
      gathered.indexes.add(in(entry, Relname.of(name)), each);
    }
  }

  /// The name, with the database and the schema that its row shows.
  private static Relname in(Entry row, Relname name) {
    var schema = row.value("schemaname").orElse(name.schema());
    return new Relname(row.value("datname").orElse(name.database()), schema, name.name());
  }

  /// `pg_total_relation_size()` is `pg_table_size()` and `pg_indexes_size()`: where the total is
  /// more than what is called the table and its indexes, that is the heap without TOAST.
  private static void checkSizes(Entry entry) {
    var sizes =
        Stream.of("total_bytes", "table_bytes", "indexes_bytes")
            .flatMap(each -> entry.value(each).stream())
            .map(Double::valueOf)
            .toList();
    if (sizes.size() == 3
        && !entry.has("main_bytes")
        && sizes.get(1) + sizes.get(2) < sizes.get(0) * (1 - ROUNDED)) {
      entry.put("main_bytes", entry.text("table_bytes"));
      entry.figures().remove("table_bytes");
    }
  }

  /// Estimates of bloat mean different things. Those that their own query calls unreliable are
  /// dropped, and what is no share of the real size is not called so: it may be that of dead rows.
  private static void checkBloat(Entry entry) {
    var dead = entry.value("n_dead_tup").map(Double::valueOf);
    var live = entry.value("n_live_tup").map(Double::valueOf);
    entry
        .value("bloat_percent")
        .filter(_ -> dead.isPresent() && live.isPresent())
        .filter(each ->
            Math.abs(Double.parseDouble(each) - 100 * dead.get() / (dead.get() + live.get())) < 0.5)
        .ifPresent(each -> {
          entry.put("dead_percent", each);
          entry.figures().remove("bloat_percent");
        });
    if (entry.is("is_na", "t") || entry.is("can_estimate", "f")) {
      List.of("bloat_bytes", "bloat_percent", "bloat_factor").forEach(entry.figures()::remove);
    }
    // above 100 it is a share of the expected size
    entry
        .value("bloat_percent")
        .filter(each -> Double.parseDouble(each) > 100)
        .ifPresent(_ -> entry.figures().remove("bloat_percent"));
    // `tbloat` and `ibloat` are the size over the expected size, with one decimal
    entry
        .value("bloat_factor")
        .map(Double::valueOf)
        .filter(factor -> factor >= MIN_BLOAT_FACTOR && !entry.has("bloat_percent"))
        .ifPresent(factor -> entry.put("bloat_percent", Double.toString(100 - 100 / factor)));
  }
}
