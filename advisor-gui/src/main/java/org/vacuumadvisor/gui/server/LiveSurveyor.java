package org.vacuumadvisor.gui.server;

import java.util.Map;
import org.vacuumadvisor.gui.server.Surveyor.ServerAddress;
import org.vacuumadvisor.gui.work.UserConfiguration;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.page.relation.RawPage;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.conninfo.ConnectionParameters;
import org.vacuumadvisor.source.conninfo.Environment;
import org.vacuumadvisor.source.conninfo.SessionLimits;
import org.vacuumadvisor.source.jdbc.Progress;
import org.vacuumadvisor.source.jdbc.ServerSource;

/// Looks at a real server. What the address leaves open comes from the `PG…` variables, the service
/// file and the password file, as they are at that moment.
final class LiveSurveyor implements Surveyor {
  private final UserConfiguration configuration;

  /// @param configuration says how long a statement may run, and what servers are called
  LiveSurveyor(UserConfiguration configuration) {
    this.configuration = configuration;
  }

  @Override
  public String name(ServerAddress address) throws SourceException {
    return parameters(address).describe();
  }

  @Override
  public Survey survey(ServerAddress address, Progress progress)
      throws SourceException, InterruptedException {
    return ServerSource.of(parameters(address), limits()).survey(address.databases(), progress);
  }

  @Override
  public RawPage page(ServerAddress address, String table, long block) throws SourceException {
    return RawPage.read(ServerSource.of(parameters(address), limits()), table, block);
  }

  private SessionLimits limits() {
    var usual = SessionLimits.standard();
    return configuration
        .get()
        .timeout()
        .map(longest -> new SessionLimits(longest, usual.lock(), usual.idleInTransaction()))
        .orElse(usual);
  }

  /// A name of the configuration file outranks a database of that name.
  private ConnectionParameters parameters(ServerAddress address) throws SourceException {
    var conninfo =
        configuration.get().connections().getOrDefault(address.conninfo(), address.conninfo());
    var resolved = ConnectionParameters.resolve(conninfo, Map.of(), Environment.ofProcess());
    return address.password().map(resolved::withPassword).orElse(resolved);
  }
}
