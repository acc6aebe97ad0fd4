package org.vacuumadvisor.cli.install;

import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/// Completion of commands, options and their values for the fish shell.
record FishCompletion(CommandSpec program) {
  /// What comes after the first sentence or half of one.
  private static final Pattern SENTENCE = Pattern.compile("[.:;]( .*|$)", Pattern.DOTALL);

  private static final String NAME = "complete -c vacuum-advisor";

  String text() {
    return Stream.concat(
            Stream.of("# Put it into ~/.config/fish/completions/vacuum-advisor.fish"),
            program.subcommands().entrySet().stream()
                .flatMap(each -> command(each.getKey(), each.getValue().getCommandSpec())))
        .collect(Collectors.joining("\n", "", "\n"));
  }

  private static Stream<String> command(String name, CommandSpec command) {
    return Stream.concat(
        Stream.of(
            "%s -f -n __fish_use_subcommand -a %s -d %s"
                .formatted(NAME, name, quoted(summary(command.usageMessage().description())))),
        command.options().stream()
            .filter(each -> !each.hidden())
            .map(each ->
                "%s -n '__fish_seen_subcommand_from %s'%s".formatted(NAME, name, option(each))));
  }

  private static String option(OptionSpec option) {
    var names =
        Stream.of(option.names())
            .map(each ->
                each.startsWith("--")
                    ? " -l " + each.substring(2)
                    : " -s " + quoted(each.substring(1)))
            .collect(Collectors.joining());
    var candidates = option.completionCandidates();
    var values =
        option.typeInfo().isBoolean()
            ? ""
            : candidates == null ? " -r" : " -x -a " + quoted(String.join(" ", candidates));
    return names + values + " -d " + quoted(summary(option.description()));
  }

  private static String summary(String[] description) {
    var first = description.length == 0 ? "" : description[0];
    return SENTENCE
        .matcher(first)
        .replaceFirst("")
        .replace("%n", " ")
        .replaceAll("\\$\\{[^}]*}", "")
        .strip();
  }

  private static String quoted(String text) {
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
  }
}
