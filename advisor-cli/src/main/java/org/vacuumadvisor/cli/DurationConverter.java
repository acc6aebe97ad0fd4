package org.vacuumadvisor.cli;

import java.time.Duration;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/// Times as people write them: `30s`, `5m`, `1h`, `500ms`; a bare number is seconds.
final class DurationConverter implements ITypeConverter<Duration> {
  private static final Pattern FORM = Pattern.compile("(\\d{1,9})\\s*(ms|s|m|min|h|)");

  @Override
  public Duration convert(String text) {
    var form = FORM.matcher(text.strip());
    if (!form.matches()) {
      throw new TypeConversionException("'" + text + "' is not a time: write 30s, 5m or 1h");
    }
    long number = Long.parseLong(form.group(1));
    var time =
        switch (form.group(2)) {
          case "ms" -> Duration.ofMillis(number);
          case "m", "min" -> Duration.ofMinutes(number);
          case "h" -> Duration.ofHours(number);
          default -> Duration.ofSeconds(number);
        };
    if (!time.isPositive() || time.compareTo(Duration.ofDays(7)) > 0) {
      throw new TypeConversionException(
          "'" + text + "' is out of range: a time is longer than nothing and at most 7 days");
    }
    return time;
  }
}
