package org.vacuumadvisor.freeze.report;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.Names;
import org.vacuumadvisor.freeze.Cohort;
import org.vacuumadvisor.freeze.DatabaseOutlook;
import org.vacuumadvisor.freeze.Deadline;
import org.vacuumadvisor.freeze.FreezePlan;
import org.vacuumadvisor.freeze.IdRate;
import org.vacuumadvisor.freeze.Limit;
import org.vacuumadvisor.freeze.Obstacle;
import org.vacuumadvisor.freeze.TableOutlook;
import org.vacuumadvisor.postgres.Wraparound;
import org.vacuumadvisor.report.Measure;
import org.vacuumadvisor.report.Part;
import org.vacuumadvisor.report.Part.Bar;
import org.vacuumadvisor.report.Part.Column;
import org.vacuumadvisor.report.Report;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.unit.XidAge;

/// A freeze plan told: what stands in the way, when what is forced, and the calendar with its
/// commands.
public final class FreezeReport {
  private static final int BARS = 10;
  private static final int COHORTS = 5;
  private static final int LINES = 40;

  /// Below this part of its limit an age is nothing to look at.
  private static final int YOUNG = 10;

  private final FreezePlan plan;
  private final FreezeWords words;

  private FreezeReport(FreezePlan plan) {
    this.plan = plan;
    this.words = new FreezeWords(plan);
  }

  public static Report of(FreezePlan plan) {
    return new FreezeReport(plan).report();
  }

  private Report report() {
    var parts = new ArrayList<Part>();
    parts.add(new FreezeVerdict(plan, words).part());
    parts.add(new Part.Paragraph(rates()));
    obstacles(parts);
    forced(parts);
    databases(parts);
    cohorts(parts);
    parts.addAll(new FreezeCalendar(plan, words).parts());
    parts.add(new Part.Heading("What this rests on"));
    FreezeCaveats.of(plan).forEach(each -> parts.add(new Part.Paragraph(each)));
    return new Report(
        "Freeze plan for PostgreSQL " + plan.survey().server().release().major(), parts);
  }

  private String rates() {
    return Stream.of(plan.rates().transactions(), plan.rates().multixacts())
        .flatMap(Optional::stream)
        .filter(each -> each.perSecond() > 0 || each.basis() == IdRate.Basis.MEASURED)
        .map(each -> Names.capital(each.words()) + ".")
        .collect(Collectors.joining(" "))
        .concat(
            plan.rates().transactions().isEmpty()
                ? "A second survey ten minutes later measures the rate."
                : "");
  }

  private void obstacles(List<Part> parts) {
    if (plan.obstacles().isEmpty()) {
      return;
    }
    parts.add(new Part.Heading("What has to be done first"));
    int number = 1;
    for (var each : plan.obstacles()) {
      parts.add(card(number, each));
      number++;
    }
    plan.catchUp()
        .ifPresent(each ->
            parts.add(
                new Part.Paragraph(
                    ("Once the oldest xmin moves, %s to catch up: %s to read, %s to write at most;"
                            + " about %s by vacuumdb, %s by autovacuum with its whole cost limit.")
                        .formatted(
                            each.tables() == 1
                                ? "1 table has"
                                : Quantities.count(each.tables()) + " tables have",
                            each.work().reads(),
                            each.work().writes(),
                            Quantities.duration(each.work().byHand()),
                            Quantities.duration(each.work().byForce())))));
  }

  private static Part card(int number, Obstacle obstacle) {
    return new Part.RecommendationCard(
        number,
        "Release the oldest xmin: " + obstacle.who(),
        "",
        obstacle.sql().map(Part.Script::new),
        List.of(
            new Part.Note(
                "Why",
                "Its oldest xmin is %s transactions old. A vacuum cannot make a table younger than that:"
                        .formatted(
                            obstacle
                                .holder()
                                .age()
                                .known()
                                .map(XidAge::toString)
                                .orElse("too many"))
                    + " %s out of reach, and freezing them now would be work for nothing."
                        .formatted(
                            obstacle.tables() == 1
                                ? "1 table is"
                                : Quantities.count(obstacle.tables()) + " tables are")),
            new Part.Note("How", obstacle.first())),
        Optional.empty());
  }

  private void forced(List<Part> parts) {
    var peoples = plan.tables().stream().filter(each -> !each.table().isSystem()).toList();
    if (peoples.isEmpty()) {
      return;
    }
    parts.add(new Part.Heading("When autovacuum would freeze by force"));
    if (plan.calendar().isEmpty() && peoples.stream().allMatch(FreezeReport::isYoung)) {
      parts.add(
          new Part.Paragraph(
              "%s younger than a tenth of the age at which that happens; the oldest is %s, %s."
                  .formatted(
                      peoples.size() == 1
                          ? "The only table is"
                          : "All %s tables are".formatted(Quantities.count(peoples.size())),
                      words.name(peoples.getFirst()),
                      words.date(peoples.getFirst(), Limit.FORCED))));
      system(parts);
      return;
    }
    parts.add(
        new Part.Bars(
            "Age of the oldest transaction ID",
            "Past the limit autovacuum comes, and gives way to no lock.",
            Measure.TRANSACTION_IDS,
            List.of("age"),
            Optional.of("autovacuum_freeze_max_age"),
            peoples.stream().limit(BARS).map(each -> bar(each, scale(peoples))).toList(),
            Math.max(0, peoples.size() - BARS)));
    parts.add(
        new Part.Grid(
            List.of(
                Column.text("Table"),
                Column.text(words.heading("Forced")),
                Column.text(words.heading("Failsafe")),
                Column.text(words.heading("Writes stop")),
                Column.number("To freeze"),
                Column.number("By force"),
                Column.number("By hand")),
            peoples.stream().limit(BARS).map(this::row).toList()));
    system(parts);
  }

