package org.vacuumadvisor.forecast.report;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.vacuumadvisor.forecast.Changes;
import org.vacuumadvisor.forecast.cluster.Cluster;
import org.vacuumadvisor.forecast.cluster.HorizonHold;
import org.vacuumadvisor.model.RelationKey;
import org.vacuumadvisor.model.RelationName;
import org.vacuumadvisor.report.Part;
import org.vacuumadvisor.unit.Quantities;

/// What reports of simulations say alike: what was changed, what keeps vacuum from its work, and
/// how tables are called.
record SimulationText(Cluster cluster) {
  private static final int MOST_NAMED = 3;

  String title() {
    return "Autovacuum of PostgreSQL %s, simulated".formatted(cluster.release().major());
  }

  /// What was changed, each as it would be written.
  Stream<Part> changes(Changes changes) {
    var settings =
        changes.settings().entrySet().stream().map(each -> each.getKey() + " = " + each.getValue());
    var parameters =
        changes.parameters().entrySet().stream()
            .flatMap(table ->
                table.getValue().entrySet().stream()
                    .map(own ->
                        "%s of %s = %s"
                            .formatted(own.getKey(), name(table.getKey()), own.getValue())));
    var load =
        changes.workloadFactor() == 1
            ? Stream.<String>empty()
            : Stream.of("load × " + Quantities.number(changes.workloadFactor()));
    var all = Stream.of(settings, parameters, load).flatMap(each -> each).sorted().toList();
    return Part.paragraph(all.isEmpty() ? "" : "Changed: " + String.join(", ", all) + ".");
  }

  /// Who keeps dead rows from being removed, and that settings are no help against it.
  Optional<String> holds() {
    return cluster.holds().isEmpty() ? Optional.empty() : Optional.of(held(cluster.holds()));
  }

  private String held(List<HorizonHold> holds) {
    var who =
        holds.stream().limit(MOST_NAMED).map(HorizonHold::who).collect(Collectors.joining(", "))
            + (holds.size() > MOST_NAMED
                ? " and %s".formatted(Quantities.counted(holds.size() - MOST_NAMED, "other"))
                : "");
    long tables =
        cluster.tables().stream()
            .filter(each -> holds.stream().anyMatch(hold -> hold.tables().containsKey(each.key())))
            .count();
    return "Cleanup is blocked by %s: rows that died since then stay in %s of %s, whatever the settings. No setting helps them until %s."
        .formatted(
            who,
            Quantities.count(tables),
            Quantities.counted(cluster.tables().size(), "table"),
            holds.size() == 1 ? "it ends" : "they end");
  }

  /// Schema and name; the database as well where there are tables of several.
  String name(RelationName name) {
    boolean several =
        cluster.tables().stream().map(each -> each.name().database()).distinct().limit(2).count()
            > 1;
    return several ? name.database() + ": " + name.sql() : name.sql();
  }

  private String name(RelationKey key) {
    return cluster.table(key).map(each -> name(each.name())).orElse("?");
  }
}
