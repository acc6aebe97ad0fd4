package org.vacuumadvisor.source.paste;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// What `EXPLAIN (ANALYZE)` shows of index-only scans, as text: the rows they returned, and how
/// many of them had to be looked up in the heap because their page was not all-visible.
///
/// Rows of a node are an average over its loops, `Heap Fetches` is a sum (explain.c). Several scans
/// of one table in one plan add up; of several plans the last one counts.
final class Plans {
  private static final Pattern PLAN_LINE = Forms.of("plans-line");
  private static final Pattern INDEX_ONLY = Forms.of("plans-index-only");
  private static final Pattern ACTUAL = Forms.of("plans-actual");
  private static final Pattern FETCHES = Pattern.compile("Heap Fetches: ([0-9]{1,18})");
  private static final Pattern REMOVED = Forms.of("plans-removed");

  private final PastedFacts gathered;
  private final Map<Relname, Scan> scans = new LinkedHashMap<>();
  private @Nullable Node node;
  private boolean isPlan;

  /// What the scans of one table in a plan add up to; NaN where rows were not shown.
  private record Scan(double fetches, double rows, int line) {
    Scan and(Scan other) {
      return new Scan(fetches + other.fetches, rows + other.rows, line);
    }
  }

  /// The node that is being read; NaN is what was not shown.
  private static final class Node {
    private Relname table = new Relname("", "", Tables.UNNAMED);
    private double rows = Double.NaN;
    private double loops = Double.NaN;
    private double removed;
    private double fetches = Double.NaN;
    private int line;

    Node(int line) {
      this.line = line;
    }
  }

  Plans(PastedFacts gathered) {
    this.gathered = gathered;
  }

  /// Takes the rows of a `QUERY PLAN`.
  boolean take(Grid grid) {
    boolean isOne =
        grid.header().size() == 1
            && grid.header().getFirst().strip().equalsIgnoreCase("query plan");
    if (isOne) {
      finish();
      isPlan = true;
      for (var row : grid.rows()) {
        row.cell(0).ifPresent(cell -> cell.lines().forEach(each -> take(each, row.line())));
      }
      finish();
    }
    return isOne;
  }

  /// Takes a line of a plan; false if it is none.
  boolean take(Line line) {
    if (line.text().strip().equalsIgnoreCase("query plan")) {
      finish();
      isPlan = true;
      return true;
    }
    return take(line.text(), line.number());
  }

  private boolean take(String line, int number) {
    var text = line.strip();
    if (!PLAN_LINE.matcher(text).matches()) {
      return false;
    }
    boolean isNode =
        text.startsWith("->") || text.contains(" Scan using ") || text.contains("(cost=");
    if (!isNode && !isPlan && !FETCHES.matcher(text).lookingAt()) {
      return false;
    }
    isPlan = true;
    if (isNode) {
      endNode();
      var scan = INDEX_ONLY.matcher(text);
      if (scan.find()) {
        node = new Node(number);
        node.table = scan.group(1) == null ? node.table : Relname.of(scan.group(1));
        actual(text, node);
      }
    } else {
      detail(text, number);
    }
    return true;
  }

  private static void actual(String text, Node of) {
    var actual = ACTUAL.matcher(text);
    if (actual.find()) {
      of.rows = number(actual.group(1));
      // who leaves them out shortened a plan of one loop
      of.loops = actual.group(2) == null ? 1 : number(actual.group(2));
    } else if (text.contains("never executed")) {
      of.loops = 0;
    }
  }

  private void detail(String text, int number) {
    var begun = node;
    if (begun != null && Double.isNaN(begun.rows) && text.startsWith("(")) {
      actual(text, begun);
    }
    var fetched = FETCHES.matcher(text);
    if (fetched.lookingAt()) {
      begun = begun == null ? new Node(number) : begun;
      begun.fetches = number(fetched.group(1));
      begun.line = number;
      node = begun;
    }
    var removed = REMOVED.matcher(text);
    if (begun != null && removed.lookingAt()) {
      begun.removed += number(removed.group(1));
    }
  }

  private static double number(String text) {
    return Figures.number(text).orElse(Double.NaN);
  }

  private void endNode() {
    var ended = node;
    node = null;
    if (ended != null && !Double.isNaN(ended.fetches) && ended.loops != 0) {
      double rows = (ended.rows + ended.removed) * ended.loops;
      scans.merge(ended.table, new Scan(ended.fetches, rows, ended.line), Scan::and);
    }
  }

  /// The plan ends here.
  void finish() {
    endNode();
    isPlan = false;
    scans.forEach((name, scan) -> {
      var entry = Entry.at(scan.line());
      put(entry, "heap_fetches", scan.fetches());
      put(entry, "index_only_rows", scan.rows());
      gathered.table(name, entry);
    });
    scans.clear();
  }

  private void put(Entry entry, String column, double figure) {
    if (!Double.isNaN(figure)) {
      entry.put(column, Long.toString(Math.round(figure)));
      gathered.figures++;
    }
  }
}
