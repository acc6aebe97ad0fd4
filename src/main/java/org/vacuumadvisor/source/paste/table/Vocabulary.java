package org.vacuumadvisor.source.paste.table;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.vacuumadvisor.catalogue.Catalogue;
import org.vacuumadvisor.catalogue.Catalogue.CellType;
import org.vacuumadvisor.postgres.ReleaseRange;
import org.vacuumadvisor.source.Topic;

/// The catalogue of columns: PostgreSQL's own names, those of well-known queries, and what people
/// call them in several languages, by topic. The catalogue lists them.
public final class Vocabulary {
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

  /// A column of a topic.
  ///
  /// @param name the one name that the mapping knows it by
  /// @param isTelling whether hardly anything else is called so
  /// @param scale what a plain number is multiplied with, in bytes, seconds or rows
  /// @param hasUnit whether the heading names the unit
  public record Column(
      String name, CellType type, boolean isTelling, double scale, boolean hasUnit) {
    public Column(String name, CellType type, boolean isTelling) {
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
    for (var each : Catalogue.columns()) {
      if (!each.isOwn()) {
        var current =
            columns.computeIfAbsent(Topic.valueOf(each.topic()), _ -> new LinkedHashMap<>());
        var column = new Column(each.name(), each.type(), each.isTelling());
        releases.putIfAbsent(each.topic() + "." + each.name(), each.releases());
        for (var name : each.names()) {
          current.computeIfAbsent(HeadingUnit.normal(name), _ -> new ArrayList<>()).add(column);
        }
        current.computeIfAbsent(each.name(), _ -> new ArrayList<>()).addFirst(column);
      }
    }
    return new Vocabulary(columns, releases);
  }
}
