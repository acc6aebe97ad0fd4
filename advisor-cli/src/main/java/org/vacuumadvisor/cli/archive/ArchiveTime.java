package org.vacuumadvisor.cli.archive;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import org.vacuumadvisor.fleet.archive.Archive;
import org.vacuumadvisor.fleet.history.Moment;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// Which time of the archive a command tells of.
final class ArchiveTime {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = "--at",
      paramLabel = "TIME",
      defaultValue = "now",
      description =
          "As of this moment: 'yesterday 03:00', '2026-11-21 03:00', '2h ago'. Default: now.")
  private String at;

  @Option(
      names = "--days",
      paramLabel = "N",
      defaultValue = "7",
      description = "How many days before that moment to take in. Default: ${DEFAULT-VALUE}.")
  private int days;

  @Option(
      names = "--zone",
      paramLabel = "ZONE",
      defaultValue = "UTC",
      description = "The time zone of --at, such as Europe/Berlin. Default: ${DEFAULT-VALUE}.")
  private String zone;

  Instant at() {
    try {
      return Moment.of(at, Instant.now(), ZoneId.of(zone))
          .orElseThrow(() ->
              wrong(
                  "'%s' is no time: write 'yesterday 03:00', '2026-11-21 03:00' or '2h ago'"
                      .formatted(at)));
    } catch (DateTimeException unknown) {
      throw wrong("'%s' is no time zone: write UTC or Europe/Berlin".formatted(zone));
    }
  }

  Duration back() {
    if (days < 1 || days > 3660) {
      throw wrong("--days %d is out of range: 1 to 3660".formatted(days));
    }
    return Duration.ofDays(days);
  }

  Archive.Span span() {
    return new Archive.Span(at().minus(back()), at());
  }

  private ParameterException wrong(String what) {
    return new ParameterException(command.commandLine(), what);
  }
}
