package org.vacuumadvisor.cli.option;

import java.util.Locale;
import java.util.regex.Pattern;
import org.vacuumadvisor.unit.Bytes;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/// Sizes as PostgreSQL's settings write them: `10GB`, `512MB`, `64kB`, in steps of 1024.
public final class SizeConverter implements ITypeConverter<Bytes> {
  private static final Pattern FORM = Pattern.compile("(\\d{1,9})\\s*(kb|mb|gb|tb)");

  @Override
  public Bytes convert(String text) {
    var match = FORM.matcher(text.strip().toLowerCase(Locale.ROOT));
    if (!match.matches()) {
      throw new TypeConversionException(
          "'%s' is no size: write it like 10GB or 512MB".formatted(text));
    }
    long count = Long.parseLong(match.group(1));
    return switch (match.group(2)) {
      case "kb" -> Bytes.ofKilobytes(count);
      case "mb" -> Bytes.ofMegabytes(count);
      case "gb" -> Bytes.ofGigabytes(count);
      default -> Bytes.ofGigabytes(count * 1024);
    };
  }
}
