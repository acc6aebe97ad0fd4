package org.vacuumadvisor.model;

import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A pattern of names as people write it: `*` stands for any characters, everything else for
/// itself.
public final class NamePattern {
  private NamePattern() {}

  public static boolean matches(String pattern, String name) {
    var quoted =
        Stream.of(pattern.split("\\*", -1)).map(Pattern::quote).collect(Collectors.joining(".*"));
    return Pattern.compile(quoted, Pattern.DOTALL).matcher(name).matches();
  }
}
