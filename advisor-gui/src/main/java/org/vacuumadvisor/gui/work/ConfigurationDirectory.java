package org.vacuumadvisor.gui.work;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Where a user's programs keep what they remember: `$XDG_CONFIG_HOME` or `~/.config`, `%APPDATA%`,
/// or `~/Library/Application Support`.
public final class ConfigurationDirectory {
  private static final String NAME = "vacuum-advisor";

  private ConfigurationDirectory() {}

  /// The directory of this program; nobody says that it exists or can be written.
  public static Path ofThisUser() {
    return of(
        System.getProperty("os.name", ""), System.getProperty("user.home", ""), System.getenv());
  }

  static Path of(String system, String home, Map<String, String> environment) {
    var name = system.toLowerCase(Locale.ROOT);
    if (name.startsWith("windows")) {
      return path(environment.get("APPDATA"))
          .orElse(Path.of(home, "AppData", "Roaming"))
          .resolve(NAME);
    }
    if (name.startsWith("mac")) {
      return Path.of(home, "Library", "Application Support", NAME);
    }
    return path(environment.get("XDG_CONFIG_HOME")).orElse(Path.of(home, ".config")).resolve(NAME);
  }

  /// The specification of base directories says: a path that is not absolute is to be ignored.
  private static Optional<Path> path(@Nullable String text) {
    try {
      return Optional.ofNullable(text)
          .filter(each -> !each.isEmpty())
          .map(Path::of)
          .filter(Path::isAbsolute);
    } catch (InvalidPathException _) {
      return Optional.empty();
    }
  }
}
