package org.vacuumadvisor.source.jdbc;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.model.Gap;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.source.Columns;
import org.vacuumadvisor.source.DatabaseMapping;
import org.vacuumadvisor.source.Row;
import org.vacuumadvisor.source.ServerMapping;
import org.vacuumadvisor.source.Sink;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.Topic;

/// What the source itself must know to go on: the release, where it is, and which databases there
/// are. It listens to the rows on their way to the sink.
final class ServerProbe implements Sink {
  /// Measured: about a tenth of a second's work.
  private static final long RELATIONS_FOR_TWO_SESSIONS = 3000;

  private @Nullable Row server;
  private final List<Place> databases = new ArrayList<>();

  /// A database of the server.
  ///
  /// @param template whether new databases are copied from it; nobody works in one
  record Place(String name, boolean connectable, boolean template, boolean permitted) {}

  @Override
  public Consumer<List<@Nullable String>> open(
      Topic topic, @Nullable String database, Columns columns) {
    return (List<@Nullable String> cells) -> {
      var row = new Row(columns, cells);
      if (topic == Topic.SERVER) {
        server = row;
      } else if (topic == Topic.DATABASES && !DatabaseMapping.isHalfDropped(row)) {
        databases.add(place(row));
      }
    };
  }

  @Override
  public void gap(Gap gap) {}

  Release release() throws SourceException {
    return ServerMapping.release(server());
  }

  /// The database we are connected to.
  String current() throws SourceException {
    return server().text("database").or("");
  }

  /// Whether the current database is so large that it pays to read it through two sessions.
  boolean hasManyRelations() throws SourceException {
    return server().count("relations").or(0L) > RELATIONS_FOR_TWO_SESSIONS;
  }

  /// Databases that relations could be read in, but for the current one.
  List<Place> others() throws SourceException {
    var current = current();
    return databases.stream()
        .filter(each -> each.connectable() && !each.name().equals(current))
        .toList();
  }

  /// Databases that nobody can connect to, but for templates.
  List<Place> closed() {
    return databases.stream().filter(each -> !each.connectable() && !each.template()).toList();
  }

  private Row server() throws SourceException {
    if (server == null) {
      throw new SourceException("The server did not say which version it is.");
    }
    return server;
  }

  private static Place place(Row row) {
    return new Place(
        row.text("datname").or(""),
        row.flag("datallowconn").or(false),
        row.flag("datistemplate").or(false),
        row.flag("may_connect").or(true));
  }
}
