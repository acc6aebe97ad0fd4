package org.vacuumadvisor.lab.paced;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.vacuumadvisor.lab.workload.SkewedKeys;

/// A statement with places for values, as JDBC writes it.
///
/// @param sql with a `?` for each value
/// @param draws where the values come from, in their order
public record Statement(String sql, List<Draw> draws) {
  private static final Pattern PLACE =
      Pattern.compile("(?<!:):(?:n\\b|random\\((\\d+), ?(\\d+)\\)|skewed\\((\\d+)\\))");

  public Statement {
    draws = List.copyOf(draws);
  }

  /// Reads `:n`, `:random(1, 100)` and `:skewed(100)` in a statement; casts (`::int`) are left
  /// alone.
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

  private static Draw draw(MatchResult match) {
    if (match.group(1) != null) {
      return new Draw.Uniform(Long.parseLong(match.group(1)), Long.parseLong(match.group(2)));
    }
    return match.group(3) != null
        ? new Draw.Skewed(new SkewedKeys(Integer.parseInt(match.group(3))))
        : new Draw.Turn();
  }
}
