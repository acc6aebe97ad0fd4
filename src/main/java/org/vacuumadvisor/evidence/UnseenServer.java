package org.vacuumadvisor.evidence;

import java.time.Instant;
import java.util.List;
import org.vacuumadvisor.model.Coverage;
import org.vacuumadvisor.model.Machinery;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.Reading.Why;
import org.vacuumadvisor.model.Server;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.model.history.History;
import org.vacuumadvisor.postgres.Provider;
import org.vacuumadvisor.postgres.ServerSettings;

/// The survey of a server that nobody looked at: there are only its logs. Nothing in it is known
/// but the release, as far as the forms of its messages tell.
final class UnseenServer {
  private static final int USUAL_BLOCK_SIZE = 8192;
  private static final String UNKNOWN = "";

  private UnseenServer() {}

  static Survey of(History history) {
    var release = history.releases().latest();
    return new Survey(
        new Server(
            release,
            UNKNOWN,
            Provider.PLAIN,
            false,
            USUAL_BLOCK_SIZE,
            Reading.missing(Why.NOT_COLLECTED),
            Reading.missing(Why.NOT_COLLECTED),
            new Server.Role(UNKNOWN, false, false)),
        history.to().orElse(Instant.EPOCH),
        ServerSettings.unknown(release),
        List.of(),
        List.of(),
        List.of(),
        Machinery.notCollected(),
        new Coverage(0, 0, 0, List.of()));
  }

  static boolean is(Survey survey) {
    return survey.server().versionText().equals(UNKNOWN)
        && survey.databases().isEmpty()
        && survey.coverage().excerpt().isEmpty();
  }
}
