package org.vacuumadvisor.unit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// A text of the program's own that is packed beside a class.
public final class Resource {
  private Resource() {}

  /// The text, which is there unless the build left it out: then an [IllegalStateException].
  public static String text(Class<?> beside, String name) {
    return ifAny(beside, name)
        .orElseThrow(() -> new IllegalStateException("The file %s is missing".formatted(name)));
  }

  /// Its lines in their order, without blank ones and comments, which begin with `#`.
  public static List<String> lines(Class<?> beside, String name) {
    return text(beside, name)
        .lines()
        .filter(each -> !each.isBlank() && !each.startsWith("#"))
        .toList();
  }

  /// Its blocks of lines in their order, which blank lines part; none of those that begin with a
  /// comment, `#`.
  public static List<List<String>> blocks(Class<?> beside, String name) {
    return Stream.of(text(beside, name).split("\n\n", -1))
        .filter(each -> !each.startsWith("#"))
        .map(each -> List.of(each.strip().split("\n", -1)))
        .toList();
  }

  /// The text; empty where there is none of that name.
  public static Optional<String> ifAny(Class<?> beside, String name) {
    try (var stream = beside.getResourceAsStream(name)) {
      return stream == null
          ? Optional.empty()
          : Optional.of(new String(stream.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException unreadable) {
      throw new UncheckedIOException("our own resource " + name, unreadable);
    }
  }
}
