package org.vacuumadvisor.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.vacuumadvisor.cli.apply.ApplyCommand;
import org.vacuumadvisor.cli.archive.FleetCommand;
import org.vacuumadvisor.cli.archive.HistoryCommand;
import org.vacuumadvisor.cli.archive.IngestCommand;
import org.vacuumadvisor.cli.archive.WatchCommand;
import org.vacuumadvisor.cli.install.CompletionCommand;
import org.vacuumadvisor.cli.install.GuiCommand;
import org.vacuumadvisor.cli.install.ManPagesCommand;
import org.vacuumadvisor.cli.lab.DemoCommand;
import org.vacuumadvisor.cli.lab.LabCommand;
import org.vacuumadvisor.cli.output.Format;
import org.vacuumadvisor.cli.output.StandardOutput;
import org.vacuumadvisor.cli.output.Terminal;
import org.vacuumadvisor.cli.program.ExitStatus;
import org.vacuumadvisor.cli.program.HelpLayout;
import org.vacuumadvisor.cli.program.Program;
import org.vacuumadvisor.cli.program.ProgramVersion;
import org.vacuumadvisor.config.Configuration;
import org.vacuumadvisor.config.ConfigurationFile;
import org.vacuumadvisor.config.ConfigurationMistake;
import org.vacuumadvisor.config.Times;
import org.vacuumadvisor.unit.Bytes;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Help.ColorScheme;
import picocli.CommandLine.IDefaultValueProvider;
import picocli.CommandLine.IExecutionStrategy;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.TypeConversionException;

/// The program: its commands, and what holds for all of them.
@Command(
    name = "vacuum-advisor",
    resourceBundle = "org.vacuumadvisor.cli.help",
    versionProvider = ProgramVersion.class,
    synopsisSubcommandLabel = "COMMAND",
    exitCodeList = {
      " 0:done, and nothing at or above --fail-on",
      " 1:done, and there are findings at or above --fail-on",
      " 3:no input: no connection, no permission, unreadable"
    })
public final class VacuumAdvisor implements Program {
  private static final List<Class<?>> COMMANDS =
      List.of(
          AdviseCommand.class,
          ApplyCommand.class,
          VerifyCommand.class,
          LogsCommand.class,
          IngestCommand.class,
          WatchCommand.class,
          HistoryCommand.class,
          FleetCommand.class,
          SurveyCommand.class,
          SimulateCommand.class,
          FreezeCommand.class,
          PageCommand.class,
          DemoCommand.class,
          LabCommand.class,
          GuiCommand.class,
          McpCommand.class,
          CompletionCommand.class,
          ManPagesCommand.class,
          CommandLine.HelpCommand.class);

  private static final Pattern SIZE = Pattern.compile("(\\d{1,9})\\s*([kmgt])b");

  private static final Set<String> HELPFUL =
      Set.of("help", "generate-completion", "-h", "-?", "--help");

  @Option(names = "--color", paramLabel = "WHEN", defaultValue = "auto", scope = ScopeType.INHERIT)
  private Terminal.Color color;

  @Option(names = "--no-color", scope = ScopeType.INHERIT)
  private boolean noColor;

  private final Terminal terminal;
  private final Configuration configuration;

  private VacuumAdvisor(Terminal terminal, Configuration configuration) {
    this.terminal = terminal;
    this.configuration = configuration;
  }

  @Override
  public Configuration configuration() {
    return configuration;
  }

  @Override
  public Terminal terminal() {
    return terminal.with(noColor ? Terminal.Color.NEVER : color);
  }

  public static void main(String[] arguments) {
    System.exit(
        run(
            List.of(arguments),
            new FileOutputStream(FileDescriptor.out),
            new FileOutputStream(FileDescriptor.err),
            Terminal.ofProcess()));
  }

  /// Runs one command line and returns the exit status.
  public static int run(
      List<String> arguments, OutputStream output, OutputStream error, Terminal terminal) {
    return run(arguments, output, error, terminal, System.getenv());
  }

  /// The same with other environment variables where the configuration file is looked for.
  static int run(
      List<String> arguments,
      OutputStream output,
      OutputStream error,
      Terminal terminal,
      Map<String, String> environment) {
    var results = new StandardOutput(output);
    var messages = new StandardOutput(error);
    var status =
        asksOnlyVersion(arguments)
            ? printVersion(results)
            : executeConfigured(arguments, terminal, results, messages, environment);
    var unwritten = results.finish();
    unwritten.ifPresent(
        reason -> messages.writer().println("vacuum-advisor: Cannot write the output: " + reason));
    messages.finish();
    return unwritten.isPresent() ? ExitStatus.NO_INPUT : status;
  }

  /// Programs ask this before anything else; it need not wait for the options of all commands.
  private static boolean asksOnlyVersion(List<String> arguments) {
    return arguments.equals(List.of("--version")) || arguments.equals(List.of("-V"));
  }

  private static int printVersion(StandardOutput results) {
    for (var line : new ProgramVersion().getVersion()) {
      results.writer().println(line);
    }
    return ExitStatus.FINE;
  }

  /// The commands, in the order of the help.
  public static Stream<String> commandNames() {
    return COMMANDS.stream()
        .map(each -> new CommandLine(each).getCommandSpec())
        .filter(each -> !each.usageMessage().hidden())
        .map(CommandSpec::name);
  }

  private static int executeConfigured(
      List<String> arguments,
      Terminal terminal,
      StandardOutput results,
      StandardOutput messages,
      Map<String, String> environment) {
    try {
      var configuration =
          asksForHelp(arguments) ? Configuration.NONE : ConfigurationFile.read(environment);
      return execute(commandLine(arguments, terminal, configuration, results, messages), arguments);
    } catch (ConfigurationMistake mistake) {
      messages.writer().println("vacuum-advisor: " + mistake.getMessage());
      return ExitStatus.USAGE;
    }
  }

