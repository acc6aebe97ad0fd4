package org.vacuumadvisor.diagnosis.rule;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.vacuumadvisor.diagnosis.Effect;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.RelationKind;
import org.vacuumadvisor.postgres.DeadRowMemory;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.unit.Quantities;

/// How many dead rows a table should have when autovacuum comes: a small share of a large table, as
/// many as one pass over the indexes can remove, and not so few that it runs more than once an
/// hour.
///
/// @param rows the target
/// @param tableRows rows of the table as autovacuum counts them
/// @param deadRowsPerSecond how fast rows die, where that was measured
/// @param because which of the three decided
record DeadRowTarget(
    double rows, double tableRows, Optional<Double> deadRowsPerSecond, String because) {
  /// The share of a table by its rows. Practice for large tables lies between 0.005 and 0.05
  /// (GitLab 0.005 to 0.01, Azure's guide 0.05); PostgreSQL's own 0.2 is meant for small ones.
  private static double share(double rows) {
    return rows >= 100e6 ? 0.01 : rows >= 10e6 ? 0.02 : 0.05;
  }

  private static final long DEFAULT_BASE = 50;
  private static final double SECONDS_AN_HOUR = 3600;
  private static final double LEAST_SCALE_FACTOR = 0.001;

  static DeadRowTarget of(Relation relation, Evidence evidence) {
    double tableRows = Math.max(1, relation.extent().rows().or(RowSpace.of(relation).rows()));
    var rates = evidence.workload(relation).rates().deadRowsPerSecond();
    var rate = rates.isPresent() ? Optional.of(rates.getAsDouble()) : Optional.<Double>empty();
    double byShare = share(tableRows) * tableRows;
    double byRate = rate.map(each -> each * SECONDS_AN_HOUR).orElse(0.0);
    double wanted = Math.max(byShare, byRate);
    double capacity = capacity(relation, evidence);
    var because =
        wanted > capacity
            ? "as many as one pass over the indexes can remove"
            : byRate > byShare
                ? "as many as die in an hour"
                : "%s of the table".formatted(Quantities.number(share(tableRows) * 100) + " %");
    return new DeadRowTarget(Math.min(wanted, capacity), tableRows, rate, because);
  }

  /// One knob where one will do: the scale factor. A base above the default would still be added,
  /// whoever set it, so it goes back to that.
  Remedy remedy(Relation relation, Evidence evidence) {
    double today = evidence.thresholds(relation).vacuum();
    var parameters = new TreeMap<>(inheritedBy(relation, evidence));
    parameters.put("autovacuum_vacuum_scale_factor", Quantities.number(scaleFactor()));
    if (evidence.options(relation).vacuumThreshold().value() > DEFAULT_BASE) {
      parameters.put("autovacuum_vacuum_threshold", Long.toString(DEFAULT_BASE));
    }
    double after = evidence.thresholds(relation, parameters).vacuum();
    var often =
        deadRowsPerSecond
            .filter(rate -> rate > 0)
            .map(rate ->
                "; at the measured rate a vacuum every %s instead of every %s"
                    .formatted(Quantities.seconds(after / rate), Quantities.seconds(today / rate)))
            .orElse("");
    return new Remedy.TuneTable(
        relation,
        parameters,
        new Effect.Predicted(
            "dead rows when autovacuum comes",
            Quantities.count(today),
            Quantities.count(after),
            Quantities.count(after),
            "the server's own arithmetic on %s rows; chosen: %s%s"
                .formatted(Quantities.count(tableRows), because, often)));
  }

  /// A TOAST table without parameters of its own goes by those of its table. The first of its own
  /// ends that, so the others have to be given along.
  private static Map<String, String> inheritedBy(Relation relation, Evidence evidence) {
    var release = evidence.survey().server().release();
    return relation.kind() == RelationKind.TOAST && relation.parameters().isEmpty()
        ? evidence.owner(relation).parameters().values().entrySet().stream()
            .filter(each ->
                Setting.ofStorageParameter(each.getKey())
                    .filter(setting -> setting.isToastParameterIn(release))
                    .isPresent())
            .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue))
        : Map.of();
  }

  /// Rounded to one digit that counts, so that people can remember it.
  private double scaleFactor() {
    double exact = Math.max(LEAST_SCALE_FACTOR, rows / tableRows);
    double digit = Math.pow(10, Math.floor(Math.log10(exact)));
    return Math.round(exact / digit) * digit;
  }

  private static double capacity(Relation relation, Evidence evidence) {
    var memory =
        new DeadRowMemory(
            evidence.survey().server().release(),
            evidence.survey().settings().autovacuumWorkMem().value());
    var capacity = memory.capacity(relation.extent().bestPages(), relation.extent().blockSize());
    return relation.indexes().isEmpty() || capacity.isEmpty()
        ? Double.MAX_VALUE
        : capacity.getAsLong();
  }
}
