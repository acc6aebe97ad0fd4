package org.vacuumadvisor.cli.option;

import java.util.Iterator;
import java.util.Locale;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.Severity;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/// Severities as they are written on the command line, in lower case.
final class SeverityConverter implements ITypeConverter<Severity> {
  @Override
  public Severity convert(String text) {
    return Stream.of(Severity.values())
        .filter(each -> name(each).equalsIgnoreCase(text))
        .findFirst()
        .orElseThrow(() -> new TypeConversionException("no severity"));
  }

  private static String name(Severity severity) {
    return severity.name().toLowerCase(Locale.ROOT);
  }

  /// What can be written.
  static final class Names implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Stream.of(Severity.values()).map(SeverityConverter::name).iterator();
    }
  }
}
