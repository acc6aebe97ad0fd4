package org.vacuumadvisor.freeze.report;

import java.util.stream.Stream;
import org.vacuumadvisor.freeze.FreezePlan;
import org.vacuumadvisor.freeze.IdRates.IdRate;
import org.vacuumadvisor.model.Database;
import org.vacuumadvisor.postgres.CostModel;
import org.vacuumadvisor.postgres.Feature;
import org.vacuumadvisor.unit.Quantities;

/// What a freeze plan assumes, and what it needs; each a sentence or two.
final class FreezeCaveats {
  private FreezeCaveats() {}

  static Stream<String> of(FreezePlan plan) {
    return Stream.of(
            rarity(plan),
            windows(plan),
            plan.rates().transactions().map(FreezeCaveats::rate).orElse(""),
            logs(plan),
            work(plan),
            "vacuumdb picks the tables itself when it runs: table or TOAST table at least that old,"
                + " largest first. What autovacuum froze meanwhile is passed by. It needs vacuumdb"
                + " of PostgreSQL 12 or newer, whatever the server, and takes host, port and user"
                + " as psql does.",
            reads(plan),
            "Rights: VACUUM takes a table's owner or a superuser, since 17 also the privilege"
                + " MAINTAIN; catalogs shared by all databases take a superuser. What the role may"
                + " not vacuum is passed by with a warning.",
            unseen(plan))
        .filter(each -> !each.isEmpty());
  }

  private static String windows(FreezePlan plan) {
    var windows = plan.options().windows();
    return switch (windows.origin()) {
      case CHOSEN -> "";
      case ASSUMED ->
          "Windows: every night %s, %s, because none were named. Name your quiet hours, such as"
                  .formatted(windows.weekly().getFirst(), windows.zone())
              + " \"Sat 02:00-05:00\".";
    };
  }

  private static String rarity(FreezePlan plan) {
    return plan.areWindowsTooRare()
        ? "Windows too rare: more transaction IDs are used between two of them than"
            + " autovacuum_freeze_max_age (%s) lets a table age. Whatever is frozen in one is forced"
                .formatted(Quantities.count(plan.survey().settings().freezeMaxAge().count()))
            + " before the next. Name more windows, or raise the limit."
        : "";
  }

  private static String rate(IdRate rate) {
    return switch (rate.basis()) {
      case MEASURED ->
          "Rate: %s. It holds if the days to come are like that time.%s"
              .formatted(rate.source(), rate.rhythm().isKnown() ? " " + rate.rhythm().words() : "");
      case AT_MOST ->
          "Rate: an upper bound, from %s. So the dates are the earliest possible; a"
                  .formatted(rate.source())
              + " second survey ten minutes later measures it.";
    };
  }

  private static String logs(FreezePlan plan) {
    return switch (plan.rates().logs()) {
      case NOT_GIVEN, USED -> "";
      case SAY_NOTHING ->
          "Logs: no two reports of vacuums in them tell which transaction ID came next, so they"
              + " say nothing of the rate. Reports do from PostgreSQL 10 on"
              + " (log_autovacuum_min_duration).";
      case OF_ANOTHER_SERVER ->
          "Logs: their transaction IDs do not fit those of the server surveyed, so the rate is"
              + " not taken from them. Are they of another server?";
    };
  }

  private static String work(FreezePlan plan) {
    boolean isCounted = plan.tables().stream().allMatch(each -> each.work().isCounted());
    return "Work: every page %s, read and written at %s a second, one table after the other."
            .formatted(
                isCounted
                    ? "not all-frozen (relallfrozen)"
                    : "of a table, because frozen ones are counted since PostgreSQL 18 only",
                plan.options().diskPerSecond())
        + (CostModel.ofManualVacuum(plan.survey().settings()).throttles()
            ? " vacuum_cost_delay makes VACUUM commands sleep in between, which is counted."
            : " A VACUUM command is not throttled (vacuum_cost_delay = 0): it takes what it can"
                + " get.");
  }

  private static String reads(FreezePlan plan) {
    return Feature.READS_SET_VISIBILITY_MAP.isIn(plan.survey().server().release())
        ? "Reads: from 19 on queries mark the pages that they read all-visible, and ordinary"
            + " vacuums pass by these without freezing them. What is read soon after it was"
            + " written is frozen by these windows or by force."
        : "";
  }

  private static String unseen(FreezePlan plan) {
    var unseen =
        plan.survey().databases().stream()
            .filter(each -> !each.surveyed() && !each.isClosed())
            .map(Database::name)
            .toList();
    return unseen.isEmpty()
        ? ""
        : "Not visited, so not planned: %s. A survey of all databases visits them."
            .formatted(
                unseen.size() > 5
                    ? Quantities.counted(unseen.size(), "database")
                    : String.join(", ", unseen));
  }
}
