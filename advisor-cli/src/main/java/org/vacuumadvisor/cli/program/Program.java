package org.vacuumadvisor.cli.program;

import org.vacuumadvisor.cli.output.Terminal;
import org.vacuumadvisor.config.Configuration;
import picocli.CommandLine.Model.CommandSpec;

/// The program that a command belongs to: what holds for all commands of a run. A command reaches
/// it as its parent.
public interface Program {
  /// What this run may draw on, without colour where the user wants none.
  Terminal terminal();

  /// What the user has written down for every run.
  Configuration configuration();

  /// The program that a command belongs to.
  static Program of(CommandSpec command) {
    return (Program) command.root().userObject();
  }
}
