package org.vacuumadvisor.gui.work;

import java.nio.file.Files;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import javafx.application.Platform;
import org.vacuumadvisor.advice.Assessment;
import org.vacuumadvisor.advice.IgnoreRules;
import org.vacuumadvisor.config.Configuration;
import org.vacuumadvisor.config.ConfigurationFile;
import org.vacuumadvisor.config.ConfigurationMistake;

/// The configuration file, which the command line reads as well. It is read beside the window, so
/// that the window is there first; what judges waits for it.
public final class UserConfiguration {
  private final CompletableFuture<Read> read;

  /// What came of reading it.
  ///
  /// @param mistake what is wrong in it, a sentence; then nothing of it counts
  private record Read(Configuration configuration, Optional<String> mistake) {}

  private UserConfiguration(CompletableFuture<Read> read) {
    this.read = read;
  }

  /// Begins to read the file that the environment names.
  public static UserConfiguration of(Map<String, String> environment, Executor background) {
    var path = ConfigurationFile.path(environment);
    return path.isEmpty() || Files.notExists(path.get())
        ? none()
        : new UserConfiguration(
            CompletableFuture.supplyAsync(() -> reading(environment), background));
  }

  /// Nothing is written down.
  public static UserConfiguration none() {
    return new UserConfiguration(
        CompletableFuture.completedFuture(new Read(Configuration.NONE, Optional.empty())));
  }

  private static Read reading(Map<String, String> environment) {
    try {
      return new Read(ConfigurationFile.read(environment), Optional.empty());
    } catch (ConfigurationMistake mistake) {
      return new Read(Configuration.NONE, Optional.of(String.valueOf(mistake.getMessage())));
    }
  }

  /// What it says; waits until it is read.
  public Configuration get() {
    return read.join().configuration();
  }

  /// An assessment without what the file says to ignore as of today; it still tells of it.
  public Assessment ignoring(Assessment whole) {
    return new IgnoreRules(get().ignored(), LocalDate.now(ZoneId.systemDefault())).appliedTo(whole);
  }

  /// Calls back in the window's thread once it is read.
  public void whenRead(Consumer<Configuration> then) {
    var _ = read.thenAcceptAsync(done -> then.accept(done.configuration()), Platform::runLater);
  }

  /// Calls back in the window's thread with what is wrong in it, a sentence, if something is.
  public void whenMistaken(Consumer<String> then) {
    var _ = read.thenAcceptAsync(done -> done.mistake().ifPresent(then), Platform::runLater);
  }
}
