package org.vacuumadvisor.page.xray;

import java.util.ArrayList;
import java.util.List;
import org.vacuumadvisor.page.HeapPage;
import org.vacuumadvisor.page.LinePointer;

/// The picture of a page while it is drawn, from its first byte to its last: whatever is left out
/// between tuples becomes a gap.
final class Picture {
  private final int size;
  private final List<Stretch> stretches = new ArrayList<>();
  private int end = HeapPage.HEADER_SIZE;

  /// @param size of the page in bytes
  Picture(int size) {
    this.size = size;
    stretches.add(new Stretch(Stretch.Kind.HEADER, 0, end));
  }

  void pointer(Stretch.Kind kind, int number) {
    stretches.add(new Stretch(kind, end, end + LinePointer.SIZE, number));
    end += LinePointer.SIZE;
  }

  /// Space up to where tuples begin.
  void free(int upper) {
    fill(Stretch.Kind.FREE, upper);
  }

  /// A tuple with its padding. Of tuples that share bytes the first keeps them.
  void tuple(Stretch.Kind kind, int offset, int length, int number) {
    int from = Math.max(end, offset);
    int to = Math.min(size, offset + length + 7 & ~7);
    fill(Stretch.Kind.GAP, from);
    if (to > from) {
      stretches.add(new Stretch(kind, from, to, number));
      end = to;
    }
  }

  List<Stretch> finished(int special) {
    fill(Stretch.Kind.GAP, special);
    fill(Stretch.Kind.SPECIAL, size);
    return stretches;
  }

  private void fill(Stretch.Kind kind, int to) {
    if (to > end) {
      stretches.add(new Stretch(kind, end, to));
      end = to;
    }
  }
}
