package org.vacuumadvisor.advice;

import java.util.Collection;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.RelationKind;
import org.vacuumadvisor.postgres.Identifiers;
import org.vacuumadvisor.postgres.SettingSql;

/// The SQL of recommendations about storage parameters.
final class Statements {
  private static final Pattern TOAST = Pattern.compile("pg_toast_(\\d+)");

  private Statements() {}

  static String setParameters(
      Relation relation, Map<String, String> parameters, Evidence evidence) {
    return sql(relation, parameters.keySet(), parameters::get, evidence);
  }

  static String resetParameters(Relation relation, Collection<String> names, Evidence evidence) {
    return sql(relation, names, _ -> null, evidence);
  }

  /// Puts storage parameters back to what they were: set to another value, or not set at all.
  static String restoreParameters(Relation relation, Collection<String> names, Evidence evidence) {
    return sql(
        relation,
        new TreeSet<>(names),
        name -> relation.parameters().text(name).orElse(null),
        evidence);
  }

  /// A TOAST table's parameters are set through its table. Where nobody showed which that is, the
  /// server finds it by its oid, which the TOAST table is called after (`create_toast_table()`).
  private static String sql(
      Relation relation,
      Collection<String> names,
      Function<String, @Nullable String> value,
      Evidence evidence) {
    var owner = evidence.owner(relation);
    var kind = owner.kind() == RelationKind.MATERIALIZED_VIEW ? "MATERIALIZED VIEW" : "TABLE";
    boolean isToast = relation.kind() == RelationKind.TOAST;
    var prefix = isToast ? "toast." : "";
    var unknown = TOAST.matcher(owner.name().name());
    if (isToast && unknown.matches()) {
      var alter = SettingSql.ofTable("ALTER TABLE %s", prefix, names, name -> name, value);
      return "DO $$BEGIN EXECUTE format(%s, %s::regclass); END$$;"
          .formatted(Identifiers.quotedLiteral(alter), unknown.group(1));
    }
    return SettingSql.ofTable(
        "ALTER %s %s".formatted(kind, owner.name().sql()), prefix, names, name -> name, value);
  }
}
