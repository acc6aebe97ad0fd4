package org.vacuumadvisor.source.paste;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
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
  private final List<Scan> scans = new ArrayList<>();

  private @Nullable Scan open;

  private boolean isPlan;

  /// An index-only scan; NaN is what was not shown.
  private static final class Scan {
    private final Relname table;
    private double rows = Double.NaN;
    private double loops = Double.NaN;
    private double removed;
    private double fetches = Double.NaN;
    private int line;

    Scan(@Nullable String table) {
      this.table = Relname.of(table == null ? Tables.UNNAMED : table);
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
      var fetched = FETCHES.matcher(text);
      if (fetched.lookingAt()) {
        fetches = number(fetched.group(1));
        line = number;
      }
      var filtered = REMOVED.matcher(text);
      removed += filtered.lookingAt() ? number(filtered.group(1)) : 0;
    }

    double allRows() {
      return (rows + removed) * loops;
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

  boolean take(Line line) {
    var text = line.text().strip();
    boolean isNode =
        text.startsWith("->") || text.contains(" Scan using ") || text.contains("(cost=");
    boolean isFetched = FETCHES.matcher(text).lookingAt();
    if (!PLAN_LINE.matcher(text).matches() || !(isNode || isPlan || isFetched)) {
      return false;
    }
    isPlan = true;
    var scan = INDEX_ONLY.matcher(text);
    if (isNode) {
      open = scan.find() ? begin(scan.group(1)) : null;
    } else if (open == null && isFetched) {
      open = begin(null);
    }
    if (open != null) {
      open.see(text, line.number());
    }
    return true;
  }

  private Scan begin(@Nullable String table) {
    scans.add(new Scan(table));
    return scans.getLast();
  }

  void finish() {
    open = null;
    isPlan = false;
    scans.stream()
        .filter(each -> !Double.isNaN(each.fetches) && each.loops != 0)
        .collect(Collectors.groupingBy(each -> each.table, LinkedHashMap::new, Collectors.toList()))
        .forEach((table, all) -> {
          var entry = Entry.at(all.getFirst().line);
          put(entry, "heap_fetches", all, each -> each.fetches);
          put(entry, "index_only_rows", all, Scan::allRows);
          gathered.table(table, entry);
        });
    scans.clear();
  }

  private void put(Entry entry, String column, List<Scan> scans, ToDoubleFunction<Scan> figure) {
    double sum = scans.stream().mapToDouble(figure).sum();
    if (!Double.isNaN(sum)) {
      entry.put(column, Long.toString(Math.round(sum)));
      gathered.figures++;
    }
  }
}
