package org.vacuumadvisor.source.paste;

import java.util.List;
import java.util.Optional;

/// The ways in which tables are written, in the order in which they are tried.
final class TableShapes {
  private TableShapes() {}

  /// One of them: the table that begins in a line, if one does.
  interface TableShape {
    Optional<Grid> at(List<Line> lines, int at);
  }

  /// Those that show that they are tables.
  static final List<TableShape> DRAWN =
      List.of(ExpandedTables::at, AlignedTables::at, JsonTables::at);

  /// Those of which only the names of columns tell it; a statement may look like one.
  static final List<TableShape> BARE =
      List.of(
          (lines, at) ->
              PlainRecords.isRecord(lines, at) ? PlainRecords.at(lines, at) : Optional.empty(),
          (lines, at) ->
              PlainRecords.isRecord(lines, at) ? Optional.empty() : DelimitedTables.at(lines, at),
          PlainRecords::at);
}