  /// Of which a chart would show nothing.
  private static boolean isYoung(TableOutlook table) {
    var forced = table.deadlines().stream().filter(each -> each.limit() == Limit.FORCED).toList();
    return !forced.isEmpty()
        && forced.stream().allMatch(each -> each.age().count() < each.at().count() / YOUNG);
  }

  private void system(List<Part> parts) {
    var system = plan.tables().stream().filter(each -> each.table().isSystem()).toList();
    var first =
        system.stream().flatMap(each -> each.forced().stream()).min(Comparator.naturalOrder());
    first.ifPresent(when ->
        parts.add(
            new Part.Paragraph(
                "%s too, the first %s: they are small."
                    .formatted(
                        Quantities.counted(system.size(), "system catalog"), words.date(when)))));
  }

  private static double scale(List<TableOutlook> tables) {
    return tables.stream()
        .limit(BARS)
        .mapToDouble(each ->
            Math.max(
                (double) each.xid().count(),
                (double) each.deadline(Limit.FORCED).map(Deadline::at).orElse(XidAge.NONE).count()))
        .max()
        .orElse(1);
  }

  private Bar bar(TableOutlook table, double full) {
    var deadline = table.deadlines().stream().filter(FreezeReport::isOfTransactions).findFirst();
    return new Bar(
        words.name(table),
        List.of((double) table.xid().count()),
        deadline
            .map(each -> OptionalDouble.of((double) each.at().count()))
            .orElse(OptionalDouble.empty()),
        full,
        "%s, forced %s".formatted(table.xid(), words.date(table, Limit.FORCED)));
  }

  private static boolean isOfTransactions(Deadline deadline) {
    return deadline.limit() == Limit.FORCED && deadline.ids() == Wraparound.TRANSACTIONS;
  }

  private List<String> row(TableOutlook table) {
    return List.of(
        words.name(table),
        words.inColumn(table, Limit.FORCED),
        words.inColumn(table, Limit.FAILSAFE),
        words.inColumn(table, Limit.STOP),
        table.work().writes().toString(),
        Quantities.duration(table.work().byForce()),
        Quantities.duration(table.work().byHand()));
  }

  private void databases(List<Part> parts) {
    parts.add(new Part.Heading("Databases"));
    parts.add(
        new Part.Grid(
            List.of(
                Column.text("Database"),
                Column.number("Age"),
                Column.text(words.heading("Forced")),
                Column.text(words.heading("Warnings")),
                Column.text(words.heading("Writes stop"))),
            plan.databases().stream().limit(LINES).map(this::row).toList()));
    if (plan.databases().stream()
        .anyMatch(each -> !date(each, Limit.STOP).equals(FreezeWords.FAR_OFF))) {
      parts.add(
          new Part.Paragraph(
              "Warnings and the end of writes come only if nothing is frozen until then."));
    }
  }

  private List<String> row(DatabaseOutlook database) {
    return List.of(
        database.database().name() + (database.database().surveyed() ? "" : " (not visited)"),
        database.database().xidAge().map(XidAge::toString).or("not known"),
        date(database, Limit.FORCED),
        date(database, Limit.WARNING),
        date(database, Limit.STOP));
  }

  private String date(DatabaseOutlook database, Limit limit) {
    var all = database.deadlines().stream().filter(each -> each.limit() == limit).toList();
    return all.stream().anyMatch(Deadline::isReached)
        ? "now"
        : all.stream()
            .flatMap(each -> each.when().stream())
            .min(Comparator.naturalOrder())
            .map(words::day)
            .orElseGet(() -> words.notInSight(plan.rates().transactions()));
  }

  private void cohorts(List<Part> parts) {
    var together =
        plan.cohorts().stream()
            .filter(each -> each.work().byForce().compareTo(Duration.ofMinutes(1)) >= 0)
            .toList();
    if (!together.isEmpty()) {
      parts.add(
          new Part.Folded(
              "Tables that will be forced together:",
              together.stream().limit(COHORTS).map(this::line).toList(),
              Math.max(0, together.size() - COHORTS)));
    }
  }

  private String line(Cohort cohort) {
    return "%s%s: %s of work for autovacuum (%s)"
        .formatted(
            Quantities.counted(cohort.tables().size(), "table"),
            cohort.first().map(each -> " " + words.date(each)).orElse(""),
            Quantities.duration(cohort.work().byForce()),
            words.names(cohort.tables()));
  }
}
