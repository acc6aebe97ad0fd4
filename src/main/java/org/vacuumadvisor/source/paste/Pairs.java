package org.vacuumadvisor.source.paste;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.source.Topic;
import org.vacuumadvisor.source.paste.table.DecimalMark;
import org.vacuumadvisor.source.paste.table.Figures;
import org.vacuumadvisor.source.paste.table.Grid;
import org.vacuumadvisor.source.paste.table.HeadingUnit;
import org.vacuumadvisor.source.paste.table.Line;
import org.vacuumadvisor.source.paste.table.Recognition;
import org.vacuumadvisor.source.paste.table.Vocabulary;
import org.vacuumadvisor.source.paste.table.Vocabulary.Column;
import org.vacuumadvisor.source.paste.thing.Blockers;
import org.vacuumadvisor.source.paste.thing.CatalogSize;
import org.vacuumadvisor.source.paste.thing.Entry;
import org.vacuumadvisor.source.paste.thing.Gathered;
import org.vacuumadvisor.source.paste.thing.NameValues;
import org.vacuumadvisor.source.paste.thing.Tables;
import org.vacuumadvisor.source.paste.thing.Unread;

/// Names with values, line by line: neighbours make one row of whatever most of them tell of; a
/// name that comes again begins the next row.
final class Pairs {
  private static final Set<String> OWNERS = Set.of("relname", "schemaname", "datname");

  private final Gathered gathered;
  private final Intake intake;
  private final Unread unread;
  private final Map<String, NameValues.Pair> row = new LinkedHashMap<>();
  private final Map<Integer, Line> pending = new LinkedHashMap<>();
  private final Set<Integer> usedLines = new HashSet<>();
  private String named = Tables.UNNAMED;
  private int read;

  Pairs(Gathered gathered, Intake intake, Unread unread) {
    this.gathered = gathered;
    this.intake = intake;
    this.unread = unread;
  }

  /// How many figures were read.
  int read() {
    return read;
  }

  /// Takes what a line says; false if it says nothing we know.
  boolean take(Line line) {
    var pairs = NameValues.in(line.text(), line.number());
    boolean any = false;
    for (var pair : pairs) {
      any |= take(pair, line);
    }
    return any;
  }

  /// Takes a name with its value; false if nobody knows the name.
  boolean take(NameValues.Pair pair, Line line) {
    if (pair.value() != null && gathered.setting(pair.name(), pair.value(), pair.line())) {
      read++;
      return true;
    }
    var catalog = CatalogSize.of(HeadingUnit.normal(pair.name()));
    if (catalog.isPresent()) {
      return takeSize(catalog.get(), pair);
    }
    boolean isParameter = NameValues.isTableParameter(pair.name());
    boolean isKnown =
        isParameter
            || Vocabulary.standard().knows(pair.name())
            || Blockers.isColumn(HeadingUnit.normal(pair.name()));
    if (!isKnown) {
      return false;
    }
    var key = isParameter ? pair.name() : HeadingUnit.normal(pair.name());
    if (row.containsKey(key)) {
      finish();
    }
    row.put(key, pair);
    pending.put(line.number(), line);
    return true;
  }

  private boolean takeSize(String catalog, NameValues.Pair pair) {
    var size = pair.value() == null ? Optional.<Long>empty() : Figures.bytes(pair.text());
    size.ifPresent(each -> {
      var entry = Entry.at(pair.line());
      entry.put("main_bytes", Long.toString(each), pair.line());
      gathered.see(Topic.TABLES);
      gathered.tables().add("pg_catalog", catalog, entry);
      read++;
    });
    return size.isPresent();
  }

