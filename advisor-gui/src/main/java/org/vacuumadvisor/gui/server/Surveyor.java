package org.vacuumadvisor.gui.server;

import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.page.relation.RawPage;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.jdbc.Progress;

/// Looks at a server, once.
interface Surveyor {

  /// What to call the server: `db.example.com:5432/shop as advisor`. It asks nobody.
  String name(ServerAddress address) throws SourceException;

  /// The server as it is now. Nothing is held there afterwards.
  Survey survey(ServerAddress address, Progress progress)
      throws SourceException, InterruptedException;

  /// A page of a table as the server has it now.
  ///
  /// @param table its name as SQL takes it
  default RawPage page(ServerAddress address, String table, long block) throws SourceException {
    throw new SourceException("This server shows no pages.");
  }
}
