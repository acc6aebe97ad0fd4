package org.vacuumadvisor.forecast.report;

import java.io.IOException;
import java.io.Writer;
import java.util.Optional;
import java.util.TreeMap;
import org.vacuumadvisor.forecast.BackTest;
import org.vacuumadvisor.forecast.Changes;
import org.vacuumadvisor.forecast.Forecast;
import org.vacuumadvisor.forecast.WhatIf;
import org.vacuumadvisor.forecast.cluster.Cluster;
import org.vacuumadvisor.forecast.simulator.TableTrajectory;
import org.vacuumadvisor.model.RelationKey;
import org.vacuumadvisor.report.data.JsonText;

/// A simulation for programs: one document in JSON. Its schema is beside it,
/// `simulation.schema.json`.
///
/// Times are seconds, sizes bytes. A figure of the server has what it is likely to be, and what it
/// is at least and at most in eight cases of ten.
public final class JsonSimulation {
  private static final int VERSION = 2;

  private JsonSimulation() {}

  /// Writes the document. The writer is flushed and stays open.
  ///
  /// @param test how far off the simulator was on logs, where that was asked for
  public static void write(WhatIf whatIf, Optional<BackTest> test, Writer to) throws IOException {
    JsonText.indented(to, json -> document(whatIf, test, json));
  }

  private static void document(WhatIf whatIf, Optional<BackTest> test, JsonText json) {
    var cluster = whatIf.cluster();
    json.put("schemaVersion", VERSION);
    json.put("release", cluster.release().major());
    json.put("start", cluster.start());
    json.put("seconds", whatIf.today().likely().length());
    json.put("assumptions", cluster.assumptions());
    json.object("changes", () -> changes(whatIf.changes(), cluster, json));
    json.list(
        "blockedBy",
        cluster.holds(),
        (each, text) -> {
          text.put("who", each.who());
          text.put("tables", each.tables().size());
          text.put("seconds", each.since());
        });
    json.object("asItIs", () -> forecast(whatIf.today(), json));
    json.object("changed", () -> forecast(whatIf.then(), json));
    json.object("backTest", test, JsonSimulation::backTest);
  }

  private record Parameter(RelationKey table, String name, String value) {}

  private static void changes(Changes changes, Cluster cluster, JsonText json) {
    json.object(
        "settings",
        () ->
            new TreeMap<>(changes.settings())
                .forEach((setting, value) -> json.put(setting.parameter(), value)));
    json.list(
        "parameters",
        changes.parameters().entrySet().stream()
            .flatMap(table ->
                table.getValue().entrySet().stream()
                    .map(each -> new Parameter(table.getKey(), each.getKey(), each.getValue())))
            .toList(),
        (each, text) -> {
          text.put("table", cluster.table(each.table).map(found -> found.name().sql()).orElse(""));
          text.put("parameter", each.name);
          text.put("value", each.value);
        });
    json.put("workloadFactor", changes.workloadFactor());
  }

  private static void forecast(Forecast forecast, JsonText json) {
    for (var figure : SimulatedFigure.values()) {
      json.put(figure.member, figure.band(forecast));
    }
    json.list(
        "limits",
        forecast.likely().limits(),
        (each, text) -> {
          text.put("database", each.table().database());
          text.put("table", each.table().sql());
          text.put("limit", each.limit());
          text.put("when", each.when());
        });
    json.list("tables", forecast.likely().tables(), JsonSimulation::table);
  }

  private static void table(TableTrajectory table, JsonText json) {
    var figures = table.figures();
    json.members(table.name());
    json.put("vacuums", figures.vacuums());
    json.put("analyzes", figures.analyzes());
    json.put("forcedVacuums", figures.forced());
    json.put("cancelledVacuums", figures.cancelled());
    json.put("vacuumCommands", figures.commands());
    json.put("vacuumsADay", figures.vacuumsADay());
    json.put("peakDeadRows", figures.peakDead());
    json.put("meanDeadRows", figures.meanDead());
    json.put("longestGapSeconds", figures.longestGap());
    json.put("longestWaitSeconds", figures.longestWait());
    json.put("vacuumingSeconds", figures.vacuuming());
    json.put("asleepSeconds", figures.asleep());
    json.put("mostIndexPasses", figures.mostPasses());
    json.put("bytesReadADay", figures.readBytesADay());
    json.put("bytesDirtiedADay", figures.dirtiedBytesADay());
    json.put("walBytesADay", figures.walBytesADay());
    json.put("rowsWrittenADay", figures.writtenADay());
    json.put("heapBytes", figures.heapBytes());
    json.put("indexBytes", figures.indexBytes());
    json.put("xidAge", figures.xidAge());
  }

  private static void backTest(BackTest test, JsonText json) {
    json.put("from", test.from());
    json.put("hiddenSeconds", test.hidden());
    json.list(
        "tables",
        test.tables(),
        (each, text) -> {
          text.members(each.table());
          text.put("vacuums", each.seen());
          text.put("foreseen", each.foreseen());
          text.put("naive", each.naive());
          text.put("secondsOff", each.off());
          text.put("naiveSecondsOff", each.naiveOff());
          text.put("durationsAlike", each.alike().fraction());
          text.put("medianSeconds", each.seconds());
          text.put("medianSecondsForeseen", each.foreseenSeconds());
        });
  }
}
