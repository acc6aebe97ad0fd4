package org.vacuumadvisor.gui.xray;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Where the bytes of a page are in its picture.
///
/// @param rowBytes how many bytes a row has
/// @param left where rows begin
/// @param top where the first row begins
/// @param width of a row
/// @param pitch from the top of a row to the top of the next
/// @param between what of that is left free
record PageGrid(int rowBytes, double left, double top, double width, double pitch, double between) {
  private static final double EDGE = 1;

  /// Bytes of one row.
  ///
  /// @param isEnd whether the stretch they belong to ends with them
  record Box(double x, double y, double width, double height, boolean isEnd) {
    Box(double x, double y, double width, double height) {
      this(x, y, width, height, false);
    }

    /// With an edge to what follows.
    Box narrower() {
      return new Box(x, y, width - EDGE, height, isEnd);
    }
  }

  double y(int row) {
    return top + row * pitch;
  }

  double rowHeight() {
    return pitch - between;
  }

  /// The boxes of a stretch, one for each row it is in.
  List<Box> boxes(int from, int to) {
    var boxes = new ArrayList<Box>();
    for (int at = from; at < to; ) {
      int row = at / rowBytes;
      int end = Math.min(to, (row + 1) * rowBytes);
      boxes.add(
          new Box(
              left + width * (at - row * rowBytes) / rowBytes,
              y(row),
              width * (end - at) / rowBytes,
              rowHeight(),
              end == to));
      at = end;
    }
    return boxes;
  }

  /// The byte at a place; empty beside the rows and between them.
  Optional<Integer> byteAt(double x, double y) {
    int row = (int) Math.floor((y - top) / pitch);
    int column = (int) Math.floor((x - left) / width * rowBytes);
    boolean inside =
        row >= 0 && column >= 0 && column < rowBytes && y - y(row) <= rowHeight() && x >= left;
    return inside ? Optional.of(row * rowBytes + column) : Optional.empty();
  }
}
