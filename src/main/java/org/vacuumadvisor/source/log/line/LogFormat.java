package org.vacuumadvisor.source.log.line;

/// How the user says the input is written; [#AUTO] finds out.
public enum LogFormat {
  AUTO,
  /// Text with a prefix, whatever wraps it; lines that look like CSV or JSON are text.
  STDERR,
  CSVLOG,
  JSONLOG;

  boolean allows(Layer layer) {
    return switch (this) {
      case AUTO -> true;
      case STDERR -> layer != Layer.CSVLOG && layer != Layer.JSON_WRAPPER;
      case CSVLOG -> layer == Layer.CSVLOG;
      case JSONLOG -> layer == Layer.JSON_WRAPPER;
    };
  }
}
