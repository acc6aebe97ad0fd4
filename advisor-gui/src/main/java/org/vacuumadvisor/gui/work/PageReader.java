package org.vacuumadvisor.gui.work;

import org.vacuumadvisor.page.relation.RawPage;
import org.vacuumadvisor.source.SourceException;

/// Shows pages of the server that is being looked at.
@FunctionalInterface
public interface PageReader {
  /// A page as the server has it now. Not in the window's thread.
  ///
  /// @param table its name as SQL takes it
  /// @throws SourceException if there is no connection, no such page, or no permission
  RawPage page(String table, long block) throws SourceException;
}
