package org.vacuumadvisor.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.vacuumadvisor.model.run.Input;
import org.vacuumadvisor.report.JsonRuns;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.log.container.LogSource;
import org.vacuumadvisor.source.log.container.Progress;
import org.vacuumadvisor.source.log.container.ReadOptions;
import org.vacuumadvisor.source.log.runs.RunReader;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// Reads what VACUUM and ANALYZE wrote.
@Command(
    name = "logs",
    description = {
      "Read server logs and the output of VACUUM VERBOSE: every run with every number in it, and"
          + " what was skipped, cancelled or broken off.",
      "The format is found out: stderr with any prefix, csvlog, jsonlog, syslog, what containers"
          + " and clouds wrap around them, psql and vacuumdb, of PostgreSQL 9.6 to 19."
    },
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {
      " 0:done",
      " 2:wrong usage",
      " 3:no input: a file cannot be read, or the output not be written",
      "70:a bug of ours"
    },
    footer = {
      "",
      "Examples:",
      "  vacuum-advisor logs --format json /var/log/postgresql/*.log",
      "  psql -c 'VACUUM (VERBOSE) orders' 2>&1 | vacuum-advisor logs --format json -"
    })
final class LogsCommand implements Callable<Integer> {
  private static final String STANDARD_INPUT = "-";

  @Spec private CommandSpec command;

  @Parameters(
      arity = "1..*",
      paramLabel = "FILE",
      description = "Files to read, in the order they were written; - is standard input.")
  private List<String> files;

  @Option(
      names = "--each",
      description = "Treat every file for itself: one result a line, in the order of the files.")
  private boolean each;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      defaultValue = "json",
      description = "${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
  private RunFormat format;

  /// The forms a list of runs can have.
  enum RunFormat {
    JSON;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  @Override
  public Integer call() throws SourceException {
    var sources = IntStream.range(0, files.size()).mapToObj(this::source).toList();
    if (each) {
      for (var source : sources) {
        write(List.of(source));
      }
    } else {
      write(sources);
    }
    return ExitStatus.FINE;
  }

  private LogSource source(int number) {
    var name = files.get(number);
    var input = new Input(number, name);
    return name.equals(STANDARD_INPUT)
        ? LogSource.stream(input, System.in)
        : LogSource.file(input, Path.of(name));
  }

  private void write(List<LogSource> sources) throws SourceException {
    PrintWriter writer = command.commandLine().getOut();
    switch (format) {
      case JSON -> json(sources, writer);
    }
  }

  private static void json(List<LogSource> sources, PrintWriter writer) throws SourceException {
    try (var json = new JsonRuns(writer)) {
      var result = new RunReader(ReadOptions.AUTO).read(sources, json, Progress.NONE);
      json.finish(result.understanding());
      writer.flush();
    } catch (IOException failure) {
      throw new SourceException("Cannot write the result: " + failure.getMessage(), failure);
    }
  }
}
