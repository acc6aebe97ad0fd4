package org.vacuumadvisor.source.conninfo;

import java.io.File;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/// What a process inherits and libpq looks at: environment variables, home directory, user name.
public record Environment(Map<String, String> variables, Path home, String userName) {
  private static final boolean WINDOWS = File.separatorChar == '\\';

  public Environment {
    variables = Map.copyOf(variables);
  }

  /// The one this process runs in.
  public static Environment ofProcess() {
    var variables = System.getenv();
    var home = Optional.ofNullable(variables.get("HOME")).filter(text -> !text.isEmpty());
    return new Environment(
        variables,
        Path.of(home.orElseGet(() -> System.getProperty("user.home", ""))),
        System.getProperty("user.name", ""));
  }

  /// A variable's value. Unlike libpq's own, an empty one counts as not set: `PGHOST=` means
  /// nothing useful.
  Optional<String> variable(String name) {
    return Optional.ofNullable(variables.get(name)).filter(value -> !value.isEmpty());
  }

  Path passwordFile() {
    return WINDOWS ? roaming().resolve("pgpass.conf") : home.resolve(".pgpass");
  }

  Path serviceFile() {
    return (WINDOWS ? roaming() : home).resolve(".pg_service.conf");
  }

  /// A file of the TLS set: `root.crt`, `postgresql.crt`, `postgresql.key`.
  Path certificateFile(String name) {
    return (WINDOWS ? roaming() : home.resolve(".postgresql")).resolve(name);
  }

  private Path roaming() {
    return variable("APPDATA").map(Path::of).orElse(home).resolve("postgresql");
  }
}
