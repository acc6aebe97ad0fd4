package org.vacuumadvisor.source.paste.table;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.postgres.ReleaseRange;
import org.vacuumadvisor.source.Topic;

/// The catalogue of columns: PostgreSQL's own names, those of well-known queries, and what people
/// call them in several languages, by topic. The resource `columns.txt` lists them.
public final class Vocabulary {
  private static final Pattern BOUNDS = Pattern.compile("[0-9.]*-[0-9.]*");

  private static final Vocabulary STANDARD = read();

  private final Map<Topic, Map<String, List<Column>>> columns;
  private final Map<String, ReleaseRange> releases;

  private Vocabulary(
      Map<Topic, Map<String, List<Column>>> columns, Map<String, ReleaseRange> releases) {
    this.columns = columns;
    this.releases = releases;
  }

  /// The releases that have a column.
  ///
  /// @param column its topic and name, `TABLES.n_dead_tup`
  public ReleaseRange releases(String column) {
    return releases.getOrDefault(column, ReleaseRange.ANY);
  }

  /// @param bounds `13-`, `-16`, `9.6-16`
  private static ReleaseRange range(String bounds) {
    int dash = bounds.indexOf('-');
    var from = release(bounds.substring(0, dash)).map(ReleaseRange::startingAt);
    var to = release(bounds.substring(dash + 1)).map(ReleaseRange::endingAt);
    return from.orElse(ReleaseRange.ANY).and(to.orElse(ReleaseRange.ANY));
  }

  private static Optional<Release> release(String major) {
    return Optional.of("V" + major.replace('.', '_'))
        .filter(_ -> !major.isEmpty())
        .map(Release::valueOf);
  }

  /// What a column holds.
  public enum Type {
    TEXT,
    COUNT,
    REAL,
    FLAG,
    MOMENT,
    INTERVAL,
    XID,
    SIZE,
    OID,
    PERCENT
  }

  /// A column of a topic.
  ///
  /// @param name the one name that the mapping knows it by
  /// @param isTelling whether hardly anything else is called so
  /// @param scale what a plain number is multiplied with, in bytes, seconds or rows
  /// @param hasUnit whether the heading names the unit
  public record Column(String name, Type type, boolean isTelling, double scale, boolean hasUnit) {
    public Column(String name, Type type, boolean isTelling) {
      this(name, type, isTelling, 1, false);
    }

    private Column in(HeadingUnit unit) {
      return new Column(name, type, isTelling, unit.scale(), true);
    }
  }

  public static Vocabulary standard() {
    return STANDARD;
  }

  /// The column of a topic that people call so.
  public Optional<Column> column(Topic topic, String heading) {
    return columns(topic, heading).stream().findFirst();
  }

  /// The columns of a topic that people call so, the likeliest first; which of them it is, only the
  /// cells tell.
  List<Column> columns(Topic topic, String heading) {
    return columns(topic, Heading.of(heading));
  }

  private List<Column> columns(Topic topic, Heading heading) {
    var named = columns.getOrDefault(topic, Map.of());
    var exact = named.getOrDefault(heading.name, named.get(heading.plain));
    return exact != null
        ? exact
        : HeadingUnit.in(heading.plain)
            .map(unit ->
                Stream.of(unit.rest(), unit.rest() + "_size")
                    .flatMap(each -> named.getOrDefault(each, List.of()).stream())
                    .filter(each -> unit.types().contains(each.type()))
                    .map(each -> each.in(unit))
                    .toList())
            .orElse(List.of());
  }

  /// A heading in the forms in which it is looked up.
  ///
  /// @param plain without parentheses
  private record Heading(String name, String plain) {
    static Heading of(String text) {
      var name = HeadingUnit.normal(text.length() > 100 ? text.substring(0, 100) : text);
      return new Heading(name, name.replace("_(", "_").replace("(", "_").replace(")", ""));
    }
  }

  /// Whether any topic has a column of that name.
  public boolean knows(String heading) {
    var looked = Heading.of(heading);
    return columns.keySet().stream().anyMatch(topic -> !columns(topic, looked).isEmpty());
  }

  /// The mapping's names of all columns that are long enough to be nothing else in a text.
  public Set<String> names() {
    return columns.values().stream()
        .flatMap(each -> each.values().stream())
        .flatMap(List::stream)
        .map(Column::name)
        .filter(each -> each.indexOf('_') > 0 || each.startsWith("rel") || each.length() > 8)
        .collect(Collectors.toSet());
  }

  List<Topic> topics() {
    return List.copyOf(columns.keySet());
  }

  private static Vocabulary read() {
    var columns = new EnumMap<Topic, Map<String, List<Column>>>(Topic.class);
    var releases = new HashMap<String, ReleaseRange>();
    var topic = Topic.SERVER;
    var current = new LinkedHashMap<String, List<Column>>();
    var column = new Column("", Type.TEXT, false);
    for (var line : resource().lines().toList()) {
      if (line.startsWith("[")) {
        current = new LinkedHashMap<>();
        topic = Topic.valueOf(line.substring(1, line.indexOf(']')));
        columns.put(topic, current);
      } else if (line.startsWith(" ")) {
        alias(line.strip().split(" ", -1), 0, column, current);
      } else if (!line.isBlank() && !line.startsWith("#")) {
        var words = line.split(" ", -1);
        boolean isTelling = words[1].endsWith("!");
        var type = isTelling ? words[1].substring(0, words[1].length() - 1) : words[1];
        column = new Column(words[0], Type.valueOf(type.toUpperCase(Locale.ROOT)), isTelling);
        boolean isBound = words.length > 2 && BOUNDS.matcher(words[2]).matches();
        if (isBound) {
          releases.put(topic + "." + words[0], range(words[2]));
        }
        alias(words, isBound ? 3 : 2, column, current);
        current.computeIfAbsent(words[0], _ -> new ArrayList<>()).addFirst(column);
      }
    }
    return new Vocabulary(columns, releases);
  }

  private static void alias(String[] names, int from, Column column, Map<String, List<Column>> to) {
    for (int at = from; at < names.length; at++) {
      to.computeIfAbsent(HeadingUnit.normal(names[at]), _ -> new ArrayList<>()).add(column);
    }
  }

  private static String resource() {
    try (InputStream stream = Vocabulary.class.getResourceAsStream("columns.txt")) {
      return new String(
          Objects.requireNonNull(stream, "columns.txt").readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException unreadable) {
      throw new UncheckedIOException("our own resource columns.txt", unreadable);
    }
  }
}
