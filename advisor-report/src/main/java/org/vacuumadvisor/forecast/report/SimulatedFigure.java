package org.vacuumadvisor.forecast.report;

import java.time.Duration;
import java.util.function.ToDoubleFunction;
import org.vacuumadvisor.forecast.Band;
import org.vacuumadvisor.forecast.Forecast;
import org.vacuumadvisor.forecast.simulator.TableFigures;
import org.vacuumadvisor.forecast.simulator.Trajectory;
import org.vacuumadvisor.report.Measure;

/// A figure that a simulation of a server comes to.
enum SimulatedFigure {
  VACUUMS("vacuums a day", "vacuumsADay", Measure.NUMBER, sum(TableFigures::vacuumsADay)),
  FORCED(
      "vacuums to prevent wraparound, in all",
      "forcedVacuums",
      Measure.NUMBER,
      sum(TableFigures::forced)),
  PEAK_DEAD("dead rows, at most", "peakDeadRows", Measure.NUMBER, Trajectory::peakDead),
  MEAN_DEAD("dead rows, on average", "meanDeadRows", Measure.NUMBER, sum(TableFigures::meanDead)),
  BUSY("workers busy", "workersBusy", Measure.SHARE, each -> each.busy().fraction()),
  WAITED(
      "tables due and not yet visited, on average",
      "secondsWaitedADay",
      Measure.NUMBER,
      each -> each.sum(table -> (double) table.waited().toMillis()) / 1e3 / days(each)),
  READ("read by vacuum, a day", "bytesReadADay", Measure.BYTES, sum(TableFigures::readBytesADay)),
  DIRTIED(
      "dirtied by vacuum, a day",
      "bytesDirtiedADay",
      Measure.BYTES,
      sum(TableFigures::dirtiedBytesADay)),
  WAL(
      "WAL of vacuum, a day, roughly",
      "walBytesADay",
      Measure.BYTES,
      sum(TableFigures::walBytesADay)),
  WRITTEN("rows written, a day", "rowsWrittenADay", Measure.NUMBER, sum(TableFigures::writtenADay)),
  HEAP("tables in the end", "heapBytes", Measure.BYTES, sum(TableFigures::heapBytes)),
  INDEXES("indexes in the end", "indexBytes", Measure.BYTES, sum(TableFigures::indexBytes));

  private static final double DAY = 86_400;

  final String label;

  /// Its member in JSON.
  final String member;

  private final Measure measure;

  // A method of a record, which holds nothing.
  @SuppressWarnings("ImmutableEnumChecker")
  private final ToDoubleFunction<Trajectory> of;

  SimulatedFigure(String label, String member, Measure measure, ToDoubleFunction<Trajectory> of) {
    this.label = label;
    this.member = member;
    this.measure = measure;
    this.of = of;
  }

  private static ToDoubleFunction<Trajectory> sum(ToDoubleFunction<TableFigures> figure) {
    return each -> each.sum(figure);
  }

  Band band(Forecast forecast) {
    return forecast.band(of);
  }

  /// What reports tell of it: the time that tables wait, of all together, is how many of them wait.
  private Band shown(Forecast forecast) {
    var band = band(forecast);
    return this == WAITED
        ? new Band(band.low() / DAY, band.likely() / DAY, band.high() / DAY)
        : band;
  }

  /// Whether it is none in every case.
  boolean isNone(Forecast forecast) {
    var band = band(forecast);
    return band.low() == 0 && band.high() == 0;
  }

  /// The value, and behind it what it is at least and at most.
  String text(Forecast forecast) {
    var band = shown(forecast);
    var likely = measure.text(band.likely());
    var low = measure.text(band.low());
    var high = measure.text(band.high());
    return low.equals(high) ? likely : "%s (%s – %s)".formatted(likely, low, high);
  }

  private static double seconds(Duration duration) {
    return (double) duration.toMillis() / 1e3;
  }

  private static double days(Trajectory trajectory) {
    return Math.max(1e-6, seconds(trajectory.length()) / DAY);
  }
}
