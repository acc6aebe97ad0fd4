package org.vacuumadvisor.postgres;

import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// One row of `pg_settings`: its columns, as the server spelled them, and what `pg_file_settings`
/// has written for it: null where the files have what is in effect, or the role may not read them.
/// `unit` is null for a setting without one, `sourceFile` where the value is from no file or the
/// role may not see it; the other columns are null where the source did not contain them.
public record SettingValue(
    String name,
    String setting,
    @Nullable String unit,
    @Nullable String context,
    @Nullable String source,
    @Nullable String bootVal,
    @Nullable String resetVal,
    boolean pendingRestart,
    @Nullable String sourceFile,
    @Nullable String written) {

  /// A setting of which only name and value are known.
  public static SettingValue of(String name, String setting) {
    return new SettingValue(name, setting, null, null, null, null, null, false, null, null);
  }

  /// The same row with another value, as if it were loaded.
  public SettingValue changedTo(String value) {
    return new SettingValue(
        name, value, unit, context, source, bootVal, resetVal, pendingRestart, sourceFile, null);
  }

  /// The value that a reload would bring, as it is written; empty where that changes nothing as far
  /// as is shown. Another source than a file, such as the command line, overrides the file.
  public Optional<String> waitsForReload() {
    return isOfStart() ? Optional.empty() : changed();
  }

  /// Whether the files have another value, which the server reads when it starts.
  public boolean waitsForRestart() {
    return pendingRestart || (isOfStart() && changed().isPresent());
  }

  private Optional<String> changed() {
    boolean isOfFile = source != null && Set.of("default", "configuration file").contains(source);
    return Optional.ofNullable(written).filter(text -> isOfFile && !isSame(setting, text, unit));
  }

  private boolean isOfStart() {
    return pendingRestart || "postmaster".equals(context);
  }

  /// Whether two texts are the same value to PostgreSQL: `0.050` and `0.05`, `off` and `false`,
  /// `60` in seconds and `1min`; null is "not set" and equals nothing else.
  ///
  /// @param unit of a number without one; null where there is none
  public static boolean isSame(
      @Nullable String one, @Nullable String other, @Nullable String unit) {
    if (one == null || other == null) {
      return Objects.equals(one, other);
    }
    var number = ParsedNumber.in(unit, one);
    var flag = ParsedBoolean.of(one);
    return one.equalsIgnoreCase(other)
        || (number.isPresent() && number.equals(ParsedNumber.in(unit, other)))
        || (flag.isPresent() && flag.equals(ParsedBoolean.of(other)));
  }

  /// Whether somebody configured it: the value does not come from the compiled default. Empty where
  /// `source` is not known.
  public Optional<Boolean> configured() {
    return Optional.ofNullable(source).map(each -> !each.equals("default"));
  }
}
