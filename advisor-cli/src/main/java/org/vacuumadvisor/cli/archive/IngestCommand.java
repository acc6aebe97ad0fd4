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
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/// Reads logs into an archive.
@Command(
    name = "ingest",
    exitCodeList = " 3:a log cannot be read, or the archive cannot be written")
public final class IngestCommand implements Callable<Integer> {
  @Spec private CommandSpec command;
  @Mixin private ArchiveOption archive;
  @Mixin private LogFormatOptions logFormat;

  @Parameters(arity = "1..*", paramLabel = "LOG|DIR", descriptionKey = "LOG")
  private List<Path> logs;

  @ArgGroup private @Nullable Naming naming;

  @Option(names = "--again")
  private boolean again;

  @Option(names = "--keep-days", paramLabel = "N")
  private @Nullable Integer keepDays;

  /// How clusters are called.
  static final class Naming {
    @Option(names = "--cluster", paramLabel = "NAME")
    private @Nullable String name;

    @Option(names = "--cluster-from", paramLabel = "REGEX", converter = PatternConverter.class)
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
    IngestTally tally;
    try (var bar = Program.progress(command)) {
      tally =
          LogIngest.read(
              logs,
              archive.folder(),
              new IngestOptions(names, logFormat.options())
                  .with(again, keepDays == null ? OptionalInt.empty() : OptionalInt.of(keepDays)),
              (bytes, of) -> bar.bytes(bytes, OptionalLong.of(of)));
    }
    Stream.concat(tally.damaged().stream(), tally.problems().stream())
        .forEach(each -> Program.tell(command, TerminalText.escaped(each)));
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
