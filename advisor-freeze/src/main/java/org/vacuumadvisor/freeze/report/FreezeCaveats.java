package org.vacuumadvisor.freeze.report;

import static org.vacuumadvisor.freeze.report.FreezeWords.SAID;

import java.util.stream.Stream;
import org.vacuumadvisor.freeze.FreezePlan;
import org.vacuumadvisor.freeze.IdRates.IdRate;
import org.vacuumadvisor.freeze.IdRates.LogUse;
import org.vacuumadvisor.freeze.Windows;
import org.vacuumadvisor.model.Database;
import org.vacuumadvisor.postgres.CostModel;
import org.vacuumadvisor.postgres.Feature;
import org.vacuumadvisor.unit.Quantities;

/// What a freeze plan assumes, and what it needs; each a sentence or two.
final class FreezeCaveats {
  private static final int NAMED = 5;

  private FreezeCaveats() {}

  static Stream<String> of(FreezePlan plan) {
    var options = plan.options();
    var windows = options.windows();
    var rate = plan.rates().transactions();
    boolean isCounted = plan.tables().stream().allMatch(each -> each.work().isCounted());
    boolean isThrottled = CostModel.ofManualVacuum(plan.survey().settings()).throttles();
    var limit = Quantities.count(plan.survey().settings().freezeMaxAge().count());
    var release = plan.survey().server().release();
    return Stream.of(
            said(plan.areWindowsTooRare(), "too-rare", limit),
            said(
                windows.origin() == Windows.Origin.ASSUMED,
                "windows-assumed",
                windows.weekly().getFirst(),
                windows.zone()),
            rate.map(FreezeCaveats::rate).orElse(""),
            said(plan.rates().logs() == LogUse.SAY_NOTHING, "logs-say-nothing"),
            said(plan.rates().logs() == LogUse.OF_ANOTHER_SERVER, "logs-of-another-server"),
            SAID.sentence(
                "work",
                SAID.sentence(isCounted ? "counted" : "not-counted"),
                options.diskPerSecond(),
                SAID.sentence(isThrottled ? "throttled" : "not-throttled")),
            SAID.sentence("vacuumdb"),
            said(Feature.READS_SET_VISIBILITY_MAP.isIn(release), "reads"),
            SAID.sentence("rights"),
            unseen(plan))
        .filter(each -> !each.isEmpty());
  }

  private static String said(boolean isSo, String name, Object... figures) {
    return isSo ? SAID.sentence(name, figures) : "";
  }

  private static String rate(IdRate rate) {
    return switch (rate.basis()) {
      case MEASURED ->
          SAID.sentence(
              "rate-measured",
              rate.source(),
              rate.rhythm().isKnown() ? " " + rate.rhythm().words() : "");
      case AT_MOST -> SAID.sentence("rate-at-most", rate.source());
    };
  }

  private static String unseen(FreezePlan plan) {
    var unseen =
        plan.survey().databases().stream()
            .filter(each -> !each.surveyed() && !each.isClosed())
            .map(Database::name)
            .toList();
    return said(
        !unseen.isEmpty(),
        "unseen",
        unseen.size() > NAMED
            ? Quantities.counted(unseen.size(), "database")
            : String.join(", ", unseen));
  }
}
