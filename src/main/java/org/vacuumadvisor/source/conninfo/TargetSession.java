package org.vacuumadvisor.source.conninfo;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import org.vacuumadvisor.source.SourceException;

/// Which of several servers the user wants: libpq's `target_session_attrs`.
enum TargetSession {
  ANY,
  READ_WRITE,
  READ_ONLY,
  PRIMARY,
  STANDBY,
  PREFER_STANDBY;

  static TargetSession of(String value) throws SourceException {
    for (var target : values()) {
      if (target.label().equals(value)) {
        return target;
      }
    }
    throw new SourceException(
        "target_session_attrs=%s is not known; it is one of %s."
            .formatted(
                SafeText.of(value),
                Arrays.stream(values())
                    .map(TargetSession::label)
                    .collect(Collectors.joining(", "))));
  }

  String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /// Whether a server in this state is what the user wants.
  boolean accepts(ServerState state) {
    return switch (this) {
      case ANY -> true;
      case READ_WRITE -> !state.inRecovery() && !state.readOnly();
      case READ_ONLY -> state.inRecovery() || state.readOnly();
      case PRIMARY -> !state.inRecovery();
      case STANDBY, PREFER_STANDBY -> state.inRecovery();
    };
  }

  /// What a server says of itself.
  ///
  /// @param readOnly whether its own default is read-only transactions
  record ServerState(boolean inRecovery, boolean readOnly) {}
}
