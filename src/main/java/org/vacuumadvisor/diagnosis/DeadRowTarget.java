package org.vacuumadvisor.diagnosis;

import java.util.Optional;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.evidence.TableFigures;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.postgres.DeadRowMemory;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.unit.Pages;
import org.vacuumadvisor.unit.Quantities;

/// How many dead rows a table should have when autovacuum comes: a small share of a large table, as
/// many as one pass over the indexes can remove, and not so few that it runs more than once an
/// hour.
///
/// @param rows the target
/// @param because which of the three decided
public record DeadRowTarget(double rows, String because) {
  /// The share of a table by its rows. Practice for large tables lies between 0.005 and 0.05
  /// (GitLab 0.005 to 0.01, Azure's guide 0.05); PostgreSQL's own 0.2 is meant for small ones.
  private static double share(double rows) {
    return rows >= 100e6 ? 0.01 : rows >= 10e6 ? 0.02 : 0.05;
  }

  private static final double SECONDS_AN_HOUR = 3600;

  /// `MaxBlockNumber`: of a table whose size is not known only the memory limits a pass.
  private static final Pages LARGEST_TABLE = new Pages(0xFFFF_FFFEL);

  /// Empty where nobody knows how many rows the table has.
  public static Optional<DeadRowTarget> of(Relation relation, Evidence evidence) {
    return RowSpace.rows(relation).map(rows -> of(rows, relation, evidence));
  }

  /// Of a table with so many rows.
  public static DeadRowTarget of(double tableRows, Relation relation, Evidence evidence) {
    double byShare = share(tableRows) * tableRows;
    double byRate =
        evidence.workload(relation).rates().deadRowsPerSecond().orElse(0.0) * SECONDS_AN_HOUR;
    double wanted = Math.max(byShare, byRate);
    double capacity = capacity(relation, evidence);
    var because =
        wanted > capacity
            ? "as many as one pass over the indexes can remove"
            : byRate > byShare
                ? "as many as die in an hour"
                : "%s of the table".formatted(Quantities.number(share(tableRows) * 100) + " %");
    return new DeadRowTarget(Math.min(wanted, capacity), because);
  }

  /// What a table is to be tuned to where autovacuum waits for more today; empty where it does not,
  /// or nobody knows how many rows the table has.
  ///
  /// @param today how many dead rows it waits for
  public static Optional<Remedy> below(double today, Relation relation, Evidence evidence) {
    return of(relation, evidence)
        .filter(target -> target.rows < today)
        .map(target -> target.remedy(relation));
  }

  /// What a table is to be tuned to.
  public Remedy remedy(Relation relation) {
    return new Remedy.Tune(
        relation, Setting.AUTOVACUUM_VACUUM_SCALE_FACTOR, new Goal.DeadRowsAtMost(rows, because));
  }

  private static double capacity(Relation relation, Evidence evidence) {
    var memory =
        new DeadRowMemory(evidence.release(), evidence.settings().autovacuumWorkMem().value());
    int blockSize = relation.blockSize();
    var pages =
        evidence
            .about(relation)
            .ask(TableFigures.HEAP_BYTES)
            .map(size -> new Pages(size.count() / blockSize))
            .or(LARGEST_TABLE);
    return memory
        .capacity(pages, blockSize)
        .filter(_ -> !relation.indexes().isEmpty())
        .map(Long::doubleValue)
        .orElse(Double.MAX_VALUE);
  }
}
