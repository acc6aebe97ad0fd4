package org.vacuumadvisor.source.paste;

import java.util.List;
import org.vacuumadvisor.source.paste.table.Line;

/// One way in which something is shown: tables of a kind, names with values, plans, statements.
interface Shape {
  /// Reads what begins in a line.
  ///
  /// @return the index of the line after it; `at` if it is none
  int read(List<Line> lines, int at);

  /// A shape of one line.
  static Shape ofLine(OneLine line) {
    return (lines, at) -> line.takes(lines.get(at)) ? at + 1 : at;
  }

  /// Takes a line, or says that it is none.
  interface OneLine {
    boolean takes(Line line);
  }
}
