package org.vacuumadvisor.fleet.watch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.vacuumadvisor.source.FileFailure;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.conninfo.ConnectionParameters;
import org.vacuumadvisor.source.conninfo.Environment;
import org.vacuumadvisor.source.conninfo.HostPort;

/// A server to be watched.
///
/// @param name what its cluster is called in the archive
public record Target(String name, ConnectionParameters parameters) {

  /// The server of a connection string, under its host and port.
  public static Target of(String conninfo) throws SourceException {
    var parameters = parameters(conninfo);
    return new Target(name(parameters), parameters);
  }

  /// What a server is called that nobody gave a name.
  public static String name(ConnectionParameters parameters) {
    return parameters.hosts().stream().map(HostPort::describe).collect(Collectors.joining(","));
  }

  /// The servers that a file lists: on each line a connection string, or a name, white space, and a
  /// connection string. Empty lines and those that begin with `#` are passed over.
  public static List<Target> in(Path file) throws SourceException {
    List<String> lines;
    try {
      lines = Files.readAllLines(file);
    } catch (IOException failed) {
      throw new SourceException(
          "The list of servers %s cannot be read: %s. Check its name, and that you may read it."
              .formatted(file, FileFailure.reason(failed)),
          failed);
    }
    var targets = new ArrayList<Target>();
    for (int number = 1; number <= lines.size(); number++) {
      var line = lines.get(number - 1).strip();
      if (!line.isEmpty() && !line.startsWith("#")) {
        try {
          targets.add(line(line));
        } catch (SourceException wrong) {
          throw new SourceException(
              "Line %d of %s: %s".formatted(number, file, wrong.explanation()), wrong);
        }
      }
    }
    return targets;
  }

  /// What is to be said of such a file: passwords in it that others may read.
  public static Optional<String> warning(Path file, List<Target> targets) {
    try {
      boolean isOpen =
          Files.getPosixFilePermissions(file).stream()
              .anyMatch(
                  each -> each.name().startsWith("GROUP") || each.name().startsWith("OTHERS"));
      return isOpen && targets.stream().anyMatch(each -> each.parameters().givesPassword())
          ? Optional.of(
              "The list of servers %s has passwords and group or world access. Set its permissions to u=rw (0600), or use ~/.pgpass."
                  .formatted(file))
          : Optional.empty();
    } catch (IOException | UnsupportedOperationException _) {
      return Optional.empty();
    }
  }

  private static Target line(String line) throws SourceException {
    var parts = line.split("\\s+", 2);
    boolean isNamed = parts.length == 2 && !parts[0].contains("=") && !parts[0].contains("://");
    return isNamed ? new Target(parts[0], parameters(parts[1])) : of(line);
  }

  private static ConnectionParameters parameters(String conninfo) throws SourceException {
    return ConnectionParameters.resolve(conninfo, Map.of(), Environment.ofProcess());
  }

  /// Says that two servers have one name: their rows could not be told apart.
  public static void checkNames(List<Target> targets) throws SourceException {
    var seen = new HashSet<String>();
    for (var target : targets) {
      if (!seen.add(target.name())) {
        throw new SourceException(
            "Two servers are called %s. Give each a name of its own in the list of servers."
                .formatted(target.name()));
      }
    }
  }
}
