package org.vacuumadvisor.fleet.history;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.vacuumadvisor.fleet.archive.ArchiveRow;
import org.vacuumadvisor.model.Coverage;
import org.vacuumadvisor.model.Database;
import org.vacuumadvisor.model.Gap;
import org.vacuumadvisor.model.Machinery;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.Reading.Why;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.Server;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.unit.XidAge;

/// Makes surveys of a server's past of rows of the archive, and of what does not change: its
/// release, its settings, and the oids of its databases are those of now.
final class PastServer {
  private final Survey now;
  private final Map<String, Database> databases = new HashMap<>();

  PastServer(Survey now) {
    this.now = now;
    now.databases().forEach(each -> databases.put(each.name(), each));
  }

  /// The server as it was seen.
  ///
  /// @param rows of one look: that of the cluster, and those of its databases
  Survey survey(List<ArchiveRow> rows, List<Relation> relations) {
    var look =
        rows.stream().filter(each -> each.text("database").isEmpty()).findFirst().orElseThrow();
    var surveyed = new HashSet<Long>();
    relations.forEach(each -> surveyed.add(each.key().databaseOid()));
    var known =
        rows.stream()
            .flatMap(row ->
                row
                    .text("database")
                    .flatMap(name -> Optional.ofNullable(databases.get(name)))
                    .map(same -> database(row, same, surveyed))
                    .stream())
            .toList();
    var then = now.server();
    return new Survey(
        new Server(
            then.release(),
            then.versionText(),
            then.provider(),
            look.flag("standby").map(Reading::of).orElse(then.recovery()),
            then.blockSize(),
            reading(look.count("next_xid")),
            look.time("started_at").map(Reading::of).orElse(Reading.missing(Why.NOT_COLLECTED)),
            Reading.missing(Why.NOT_COLLECTED),
            then.role(),
            then.endpoint()),
        look.time("time").orElseThrow(),
        now.settings(),
        known,
        relations,
        List.of(),
        Machinery.notCollected(),
        new Coverage(
            surveyed.size(),
            known.size(),
            0,
            List.of(
                new Gap(
                    Gap.Kind.ARCHIVED,
                    "indexes, sessions and settings of that time",
                    "what changed in them",
                    null))));
  }

  private static Database database(ArchiveRow row, Database same, Set<Long> surveyed) {
    var rollbacks = row.count("rollbacks");
    return new Database(
        same.oid(),
        same.name(),
        surveyed.contains(same.oid()),
        same.halfDropped(),
        same.allowsConnections(),
        reading(row.count("xid_age")).map(XidAge::new),
        reading(row.count("multixact_age")).map(XidAge::new),
        row.time("statistics_reset").map(Reading::of).orElse(Reading.missing(Why.NOT_APPLICABLE)),
        row.count("commits").orElse(same.commits()),
        rollbacks.isPresent() ? Reading.of(rollbacks.getAsLong()) : same.rollbacks(),
        same.rowsInserted(),
        same.rowsUpdated(),
        same.rowsDeleted(),
        same.rowsFetched(),
        Reading.missing(Why.NOT_COLLECTED),
        Reading.missing(Why.NOT_COLLECTED));
  }

  private static Reading<Long> reading(OptionalLong count) {
    return count.isPresent() ? Reading.of(count.getAsLong()) : Reading.missing(Why.NOT_COLLECTED);
  }
}
