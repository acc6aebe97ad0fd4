package org.vacuumadvisor.diagnosis;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.evidence.TableEvidence;
import org.vacuumadvisor.model.Index;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.RelationKind;
import org.vacuumadvisor.postgres.Identifiers;
import org.vacuumadvisor.unit.Quantities;

/// How findings call things.
public final class Names {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss 'UTC'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  private Names() {}

  /// Schema and name, quoted where PostgreSQL quotes them; where nobody told the name it has none,
  /// for the one in statements is ours.
  public static String of(Relation relation) {
    var name = relation.name();
    return name.name().isEmpty()
        ? "a table whose name is not shown"
        : name.isUnnamed() ? "the table" : name.sql();
  }

  /// Whether a statement about the table can be written: of a TOAST table its table has to be
  /// known.
  public static boolean isKnown(Relation relation, Evidence evidence) {
    boolean isOwnerKnown =
        relation.kind() != RelationKind.TOAST
            || !evidence.owner(relation).key().equals(relation.key());
    return isOwnerKnown && !relation.name().schema().isEmpty() && !relation.name().isUnnamed();
  }

  /// An index as PostgreSQL quotes it; its schema is that of its table.
  public static String of(Index index) {
    return Identifiers.quoted(index.name());
  }

  /// An index with its schema, which is that of its table, if that is known.
  public static String qualified(Relation table, Index index) {
    return table.name().schema().isEmpty()
        ? of(index)
        : Identifiers.qualified(table.name().schema(), index.name());
  }

  /// An index and its table; where nobody showed which table it is of, the index alone.
  public static String withTable(Relation table, Index index) {
    return table.name().isUnnamed()
        ? qualified(table, index)
        : "%s of %s".formatted(of(index), of(table));
  }

  /// The same with what it is before it; where nobody told its name, what it is alone.
  public static String called(Relation table, Index index) {
    return index.name().equals(Index.PLACEHOLDER)
        ? "the index"
        : "index " + withTable(table, index);
  }

  /// To follow the first of so many tables: " and 2 other tables".
  public static String andOthers(int tables) {
    return tables == 1 ? "" : " and " + Quantities.counted(tables - 1L, "other table");
  }

  /// The same with a capital letter.
  public static String capital(String words) {
    return words.isEmpty() ? words : Character.toUpperCase(words.charAt(0)) + words.substring(1);
  }

  /// The name people know it by: a TOAST table is the one of its table, where that is known.
  public static String of(Relation relation, Evidence evidence) {
    if (relation.kind() != RelationKind.TOAST || relation.name().name().isEmpty()) {
      return of(relation);
    }
    var owner = evidence.owner(relation);
    return owner.key().equals(relation.key())
        ? "TOAST table " + of(relation)
        : "the TOAST table of " + of(owner);
  }

  /// The same of a table that a rule looks at.
  public static String of(TableEvidence table) {
    return of(table.relation(), table.all());
  }

  /// The same at the start of a sentence.
  public static String atStart(Relation relation, Evidence evidence) {
    return relation.kind() == RelationKind.TOAST || relation.name().isUnnamed()
        ? capital(of(relation, evidence))
        : of(relation);
  }

  public static String atStart(TableEvidence table) {
    return atStart(table.relation(), table.all());
  }

  /// A moment; before the epoch it is one of figures that do not say when they were taken, and
  /// counts back from then.
  public static String time(Instant instant) {
    return instant.isBefore(Instant.EPOCH)
        ? Quantities.duration(Duration.between(instant, Instant.EPOCH)) + " before"
        : TIME.format(instant);
  }
}
