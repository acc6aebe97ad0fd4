package org.vacuumadvisor.diagnosis.rule;

import java.util.Optional;
import java.util.Set;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.Excerpt;
import org.vacuumadvisor.model.Index;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.space.SpaceEstimate;
import org.vacuumadvisor.space.SpaceEstimate.Basis;
import org.vacuumadvisor.space.SpaceEstimate.Estimated;
import org.vacuumadvisor.unit.Pages;

/// The space that pasted figures tell of: what `pgstattuple` or `pgstatindex` measured, or an index
/// that is larger than its whole table.
final class ShownSpace {
  /// `SizeOfPageHeaderData`, and the line pointer of a row.
  private static final int PAGE_HEADER = 24;

  private static final int LINE_POINTER = 4;

  /// From this share of dead rows on, they are the matter, not the free space.
  private static final double MANY_DEAD_PERCENT = 20;

  /// `BTREE_DEFAULT_FILLFACTOR`.
  private static final double FRESH_DENSITY = 90;

  /// An entry of an index is no wider than its row, so a fresh index is hardly larger than its
  /// table; other methods than B-tree may keep several entries a row.
  private static final double TOO_LARGE = 4;

  private ShownSpace() {}

  /// What `pgstattuple` says of a table.
  static Optional<SpaceEstimate> heap(Relation relation, Evidence evidence) {
    return evidence.survey().coverage().excerpt().flatMap(excerpt -> heap(relation, excerpt));
  }

  /// Whether pasted figures say that dead rows are the matter, not the free space.
  static boolean isMostlyDead(Relation relation, Evidence evidence) {
    return evidence
        .survey()
        .coverage()
        .excerpt()
        .flatMap(excerpt -> dead(relation, excerpt))
        .filter(each -> each >= MANY_DEAD_PERCENT)
        .isPresent();
  }

  private static Optional<Double> dead(Relation relation, Excerpt excerpt) {
    return excerpt
        .number(relation, "dead_tuple_percent")
        .or(() -> excerpt.number(relation, "dead_percent"));
  }

  private static Optional<SpaceEstimate> heap(Relation relation, Excerpt excerpt) {
    var length =
        excerpt.number(relation, "table_len").or(() -> excerpt.number(relation, "main_bytes"));
    var rows = excerpt.number(relation, "tuple_len");
    var count =
        excerpt
            .number(relation, "tuple_count")
            .or(() -> excerpt.number(relation, "n_live_tup"))
            .or(() -> excerpt.number(relation, "reltuples"));
    var dead = dead(relation, excerpt);
    if (length.isEmpty()
        || rows.isEmpty()
        || count.isEmpty()
        || dead.filter(each -> each < MANY_DEAD_PERCENT).isEmpty()) {
      return Optional.empty();
    }
    int block = relation.extent().blockSize();
    double needed = (rows.get() + LINE_POINTER * count.get()) / (block - PAGE_HEADER);
    return Optional.of(
        new Estimated(
            Basis.MEASURED,
            pages(length.get() / block),
            pages(needed),
            pages(needed),
            pages(1.1 * needed),
            block,
            Set.of()));
  }

  /// What `pgstatindex` says of an index, or its size beside that of its table.
  static Optional<SpaceEstimate> index(Relation table, Index index, Evidence evidence) {
    return evidence
        .survey()
        .coverage()
        .excerpt()
        .flatMap(
            excerpt -> measured(table, index, excerpt).or(() -> beside(table, index, excerpt)));
  }

  private static Optional<SpaceEstimate> measured(Relation table, Index index, Excerpt excerpt) {
    return excerpt
        .number(table, index.name() + "/avg_leaf_density")
        .map(density -> {
          double needed = (double) index.pages().count() * density / FRESH_DENSITY;
          return new Estimated(
              Basis.MEASURED,
              index.pages(),
              pages(needed),
              pages(needed),
              pages(1.1 * needed),
              table.extent().blockSize(),
              Set.of());
        });
  }

  private static Optional<SpaceEstimate> beside(Relation table, Index index, Excerpt excerpt) {
    int block = table.extent().blockSize();
    var size =
        excerpt
            .number(table, "main_bytes")
            .or(() -> excerpt.number(table, "table_bytes"))
            .or(() -> excerpt.number(table, index.name() + "/table_bytes"));
    return size.map(bytes -> bytes / block)
        .filter(heap -> heap >= 1 && (double) index.pages().count() >= TOO_LARGE * heap)
        .map(heap ->
            new Estimated(
                Basis.STATISTICS,
                index.pages(),
                pages(0.5 * heap),
                pages(0.1 * heap),
                pages(1.2 * heap),
                block,
                Set.of()));
  }

  private static Pages pages(double pages) {
    return new Pages((long) Math.ceil(pages));
  }
}
