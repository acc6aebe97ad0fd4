package org.vacuumadvisor.cli.program;

import org.vacuumadvisor.cli.output.ProgressBar;
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

  /// The program that a command belongs to; options that are part of others ask by those.
  static Program of(CommandSpec command) {
    return (Program) command.commandLine().getCommandSpec().root().userObject();
  }

  /// Tells the user of a command something beside its result.
  static void tell(CommandSpec command, String what) {
    var error = command.commandLine().getErr();
    error.println("vacuum-advisor: " + what);
    error.flush();
  }

  /// What draws how far a command has come.
  static ProgressBar progress(CommandSpec command) {
    return new ProgressBar(command.commandLine().getErr(), of(command).terminal());
  }
}
