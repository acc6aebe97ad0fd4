package org.vacuumadvisor.gui.xray;

import static org.vacuumadvisor.unit.Quantities.counted;

import java.util.ArrayList;
import java.util.List;
import org.vacuumadvisor.page.CompactionMethod;
import org.vacuumadvisor.page.xray.PageWalk.Deed;
import org.vacuumadvisor.unit.Bytes;

/// What happens to a page in a step of its vacuum, in a sentence.
final class DeedWords {
  private DeedWords() {}

  static String of(Deed deed, CompactionMethod method) {
    return switch (deed) {
      case Deed.AsItIs _ ->
          "The page as it is. What would a VACUUM do, if no old snapshot needs its dead tuples?";
      case Deed.Pruned pruned -> pruned(pruned);
      case Deed.SetAside(int tuples, int bytes) ->
          switch (method) {
            case SORTED, SORT_FREE ->
                "The tuples lie in another order than their line pointers. The %s that have to move"
                        .formatted(counted(tuples, "tuple"))
                    + " (%s) are copied to a scratch page.".formatted(new Bytes(bytes));
            case STRIDE ->
                "%s (%s) are gathered on a scratch page, in the order of their line pointers."
                    .formatted(counted(tuples, "tuple"), new Bytes(bytes));
          };
      case Deed.Moved moved -> moved(moved);
      case Deed.Compacted(int free) ->
          "Compacted: %s of free space, all in one piece.".formatted(new Bytes(free));
      case Deed.Swept(int pointers, int cutOff) ->
          "The indexes are clean: %s become unused%s"
              .formatted(
                  counted(pointers, "dead line pointer"),
                  cutOff > 0
                      ? ", and the last %s are cut off.".formatted(counted(cutOff, "line pointer"))
                      : ".");
    };
  }

  private static String pruned(Deed.Pruned pruned) {
    var became = new ArrayList<String>();
    add(became, pruned.redirected(), "redirected");
    add(became, pruned.dead(), "dead until the indexes are clean");
    add(became, pruned.unused(), "unused, since no index ever knew of it");
    return "Pruning drops dead tuples of %s. Line pointers: %s."
        .formatted(new Bytes(pruned.bytes()), String.join("; ", became));
  }

  private static void add(List<String> became, int count, String what) {
    if (count > 0) {
      became.add(count + " " + what);
    }
  }

  private static String moved(Deed.Moved moved) {
    int tuples = moved.pointers().size();
    var pointers =
        tuples == 1
            ? "line pointer " + moved.pointers().getFirst()
            : "line pointers %d to %d"
                .formatted(moved.pointers().getFirst(), moved.pointers().getLast());
    return "%s (%s) to byte %d: %s in one copy."
        .formatted(
            counted(tuples, "tuple") + (tuples == 1 ? " moves" : " move"),
            pointers,
            moved.to(),
            new Bytes(moved.bytes()));
  }
}
