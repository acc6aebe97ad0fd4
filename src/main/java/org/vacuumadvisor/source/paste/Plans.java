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
  private static final String NODE =
      "(?:Parallel |Custom |Foreign )?(?:(?:Index Only |Index |Bitmap Index |Bitmap Heap |Seq"
          + " |Sample |Tid |Tid Range |Subquery |Function |Values |CTE |WorkTable )?Scan|Nested"
          + " Loop|Merge|Hash|Sort|Incremental Sort|Limit|Aggregate|HashAggregate|GroupAggregate"
          + "|MixedAggregate|Finalize|Partial|WindowAgg|Unique|Append|Gather|Materialize|Memoize"
          + "|Result|SetOp|LockRows|ModifyTable|Insert|Update|Delete|ProjectSet|Group|Recursive"
          + " Union|BitmapAnd|BitmapOr|InitPlan|SubPlan|CTE|Planning|Execution|Trigger)\\b";

  /// What stands below a node, or below the plan.
  private static final String DETAIL =
      "(?:(?:Index|Recheck|Hash|Merge|TID) Cond|(?:Join |One-Time )?Filter|Order By|Output|(?:Sort"
          + "|Presorted|Group|Cache) Key|Sort Method|Cache Mode|Hits|Buckets|Batches|Buffers|I/O"
          + " Timings|WAL|Heap Blocks|Heap Fetches|Index Searches|Rows Removed by .{1,30}|Workers"
          + " (?:Planned|Launched)|Worker [0-9]{1,4}|(?:Planning|Execution) [Tt]ime|Total"
          + " runtime|Planning|Settings|Storage|Query Identifier|JIT|Functions|Options|Timing"
          + "|Serialization|Memory|(?:Full-sort|Pre-sorted) Groups|Subplans Removed|Single"
          + " Copy|Inner Unique|Async Capable|Window|Disabled|Peak Memory Usage|Conflict .{1,30}"
          + "|Tuples Inserted|Planned Partitions|Params Evaluated)";

  private static final Pattern PLAN_LINE =
      Pattern.compile(
          "->\\s{1,4}.{0,20}%1$s.{0,4000}|%2$s:?\\s.{0,4000}|%1$s.{0,300} (?:on|using) .{1,300}"
                  .formatted(NODE, DETAIL)
              + "|(?:Planning|JIT|Buffers|Functions|Serialization|Memory):"
              + "|.{0,400}\\((?:cost=[0-9.]{1,20}|actual |never executed).{1,200}");

  private static final Pattern INDEX_ONLY =
      Pattern.compile(
          "Index Only Scan(?: Backward)? using (?:\"[^\"]{1,63}\"|\\S{1,130})(?: on"
              + " ((?:\"[^\"]{1,63}\"|[^\\s.\"]{1,63})(?:\\.(?:\"[^\"]{1,63}\"|[^\\s.\"]{1,63}))?))?");
  private static final Pattern ACTUAL =
      Pattern.compile(
          "\\(actual (?:time=\\S{1,40} )?rows=([0-9.]{1,20})(?: loops=([0-9]{1,15}))?\\)");
  private static final Pattern FETCHES = Pattern.compile("Heap Fetches: ([0-9]{1,18})");
  private static final Pattern REMOVED =
      Pattern.compile("Rows Removed by (?:Filter|Index Recheck): ([0-9.]{1,20})");

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
