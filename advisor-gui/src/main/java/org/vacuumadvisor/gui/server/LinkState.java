package org.vacuumadvisor.gui.server;

import java.time.Duration;
import java.time.Instant;

/// How it stands with the connection to a server. Sentences are for the user: what happened, to
/// what, what to do.
sealed interface LinkState {
  /// There is none.
  record Disconnected() implements LinkState {}

  /// The first look is on its way.
  record Connecting(String server) implements LinkState {}

  /// The server asks for a password, and there is none or a wrong one.
  record PasswordNeeded(String server, String sentence) implements LinkState {}

  /// The first look failed.
  record Failed(String sentence) implements LinkState {}

  /// All is well.
  ///
  /// @param last when the server was looked at last, by our clock
  record Watching(String server, Instant last) implements LinkState {}

  /// The server was there and is not any more; what was seen last stays.
  ///
  /// @param retryIn when it is tried again by itself; zero where it is not
  record Lost(String server, String sentence, Instant last, Duration retryIn)
      implements LinkState {}
}
