package org.vacuumadvisor.cli.output;

import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/// The forms a report can have.
public enum Format {
  TEXT,
  JSON,
  /// Runs of logs, a line each.
  CSV,
  MARKDOWN,
  HTML,
  SQL,
  /// One line, and the exit status of a Nagios plugin.
  CHECK;

  /// The forms that a command can give.
  public static Set<Format> of(CommandSpec command) {
    return switch (command.name()) {
      case "logs" -> EnumSet.allOf(Format.class);
      case "fleet" -> EnumSet.of(TEXT, JSON, MARKDOWN, HTML, CHECK);
      case "apply" -> EnumSet.of(TEXT, JSON);
      case "simulate", "verify", "freeze", "lab", "promises", "rivals", "history" ->
          EnumSet.of(TEXT, JSON, MARKDOWN, HTML);
      default -> EnumSet.complementOf(EnumSet.of(CSV));
    };
  }

  /// Refuses a form that the command does not give: the caller says which it does.
  public void check(CommandSpec command) {
    if (!of(command).contains(this)) {
      var option = command.findOption("--format");
      throw new ParameterException(command.commandLine(), "", option, toString());
    }
  }

  /// The form that the name of a file asks for; empty where its end says nothing.
  public static Optional<Format> of(Path file) {
    var name = file.toString().toLowerCase(Locale.ROOT);
    return Stream.of(values())
        .filter(each -> each.ending().filter(name::endsWith).isPresent())
        .findFirst();
  }

  private Optional<String> ending() {
    return switch (this) {
      case TEXT -> Optional.of(".txt");
      case JSON -> Optional.of(".json");
      case CSV -> Optional.of(".csv");
      case MARKDOWN -> Optional.of(".md");
      case HTML -> Optional.of(".html");
      case SQL -> Optional.of(".sql");
      case CHECK -> Optional.empty();
    };
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