  /// The neighbours end here. A name alone says nothing, but may belong to the lines after.
  void finish() {
    var left = new ArrayList<>(row.values());
    row.clear();
    var options = parameters(left);
    boolean any = true;
    while (any && !left.isEmpty()) {
      any = takeMost(left, options);
    }
    if (!options.isEmpty()) {
      var entry = Entry.at(options.getFirst().line());
      owner(left, entry);
      putOptions(options, entry);
      intake.route(Topic.TABLES, entry, Optional.empty());
    }
    if (usedLines.isEmpty()) {
      left.stream()
          .filter(Pairs::isName)
          .filter(each -> each.value() != null)
          .forEach(each -> {
            named = each.text();
            usedLines.add(each.line());
          });
    }
    pending.values().stream()
        .filter(each -> !usedLines.contains(each.number()))
        .forEach(unread::line);
    pending.clear();
    usedLines.clear();
  }

  /// Takes those of the pairs that belong to the topic of most of them.
  private boolean takeMost(List<NameValues.Pair> left, List<NameValues.Pair> options) {
    var grid = grid(left);
    if (Blockers.take(grid, gathered)) {
      left.forEach(each -> usedLines.add(each.line()));
      read += left.size();
      left.clear();
      return true;
    }
    var recognition = Recognition.of(grid, Optional.empty());
    if (recognition.isEmpty()) {
      return false;
    }
    var topic = recognition.get().topic();
    var entry = Entry.at(left.getFirst().line());
    var taken = new ArrayList<NameValues.Pair>();
    for (int at = 0; at < left.size(); at++) {
      var column = recognition.get().columns().get(at);
      if (column != null) {
        take(column, left.get(at), entry);
        taken.add(left.get(at));
      }
    }
    if (topic == Topic.TABLES) {
      putOptions(options, entry);
      options.clear();
    }
    boolean isOfTable = topic == Topic.TABLES || topic == Topic.INDEXES;
    if (isOfTable && !entry.has("relname") && !named.isEmpty()) {
      entry.put("relname", named, entry.line());
    }
    intake.route(topic, entry, Optional.empty());
    gathered.see(topic);
    // whose figures they are may be told once for all of them
    left.removeIf(each -> taken.contains(each) && !isName(each));
    return taken.stream().anyMatch(each -> !isName(each));
  }

  private void take(Column column, NameValues.Pair pair, Entry entry) {
    intake.put(entry, column, pair.value(), pair.line(), DecimalMark.UNKNOWN);
    gathered.see(Topic.TABLES, column.name());
    usedLines.add(pair.line());
    if (!OWNERS.contains(column.name())) {
      read++;
    }
  }

  private static Grid grid(List<NameValues.Pair> pairs) {
    var values = new ArrayList<@Nullable String>();
    pairs.forEach(each -> values.add(each.value()));
    return new Grid(
        "",
        pairs.stream().map(NameValues.Pair::name).toList(),
        List.of(new Grid.Cells(pairs.getFirst().line(), values)),
        0,
        0);
  }

  /// Storage parameters of a table among the pairs, which are taken out.
  private List<NameValues.Pair> parameters(List<NameValues.Pair> pairs) {
    var parameters = new ArrayList<NameValues.Pair>();
    pairs.stream()
        .filter(each -> NameValues.isTableParameter(each.name()))
        .forEach(parameters::add);
    pairs.removeAll(parameters);
    read += parameters.size();
    parameters.forEach(each -> usedLines.add(each.line()));
    return parameters;
  }

  private static void putOptions(List<NameValues.Pair> options, Entry entry) {
    for (var each : options) {
      var before = entry.value("reloptions").map(known -> known + ",").orElse("");
      entry.put("reloptions", before + each.name() + "=" + each.text(), each.line());
    }
  }

  private void owner(List<NameValues.Pair> pairs, Entry entry) {
    pairs.stream()
        .filter(Pairs::isName)
        .forEach(each ->
            Vocabulary.standard()
                .column(Topic.TABLES, each.name())
                .ifPresent(column -> take(column, each, entry)));
  }

  private static boolean isName(NameValues.Pair pair) {
    return Vocabulary.standard()
        .column(Topic.TABLES, pair.name())
        .filter(each -> OWNERS.contains(each.name()))
        .isPresent();
  }
}
