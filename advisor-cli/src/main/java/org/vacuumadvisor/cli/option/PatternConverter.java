package org.vacuumadvisor.cli.option;

import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/// Regular expressions, as Java writes them.
public final class PatternConverter implements ITypeConverter<Pattern> {
  @Override
  public Pattern convert(String text) {
    try {
      return Pattern.compile(text);
    } catch (PatternSyntaxException wrong) {
      throw new TypeConversionException(
          "'%s' is no regular expression: %s".formatted(text, wrong.getDescription()));
    }
  }
}
