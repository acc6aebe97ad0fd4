package org.vacuumadvisor.fleet.watch;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.advice.Assessment;
import org.vacuumadvisor.fleet.archive.Missing;
import org.vacuumadvisor.model.Database;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.postgres.Wraparound;
import org.vacuumadvisor.report.assessment.WhyNotJudged;
import org.vacuumadvisor.report.data.JsonText;
import org.vacuumadvisor.unit.XidAge;

/// A look at a server as rows of the archive: of the cluster, and of each database.
final class ServerRows {
  private ServerRows() {}

  /// The row of the cluster.
  static List<@Nullable Object> server(
      Look look,
      String state,
      @Nullable String reason,
      @Nullable Survey survey,
      @Nullable Assessment assessment,
      List<Database> databases) {
    var missing = new Missing();
    var server = survey == null ? null : survey.server();
    return Arrays.asList(
        look.target().name(),
        null,
        look.time(),
        look.target().parameters().describe(),
        state,
        assessment == null ? reason : WhyNotJudged.of(assessment).orElse(null),
        server == null ? null : Long.valueOf(majorNumber(server.release().major())),
        server == null ? null : server.versionText().known().orElse(null),
        server == null ? null : server.standby(),
        assessment == null ? null : JsonText.word(assessment.judgement().condition()),
        server == null ? null : missing.of("next_xid", server.nextXid()),
        oldest(databases.stream().map(Database::xidAge).toList()),
        oldest(databases.stream().map(Database::multixactAge).toList()),
        server == null ? null : Wraparound.TRANSACTIONS.stopAge(server.release()).count(),
        null,
        null,
        null,
        server == null ? null : missing.of("started_at", server.startedAt()),
        LookRows.seconds(look.took()),
        missing.json(),
        assessment == null ? null : look.time());
  }

  /// 9.6 counts as 9.
  private static long majorNumber(String major) {
    return Long.parseLong(major.contains(".") ? major.substring(0, major.indexOf('.')) : major);
  }

  private static @Nullable Long oldest(List<Reading<XidAge>> ages) {
    return ages.stream()
        .flatMap(each -> each.known().stream())
        .map(XidAge::count)
        .max(Comparator.naturalOrder())
        .orElse(null);
  }

  /// The row of a database.
  static List<@Nullable Object> database(Look look, Survey survey, Database database) {
    var missing = new Missing();
    return Arrays.asList(
        look.target().name(),
        database.name(),
        look.time(),
        look.target().parameters().describe(),
        "surveyed",
        null,
        null,
        null,
        null,
        null,
        null,
        missing.of("xid_age", database.xidAge().map(XidAge::count)),
        missing.of("multixact_age", database.multixactAge().map(XidAge::count)),
        Wraparound.TRANSACTIONS.stopAge(survey.server().release()).count(),
        database.commits(),
        database.rollbacks().known().orElse(null),
        missing.of("statistics_reset", database.statisticsReset()),
        null,
        null,
        missing.json(),
        null);
  }
}
