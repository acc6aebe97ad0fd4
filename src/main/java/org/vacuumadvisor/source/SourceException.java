package org.vacuumadvisor.source;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// There is no input: the server cannot be reached, the file cannot be read, the text is not what
/// it claims to be. The explanation is written for the user: what happened, to what, what to do.
public final class SourceException extends Exception {
  public SourceException(String explanation) {
    super(explanation);
  }

  public SourceException(String explanation, @Nullable Throwable cause) {
    super(explanation, cause);
  }

  /// What happened, to what, and what to do: one or more whole sentences.
  public String explanation() {
    return Objects.requireNonNull(getMessage());
  }
}
