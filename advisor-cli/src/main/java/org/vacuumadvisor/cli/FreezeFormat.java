package org.vacuumadvisor.cli;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.vacuumadvisor.cli.output.Format;

/// The forms a freeze plan can have.
enum FreezeFormat {
  TEXT,
  JSON,
  MARKDOWN,
  HTML,
  /// Lines of a crontab.
  CRON;

  /// The form of a plan that is called like one of reports; empty if there is none.
  static Optional<FreezeFormat> of(Format format) {
    return Stream.of(values())
        .filter(each -> each.toString().equals(format.toString()))
        .findFirst();
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
