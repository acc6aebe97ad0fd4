package org.vacuumadvisor.lab.server;

import java.io.IOException;

/// What cleans up after a server.
sealed interface Guard permits Watchdog, ExitHook {
  static Guard over(Workspace workspace, Installation installation) throws IOException {
    return Platform.isUnix() ? Watchdog.over(workspace) : new ExitHook(workspace, installation);
  }

  /// Stops the server, if it runs, and deletes the workspace.
  void end();

  /// Leaves the server and the workspace alone from now on.
  void release();
}
