package org.vacuumadvisor.source.paste;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.vacuumadvisor.catalogue.Catalogue;
import org.vacuumadvisor.catalogue.Catalogue.CellType;
import org.vacuumadvisor.postgres.ReleaseRange;
import org.vacuumadvisor.source.Topic;

/// What people may call the columns of the catalogue, by topic.
final class Vocabulary {
  private static final Map<Topic, Map<String, List<Column>>> COLUMNS = new EnumMap<>(Topic.class);
  private static final Map<String, ReleaseRange> RELEASES = new HashMap<>();
  private static final Pattern ASIDE = Forms.of("heading-aside");
  private static final Pattern QUALIFIER = Forms.of("heading-qualifier");
  private static final Map<String, Map<Topic, List<Column>>> KNOWN = new ConcurrentHashMap<>();
  private static final int MANY = 1000;

  /// What the rows of each view are about.
  static final Map<String, Topic> VIEWS = new HashMap<>();

  static {
    for (var each : Catalogue.columns()) {
      if (!each.isOwn()) {
        var named =
            COLUMNS.computeIfAbsent(Topic.valueOf(each.topic()), _ -> new LinkedHashMap<>());
        var column = new Column(each.name(), each.type(), each.isTelling());
        RELEASES.putIfAbsent(each.topic() + "." + each.name(), each.releases());
        for (var name : each.names()) {
          named.computeIfAbsent(normal(name), _ -> new ArrayList<>()).add(column);
        }
        named.computeIfAbsent(each.name(), _ -> new ArrayList<>()).addFirst(column);
      }
    }
    for (var topic : Topic.values()) {
      var views = Catalogue.views().getOrDefault(topic.name(), List.of());
      views.forEach(view -> VIEWS.putIfAbsent(view, topic));
    }
  }

  private Vocabulary() {}

  /// A column of a topic.
  ///
  /// @param name the one name that the mapping knows it by
  /// @param isTelling whether hardly anything else is called so
  /// @param scale what a plain number is multiplied with, in bytes, seconds or rows
  /// @param hasUnit whether the heading names the unit
  record Column(String name, CellType type, boolean isTelling, double scale, boolean hasUnit) {
    Column(String name, CellType type, boolean isTelling) {
      this(name, type, isTelling, 1, false);
    }
  }

  /// The releases that have a column.
  ///
  /// @param column its topic and name, `TABLES.n_dead_tup`
  static ReleaseRange releases(String column) {
    return RELEASES.getOrDefault(column, ReleaseRange.ANY);
  }

  /// The column of a topic that people call so.
  static Optional<Column> column(Topic topic, String heading) {
    return columns(topic, heading).stream().findFirst();
  }

  /// The columns of a topic that people call so, the likeliest first: which it is, cells tell.
  static List<Column> columns(Topic topic, String heading) {
    return known(heading).getOrDefault(topic, List.of());
  }

  /// Whether any topic has a column of that name.
  static boolean knows(String heading) {
    return !known(heading).isEmpty();
  }

  /// What each topic has under a heading; every topic is asked for the same ones.
  private static Map<Topic, List<Column>> known(String heading) {
    if (KNOWN.size() > MANY) {
      KNOWN.clear();
    }
    return KNOWN.computeIfAbsent(heading, Vocabulary::columns);
  }

  /// Also PostgreSQL's own name where words explain it, or stand before a remark in parentheses.
  private static Map<Topic, List<Column>> columns(String heading) {
    var name = normal(heading.length() > 100 ? heading.substring(0, 100) : heading);
    var plain = name.replace("_(", "_").replace("(", "_").replace(")", "");
    var asides = ASIDE.matcher(name).results().flatMap(it -> Stream.of(it.group(1), it.group(2)));
    var unqualified = QUALIFIER.matcher(name).replaceFirst("");
    var forms =
        Stream.concat(Stream.of(name, plain, unqualified), asides.filter(Objects::nonNull))
            .toList();
    var unit = Unit.in(plain);
    var columns = new EnumMap<Topic, List<Column>>(Topic.class);
    COLUMNS.forEach((topic, named) ->
        forms.stream()
            .filter(named::containsKey)
            .findFirst()
            .map(named::get)
            .or(() -> unit.map(each -> each.columns(plain, named)))
            .filter(each -> !each.isEmpty())
            .ifPresent(each -> columns.put(topic, each)));
    return columns;
  }

  /// A unit at the end or the beginning of a heading: `total_gb`, `size (MB)`, `mb_bloat`.
  ///
  /// @param type of columns that may be in that unit
  /// @param scale the unit in bytes, seconds or rows
  private record Unit(CellType type, double scale, String word) {
    private static final List<Unit> ALL =
        Forms.words("heading").stream().flatMap(Unit::of).toList();

    private static Stream<Unit> of(List<String> words) {
      var type = CellType.valueOf(words.getFirst().toUpperCase(Locale.ROOT));
      double scale = Double.parseDouble(words.get(1));
      return words.stream().skip(2).map(word -> new Unit(type, scale, word));
    }

    static Optional<Unit> in(String heading) {
      return heading.indexOf('_') < 0
          ? Optional.empty()
          : ALL.stream().filter(each -> !each.rest(heading).isEmpty()).findFirst();
    }

    List<Column> columns(String heading, Map<String, List<Column>> named) {
      return Stream.of(rest(heading), rest(heading) + "_size")
          .flatMap(each -> named.getOrDefault(each, List.of()).stream())
          .filter(each -> each.type() == type)
          .map(each -> new Column(each.name, each.type, each.isTelling, scale, true))
          .toList();
    }

    /// The heading without it; empty where it is not there.
    String rest(String heading) {
      var rest =
          heading.endsWith("_" + word)
              ? heading.substring(0, heading.length() - word.length() - 1)
              : word.length() > 1 && heading.startsWith(word + "_")
                  ? heading.substring(word.length() + 1)
                  : "";
      return rest.endsWith("_in") ? rest.substring(0, rest.length() - 3) : rest;
    }
  }

  static Stream<Topic> topics() {
    return COLUMNS.keySet().stream();
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
    return plain.toString().replaceFirst("_+$", "");
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
