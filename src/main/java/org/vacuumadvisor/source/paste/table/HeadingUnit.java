package org.vacuumadvisor.source.paste.table;

import java.text.Normalizer;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.vacuumadvisor.catalogue.Catalogue.CellType;

/// The unit at the end or the beginning of a heading: `total_gb`, `size (MB)`, `mb_bloat`.
///
/// @param rest the heading without it
/// @param types of columns that may be in that unit
/// @param scale the unit in bytes, seconds or rows
public record HeadingUnit(String rest, Set<CellType> types, double scale) {
  private static final Set<CellType> COUNTS = EnumSet.of(CellType.COUNT);
  private static final Set<CellType> SIZES = EnumSet.of(CellType.SIZE);
  private static final Set<CellType> TIMES = EnumSet.of(CellType.INTERVAL);
  private static final Set<CellType> SHARES = EnumSet.of(CellType.PERCENT);

  private record Unit(Set<CellType> types, double scale, List<String> words) {}

  private static final List<Unit> UNITS =
      List.of(
          new Unit(SIZES, 1, List.of("bytes", "byte", "octets")),
          new Unit(SIZES, 8192, List.of("blocks")),
          new Unit(SIZES, 1024, List.of("kb", "kib", "ko")),
          new Unit(SIZES, 1024 * 1024, List.of("mb", "mib", "mo")),
          new Unit(SIZES, 1024.0 * 1024 * 1024, List.of("gb", "gib", "go")),
          new Unit(SIZES, 1024.0 * 1024 * 1024 * 1024, List.of("tb", "tib")),
          new Unit(SIZES, 1, List.of("pretty", "size", "human")),
          new Unit(TIMES, 0.001, List.of("ms", "millis", "milliseconds")),
          new Unit(TIMES, 1, List.of("s", "sec", "secs", "second", "seconds")),
          new Unit(TIMES, 60, List.of("min", "mins", "minute", "minutes")),
          new Unit(TIMES, 3600, List.of("h", "hr", "hrs", "hour", "hours")),
          new Unit(TIMES, 86_400, List.of("d", "day", "days")),
          new Unit(SHARES, 1, List.of("percent", "pct", "percentage", "ratio", "rate")),
          new Unit(COUNTS, 1, List.of("count", "cnt", "total", "num", "number_of", "nb", "no_of")),
          new Unit(COUNTS, 1000, List.of("k", "thousands")),
          new Unit(COUNTS, 1e6, List.of("m", "mio", "millions")));

  /// A word that names a unit, with the underscore before or after it.
  private record Affix(Unit unit, String suffix, Optional<String> prefix) {
    static Affix of(Unit unit, String word) {
      return new Affix(unit, "_" + word, Optional.of(word + "_").filter(_ -> word.length() > 1));
    }

    /// The heading without the word; empty where it has none.
    String rest(String heading) {
      return heading.endsWith(suffix)
          ? heading.substring(0, heading.length() - suffix.length())
          : prefix
              .filter(heading::startsWith)
              .map(each -> heading.substring(each.length()))
              .orElse("");
    }
  }

  private static final List<Affix> AFFIXES =
      UNITS.stream()
          .flatMap(unit -> unit.words.stream().map(word -> Affix.of(unit, word)))
          .toList();

  /// The unit of a heading that is normal.
  static Optional<HeadingUnit> in(String heading) {
    if (heading.indexOf('_') < 0) {
      return Optional.empty();
    }
    for (var affix : AFFIXES) {
      var rest = affix.rest(heading);
      var plain = rest.endsWith("_in") ? rest.substring(0, rest.length() - 3) : rest;
      if (!plain.isEmpty()) {
        return Optional.of(new HeadingUnit(plain, affix.unit.types, affix.unit.scale));
      }
    }
    return Optional.empty();
  }

  /// A heading in lower case, with underscores, without quotes, qualifiers and accents.
  public static String normal(String heading) {
    var text = unaccented(heading.strip()).toLowerCase(Locale.ROOT);
    var plain = new StringBuilder(text.length());
    for (int at = 0; at < text.length(); at++) {
      char character = text.charAt(at);
      if (" -\n/:".indexOf(character) >= 0) {
        underline(plain);
      } else if (character == '%') {
        underline(plain);
        plain.append("pct_");
      } else if (character == '.' && at + 1 < text.length()) {
        int start = plain.length();
        while (start > 0 && isWord(plain.charAt(start - 1))) {
          start--;
        }
        plain.setLength(start);
      } else if ("*\"`#?[].".indexOf(character) < 0) {
        plain.append(character);
      }
    }
    while (!plain.isEmpty() && plain.charAt(plain.length() - 1) == '_') {
      plain.setLength(plain.length() - 1);
    }
    return plain.toString();
  }

  private static void underline(StringBuilder plain) {
    if (!plain.isEmpty() && plain.charAt(plain.length() - 1) != '_') {
      plain.append('_');
    }
  }

  /// Latin letters without their accents; other scripts stay as they are.
  private static String unaccented(String text) {
    if (text.chars().allMatch(each -> each < 0x80)) {
      return text;
    }
    var apart = new StringBuilder();
    Normalizer.normalize(text.replace("ß", "ss"), Normalizer.Form.NFD)
        .codePoints()
        .filter(each -> each < 0x300 || each > 0x36f)
        .forEach(apart::appendCodePoint);
    return Normalizer.normalize(apart, Normalizer.Form.NFC);
  }

  private static boolean isWord(char character) {
    return character == '_' || Character.isLetterOrDigit(character);
  }
}
