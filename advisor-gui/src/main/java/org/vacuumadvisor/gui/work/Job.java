package org.vacuumadvisor.gui.work;

import java.io.IOException;
import org.vacuumadvisor.source.SourceException;

/// Something that takes time and has a result.
@FunctionalInterface
public interface Job<T> {
  /// Runs outside the window's thread; may be interrupted when it is cancelled.
  ///
  /// @throws SourceException with a sentence for the user
  T run(Steps steps) throws SourceException, IOException, InterruptedException;
}
