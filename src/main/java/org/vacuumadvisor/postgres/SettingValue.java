package org.vacuumadvisor.postgres;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// One row of `pg_settings`: its columns, as the server spelled them. `unit` is null for a setting
/// without one, `sourceFile` where the value is from no file or the role may not see it; the other
/// columns are null where the source did not contain them.
public record SettingValue(
    String name,
    String setting,
    @Nullable String unit,
    @Nullable String context,
    @Nullable String source,
    @Nullable String bootVal,
    @Nullable String resetVal,
    boolean pendingRestart,
    @Nullable String sourceFile) {

  /// A setting of which only name and value are known.
  public static SettingValue of(String name, String setting) {
    return new SettingValue(name, setting, null, null, null, null, null, false, null);
  }

  /// The same row with another value.
  public SettingValue changedTo(String value) {
    return new SettingValue(
        name, value, unit, context, source, bootVal, resetVal, pendingRestart, sourceFile);
  }

  /// Whether somebody configured it: the value does not come from the compiled default. Empty where
  /// `source` is not known.
  public Optional<Boolean> configured() {
    return Optional.ofNullable(source).map(each -> !each.equals("default"));
  }
}
