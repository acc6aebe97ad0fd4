package org.vacuumadvisor.source.paste.text;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.source.Topic;
import org.vacuumadvisor.source.paste.table.Figures;
import org.vacuumadvisor.source.paste.table.Grid;
import org.vacuumadvisor.source.paste.table.Line;
import org.vacuumadvisor.source.paste.thing.Entry;
import org.vacuumadvisor.source.paste.thing.Gathered;
import org.vacuumadvisor.source.paste.thing.Relname;
import org.vacuumadvisor.source.paste.thing.Tables;

/// What `EXPLAIN (ANALYZE)` shows of index-only scans, as text or JSON: the rows they returned, and
/// how many of them had to be looked up in the heap because their page was not all-visible.
///
/// Rows of a node are an average over its loops, `Heap Fetches` is a sum (explain.c). Several scans
/// of one table in one plan add up; of several plans the last one counts.
final class Plans {
  private static final String NODE =
      "(?:Parallel |Custom |Foreign )?(?:Index Only Scan|Index Scan|Bitmap Index Scan"
          + "|Bitmap Heap Scan|Seq Scan|Sample Scan|Tid Scan|Tid Range Scan|Subquery Scan"
          + "|Function Scan|Values Scan|CTE Scan|WorkTable Scan|Scan|Nested Loop|Merge|Hash|Sort"
          + "|Incremental Sort|Limit|Aggregate|HashAggregate|GroupAggregate|MixedAggregate"
          + "|Finalize|Partial|WindowAgg|Unique|Append|Gather|Materialize|Memoize|Result|SetOp"
          + "|LockRows|ModifyTable|Insert|Update|Delete|ProjectSet|Group|Recursive Union|BitmapAnd"
          + "|BitmapOr|InitPlan|SubPlan|CTE|Planning|Execution|Trigger)\\b";

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
  private static final Pattern PLAN_LINE =
      Pattern.compile(
          "(?:->\\s{1,4}.{0,20}"
              + NODE
              + ".{0,4000}|.{0,400}\\((?:cost=[0-9.]{1,20}|actual |never executed).{1,200}|(?:Index"
              + " Cond|Filter|Recheck Cond|Join Filter|Hash Cond|Merge Cond|One-Time Filter|TID"
              + " Cond|Order By|Output|Sort Key|Presorted Key|Group Key|Sort Method|Cache Key|Cache"
              + " Mode|Hits|Buckets|Batches|Buffers|I/O Timings|WAL|Heap Blocks|Heap Fetches|Index"
              + " Searches|Rows Removed by .{1,30}|Workers Planned|Workers Launched|Worker"
              + " [0-9]{1,4}|Planning Time|Planning time|Execution Time|Execution time|Total"
              + " runtime|Planning|Settings|Storage|Query"
              + " Identifier|JIT|Functions|Options|Timing|Serialization|Memory|Full-sort"
              + " Groups|Pre-sorted Groups|Subplans Removed|Single Copy|Inner Unique|Async"
              + " Capable|Window|Disabled|Peak Memory Usage|Conflict .{1,30}|Tuples"
              + " Inserted|Planned Partitions|Params Evaluated):?\\s.{0,4000}"
              + "|(?:Planning|JIT|Buffers|Functions|Serialization|Memory):|"
              + NODE
              + ".{0,300} (?:on|using) .{1,300})");
  private static final Pattern JSON =
      Pattern.compile(
          "\"(Node Type|Schema|Relation Name|Actual Rows|Actual Loops|Heap Fetches|Rows Removed by"
              + " Filter|Rows Removed by Index Recheck)\": \"?([^\",]{1,130})\"?,?");
  private static final Pattern JSON_LINE =
      Pattern.compile("\"[A-Z][A-Za-z /-]{1,40}\": .{0,4000}|[\\[\\]{}]{1,4},?");

  private final Gathered gathered;
  private final Map<String, Scan> scans = new LinkedHashMap<>();
  private @Nullable Node node;
  private boolean isPlan;
  private int read;

  /// What the scans of one table in a plan add up to.
  private record Scan(double fetches, OptionalDouble rows, int line) {
    Scan and(Scan other) {
      boolean isKnown = rows.isPresent() && other.rows.isPresent();
      return new Scan(
          fetches + other.fetches,
          isKnown
              ? OptionalDouble.of(rows.getAsDouble() + other.rows.getAsDouble())
              : OptionalDouble.empty(),
          line);
    }
  }

  /// The node that is being read; NaN is what was not shown.
  private static final class Node {
    private String schema = "";
    private String table = "";
    private double rows = Double.NaN;
    private double loops = Double.NaN;
    private double removed;
    private double fetches = Double.NaN;
    private int line;

