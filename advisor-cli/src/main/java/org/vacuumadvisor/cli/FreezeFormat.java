package org.vacuumadvisor.cli;

import java.util.Locale;

/// The forms a freeze plan can have.
enum FreezeFormat {
  TEXT,
  JSON,
  MARKDOWN,
  HTML,
  /// iCalendar.
  ICS,
  /// Lines of a crontab.
  CRON,
  SQL;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
