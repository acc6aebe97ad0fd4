package org.vacuumadvisor.freeze.report;

import java.io.IOException;
import java.io.Writer;
import org.vacuumadvisor.freeze.Appointment;
import org.vacuumadvisor.freeze.Appointment.Step;
import org.vacuumadvisor.freeze.Deadline;
import org.vacuumadvisor.freeze.Forecast.DatabaseOutlook;
import org.vacuumadvisor.freeze.FreezePlan;
import org.vacuumadvisor.freeze.FreezeWork;
import org.vacuumadvisor.freeze.IdRates.IdRate;
import org.vacuumadvisor.freeze.Obstacle;
import org.vacuumadvisor.freeze.TableOutlook;
import org.vacuumadvisor.freeze.Windows.Window;
import org.vacuumadvisor.report.data.JsonText;

/// A freeze plan for programs: one document in JSON, whole. Its schema is beside it,
/// `freeze.schema.json`. Every member is there in every document; what is not known is null.
public final class JsonFreeze {
  /// Raised when a member goes away or changes its meaning; new members do not raise it.
  private static final int VERSION = 1;

  private final FreezePlan plan;
  private final JsonText json;

  private JsonFreeze(FreezePlan plan, JsonText json) {
    this.plan = plan;
    this.json = json;
  }

  /// Writes the document. The writer is flushed and stays open.
  public static void write(FreezePlan plan, Writer to) throws IOException {
    JsonText.document(to, json -> new JsonFreeze(plan, json).document());
  }

  private void document() {
    json.put("schemaVersion", VERSION);
    json.put("surveyedAt", plan.survey().takenAt());
    json.put("serverVersion", plan.survey().server().versionText());
    options();
    json.object(
        "burn",
        () -> {
          json.object("transactions", plan.rates().transactions(), JsonFreeze::rate);
          json.object("multixacts", plan.rates().multixacts(), JsonFreeze::rate);
          json.put("logs", plan.rates().logs());
        });
    json.list("tables", plan.tables(), JsonFreeze::table);
    json.list("databases", plan.databases(), JsonFreeze::database);
    json.list("obstacles", plan.obstacles(), JsonFreeze::obstacle);
    json.put("blockedDatabases", plan.blockedDatabases());
    json.list("calendar", plan.calendar(), JsonFreeze::appointment);
    json.put("assumptions", FreezeCaveats.of(plan).toList());
  }

  private void options() {
    var options = plan.options();
    json.put("windows", options.windows().weekly().stream().map(Window::toString).toList());
    json.put("windowsAre", options.windows().origin());
    json.put("timezone", options.windows().zone().toString());
    json.put("jobs", options.jobs());
    json.put("days", options.horizon().toDays());
    json.put("diskBytesPerSecond", options.diskPerSecond().count());
  }

  private static void rate(IdRate rate, JsonText json) {
    json.put("perSecond", rate.perSecond());
    json.put("basis", rate.basis());
    json.put("pattern", rate.rhythm().grain());
    json.put("overSeconds", rate.over());
    json.put("source", rate.source());
  }

  private static void table(TableOutlook table, JsonText json) {
    name(table, json);
    json.put("toast", table.toast().map(each -> each.name().name()));
    json.put("xidAge", table.xid().count());
    json.put("multixactAge", table.multixact().count());
    json.list("deadlines", table.deadlines(), JsonFreeze::deadline);
    json.object("work", () -> work(table.work(), json));
    json.put("held", table.isHeld());
  }

  private static void name(TableOutlook table, JsonText json) {
    json.members(table.table().name());
  }

  private static void deadline(Deadline deadline, JsonText json) {
    json.members(deadline, "ids", "limit");
    json.put("at", deadline.at().count());
    json.put("age", deadline.age().count());
    json.put("reached", deadline.isReached());
    json.put("when", deadline.when());
  }

  private static void work(FreezeWork work, JsonText json) {
    json.put("readBytes", work.reads().count());
    json.put("writeBytes", work.writes().count());
    json.put("walBytesAtMost", work.wal().count());
    json.put("indexShare", work.indexShare().fraction());
    json.put("frozenPagesCounted", work.isCounted());
    json.put("byHandSeconds", work.byHand());
    json.put("byHandWithoutIndexesSeconds", work.withoutIndexes());
    json.put("byForceSeconds", work.byForce());
  }

  private static void database(DatabaseOutlook database, JsonText json) {
    json.put("name", database.database().name());
    json.put("visited", database.database().surveyed());
    json.list("deadlines", database.deadlines(), JsonFreeze::deadline);
  }

  private static void obstacle(Obstacle obstacle, JsonText json) {
    json.put("who", obstacle.who());
    obstacle.holder().age().known().ifPresent(age -> json.put("age", age.count()));
    json.put("tables", obstacle.tables());
    json.put("first", obstacle.first());
    json.put("sql", obstacle.sql());
  }

  private static void appointment(Appointment appointment, JsonText json) {
    json.put("start", appointment.slot().start());
    json.put("end", appointment.slot().end());
    json.put("byHandSeconds", appointment.work().byHand());
    json.put("byHandWithoutIndexesSeconds", appointment.work().withoutIndexes());
    json.put("indexDebtBytes", appointment.work().indexDebt().count());
    json.put("tooLong", appointment.isTooLong());
    json.list("commands", appointment.steps(), JsonFreeze::step);
    json.list("late", appointment.late(), JsonFreeze::name);
  }

  private static void step(Step step, JsonText json) {
    json.put("command", step.command().line());
    json.put("words", step.command().words());
    json.put("reason", step.reason());
    json.list("touches", step.touches(), JsonFreeze::name);
    json.list("inVain", step.inVain(), JsonFreeze::name);
  }
}
