package org.vacuumadvisor.cli.install;

import java.util.Locale;
import java.util.concurrent.Callable;
import org.vacuumadvisor.cli.program.ExitStatus;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// Prints a completion script for a shell.
@Command(
    name = "generate-completion",
    description = "Print a script that completes commands and options in bash, zsh or fish.",
    footer = {
      "",
      "Examples:",
      "  source <(vacuum-advisor generate-completion)    # bash, and zsh after bashcompinit",
      "  vacuum-advisor generate-completion fish > ~/.config/fish/completions/vacuum-advisor.fish"
    })
public final class CompletionCommand implements Callable<Integer> {
  /// The shells that scripts are for.
  enum Shell {
    BASH,
    ZSH,
    FISH;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  @Spec private CommandSpec command;

  @Parameters(
      paramLabel = "SHELL",
      arity = "0..1",
      defaultValue = "bash",
      description = "${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
  private Shell shell;

  @Override
  public Integer call() {
    var program = command.root();
    var script =
        switch (shell) {
          case BASH, ZSH -> AutoComplete.bash(program.name(), program.commandLine());
          case FISH -> new FishCompletion(program).text();
        };
    command.commandLine().getOut().print(script);
    return ExitStatus.FINE;
  }
}
