package org.vacuumadvisor.gui.xray;

import static org.vacuumadvisor.unit.Quantities.count;
import static org.vacuumadvisor.unit.Quantities.counted;

import java.util.ArrayList;
import java.util.List;
import org.vacuumadvisor.page.HeapPage;
import org.vacuumadvisor.page.xray.Census;
import org.vacuumadvisor.page.xray.Figure;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.unit.Share;

/// What a page holds, in sentences.
final class PageWords {
  private static final int MOST_DEFECTS = 12;

  private PageWords() {}

  static List<String> of(XrayModel.Sight sight) {
    var page = sight.xray().page();
    if (!sight.defects().isEmpty()) {
      return damage(sight);
    }
    if (page.isNew()) {
      return List.of("New: it was added to the file and never used.");
    }
    var census = sight.xray().census();
    var words = new ArrayList<String>();
    words.add(
        "%s and %s%s, on %s."
            .formatted(
                counted(census.of(Figure.LIVE_TUPLES), "live tuple"),
                counted(census.of(Figure.DEAD_TUPLES), "dead one"),
                census.isDetermined()
                    ? ""
                    : ", and %s of which only pg_xact knows"
                        .formatted(count(census.of(Figure.UNDETERMINED_TUPLES))),
                new Bytes(page.size())));
    words.add(
        "%s: %s to tuples, %s redirected, %s dead, %s unused."
            .formatted(
                counted(census.pointers(), "line pointer"),
                count(census.of(Figure.NORMAL_POINTERS)),
                count(census.of(Figure.REDIRECTED_POINTERS)),
                count(census.of(Figure.DEAD_POINTERS)),
                count(census.of(Figure.UNUSED_POINTERS))));
    words.add(
        "Free for new tuples: %s (%s)."
            .formatted(
                new Bytes(census.of(Figure.USABLE_BYTES)),
                Share.of(census.of(Figure.USABLE_BYTES), page.size())));
    words.add(vacuum(census, page));
    words.add(
        page.has(HeapPage.PD_ALL_VISIBLE)
            ? "PD_ALL_VISIBLE is set: everyone sees all its tuples; a vacuum can skip it."
            : "PD_ALL_VISIBLE is not set: the next vacuum has to look at it.");
    words.add("Point at a line pointer or a tuple, or use the arrow keys, to read its header.");
    return words;
  }

  private static String vacuum(Census census, HeapPage page) {
    long freed = census.of(Figure.VACUUM_FREES_BYTES);
    long pointers = census.of(Figure.VACUUM_FREES_POINTERS);
    if (freed == 0 && pointers == 0) {
      return "A VACUUM would free nothing here.";
    }
    return "A VACUUM would free %s (%s) and %s, and move %s for it."
        .formatted(
            new Bytes(freed),
            Share.of(freed, page.size()),
            counted(pointers, "line pointer"),
            counted(census.of(Figure.COMPACTION_MOVES_TUPLES), "tuple"));
  }

  private static List<String> damage(XrayModel.Sight sight) {
    var words = new ArrayList<String>();
    words.add("Damaged. PostgreSQL never writes a page like this:");
    sight.defects().stream().limit(MOST_DEFECTS).forEach(each -> words.add(each.toString()));
    if (sight.defects().size() > MOST_DEFECTS) {
      words.add("And %d more.".formatted(sight.defects().size() - MOST_DEFECTS));
    }
    words.add(
        "Look for the cause before anything is repaired: disk, file system, memory. A page that a"
            + " running server was just writing looks damaged, too: read it again.");
    return words;
  }
}
