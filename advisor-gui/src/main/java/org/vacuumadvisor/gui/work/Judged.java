package org.vacuumadvisor.gui.work;

import java.util.Optional;
import org.vacuumadvisor.Advisor;
import org.vacuumadvisor.advice.Assessment;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.source.OneServer;
import org.vacuumadvisor.source.SourceException;

/// Judges the looks at a server that follow each other.
public final class Judged {
  private Judged() {}

  /// By what happened since an earlier look, if there is one of the same server: after an upgrade,
  /// a failover or a restore there is none.
  public static Assessment since(Optional<Survey> older, Survey newer) {
    return older
        .filter(each -> isOneServer(each, newer))
        .map(each -> Advisor.assess(each, newer))
        .orElseGet(() -> Advisor.assess(newer));
  }

  /// Whether two looks can be at one server.
  public static boolean isOneServer(Survey older, Survey newer) {
    try {
      OneServer.check(older, newer);
      return true;
    } catch (SourceException _) {
      return false;
    }
  }
}
