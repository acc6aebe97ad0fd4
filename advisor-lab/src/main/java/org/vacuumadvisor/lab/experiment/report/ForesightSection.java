package org.vacuumadvisor.lab.experiment.report;

import java.util.List;
import java.util.Locale;
import java.util.function.DoubleFunction;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.Effect;
import org.vacuumadvisor.lab.experiment.Arm;
import org.vacuumadvisor.lab.experiment.Prediction;
import org.vacuumadvisor.lab.experiment.Results;
import org.vacuumadvisor.lab.experiment.Spread;
import org.vacuumadvisor.lab.experiment.TableForesight;
import org.vacuumadvisor.lab.experiment.Trial;
import org.vacuumadvisor.report.Part;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.unit.Share;

/// What the simulator foresaw of the trials and what happened, told.
record ForesightSection(Results results) {
  /// From here on fractions say nothing.
  private static final double WHOLE = 10;

  Stream<Part> parts() {
    var accuracies = Accuracy.of(results.trials());
    if (accuracies.isEmpty()) {
      return Stream.empty();
    }
    return Stream.of(
        new Part.Heading("Foreseen against seen"),
        new Part.Paragraph(
            "From two surveys in the first third of a trial, and the log up to there, the simulator"
                + " foresaw the rest: foreseen / seen, in the first round. Load is what was written"
                + " in the rest, in relation to what it was foreseen from; off by is the time from"
                + " a vacuum to the nearest one foreseen, in the median."),
        new Part.Grid(
            List.of(
                Part.Column.text("Arm"),
                Part.Column.text("Table"),
                Part.Column.number("Load"),
                Part.Column.number("Vacuums"),
                Part.Column.number("Off by"),
                Part.Column.number("Took"),
                Part.Column.number("Dead rows, most"),
                Part.Column.number("Heap"),
                Part.Column.number("Indexes")),
            results.arms().stream()
                .flatMap(arm -> results.of(arm).stream().limit(1))
                .flatMap(ForesightSection::rows)
                .toList()),
        new Part.Grid(
            List.of(
                Part.Column.text("Of all tables in all rounds"),
                Part.Column.number("Foreseen"),
                Part.Column.number("Had the load been known")),
            accuracies.stream()
                .map(each ->
                    List.of(
                        each.bar(),
                        part(each.kept(), each.of()),
                        part(each.keptKnowingLoad(), each.of())))
                .toList()));
  }

  /// What the recommendations said they would do, beside what the arms showed.
  Stream<Part> expectations() {
    var expectations = results.advice().expectations();
    return expectations.isEmpty()
        ? Stream.empty()
        : Stream.of(
            new Part.Heading("Expected against seen"),
            new Part.Grid(
                List.of(
                    Part.Column.text("Statement"),
                    Part.Column.text("Figure"),
                    Part.Column.number("Held to be"),
                    Part.Column.number("Seen in default"),
                    Part.Column.number("Expected"),
                    Part.Column.number("Seen in advised")),
                expectations.stream()
                    .map(each ->
                        List.of(
                            each.statement(),
                            each.what(),
                            band(each.today()),
                            median(results.seen(each, Arm.DEFAULT)),
                            band(each.after()),
                            median(results.seen(each, Arm.ADVISED))))
                    .toList()));
  }

  private static String band(Effect.Band band) {
    return "%s (%s–%s)"
        .formatted(rounded(band.likely()), rounded(band.low()), rounded(band.high()));
  }

  private static String rounded(double value) {
    return value >= WHOLE ? Quantities.count(value) : Quantities.number(value);
  }

  private static String median(Spread spread) {
    return spread.isKnown() ? Quantities.count(spread.median()) : "–";
  }

  private static String part(long kept, long of) {
    return "%d of %d (%s)".formatted(kept, of, Share.of(kept, of));
  }

  private static Stream<List<String>> rows(Trial trial) {
    return trial.foresight().stream()
        .flatMap(each -> each.tables().stream())
        .map(each -> row(trial.arm(), each));
  }

  private static List<String> row(Arm arm, TableForesight table) {
    var runs = table.runs();
    return List.of(
        arm.label(),
        table.name(),
        table.written().foreseen() > 0
            ? String.format(
                Locale.ROOT, "%.2f ×", table.written().seen() / table.written().foreseen())
            : "–",
        both(table.vacuums(), Quantities::count),
        runs.seen() > 0 && runs.foreseen() > 0 ? Quantities.duration(runs.off()) : "–",
        runs.seen() > 0
            ? "%s / %s"
                .formatted(
                    Quantities.seconds(runs.foreseenSeconds()), Quantities.seconds(runs.seconds()))
            : "–",
        both(table.peakDead(), Quantities::count),
        both(table.heapBytes(), ForesightSection::bytes),
        both(table.indexBytes(), ForesightSection::bytes));
  }

  private static String both(Prediction figure, DoubleFunction<String> inWords) {
    return "%s / %s"
        .formatted(
            inWords.apply(figure.foreseen().likely()),
            Double.isNaN(figure.seen()) ? "–" : inWords.apply(figure.seen()));
  }

  private static String bytes(double count) {
    return new Bytes(Math.round(count)).toString();
  }
}
