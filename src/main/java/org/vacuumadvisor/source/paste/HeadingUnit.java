package org.vacuumadvisor.source.paste;

import java.text.Normalizer;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.vacuumadvisor.catalogue.Catalogue.CellType;

/// The unit at the end or the beginning of a heading: `total_gb`, `size (MB)`, `mb_bloat`.
///
/// @param rest the heading without it
/// @param type of columns that may be in that unit
/// @param scale the unit in bytes, seconds or rows
record HeadingUnit(String rest, CellType type, double scale) {
  /// A word that names a unit, with the underscore before or after it.
  private record Affix(CellType type, double scale, String word) {}

  private static final List<Affix> AFFIXES =
      Forms.words("heading").stream().flatMap(HeadingUnit::affixes).toList();

  private static Stream<Affix> affixes(List<String> words) {
    var type = CellType.valueOf(words.getFirst().toUpperCase(Locale.ROOT));
    double scale = Double.parseDouble(words.get(1));
    return words.stream().skip(2).map(word -> new Affix(type, scale, word));
  }

  /// The unit of a heading that is normal.
  static Optional<HeadingUnit> in(String heading) {
    if (heading.indexOf('_') < 0) {
      return Optional.empty();
    }
    for (var affix : AFFIXES) {
      var word = affix.word();
      var rest =
          heading.endsWith("_" + word)
              ? heading.substring(0, heading.length() - word.length() - 1)
              : word.length() > 1 && heading.startsWith(word + "_")
                  ? heading.substring(word.length() + 1)
                  : "";
      var plain = rest.endsWith("_in") ? rest.substring(0, rest.length() - 3) : rest;
      if (!plain.isEmpty()) {
        return Optional.of(new HeadingUnit(plain, affix.type(), affix.scale()));
      }
    }
    return Optional.empty();
  }

  /// A heading in lower case, with underscores, without quotes, qualifiers and accents.
  static String normal(String heading) {
    var text = unaccented(heading.strip()).toLowerCase(Locale.ROOT).replace("\\_", "_");
    var plain = new StringBuilder(text.length());
    for (int at = 0; at < text.length(); at++) {
      char character = text.charAt(at);
      if (" -\n/:%".indexOf(character) >= 0) {
        if (!plain.isEmpty() && plain.charAt(plain.length() - 1) != '_') {
          plain.append('_');
        }
        plain.append(character == '%' ? "pct_" : "");
      } else if (character == '.' && at + 1 < text.length()) {
        int start = plain.length();
        while (start > 0
            && (plain.charAt(start - 1) == '_'
                || Character.isLetterOrDigit(plain.charAt(start - 1)))) {
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

  /// Latin letters without their accents; other scripts stay as they are.
  private static String unaccented(String text) {
    if (text.chars().allMatch(each -> each < 0x80)) {
      return text;
    }
    var apart = Normalizer.normalize(text.replace("ß", "ss"), Normalizer.Form.NFD);
    return Normalizer.normalize(apart.replaceAll("[\\u0300-\\u036f]", ""), Normalizer.Form.NFC);
  }
}
