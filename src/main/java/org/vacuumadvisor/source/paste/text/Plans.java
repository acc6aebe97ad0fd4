package org.vacuumadvisor.source.paste.text;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.source.Topic;
import org.vacuumadvisor.source.paste.table.Figures;
import org.vacuumadvisor.source.paste.table.Grid;
import org.vacuumadvisor.source.paste.table.Line;
import org.vacuumadvisor.source.paste.thing.Entry;
import org.vacuumadvisor.source.paste.thing.Gathered;
import org.vacuumadvisor.source.paste.thing.Relname;
import org.vacuumadvisor.source.paste.thing.Tables;

/// What `EXPLAIN (ANALYZE)` shows of index-only scans, as text, JSON, YAML or XML: the rows they
/// returned, and how many of them had to be looked up in the heap because their page was not
/// all-visible.
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
  private static final String NODE_TYPE = "Node Type";

  /// How `EXPLAIN (FORMAT …)` writes a plan for programs: a member and its value on a line.
  private enum Notation {
    JSON(
        "\"%s\": \"?([^\",]{1,130})\"?,?",
        "\"[A-Z][A-Za-z /-]{1,40}\": .{0,4000}|[\\[\\]{}]{1,4},?"),
    XML("<%s>([^<>]{1,130})</[A-Za-z-]{1,40}>", "</?[A-Za-z][^<>]{0,200}>(?:.{0,4000}>)?"),
    YAML(
        "(?:- )?%s: \"?([^\"]{1,130})\"?",
        "(?:- )?[A-Z][A-Za-z /-]{1,40}:(?: .{0,4000})?|- .{1,4000}");

    private final Pattern member;
    private final Pattern line;

    Notation(String member, String line) {
      this.member =
          Pattern.compile(
              member.formatted(
                  "(Node[ -]Type|Schema|Relation[ -]Name|Actual[ -]Rows|Actual[ -]Loops"
                      + "|Heap[ -]Fetches|Rows[ -]Removed[ -]by[ -](?:Filter|Index[ -]Recheck))"));
      this.line = Pattern.compile(line);
    }

    /// Whether it cannot be taken for a line of a plan in words.
    boolean isPlain() {
      return this != YAML;
    }
  }

  private final Gathered gathered;
  private final Map<String, Scan> scans = new LinkedHashMap<>();
  private @Nullable Node node;
  private boolean isPlan;
  private @Nullable Notation notation;
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
    if (takeMember(text, number)) {
      return true;
    }
    boolean isLine = PLAN_LINE.matcher(text).matches();
    if (!isLine) {
      return isPlan
          && Stream.of(Notation.values())
              .filter(Notation::isPlain)
              .anyMatch(each -> each.line.matcher(text).matches());
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

  /// Takes a line of a plan that was written for programs: from the type of its first node on.
  private boolean takeMember(String text, int number) {
    if (text.equals("- Plan:")) {
      isPlan = true;
      notation = Notation.YAML;
    }
    for (var each : Notation.values()) {
      var member = each.member.matcher(text);
      if (member.matches()) {
        var key = member.group(1).replace('-', ' ');
        if (key.equals(NODE_TYPE)) {
          isPlan = true;
          notation = each;
        }
        if (notation == each) {
          member(key, member.group(2), number);
        }
      }
    }
    return notation != null && notation.line.matcher(text).matches();
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

  private void member(String key, String value, int number) {
    if (key.equals(NODE_TYPE)) {
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
    notation = null;
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
