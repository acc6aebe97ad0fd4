package org.vacuumadvisor.cli.output;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.cli.program.Program;
import org.vacuumadvisor.cli.program.WrongUsage;
import org.vacuumadvisor.report.TerminalText;
import org.vacuumadvisor.report.render.TextRenderer.Colour;
import org.vacuumadvisor.source.SourceException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// Where a result goes: a file that the user names, or standard output.
public final class Destination {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE")
  private @Nullable Path output;

  /// The file that the user named.
  public Optional<Path> file() {
    return Optional.ofNullable(output);
  }

  /// Fails before the work begins if the result could not be written.
  public void check() throws SourceException {
    if (output != null) {
      new OutputFile(output).check();
      for (var word : command.commandLine().getParseResult().originalArgs()) {
        if (isRead(word, output)) {
          throw new WrongUsage(
              "%s is read here: the result would replace it. Name another file with -o."
                  .formatted(TerminalText.escaped(word)));
        }
      }
    }
  }

  /// Whether a word of the command line is the same file, named otherwise than after `-o`.
  private boolean isRead(String word, Path output) {
    var words = command.commandLine().getParseResult().originalArgs();
    int at = words.indexOf(word);
    boolean isOutput = at > 0 && List.of("-o", "--output").contains(words.get(at - 1));
    try {
      return Files.isRegularFile(output)
          && (!isOutput || words.lastIndexOf(word) > at)
          && Files.exists(Path.of(word))
          && Files.isSameFile(Path.of(word), output);
    } catch (InvalidPathException | IOException _) {
      return false;
    }
  }

  /// Refuses to print a page for a browser on a terminal.
  public void refusePage() {
    if (output == null && terminal().output()) {
      throw new WrongUsage("HTML is nothing to look at here: name a file with -o");
    }
  }

  /// Gives a result to where it was asked for. Someone who sits there is told of the file.
  ///
  /// @param use what to do with the file, such as `open it in a browser`; empty for nothing
  public void give(OutputFile.Content content, String use) throws SourceException {
    if (output != null) {
      new OutputFile(output).write(content);
      if (terminal().error()) {
        var name = TerminalText.escaped(output.toString());
        var error = command.commandLine().getErr();
        error.println("Written to " + name + (use.isEmpty() ? "" : ": " + use) + ".");
      }
      return;
    }
    var writer = command.commandLine().getOut();
    try {
      content.to(writer);
      writer.flush();
    } catch (IOException failure) {
      throw new SourceException(
          "Cannot write to standard output: " + failure.getMessage(), failure);
    }
  }

  /// Whether a text may be coloured there.
  public Colour colour() {
    return output == null && terminal().hasColor() ? Colour.ON : Colour.OFF;
  }

  private Terminal terminal() {
    return Program.of(command).terminal();
  }
}
