package org.vacuumadvisor.freeze.report;

import static org.vacuumadvisor.freeze.report.FreezeWords.SAID;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.Names;
import org.vacuumadvisor.freeze.Deadline;
import org.vacuumadvisor.freeze.Deadline.Limit;
import org.vacuumadvisor.freeze.FreezePlan;
import org.vacuumadvisor.freeze.IdRates.IdRate;
import org.vacuumadvisor.freeze.Obstacle;
import org.vacuumadvisor.freeze.TableOutlook;
import org.vacuumadvisor.postgres.Wraparound;
import org.vacuumadvisor.report.Part;
import org.vacuumadvisor.report.Part.Bar;
import org.vacuumadvisor.report.Report;
import org.vacuumadvisor.report.Rows;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.unit.XidAge;

/// A freeze plan told: what stands in the way, when what is forced, and the calendar with its
/// commands.
public final class FreezeReport {
  private static final int BARS = 10;
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
    return new Report(
        "Freeze plan for PostgreSQL " + plan.survey().server().release().major(),
        Part.all(
                Stream.of(new FreezeVerdict(plan, words).part(), new Part.Paragraph(rates())),
                Part.section("What has to be done first", obstacles()),
                Part.section("When autovacuum would freeze by force", forced()),
                Part.section("Databases", databases()),
                new FreezeCalendar(plan, words).parts(),
                Part.section("What this rests on", FreezeCaveats.of(plan).map(Part.Paragraph::new)))
            .toList());
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

  private Stream<Part> obstacles() {
    return IntStream.range(0, plan.obstacles().size())
        .mapToObj(at -> card(at + 1, plan.obstacles().get(at)));
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
                SAID.sentence(
                    "why-blocked",
                    obstacle.holder().age().map(XidAge::toString).or("too many"),
                    FreezeWords.are(obstacle.tables()))),
            new Part.Note("How", obstacle.first())),
        Optional.empty());
  }

  private Stream<Part> forced() {
    var peoples = plan.tables().stream().filter(each -> !each.table().isSystem()).toList();
    if (peoples.isEmpty()) {
      return Stream.empty();
    }
    if (plan.calendar().isEmpty() && peoples.stream().allMatch(FreezeReport::isYoung)) {
      return Stream.concat(
          Part.paragraph(
              SAID.sentence(
                  "young",
                  peoples.size() == 1
                      ? "The only table is"
                      : "All " + FreezeWords.are(peoples.size()),
                  words.name(peoples.getFirst()),
                  words.date(peoples.getFirst(), Limit.FORCED))),
          system());
    }
    var shown = peoples.stream().limit(BARS).toList();
    double full = scale(shown);
    return Part.all(
        Stream.of(
            new Part.Bars(
                "Age of the oldest transaction ID",
                "Past the limit autovacuum comes, and gives way to no lock.",
                List.of("age"),
                Optional.of("autovacuum_freeze_max_age"),
                shown.stream().map(each -> bar(each, full)).toList(),
                peoples.size() - shown.size())),
        Rows.of(shown.stream())
            .text("Table", words::name)
            .text(words.heading("Forced"), each -> words.inColumn(each.deadlines(), Limit.FORCED))
            .text(
                words.heading("Failsafe"), each -> words.inColumn(each.deadlines(), Limit.FAILSAFE))
            .text(
                words.heading("Writes stop"), each -> words.inColumn(each.deadlines(), Limit.STOP))
            .number("To freeze", each -> each.work().writes().toString())
            .number("By force", each -> Quantities.duration(each.work().byForce()))
            .number("By hand", each -> Quantities.duration(each.work().byHand()))
            .ifAny(),
        system());
  }

  /// Of which a chart would show nothing.
  private static boolean isYoung(TableOutlook table) {
    var forced = table.deadlines().stream().filter(each -> each.limit() == Limit.FORCED).toList();
    return !forced.isEmpty()
        && forced.stream().allMatch(each -> each.age().count() < each.at().count() / YOUNG);
  }

  private Stream<Part> system() {
    var system = plan.tables().stream().filter(each -> each.table().isSystem()).toList();
    return system.stream()
        .flatMap(each -> each.forced().stream())
        .min(Comparator.naturalOrder())
        .stream()
        .flatMap(when ->
            Part.paragraph(
                SAID.sentence(
                    "system",
                    Quantities.counted(system.size(), "system catalog"),
                    words.date(when))));
  }

  private static double scale(List<TableOutlook> tables) {
    return tables.stream()
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

  private Stream<Part> databases() {
    boolean isInSight =
        plan.databases().stream()
            .anyMatch(
                each -> !words.inColumn(each.deadlines(), Limit.STOP).equals(FreezeWords.FAR_OFF));
    return Stream.concat(
        Rows.of(plan.databases().stream().limit(LINES))
            .text(
                "Database",
                each ->
                    each.database().name() + (each.database().surveyed() ? "" : " (not visited)"))
            .number("Age", each -> each.database().xidAge().map(XidAge::toString).or("not known"))
            .text(words.heading("Forced"), each -> words.inColumn(each.deadlines(), Limit.FORCED))
            .text(
                words.heading("Warnings"), each -> words.inColumn(each.deadlines(), Limit.WARNING))
            .text(
                words.heading("Writes stop"), each -> words.inColumn(each.deadlines(), Limit.STOP))
            .ifAny(),
        Part.paragraph(
            isInSight
                ? "Warnings and the end of writes come only if nothing is frozen until then."
                : ""));
  }
}
