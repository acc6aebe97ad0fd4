package org.vacuumadvisor.cli.apply;

import java.sql.SQLException;
import java.util.List;

/// What our role lacks to make a change, each with what would give it: words for a person, who
/// decides. The server itself says and quotes them.
final class Rights {
  private static final int WITH_PARAMETER_RIGHTS = 15;

  private static final String OF_TABLE =
      "SELECT pg_catalog.format('GRANT %I TO %I;   (only its owner may set %I.%I)',"
          + " pg_catalog.pg_get_userbyid(c.relowner), current_user, n.nspname, c.relname)"
          + " FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace"
          + " WHERE n.nspname = ? AND c.relname = ?"
          + " AND NOT pg_catalog.pg_has_role(c.relowner, 'USAGE') UNION ALL"
          + " SELECT pg_catalog.format('GRANT USAGE ON SCHEMA %I TO %I;', n.nspname, current_user)"
          + " FROM pg_catalog.pg_namespace n WHERE n.nspname = ?"
          + " AND NOT pg_catalog.has_schema_privilege(n.oid, 'USAGE')";

  private static final String OF_SETTING =
      "SELECT 'allow_alter_system is off: settings of this server are made elsewhere' WHERE"
          + " pg_catalog.current_setting('allow_alter_system', true) = 'off' UNION ALL SELECT"
          + " pg_catalog.format('GRANT ALTER SYSTEM ON PARAMETER %I TO %I;', g.name, current_user)"
          + " FROM (SELECT ?::text AS name) g WHERE NOT pg_catalog.has_parameter_privilege(g.name,"
          + " 'ALTER SYSTEM') UNION ALL SELECT pg_catalog.format('GRANT SELECT ON"
          + " pg_catalog.pg_file_settings TO %I;', current_user) WHERE NOT"
          + " pg_catalog.has_table_privilege('pg_catalog.pg_file_settings', 'SELECT') UNION ALL"
          + " SELECT pg_catalog.format('GRANT EXECUTE ON FUNCTION pg_catalog.%s() TO %I;', f.name,"
          + " current_user) FROM (VALUES ('pg_show_all_file_settings'), ('pg_reload_conf')) f(name)"
          + " WHERE NOT pg_catalog.has_function_privilege('pg_catalog.' || f.name || '()',"
          + " 'EXECUTE')";

  private static final String OF_SETTING_BEFORE =
      "SELECT 'Before PostgreSQL 15 only a superuser may ALTER SYSTEM'"
          + " WHERE pg_catalog.current_setting('is_superuser') <> 'on'";

  /// Before 10 there is no such role.
  private static final String OF_STATISTICS =
      "SELECT pg_catalog.format('GRANT pg_read_all_stats TO %I;   (to see whether workers and"
          + " standbys keep up)', current_user) FROM pg_catalog.pg_roles WHERE rolname ="
          + " 'pg_read_all_stats' AND NOT pg_catalog.pg_has_role(oid, 'USAGE')";

  private Rights() {}

  /// For a change.
  ///
  /// @param look at its database
  static List<String> missing(ServerLook look, Change change) throws SQLException {
    var table = change.table();
    if (table != null) {
      var name = table.name();
      return look.texts(OF_TABLE, name.schema(), name.name(), name.schema());
    }
    return look.major() < WITH_PARAMETER_RIGHTS
        ? look.texts(OF_SETTING_BEFORE)
        : look.texts(OF_SETTING, change.values().getFirst().name());
  }

  /// To see what guards look at.
  static List<String> missingForGuards(ServerLook look) throws SQLException {
    return look.texts(OF_STATISTICS);
  }
}
