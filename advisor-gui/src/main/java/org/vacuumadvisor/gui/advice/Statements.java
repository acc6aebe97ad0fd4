package org.vacuumadvisor.gui.advice;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.vacuumadvisor.advice.Recommendation;
import org.vacuumadvisor.gui.part.AppliedSql;
import org.vacuumadvisor.report.PrintableSql;
import org.vacuumadvisor.report.TerminalText;

/// The statements of some recommendations, as one text to be copied: each with the database to run
/// it in where there are several, and at the end what makes settings take effect.
record Statements(List<Recommendation> recommendations) {
  Statements {
    recommendations = recommendations.stream().filter(each -> each.sql().isPresent()).toList();
  }

  boolean isEmpty() {
    return recommendations.isEmpty();
  }

  int count() {
    return recommendations.size();
  }

  String text() {
    boolean isOfSeveral =
        recommendations.stream()
                .map(Recommendation::database)
                .flatMap(Optional::stream)
                .distinct()
                .count()
            > 1;
    var all =
        recommendations.stream()
            .map(each -> place(each, isOfSeveral) + ended(each.sql().orElse("")))
            .collect(Collectors.joining("\n\n"));
    return AppliedSql.of(all) + "\n";
  }

  private static String place(Recommendation each, boolean isOfSeveral) {
    return each.database()
        .filter(_ -> isOfSeveral)
        .map(name -> "-- in database %s\n".formatted(TerminalText.escaped(name)))
        .orElse("");
  }

  private static String ended(String sql) {
    var shown = PrintableSql.of(sql);
    return shown.endsWith(";") ? shown : shown + ";";
  }
}
