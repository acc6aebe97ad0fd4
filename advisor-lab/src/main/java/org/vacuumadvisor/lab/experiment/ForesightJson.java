package org.vacuumadvisor.lab.experiment;

import java.util.List;
import org.vacuumadvisor.forecast.backtest.Foreseen;
import tools.jackson.core.JsonGenerator;

/// What was foreseen of a trial, and what was seen, for programs.
record ForesightJson(JsonGenerator json) {

  /// The member `foresight`.
  void write(Foresight foresight) {
    json.writeObjectPropertyStart("foresight");
    json.writeStringProperty("from", foresight.from().toString());
    number("seconds", (double) foresight.length().toMillis() / 1e3);
    tables("tables", foresight.tables());
    tables("tablesKnowingLoad", foresight.knowingLoad());
    json.writeEndObject();
  }

  private void tables(String name, List<TableForesight> tables) {
    json.writeArrayPropertyStart(name);
    tables.forEach(this::table);
    json.writeEndArray();
  }

  private void table(TableForesight table) {
    var runs = table.runs();
    json.writeStartObject();
    json.writeStringProperty("name", table.name());
    figure("rowsWrittenPerSecond", table.written());
    figure("vacuums", table.vacuums());
    json.writeNumberProperty("vacuumsByThresholdAlone", runs.naive());
    number("offBySeconds", (double) runs.off().toMillis() / 1e3);
    number("alike", runs.alike().fraction());
    figure("vacuumSeconds", new Foreseen(runs.seconds(), runs.foreseenSeconds()));
    figure("peakDeadRows", table.peakDead());
    figure("meanDeadRows", table.meanDead());
    figure("heapBytes", table.heapBytes());
    figure("indexBytes", table.indexBytes());
    json.writeEndObject();
  }

  private void figure(String name, Foreseen figure) {
    json.writeObjectPropertyStart(name);
    number("foreseen", figure.foreseen());
    number("seen", figure.seen());
    json.writeEndObject();
  }

  private void figure(String name, Prediction figure) {
    json.writeObjectPropertyStart(name);
    number("low", figure.foreseen().low());
    number("foreseen", figure.foreseen().likely());
    number("high", figure.foreseen().high());
    number("seen", figure.seen());
    json.writeEndObject();
  }

  private void number(String name, double value) {
    Rounded.write(json, name, value);
  }
}
