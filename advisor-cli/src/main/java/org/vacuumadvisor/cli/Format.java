package org.vacuumadvisor.cli;

import java.util.Locale;

/// The forms a report can have.
enum Format {
  TEXT,
  JSON,
  /// Runs of logs, a line each.
  CSV,
  MARKDOWN,
  HTML,
  SQL;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
