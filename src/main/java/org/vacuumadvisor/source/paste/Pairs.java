package org.vacuumadvisor.source.paste;

import static org.vacuumadvisor.source.paste.NameValues.OPTIONS;

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
import org.vacuumadvisor.source.paste.NameValues.Pair;

/// Names with values, line by line: neighbours make one row, up to a name that comes again.
final class Pairs {
  private static final Set<String> OWNERS = Set.of("relname", "schemaname", "datname");

  private final PastedFacts gathered;
  private final Intake intake;
  private final Unread unread;
  private final Map<String, Pair> row = new LinkedHashMap<>();
  private Optional<Statement> statement = Optional.empty();

  Pairs(PastedFacts gathered, Intake intake, Unread unread) {
    this.gathered = gathered;
    this.intake = intake;
    this.unread = unread;
  }

  /// Tells what the pairs that follow are the result of.
  void below(Optional<Statement> above) {
    finish();
    statement = above;
  }

  boolean take(Line line) {
    boolean any = false;
    for (var pair : NameValues.in(line)) {
      any |= take(pair);
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
        var line = written.getOrDefault(row.line(), lines.get(grid.first()));
        any |= take(new Pair(row.cell(0).get(), row.values().get(at), line));
      }
    }
    finish();
    return any;
  }

  private boolean take(Pair pair) {
    if (pair.value() != null && gathered.setting(pair.name(), pair.value(), pair.line().number())) {
      gathered.figures++;
      return true;
    }
    var key = Vocabulary.normal(pair.name());
    if (NameValues.isTableParameter(pair.name())) {
      gathered.figures++;
      option(pair);
    } else if (Vocabulary.knows(pair.name()) || KnownRows.isColumn(key)) {
      if (row.containsKey(key)) {
        finish();
      }
      row.put(key, pair);
    } else {
      return false;
    }
    return true;
  }

  /// Storage parameters of one table are one figure.
  private void option(Pair pair) {
    var set = pair.name().equals(OPTIONS) ? pair.text() : pair.name() + "=" + pair.text();
    var name = set.substring(0, set.indexOf('=') + 1);
    if (row.containsKey(OPTIONS) && ("," + row.get(OPTIONS).text()).contains("," + name)) {
      finish();
    }
    row.merge(
        OPTIONS,
        new Pair(OPTIONS, set, pair.line()),
        (before, more) -> new Pair(OPTIONS, before.text() + "," + more.text(), more.line()));
  }

  /// The neighbours end here. A name alone says nothing, and is nothing that was not understood.
  void finish() {
    var left = new ArrayList<>(row.values());
    row.clear();
    var used = new HashSet<Line>();
    while (!left.isEmpty() && takeMost(left, used)) {
      // until what is left tells of nothing
    }
    left.stream()
        .filter(each -> !isOwner(each))
        .map(Pair::line)
        .distinct()
        .filter(each -> !used.contains(each))
        .forEach(unread::line);
    statement = used.isEmpty() ? statement : Optional.empty();
  }

  /// Takes the pairs that belong to the topic of most. Whose they are may be told once for all.
  private boolean takeMost(List<Pair> left, Set<Line> used) {
    var grid = grid(left);
    if (intake.known.take(grid)) {
      gathered.figures += left.size();
      left.clear();
      return true;
    }
    var recognition =
        Recognition.of(grid, statement)
            .or(() ->
                Optional.of(Recognition.in(Topic.TABLES, grid))
                    .filter(_ -> grid.header().contains(OPTIONS)));
    recognition.ifPresent(each -> intake.take(each, grid, statement));
    var taken = new ArrayList<Pair>();
    for (int at = 0; recognition.isPresent() && at < left.size(); at++) {
      if (recognition.get().columns().get(at) != null) {
        taken.add(left.get(at));
      }
    }
    taken.forEach(each -> used.add(each.line()));
    taken.removeIf(Pairs::isOwner);
    gathered.figures += (int) taken.stream().filter(each -> !each.name().equals(OPTIONS)).count();
    return left.removeAll(taken);
  }

  private static Grid grid(List<Pair> pairs) {
    var values = new ArrayList<@Nullable String>();
    pairs.forEach(each -> values.add(each.value()));
    var lines = pairs.stream().map(each -> each.line().number()).toList();
    var row = new Grid.Cells(lines, values);
    return new Grid("", pairs.stream().map(Pair::name).toList(), List.of(row), 0, 0);
  }

  private static boolean isOwner(Pair pair) {
    return Vocabulary.column(Topic.TABLES, pair.name())
        .filter(each -> OWNERS.contains(each.name()))
        .isPresent();
  }
}
