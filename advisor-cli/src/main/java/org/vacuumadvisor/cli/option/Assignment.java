package org.vacuumadvisor.cli.option;

import org.vacuumadvisor.forecast.Changes;
import org.vacuumadvisor.forecast.cluster.Cluster;
import org.vacuumadvisor.forecast.cluster.TableStart;
import org.vacuumadvisor.postgres.Setting;

/// What `--set` says: a setting of the server, or after a dot a storage parameter of a table, and
/// its value.
public record Assignment(String name, String value) {

  /// Reads `NAME=VALUE`.
  ///
  /// @throws IllegalArgumentException if it assigns nothing; the message is for the user
  public static Assignment of(String text) {
    int equals = text.lastIndexOf('=');
    if (equals < 1 || equals == text.length() - 1) {
      throw new IllegalArgumentException(
          "--set %s assigns nothing: write --set autovacuum_naptime=10s".formatted(text));
    }
    return new Assignment(text.substring(0, equals).strip(), text.substring(equals + 1).strip());
  }

  /// The changes with this one.
  ///
  /// @throws IllegalArgumentException if there is no such setting or table, or several such tables
  public Changes added(Changes changes, Cluster cluster) {
    int dot = name.lastIndexOf('.');
    if (dot < 0) {
      return changes.with(
          Setting.named(name)
              .orElseThrow(() ->
                  new IllegalArgumentException(
                      "--set %s: no setting of that name has to do with vacuum".formatted(name))),
          value);
    }
    return changes.with(
        table(name.substring(0, dot), cluster).key(), name.substring(dot + 1), value);
  }

  private static TableStart table(String wanted, Cluster cluster) {
    var found = cluster.tables().stream().filter(each -> isCalled(each, wanted)).toList();
    if (found.size() == 1) {
      return found.getFirst();
    }
    throw new IllegalArgumentException(
        found.isEmpty()
            ? "--set: there is no table %s in the simulation".formatted(wanted)
            : "--set: there are %d tables %s: write schema.table, or database.schema.table"
                .formatted(found.size(), wanted));
  }

  private static boolean isCalled(TableStart table, String wanted) {
    var name = table.name();
    var inSchema = name.schema() + "." + name.name();
    return wanted.equals(name.name())
        || wanted.equals(inSchema)
        || wanted.equals(name.sql())
        || wanted.equals(name.database() + "." + inSchema);
  }
}
