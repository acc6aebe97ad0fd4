package org.vacuumadvisor.mcp;

import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/// What an assistant is given.
///
/// @param program runs commands of the command line
/// @param connections names that the configuration file has: nothing else is connected to
/// @param archive what `watch` and `ingest` filled
/// @param plan what `advise --save-plan` wrote
/// @param isAnonymized whether names of tables, roles and databases stay here
/// @param version of the program
public record Assistant(
    Program program,
    SortedSet<String> connections,
    Optional<Path> archive,
    Optional<Path> plan,
    boolean isAnonymized,
    String version) {
  public Assistant {
    connections = Collections.unmodifiableSortedSet(new TreeSet<>(connections));
  }

  /// The commands of the command line, in this process.
  @FunctionalInterface
  public interface Program {
    Outcome run(List<String> arguments);
  }

  /// What came of a command.
  ///
  /// @param status its exit status
  /// @param output what it printed as a result
  /// @param messages what it said beside it; passwords are masked
  public record Outcome(int status, String output, String messages) {}
}