  /// Help is there whatever the configuration file says.
  private static boolean asksForHelp(List<String> arguments) {
    return arguments.isEmpty()
        || HELPFUL.contains(arguments.getFirst())
        || arguments.contains("--help");
  }

  private static int execute(CommandLine command, List<String> arguments) {
    if (arguments.isEmpty()) {
      command.usage(command.getErr());
      return ExitStatus.USAGE;
    }
    try {
      return command.execute(arguments.toArray(String[]::new));
    } catch (Error failure) {
      return Failures.explainBug(failure, command);
    }
  }

  /// Where the first word is a command, that one alone: to learn the options of all takes longer
  /// than most of them run.
  private static List<Class<?>> commands(List<String> arguments) {
    var name = asksForHelp(arguments) ? "" : arguments.getFirst() + "Command";
    var named =
        COMMANDS.stream().filter(each -> each.getSimpleName().equalsIgnoreCase(name)).toList();
    return named.isEmpty() ? COMMANDS : named;
  }

  private static CommandLine commandLine(
      List<String> arguments,
      Terminal terminal,
      Configuration configuration,
      StandardOutput results,
      StandardOutput messages) {
    var program = new VacuumAdvisor(terminal, configuration);
    var command = new CommandLine(program);
    commands(arguments).forEach(command::addSubcommand);
    command.getCommandSpec().addOption(versionOption());
    addHelp(command.getCommandSpec());
    listChoices(command);
    HelpLayout.applyTo(command);
    command.registerConverter(Duration.class, VacuumAdvisor::time);
    command.registerConverter(Bytes.class, VacuumAdvisor::size);
    return command
        .setUsageHelpWidth(HelpLayout.width(terminal.columns()))
        .setOut(results.writer())
        .setErr(messages.writer())
        .setColorScheme(colors(terminal))
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setAbbreviatedOptionsAllowed(false)
        .setDefaultValueProvider(configured(configuration))
        .setExecutionStrategy(program.withColorAsAsked())
        .setParameterExceptionHandler((mistake, _) -> Failures.explainUsage(mistake))
        .setExecutionExceptionHandler((failure, failed, _) -> Failures.explain(failure, failed));
  }

  private static Duration time(String text) {
    try {
      return Times.of(text);
    } catch (IllegalArgumentException wrong) {
      throw new TypeConversionException(wrong.getMessage());
    }
  }

  /// Sizes as PostgreSQL's settings write them: `10GB`, `512MB`, `64kB`, in steps of 1024.
  private static Bytes size(String text) {
    var match = SIZE.matcher(text.strip().toLowerCase(Locale.ROOT));
    if (!match.matches()) {
      throw new TypeConversionException(
          "'%s' is no size: write it like 10GB or 512MB".formatted(text));
    }
    return Bytes.ofKilobytes(
        Long.parseLong(match.group(1)) << (10 * "kmgt".indexOf(match.group(2))));
  }

  /// Values of options from the configuration file; the form of a report gives way to the name of a
  /// file, and is looked up where that is known.
  private static IDefaultValueProvider configured(Configuration configuration) {
    return argument ->
        argument instanceof OptionSpec option && !option.longestName().equals("--format")
            ? configuration.options().get(option.longestName())
            : null;
  }

  private IExecutionStrategy withColorAsAsked() {
    return parsed -> {
      for (var each : parsed.asCommandLineList()) {
        each.setColorScheme(colors(terminal()));
        var unknown = each.getParseResult().unmatched();
        if (!unknown.isEmpty()) {
          throw new CommandLine.UnmatchedArgumentException(each, unknown);
        }
      }
      return new CommandLine.RunLast().execute(parsed);
    };
  }

  private static ColorScheme colors(Terminal terminal) {
    return CommandLine.Help.defaultColorScheme(terminal.hasColor() ? Ansi.ON : Ansi.OFF);
  }

  private static OptionSpec versionOption() {
    return OptionSpec.builder("-V", "--version")
        .versionHelp(true)
        .type(boolean.class)
        .description("Print the version and exit.")
        .build();
  }

  /// Names choices in lower case, as they are written; of the forms that reports can have, those
  /// that the command gives.
  private static void listChoices(CommandLine program) {
    for (var each : program.getSubcommands().values()) {
      var command = each.getCommandSpec();
      for (var option : List.copyOf(command.options())) {
        if (option.auxiliaryTypes()[0].isEnum() && !option.inherited()) {
          command.remove(option);
          command.addOption(choosing(option, command));
        }
      }
      listChoices(each);
    }
  }

  private static OptionSpec choosing(OptionSpec option, CommandSpec command) {
    var type = option.auxiliaryTypes()[0];
    var choices = type == Format.class ? Format.of(command) : List.of(type.getEnumConstants());
    return OptionSpec.builder(option)
        .completionCandidates(
            choices.stream().map(each -> each.toString().toLowerCase(Locale.ROOT)).toList())
        .build();
  }

  /// Gives every command `--help`, and `-h` where that does not name the server's host.
  private static void addHelp(CommandSpec command) {
    var names =
        command.optionsMap().containsKey("-h")
            ? new String[] {"-?", "--help"}
            : new String[] {"-h", "--help"};
    if (command.optionsMap().values().stream().noneMatch(OptionSpec::usageHelp)) {
      command.addOption(
          OptionSpec.builder(names)
              .usageHelp(true)
              .type(boolean.class)
              .description("Show this help and exit.")
              .build());
    }
    for (var each : command.subcommands().values()) {
      addHelp(each.getCommandSpec());
    }
  }
}
