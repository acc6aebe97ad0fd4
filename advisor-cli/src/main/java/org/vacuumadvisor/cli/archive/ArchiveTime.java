package org.vacuumadvisor.cli.archive;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import org.vacuumadvisor.cli.program.WrongUsage;
import org.vacuumadvisor.fleet.archive.Archive;
import org.vacuumadvisor.fleet.history.Moment;
import picocli.CommandLine.Option;

/// Which time of the archive a command tells of.
public final class ArchiveTime {
  @Option(names = "--at", paramLabel = "TIME", defaultValue = "now")
  private String at;

  @Option(names = "--days", paramLabel = "N", defaultValue = "7")
  private int days;

  @Option(names = "--zone", paramLabel = "ZONE", defaultValue = "UTC")
  private String zone;

  Instant at() {
    try {
      return moment(at, ZoneId.of(zone));
    } catch (DateTimeException unknown) {
      throw new WrongUsage("'%s' is no time zone: write UTC or Europe/Berlin".formatted(zone));
    }
  }

  /// A moment as people write it.
  public static Instant moment(String text, ZoneId zone) {
    return Moment.of(text, Instant.now(), zone)
        .orElseThrow(() ->
            new WrongUsage(
                "'%s' is no time: write 'yesterday 03:00', '2026-11-21 03:00' or '2h ago'"
                    .formatted(text)));
  }

  Duration back() {
    if (days < 1 || days > 3660) {
      throw new WrongUsage("--days %d is out of range: 1 to 3660".formatted(days));
    }
    return Duration.ofDays(days);
  }

  Archive.Span span() {
    return new Archive.Span(at().minus(back()), at());
  }
}
