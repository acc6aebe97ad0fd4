package org.vacuumadvisor.lab.experiment.report;

import org.vacuumadvisor.forecast.Foreseen;
import org.vacuumadvisor.lab.experiment.Foresight;
import org.vacuumadvisor.lab.experiment.Prediction;
import org.vacuumadvisor.lab.experiment.TableForesight;
import org.vacuumadvisor.report.data.JsonText;

/// What was foreseen of a trial, and what was seen, for programs.
final class ForesightJson {
  private ForesightJson() {}

  /// The members of `foresight`.
  static void write(Foresight foresight, JsonText json) {
    json.put("from", foresight.from());
    json.measured("seconds", (double) foresight.length().toMillis() / 1e3);
    json.list("tables", foresight.tables(), ForesightJson::table);
    json.list("tablesKnowingLoad", foresight.knowingLoad(), ForesightJson::table);
  }

  private static void table(TableForesight table, JsonText json) {
    var runs = table.runs();
    json.put("name", table.name());
    figure("rowsWrittenPerSecond", table.written(), json);
    figure("vacuums", table.vacuums(), json);
    json.put("vacuumsByThresholdAlone", runs.naive());
    json.measured("offBySeconds", (double) runs.off().toMillis() / 1e3);
    json.measured("alike", runs.alike().fraction());
    figure("vacuumSeconds", new Foreseen(runs.seconds(), runs.foreseenSeconds()), json);
    figure("peakDeadRows", table.peakDead(), json);
    figure("meanDeadRows", table.meanDead(), json);
    figure("heapBytes", table.heapBytes(), json);
    figure("indexBytes", table.indexBytes(), json);
  }

  private static void figure(String name, Foreseen figure, JsonText json) {
    json.object(
        name,
        () -> {
          json.measured("foreseen", figure.foreseen());
          json.measured("seen", figure.seen());
        });
  }

  private static void figure(String name, Prediction figure, JsonText json) {
    json.object(
        name,
        () -> {
          json.measured("low", figure.foreseen().low());
          json.measured("foreseen", figure.foreseen().likely());
          json.measured("high", figure.foreseen().high());
          json.measured("seen", figure.seen());
        });
  }
}
