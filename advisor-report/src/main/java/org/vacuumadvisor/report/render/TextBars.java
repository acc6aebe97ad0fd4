package org.vacuumadvisor.report.render;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.vacuumadvisor.report.Part.Alignment;
import org.vacuumadvisor.report.Part.Bar;
import org.vacuumadvisor.report.Part.Bars;
import org.vacuumadvisor.report.Words;

/// A bar chart drawn with characters, for terminals.
final class TextBars {
  private static final int CELLS = 20;

  /// One for each series, told apart without colour.
  private static final List<String> FILLS = List.of("█", "▓", "▒", "░");

  private static final String EMPTY = "·";
  private static final String LIMIT = "│";
  private static final String OVERFLOW = "▶";

  private TextBars() {}

  static void write(Bars chart, Page page) {
    page.text(List.of(new Span(Ink.STRONG, chart.title())));
    page.columns(
        0,
        List.of(Alignment.LEFT, Alignment.LEFT, Alignment.LEFT),
        chart.bars().stream()
            .map(bar ->
                List.of(
                    Span.plain(bar.label()),
                    new Span(Ink.PLAIN, drawn(bar)),
                    Span.plain(bar.text())))
            .toList());
    page.text(
        List.of(
            new Span(
                Ink.FAINT, Words.joined(legend(chart), chart.caption(), beyond(chart.beyond())))));
  }

  /// What the characters of a chart mean: `█ dead rows, │ threshold.`
  static String legend(Bars chart) {
    return Stream.concat(
            IntStream.range(0, chart.series().size())
                .mapToObj(at -> fill(at) + " " + chart.series().get(at)),
            chart.limit().map(each -> LIMIT + " " + each).stream())
        .collect(Collectors.joining(", ", "", "."));
  }

  static String beyond(int count) {
    return count == 0 ? "" : "%d more are not shown.".formatted(count);
  }

  /// The bar in [#CELLS] characters, rounded; a bar above 0 gets at least one.
  static String drawn(Bar bar) {
    var cells = new StringBuilder();
    double sum = 0;
    for (int at = 0; at < bar.values().size(); at++) {
      sum += bar.values().get(at);
      long end = Math.round(bar.at(sum) * CELLS);
      if (bar.values().get(at) > 0 && cells.isEmpty()) {
        end = Math.max(1, end);
      }
      cells.append(fill(at).repeat((int) Math.max(0, end - cells.length())));
    }
    cells.append(EMPTY.repeat(CELLS - cells.length()));
    if (bar.overflows()) {
      cells.replace(CELLS - 1, CELLS, OVERFLOW);
    }
    bar.limit()
        .ifPresent(limit -> {
          int place = Math.clamp(Math.round(bar.at(limit) * CELLS), 0, CELLS - 1);
          cells.replace(place, place + 1, LIMIT);
        });
    return cells.toString();
  }

  private static String fill(int series) {
    return FILLS.get(series % FILLS.size());
  }
}
