package org.vacuumadvisor.source.paste.thing;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.model.Excerpt.Figure;
import org.vacuumadvisor.model.reading.Reading;
import org.vacuumadvisor.source.Columns;
import org.vacuumadvisor.source.paste.table.Ago;

/// What a paste says of one thing (a table, a session, a setting), from all places that speak of
/// it.
///
/// @param line where it was first met
/// @param figures by the mapping's column names; an empty value stands for NULL
public record Entry(int line, Map<String, Figure> figures) {
  public static Entry at(int line) {
    return new Entry(line, new LinkedHashMap<>());
  }

  public void put(String column, @Nullable String value, int atLine) {
    figures.put(column, new Figure(value == null ? "" : value, atLine));
  }

  /// Puts a value that is not a figure of the paste's own, but was derived from it.
  public void putIfAbsent(String column, String value) {
    figures.putIfAbsent(column, new Figure(value, line));
  }

  public boolean has(String column) {
    return figures.containsKey(column);
  }

  /// The value, if one was shown and is not NULL.
  public Optional<String> value(String column) {
    return Optional.ofNullable(figures.get(column))
        .map(Figure::value)
        .filter(each -> !each.isEmpty());
  }

  /// Takes what another place says of the same thing; the later word counts.
  public void add(Entry other) {
    figures.putAll(other.figures);
  }

  /// Puts the moments in place of spans up to the time of the paste.
  void resolve(Instant now) {
    figures.replaceAll((_, each) -> {
      var moment = Ago.resolved(each.value(), now);
      return moment == null || moment.equals(each.value()) ? each : new Figure(moment, each.line());
    });
  }

  public Columns columns() {
    return Columns.of(List.copyOf(figures.keySet()), Reading.Why.NOT_COLLECTED);
  }

  public List<@Nullable String> cells() {
    var cells = new ArrayList<@Nullable String>();
    figures.values().forEach(each -> cells.add(each.value().isEmpty() ? null : each.value()));
    return cells;
  }
}
