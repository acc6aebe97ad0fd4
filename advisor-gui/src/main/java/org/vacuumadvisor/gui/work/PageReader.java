package org.vacuumadvisor.gui.work;

import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.jdbc.RawPage;

/// Shows pages of the server that is being looked at.
@FunctionalInterface
public interface PageReader {
  /// A page as the server has it now. Not in the window's thread.
  ///
  /// @param table its name as SQL takes it
  /// @throws SourceException if there is no connection, no such page, or no permission
  RawPage page(String table, long block) throws SourceException;
}
