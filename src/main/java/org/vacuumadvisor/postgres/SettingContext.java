package org.vacuumadvisor.postgres;

/// What it takes to change a setting: `pg_settings.context`.
public enum SettingContext {
  /// It cannot be changed.
  INTERNAL("internal"),
  /// A restart of the server.
  POSTMASTER("postmaster"),
  /// A reload of the configuration.
  SIGHUP("sighup"),
  /// A new connection of a superuser.
  SUPERUSER_BACKEND("superuser-backend"),
  /// A new connection.
  BACKEND("backend"),
  /// A `SET` of a superuser, or a reload.
  SUPERUSER("superuser"),
  /// A `SET`, or a reload.
  USER("user");

  private final String name;

  SettingContext(String name) {
    this.name = name;
  }

  public boolean needsRestart() {
    return this == POSTMASTER;
  }

  /// The spelling of `pg_settings`.
  @Override
  public String toString() {
    return name;
  }
}
