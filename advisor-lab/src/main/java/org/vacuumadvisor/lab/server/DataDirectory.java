package org.vacuumadvisor.lab.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.vacuumadvisor.postgres.Feature;

/// A data directory, from the making to the settings.
record DataDirectory(Path path, Installation installation) {
  private static final Set<String> RECOVERY_SETTINGS =
      Set.of("primary_conninfo", "primary_slot_name", "recovery_min_apply_delay");

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

  /// A copy of the directory of a stopped server, that will follow it. Slots are not copied.
  DataDirectory copyTo(Path target) throws IOException {
    Folders.copy(path, target);
    Folders.delete(target.resolve("pg_replslot"));
    Files.createDirectory(target.resolve("pg_replslot"));
    installation.own(target);
    return new DataDirectory(target, installation);
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
    append(lines, ofServer(spec));
    append(lines, Map.of("port", Integer.toString(port)));
    Files.writeString(path.resolve("postgresql.conf"), lines);
  }

  /// Makes the server on this directory a hot standby.
  void follow(ServerSpec spec) throws IOException {
    if (Feature.RECOVERY_SETTINGS.isIn(spec.release())) {
      Files.createFile(path.resolve("standby.signal"));
    } else {
      var lines = new StringBuilder();
      append(lines, Map.of("standby_mode", "on"));
      append(lines, without(spec.settings(), ofServer(spec)));
      Files.writeString(path.resolve("recovery.conf"), lines);
    }
    installation.own(path);
  }

  /// The settings that belong in `postgresql.conf`, and not in `recovery.conf`.
  private static Map<String, String> ofServer(ServerSpec spec) {
    if (Feature.RECOVERY_SETTINGS.isIn(spec.release())) {
      return spec.settings();
    }
    var settings = new LinkedHashMap<>(spec.settings());
    settings.keySet().removeAll(RECOVERY_SETTINGS);
    return settings;
  }

  private static Map<String, String> without(Map<String, String> all, Map<String, String> some) {
    var rest = new LinkedHashMap<>(all);
    rest.keySet().removeAll(some.keySet());
    return rest;
  }

  private Path pristine() {
    return path.resolve("postgresql.conf.initdb");
  }

  private static void append(StringBuilder lines, Map<String, String> settings) {
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
