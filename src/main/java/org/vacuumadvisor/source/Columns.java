package org.vacuumadvisor.source;

import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.vacuumadvisor.model.Reading;

/// The names of a row set's columns, in order. Rows share them.
///
/// @param absent why a column that is asked for may not be here: an older server for a live survey,
///   not collected for pasted text
public record Columns(List<String> names, Map<String, Integer> positions, Reading.Why absent) {

  public Columns {
    names = List.copyOf(names);
    // For each cell of each row a name is looked up: a HashMap takes half the time of Map.copyOf().
    positions = Collections.unmodifiableMap(new HashMap<>(positions));
  }

  /// Of two columns with one name the first counts.
  public static Columns of(List<String> names, Reading.Why absent) {
    var positions = new HashMap<String, Integer>();
    for (int at = 0; at < names.size(); at++) {
      positions.putIfAbsent(names.get(at), at);
    }
    return new Columns(names, positions, absent);
  }

  /// Where a column stands in a row, from 0; -1 if it is not there.
  public int position(String name) {
    return positions.getOrDefault(name, -1);
  }
}
