package org.vacuumadvisor.report.render;

import org.vacuumadvisor.diagnosis.Severity;

/// How a word stands out where there is colour: the sixteen colours every terminal has.
enum Ink {
  PLAIN(""),
  STRONG("1"),
  FAINT("2"),
  HEADING("1"),
  SQL("36"),
  CRITICAL("1;31"),
  WARNING("1;33"),
  ADVICE("1;34"),
  INFO("1"),
  FINE("1;32");

  private final String code;

  Ink(String code) {
    this.code = code;
  }

  static Ink of(Severity severity) {
    return switch (severity) {
      case CRITICAL -> CRITICAL;
      case WARNING -> WARNING;
      case ADVICE -> ADVICE;
      case INFO -> INFO;
    };
  }

  String on(String text) {
    return code.isEmpty() || text.isEmpty() ? text : "\u001b[" + code + "m" + text + "\u001b[0m";
  }
}
