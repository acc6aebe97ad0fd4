package org.vacuumadvisor.gui.xray;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.vacuumadvisor.page.HeapPage;
import org.vacuumadvisor.page.HeapTuple;
import org.vacuumadvisor.page.PageDefect;
import org.vacuumadvisor.page.report.FigureLines;
import org.vacuumadvisor.page.xray.Infomask;
import org.vacuumadvisor.page.xray.Item;

/// What there is to say about a page, or about a line pointer and its tuple.
///
/// @param title which it is
/// @param sentence what it means
record Details(String title, String sentence, List<Line> lines) {
  private static final int MOST_DEFECTS = 12;

  Details {
    lines = List.copyOf(lines);
  }

  /// A field by the name of PostgreSQL's headers, or a figure, its value, and what that says.
  record Line(String field, String value, String meaning) {}

  /// What a page holds.
  static Details of(XrayModel.Sight sight) {
    var page = sight.xray().page();
    var title = "Block " + sight.xray().block();
    if (!sight.defects().isEmpty()) {
      return new Details(title, DAMAGE, damage(sight.defects()));
    }
    if (page.isNew()) {
      return new Details(title, "New: it was added to the file and never used.", List.of());
    }
    return new Details(
        title,
        page.has(HeapPage.PD_ALL_VISIBLE)
            ? "PD_ALL_VISIBLE is set: everyone sees all its tuples; a vacuum can skip it."
            : "PD_ALL_VISIBLE is not set: the next vacuum has to look at it.",
        Stream.concat(
                FigureLines.ofPage(sight.xray()).stream()
                    .map(each -> new Line(each.name(), each.text(), "")),
                Stream.of(new Line("", "", READ)))
            .toList());
  }

  private static final String READ =
      "Point at a line pointer or a tuple, or use the arrow keys, to read its header.";

  private static final String DAMAGE =
      "Damaged. PostgreSQL never writes a page like this. Look for the cause before anything is"
          + " repaired: disk, file system, memory. A page that a running server was just writing"
          + " looks damaged, too: read it again.";

  private static List<Line> damage(List<PageDefect> defects) {
    return defects.stream()
        .limit(MOST_DEFECTS)
        .map(each -> new Line("", "", each.toString()))
        .toList();
  }

  /// What a line pointer leads to.
  static Details of(Item item, long block) {
    var title = "Line pointer " + item.number();
    return switch (item) {
      case Item.Unused _ ->
          new Details(
              title,
              "Unused: free for a new tuple.",
              List.of(new Line("lp_flags", "LP_UNUSED", "")));
      case Item.Dead _ ->
          new Details(
              title,
              "Its tuple is gone, but index entries may still lead here. VACUUM frees it after it"
                  + " has cleaned the indexes.",
              List.of(new Line("lp_flags", "LP_DEAD", "")));
      case Item.Redirect(_, int to) ->
          new Details(
              title,
              "Leads on to line pointer %d: the version that index entries name is gone, and what"
                      .formatted(to)
                  + " is left of its HOT chain begins there.",
              List.of(
                  new Line("lp_flags", "LP_REDIRECT", ""),
                  new Line("lp_off", String.valueOf(to), "the line pointer it leads to")));
      case Item.Row row -> new Details(title, sentence(row), lines(row, block));
    };
  }

  /// All of it as one text, for a screen reader.
  String spoken() {
    var text = new StringBuilder(title).append(". ").append(sentence);
    for (var line : lines) {
      Stream.of(line.field(), line.value(), line.meaning())
          .filter(each -> !each.isEmpty())
          .forEach(each -> text.append(' ').append(each));
    }
    return text.toString();
  }

  private static String sentence(Item.Row row) {
    var hot = row.tuple().isHeapOnly() ? " No index names it (heap-only)." : "";
    return switch (row.state()) {
      case LIVE -> (row.isFrozen() ? "Its tuple is live and frozen." : "Its tuple is live.") + hot;
      case DEAD ->
          (row.tuple().hasInvalidXmin()
                  ? "Its tuple is dead: the transaction that wrote it was rolled back."
                  : "Its tuple is dead: it was deleted or replaced.")
              + hot;
      case UNDETERMINED ->
          "Live or dead: no one has left a hint whether its transactions committed. Only pg_xact"
              + " knows."
              + hot;
    };
  }

  private static List<Line> lines(Item.Row row, long block) {
    var tuple = row.tuple();
    var lines = new ArrayList<Line>();
    lines.add(new Line("lp_flags", "LP_NORMAL", ""));
    lines.add(new Line("lp_off", String.valueOf(tuple.offset()), "its first byte"));
    lines.add(new Line("lp_len", String.valueOf(tuple.length()), "bytes, without padding"));
    lines.add(new Line("t_xmin", Integer.toUnsignedString(tuple.xmin()), xmin(tuple)));
    lines.add(new Line("t_xmax", Integer.toUnsignedString(tuple.xmax()), xmax(tuple)));
    lines.add(new Line("t_ctid", ctid(tuple), next(tuple, block)));
    lines.add(bits("t_infomask", tuple.infomask(), Infomask.ofInfomask(tuple)));
    lines.add(bits("t_infomask2", tuple.infomask2(), Infomask.ofInfomask2(tuple)));
    lines.add(new Line("attributes", String.valueOf(tuple.attributes()), "columns stored"));
    lines.add(new Line("t_hoff", String.valueOf(tuple.hoff()), "where its data begins"));
    return lines;
  }

  private static Line bits(String field, int value, List<String> names) {
    return new Line(field, "0x%04x".formatted(value), String.join("\n", names));
  }

  private static String xmin(HeapTuple tuple) {
    if (tuple.hasFrozenXmin()) {
      return "wrote it, long ago: frozen";
    }
    if (tuple.hasInvalidXmin()) {
      return "wrote it, and was rolled back";
    }
    return tuple.has(HeapTuple.HEAP_XMIN_COMMITTED)
        ? "wrote it, and committed"
        : "wrote it; no hint whether it committed";
  }

  private static String xmax(HeapTuple tuple) {
    if (tuple.xmax() == 0) {
      return "nobody deleted or locked it";
    }
    var who = tuple.has(HeapTuple.HEAP_XMAX_IS_MULTI) ? "a multixact that " : "";
    if (tuple.has(HeapTuple.HEAP_XMAX_INVALID)) {
      return who + "counts no more: rolled back, or a lock that was released";
    }
    if (tuple.isOnlyLocked()) {
      return who + "locked the row, and did not change it";
    }
    if (tuple.has(HeapTuple.HEAP_XMAX_IS_MULTI)) {
      return "a multixact: several transactions, one of which changed the row";
    }
    return tuple.has(HeapTuple.HEAP_XMAX_COMMITTED)
        ? "deleted or replaced it, and committed"
        : "deleted or replaced it; no hint whether it committed";
  }

  private static String ctid(HeapTuple tuple) {
    return "(%d,%d)".formatted(tuple.ctidBlock(), tuple.ctidNumber());
  }

  private static String next(HeapTuple tuple, long block) {
    boolean here = tuple.ctidBlock() == block;
    if (here && tuple.ctidNumber() == tuple.number()) {
      return "itself: there is no newer version";
    }
    return here ? "the next version, on this page" : "the next version, on another page";
  }
}
