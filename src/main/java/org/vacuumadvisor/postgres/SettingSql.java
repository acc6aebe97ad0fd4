package org.vacuumadvisor.postgres;

import java.util.Collection;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The statements that set settings of a server and storage parameters of tables, and take them
/// away. Values are quoted by [Identifiers]; names are written as they are.
public final class SettingSql {
  /// A word or a number; everything else is quoted, which PostgreSQL takes as well.
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z]+|-?[0-9]+(\\.[0-9]+)?");

  private SettingSql() {}

  /// What makes the server load what `ALTER SYSTEM` wrote.
  public static String reload() {
    return "SELECT pg_catalog.pg_reload_conf();";
  }

  /// `ALTER SYSTEM`.
  ///
  /// @param value null for RESET
  public static String ofServer(String name, @Nullable String value) {
    return value == null
        ? "ALTER SYSTEM RESET %s;".formatted(name)
        : "ALTER SYSTEM SET %s = %s;".formatted(name, Identifiers.quotedLiteral(value));
  }

  /// One statement that sets what has a value, and resets what has none.
  ///
  /// @param alter `ALTER TABLE public.orders`, the name quoted where it must be
  /// @param prefix `toast.` for parameters of its TOAST table, or empty
  /// @param value of one of them; null for RESET
  public static <T> String ofTable(
      String alter,
      String prefix,
      Collection<T> parameters,
      Function<T, String> name,
      Function<T, @Nullable String> value) {
    var set =
        parameters.stream()
            .flatMap(each ->
                Stream.ofNullable(value.apply(each))
                    .map(text -> prefix + name.apply(each) + " = " + constant(text)))
            .collect(Collectors.joining(", "));
    var reset =
        parameters.stream()
            .filter(each -> value.apply(each) == null)
            .map(each -> prefix + name.apply(each))
            .collect(Collectors.joining(", "));
    return alter
        + (set.isEmpty() ? "" : " SET (%s)".formatted(set))
        + (set.isEmpty() || reset.isEmpty() ? "" : ",")
        + (reset.isEmpty() ? "" : " RESET (%s)".formatted(reset))
        + ";";
  }

  private static String constant(String text) {
    return PLAIN.matcher(text).matches() ? text : Identifiers.quotedLiteral(text);
  }
}
