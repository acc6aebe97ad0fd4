package org.vacuumadvisor.source.conninfo;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.vacuumadvisor.source.SourceException;

/// A connection service file: sections `[name]` with a `keyword=value` a line.
final class ServiceFile {
  /// Where Debian's libpq looks when PGSYSCONFDIR is not set; there is no way to ask libpq.
  private static final Path SYSTEM_DIRECTORY = Path.of("/etc/postgresql-common");

  private ServiceFile() {}

  /// The settings of a service: of the user's file, else of the system's.
  static Map<Keyword, String> service(
      String name, Optional<String> explicitFile, Environment environment) throws SourceException {
    var own = explicitFile.map(Path::of).orElseGet(environment::serviceFile);
    if (explicitFile.isPresent() && !Files.exists(own)) {
      throw new SourceException(
          "The service file %s does not exist. Correct PGSERVICEFILE, or unset PGSERVICE."
              .formatted(SafeText.quoted(own.toString())));
    }
    var system =
        environment
            .variable("PGSYSCONFDIR")
            .map(Path::of)
            .orElse(SYSTEM_DIRECTORY)
            .resolve("pg_service.conf");
    for (var file : List.of(own, system)) {
      if (Files.exists(file)) {
        var found = section(file, name);
        if (found.isPresent()) {
          return found.get();
        }
      }
    }
    throw new SourceException(
        "The service %s is defined neither in %s nor in %s. Add a section [%s] with its host, port, dbname and user, or correct the name."
            .formatted(
                SafeText.quoted(name),
                SafeText.of(own.toString()),
                SafeText.of(system.toString()),
                SafeText.of(name)));
  }

  /// Within a section the first setting of a keyword counts, as in libpq.
  private static Optional<Map<Keyword, String>> section(Path file, String name)
      throws SourceException {
    Map<Keyword, String> values = new EnumMap<>(Keyword.class);
    boolean inside = false;
    boolean seen = false;
    int number = 0;
    for (var raw : lines(file)) {
      number++;
      var line = raw.strip();
      if (line.isEmpty() || line.startsWith("#")) {
        continue;
      }
      if (line.startsWith("[")) {
        if (seen) {
          break;
        }
        inside = line.equals("[" + name + "]");
        seen = inside;
      } else if (inside) {
        add(line, values, file, number);
      }
    }
    return seen ? Optional.of(values) : Optional.empty();
  }

  private static void add(String line, Map<Keyword, String> values, Path file, int number)
      throws SourceException {
    if (line.startsWith("ldap")) {
      throw complaint(file, number, "services looked up by LDAP are not supported here");
    }
    int equals = line.indexOf('=');
    if (equals < 0) {
      throw complaint(file, number, "a line is written keyword=value");
    }
    var label = line.substring(0, equals);
    var keyword =
        Keyword.of(label)
            .orElseThrow(() ->
                complaint(
                    file,
                    number,
                    "unknown keyword "
                        + SafeText.quoted(label)
                        + " (no spaces may stand around the =)"));
    if (keyword == Keyword.SERVICE || keyword == Keyword.SERVICEFILE) {
      throw complaint(file, number, "a service cannot name another service");
    }
    values.putIfAbsent(keyword, line.substring(equals + 1));
  }

  private static List<String> lines(Path file) throws SourceException {
    try {
      return Files.readAllLines(file);
    } catch (IOException unreadable) {
      throw new SourceException(
          "The service file %s cannot be read: it must be a readable text file in UTF-8."
              .formatted(SafeText.quoted(file.toString())),
          unreadable);
    }
  }

  private static SourceException complaint(Path file, int line, String what) {
    return new SourceException(
        "Error in service file %s, line %d: %s."
            .formatted(SafeText.quoted(file.toString()), line, what));
  }
}
