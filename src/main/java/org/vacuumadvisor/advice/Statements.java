package org.vacuumadvisor.advice;

import java.util.Collection;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.RelationKind;
import org.vacuumadvisor.postgres.Identifiers;
import org.vacuumadvisor.postgres.StorageParameters;

/// The SQL of recommendations. Every name and text from a server goes through [Identifiers].
final class Statements {
  /// A word or a number; everything else is quoted, which PostgreSQL takes as well.
  private static final Pattern PLAIN_VALUE = Pattern.compile("[A-Za-z]+|-?[0-9]+(\\.[0-9]+)?");

  private Statements() {}

  static String setParameters(
      Relation relation, SortedMap<String, String> parameters, Evidence evidence) {
    return "%s SET (%s);".formatted(alter(relation, evidence), assignments(relation, parameters));
  }

  static String resetParameters(Relation relation, Collection<String> names, Evidence evidence) {
    return "%s RESET (%s);".formatted(alter(relation, evidence), list(relation, names));
  }

  /// Puts storage parameters back to what they were: set to another value, or not set at all.
  static String restoreParameters(Relation relation, Collection<String> names, Evidence evidence) {
    var old = old(relation.parameters(), names);
    var unset = new TreeSet<>(names);
    unset.removeAll(old.keySet());
    if (old.isEmpty()) {
      return resetParameters(relation, unset, evidence);
    }
    var set = "%s SET (%s)".formatted(alter(relation, evidence), assignments(relation, old));
    return unset.isEmpty() ? set + ";" : "%s, RESET (%s);".formatted(set, list(relation, unset));
  }

  private static SortedMap<String, String> old(
      StorageParameters parameters, Collection<String> names) {
    var old = new TreeMap<String, String>();
    for (var name : names) {
      parameters.text(name).ifPresent(value -> old.put(name, value));
    }
    return old;
  }

  private static String alter(Relation relation, Evidence evidence) {
    var owner = evidence.owner(relation);
    var kind = owner.kind() == RelationKind.MATERIALIZED_VIEW ? "MATERIALIZED VIEW" : "TABLE";
    return "ALTER %s %s".formatted(kind, owner.name().sql());
  }

  private static String assignments(Relation relation, SortedMap<String, String> parameters) {
    return parameters.entrySet().stream()
        .map(each -> assignment(relation, each))
        .collect(Collectors.joining(", "));
  }

  private static String assignment(Relation relation, Map.Entry<String, String> each) {
    return prefix(relation) + each.getKey() + " = " + value(each.getValue());
  }

  private static String list(Relation relation, Collection<String> names) {
    return names.stream().map(name -> prefix(relation) + name).collect(Collectors.joining(", "));
  }

  /// A TOAST table's parameters are set through its table.
  private static String prefix(Relation relation) {
    return relation.kind() == RelationKind.TOAST ? "toast." : "";
  }

  private static String value(String text) {
    return PLAIN_VALUE.matcher(text).matches() ? text : Identifiers.quotedLiteral(text);
  }
}
