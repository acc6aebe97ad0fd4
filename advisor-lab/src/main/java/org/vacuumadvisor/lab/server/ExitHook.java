package org.vacuumadvisor.lab.server;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;

/// Cleans up where there is no Unix shell, that is on Windows: when we close a server and when we
/// exit in good order, but not when we are killed. Untested.
final class ExitHook implements Guard {
  private final Workspace workspace;
  private final Installation installation;
  private final Thread hook = new Thread(this::clean, "vacuum-advisor-exit-hook");

  ExitHook(Workspace workspace, Installation installation) {
    this.workspace = workspace;
    this.installation = installation;
    Runtime.getRuntime().addShutdownHook(hook);
  }

  @Override
  public void end() {
    release();
    clean();
  }

  @Override
  public void release() {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException _) {
      // We are exiting: the hook runs anyhow.
    }
  }

  private void clean() {
    if (Files.exists(workspace.lockFile())) {
      var data = installation.seen(workspace.data());
      new Command(
              installation.command("pg_ctl", List.of("stop", "-D", data, "-m", "immediate", "-w")))
          .succeeds();
    }
    try {
      Folders.delete(workspace.folder());
    } catch (IOException e) {
      throw new ServerException("Cannot delete " + workspace.folder(), e);
    }
  }
}
