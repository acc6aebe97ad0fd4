package org.vacuumadvisor.config;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// Where the configuration file lies: where `VACUUM_ADVISOR_CONFIG` says, else
/// `vacuum-advisor/config.toml` below `XDG_CONFIG_HOME`, `APPDATA` (Windows) or `~/.config`.
public final class ConfigurationFile {
  private ConfigurationFile() {}

  /// What is written in it; nothing where there is no file and none was named.
  ///
  /// @throws ConfigurationMistake if something in it is wrong
  public static Configuration read(Map<String, String> environment) {
    var path = path(environment);
    boolean isNamed = environment.get("VACUUM_ADVISOR_CONFIG") != null;
    return path.isPresent() && (isNamed || Files.exists(path.get()))
        ? ConfigurationReader.read(path.get())
        : Configuration.NONE;
  }

  /// Where it lies, whether it is there or not; empty where `VACUUM_ADVISOR_CONFIG` is empty, or
  /// nobody says where a home is.
  public static Optional<Path> path(Map<String, String> environment) {
    var named = environment.get("VACUUM_ADVISOR_CONFIG");
    if (named != null) {
      return named.isEmpty() ? Optional.empty() : Optional.of(Path.of(named));
    }
    return Stream.of(
            directory(environment, "XDG_CONFIG_HOME"),
            directory(environment, "APPDATA"),
            directory(environment, "HOME").map(home -> home.resolve(".config")))
        .flatMap(Optional::stream)
        .findFirst()
        .map(each -> each.resolve("vacuum-advisor").resolve("config.toml"));
  }

  private static Optional<Path> directory(Map<String, String> environment, String variable) {
    return Optional.ofNullable(environment.get(variable))
        .filter(each -> !each.isEmpty())
        .map(Path::of)
        .filter(Path::isAbsolute);
  }
}
