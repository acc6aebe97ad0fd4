package org.vacuumadvisor.lab.server;

/// A disposable server could not be started, stopped or reached. The message says what happened, to
/// what, and what to do.
public final class ServerException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  ServerException(String message) {
    super(message);
  }

  ServerException(String message, Throwable cause) {
    super(message, cause);
  }
}
