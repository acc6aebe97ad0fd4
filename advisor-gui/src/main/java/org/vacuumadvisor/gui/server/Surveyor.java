package org.vacuumadvisor.gui.server;

import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.jdbc.Progress;

/// Looks at a server, once.
interface Surveyor {

  /// What to call the server: `db.example.com:5432/shop as advisor`. It asks nobody.
  String name(ServerAddress address) throws SourceException;

  /// The server as it is now. Nothing is held there afterwards.
  Survey survey(ServerAddress address, Progress progress)
      throws SourceException, InterruptedException;
}
