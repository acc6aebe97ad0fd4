package org.vacuumadvisor.gui.tables;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.gui.chart.Curves;
import org.vacuumadvisor.gui.chart.Curves.Figure;
import org.vacuumadvisor.gui.tables.Timelines.Moment;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.report.Measure;
import org.vacuumadvisor.report.Part;
import org.vacuumadvisor.report.Part.Level;
import org.vacuumadvisor.report.Words;

/// The past of one table as charts: dead rows, size and age over time, each against its trigger.
record TableCurves(Relation table, Evidence evidence, List<Moment> moments) {
  TableCurves {
    moments = List.copyOf(moments);
  }

  /// Only what there are two values of.
  List<Part> parts() {
    var trigger = moments.stream().map(Moment::trigger).filter(each -> !each.isNaN()).toList();
    var curves = new Curves<>(moments, Moment::time, "now");
    var caption =
        moments.isEmpty()
            ? ""
            : "From %s to %s, seen %d times."
                .formatted(
                    Words.moment(moments.getFirst().time()),
                    Words.moment(moments.getLast().time()),
                    moments.size());
    return Stream.of(
            curves.chart(
                "Dead rows over time",
                caption,
                Measure.ROWS,
                trigger.isEmpty()
                    ? List.of()
                    : List.of(new Level("autovacuum comes", trigger.getLast())),
                List.of(new Figure<>("dead rows", Moment::deadRows))),
            curves.chart(
                "Size over time",
                caption,
                Measure.BYTES,
                List.of(),
                List.of(new Figure<>("the table itself", Moment::bytes))),
            curves.chart(
                "Age over time",
                caption,
                Measure.TRANSACTION_IDS,
                List.of(
                    new Level(
                        "autovacuum is forced",
                        (double) evidence.options(table).trigger().freezeMaxAge().count())),
                List.of(
                    new Figure<>("transaction IDs since its oldest row was frozen", Moment::age))))
        .flatMap(Optional::stream)
        .map(Part.class::cast)
        .toList();
  }
}
