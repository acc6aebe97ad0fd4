package org.vacuumadvisor.freeze.report;

import static org.vacuumadvisor.freeze.report.FreezeWords.SAID;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.Names;
import org.vacuumadvisor.freeze.Deadline.Limit;
import org.vacuumadvisor.freeze.FreezePlan;
import org.vacuumadvisor.freeze.FreezePlan.Obstacle;
import org.vacuumadvisor.freeze.IdRates.IdRate;
import org.vacuumadvisor.freeze.TableOutlook;
import org.vacuumadvisor.postgres.Wraparound;
import org.vacuumadvisor.report.Part;
import org.vacuumadvisor.report.Report;
import org.vacuumadvisor.report.Rows;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.unit.XidAge;

/// A freeze plan told: what stands in the way, when what is forced, and the calendar with its
/// commands.
public final class FreezeReport {
  private static final int TABLES = 10;
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
        Optional.empty(),
        List.of(
            new Part.Note(
                "Why",
                SAID.sentence(
                    "why-blocked",
                    obstacle.holder().age().map(XidAge::toString).or("too many"),
                    FreezeWords.are(obstacle.tables()))),
            new Part.Note("How", SAID.sentence("release"))),
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
    var later = peoples.size() - TABLES;
    return Part.all(
        Rows.of(peoples.stream().limit(TABLES))
            .text("Table", words::name)
            .number(
                "Age",
                each -> each.xid() + " of " + each.limit(Wraparound.TRANSACTIONS, Limit.FORCED))
            .text(words.heading("Forced"), each -> words.inColumn(each.deadlines(), Limit.FORCED))
            .text(
                words.heading("Failsafe"), each -> words.inColumn(each.deadlines(), Limit.FAILSAFE))
            .text(
                words.heading("Writes stop"), each -> words.inColumn(each.deadlines(), Limit.STOP))
            .number("To freeze", each -> each.work().writes().toString())
            .number("By force", each -> Quantities.duration(each.work().byForce()))
            .number("By hand", each -> Quantities.duration(each.work().byHand()))
            .ifAny(),
        Part.paragraph(
            later > 0 ? SAID.sentence("more-tables", Quantities.counted(later, "more table")) : ""),
        system());
  }

  /// Of which a table would show nothing.
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
