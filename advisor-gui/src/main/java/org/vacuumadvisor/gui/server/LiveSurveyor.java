package org.vacuumadvisor.gui.server;

import java.util.Map;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.conninfo.ConnectionParameters;
import org.vacuumadvisor.source.conninfo.Environment;
import org.vacuumadvisor.source.conninfo.SessionLimits;
import org.vacuumadvisor.source.jdbc.Progress;
import org.vacuumadvisor.source.jdbc.RawPage;
import org.vacuumadvisor.source.jdbc.ServerSource;

/// Looks at a real server. What the address leaves open comes from the `PG…` variables, the service
/// file and the password file, as they are at that moment.
final class LiveSurveyor implements Surveyor {
  @Override
  public String name(ServerAddress address) throws SourceException {
    return parameters(address).describe();
  }

  @Override
  public Survey survey(ServerAddress address, Progress progress)
      throws SourceException, InterruptedException {
    return ServerSource.of(parameters(address), SessionLimits.standard())
        .survey(address.databases(), progress);
  }

  @Override
  public RawPage page(ServerAddress address, String table, long block) throws SourceException {
    return ServerSource.of(parameters(address), SessionLimits.standard()).page(table, block);
  }

  private static ConnectionParameters parameters(ServerAddress address) throws SourceException {
    var resolved =
        ConnectionParameters.resolve(address.conninfo(), Map.of(), Environment.ofProcess());
    return address.password().map(resolved::withPassword).orElse(resolved);
  }
}
