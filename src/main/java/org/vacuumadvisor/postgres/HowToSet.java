package org.vacuumadvisor.postgres;

/// The way a server setting is changed at a provider.
public enum HowToSet {
  /// `ALTER SYSTEM SET …`, then a reload or restart.
  ALTER_SYSTEM,
  /// In the parameter group of the instance or cluster.
  PARAMETER_GROUP,
  /// As a database flag. Giving the list of flags replaces the list there was.
  DATABASE_FLAG,
  /// As a server parameter of the service.
  SERVER_PARAMETER,
  /// With the provider's command-line tool or management interface.
  PROVIDER_TOOL,
  /// Only by a role or database: `ALTER ROLE … SET …`, `ALTER DATABASE … SET …`.
  ALTER_ROLE_OR_DATABASE,
  /// The user cannot change it there.
  NOT_POSSIBLE
}
