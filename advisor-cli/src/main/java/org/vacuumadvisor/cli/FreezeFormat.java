package org.vacuumadvisor.cli;

import java.util.Locale;

/// The forms a freeze plan can have.
enum FreezeFormat {
  TEXT,
  JSON,
  MARKDOWN,
  HTML,
  /// Lines of a crontab.
  CRON;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
