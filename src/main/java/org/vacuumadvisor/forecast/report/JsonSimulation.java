package org.vacuumadvisor.forecast.report;

import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.vacuumadvisor.forecast.BackTest;
import org.vacuumadvisor.forecast.Changes;
import org.vacuumadvisor.forecast.Forecast;
import org.vacuumadvisor.forecast.Foreseen;
import org.vacuumadvisor.forecast.NextVisit;
import org.vacuumadvisor.forecast.SurveyBackTest;
import org.vacuumadvisor.forecast.WhatIf;
import org.vacuumadvisor.forecast.cluster.Cluster;
import org.vacuumadvisor.forecast.simulator.TableTrajectory;
import org.vacuumadvisor.model.RelationName;
import org.vacuumadvisor.report.data.JsonReport;
import org.vacuumadvisor.report.data.JsonText;

/// A simulation for programs: one document in JSON. Its schema is beside it,
/// `simulation.schema.json`.
///
/// Times are seconds, sizes bytes. A figure of the server has what it is likely to be, and what it
/// is at least and at most in eight cases of ten.
public final class JsonSimulation {
  private static final int VERSION = 1;

  private JsonSimulation() {}

  /// Writes the document. The writer is flushed and stays open.
  ///
  /// @param test how far off the simulator was on logs, where that was asked for
  /// @param onSurveys likewise on surveys
  public static void write(
      WhatIf whatIf, Optional<BackTest> test, Optional<SurveyBackTest> onSurveys, Writer to)
      throws IOException {
    JsonReport.write(
        to,
        json -> {
          head(whatIf.cluster(), whatIf.changes(), Optional.of(whatIf), Optional.empty(), json);
          json.object("backTest", test, JsonSimulation::backTest);
          json.object("surveyBackTest", onSurveys, JsonSimulation::surveyBackTest);
        });
  }

  /// Writes what one look tells, where the coming days cannot be simulated: no length, no figures.
  public static void write(NextVisit visit, Writer to) throws IOException {
    JsonReport.write(
        to,
        json -> {
          head(visit.cluster(), visit.changes(), Optional.empty(), Optional.of(visit), json);
          json.object("backTest", Optional.<BackTest>empty(), JsonSimulation::backTest);
          json.object(
              "surveyBackTest", Optional.<SurveyBackTest>empty(), JsonSimulation::surveyBackTest);
        });
  }

  private static void head(
      Cluster cluster,
      Changes changes,
      Optional<WhatIf> whatIf,
      Optional<NextVisit> visit,
      JsonText json) {
    json.number("schemaVersion", (long) VERSION);
    json.text("release", cluster.release().major());
    json.moment("start", cluster.start());
    whatIf.ifPresentOrElse(
        each -> json.seconds("seconds", each.today().likely().length()),
        () -> json.number("seconds", Optional.<Long>empty()));
    json.texts("assumptions", whatIf.isPresent() ? cluster.assumptions() : List.of());
    json.object("changes", () -> changes(changes, cluster, json));
    holds(cluster, json);
    json.object("nextVisit", visit, JsonSimulation::visit);
    json.object("asItIs", whatIf.map(WhatIf::today), JsonSimulation::forecast);
    json.object("changed", whatIf.map(WhatIf::then), JsonSimulation::forecast);
  }

  private static void visit(NextVisit visit, JsonText json) {
    json.list(
        "tables",
        visit.tables(),
        (each, text) -> {
          name(each.start().name(), text);
          text.number("deadRows", each.dead());
          text.number("insertedRows", each.inserted());
          text.object("asItIs", () -> bounds(each.today(), text));
          text.object("changed", () -> bounds(each.changed(), text));
        });
  }

  private static void bounds(NextVisit.Bounds bounds, JsonText json) {
    json.decimal("deadRowThreshold", finite(bounds.dead()));
    json.decimal("insertThreshold", finite(bounds.inserted()));
    json.word("dueFor", bounds.due().orElse(null));
  }

  private static OptionalDouble finite(double number) {
    return Double.isInfinite(number) ? OptionalDouble.empty() : OptionalDouble.of(number);
  }

  private static void holds(Cluster cluster, JsonText json) {
    json.list(
        "blockedBy",
        cluster.holds(),
        (each, text) -> {
          text.text("who", each.who());
          text.number("tables", (long) each.tables().size());
          text.seconds("seconds", each.since());
        });
  }

