package org.vacuumadvisor.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.vacuumadvisor.cli.output.Format;
import org.vacuumadvisor.cli.program.ExitStatus;
import org.vacuumadvisor.report.TerminalText;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.unit.Bytes;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;

/// The one place where a failure becomes words and a status. Of what somebody typed, no password is
/// repeated, however wrong the command line is.
final class Failures {
  /// The password of a URI, up to the last `@` of the word, and the value of a secret keyword of
  /// libpq, quoted or not.
  private static final Pattern SECRET =
      Pattern.compile(
          "(?i)(?<=:/{1,2}[^\\s:@/]{0,63}:)\\S*(?=@)|(?<=(?:password|oauth_client_secret) {0,9}="
              + " {0,9})(?:'(?:[^'\\\\]|\\\\.)*'|[^\\s&']+)");

  private Failures() {}

  /// The text without the passwords in it.
  static String withoutSecrets(String text) {
    return SECRET.matcher(text).replaceAll("…");
  }

  /// A missing input is explained; anything else is a bug of ours and shows its trace.
  static int explain(Exception failure, CommandLine command) {
    return switch (failure) {
      case SourceException expected -> {
        var why = withoutSecrets(expected.explanation());
        command.getErr().println("vacuum-advisor: " + why);
        if (isCheck(command)) {
          command.getOut().println("VACUUM UNKNOWN - " + why.replace('|', '/').replace('\n', ' '));
        }
        yield ExitStatus.NO_INPUT;
      }
      default -> explainBug(failure, command);
    };
  }

  /// A wrong command line is explained. `-h` without a value asks for help where `-h HOST` names
  /// the server, as it does in `psql`.
  static int explainUsage(CommandLine.ParameterException mistake) {
    var command = mistake.getCommandLine();
    if (mistake instanceof CommandLine.MissingParameterException missing
        && missing.getMissing().stream().anyMatch(Failures::isHost)) {
      command.usage(command.getOut());
      return ExitStatus.FINE;
    }
    command.getErr().println("vacuum-advisor: " + withoutSecrets(message(mistake)));
    var name = command.getCommandSpec().qualifiedName();
    var meant =
        mistake instanceof CommandLine.UnmatchedArgumentException unmatched
            ? NearestWord.to(word(unmatched), known(unmatched))
            : Optional.<String>empty();
    command
        .getErr()
        .println(
            meant
                .map(each -> "Did you mean: %s %s?".formatted(name, each))
                .orElse("Try: " + name + " --help"));
    return ExitStatus.USAGE;
  }

  /// What picocli says, but for arguments that nobody takes: it counts them from zero.
  private static String message(CommandLine.ParameterException mistake) {
    if (mistake instanceof CommandLine.UnmatchedArgumentException unmatched) {
      var first = word(unmatched);
      return first.startsWith("-")
          ? "There is no option %s here.".formatted(TerminalText.escaped(first))
          : mistake.getCommandLine().getSubcommands().isEmpty()
              ? "%s is one argument too many.".formatted(TerminalText.escaped(first))
              : "There is no command %s.".formatted(TerminalText.escaped(first));
    }
    return String.valueOf(mistake.getMessage());
  }

  /// The word that nobody takes; of an option its name alone.
  private static String word(CommandLine.UnmatchedArgumentException mistake) {
    var first = mistake.getUnmatched().getFirst();
    return first.startsWith("-") ? first.split("=", 2)[0] : first;
  }

  /// What could stand in the place of that word.
  private static Stream<String> known(CommandLine.UnmatchedArgumentException mistake) {
    var command = mistake.getCommandLine().getCommandSpec();
    return word(mistake).startsWith("-")
        ? command.optionsMap().keySet().stream()
        : command.subcommands().keySet().stream();
  }

  /// Whether a monitoring system waits for a line on standard output.
  private static boolean isCheck(CommandLine command) {
    var option = command.getCommandSpec().findOption("--format");
    return option != null && option.getValue() == Format.CHECK;
  }

  /// For what no handler of picocli catches. Too little memory is no bug: it depends on how much
  /// there is to read.
  static int explainBug(Throwable failure, CommandLine command) {
    boolean isOutOfMemory =
        Stream.<Throwable>iterate(failure, Objects::nonNull, Throwable::getCause)
            .anyMatch(OutOfMemoryError.class::isInstance);
    if (isOutOfMemory) {
      command
          .getErr()
          .println(
              "vacuum-advisor: %s of memory are not enough for what is to be read here. Set VACUUM_ADVISOR_OPTS=-Xmx2g (or more), or read less: one database, or --schema."
                  .formatted(new Bytes(Runtime.getRuntime().maxMemory())));
      return ExitStatus.NO_INPUT;
    }
    var trace = new StringWriter();
    failure.printStackTrace(new PrintWriter(trace));
    command.getErr().print(withoutSecrets(trace.toString()));
    command
        .getErr()
        .println(
            """
            vacuum-advisor: This is a bug in Vacuum Advisor, not a mistake of yours. Please report \
            it with the lines above and with what "vacuum-advisor --version" prints.\
            """);
    return ExitStatus.BUG;
  }

  private static boolean isHost(ArgSpec argument) {
    return argument instanceof OptionSpec option && option.shortestName().equals("-h");
  }
}
