package org.vacuumadvisor.source;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.postgres.ServerSettings;
import org.vacuumadvisor.postgres.SettingValue;

/// The rows of [Topic#SETTINGS]: settings as autovacuum's workers see them, not as our session
/// does.
final class SettingsMapping {
  /// Values of `pg_settings.source` that hold for our session or role alone, and hide what holds
  /// for others.
  private static final Set<String> OURS = Set.of("client", "user", "database user");

  private final Map<String, SettingValue> values = new HashMap<>();

  void take(Row row) {
    var name = row.text("name").known();
    var value = value(row);
    if (name.isPresent() && value.isPresent()) {
      values.put(name.get(), setting(row, name.get(), value.get()));
    }
  }

  ServerSettings settings(Release release) {
    return new ServerSettings(release, values);
  }

  /// A value that our session set hides the one that others have, which is then `reset_val`.
  private static Optional<String> value(Row row) {
    var source = row.text("source").or("");
    if (OURS.contains(source)) {
      return Optional.empty();
    }
    return row.text(source.equals("session") ? "reset_val" : "setting").known();
  }

  private static SettingValue setting(Row row, String name, String value) {
    return new SettingValue(
        name,
        value,
        row.text("unit").known().orElse(null),
        row.text("context").known().orElse(null),
        row.text("source").known().orElse(null),
        row.text("boot_val").known().orElse(null),
        row.text("reset_val").known().orElse(null),
        row.flag("pending_restart").or(false),
        row.text("sourcefile").known().orElse(null),
        row.text("written").known().orElse(null));
  }
}
