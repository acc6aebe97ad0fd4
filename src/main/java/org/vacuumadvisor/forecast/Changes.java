package org.vacuumadvisor.forecast;

import java.util.LinkedHashMap;
import java.util.Map;
import org.vacuumadvisor.forecast.cluster.Cluster;
import org.vacuumadvisor.model.RelationKey;
import org.vacuumadvisor.postgres.Setting;

/// What is to be different in a simulation: settings of the server, storage parameters of tables,
/// and the load. Whether a server would accept it is found out when it meets a [Cluster].
///
/// @param settings values in PostgreSQL's spelling: `10s`, `0.01`, `on`
/// @param parameters by table, each by its name
/// @param workloadFactor times the load there is
public record Changes(
    Map<Setting, String> settings,
    Map<RelationKey, Map<String, String>> parameters,
    double workloadFactor) {
  public static final Changes NONE = new Changes(Map.of(), Map.of(), 1);

  /// @throws IllegalArgumentException if the factor is not positive
  public Changes {
    settings = Map.copyOf(settings);
    parameters = Map.copyOf(parameters);
    if (!(workloadFactor > 0) || Double.isInfinite(workloadFactor)) {
      throw new IllegalArgumentException(
          "a workload factor of %s makes no sense: 2 doubles the load".formatted(workloadFactor));
    }
  }

  /// One setting of the server more.
  public Changes with(Setting setting, String value) {
    var more = new LinkedHashMap<>(settings);
    more.put(setting, value);
    return new Changes(more, parameters, workloadFactor);
  }

  /// One storage parameter of a table more.
  public Changes with(RelationKey table, String parameter, String value) {
    var more = new LinkedHashMap<>(parameters);
    var own = new LinkedHashMap<>(more.getOrDefault(table, Map.of()));
    own.put(parameter, value);
    more.put(table, Map.copyOf(own));
    return new Changes(settings, more, workloadFactor);
  }

  /// The storage parameter of a table that stands for the setting.
  ///
  /// @throws IllegalArgumentException if tables cannot have one
  public Changes with(RelationKey table, Setting setting, String value) {
    return with(
        table,
        setting
            .storageParameter()
            .orElseThrow(() ->
                new IllegalArgumentException(
                    "%s is a setting of the server: no table has its own".formatted(setting))),
        value);
  }

  public Changes withWorkload(double factor) {
    return new Changes(settings, parameters, factor);
  }

  /// The cluster as it would be.
  ///
  /// @throws IllegalArgumentException if the release has no such setting or parameter, or would not
  ///   accept the value; the message is for the user
  public Cluster on(Cluster cluster) {
    if (equals(NONE)) {
      return cluster;
    }
    return new Changing(this, cluster).changed();
  }
}
