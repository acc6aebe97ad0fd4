package org.vacuumadvisor.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.cli.output.Terminal;
import org.vacuumadvisor.cli.program.ExitStatus;
import org.vacuumadvisor.cli.program.Program;
import org.vacuumadvisor.cli.program.ProgramVersion;
import org.vacuumadvisor.mcp.Assistant;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/// The advisor for an assistant: the commands that read, as tools of the Model Context Protocol.
@Command(name = "mcp", exitCodeList = " 0:the assistant closed its end")
final class McpCommand implements Callable<Integer> {
  @ParentCommand private Program program;

  @Option(names = "--archive", paramLabel = "DIR")
  private @Nullable Path archive;

  @Option(names = "--plan", paramLabel = "FILE")
  private @Nullable Path plan;

  @Option(names = "--anonymize")
  private boolean anonymize;

  @Override
  public Integer call() throws InterruptedException {
    var assistant =
        new Assistant(
            McpCommand::run,
            new TreeSet<>(program.configuration().connections().keySet()),
            Optional.ofNullable(archive),
            Optional.ofNullable(plan),
            anonymize,
            ProgramVersion.number());
    assistant.serve(System.in, new FileOutputStream(FileDescriptor.out));
    return ExitStatus.FINE;
  }

  private static Assistant.Outcome run(List<String> arguments) {
    var output = new ByteArrayOutputStream();
    var messages = new ByteArrayOutputStream();
    int status = VacuumAdvisor.run(arguments, output, messages, Terminal.none());
    return new Assistant.Outcome(status, output.toString(UTF_8), messages.toString(UTF_8));
  }
}
