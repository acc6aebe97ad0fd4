package org.vacuumadvisor.gui.work;

import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Map;
import java.util.Optional;
import org.vacuumadvisor.advice.Assessment;
import org.vacuumadvisor.advice.IgnoreRules;
import org.vacuumadvisor.config.Configuration;
import org.vacuumadvisor.config.ConfigurationFile;
import org.vacuumadvisor.config.ConfigurationMistake;

/// The configuration file, which the command line reads as well.
///
/// @param said what it says
/// @param mistake what is wrong in it, a sentence; then nothing of it counts
public record UserConfiguration(Configuration said, Optional<String> mistake) {
  /// The file that the environment names.
  public static UserConfiguration of(Map<String, String> environment) {
    try {
      return new UserConfiguration(ConfigurationFile.read(environment), Optional.empty());
    } catch (ConfigurationMistake mistake) {
      return new UserConfiguration(
          Configuration.NONE, Optional.of(String.valueOf(mistake.getMessage())));
    }
  }

  /// Nothing is written down.
  public static UserConfiguration none() {
    return new UserConfiguration(Configuration.NONE, Optional.empty());
  }

  /// An assessment without what the file says to ignore as of today; it still tells of it.
  public Assessment ignoring(Assessment whole) {
    return new IgnoreRules(said.ignored(), LocalDate.now(ZoneId.systemDefault())).appliedTo(whole);
  }
}
