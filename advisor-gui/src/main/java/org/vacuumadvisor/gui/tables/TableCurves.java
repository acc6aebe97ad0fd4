package org.vacuumadvisor.gui.tables;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.gui.tables.Timeline.Moment;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.report.Measure;
import org.vacuumadvisor.report.Part;
import org.vacuumadvisor.report.Part.Curve;
import org.vacuumadvisor.report.Part.Level;
import org.vacuumadvisor.report.Part.Lines;
import org.vacuumadvisor.report.Words;

/// The past of one table as charts: dead rows, size and age over time, each against its trigger.
record TableCurves(Relation table, Evidence evidence, List<Moment> moments) {
  TableCurves {
    moments = List.copyOf(moments);
  }

  /// Only what there are two values of.
  List<Part> parts() {
    var parts = new ArrayList<Part>();
    var trigger = moments.stream().map(Moment::trigger).filter(each -> !each.isNaN()).toList();
    add(
        parts,
        "Dead rows over time",
        Measure.ROWS,
        Moment::deadRows,
        "dead rows",
        trigger.isEmpty() ? List.of() : List.of(new Level("autovacuum comes", trigger.getLast())));
    add(parts, "Size over time", Measure.BYTES, Moment::bytes, "the table itself", List.of());
    add(
        parts,
        "Age over time",
        Measure.TRANSACTION_IDS,
        Moment::age,
        "transaction IDs since its oldest row was frozen",
        List.of(
            new Level(
                "autovacuum is forced",
                (double) evidence.options(table).trigger().freezeMaxAge().count())));
    return parts;
  }

  private void add(
      List<Part> parts,
      String title,
      Measure measure,
      ToDoubleFunction<Moment> value,
      String label,
      List<Level> levels) {
    var known = moments.stream().filter(each -> !Double.isNaN(value.applyAsDouble(each))).toList();
    if (known.size() < 2) {
      return;
    }
    var begin = known.getFirst().time();
    var span = Duration.between(begin, known.getLast().time());
    if (!span.isPositive()) {
      return;
    }
    var points =
        known.stream()
            .map(each ->
                new Part.Point(
                    Duration.between(begin, each.time()).toMillis() / 1e3,
                    value.applyAsDouble(each)))
            .toList();
    double most = known.stream().mapToDouble(value).max().orElse(0);
    double latest = value.applyAsDouble(known.getLast());
    parts.add(
        new Lines(
            title,
            "From %s to %s, seen %d times."
                .formatted(Words.moment(begin), Words.moment(known.getLast().time()), known.size()),
            measure,
            span,
            List.of(
                new Curve(
                    label,
                    points,
                    "now %s, at most %s".formatted(measure.text(latest), measure.text(most)))),
            levels));
  }
}
