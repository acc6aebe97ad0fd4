package org.vacuumadvisor.source.log;

/// The severity of a message.
public enum Level {
  /// No message begins here: the lines belong to the message before in the same session.
  NONE,
  DEBUG,
  LOG,
  INFO,
  NOTICE,
  WARNING,
  ERROR,
  FATAL,
  PANIC
}
