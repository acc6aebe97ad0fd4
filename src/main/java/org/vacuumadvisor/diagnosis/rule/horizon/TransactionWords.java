package org.vacuumadvisor.diagnosis.rule.horizon;

import static java.util.stream.Collectors.joining;

import java.util.Optional;
import org.vacuumadvisor.action.HeldSince;
import org.vacuumadvisor.diagnosis.Fact;
import org.vacuumadvisor.diagnosis.Facts;
import org.vacuumadvisor.diagnosis.Names;
import org.vacuumadvisor.model.Backend;
import org.vacuumadvisor.model.Command;
import org.vacuumadvisor.model.HorizonHolder.Reach;
import org.vacuumadvisor.model.HorizonHolder.Session;
import org.vacuumadvisor.unit.Quantities;

/// What a finding says of a session that holds the horizon.
record TransactionWords(Session session, HorizonCase each) {

  String headline() {
    var held = each.held().map(Quantities::duration).orElse("long");
    var keeps =
        each.since()
            .map(since -> does(since) + " " + held + (isShown() ? " and keeps" : " and may keep"))
            .orElseGet(() ->
                (session.backend().isIdleInTransaction()
                        ? "is idle in transaction and "
                        : work().map("runs %s and "::formatted).orElse(""))
                    + (each.keptAtCutoff() > 0 || each.isStandingCutoff() ? "keeps" : "may keep"));
    return "%s (%s) %s %s in %s"
        .formatted(
            Names.capital(session.backend().name()),
            who(),
            keeps,
            each.keptInWords(),
            each.reachInWords());
  }

  private String does(HeldSince since) {
    if (session.backend().waitsForStandby()) {
      return "waits with its commit for a synchronous standby, in a transaction open for";
    }
    var what = work().map(each -> " (" + each + ")").orElse("");
    return !each.preconditions().isAtWork(session.backend())
        ? "is idle in a transaction open for"
        : since.isOfStatement()
            ? session.backend().waitsForLock()
                ? "waits for a lock in a statement of"
                : "has run %s for".formatted(work().orElse("one statement"))
            : session.backend().isIdleInTransaction()
                ? "is between two statements of a transaction open for"
                : session.backend().waitsForLock()
                    ? "waits for a lock%s in a transaction open for".formatted(what)
                    : session.state().isKnown()
                        ? "is at work%s in a transaction open for".formatted(what)
                        : "is in a transaction open for";
  }

  private Optional<String> work() {
    return session.backend().command().known().flatMap(Command::work);
  }

  private String who() {
    var jobs =
        each.preconditions().kind(session.backend()) != Backend.Kind.BACKUP
            ? ""
            : each.preconditions()
                .jobsWith(session.backend())
                .map(Backend::name)
                .collect(joining(", "));
    var unknown =
        session.reach() instanceof Reach.OneDatabase
            ? "whose user was not shown"
            : "background process";
    return (jobs.isEmpty() ? "" : "one dump or export with " + jobs + "; ")
        + session.backend().who().orElse(unknown);
  }

  /// @param tolerated the bar it is held against
  Facts facts(Fact tolerated) {
    var backend = session.backend();
    var facts = new Facts().shown("state", session.state(), "pg_stat_activity", "state");
    if (backend.isIdleInTransaction()) {
      facts.shown(
          "since its last statement",
          backend.stateSince().map(each.evidence()::ago),
          "pg_stat_activity",
          "state_change");
    }
    return facts
        .observed(
            "holds",
            !isShown()
                ? "a snapshot or a transaction ID, which of them was not shown"
                : session.writer() ? "a transaction ID: it has written" : "a snapshot",
            "pg_stat_activity",
            !isShown() ? "" : session.writer() ? "backend_xid" : "backend_xmin")
        .fact(tolerated);
  }

  /// Whether its snapshot or transaction ID was seen; a paste may tell nothing but its time.
  private boolean isShown() {
    return session.writer()
        || session.age().isKnown()
        || session.snapshot().isKnown()
        || each.evidence().excerpt().isEmpty();
  }

  /// Which of its explanations it is.
  String cause() {
    if (each.evidence().isStandby()) {
      return "standby";
    }
    if (session.backend().waitsForStandby()) {
      return "commit";
    }
    return switch (each.preconditions().kind(session.backend())) {
      case BACKUP -> "backup";
      case MAINTENANCE -> "maintenance";
      case HIDDEN -> "hidden";
      default -> "client";
    };
  }
}
