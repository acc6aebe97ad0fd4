package org.vacuumadvisor.cli.install;

import java.util.concurrent.Callable;
import org.vacuumadvisor.cli.program.ExitStatus;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// Prints a completion script for a shell.
@Command(name = "generate-completion")
public final class CompletionCommand implements Callable<Integer> {
  @Spec private CommandSpec command;

  @Override
  public Integer call() {
    var program = command.root();
    command.commandLine().getOut().print(AutoComplete.bash(program.name(), program.commandLine()));
    return ExitStatus.FINE;
  }
}
