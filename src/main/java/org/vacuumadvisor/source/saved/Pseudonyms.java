package org.vacuumadvisor.source.saved;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.vacuumadvisor.source.Row;

/// Which name stands for which. Things with an oid are called by it, so that two surveys of one
/// server agree; the others are numbered as they come.
final class Pseudonyms {
  /// `FirstNormalObjectId` in `transam.h`: below it, initdb made it, with the same names
  /// everywhere.
  private static final long FIRST_NORMAL_OID = 16384;

  private static final Set<String> OWN_DATABASES = Set.of("postgres", "template0", "template1");
  private static final Set<String> OWN_SCHEMAS =
      Set.of("pg_catalog", "pg_toast", "information_schema", "public");

  /// PostgreSQL calls a TOAST table by the oid of its table, and a temporary schema by a number.
  private static final Pattern TOAST = Pattern.compile("pg_toast_[0-9]+(_index)?");

  private static final Pattern TEMPORARY_SCHEMA = Pattern.compile("pg_(toast_)?temp_[0-9]+");

  /// What has no oid in the rows, by kind.
  private final Map<String, Map<String, String>> numbered = new HashMap<>();

  private final Map<String, String> databases = new HashMap<>();

  /// @param row a row about a database
  void learnDatabase(Row row) {
    row.text("datname")
        .known()
        .ifPresent(name ->
            row.count("oid").known().ifPresent(oid -> databases.put(name, "database_" + oid)));
  }

  String database(String name) {
    if (name.isEmpty() || OWN_DATABASES.contains(name)) {
      return name;
    }
    var known = databases.get(name);
    return known == null ? numbered("database", name).replace("_", "_x") : known;
  }

  String schema(String name) {
    return OWN_SCHEMAS.contains(name) || TEMPORARY_SCHEMA.matcher(name).matches()
        ? name
        : numbered("schema", name);
  }

  /// The superuser that initdb makes is usually `postgres`; no user can make a role whose name
  /// begins with `pg_`.
  String role(String name) {
    return name.equals("postgres") || name.startsWith("pg_") ? name : numbered("role", name);
  }

  /// @param row says of a relation, and in which schema it is
  String relation(String name, Row row) {
    return row.count("oid")
        .known()
        .or(() -> row.count("relid").known())
        .map(oid -> isPostgres(name, oid) ? name : prefix(row.text("relkind").or("r")) + oid)
        .orElseGet(() -> numbered("relation", name));
  }

  String index(String name, Row row) {
    return row.count("indexrelid")
        .known()
        .map(oid -> isPostgres(name, oid) ? name : "index_" + oid)
        .orElseGet(() -> numbered("relation", name));
  }

  /// The same name for the same thing of a kind; nothing stays nothing.
  String numbered(String kind, String name) {
    if (name.isEmpty()) {
      return name;
    }
    var known = numbered.computeIfAbsent(kind, _ -> new HashMap<>());
    return known.computeIfAbsent(name, _ -> kind + "_" + (known.size() + 1));
  }

  private static boolean isPostgres(String name, long oid) {
    return oid < FIRST_NORMAL_OID || TOAST.matcher(name).matches();
  }

  private static String prefix(String relkind) {
    return switch (relkind) {
      case "m" -> "matview_";
      case "t" -> "toast_";
      default -> "table_";
    };
  }
}
