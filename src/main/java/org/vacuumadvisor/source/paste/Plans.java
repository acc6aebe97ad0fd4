package org.vacuumadvisor.source.paste;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// What `EXPLAIN (ANALYZE)` shows of the scans of a table, as text: the rows they met, and how
/// often they had to visit it for them.
///
/// Rows of a node are an average over its loops, what it visits is a sum (explain.c). Scans of one
/// kind in one plan add up; of several plans that with the most visits counts, until somebody
/// speaks of a vacuum.
final class Plans {
  private static final Pattern PLAN_LINE = Forms.of("plans-line");
  private static final Pattern SCAN = Forms.of("plans-scan");
  private static final Pattern ACTUAL = Forms.of("plans-actual");
  private static final Pattern VISITS = Forms.of("plans-visits");
  private static final Pattern NUMBER = Pattern.compile("[0-9]+");
  private static final Pattern REMOVED = Forms.of("plans-removed");

  /// Pages of an index that a scan reads on its way to the first entry, at the most.
  private static final double DESCENT = 6;

  private final PastedFacts gathered;
  private final List<Scan> scans = new ArrayList<>();

  private @Nullable Scan open;

  private boolean isPlan;

  /// Whether a vacuum was spoken of since the last plan.
  private boolean isVacuumed;

  /// What tells of the visits of a scan, and the columns for them and for the rows; by its kind.
  private record Kind(String detail, String visits, String rows) {
    static final Kind INDEX_ONLY = new Kind("Heap Fetches", "heap_fetches", "index_only_rows");
    static final Kind OTHER = new Kind("Buffers", "scan_buffers", "buffered_rows");
    static final Map<String, Kind> OF =
        Map.of(
            "Index Only",
            INDEX_ONLY,
            "Bitmap Heap",
            new Kind("Heap Blocks", "bitmap_blocks", "bitmap_rows"));
  }

  private record Way(Relname table, Kind kind) {}

  /// A scan; NaN is what was not shown.
  private static final class Scan {
    private final Way way;
    private double rows = Double.NaN;
    private double loops = Double.NaN;
    private double removed;
    private double visits = Double.NaN;
    private int line;

    Scan(Kind kind, @Nullable String table) {
      way = new Way(Relname.of(table == null ? Tables.UNNAMED : table), kind);
    }

    void see(String text, int number) {
      var actual = ACTUAL.matcher(text);
      if (Double.isNaN(rows) && actual.find()) {
        rows = number(actual.group(1));
        // who leaves them out shortened a plan of one loop
        loops = actual.group(2) == null ? 1 : number(actual.group(2));
      } else if (text.contains("never executed")) {
        loops = 0;
      }
      var visited = VISITS.matcher(text);
      if (visited.lookingAt() && visited.group(1).equals(way.kind().detail())) {
        visits =
            NUMBER.matcher(visited.group(2)).results().mapToDouble(it -> number(it.group())).sum();
        line = number;
      }
      var filtered = REMOVED.matcher(text);
      removed += filtered.lookingAt() ? number(filtered.group(1)) : 0;
    }

    boolean isShown() {
      return !Double.isNaN(visits)
          && loops != 0
          && (way.kind().equals(Kind.INDEX_ONLY) || !Double.isNaN(rows));
    }

    double allRows() {
      return (rows + removed) * loops;
    }

    double allVisits() {
      return way.kind().equals(Kind.OTHER) ? Math.max(0, visits - DESCENT * loops) : visits;
    }

    private static double number(String text) {
      return Numbers.number(text).orElse(Double.NaN);
    }
  }

  Plans(PastedFacts gathered) {
    this.gathered = gathered;
  }

  /// Whether a table is a plan, whose rows are lines of it.
  static boolean isHeader(List<String> header) {
    return header.size() == 1 && header.getFirst().equalsIgnoreCase("query plan");
  }

  /// Whether somebody vacuums, or tells of it: what had to be visited before may not be after it.
  void see(String text) {
    isVacuumed |= text.toLowerCase(Locale.ROOT).contains("vacuum");
  }

  boolean take(Line line) {
    var text = line.text().strip();
    var scan = SCAN.matcher(text);
    boolean isScan = scan.find();
    boolean isNode = isScan || text.startsWith("->") || text.contains("(cost=");
    boolean isFetched = text.startsWith(Kind.INDEX_ONLY.detail() + ": ");
    if (!PLAN_LINE.matcher(text).matches() || !(isNode || isPlan || isFetched)) {
      see(text);
      return false;
    }
    isPlan = true;
    if (isNode) {
      open = isScan ? begin(Kind.OF.getOrDefault(scan.group(1), Kind.OTHER), scan.group(2)) : null;
    } else if (text.contains("SubPlan")) {
      // its visits are counted with those of the scan
      open = null;
    } else if (open == null && isFetched) {
      open = begin(Kind.INDEX_ONLY, null);
    }
    if (open != null) {
      open.see(text, line.number());
    }
    return true;
  }

  private Scan begin(Kind kind, @Nullable String table) {
    scans.add(new Scan(kind, table));
    return scans.getLast();
  }

  void finish() {
    open = null;
    isPlan = false;
    var ways =
        scans.stream()
            .filter(Scan::isShown)
            .collect(
                Collectors.groupingBy(each -> each.way, LinkedHashMap::new, Collectors.toList()));
    ways.forEach(this::finish);
    isVacuumed &= ways.isEmpty();
    scans.clear();
  }

  private void finish(Way way, List<Scan> all) {
    double visits = all.stream().mapToDouble(Scan::allVisits).sum();
    double rows = all.stream().mapToDouble(Scan::allRows).sum();
    var before =
        gathered.tables.named(way.table()).flatMap(each -> each.entry().value(way.kind().visits()));
    if (isVacuumed || before.filter(each -> Double.parseDouble(each) > visits).isEmpty()) {
      var entry =
          Entry.at(all.getFirst().line, way.kind().visits(), Long.toString(Math.round(visits)));
      if (!Double.isNaN(rows)) {
        entry.put(way.kind().rows(), Long.toString(Math.round(rows)));
      }
      gathered.table(way.table(), entry);
    }
    gathered.figures += Double.isNaN(rows) ? 1 : 2;
  }
}
