package org.vacuumadvisor.model;

import java.util.Arrays;
import java.util.Optional;

/// How long a relation's content lives, `pg_class.relpersistence`.
public enum Persistence {
  PERMANENT("p"),
  UNLOGGED("u"),
  /// Belongs to one session; autovacuum never sees it.
  TEMPORARY("t");

  private final String code;

  Persistence(String code) {
    this.code = code;
  }

  public static Optional<Persistence> ofCode(String code) {
    return Arrays.stream(values()).filter(each -> each.code.equals(code)).findFirst();
  }
}
