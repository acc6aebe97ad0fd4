package org.vacuumadvisor.forecast;

import java.util.Optional;
import org.vacuumadvisor.forecast.TableStart.Parent;
import org.vacuumadvisor.model.Column;
import org.vacuumadvisor.model.FreezeAges;
import org.vacuumadvisor.model.Index;
import org.vacuumadvisor.model.Population;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.unit.Pages;
import org.vacuumadvisor.unit.XidAge;

/// Makes a table of the simulation of what a server said of it.
record TableReading(Relation relation, int blockSize, RateReading rates) {
  private static final double PAGE_HEADER = 24;

  /// The header of a row, aligned, and its line pointer.
  private static final double ROW_HEADER = 28;

  private static final double DEFAULT_ROW = 100;

  /// An entry of a B-tree with a key of eight bytes, and its line pointer, at 90 % fill.
  private static final double DEFAULT_ENTRY = 22;

  TableStart table(Optional<Parent> parent) {
    var known = rates.of(relation);
    var population = relation.population().known();
    double live =
        population
            .map(each -> (double) each.live())
            .orElseGet(() -> Math.max(0, relation.extent().rows().or(0.0)));
    double dead = population.map(each -> (double) each.dead()).orElse(0.0);
    return new TableStart(
        relation.key(),
        relation.name(),
        relation.kind(),
        relation.parameters(),
        parent.orElse(null),
        known.arrivals(),
        heap(live, dead),
        relation.indexes().stream().map(each -> index(each, live + dead)).toList(),
        counters(population, dead),
        relation.ages().or(new FreezeAges(XidAge.NONE, 0)),
        Optional.empty(),
        known.knowledge());
  }

  private static Counters counters(Optional<Population> population, double dead) {
    return new Counters(
        dead,
        population
            .flatMap(each -> each.insertedSinceVacuum().known())
            .map(Long::doubleValue)
            .orElse(0.0),
        population.map(each -> (double) each.modifiedSinceAnalyze()).orElse(0.0));
  }

  private HeapStart heap(double live, double dead) {
    var extent = relation.extent();
    double pages = (double) extent.bestPages().count();
    double room = pages * (blockSize - PAGE_HEADER);
    double rowBytes = rowBytes(live, dead, room);
    var measured = extent.measured().known();
    double free =
        measured
            .map(each -> (double) each.free().count())
            .orElse(Math.max(0, room - (live + dead) * rowBytes));
    return new HeapStart(
        pages,
        live,
        dead,
        rowBytes,
        free,
        Math.min(pages, (double) extent.allVisible().count()),
        (double) extent.allFrozen().map(Pages::count).or(0L),
        extent.rows().or(-1.0),
        (double) extent.pages().count(),
        (double) extent.allFrozen().map(Pages::count).or(0L));
  }

  /// By the widths that ANALYZE knows, else as if nothing were free.
  private double rowBytes(double live, double dead, double room) {
    double rows = live + dead;
    double most = rows >= 1 ? room / rows : DEFAULT_ROW;
    boolean known =
        !relation.columns().isEmpty()
            && relation.columns().stream()
                .filter(each -> !each.dropped())
                .allMatch(each -> each.averageWidth().known().isPresent());
    if (!known) {
      return Math.max(ROW_HEADER, rows >= 1 ? Math.min(most, blockSize / 4.0) : DEFAULT_ROW);
    }
    double data =
        relation.columns().stream()
            .filter(each -> !each.dropped())
            .mapToDouble(TableReading::width)
            .sum();
    double aligned = Math.ceil(data / 8) * 8;
    return Math.min(Math.max(most, ROW_HEADER), ROW_HEADER + aligned);
  }

  private static double width(Column column) {
    return (double) column.averageWidth().or(0) * (1 - column.nullShare().or(0.0));
  }

  private IndexStart index(Index index, double rows) {
    double entries = Math.max(rows, index.rows().or(0.0));
    double pages = (double) index.pages().count();
    double bytes = entries >= 100 ? pages * blockSize * 0.9 / entries : DEFAULT_ENTRY;
    return new IndexStart(
        index.name(), index.method(), pages, Math.clamp(bytes, 4, blockSize / 4.0));
  }
}
