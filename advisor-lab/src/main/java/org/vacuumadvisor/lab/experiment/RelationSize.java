package org.vacuumadvisor.lab.experiment;

import java.util.OptionalLong;

/// How large a table or an index was when a trial ended.
///
/// @param name as the server has it, not quoted
/// @param bytes of its main file
/// @param rebuiltBytes what REINDEX made of an index; empty for tables, and where it was not tried
public record RelationSize(String name, long bytes, OptionalLong rebuiltBytes) {

  /// What it takes beyond what its keys need; 0 where that was not measured.
  public long wasted() {
    return rebuiltBytes.isPresent() ? Math.max(0, bytes - rebuiltBytes.getAsLong()) : 0;
  }
}
