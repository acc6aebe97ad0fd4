package org.vacuumadvisor.verify;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.model.Survey;

/// The server a plan is made for, as far as two looks can agree on it.
///
/// @param place `main (10.0.0.5:5432)`; empty where it is not known
/// @param release the major version: `18`
/// @param version `server_version`; null where it was not shown
/// @param startedAt when the postmaster started; null where it was not shown
/// @param nextXid the next transaction ID, epoch included; null where it was not shown
public record PlannedServer(
    String place,
    String release,
    @Nullable String version,
    @Nullable Instant startedAt,
    @Nullable Long nextXid,
    List<DatabaseId> databases) {
  public PlannedServer {
    databases = List.copyOf(databases);
  }

  /// A database of the server.
  ///
  /// @param oid `pg_database.oid`
  public record DatabaseId(String name, long oid) {}

  /// The server of a survey.
  public static PlannedServer of(Survey survey) {
    var server = survey.server();
    return new PlannedServer(
        server.endpoint().inWords(),
        server.release().major(),
        server.versionText().known().orElse(null),
        server.startedAt().known().orElse(null),
        server.nextXid().known().orElse(null),
        survey.databases().stream().map(each -> new DatabaseId(each.name(), each.oid())).toList());
  }

  /// Whether a survey can be of the same server: one that made its databases anew is another.
  public boolean canBe(Survey survey) {
    var theirs = of(survey).databases();
    return databases.isEmpty() || theirs.isEmpty() || databases.stream().anyMatch(theirs::contains);
  }
}
