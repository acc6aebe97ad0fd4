package org.vacuumadvisor.model;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// How long a relation's content lives, `pg_class.relpersistence`.
public enum Persistence {
  PERMANENT("p"),
  UNLOGGED("u"),
  /// Belongs to one session; autovacuum never sees it.
  TEMPORARY("t");

  /// All tables share them: rules ask each of them.
  private static final Map<String, Reading<Persistence>> BY_CODE =
      Arrays.stream(values()).collect(Collectors.toUnmodifiableMap(each -> each.code, Reading::of));

  private final String code;

  Persistence(String code) {
    this.code = code;
  }

  /// What the name of a schema tells: temporary tables and their TOAST tables have schemas of their
  /// own (`pg_temp_3`, `pg_toast_temp_3`), and no others are in them.
  public static Reading<Persistence> ofSchema(String schema) {
    return schema.startsWith("pg_temp") || schema.startsWith("pg_toast_temp")
        ? Reading.of(TEMPORARY)
        : Reading.missing(Reading.Why.NOT_COLLECTED);
  }

  public static Optional<Reading<Persistence>> ofCode(String code) {
    return Optional.ofNullable(BY_CODE.get(code));
  }
}
