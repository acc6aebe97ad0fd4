package org.vacuumadvisor.cli.option;

import java.time.Duration;
import org.vacuumadvisor.source.jdbc.Databases;
import picocli.CommandLine.Option;

/// How much of a server is read, and how long that may take.
public final class SurveyScope {
  @Option(names = "--all-databases")
  private boolean allDatabases;

  @Option(names = "--timeout", paramLabel = "TIME", defaultValue = "30s")
  private Duration timeout;

  boolean isAllDatabases() {
    return allDatabases;
  }

  /// Which databases of each server are read.
  public Databases databases() {
    return allDatabases ? Databases.ALL : Databases.CURRENT;
  }

  /// How long one statement may take.
  public Duration timeout() {
    return timeout;
  }
}
