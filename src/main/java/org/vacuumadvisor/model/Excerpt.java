package org.vacuumadvisor.model;

import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.vacuumadvisor.postgres.ReleaseRange;

/// What a survey rests on that somebody pieced together from pasted figures: only what is here was
/// seen. Everything else is unknown, not absent.
///
/// @param texts what was pasted, in order; lines are counted through all of them
/// @param releases those the server may be of
/// @param clock how well the time of the figures is known
/// @param shown which kinds of facts it has, even if it shows that there are none
/// @param tables by relation, each figure by the name of its column
/// @param settings each setting that is shown
/// @param rows of everything else, in order, each figure by the name of its column
/// @param tablesRead of the tables found, how many were understood
/// @param tablesFound tables of figures found in it
/// @param figuresRead names with values, outside of tables
/// @param prose how many lines of words were passed over: what people write is no evidence
/// @param unknown lines nobody understood
public record Excerpt(
    List<Text> texts,
    ReleaseRange releases,
    Clock clock,
    Set<Kind> shown,
    Map<RelationName, Map<String, Figure>> tables,
    Map<String, Figure> settings,
    List<Row> rows,
    int tablesRead,
    int tablesFound,
    int figuresRead,
    int prose,
    List<UnknownLine> unknown) {
  /// Stands for a database that nobody named, where a name is needed.
  public static final String UNNAMED_DATABASE = "your_database";

  public Excerpt {
    texts = List.copyOf(texts);
    shown = Set.copyOf(shown);
    // not Map.copyOf(): it probes in sequence, and hashes of t1, t2, … come in long runs
    tables = Collections.unmodifiableMap(new HashMap<>(tables));
    settings = Map.copyOf(settings);
    rows = List.copyOf(rows);
    unknown = List.copyOf(unknown);
  }

  /// Whether a database's name is one that somebody told.
  public static boolean isTold(String database) {
    return !database.isEmpty() && !database.equals(UNNAMED_DATABASE);
  }

  /// How well it is known when the figures were true.
  public enum Clock {
    /// The server's clock is in it.
    SHOWN,
    /// They are at least as young as the latest time in it.
    AT_LEAST,
    /// No time is in it.
    UNKNOWN
  }

  /// Kinds of facts, by the view that shows them.
  public enum Kind {
    SERVER,
    SETTINGS,
    DATABASES,
    SESSIONS,
    PREPARED_TRANSACTIONS,
    REPLICATION_SLOTS,
    STANDBYS,
    VACUUM_PROGRESS,
    TABLES,
    INDEXES,
    COUNTERS
  }

  /// A figure as it stands in the text; the value is empty where it says NULL.
  public record Figure(String value, int line) {}

  /// A session, a slot, an index, or a count of them, with nothing but the figures that were shown.
  public record Row(Kind kind, Map<String, Figure> figures) {
    public Row {
      figures = Map.copyOf(figures);
    }

    public Optional<Double> number(String column) {
      return Optional.ofNullable(figures.get(column)).flatMap(Excerpt::parsed);
    }
  }

  /// One of the texts.
  ///
  /// @param firstLine the number of its first line, counted through all texts from 1
  public record Text(String name, int firstLine) {}

  /// A line of the text that was not understood.
  public record UnknownLine(int number, String text) {}

  /// Whether there is any figure in it.
  public boolean tellsAnything() {
    return tablesRead > 0
        || figuresRead > 0
        || !shown.isEmpty()
        || !tables.isEmpty()
        || !settings.isEmpty()
        || !rows.isEmpty();
  }

  public boolean shows(Kind kind) {
    return shown.contains(kind);
  }

  /// A figure of a relation. Empty where it was not shown.
  public Optional<Figure> figure(Relation relation, String column) {
    return Optional.ofNullable(tables.getOrDefault(relation.name(), Map.of()).get(column));
  }

  /// The figures of a column of rows.
  public Stream<Figure> figures(String column) {
    return rows.stream().flatMap(each -> Optional.ofNullable(each.figures().get(column)).stream());
  }

  public boolean shows(Relation relation, String... columns) {
    return tables.getOrDefault(relation.name(), Map.of()).keySet().containsAll(List.of(columns));
  }

  private static Optional<Double> parsed(Figure figure) {
    try {
      return Optional.of(Double.parseDouble(figure.value()));
    } catch (NumberFormatException _) {
      return Optional.empty();
    }
  }

  /// Whether a row with that value stands below a line of the only text.
  public boolean isBelow(long line, String column, String value) {
    return texts.size() == 1
        && figures(column).anyMatch(each -> each.value().equals(value) && each.line() > line);
  }

  /// Where a line is: its number, and the text it is in where there are several.
  public String where(int line) {
    var in = texts.stream().filter(each -> each.firstLine() <= line).reduce((_, later) -> later);
    return in.filter(_ -> texts.size() > 1)
        .map(each -> "%s, line %d".formatted(each.name(), line - each.firstLine() + 1))
        .orElse("line " + line);
  }
}
