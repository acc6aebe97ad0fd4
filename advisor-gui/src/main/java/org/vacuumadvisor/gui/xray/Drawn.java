package org.vacuumadvisor.gui.xray;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.vacuumadvisor.page.xray.Item;
import org.vacuumadvisor.page.xray.Stretch;

/// A page as it is shown: after some step of its vacuum.
///
/// @param size in bytes
/// @param stretches from its first byte to its last
/// @param items its line pointers then
/// @param arrived line pointers whose tuples came to their place in that step
record Drawn(int size, List<Stretch> stretches, List<Item> items, List<Integer> arrived) {
  static final Drawn NOTHING = new Drawn(0, List.of(), List.of(), List.of());

  Drawn {
    stretches = List.copyOf(stretches);
    items = List.copyOf(items);
    arrived = List.copyOf(arrived);
  }

  Mark mark(Stretch stretch) {
    var mark = Mark.of(stretch.kind());
    return mark == Mark.LIVE && isHeapOnly(stretch.pointer()) ? Mark.HOT : mark;
  }

  /// The marks that are to be seen, in the order of a legend.
  Set<Mark> marks() {
    var marks = EnumSet.noneOf(Mark.class);
    stretches.forEach(each -> marks.add(mark(each)));
    return marks;
  }

  Optional<Item> item(int pointer) {
    return pointer >= 1 && pointer <= items.size()
        ? Optional.of(items.get(pointer - 1))
        : Optional.empty();
  }

  /// Where the tuple of a line pointer lies; empty if it has none.
  Optional<Stretch> tuple(int pointer) {
    return stretches.stream()
        .filter(each -> each.pointer() == pointer && !Mark.of(each.kind()).isPointer())
        .findFirst();
  }

  /// The stretch that a byte belongs to.
  Optional<Stretch> at(int offset) {
    return stretches.stream()
        .filter(each -> each.from() <= offset && offset < each.to())
        .findFirst();
  }

  /// The line pointer itself, and all that belongs to the same row on this page: where a redirect
  /// leads, older and newer versions of a HOT chain.
  List<Integer> chain(int pointer, long block) {
    var chain = new ArrayList<Integer>();
    int root = pointer;
    for (int step = 0; step < items.size(); step++) {
      var before = before(root, block);
      if (before == 0 || before == pointer) {
        break;
      }
      root = before;
    }
    while (root != 0 && !chain.contains(root)) {
      chain.add(root);
      root = next(root, block);
    }
    return chain;
  }

  private int before(int pointer, long block) {
    return items.stream()
        .map(Item::number)
        .filter(each -> each != pointer && next(each, block) == pointer)
        .findFirst()
        .orElse(0);
  }

  /// The line pointer of the next version on this page; 0 if there is none.
  private int next(int pointer, long block) {
    return switch (item(pointer).orElse(new Item.Unused(pointer))) {
      case Item.Redirect(_, int to) -> to;
      case Item.Row row when row.tuple().isHotUpdated() && row.tuple().ctidBlock() == block ->
          row.tuple().ctidNumber();
      case Item.Row _, Item.Dead _, Item.Unused _ -> 0;
    };
  }

  private boolean isHeapOnly(int pointer) {
    return item(pointer)
        .map(item -> item instanceof Item.Row row && row.tuple().isHeapOnly())
        .orElse(false);
  }

  /// What bytes of a page look like, and what that means. Marks differ in pattern as well as in
  /// colour.
  enum Mark {
    HEADER(
        "page header", "24 bytes: how far line pointers, free space and tuples reach, and flags."),
    POINTER("line pointer", "LP_NORMAL: says where a tuple begins and how long it is."),
    REDIRECTED_POINTER(
        "redirected",
        "LP_REDIRECT: leads index entries on to the line pointer of what is left of a HOT chain."),
    DEAD_POINTER(
        "dead line pointer",
        "LP_DEAD: the tuple is gone, but index entries still name it. VACUUM frees it once they are"
            + " gone, too."),
    UNUSED_POINTER("unused", "LP_UNUSED: free for a new tuple."),
    FREE("free", "Between line pointers and tuples: here new ones go."),
    LIVE("live tuple", "A row version that is neither deleted nor replaced."),
    HOT(
        "live, heap-only",
        "A live version that no index names (HOT): one gets to it through an older version, or a"
            + " redirected line pointer."),
    DEAD("dead tuple", "Deleted, replaced, or of a transaction that was rolled back."),
    UNDETERMINED(
        "live or dead",
        "Nobody has left a hint in it whether its transactions committed; only pg_xact knows."),
    GAP("gap", "Nothing points here; compaction closes it."),
    SPECIAL("special space", "Belongs to indexes; a table has none."),
    DAMAGED("damaged", "The page contradicts itself; nothing in it can be relied on.");

    /// What a legend calls it.
    final String word;

    /// One sentence.
    final String meaning;

    Mark(String word, String meaning) {
      this.word = word;
      this.meaning = meaning;
    }

    /// Of a stretch that no tuple tells more about: it has the name of its kind.
    static Mark of(Stretch.Kind kind) {
      return valueOf(kind.name());
    }

    String style() {
      return "mark-" + name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    boolean isPointer() {
      return switch (this) {
        case POINTER, REDIRECTED_POINTER, DEAD_POINTER, UNUSED_POINTER -> true;
        case HEADER, FREE, LIVE, HOT, DEAD, UNDETERMINED, GAP, SPECIAL, DAMAGED -> false;
      };
    }
  }
}
