package org.vacuumadvisor.lab.faults;

import java.util.List;
import java.util.Locale;

/// How a transaction stays open; each in a database of its own.
enum Shape {
  REPEATABLE_READ(List.of("BEGIN ISOLATION LEVEL REPEATABLE READ", "SELECT 1"), ""),
  CURSOR(List.of("BEGIN", "DECLARE c CURSOR FOR SELECT * FROM t", "FETCH 1 FROM c"), ""),
  STATEMENT(List.of(), "SELECT pg_sleep(600)"),
  /// The last statement ends the portal of the query before, which holds its snapshot in 9.6.
  READ_COMMITTED(List.of("BEGIN", "SELECT 1", "SET LOCAL work_mem = '4MB'"), ""),
  UPDATE_OF_NOTHING(List.of("BEGIN", "UPDATE t SET v = 'z' WHERE id = -1"), ""),
  WRITER(List.of("BEGIN", "CREATE TABLE written (x int)", "SELECT 1"), ""),
  PREPARED(
      List.of("BEGIN", "CREATE TABLE promised (x int)", "PREPARE TRANSACTION 'it''s promised'"),
      "");

  /// Those that pin a snapshot or have written. Readers come first: what has written before a
  /// snapshot is taken would explain its age.
  static final List<Shape> HARMFUL = List.of(REPEATABLE_READ, CURSOR, STATEMENT, WRITER, PREPARED);

  /// Those that are open and hold nothing.
  static final List<Shape> HARMLESS = List.of(READ_COMMITTED, UPDATE_OF_NOTHING);

  @SuppressWarnings("ImmutableEnumChecker") // made by List.of()
  private final List<String> statements;

  private final String last;

  Shape(List<String> statements, String last) {
    this.statements = statements;
    this.last = last;
  }

  /// What is run in one session, one after the other.
  List<String> statements() {
    return statements;
  }

  /// What runs until the session ends; empty where it is idle.
  String last() {
    return last;
  }

  /// The name of its database.
  String database() {
    return "held " + name().toLowerCase(Locale.ROOT);
  }
}
