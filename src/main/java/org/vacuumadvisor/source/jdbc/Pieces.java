package org.vacuumadvisor.source.jdbc;

import java.util.ArrayList;
import java.util.List;

/// The pieces of a topic that may have a hundred thousand rows: ranges of OIDs of `pg_class`, each
/// read with a statement and a snapshot of its own. So no snapshot is held for long, no statement
/// runs into a timeout because there are many tables, and no more than the rows of a piece are in
/// memory besides the model.
///
/// @param bounds the last OID of each piece but the last one, ascending
record Pieces(List<String> bounds) {
  /// The whole, and the last OIDs of its pieces of 16,384 relations: a piece takes about a tenth of
  /// a second, and some MB of memory.
  static final String BOUNDS =
      "SELECT c.oid FROM (SELECT oid, pg_catalog.row_number() OVER (ORDER BY oid) AS n"
          + " FROM pg_catalog.pg_class) c WHERE c.n % 16384 = 0 ORDER BY c.oid";

  static final Pieces WHOLE = new Pieces(List.of());

  /// What the statements say of all OIDs there may be.
  private static final String ALL = "BETWEEN '0' AND '4294967295'";

  private static final String FIRST = "0";
  private static final String LAST = "4294967295";

  Pieces {
    bounds = List.copyOf(bounds);
  }

  static boolean canBeCut(String text) {
    return text.contains(ALL);
  }

  /// The statements that read it.
  List<String> of(String text) {
    var texts = new ArrayList<String>();
    var from = FIRST;
    for (var last : bounds) {
      texts.add(text.replace(ALL, between(from, last)));
      from = Long.toString(Long.parseLong(last) + 1);
    }
    texts.add(text.replace(ALL, between(from, LAST)));
    return texts;
  }

  private static String between(String from, String to) {
    return "BETWEEN '%s' AND '%s'".formatted(from, to);
  }
}
