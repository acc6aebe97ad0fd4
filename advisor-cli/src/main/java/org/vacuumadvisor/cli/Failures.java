package org.vacuumadvisor.cli;

import static java.util.stream.Collectors.joining;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.vacuumadvisor.cli.output.Format;
import org.vacuumadvisor.cli.program.ExitStatus;
import org.vacuumadvisor.cli.program.WrongUsage;
import org.vacuumadvisor.report.TerminalText;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.unit.Bytes;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

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

  /// A missing input and a wrong wish are explained; anything else is a bug of ours and shows its
  /// trace.
  static int explain(Exception failure, CommandLine command) {
    if (failure instanceof WrongUsage wrong) {
      return explainUsage(new ParameterException(command, wrong.getMessage()));
    }
    if (!(failure instanceof SourceException missing)) {
      return explainBug(failure, command);
    }
    var why = withoutSecrets(missing.explanation());
    command.getErr().println("vacuum-advisor: " + why);
    if (isCheck(command)) {
      command.getOut().println("VACUUM UNKNOWN - " + why.replace('|', '/').replace('\n', ' '));
    }
    return ExitStatus.NO_INPUT;
  }

  /// A wrong command line is explained. `-h` without a value asks for help where `-h HOST` names
  /// the server, as it does in `psql`.
  static int explainUsage(ParameterException mistake) {
    var command = mistake.getCommandLine();
    if (mistake instanceof CommandLine.MissingParameterException missing
        && missing.getMissing().stream().anyMatch(Failures::isHost)) {
      command.usage(command.getOut());
      return ExitStatus.FINE;
    }
    var error = command.getErr();
    error.println("vacuum-advisor: " + withoutSecrets(message(mistake)));
    var name = command.getCommandSpec().qualifiedName();
    error.println(
        NearestWord.to(word(mistake), known(mistake))
            .map(each -> "Did you mean: %s %s%s?".formatted(name, label(mistake), each))
            .orElse("Try: " + name + " --help"));
    return ExitStatus.USAGE;
  }

  /// What picocli says, but for words that nobody knows: it counts arguments from zero, and shouts
  /// what can be written.
  private static String message(ParameterException mistake) {
    var word = TerminalText.escaped(word(mistake));
    if (word.isEmpty() || (mistake.getArgSpec() != null && known(mistake).findAny().isEmpty())) {
      return String.valueOf(mistake.getMessage());
    }
    return mistake.getArgSpec() != null
        ? known(mistake).collect(joining(", ", label(mistake) + word + " is none of ", "."))
        : word.startsWith("-")
            ? "There is no option %s here.".formatted(word)
            : mistake.getCommandLine().getSubcommands().isEmpty()
                ? "%s is one argument too many.".formatted(word)
                : "There is no command %s.".formatted(word);
  }

  /// The word that nobody knows; of an option that nobody takes its name alone.
  private static String word(ParameterException mistake) {
    if (!(mistake instanceof CommandLine.UnmatchedArgumentException unmatched)) {
      return Objects.toString(mistake.getValue(), "");
    }
    var first = unmatched.getUnmatched().getFirst();
    return first.startsWith("-") ? first.split("=", 2)[0] : first;
  }

  /// The option that the word is for.
  private static String label(ParameterException mistake) {
    return mistake.getArgSpec() instanceof OptionSpec option ? option.longestName() + " " : "";
  }

  /// What could stand in the place of that word.
  private static Stream<String> known(ParameterException mistake) {
    var argument = mistake.getArgSpec();
    if (argument == null) {
      var command = mistake.getCommandLine().getCommandSpec();
      return (word(mistake).startsWith("-") ? command.optionsMap() : command.subcommands())
          .keySet().stream();
    }
    var candidates = argument.completionCandidates();
    return candidates == null
        ? Stream.empty()
        : StreamSupport.stream(candidates.spliterator(), false)
            .map(each -> each.toLowerCase(Locale.ROOT));
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
    var error = command.getErr();
    if (isOutOfMemory) {
      error.println(
          "vacuum-advisor: %s of memory are not enough for what is to be read here. Set VACUUM_ADVISOR_OPTS=-Xmx2g (or more), or read less: one database of a server, fewer or smaller files."
              .formatted(new Bytes(Runtime.getRuntime().maxMemory())));
      return ExitStatus.NO_INPUT;
    }
    var trace = new StringWriter();
    failure.printStackTrace(new PrintWriter(trace));
    error.print(withoutSecrets(trace.toString()));
    error.println(
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
