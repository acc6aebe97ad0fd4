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
import org.vacuumadvisor.model.RelationKey;
import org.vacuumadvisor.report.data.JsonText;
import org.vacuumadvisor.report.data.Shapes;

/// A simulation for programs: one document in JSON. Its schema is beside it,
/// `simulation.schema.json`.
///
/// Times are seconds, sizes bytes. A figure of the server has what it is likely to be, and what it
/// is at least and at most in eight cases of ten.
public final class JsonSimulation {
  private static final int VERSION = 2;
  private static final Shapes SHAPES = Shapes.beside(JsonSimulation.class, "members.txt");

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
    SHAPES.write("simulation", whatIf, json);
    json.object("changes", () -> changes(whatIf.changes(), cluster, json));
    json.list(
        "blockedBy",
        cluster.holds(),
        (each, text) -> {
          SHAPES.write("hold", each, text);
          text.put("tables", each.tables().size());
        });
    json.object("asItIs", () -> forecast(whatIf.today(), json));
    json.object("changed", () -> forecast(whatIf.then(), json));
    json.object("backTest", test, (each, text) -> SHAPES.write("back-test", each, text));
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
    SHAPES.write("forecast", forecast, json);
  }
}
