package org.vacuumadvisor.cli.apply;

import org.vacuumadvisor.postgres.Identifiers;

/// What gives a role the rights that it lacks: words for a person, who decides.
final class Grants {
  static final String SUPERUSER = "Before PostgreSQL 15 only a superuser may ALTER SYSTEM";
  static final String NO_ALTER_SYSTEM =
      "allow_alter_system is off: settings of this server are made elsewhere";

  private Grants() {}

  static String ofOwner(String table, String owner, String role) {
    return "GRANT %s TO %s;   (only its owner may set %s)"
        .formatted(Identifiers.quoted(owner), Identifiers.quoted(role), table);
  }

  static String ofSchema(String schema, String role) {
    return "GRANT USAGE ON SCHEMA %s TO %s;"
        .formatted(Identifiers.quoted(schema), Identifiers.quoted(role));
  }

  static String ofParameter(String setting, String role) {
    return "GRANT ALTER SYSTEM ON PARAMETER %s TO %s;".formatted(setting, Identifiers.quoted(role));
  }

  static String ofFiles(String role) {
    return ("GRANT SELECT ON pg_catalog.pg_file_settings TO %1$s; GRANT EXECUTE ON FUNCTION"
            + " pg_catalog.pg_show_all_file_settings() TO %1$s;")
        .formatted(Identifiers.quoted(role));
  }

  static String ofReload(String role) {
    return "GRANT EXECUTE ON FUNCTION pg_catalog.pg_reload_conf() TO %s;"
        .formatted(Identifiers.quoted(role));
  }

  static String ofStatistics(String role) {
    return "GRANT pg_read_all_stats TO %s;   (to see whether workers and standbys keep up)"
        .formatted(Identifiers.quoted(role));
  }
}