    Optional<Scan> scan() {
      if (Double.isNaN(fetches) || loops == 0) {
        return Optional.empty();
      }
      double all = (rows + removed) * loops;
      return Optional.of(
          new Scan(
              fetches, Double.isNaN(all) ? OptionalDouble.empty() : OptionalDouble.of(all), line));
    }
  }

  Plans(Gathered gathered) {
    this.gathered = gathered;
  }

  /// How many figures were read.
  int read() {
    return read;
  }

  /// Takes the rows of a `QUERY PLAN`.
  boolean take(Grid grid) {
    if (grid.header().size() != 1
        || !grid.header().getFirst().strip().equalsIgnoreCase("query plan")) {
      return false;
    }
    finish();
    isPlan = true;
    for (var row : grid.rows()) {
      var cell = row.values().isEmpty() ? null : row.values().getFirst();
      if (cell != null) {
        cell.lines().forEach(each -> take(each, row.line()));
      }
    }
    finish();
    return true;
  }

  /// Takes a line of a plan; false if it is none.
  boolean take(Line line) {
    var text = line.text().strip();
    if (text.equalsIgnoreCase("query plan")) {
      finish();
      isPlan = true;
      return true;
    }
    return take(text, line.number());
  }

  private boolean take(String line, int number) {
    var text = line.strip();
    var json = JSON.matcher(text);
    if (json.matches() && (isPlan || json.group(1).equals("Node Type"))) {
      isPlan = true;
      json(json.group(1), json.group(2), number);
      return true;
    }
    boolean isLine = PLAN_LINE.matcher(text).matches();
    if (!isLine) {
      return isPlan && JSON_LINE.matcher(text).matches();
    }
    boolean isNode = text.startsWith("->") || text.contains(" Scan using ") || has(text, "(cost=");
    boolean isMine = isNode || FETCHES.matcher(text).lookingAt();
    if (!isMine && !isPlan) {
      return false;
    }
    isPlan = true;
    if (isNode) {
      endNode();
      text(text, number);
    } else {
      detail(text, number);
    }
    return true;
  }

  private static boolean has(String text, String part) {
    return text.indexOf(part) >= 0;
  }

  private void text(String text, int number) {
    var scan = INDEX_ONLY.matcher(text);
    if (!scan.find()) {
      return;
    }
    var begun = new Node();
    var table = Optional.ofNullable(scan.group(1)).map(Relname::of);
    begun.schema = table.map(Relname::schema).orElse("");
    begun.table = table.map(Relname::name).orElse(Tables.UNNAMED);
    begun.line = number;
    actual(text, begun);
    node = begun;
  }

  private static void actual(String text, Node of) {
    var actual = ACTUAL.matcher(text);
    if (actual.find()) {
      of.rows = number(actual.group(1));
      // who leaves them out shortened a plan of one loop
      of.loops = actual.group(2) == null ? 1 : number(actual.group(2));
    } else if (has(text, "never executed")) {
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
      var scan = node == null ? new Node() : node;
      scan.fetches = number(fetched.group(1));
      scan.line = number;
      node = scan;
    }
    var removed = REMOVED.matcher(text);
    if (removed.lookingAt() && node != null) {
      node.removed += number(removed.group(1));
    }
  }

  private void json(String key, String value, int number) {
    if (key.equals("Node Type")) {
      endNode();
      if (value.equals("Index Only Scan")) {
        node = new Node();
        node.line = number;
      }
    }
    if (node == null) {
      return;
    }
    switch (key) {
      case "Schema" -> node.schema = value;
      case "Relation Name" -> node.table = value;
      case "Actual Rows" -> node.rows = number(value);
      case "Actual Loops" -> node.loops = number(value);
      case "Heap Fetches" -> {
        node.fetches = number(value);
        node.line = number;
      }
      case "Rows Removed by Filter", "Rows Removed by Index Recheck" ->
          node.removed += number(value);
      default -> {}
    }
  }

  private static double number(String text) {
    return Figures.number(text).orElse(Double.NaN);
  }

  private void endNode() {
    var ended = node;
    node = null;
    if (ended != null) {
      var name = ended.schema.isEmpty() ? ended.table : ended.schema + "." + ended.table;
      ended.scan().ifPresent(each -> scans.merge(name, each, Scan::and));
    }
  }

  /// The plan ends here.
  void finish() {
    endNode();
    isPlan = false;
    scans.forEach((name, scan) -> {
      var called = Relname.of(name);
      var entry = Entry.at(scan.line());
      put(entry, "heap_fetches", scan.fetches(), scan.line());
      scan.rows().ifPresent(rows -> put(entry, "index_only_rows", rows, scan.line()));
      gathered.see(Topic.TABLES);
      gathered.tables().add(called.schema(), called.name(), entry);
    });
    scans.clear();
  }

  private void put(Entry entry, String column, double figure, int line) {
    entry.put(column, Long.toString(Math.round(figure)), line);
    gathered.see(Topic.TABLES, column);
    read++;
  }
}
