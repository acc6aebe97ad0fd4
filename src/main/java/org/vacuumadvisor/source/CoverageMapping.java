package org.vacuumadvisor.source;

import java.util.ArrayList;
import java.util.List;
import org.vacuumadvisor.model.Column;
import org.vacuumadvisor.model.Coverage;
import org.vacuumadvisor.model.Database;
import org.vacuumadvisor.model.Gap;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.Reading.Why;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.Server;
import org.vacuumadvisor.postgres.Feature;
import org.vacuumadvisor.postgres.ServerSettings;
import org.vacuumadvisor.postgres.Setting;

/// How much of the server the rows show, and what would show more.
record CoverageMapping(Server server, ServerSettings settings) {
  /// @param reported what the source could not read
  Coverage coverage(
      List<Database> databases,
      int surveyed,
      int hiddenSessions,
      List<Relation> relations,
      List<Gap> reported) {
    var gaps = new ArrayList<>(reported);
    addHiddenSessions(hiddenSessions, gaps);
    addUncounted(gaps);
    addStandby(gaps);
    addHiddenColumns(relations, gaps);
    int connectable = (int) databases.stream().filter(each -> !each.isClosed()).count();
    return new Coverage(surveyed, Math.max(surveyed, connectable), hiddenSessions, gaps);
  }

  private void addHiddenSessions(int hidden, List<Gap> gaps) {
    if (hidden == 0 && !server.hidesSessions()) {
      return;
    }
    boolean grantable = Feature.MONITORING_ROLES.isIn(server.release());
    gaps.add(
        new Gap(
            Gap.Kind.NO_PRIVILEGE,
            hidden == 0
                ? "what autovacuum's workers are doing"
                : "state and start of %s of other roles, and what autovacuum's workers are doing"
                    .formatted(hidden == 1 ? "1 session" : hidden + " sessions"),
            "how long transactions have been open, what workers do, standbys' details",
            grantable
                ? "GRANT pg_monitor TO " + server.grantee()
                : "connect as a superuser: before PostgreSQL 10 nobody else may see it"));
  }

  private void addUncounted(List<Gap> gaps) {
    if (!settings.bool(Setting.TRACK_COUNTS).orElse(true)) {
      gaps.add(
          new Gap(
              Gap.Kind.TRACKING_OFF,
              "what is done to tables: track_counts is off",
              "dead rows, reads and writes; autovacuum does not see them either, and comes to a"
                  + " table only to prevent wraparound",
              "track_counts = on"));
    }
  }

  private void addStandby(List<Gap> gaps) {
    if (server.standby()) {
      gaps.add(
          new Gap(
              Gap.Kind.STANDBY,
              "the primary's counters: this server is a standby, and its counters are its own",
              "dead rows and writes, when tables were vacuumed, the primary's sessions, slots and"
                  + " prepared transactions",
              "survey the primary"));
    }
  }

  private void addHiddenColumns(List<Relation> relations, List<Gap> gaps) {
    long tables =
        relations.stream()
            .filter(each -> each.columns().stream().anyMatch(CoverageMapping::isHidden))
            .count();
    if (tables > 0) {
      gaps.add(
          new Gap(
              Gap.Kind.NO_PRIVILEGE,
              "column statistics of %s that %s may not read"
                  .formatted(tables == 1 ? "1 table" : tables + " tables", server.grantee()),
              "estimates of bloat for those tables",
              Feature.READ_ALL_DATA_ROLE.isIn(server.release())
                  ? "GRANT pg_read_all_data TO " + server.grantee()
                  : "GRANT SELECT on those tables to " + server.grantee()));
    }
  }

  private static boolean isHidden(Column column) {
    return !column.dropped()
        && column.averageWidth().equals(Reading.<Integer>missing(Why.NO_PRIVILEGE));
  }
}
