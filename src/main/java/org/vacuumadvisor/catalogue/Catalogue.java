package org.vacuumadvisor.catalogue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.postgres.ReleaseRange;
import org.vacuumadvisor.unit.Resource;

/// The columns of PostgreSQL's views, of our own queries and of well-known ones, and what to ask
/// for: a line each of the resource `catalogue.txt`, which says how it is written.
public final class Catalogue {
  private static final Pattern BOUNDS = Pattern.compile("[0-9.]*-[0-9.]*");

  private final List<Column> columns = new ArrayList<>();
  private final Map<String, Column> byName = new HashMap<>();
  private final Map<String, List<String>> views = new LinkedHashMap<>();
  private final Map<String, Ask> questions = new LinkedHashMap<>();
  private final Set<String> needless = new LinkedHashSet<>();

  /// How the cells of a column are written.
  public enum CellType {
    TEXT,
    FLAG,
    MOMENT,
    INTERVAL,
    XID,
    OID,
    SIZE,
    PERCENT,
    REAL,
    COUNT
  }

  private static final Map<String, CellType> COUNTED =
      Map.of(
          "rows", CellType.COUNT,
          "times", CellType.COUNT,
          "pages", CellType.COUNT,
          "transaction_ids", CellType.COUNT,
          "multixact_ids", CellType.COUNT,
          "duration", CellType.REAL);

  private static final Catalogue STANDARD = new Catalogue();

  /// A column.
  ///
  /// @param topic what its rows are about, `TABLES`
  /// @param name the one name that the mapping knows it by
  /// @param unit what is counted, `rows`; empty where the type says it, or nothing does
  /// @param isTelling whether hardly anything else is called so
  /// @param releases that have it
  /// @param isArchived whether the archive keeps it
  /// @param isOwn whether only our own queries call it so
  /// @param mask how a survey without names hides it; empty where nothing of it may be shown
  /// @param names what else people call it
  /// @param label in words; empty where no key is made of it
  /// @param source the view or function that shows it, with its name there if that differs
  public record Column(
      String topic,
      String name,
      CellType type,
      String unit,
      boolean isTelling,
      ReleaseRange releases,
      boolean isArchived,
      boolean isOwn,
      String mask,
      List<String> names,
      String label,
      String source) {}

  /// Something that can be asked for.
  ///
  /// @param what what is missing, in a few words
  /// @param view what shows it
  /// @param text the statement, or what to bring
  /// @param of the source whose figures it asks for; empty if none
  public record Ask(String what, String view, String text, String of) {
    private Ask withLine(String line) {
      return new Ask(what, view, text + "\n" + line.substring(1), of);
    }
  }

  private Catalogue() {
    var topic = "";
    var name = "";
    for (var line : Resource.lines(Catalogue.class, "catalogue.txt")) {
      if (line.startsWith("[")) {
        var words = line.substring(1).split("\\]? ", -1);
        topic = words[0].replace("]", "");
        views.put(topic, List.of(words).subList(1, words.length));
      } else if (line.startsWith("?")) {
        var parts = line.substring(line.indexOf(' ') + 1).split(" \\| ", -1);
        name = line.substring(1, line.indexOf(' '));
        questions.put(
            name, new Ask(parts[0], parts[1], parts[2], parts.length > 3 ? parts[3] : ""));
      } else if (!name.isEmpty() && line.startsWith(" ")) {
        var more = line;
        questions.computeIfPresent(name, (_, ask) -> ask.withLine(more));
      } else if (topic.equals("-")) {
        needless.addAll(List.of(line.split(" ", -1)));
      } else if (line.startsWith(" ")) {
        columns.getLast().names().addAll(List.of(line.strip().split(" ", -1)));
      } else {
        var column = column(topic, line.split(" \\| ", -1));
        columns.add(column);
        byName.putIfAbsent(topic + "." + column.name(), column);
      }
    }
  }

  private static Column column(String topic, String[] parts) {
    var words = parts[0].split(" ", -1);
    var releases = ReleaseRange.ANY;
    boolean isArchived = false;
    boolean isOwn = false;
    var mask = "";
    int at = 2;
    for (; at < words.length; at++) {
      var word = words[at];
      if (BOUNDS.matcher(word).matches()) {
        releases = range(word);
      } else if (word.startsWith("~")) {
        mask = word.substring(1);
      } else if (word.startsWith("+")) {
        isArchived |= word.equals("+archive");
        isOwn |= word.equals("+own");
      } else {
        break;
      }
    }
    var written = words[1].replace("!", "");
    var counted = COUNTED.get(written);
    var unit = counted == null ? "" : written;
    var type = counted == null ? CellType.valueOf(written.toUpperCase(Locale.ROOT)) : counted;
    return new Column(
        topic,
        words[0],
        type,
        unit,
        words[1].endsWith("!"),
        releases,
        isArchived,
        isOwn,
        mask.isEmpty() && type != CellType.TEXT ? "figure" : mask.replace("-", ""),
        new ArrayList<>(Arrays.asList(words).subList(at, words.length)),
        parts.length > 1 ? parts[1] : "",
        parts.length > 2 ? parts[2] : "");
  }

  /// @param bounds `13-`, `-16`, `9.6-16`
  private static ReleaseRange range(String bounds) {
    var ends = bounds.split("-", -1);
    return new ReleaseRange(
        release(ends[0]).orElse(Release.V9_6), release(ends[1]).orElse(Release.newest()));
  }

  private static Optional<Release> release(String major) {
    return Optional.of("V" + major.replace('.', '_'))
        .filter(_ -> !major.isEmpty())
        .map(Release::valueOf);
  }

  /// All columns, topic by topic.
  public static List<Column> columns() {
    return STANDARD.columns;
  }

  /// A column of a topic that must be there: the name is written in our own code.
  public static Column column(String topic, String name) {
    return Objects.requireNonNull(STANDARD.byName.get(topic + "." + name), name);
  }

  /// The topics with the views that show them, the more special view first.
  public static Map<String, List<String>> views() {
    return STANDARD.views;
  }

  /// Columns of views that tell nothing about vacuum that is not better known elsewhere.
  public static Set<String> needless() {
    return STANDARD.needless;
  }

  /// A question that must be there, by its name.
  public static Ask question(String name) {
    return Objects.requireNonNull(STANDARD.questions.get(name), name);
  }

  /// What to ask for figures of a source; empty where nothing in particular is.
  public static Optional<Ask> asking(String source) {
    return STANDARD.questions.values().stream()
        .filter(each -> each.of().equals(source))
        .findFirst();
  }
}
