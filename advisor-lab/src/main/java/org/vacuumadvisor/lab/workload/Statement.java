package org.vacuumadvisor.lab.workload;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/// A statement with places for values, as JDBC writes it.
///
/// @param sql with a `?` for each value
/// @param draws where the values come from, in their order
public record Statement(String sql, List<Draw> draws) {
  private static final Pattern PLACE =
      Pattern.compile("(?<!:):(?:n\\b|(client)\\b|random\\((\\d+), ?(\\d+)\\)|skewed\\((\\d+)\\))");

  public Statement {
    draws = List.copyOf(draws);
  }

  /// Reads `:n`, `:client`, `:random(1, 100)` and `:skewed(100)` in a statement; casts (`::int`)
  /// are left alone.
  static Statement of(String text) {
    var draws = new ArrayList<Draw>();
    var sql =
        PLACE
            .matcher(text.replace("?", "??"))
            .replaceAll(match -> {
              draws.add(draw(match));
              return "?";
            });
    return new Statement(sql, draws);
  }

  private static Draw draw(MatchResult place) {
    if (place.group(2) != null) {
      return Draw.uniform(Long.parseLong(place.group(2)), Long.parseLong(place.group(3)));
    }
    if (place.group(4) != null) {
      return Draw.skewed(Integer.parseInt(place.group(4)));
    }
    return place.group(1) != null ? (_, client, _) -> client : (turn, _, _) -> turn;
  }
}
