package org.vacuumadvisor.cli.install;

import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.vacuumadvisor.cli.output.OutputFile;
import org.vacuumadvisor.cli.program.ExitStatus;
import org.vacuumadvisor.cli.program.ProgramVersion;
import org.vacuumadvisor.source.SourceException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// Writes the manual pages of all commands, for packages.
@Command(name = "generate-man-pages", hidden = true)
public final class ManPagesCommand implements Callable<Integer> {
  @Spec private CommandSpec command;

  @Parameters(paramLabel = "DIRECTORY", descriptionKey = "DIRECTORY")
  private Path directory;

  @Override
  public Integer call() throws SourceException {
    var program = command.root();
    var commands =
        Stream.concat(
            Stream.of(program),
            program.subcommands().values().stream().map(CommandLine::getCommandSpec));
    var version = new ProgramVersion().getVersion()[0].replace("Vacuum Advisor ", "");
    for (var each : commands.filter(own -> !own.usageMessage().hidden()).toList()) {
      var page = new ManPage(each);
      new OutputFile(directory.resolve(page.fileName()))
          .write(writer -> writer.write(page.text(version)));
    }
    return ExitStatus.FINE;
  }
}
