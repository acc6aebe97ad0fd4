package org.vacuumadvisor.freeze;

import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.postgres.MultixactLimit;
import org.vacuumadvisor.unit.XidAge;

/// The age in multixacts at which vacuums are forced, after the members in use have lowered it. How
/// many there are is known since 19 only.
public final class MultixactPressure {
  private MultixactPressure() {}

  /// The age in effect, which is no higher than the one configured.
  public static XidAge limit(Survey survey, XidAge configured) {
    long inUse =
        survey.databases().stream()
            .flatMap(each -> each.multixactAge().known().stream())
            .mapToLong(XidAge::count)
            .max()
            .orElse(0);
    return survey
        .machinery()
        .multixactMembers()
        .map(members -> MultixactLimit.of(survey.server().release(), configured, inUse, members))
        .or(configured);
  }
}
