package org.vacuumadvisor.freeze.report;

import java.io.IOException;
import java.io.Writer;
import java.time.Instant;
import java.util.Optional;
import org.vacuumadvisor.freeze.Appointment;
import org.vacuumadvisor.freeze.CatchUp;
import org.vacuumadvisor.freeze.Cohort;
import org.vacuumadvisor.freeze.DatabaseOutlook;
import org.vacuumadvisor.freeze.Deadline;
import org.vacuumadvisor.freeze.FreezePlan;
import org.vacuumadvisor.freeze.FreezeWork;
import org.vacuumadvisor.freeze.IdRate;
import org.vacuumadvisor.freeze.Obstacle;
import org.vacuumadvisor.freeze.Step;
import org.vacuumadvisor.freeze.TableOutlook;
import org.vacuumadvisor.freeze.Window;
import org.vacuumadvisor.freeze.Windows;
import org.vacuumadvisor.model.Relation;
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
    json.number("schemaVersion", VERSION);
    json.moment("surveyedAt", plan.survey().takenAt());
    json.text("serverVersion", plan.survey().server().versionText().known());
    options();
    json.object(
        "burn",
        () -> {
          json.object("transactions", plan.rates().transactions(), JsonFreeze::rate);
          json.object("multixacts", plan.rates().multixacts(), JsonFreeze::rate);
          json.word("logs", plan.rates().logs());
        });
    json.list("tables", plan.tables(), JsonFreeze::table);
    json.list("databases", plan.databases(), JsonFreeze::database);
    json.list("cohorts", plan.cohorts(), JsonFreeze::cohort);
    json.list("obstacles", plan.obstacles(), JsonFreeze::obstacle);
    json.texts("blockedDatabases", plan.blockedDatabases());
    json.object("catchUp", plan.catchUp(), JsonFreeze::catchUp);
    json.list("calendar", plan.calendar(), JsonFreeze::appointment);
    json.texts("assumptions", FreezeCaveats.of(plan));
  }

  private void options() {
    var options = plan.options();
    json.texts("windows", options.windows().weekly().stream().map(Window::toString).toList());
    json.word("windowsAre", options.windows().origin());
    json.object("quiet", options.windows().quiet(), JsonFreeze::quiet);
    json.text("timezone", options.windows().zone().toString());
    json.number("jobs", options.jobs());
    json.number("days", options.horizon().toDays());
    json.number("diskBytesPerSecond", options.diskPerSecond().count());
  }

  private static void quiet(Windows.Quiet quiet, JsonText json) {
    json.number("loadShare", quiet.load());
    json.number("timeShare", quiet.time());
    json.word("pattern", quiet.rhythm().grain());
    json.text("source", quiet.rhythm().source());
  }

  private static void rate(IdRate rate, JsonText json) {
    json.number("perSecond", rate.perSecond());
    json.word("basis", rate.basis());
    json.word("pattern", rate.rhythm().grain());
    json.seconds("overSeconds", rate.over());
    json.text("source", rate.source());
  }

  private static void table(TableOutlook table, JsonText json) {
    name(table, json);
    json.text("toast", table.toast().map(each -> each.name().name()));
    json.number("xidAge", table.xid().count());
    json.number("multixactAge", table.multixact().count());
    json.list("deadlines", table.deadlines(), JsonFreeze::deadline);
    json.object("work", Optional.of(table.work()), JsonFreeze::work);
    json.flag("held", table.isHeld());
  }

  private static void name(TableOutlook table, JsonText json) {
    Relation relation = table.table();
    json.text("database", relation.name().database());
    json.text("schema", relation.name().schema());
    json.text("name", relation.name().name());
  }

  private static void deadline(Deadline deadline, JsonText json) {
    json.word("ids", deadline.ids());
    json.word("limit", deadline.limit());
    json.number("at", deadline.at().count());
    json.number("age", deadline.age().count());
    json.flag("reached", deadline.isReached());
    json.text("when", deadline.when().map(Instant::toString));
  }

  private static void work(FreezeWork work, JsonText json) {
    json.number("readBytes", work.reads().count());
    json.number("writeBytes", work.writes().count());
    json.number("walBytesAtMost", work.wal().count());
    json.number("indexShare", work.indexShare().fraction());
    json.flag("frozenPagesCounted", work.isCounted());
    json.seconds("byHandSeconds", work.byHand());
    json.seconds("byHandWithoutIndexesSeconds", work.withoutIndexes());
    json.seconds("byForceSeconds", work.byForce());
  }

  private static void database(DatabaseOutlook database, JsonText json) {
    json.text("name", database.database().name());
    json.flag("visited", database.database().surveyed());
    json.list("deadlines", database.deadlines(), JsonFreeze::deadline);
  }

  private static void cohort(Cohort cohort, JsonText json) {
    json.text("first", cohort.first().map(Instant::toString));
    json.text("last", cohort.last().map(Instant::toString));
    json.seconds("byForceSeconds", cohort.work().byForce());
    json.list("tables", cohort.tables(), JsonFreeze::name);
  }

  private static void obstacle(Obstacle obstacle, JsonText json) {
    json.text("who", obstacle.who());
    obstacle.holder().age().known().ifPresent(age -> json.number("age", age.count()));
    json.number("tables", obstacle.tables());
    json.text("first", obstacle.first());
    json.text("sql", obstacle.sql());
  }

  private static void catchUp(CatchUp catchUp, JsonText json) {
    json.number("tables", catchUp.tables());
    json.number("readBytes", catchUp.work().reads().count());
    json.number("writeBytes", catchUp.work().writes().count());
    json.seconds("byHandSeconds", catchUp.work().byHand());
    json.seconds("byForceSeconds", catchUp.work().byForce());
  }

  private static void appointment(Appointment appointment, JsonText json) {
    json.moment("start", appointment.slot().start());
    json.moment("end", appointment.slot().end());
    json.seconds("byHandSeconds", appointment.work().byHand());
    json.seconds("byHandWithoutIndexesSeconds", appointment.work().withoutIndexes());
    json.number("indexDebtBytes", appointment.work().indexDebt().count());
    json.flag("tooLong", appointment.isTooLong());
    json.list("commands", appointment.steps(), JsonFreeze::step);
    json.list("late", appointment.late(), JsonFreeze::name);
  }

  private static void step(Step step, JsonText json) {
    json.text("command", step.command().line());
    json.texts("words", step.command().words());
    json.word("reason", step.reason());
    json.list("touches", step.touches(), JsonFreeze::name);
    json.list("inVain", step.inVain(), JsonFreeze::name);
  }
}
