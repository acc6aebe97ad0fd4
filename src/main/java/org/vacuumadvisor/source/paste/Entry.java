package org.vacuumadvisor.source.paste;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.model.Excerpt.Figure;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.source.Columns;

/// What a paste says of one thing (a table, a session, a setting), from all places that speak of
/// it.
///
/// @param line where it was first met
/// @param figures by the mapping's column names; an empty value stands for NULL
record Entry(int line, Map<String, Figure> figures) {
  private static final Set<String> GROWING = Forms.set("growing");

  /// @param cells names of columns, each followed by its value
  static Entry at(int line, String... cells) {
    var entry = new Entry(line, new LinkedHashMap<>());
    for (int at = 0; at + 1 < cells.length; at += 2) {
      entry.put(cells[at], cells[at + 1], line);
    }
    return entry;
  }

  /// Two things that look alike are two.
  @Override
  public boolean equals(@Nullable Object other) {
    return this == other;
  }

  @Override
  public int hashCode() {
    return System.identityHashCode(this);
  }

  void put(String column, @Nullable String value, int atLine) {
    figures.put(column, new Figure(value == null ? "" : value, atLine));
  }

  void put(String column, @Nullable String value) {
    put(column, value, line);
  }

  /// Puts a value that is not a figure of the paste's own, but was derived from it.
  void putIfAbsent(String column, String value) {
    figures.putIfAbsent(column, new Figure(value, line));
  }

  boolean has(String column) {
    return figures.containsKey(column);
  }

  /// The value, if one was shown and is not NULL.
  Optional<String> value(String column) {
    return Optional.ofNullable(figures.get(column))
        .map(Figure::value)
        .filter(each -> !each.isEmpty());
  }

  String text(String column) {
    return value(column).orElse("");
  }

  boolean is(String column, String value) {
    return text(column).equals(value);
  }

  /// Whether this shows more of what only grows, or is never taken back, than a look after it.
  ///
  /// @param line where the later look begins
  boolean isAheadOf(Entry later, int line) {
    return figures.entrySet().stream()
        .filter(each -> GROWING.contains(each.getKey()) && later.has(each.getKey()))
        .filter(each -> each.getValue().line() < line && !each.getValue().value().isEmpty())
        .anyMatch(each ->
            later.value(each.getKey()).map(Entry::counted).orElse(-1L)
                < counted(each.getValue().value()));
  }

  /// The count, 0 of what is none.
  private static long counted(String value) {
    return Numbers.count(value).orElse(0L);
  }

  /// Takes what another place says of it; the later word counts, of each storage parameter.
  void add(Entry other) {
    var before = value(NameValues.OPTIONS);
    var more = other.value(NameValues.OPTIONS);
    figures.putAll(other.figures);
    if (before.isPresent() && more.isPresent() && !before.equals(more)) {
      var both = before.get() + "," + more.get();
      put(NameValues.OPTIONS, both.replaceAll("[{}]", ""), other.line);
    }
  }

  /// Takes what another place says of the same thing besides.
  void addAbsent(Entry other) {
    other.figures.forEach(figures::putIfAbsent);
  }

  /// Puts the moments in place of spans up to the time of the paste.
  void resolve(Instant now) {
    figures.replaceAll((_, each) -> new Figure(Figures.resolved(each.value(), now), each.line()));
  }

  Columns columns() {
    return Columns.of(List.copyOf(figures.keySet()), Reading.Why.NOT_COLLECTED);
  }

  List<@Nullable String> cells() {
    var cells = new ArrayList<@Nullable String>();
    figures.values().forEach(each -> cells.add(each.value().isEmpty() ? null : each.value()));
    return cells;
  }
}
