package org.vacuumadvisor.forecast;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.vacuumadvisor.forecast.cluster.Cluster;
import org.vacuumadvisor.forecast.cluster.TableStart;
import org.vacuumadvisor.model.RelationKey;
import org.vacuumadvisor.model.RelationKind;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.postgres.ServerSettings;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.postgres.StorageParameters;
import org.vacuumadvisor.unit.Quantities;

/// Applies changes to a cluster, as far as its release would accept them.
final class Changing {
  private static final String FILLFACTOR = "fillfactor";
  private static final double LEAST_FILLFACTOR = 10;

  private final Changes changes;
  private final Cluster cluster;

  Changing(Changes changes, Cluster cluster) {
    this.changes = changes;
    this.cluster = cluster;
  }

  Cluster changed() {
    var settings = cluster.settings();
    for (var change : changes.settings().entrySet()) {
      settings = settings.with(change.getKey(), checked(change.getKey(), change.getValue()));
    }
    return cluster
        .with(settings)
        .withTables(new Tables(cluster.release()).changed())
        .with(cluster.consumption().times(changes.workloadFactor()));
  }

  /// The value, if the server would accept it.
  private String checked(Setting setting, String value) {
    if (!setting.isIn(cluster.release())) {
      throw new IllegalArgumentException(
          "PostgreSQL %s has no setting %s".formatted(cluster.release().major(), setting));
    }
    check(setting, setting.parameter(), value);
    return value;
  }

  private void check(Setting setting, String name, String value) {
    var alone = ServerSettings.unknown(cluster.release()).with(setting, value);
    switch (setting.kind(cluster.release())) {
      case BOOL -> {
        if (alone.bool(setting).isEmpty()) {
          throw new IllegalArgumentException("%s is on or off, not %s".formatted(name, value));
        }
      }
      case INTEGER, REAL ->
          checkRange(
              name,
              value,
              alone.real(setting),
              setting.min(cluster.release()),
              setting.max(cluster.release()));
      case ENUM -> {}
    }
  }

  private static void checkRange(
      String name,
      String value,
      Optional<Double> number,
      Optional<Double> least,
      Optional<Double> most) {
    if (number.isEmpty()) {
      throw new IllegalArgumentException("%s needs a number, not %s".formatted(name, value));
    }
    double it = number.get();
    if (it < least.orElse(it) || it > most.orElse(it)) {
      throw new IllegalArgumentException(
          "%s is %s: PostgreSQL accepts %s to %s"
              .formatted(
                  name,
                  value,
                  Quantities.number(least.orElse(it)),
                  Quantities.number(most.orElse(it))));
    }
  }

  /// The tables, changed.
  private final class Tables {
    private final Release release;
    private final Map<RelationKey, StorageParameters> parents = new HashMap<>();

    Tables(Release release) {
      this.release = release;
    }

    List<TableStart> changed() {
      for (var key : changes.parameters().keySet()) {
        if (cluster.table(key).isEmpty()) {
          throw new IllegalArgumentException(
              "there is no table with oid %d in the simulation".formatted(key.oid()));
        }
      }
      return cluster.tables().stream().map(this::changed).toList();
    }

    private TableStart changed(TableStart table) {
      var own = changes.parameters().getOrDefault(table.key(), Map.of());
      var parameters = table.parameters();
      for (var change : own.entrySet()) {
        parameters =
            parameters.with(name(table, change.getKey(), change.getValue()), change.getValue());
      }
      parents.put(table.key(), parameters);
      var loaded = table.with(table.arrivals().times(changes.workloadFactor()));
      var changed = new Refilling(loaded, cluster.blockSize()).with(parameters);
      var parent = table.parent();
      return parent == null
          ? changed
          : changed.with(
              new TableStart.Parent(
                  parent.key(), parents.getOrDefault(parent.key(), parent.parameters())));
    }

    private String name(TableStart table, String parameter, String value) {
      if (parameter.equals(FILLFACTOR)) {
        checkRange(
            parameter,
            value,
            StorageParameters.NONE.with(parameter, value).real(parameter),
            Optional.of(LEAST_FILLFACTOR),
            Optional.of(100.0));
        return parameter;
      }
      var setting =
          Setting.ofStorageParameter(parameter)
              .filter(each ->
                  table.kind() == RelationKind.TOAST
                      ? each.isToastParameterIn(release)
                      : each.isTableParameterIn(release))
              .orElseThrow(() ->
                  new IllegalArgumentException(
                      "PostgreSQL %s has no storage parameter %s for a %s"
                          .formatted(release.major(), parameter, table.kind().word())));
      check(setting, parameter, value);
      return parameter;
    }
  }
}
