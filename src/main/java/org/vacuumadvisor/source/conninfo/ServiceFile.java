package org.vacuumadvisor.source.conninfo;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.vacuumadvisor.source.SourceException;

/// A connection service file: sections `[name]` with a `keyword=value` a line, of libpq's keywords
/// and no others.
final class ServiceFile {
  /// Where Debian's libpq looks when PGSYSCONFDIR is not set; there is no way to ask libpq.
  private static final String SYSTEM_DIRECTORY = "/etc/postgresql-common";

  private ServiceFile() {}

  /// The settings of a service: of the user's file, else of the system's.
  ///
  /// @param named the user's file where it is not the usual one
  static Map<Keyword, String> service(String name, Optional<String> named, Environment environment)
      throws SourceException {
    var own = named.map(Path::of).orElseGet(environment::serviceFile);
    var system =
        Path.of(environment.variable("PGSYSCONFDIR").orElse(SYSTEM_DIRECTORY), "pg_service.conf");
    for (var file : List.of(own, system)) {
      if (Files.exists(file)) {
        var found = section(file, name);
        if (found.isPresent()) {
          return found.get();
        }
      }
    }
    throw new SourceException(
        "The service %s is defined neither in %s nor in %s. Add a section [%s] with its host, port, dbname and user, or correct the name of the service or of the file (PGSERVICEFILE)."
            .formatted(
                SafeText.quoted(name),
                SafeText.of(own.toString()),
                SafeText.of(system.toString()),
                SafeText.of(name)));
  }

  /// Within a section the first setting of a keyword counts, as in libpq.
  private static Optional<Map<Keyword, String>> section(Path file, String name)
      throws SourceException {
    List<String> lines;
    try {
      lines = Files.readAllLines(file).stream().map(String::strip).toList();
    } catch (IOException unreadable) {
      throw new SourceException(
          "The service file %s cannot be read: it must be a readable text file in UTF-8."
              .formatted(SafeText.quoted(file.toString())),
          unreadable);
    }
    int heading = lines.indexOf("[" + name + "]");
    if (heading < 0) {
      return Optional.empty();
    }
    var values = new EnumMap<Keyword, String>(Keyword.class);
    for (int at = heading + 1; at < lines.size() && !lines.get(at).startsWith("["); at++) {
      var line = lines.get(at);
      if (!line.isEmpty() && !line.startsWith("#")) {
        var sides = line.split("=", 2);
        var keyword = Keyword.of(sides[0]);
        if (sides.length < 2 || keyword.isEmpty() || keyword.get().isOfService()) {
          throw new SourceException(
              "Error in service file %s, line %d: a line is keyword=value with a keyword of libpq other than service, and no spaces around the =."
                  .formatted(SafeText.quoted(file.toString()), at + 1));
        }
        values.putIfAbsent(keyword.get(), sides[1]);
      }
    }
    return Optional.of(values);
  }
}
