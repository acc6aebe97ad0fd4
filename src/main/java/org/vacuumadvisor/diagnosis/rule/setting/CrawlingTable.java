package org.vacuumadvisor.diagnosis.rule.setting;

import java.time.Duration;
import java.util.Comparator;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Names;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Rule;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.postgres.CostModel;
import org.vacuumadvisor.postgres.ServerSettings;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.unit.Pages;
import org.vacuumadvisor.unit.Quantities;

/// A table whose own cost limit or delay lets autovacuum do hardly anything at it.
///
/// @param cost what its vacuum may do
/// @param own the storage parameters that say so
/// @param asleep how long a vacuum that writes every page sleeps
record CrawlingTable(Relation table, CostModel cost, TreeSet<String> own, Duration asleep) {
  /// Less is no matter for the other tables. Our choice.
  private static final Duration LONG = Duration.ofMinutes(5);

  private static CrawlingTable of(Relation table, Evidence evidence) {
    var cost = CostModel.of(evidence.settings(), evidence.options(table));
    long pages = table.heapPages().map(Pages::count).or(0L); // of no size known it is not judged
    var own =
        Stream.of(Setting.AUTOVACUUM_VACUUM_COST_DELAY, Setting.AUTOVACUUM_VACUUM_COST_LIMIT)
            .map(Setting::parameter)
            .filter(each -> table.parameters().text(each).isPresent())
            .collect(Collectors.toCollection(TreeSet::new));
    long seconds = Math.round(cost.secondsAsleep(0, pages, pages));
    return new CrawlingTable(table, cost, own, Duration.ofSeconds(seconds));
  }

  /// About the slowest of them.
  static Optional<Finding> finding(Evidence evidence, Rule rule) {
    var defaults = ServerSettings.unknown(evidence.release());
    double usual = CostModel.ofAutovacuum(defaults).unitsPerSecond();
    return evidence
        .survey()
        .userRelations()
        .filter(each -> !each.parameters().isEmpty())
        .map(each -> of(each, evidence))
        .filter(each -> !each.own.isEmpty() && each.cost.unitsPerSecond() <= usual / 10)
        .filter(each -> each.asleep.compareTo(LONG) >= 0)
        .max(Comparator.comparing(CrawlingTable::asleep))
        .map(each -> each.finding(usual, evidence, rule));
  }

  private Finding finding(double usual, Evidence evidence, Rule rule) {
    return rule.warning(
            table,
            "Autovacuum of %s may do %s cost units a second, of %s by default, for the table's own"
                + " parameters",
            Names.of(table, evidence),
            Quantities.number(cost.unitsPerSecond()),
            Quantities.count(usual))
        .observed("its own parameters", String.join(", ", own), "pg_class", "reloptions")
        .engine("asleep in a vacuum that writes every page", asleep, "vacuum_delay_point()")
        .chosen(
            "slow",
            "a tenth of the default, and %s asleep".formatted(Quantities.duration(LONG)),
            "up to 11 a tenth was the default")
        .because("Its vacuums take long, and their worker is not free for other tables.")
        .remedy(new Remedy.ResetTable(table, own))
        .build();
  }
}
