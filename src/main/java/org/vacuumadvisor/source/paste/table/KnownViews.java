package org.vacuumadvisor.source.paste.table;

import java.util.List;
import org.vacuumadvisor.catalogue.Catalogue;

/// Views of PostgreSQL that tell nothing about vacuum that is not better known elsewhere:
/// `pg_stat_statements`, and the progress of other commands. Their rows are known and not needed.
public final class KnownViews {
  private static final int FEWEST = 3;

  private KnownViews() {}

  public static boolean areOf(List<String> header) {
    long known =
        header.stream().map(HeadingUnit::normal).filter(Catalogue.needless()::contains).count();
    return known >= FEWEST && known * 4 >= header.size() * 3L;
  }
}
