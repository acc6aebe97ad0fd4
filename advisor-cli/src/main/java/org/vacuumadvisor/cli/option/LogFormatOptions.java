package org.vacuumadvisor.cli.option;

import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.source.log.line.LinePrefix;
import org.vacuumadvisor.source.log.line.LogFormat;
import org.vacuumadvisor.source.log.line.ReadOptions;
import picocli.CommandLine.Option;

/// What the user says about the format of logs instead of having it found out.
public final class LogFormatOptions {
  @Option(names = "--log-format", paramLabel = "FORMAT", defaultValue = "auto")
  private LogFormat format;

  @Option(names = "--log-line-prefix", paramLabel = "PREFIX")
  private @Nullable String prefix;

  /// How the log is to be read: in what format, and with what prefix where one was given.
  public ReadOptions options() {
    return new ReadOptions(format, prefix == null ? null : new LinePrefix(prefix));
  }
}
