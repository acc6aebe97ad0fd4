package org.vacuumadvisor.diagnosis.rule.space;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.evidence.TableEvidence;
import org.vacuumadvisor.model.Key;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.Reading.Known;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.TableKeys;
import org.vacuumadvisor.unit.Bytes;

/// A catalog of tables and columns that is larger than any number of tables explains, of which
/// nobody shows how many rows it has.
///
/// @param catalog the largest of them
record CatalogSizes(TableEvidence catalog, Key<Bytes> key, Bytes size) {
  /// A row for each column, table, type or index, of 150 to 300 bytes. Those of values, such as
  /// `pg_statistic` and `pg_largeobject`, may be large by right.
  private static final Set<String> OF_NAMES =
      Set.of("pg_attribute", "pg_class", "pg_type", "pg_index");

  /// Room for 30 million columns, or for 20 million tables. Our choice.
  static final Bytes MAX_FILE = Bytes.ofGigabytes(5);

  /// The same with the indexes, which have an entry for each of them.
  static final Bytes MAX_TOTAL = Bytes.ofGigabytes(10);

  static Optional<CatalogSizes> of(List<Relation> catalogs, Evidence evidence) {
    return catalogs.stream()
        .filter(each -> OF_NAMES.contains(each.name().name()))
        .filter(each -> each.get(TableKeys.RELTUPLES) instanceof Reading.Missing)
        .filter(each -> each.get(TableKeys.N_LIVE_TUP) instanceof Reading.Missing)
        .map(evidence::about)
        .flatMap(CatalogSizes::of)
        .max(Comparator.comparing(CatalogSizes::size));
  }

  private static Stream<CatalogSizes> of(TableEvidence catalog) {
    return Stream.of(
            over(catalog, TableKeys.MAIN_BYTES, MAX_FILE),
            over(catalog, TableKeys.TABLE_BYTES, MAX_FILE),
            over(catalog, TableKeys.TOTAL_BYTES, MAX_TOTAL))
        .flatMap(Optional::stream)
        .limit(1);
  }

  private static Optional<CatalogSizes> over(TableEvidence catalog, Key<Bytes> key, Bytes limit) {
    return catalog.relation().get(key) instanceof Known<Bytes>(var size, _)
            && size.compareTo(limit) >= 0
        ? Optional.of(new CatalogSizes(catalog, key, size))
        : Optional.empty();
  }
}
