package org.vacuumadvisor.model;

import java.util.List;

/// How much of the server the survey saw. Shown in every report: what we could not read, we say.
///
/// @param databasesSurveyed how many databases' relations were read
/// @param databases how many the cluster has, templates without connections not counted
/// @param hiddenSessions sessions of other roles whose state we may not see
public record Coverage(int databasesSurveyed, int databases, int hiddenSessions, List<Gap> gaps) {
  public Coverage {
    gaps = List.copyOf(gaps);
  }
}
