package org.vacuumadvisor.postgres;

import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.vacuumadvisor.unit.Resource;

/// How names and texts are written into SQL. Everything that came from outside goes through here.
public final class Identifiers {
  /// The keywords that cannot be used as any name without quotes, in one release or another: those
  /// of `pg_get_keywords()` of 9.6 to 19 that are not unreserved.
  private static final Set<String> KEYWORDS =
      Resource.lines(Identifiers.class, "keywords.txt").stream()
          .flatMap(each -> Stream.of(each.split(" ")))
          .collect(Collectors.toUnmodifiableSet());

  private Identifiers() {}

  /// The name as an identifier, quoted where it must be: as `quote_ident()` does, but careful of
  /// the keywords of every release, since we may not run the statement on the server we read.
  ///
  /// @throws IllegalArgumentException for a name with a NUL, which no server can have
  public static String quoted(String name) {
    return isSafe(name) ? name : '"' + checked(name).replace("\"", "\"\"") + '"';
  }

  /// `schema.relation`, each part quoted where it must be.
  public static String qualified(String... names) {
    return Arrays.stream(names)
        .filter(each -> !each.isEmpty())
        .map(Identifiers::quoted)
        .collect(Collectors.joining("."));
  }

  /// The text as a string constant, whatever `standard_conforming_strings` is: as `quote_literal()`
  /// does.
  ///
  /// @throws IllegalArgumentException for a text with a NUL, which no server can store
  public static String quotedLiteral(String text) {
    String doubled = checked(text).replace("'", "''");
    return doubled.indexOf('\\') < 0
        ? "'" + doubled + "'"
        : "E'" + doubled.replace("\\", "\\\\") + "'";
  }

  private static boolean isSafe(String name) {
    if (name.isEmpty() || isDigit(name.charAt(0))) {
      return false;
    }
    return name.chars()
            .allMatch(each -> (each >= 'a' && each <= 'z') || each == '_' || isDigit(each))
        && !KEYWORDS.contains(name);
  }

  private static boolean isDigit(int character) {
    return character >= '0' && character <= '9';
  }

  private static String checked(String text) {
    if (text.indexOf('\0') >= 0) {
      throw new IllegalArgumentException("PostgreSQL cannot store text with a NUL character");
    }
    return text;
  }
}
