package org.vacuumadvisor.cli.archive;

import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.cli.option.ArchiveOption;
import org.vacuumadvisor.cli.option.LogFormatOptions;
import org.vacuumadvisor.cli.output.ProgressBar;
import org.vacuumadvisor.cli.program.ExitStatus;
import org.vacuumadvisor.cli.program.Program;
import org.vacuumadvisor.cli.program.WrongUsage;
import org.vacuumadvisor.fleet.ingest.ClusterNames;
import org.vacuumadvisor.fleet.ingest.IngestOptions;
import org.vacuumadvisor.fleet.ingest.IngestTally;
import org.vacuumadvisor.fleet.ingest.LogIngest;
import org.vacuumadvisor.report.TerminalText;
import org.vacuumadvisor.source.SourceException;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/// Reads logs into an archive.
@Command(
    name = "ingest",
    description = {
      "Read server logs into an archive, each entry once: run it again whenever there are more.",
      "Logs that grow are read on from where they were left; rotated, renamed and compressed ones"
          + " are known again. Ended at any moment, it loses nothing that it acknowledged and"
          + " doubles nothing."
    },
    exitCodeList = " 3:a log cannot be read, or the archive cannot be written",
    footer = {
      "",
      "Examples:",
      "  vacuum-advisor ingest /var/log/postgresql --archive /var/lib/vacuum-advisor",
      "  vacuum-advisor ingest logs/ --cluster-from 'logs/([^/]+)/' --archive fleet",
      "  vacuum-advisor ingest db1.log.gz --cluster db1 --archive fleet"
    })
public final class IngestCommand implements Callable<Integer> {
  @Spec private CommandSpec command;
  @ParentCommand private Program program;
  @Mixin private ArchiveOption archive;
  @Mixin private LogFormatOptions logFormat;

  @Parameters(
      arity = "1..*",
      paramLabel = "LOG|DIR",
      description =
          "Logs in any format that the command logs reads, compressed or not; of folders, all files"
              + " in them and below.")
  private List<Path> logs;

  @ArgGroup private @Nullable Naming naming;

  @Option(
      names = "--again",
      description =
          "Read the logs from their beginning, whatever was read before, and add what is missing:"
              + " after a file of the archive was damaged, or --keep-days had removed rows.")
  private boolean again;

  @Option(
      names = "--keep-days",
      paramLabel = "N",
      description =
          "Remove from the archive what is older than so many days, and pass over logs that are."
              + " Default: keep everything.")
  private @Nullable Integer keepDays;

  /// How clusters are called.
  static final class Naming {
    @Option(
        names = "--cluster",
        paramLabel = "NAME",
        description = "The cluster that the logs are of. Default: the name of a log's folder.")
    private @Nullable String name;

    @Option(
        names = "--cluster-from",
        paramLabel = "REGEX",
        converter = PatternConverter.class,
        description = "Find the cluster's name in the path of each log: the first group is it.")
    private @Nullable Pattern pattern;

    ClusterNames names() {
      return new ClusterNames(name, pattern);
    }
  }

  @Override
  public Integer call() throws SourceException {
    var names = naming == null ? ClusterNames.BY_FOLDER : naming.names();
    if (keepDays != null && keepDays < 1) {
      throw new WrongUsage("--keep-days is a number from 1.");
    }
    var messages = command.commandLine().getErr();
    IngestTally tally;
    try (var bar = new ProgressBar(messages, program.terminal())) {
      tally =
          LogIngest.read(
              logs,
              archive.folder(),
              new IngestOptions(names, logFormat.options())
                  .with(again, keepDays == null ? OptionalInt.empty() : OptionalInt.of(keepDays)),
              (bytes, of) -> bar.bytes(bytes, OptionalLong.of(of)));
    }
    Stream.concat(tally.damaged().stream(), tally.problems().stream())
        .forEach(each -> messages.println("vacuum-advisor: " + TerminalText.escaped(each)));
    messages.flush();
    command.commandLine().getOut().println(String.join(" ", tally.inWords(archive.folder())));
    command.commandLine().getOut().flush();
    return tally.problems().isEmpty() ? ExitStatus.FINE : ExitStatus.NO_INPUT;
  }

  private static final class PatternConverter implements ITypeConverter<Pattern> {
    @Override
    public Pattern convert(String text) {
      try {
        return Pattern.compile(text);
      } catch (PatternSyntaxException wrong) {
        throw new TypeConversionException(
            "'%s' is no regular expression: %s".formatted(text, wrong.getDescription()));
      }
    }
  }
}