  private static void name(RelationName name, JsonText json) {
    json.text("database", name.database());
    json.text("schema", name.schema());
    json.text("name", name.name());
  }

  private static void changes(Changes changes, Cluster cluster, JsonText json) {
    json.object(
        "settings",
        () ->
            changes.settings().forEach((setting, value) -> json.text(setting.parameter(), value)));
    json.list(
        "parameters",
        changes.parameters().entrySet().stream()
            .flatMap(table ->
                table.getValue().entrySet().stream()
                    .map(each ->
                        List.of(
                            cluster
                                .table(table.getKey())
                                .map(found -> found.name().sql())
                                .orElse(""),
                            each.getKey(),
                            each.getValue())))
            .toList(),
        (each, text) -> {
          text.text("table", each.get(0));
          text.text("parameter", each.get(1));
          text.text("value", each.get(2));
        });
    json.number("workloadFactor", changes.workloadFactor());
  }

  private static void forecast(Forecast forecast, JsonText json) {
    for (var figure : SimulatedFigure.values()) {
      var band = figure.band(forecast);
      json.object(
          figure.member,
          () -> {
            json.number("low", band.low());
            json.number("likely", band.likely());
            json.number("high", band.high());
          });
    }
    json.list(
        "limits",
        forecast.likely().limits(),
        (each, text) -> {
          text.text("database", each.table().database());
          text.text("table", each.table().sql());
          text.word("limit", each.limit());
          text.moment("when", each.when());
        });
    json.list("tables", forecast.likely().tables(), JsonSimulation::table);
  }

  private static void table(TableTrajectory table, JsonText json) {
    var figures = table.figures();
    name(table.name(), json);
    json.number("vacuums", figures.vacuums());
    json.number("analyzes", figures.analyzes());
    json.number("forcedVacuums", figures.forced());
    json.number("cancelledVacuums", figures.cancelled());
    json.number("vacuumCommands", figures.commands());
    json.number("vacuumsADay", figures.vacuumsADay());
    json.number("peakDeadRows", figures.peakDead());
    json.number("meanDeadRows", figures.meanDead());
    json.seconds("longestGapSeconds", figures.longestGap());
    json.seconds("longestWaitSeconds", figures.longestWait());
    json.seconds("vacuumingSeconds", figures.vacuuming());
    json.seconds("asleepSeconds", figures.asleep());
    json.number("mostIndexPasses", figures.mostPasses());
    json.number("bytesReadADay", figures.readBytesADay());
    json.number("bytesDirtiedADay", figures.dirtiedBytesADay());
    json.number("walBytesADay", figures.walBytesADay());
    json.number("rowsWrittenADay", figures.writtenADay());
    json.number("heapBytes", figures.heapBytes());
    json.number("indexBytes", figures.indexBytes());
    json.number("xidAge", figures.xidAge());
  }

  private static void backTest(BackTest test, JsonText json) {
    json.moment("from", test.from());
    json.seconds("hiddenSeconds", test.hidden());
    json.list(
        "tables",
        test.tables(),
        (each, text) -> {
          name(each.table(), text);
          text.number("vacuums", each.seen());
          text.number("foreseen", each.foreseen());
          text.number("naive", each.naive());
          text.seconds("secondsOff", each.off());
          text.seconds("naiveSecondsOff", each.naiveOff());
          text.number("durationsAlike", each.alike().fraction());
          text.number("medianSeconds", each.seconds());
          text.number("medianSecondsForeseen", each.foreseenSeconds());
        });
  }

  private static void surveyBackTest(SurveyBackTest test, JsonText json) {
    json.moment("from", test.from());
    json.seconds("hiddenSeconds", test.hidden());
    json.texts("settingsChanged", test.settingsChanged());
    json.number("tablesLeftOut", (long) test.leftOut());
    json.list(
        "tables",
        test.tables(),
        (each, text) -> {
          name(each.table(), text);
          foreseen("vacuums", each.vacuums(), text);
          text.number("naiveVacuums", each.naive());
          foreseen("deadRows", each.dead(), text);
          foreseen("heapBytes", each.heapBytes(), text);
          foreseen("indexBytes", each.indexBytes(), text);
        });
  }

  private static void foreseen(String name, Foreseen figure, JsonText json) {
    json.object(
        name,
        () -> {
          json.number("seen", figure.seen());
          json.number("foreseen", figure.foreseen());
        });
  }
}
