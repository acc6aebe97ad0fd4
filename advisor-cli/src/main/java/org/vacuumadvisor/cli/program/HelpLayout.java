package org.vacuumadvisor.cli.program;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/// The order of every help text: what the command is for, two examples, how it is called, the
/// options in groups, and at the end the other examples.
public final class HelpLayout {
  private static final String FIRST_EXAMPLES = "firstExamples";
  private static final String GROUPS = "optionGroups";
  private static final int FIRST = 2;
  private static final int NARROWEST = 60;
  private static final int WIDEST = 120;
  private static final String GLUE = "\ufeff";
  private static final String MORE =
      "%nConfiguration file, environment, address: vacuum-advisor --help%n".formatted();

  /// What exit statuses mean that a command says nothing else of.
  private static final Map<String, String> USUAL_STATUSES =
      Map.of(" 0", "done", " 2", "wrong usage", "70", "a bug of ours");

  private static final List<String> ORDER =
      List.of(
          UsageMessageSpec.SECTION_KEY_DESCRIPTION,
          FIRST_EXAMPLES,
          UsageMessageSpec.SECTION_KEY_SYNOPSIS_HEADING,
          UsageMessageSpec.SECTION_KEY_SYNOPSIS,
          UsageMessageSpec.SECTION_KEY_PARAMETER_LIST_HEADING,
          UsageMessageSpec.SECTION_KEY_PARAMETER_LIST,
          GROUPS,
          UsageMessageSpec.SECTION_KEY_COMMAND_LIST_HEADING,
          UsageMessageSpec.SECTION_KEY_COMMAND_LIST,
          UsageMessageSpec.SECTION_KEY_EXIT_CODE_LIST_HEADING,
          UsageMessageSpec.SECTION_KEY_EXIT_CODE_LIST,
          UsageMessageSpec.SECTION_KEY_FOOTER);

  private HelpLayout() {}

  /// Gives the help of a command, and of those below it, this order.
  public static void applyTo(CommandLine command) {
    var spec = command.getCommandSpec();
    var usage = spec.usageMessage();
    usage.abbreviateSynopsis(true);
    usage.synopsisHeading("%nUsage: ");
    usage.commandListHeading("%nCommands:%n");
    usage.sectionKeys(ORDER);
    if (!usage.exitCodeList().isEmpty()) {
      var statuses = new TreeMap<>(USUAL_STATUSES);
      statuses.putAll(usage.exitCodeList());
      usage.exitCodeListHeading("%nExit status:%n").exitCodeList(statuses);
    }
    var sections = usage.sectionMap();
    sections.put(
        FIRST_EXAMPLES, _ -> told("Examples:", examples(spec).stream().limit(FIRST).toList()));
    sections.put(GROUPS, help -> groups(help));
    sections.put(
        UsageMessageSpec.SECTION_KEY_FOOTER,
        help ->
            told("More examples:", examples(spec).stream().skip(FIRST).toList())
                + (spec.parent() == null ? surroundings(help) : MORE));
    command.getSubcommands().values().forEach(HelpLayout::applyTo);
  }

  /// The width of help texts on a terminal so wide.
  public static int width(int columns) {
    return Math.clamp(columns, NARROWEST, WIDEST);
  }

  private static String surroundings(Help help) {
    var address = Surroundings.address();
    return listed("Files:", Surroundings.FILES, help)
        + listed("Environment:", Surroundings.ENVIRONMENT, help)
        + (address.isEmpty() ? "" : "%nAddress: %s%n".formatted(address));
  }

  private static String listed(String heading, List<Surroundings> all, Help help) {
    var table =
        Help.TextTable.forColumns(
            help.colorScheme(),
            new Help.Column(
                help.commandSpec().usageMessage().width(), 2, Help.Column.Overflow.WRAP));
    for (var each : all) {
      table.addRowValues(each.name());
      table.addRowValues("  " + each.meaning());
    }
    return "%n%s%n%s".formatted(heading, table);
  }

  /// Command lines, which the footer of a command is made of.
  public static List<String> examples(CommandSpec command) {
    return List.of(command.usageMessage().footer());
  }

  private static String told(String heading, List<String> lines) {
    return lines.isEmpty()
        ? ""
        : "%n%s%n  %s%n".formatted(heading, String.join("%n  ".formatted(), lines));
  }

  private static String groups(Help help) {
    return OptionGroup.of(help.commandSpec()).entrySet().stream()
        .map(group -> group(group, help))
        .collect(Collectors.joining());
  }

  private static String group(Map.Entry<OptionGroup, List<OptionSpec>> group, Help help) {
    var layout = help.createDefaultLayout();
    layout.addOptions(
        group.getValue().stream().map(HelpLayout::glued).toList(), help.parameterLabelRenderer());
    var heading = help.colorScheme().text("@|bold " + group.getKey().heading() + ":|@");
    return "%n%s%n%s".formatted(heading, layout).replace(GLUE, "");
  }

  /// Keeps the JDK from breaking lines within `sales.orders` and `02:00`.
  private static OptionSpec glued(OptionSpec option) {
    var description =
        Stream.of(option.description())
            .map(each -> each.replace("%", "%%").replaceAll("(?<=[.:])(?=[/\\w])", GLUE));
    return OptionSpec.builder(option).description(description.toArray(String[]::new)).build();
  }
}
