package org.vacuumadvisor.cli.option;

import java.time.Duration;
import org.vacuumadvisor.config.Times;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/// Times as people write them: `30s`, `5m`, `1h`, `500ms`; a bare number is seconds.
public final class DurationConverter implements ITypeConverter<Duration> {
  @Override
  public Duration convert(String text) {
    try {
      return Times.of(text);
    } catch (IllegalArgumentException wrong) {
      throw new TypeConversionException(wrong.getMessage());
    }
  }
}
