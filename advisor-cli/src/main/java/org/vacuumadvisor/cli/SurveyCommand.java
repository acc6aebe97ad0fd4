package org.vacuumadvisor.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.cli.option.ConnectionOptions;
import org.vacuumadvisor.cli.output.AsciiStream;
import org.vacuumadvisor.cli.output.OutputFile;
import org.vacuumadvisor.cli.program.ExitStatus;
import org.vacuumadvisor.cli.program.Program;
import org.vacuumadvisor.cli.program.WrongUsage;
import org.vacuumadvisor.report.TerminalText;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.jdbc.Progress;
import org.vacuumadvisor.source.jdbc.ServerSource;
import org.vacuumadvisor.source.saved.SurveyWriter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// Saves what the advisor would look at, to judge it later or elsewhere.
@Command(
    name = "survey",
    exitCodeList = " 3:no input: no connection, no permission; or the file cannot be written")
final class SurveyCommand implements Callable<Integer> {
  @Spec private CommandSpec command;
  @Mixin private ConnectionOptions connection;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE")
  private @Nullable Path output;

  @Override
  public Integer call() throws SourceException, InterruptedException {
    if (output != null) {
      new OutputFile(output).check();
    } else if (Program.of(command).terminal().output()) {
      throw new WrongUsage("a survey is nothing to look at: name a file with -o");
    }
    return connection.read(this::save);
  }

  private int save(ServerSource server, Progress progress)
      throws SourceException, InterruptedException {
    try (var writer = writer()) {
      server.read(connection.databases(), writer, progress);
      writer.finish();
      return ExitStatus.FINE;
    } catch (IOException failure) {
      throw new SourceException(
          TerminalText.escaped(String.valueOf(failure.getMessage())), failure);
    }
  }

  private SurveyWriter writer() throws IOException {
    return output == null
        ? SurveyWriter.to(new AsciiStream(command.commandLine().getOut()))
        : SurveyWriter.to(output);
  }
}
