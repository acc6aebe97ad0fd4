package org.vacuumadvisor.lab.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// A data directory, from the making to the settings.
record DataDirectory(Path path, Installation installation) {
  /// Makes one. Copying a prepared one takes a third of the time that `initdb` takes.
  static DataDirectory create(Path path, Installation installation, ServerSpec spec)
      throws IOException {
    var directory = new DataDirectory(path, installation);
    if (spec.initdbOptions().isEmpty()) {
      var template =
          installation
              .cache()
              .get(
                  installation.version() + "-data",
                  folder -> new DataDirectory(folder, installation).initialize(List.of()));
      Folders.copy(template, path);
      installation.own(path);
    } else {
      directory.initialize(spec.initdbOptions());
    }
    return directory;
  }

  private void initialize(List<String> options) throws IOException {
    Files.createDirectory(path);
    installation.own(path);
    var arguments =
        new ArrayList<>(
            List.of("-D", installation.seen(path), "-U", "postgres", "-A", "trust", "-E", "UTF8"));
    arguments.addAll(List.of("--locale=C", "-N"));
    arguments.addAll(options);
    new Command(installation.command("initdb", arguments)).run();
    // Since 10 initdb writes such a line itself.
    Files.writeString(
        path.resolve("pg_hba.conf"),
        "host replication all 127.0.0.1/32 trust\n",
        StandardOpenOption.APPEND);
    Files.copy(path.resolve("postgresql.conf"), pristine());
    installation.own(path);
  }

  /// Writes `postgresql.conf` anew.
  void configure(ServerSpec spec, int port) throws IOException {
    var lines = new StringBuilder(Files.readString(pristine()));
    append(lines, Map.of("listen_addresses", "127.0.0.1", "unix_socket_directories", ""));
    append(lines, installation.settings());
    append(lines, spec.settings());
    append(lines, Map.of("port", Integer.toString(port)));
    Files.writeString(path.resolve("postgresql.conf"), lines);
  }

  private Path pristine() {
    return path.resolve("postgresql.conf.initdb");
  }

  static void append(StringBuilder lines, Map<String, String> settings) {
    settings.forEach(
        (name, value) -> lines.append(name).append(" = ").append(quoted(value)).append('\n'));
  }

  /// A value as `guc-file.l` reads it back.
  private static String quoted(String value) {
    if (value.indexOf('\n') >= 0 || value.indexOf('\r') >= 0) {
      throw new IllegalArgumentException("A setting has one line, but this is '" + value + "'");
    }
    return "'" + value.replace("\\", "\\\\").replace("'", "''") + "'";
  }
}
