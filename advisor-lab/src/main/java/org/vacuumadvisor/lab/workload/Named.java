package org.vacuumadvisor.lab.workload;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/// What people choose by its name.
public final class Named {
  private Named() {}

  /// The one of this name.
  ///
  /// @param kind what it is, in a word
  /// @throws IllegalArgumentException with a sentence for the user if there is none
  public static <T> T one(String kind, String name, List<T> all, Function<T, String> naming) {
    var refusal = "There is no %s \"%s\"; there are ".formatted(kind, name);
    return all.stream()
        .filter(each -> naming.apply(each).equals(name))
        .findFirst()
        .orElseThrow(() ->
            new IllegalArgumentException(
                all.stream().map(naming).collect(Collectors.joining(", ", refusal, "."))));
  }
}
