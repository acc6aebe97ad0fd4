package org.vacuumadvisor.freeze.report;

import static org.vacuumadvisor.freeze.report.FreezeWords.SAID;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Collectors;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.freeze.Appointment;
import org.vacuumadvisor.freeze.FreezePlan;
import org.vacuumadvisor.freeze.FreezeWork;
import org.vacuumadvisor.report.Part;
import org.vacuumadvisor.report.Words;
import org.vacuumadvisor.unit.Quantities;

/// How a freeze plan begins: what blocks freezing, when autovacuum comes by force, whether a
/// calendar is worth it, and whether its windows come in time.
final class FreezeVerdict {
  /// A forced vacuum of less than this disturbs nobody.
  private static final Duration WORTH_PLANNING = Duration.ofMinutes(1);

  private final FreezePlan plan;
  private final FreezeWords words;
  private final FreezeWork work;

  FreezeVerdict(FreezePlan plan, FreezeWords words) {
    this.plan = plan;
    this.words = words;
    this.work = planned(plan);
  }

  Part part() {
    long late = plan.tables().stream().filter(each -> each.isForced() && !each.isHeld()).count();
    if (!plan.obstacles().isEmpty()) {
      boolean isForced = plan.tables().stream().anyMatch(each -> each.isHeld() && each.isForced());
      return new Part.Verdict(
          Optional.of(isForced ? Severity.CRITICAL : Severity.WARNING),
          SAID.sentence("blocked", plan.obstacles().getFirst().who()));
    }
    var first = plan.firstForced();
    var undated = first.map(this::rough).orElseGet(this::unseen);
    if (late == 0 && undated.isPresent()) {
      return new Part.Verdict(Optional.of(Severity.INFO), undated.get());
    }
    return new Part.Verdict(
        late > 0 || (isPlanned() && (comesTooLate() || plan.areWindowsTooRare()))
            ? Optional.of(Severity.ADVICE)
            : Optional.empty(),
        Words.joined(
            late > 0
                ? SAID.sentence("late", FreezeWords.are(late))
                : first
                    .map(when -> SAID.sentence("forced", words.date(when), words.distance(when)))
                    .orElse("No forced vacuum is in sight."),
            planned()));
  }

  /// What is said instead of a date that lies too far beyond the time it was measured over.
  private Optional<String> rough(Instant forced) {
    var away = Duration.between(plan.survey().takenAt(), forced);
    return plan.rates()
        .transactions()
        .filter(rate -> !rate.dates(forced, plan.survey().takenAt()))
        .map(rate ->
            Words.joined(
                SAID.sentence(
                    "rough",
                    Quantities.duration(rate.over()),
                    Quantities.duration(away),
                    Quantities.duration(rate.neededFor(away))),
                isLittle() && !plan.calendar().isEmpty() ? planned() : ""));
  }

  /// What is said where no forced vacuum was in sight in too short a time to say that none is.
  private Optional<String> unseen() {
    var horizon = plan.options().horizon();
    return plan.rates()
        .transactions()
        .filter(_ -> words.isUndated())
        .map(rate ->
            SAID.sentence(
                "no-date",
                Quantities.duration(rate.over()),
                Quantities.duration(rate.neededFor(horizon)),
                Quantities.duration(horizon)));
  }

  private String planned() {
    if (plan.rates().transactions().isEmpty()) {
      return SAID.sentence("no-rate");
    }
    if (plan.calendar().isEmpty()) {
      return SAID.sentence("nothing-to-do", Quantities.duration(plan.options().horizon()));
    }
    if (isLittle()) {
      return SAID.sentence("little", work.reads(), Quantities.duration(work.byForce()));
    }
    var windows = Quantities.counted(plan.calendar().size(), "window");
    var slot = words.slot(plan.calendar().getFirst());
    return plan.areWindowsTooRare()
        ? SAID.sentence("rare")
        : SAID.sentence(comesTooLate() ? "comes-late" : "planned", windows, slot);
  }

  private boolean isPlanned() {
    return !plan.calendar().isEmpty() && !isLittle();
  }

  /// Whether autovacuum comes by force before the first window.
  private boolean comesTooLate() {
    return !plan.calendar().isEmpty()
        && plan.firstForced()
            .filter(when -> when.isBefore(plan.calendar().getFirst().slot().start()))
            .isPresent();
  }

  /// Whether autovacuum is done with everything that is planned so soon that nobody notices it.
  private boolean isLittle() {
    return work.byForce().compareTo(WORTH_PLANNING) < 0;
  }

  /// What all tables of the calendar take, each once.
  private static FreezeWork planned(FreezePlan plan) {
    return FreezeWork.of(
        plan.calendar().stream()
            .flatMap(Appointment::touches)
            .collect(Collectors.toMap(each -> each.table().key(), each -> each, (one, _) -> one))
            .values()
            .stream());
  }
}
