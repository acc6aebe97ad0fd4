package org.vacuumadvisor.source.paste;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.source.Topic;
import org.vacuumadvisor.source.paste.Vocabulary.Column;

/// Names with values, line by line: neighbours make one row of whatever most of them tell of; a
/// name that comes again begins the next row.
final class Pairs {
  private static final Set<String> OWNERS = Set.of("relname", "schemaname", "datname");

  private final PastedFacts gathered;
  private final Intake intake;
  private final Unread unread;
  private final Map<String, NameValues.Pair> row = new LinkedHashMap<>();
  private final Map<Integer, Line> pending = new LinkedHashMap<>();
  private final Set<Integer> usedLines = new HashSet<>();
  private String named = Tables.UNNAMED;

  Pairs(PastedFacts gathered, Intake intake, Unread unread) {
    this.gathered = gathered;
    this.intake = intake;
    this.unread = unread;
  }

  /// Takes what a line says; false if it says nothing we know.
  boolean take(Line line) {
    boolean any = false;
    for (var pair : NameValues.in(line.text(), line.number())) {
      any |= take(pair, line);
    }
    return any;
  }

  /// Takes a table of names and values: `metric | value`; one of defaults tells of no server.
  boolean take(Grid grid, List<Line> lines) {
    var second =
        grid.header().stream()
            .skip(1)
            .findFirst()
            .flatMap(each -> Vocabulary.column(Topic.SETTINGS, each));
    int at = second.filter(each -> each.name().equals("boot_val")).isPresent() ? 2 : 1;
    boolean any = at > 1;
    var written = new HashMap<Integer, Line>();
    lines.subList(grid.first(), grid.end()).forEach(each -> written.put(each.number(), each));
    for (var row : grid.header().size() <= 3 ? grid.rows() : List.<Grid.Cells>of()) {
      if (row.values().size() > at && row.cell(0).isPresent()) {
        var pair = new NameValues.Pair(row.cell(0).get(), row.values().get(at), row.line());
        any |= take(pair, written.getOrDefault(row.line(), lines.get(grid.first())));
      }
    }
    finish();
    return any;
  }

  private boolean take(NameValues.Pair pair, Line line) {
    if (pair.value() != null && gathered.setting(pair.name(), pair.value(), pair.line())) {
      gathered.figures++;
      return true;
    }
    var name = HeadingUnit.normal(pair.name());
    boolean isParameter = NameValues.isTableParameter(pair.name());
    if (!isParameter && !Vocabulary.knows(pair.name()) && !KnownRows.isColumn(name)) {
      return false;
    }
    var key = isParameter ? pair.name() : name;
    if (row.containsKey(key)) {
      finish();
    }
    row.put(key, pair);
    pending.put(line.number(), line);
    return true;
  }

  /// The neighbours end here. A name alone says nothing, but may belong to the lines after.
  void finish() {
    if (pending.isEmpty()) {
      return;
    }
    var left = new ArrayList<>(row.values());
    row.clear();
    var options = parameters(left);
    while (!left.isEmpty() && takeMost(left, options)) {
      // until what is left tells of nothing
    }
    if (!options.isEmpty()) {
      var entry = Entry.at(options.getFirst().line());
      for (var each : left) {
        owner(each).ifPresent(column -> take(column, each, entry));
      }
      putOptions(options, entry);
      intake.route(Topic.TABLES, entry, Optional.empty());
    }
    if (usedLines.isEmpty()) {
      for (var each : left) {
        if (each.value() != null && owner(each).isPresent()) {
          named = each.text();
          usedLines.add(each.line());
        }
      }
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
    if (intake.known.take(grid)) {
      left.forEach(each -> usedLines.add(each.line()));
      gathered.figures += left.size();
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
    if ((topic == Topic.TABLES || topic == Topic.INDEXES) && !named.isEmpty()) {
      entry.putIfAbsent("relname", named);
    }
    intake.route(topic, entry, Optional.empty());
    gathered.see(topic);
    // whose figures they are may be told once for all of them
    left.removeIf(each -> taken.contains(each) && owner(each).isEmpty());
    return taken.stream().anyMatch(each -> owner(each).isEmpty());
  }

  private void take(Column column, NameValues.Pair pair, Entry entry) {
    intake.put(entry, column, pair.value(), pair.line(), DecimalMark.UNKNOWN);
    gathered.see(Topic.TABLES, column.name());
    usedLines.add(pair.line());
    gathered.figures += OWNERS.contains(column.name()) ? 0 : 1;
  }

  private static Grid grid(List<NameValues.Pair> pairs) {
    var values = new ArrayList<@Nullable String>();
    pairs.forEach(each -> values.add(each.value()));
    var names = pairs.stream().map(NameValues.Pair::name).toList();
    return new Grid("", names, List.of(new Grid.Cells(pairs.getFirst().line(), values)), 0, 0);
  }

  /// Storage parameters of a table among the pairs, which are taken out.
  private List<NameValues.Pair> parameters(List<NameValues.Pair> pairs) {
    var parameters = new ArrayList<>(pairs);
    parameters.removeIf(each -> !NameValues.isTableParameter(each.name()));
    pairs.removeAll(parameters);
    gathered.figures += parameters.size();
    parameters.forEach(each -> usedLines.add(each.line()));
    return parameters;
  }

  private static void putOptions(List<NameValues.Pair> options, Entry entry) {
    for (var each : options) {
      var before = entry.value("reloptions").map(known -> known + ",").orElse("");
      var own = each.name().equals(NameValues.OPTIONS) ? "" : each.name() + "=";
      entry.put("reloptions", before + own + each.text(), each.line());
    }
  }

  /// The column of a pair that names a relation or a database.
  private static Optional<Column> owner(NameValues.Pair pair) {
    return Vocabulary.column(Topic.TABLES, pair.name())
        .filter(each -> OWNERS.contains(each.name()));
  }
}
