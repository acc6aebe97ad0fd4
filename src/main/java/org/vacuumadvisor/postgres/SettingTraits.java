package org.vacuumadvisor.postgres;

import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.postgres.Setting.Kind;

/// What `pg_settings` and `CREATE TABLE` say of one setting, release by release, in the order in
/// which it is told: what follows [#from] holds from that release on.
final class SettingTraits {
  final String parameter;
  final ByRelease<Kind> kind = new ByRelease<>();
  final ByRelease<String> boot = new ByRelease<>();
  final ByRelease<String> unit = new ByRelease<>();
  final ByRelease<Double> min = new ByRelease<>();
  final ByRelease<Double> max = new ByRelease<>();
  final ByRelease<SettingContext> context = new ByRelease<>();
  final ByRelease<Boolean> onServer = new ByRelease<>();
  final ByRelease<Boolean> onTable = new ByRelease<>();
  @Nullable String storageParameter;
  boolean toast;
  private Release now = Release.V9_6;

  private SettingTraits(String parameter, Kind kind, String boot) {
    this.parameter = parameter;
    this.kind.from(Release.V9_6, kind);
    this.boot.from(Release.V9_6, boot);
    this.context.from(Release.V9_6, SettingContext.SIGHUP);
    this.onServer.from(Release.V9_6, true);
    this.onTable.from(Release.V9_6, false);
  }

  static SettingTraits bool(String parameter, String boot) {
    return new SettingTraits(parameter, Kind.BOOL, boot);
  }

  static SettingTraits integer(String parameter, long boot, long min, long max) {
    return new SettingTraits(parameter, Kind.INTEGER, Long.toString(boot))
        .range((double) min, (double) max);
  }

  static SettingTraits real(String parameter, String boot, double min, double max) {
    return new SettingTraits(parameter, Kind.REAL, boot).range(min, max);
  }

  static SettingTraits choice(String parameter, String boot) {
    return new SettingTraits(parameter, Kind.ENUM, boot);
  }

  SettingTraits from(Release release) {
    now = release;
    return this;
  }

  SettingTraits range(double least, double most) {
    min.from(now, least);
    max.from(now, most);
    return this;
  }

  SettingTraits unit(String name) {
    unit.from(now, name);
    return this;
  }

  SettingTraits boot(String value) {
    boot.from(now, value);
    return this;
  }

  SettingTraits kind(Kind value) {
    kind.from(now, value);
    return this;
  }

  SettingTraits in(SettingContext value) {
    context.from(now, value);
    return this;
  }

  /// The server has it from this release on.
  SettingTraits since(Release release) {
    onServer.from(Release.V9_6, false).from(release, true);
    return this;
  }

  /// The first release that has it no longer.
  SettingTraits until(Release release) {
    onServer.from(release, false);
    return this;
  }

  /// Tables and TOAST tables have it, under the same name, in the releases that have the setting.
  SettingTraits table() {
    return table(parameter);
  }

  SettingTraits table(String name) {
    storageParameter = name;
    toast = true;
    for (Release each : Release.values()) {
      onTable.from(each, onServer.at(each));
    }
    return this;
  }

  /// Tables have it from this release on, whatever the server has.
  SettingTraits tableSince(Release release) {
    table(parameter);
    for (Release each : Release.values()) {
      onTable.from(each, each.compareTo(release) >= 0);
    }
    return this;
  }

  SettingTraits notForToast() {
    toast = false;
    return this;
  }

  /// It is a storage parameter only: no release has such a server setting.
  SettingTraits neverOnServer() {
    for (Release each : Release.values()) {
      onServer.from(each, false);
    }
    return this;
  }
}
