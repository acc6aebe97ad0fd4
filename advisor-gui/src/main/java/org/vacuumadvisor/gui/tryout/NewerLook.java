package org.vacuumadvisor.gui.tryout;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.vacuumadvisor.forecast.SurveyBackTest;
import org.vacuumadvisor.forecast.TableOutcome;
import org.vacuumadvisor.forecast.cluster.TableStart;
import org.vacuumadvisor.gui.work.Opened;
import org.vacuumadvisor.model.Population;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.report.Words;
import org.vacuumadvisor.unit.Quantities;

/// A look at the server that came after the one that is simulated: what changed in between, and how
/// well the simulator foresaw it.
///
/// @param test empty where a back-test is not possible
record NewerLook(Stand stand, Opened opened, Optional<SurveyBackTest> test) {
  private static final int MOST = 3;

  /// Makes the back-test, which takes the two surveys of the first look and the last one.
  static NewerLook of(Stand stand, Opened opened) {
    var older = stand.evidence().older();
    return new NewerLook(
        stand,
        opened,
        older.flatMap(each -> tested(List.of(each, stand.evidence().survey(), survey(opened)))));
  }

  private static Optional<SurveyBackTest> tested(List<Survey> surveys) {
    try {
      return Optional.of(SurveyBackTest.of(surveys));
    } catch (IllegalArgumentException _) {
      return Optional.empty();
    }
  }

  private static Survey survey(Opened opened) {
    return opened.assessment().evidence().survey();
  }

  /// What changed: `dead rows of public.orders 3,200 → 9,400`, and what was set otherwise.
  String changes(TableStart table) {
    var then = stand.evidence().survey();
    var now = survey(opened);
    var changes = new ArrayList<String>();
    var before = dead(then, table);
    var after = dead(now, table);
    if (before.isPresent() && after.isPresent()) {
      changes.add(
          before.equals(after)
              ? "dead rows of %s still %s".formatted(table.name().sql(), after.get())
              : "dead rows of %s %s → %s".formatted(table.name().sql(), before.get(), after.get()));
    }
    test.ifPresent(each -> changes.addAll(each.settingsChanged().stream().limit(MOST).toList()));
    return "The server was looked at again at %s, %s after the look that is simulated here%s"
        .formatted(
            Words.moment(now.takenAt()),
            Quantities.duration(Duration.between(then.takenAt(), now.takenAt())),
            changes.isEmpty() ? "." : ": " + String.join("; ", changes) + ".");
  }

  private static Optional<String> dead(Survey survey, TableStart table) {
    return Optional.ofNullable(survey.byKey().get(table.key()))
        .flatMap(each -> each.population().known())
        .map(Population::dead)
        .map(Quantities::count);
  }

  /// What the simulator foresaw of the time in between, beside what was seen; empty where nothing
  /// can be told.
  String error() {
    return test.map(each ->
            "Back-test: for these %s, all tables together, it foresaw %s and %s; seen were %s and %s."
                .formatted(
                    Quantities.duration(each.hidden()),
                    Quantities.counted(
                        Math.round(each.sum(TableOutcome::vacuums).foreseen()), "vacuum"),
                    Quantities.counted(
                        Math.round(each.sum(TableOutcome::dead).foreseen()), "dead row"),
                    Quantities.count(each.sum(TableOutcome::vacuums).seen()),
                    Quantities.count(each.sum(TableOutcome::dead).seen())))
        .orElse("");
  }
}
