package org.vacuumadvisor.source;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.model.Endpoint;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.Reading.Why;
import org.vacuumadvisor.model.Server;
import org.vacuumadvisor.postgres.Provider;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.postgres.ServerSettings;

/// The row of [Topic#SERVER]: which server it is, and who we are on it.
public final class ServerMapping {

  private @Nullable Row row;

  void take(Row newRow) {
    row = newRow;
  }

  Release release() throws SourceException {
    return release(row());
  }

  /// The release of the server that a row is about.
  ///
  /// @throws SourceException if it is older than any we can read
  public static Release release(Row row) throws SourceException {
    long number = needed("server_version_num", row.count("server_version_num"));
    try {
      return Release.ofVersionNumber(Math.toIntExact(number));
    } catch (IllegalArgumentException | ArithmeticException tooOld) {
      throw new SourceException(
          "The server is PostgreSQL %s; the oldest release this tool can read is 9.6."
              .formatted(row.text("server_version").or("of version number " + number)),
          tooOld);
    }
  }

  Instant takenAt() throws SourceException {
    return needed("surveyed_at", row().instant("surveyed_at"));
  }

  int hiddenSessions() throws SourceException {
    return row().count("hidden_sessions").map(Math::toIntExact).or(0);
  }

  Server server(ServerSettings settings) throws SourceException {
    var from = row();
    return new Server(
        release(),
        Reading.of(needed("server_version", from.text("server_version"))),
        Reading.of(Provider.detect(settings.values().keySet(), from.text("version").or(""))),
        from.flag("in_recovery"),
        from.count("block_size").map(Math::toIntExact).or(Server.USUAL_BLOCK_SIZE),
        from.count("next_xid"),
        Reading.of(needed("started_at", from.instant("started_at"))),
        from.instant("counting_since"),
        Reading.of(
            new Server.Role(
                from.text("role").or(""),
                from.flag("superuser").or(false),
                from.flag("monitor").or(false))),
        new Endpoint(
            from.text("cluster_name"), from.text("server_address"), from.count("server_port")));
  }

  /// The server of which somebody pasted figures: what is not among them is missing.
  Server excerpted(Release release, ServerSettings settings) {
    var from = row == null ? new Row(Columns.of(List.of(), Why.NOT_COLLECTED), List.of()) : row;
    return new Server(
        release,
        from.text("server_version"),
        provider(settings, from.text("version")),
        from.flag("in_recovery"),
        from.count("block_size").map(Math::toIntExact).or(Server.USUAL_BLOCK_SIZE),
        from.count("next_xid"),
        from.instant("started_at"),
        Reading.missing(Why.NOT_COLLECTED),
        Reading.missing(Why.NOT_COLLECTED),
        Endpoint.UNKNOWN);
  }

  /// Those of a provider are told by its settings' names or by `version()`. Without that text a few
  /// of PostgreSQL's own settings say nothing.
  private static Reading<Provider> provider(ServerSettings settings, Reading<String> version) {
    var told = Provider.detect(settings.values().keySet(), version.or(""));
    return told.isManaged() || version.isKnown()
        ? Reading.of(told)
        : Reading.missing(Why.NOT_COLLECTED);
  }

  private Row row() throws SourceException {
    if (row == null) {
      throw new SourceException(
          "Nothing here says which server it is of: the row about the server is missing.");
    }
    return row;
  }

  private static <T> T needed(String column, Reading<T> reading) throws SourceException {
    return reading
        .known()
        .orElseThrow(() ->
            new SourceException(
                "The row about the server has no readable %s, which nothing works without."
                    .formatted(column)));
  }
}
