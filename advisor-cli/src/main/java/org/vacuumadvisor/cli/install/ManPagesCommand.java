package org.vacuumadvisor.cli.install;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.vacuumadvisor.cli.output.OutputFile;
import org.vacuumadvisor.cli.program.ExitStatus;
import org.vacuumadvisor.cli.program.HelpLayout;
import org.vacuumadvisor.cli.program.OptionGroup;
import org.vacuumadvisor.cli.program.ProgramVersion;
import org.vacuumadvisor.cli.program.Surroundings;
import org.vacuumadvisor.source.SourceException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
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

  /// The manual page of a command in `man` macros, made of what its help says.
  record ManPage(CommandSpec command) {

    /// `vacuum-advisor-advise.1`.
    String fileName() {
      return name() + ".1";
    }

    String text(String version) {
      var page = new StringBuilder();
      line(
          page,
          ".TH \"%s\" 1 \"\" \"Vacuum Advisor %s\" \"Vacuum Advisor\""
              .formatted(name().toUpperCase(Locale.ROOT), version));
      line(page, ".SH NAME");
      line(page, escaped(name()) + " \\- " + escaped(summary()));
      line(page, ".SH SYNOPSIS");
      line(page, ".B " + escaped(command.qualifiedName()));
      line(page, escaped(arguments()));
      line(page, ".SH DESCRIPTION");
      description().forEach(each -> line(page, escaped(each)));
      if (!command.positionalParameters().isEmpty()) {
        line(page, ".SH ARGUMENTS");
        command.positionalParameters().forEach(each -> item(page, each.paramLabel(), each));
      }
      OptionGroup.of(command)
          .forEach((group, options) -> {
            line(page, ".SH " + group.heading().toUpperCase(Locale.ROOT));
            options.forEach(each -> item(page, names(each), each));
          });
      commands(page);
      exitStatus(page);
      examples(page);
      surroundings(page, "ENVIRONMENT", Surroundings.ENVIRONMENT);
      surroundings(page, "FILES", Surroundings.FILES);
      if (command.parent() != null) {
        line(page, ".SH SEE ALSO\n.BR vacuum\\-advisor (1)");
      }
      return page.toString();
    }

    private String name() {
      return command.qualifiedName("-");
    }

    private String summary() {
      return description().findFirst().orElse("").replaceAll("\\.$", "");
    }

    private Stream<String> description() {
      return Stream.of(command.usageMessage().description());
    }

    private String arguments() {
      return Stream.concat(
              Stream.of("[OPTIONS]"),
              command.subcommands().isEmpty()
                  ? command.positionalParameters().stream()
                      .map(each -> "[" + each.paramLabel() + "]")
                  : Stream.of("COMMAND"))
          .collect(Collectors.joining(" "));
    }

    private static String names(OptionSpec option) {
      var label = option.typeInfo().isBoolean() ? "" : "=" + option.paramLabel();
      return String.join(", ", option.names()) + label;
    }

    private void item(StringBuilder page, String term, ArgSpec argument) {
      line(page, ".TP\n\\fB" + escaped(term) + "\\fR");
      line(page, escaped(String.join(" ", rendered(argument))));
    }

    /// With the defaults and choices that the help shows.
    private static List<String> rendered(ArgSpec argument) {
      return Stream.of(argument.description())
          .map(each ->
              each.replace("${DEFAULT-VALUE}", String.valueOf(argument.defaultValueString(true)))
                  .replace("${COMPLETION-CANDIDATES}", candidates(argument)))
          .toList();
    }

    private static String candidates(ArgSpec argument) {
      var all = argument.completionCandidates();
      return all == null ? "" : String.join(", ", all);
    }

    private void commands(StringBuilder page) {
      if (command.subcommands().isEmpty()) {
        return;
      }
      line(page, ".SH COMMANDS");
      for (CommandLine each : command.subcommands().values()) {
        var own = new ManPage(each.getCommandSpec());
        line(page, ".TP\n.BR " + escaped(own.name()) + " (1)");
        line(page, escaped(own.summary() + "."));
      }
    }

    private void exitStatus(StringBuilder page) {
      var codes = command.usageMessage().exitCodeList();
      if (!codes.isEmpty()) {
        line(page, ".SH EXIT STATUS");
        codes.forEach((code, what) -> line(page, ".TP\n" + code.strip() + "\n" + escaped(what)));
      }
    }

    private static void surroundings(StringBuilder page, String heading, List<Surroundings> all) {
      line(page, ".SH " + heading);
      all.forEach(
          each -> line(page, ".TP\n" + escaped(each.name()) + "\n" + escaped(each.meaning())));
    }

    private void examples(StringBuilder page) {
      var examples = HelpLayout.examples(command);
      if (!examples.isEmpty()) {
        line(page, ".SH EXAMPLES\n.nf");
        examples.forEach(each -> line(page, escaped(each)));
        line(page, ".fi");
      }
    }

    /// A backslash begins an escape, a dot or an apostrophe at the begin of a line a request, and a
    /// hyphen is not a minus sign. Terminals of the C locale know no ellipsis.
    private static String escaped(String text) {
      var raw =
          Help.Ansi.OFF.string(text).replace("%n", "\n").replace("%%", "%").replace("…", "...");
      return raw.replace("\\", "\\e")
          .replace("-", "\\-")
          .lines()
          .map(line -> line.startsWith(".") || line.startsWith("'") ? "\\&" + line : line)
          .collect(Collectors.joining("\n"));
    }

    private static void line(StringBuilder page, String text) {
      page.append(text).append('\n');
    }
  }
}
