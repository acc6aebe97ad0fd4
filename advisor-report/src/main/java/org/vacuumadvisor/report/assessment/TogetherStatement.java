package org.vacuumadvisor.report.assessment;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.vacuumadvisor.advice.Recommendation;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.postgres.Identifiers;
import org.vacuumadvisor.report.Part;

/// One statement that does to many tables what each of theirs does to one: psql's `\gexec` runs
/// them one by one. The server writes their names, which it knows by OID.
final class TogetherStatement {
  private TogetherStatement() {}

  /// Empty where the statements differ in more than the name, are of several databases, or where
  /// nobody read the tables' OIDs.
  static Optional<Part.Script> of(List<Recommendation> all, Evidence evidence) {
    var forms = all.stream().map(TogetherStatement::form).distinct().toList();
    var databases = all.stream().map(Recommendation::database).distinct().count();
    return forms.size() != 1 || databases != 1 || !evidence.isReadWhole()
        ? Optional.empty()
        : forms.getFirst().map(form -> new Part.Script(statement(form, all)));
  }

  private static String statement(String form, List<Recommendation> all) {
    var oids =
        all.stream()
            .map(each -> Long.toString(relation(each).orElseThrow().key().oid()))
            .collect(Collectors.joining(", "));
    return ("SELECT pg_catalog.format(%s, oid::pg_catalog.regclass) FROM pg_catalog.pg_class"
            + " WHERE oid IN (%s) \\gexec")
        .formatted(Identifiers.quotedLiteral(form), oids);
  }

  /// The statement with a place for the table's name.
  private static Optional<String> form(Recommendation each) {
    return relation(each)
        .flatMap(relation -> each.sql().flatMap(sql -> form(sql, relation.name().sql())));
  }

  private static Optional<String> form(String sql, String name) {
    int at = sql.indexOf(name);
    boolean isOnce = at >= 0 && sql.indexOf(name, at + 1) < 0 && sql.endsWith(";");
    return isOnce && !sql.contains("%") && !sql.contains("\\")
        ? Optional.of(sql.replace(name, "%s").replace(";", ""))
        : Optional.empty();
  }

  /// A rewrite is decided on table by table: nobody can use one meanwhile.
  private static Optional<Relation> relation(Recommendation each) {
    return each.appliesTo() instanceof Subject.OfRelation(var relation)
            && !(each.remedy() instanceof Remedy.RewriteTable)
        ? Optional.of(relation)
        : Optional.empty();
  }
}
