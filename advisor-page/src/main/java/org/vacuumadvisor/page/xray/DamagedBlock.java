package org.vacuumadvisor.page.xray;

import java.util.List;
import org.vacuumadvisor.page.PageDefect;

/// A block that is not as PostgreSQL leaves one.
///
/// @param defects what is wrong with it, at least one thing
public record DamagedBlock(long block, List<PageDefect> defects) {
  public DamagedBlock {
    defects = List.copyOf(defects);
  }
}
