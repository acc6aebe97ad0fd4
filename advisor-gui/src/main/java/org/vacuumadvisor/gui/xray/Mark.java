package org.vacuumadvisor.gui.xray;

import java.util.Locale;
import org.vacuumadvisor.page.xray.Stretch;

/// What bytes of a page look like, and what that means. Marks differ in pattern as well as in
/// colour.
enum Mark {
  HEADER("page header", "24 bytes: how far line pointers, free space and tuples reach, and flags."),
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
