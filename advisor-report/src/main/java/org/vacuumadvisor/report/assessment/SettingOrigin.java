package org.vacuumadvisor.report.assessment;

import java.util.List;
import org.vacuumadvisor.postgres.AutovacuumOptions;
import org.vacuumadvisor.postgres.AutovacuumState;
import org.vacuumadvisor.postgres.Effective;
import org.vacuumadvisor.postgres.Origin;
import org.vacuumadvisor.postgres.ServerSettings;
import org.vacuumadvisor.postgres.SettingValue;
import org.vacuumadvisor.report.Part;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.unit.XidAge;

/// What autovacuum goes by at one table, and where each value comes from.
record SettingOrigin(ServerSettings server) {
  private static final List<Part.Column> COLUMNS =
      List.of(
          Part.Column.text("Setting"),
          Part.Column.number("In effect"),
          Part.Column.text("Comes from"));

  Part.Grid grid(AutovacuumOptions options) {
    return new Part.Grid(
        COLUMNS,
        List.of(
            state(options.state()),
            count("autovacuum_vacuum_threshold", options.vacuumThreshold(), " rows"),
            factor("autovacuum_vacuum_scale_factor", options.vacuumScaleFactor()),
            count("autovacuum_vacuum_max_threshold", options.maxThreshold(), " rows"),
            count("autovacuum_vacuum_insert_threshold", options.insertThreshold(), " rows"),
            factor("autovacuum_vacuum_insert_scale_factor", options.insertScaleFactor()),
            count("autovacuum_analyze_threshold", options.analyzeThreshold(), " rows"),
            factor("autovacuum_analyze_scale_factor", options.analyzeScaleFactor()),
            age("autovacuum_freeze_max_age", options.freezeMaxAge()),
            age("autovacuum_multixact_freeze_max_age", options.multixactFreezeMaxAge()),
            age("vacuum_freeze_min_age", options.freezeMinAge()),
            age("vacuum_freeze_table_age", options.freezeTableAge()),
            row(
                "autovacuum_vacuum_cost_delay",
                options.costDelay(),
                Quantities.number(options.costDelay().value()) + " ms"),
            count("autovacuum_vacuum_cost_limit", options.costLimit(), ""),
            List.of(
                "cost balance",
                switch (options.balance()) {
                  case SHARED -> "shared";
                  case BYPASSED -> "bypassed";
                },
                switch (options.balance()) {
                  case SHARED -> "its vacuums share the cost limit with the others";
                  case BYPASSED -> "a cost parameter of its own: it runs on top of the others";
                })));
  }

  private static List<String> state(AutovacuumState state) {
    var from =
        switch (state) {
          case ON -> "";
          case OFF_ON_SERVER -> "server: autovacuum is off";
          case WITHOUT_COUNTS -> "server: track_counts is off";
          case OFF_FOR_TABLE -> "table: autovacuum_enabled is off";
          case OFF_FOR_PARENT -> "its table: autovacuum_enabled is off";
        };
    return List.of("autovacuum", state.isOn() ? "on" : "off", from);
  }

  private List<String> count(String name, Effective<Long> each, String unit) {
    return row(name, each, each.value() < 0 ? "none" : Quantities.count(each.value()) + unit);
  }

  private List<String> factor(String name, Effective<Double> each) {
    return row(name, each, each.value() < 0 ? "none" : Quantities.number(each.value()));
  }

  private List<String> age(String name, Effective<XidAge> each) {
    return row(name, each, each.value() + " IDs");
  }

  private List<String> row(String name, Effective<?> each, String value) {
    return List.of(name, value, from(each.origin()));
  }

  private String from(Origin origin) {
    return switch (origin) {
      case Origin.OwnParameter(var parameter) -> "table: " + parameter;
      case Origin.ParentParameter(var parameter) -> "its table: " + parameter;
      case Origin.Server(var setting) ->
          server
              .value(setting)
              .filter(value -> value.configured().orElse(true))
              .map(value -> "server: " + configured(value))
              .orElse("server: PostgreSQL's default");
      case Origin.ReleaseDefault _ -> "PostgreSQL's default: the server's is not known";
      case Origin.NotInRelease _ -> "this release has no such setting";
    };
  }

  private static String configured(SettingValue value) {
    var source = value.source();
    return source == null ? "as shown" : value.name() + " (" + source + ")";
  }
}
