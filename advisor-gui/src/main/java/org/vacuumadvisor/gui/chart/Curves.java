package org.vacuumadvisor.gui.chart;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.vacuumadvisor.report.Measure;
import org.vacuumadvisor.report.Part.Curve;
import org.vacuumadvisor.report.Part.Level;
import org.vacuumadvisor.report.Part.Lines;
import org.vacuumadvisor.report.Part.Point;

/// Figures that were seen at one moment after another, as charts over the time between.
///
/// @param moments in the order of time
/// @param latest what the last of them is called: "now"
/// @param caption what is to be seen in every chart
/// @param from where charts begin, and `to` where they end
/// @param <M> what is known of a moment; a figure that is not known is not a number
public record Curves<M>(
    List<M> moments,
    Function<M, Instant> time,
    String latest,
    String caption,
    Instant from,
    Instant to) {
  public Curves {
    moments = List.copyOf(moments);
  }

  /// Over the time from the first moment to the last.
  public Curves(List<M> moments, Function<M, Instant> time, String latest, String caption) {
    this(
        moments,
        time,
        latest,
        caption,
        moments.isEmpty() ? Instant.EPOCH : time.apply(moments.getFirst()),
        moments.isEmpty() ? Instant.EPOCH : time.apply(moments.getLast()));
  }

  /// One line of a chart.
  public record Figure<M>(String label, ToDoubleFunction<M> value) {}

  /// Gives up every other of what was seen, as often as it takes: the first and the last stay.
  ///
  /// @param most at least 2
  public static <M> void thinOut(List<M> seen, int most) {
    while (seen.size() > most) {
      for (int at = seen.size() - 2; at > 0; at -= 2) {
        seen.remove(at);
      }
    }
  }

  public Duration span() {
    return Duration.between(from, to);
  }

  /// A chart of what was seen twice at least; empty where nothing was.
  @SafeVarargs
  public final Optional<Lines> chart(
      String title, Measure measure, List<Level> levels, Figure<M>... figures) {
    var curves = new ArrayList<Curve>();
    for (var figure : figures) {
      curves.add(curve(figure, measure));
    }
    curves.removeIf(each -> each.points().size() < 2);
    return curves.isEmpty() || !span().isPositive()
        ? Optional.empty()
        : Optional.of(new Lines(title, caption, measure, span(), curves, levels));
  }

  private Curve curve(Figure<M> figure, Measure measure) {
    var points =
        moments.stream()
            .filter(each -> !Double.isNaN(figure.value().applyAsDouble(each)))
            .map(each ->
                new Point(
                    (double) Duration.between(from, time.apply(each)).toMillis() / 1e3,
                    figure.value().applyAsDouble(each)))
            .toList();
    double most = points.stream().mapToDouble(Point::value).max().orElse(0);
    return new Curve(
        figure.label(),
        points,
        points.isEmpty()
            ? ""
            : "%s %s, at most %s"
                .formatted(latest, measure.text(points.getLast().value()), measure.text(most)));
  }
}
