package org.vacuumadvisor.page.xray;

import java.util.ArrayList;
import java.util.List;
import org.vacuumadvisor.page.HeapPage;
import org.vacuumadvisor.page.HeapTuple;

/// A line pointer and what it leads to.
public sealed interface Item {
  /// Of the line pointer, from 1.
  int number();

  /// Free for a new tuple.
  record Unused(int number) implements Item {}

  /// Leads to another line pointer of the page: what is left of the beginning of a HOT chain.
  record Redirect(int number, int to) implements Item {}

  /// The tuple is gone; index entries may still lead here.
  record Dead(int number) implements Item {}

  /// A tuple.
  record Row(HeapTuple tuple, TupleState state) implements Item {
    @Override
    public int number() {
      return tuple.number();
    }

    /// Whether no transaction ID in it means anything any more.
    public boolean isFrozen() {
      return TupleState.isFrozen(tuple);
    }
  }

  /// All of a page, in the order of their numbers.
  ///
  /// @throws org.vacuumadvisor.page.CorruptPageException if one leads out of the page
  static List<Item> of(HeapPage page) {
    var items = new ArrayList<Item>();
    for (int number = 1; number <= page.linePointers(); number++) {
      var pointer = page.linePointer(number);
      items.add(
          switch (pointer.state()) {
            case LP_UNUSED -> new Unused(number);
            case LP_REDIRECT -> new Redirect(number, pointer.offset());
            case LP_DEAD -> new Dead(number);
            case LP_NORMAL -> {
              var tuple = page.tuple(number);
              yield new Row(tuple, TupleState.of(tuple));
            }
          });
    }
    return items;
  }
}
