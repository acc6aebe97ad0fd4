package org.vacuumadvisor.lab.space;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/// A kind of table, as people have them.
///
/// @param columns as in CREATE TABLE
/// @param row the values of row `i`, as a SELECT list
/// @param indexes the columns of each index
/// @param options storage parameters
record TableShape(String name, String columns, String row, List<String> indexes, String options) {

  private static final String RANDOM_TEXT = "substr(repeat(md5(i::text), 40), 1, (";

  static List<TableShape> all() {
    return List.of(
        of("ints", "a int, b int", "i, i", "a"),
        of("fixed", "id int, a int, b text", "i, i % 100, repeat('x', 50)", "id", "a"),
        of(
            "mixed",
            "a bigint, b boolean, c bigint, d timestamptz, e text, f int",
            "i, i % 2 = 0, i, now(), CASE WHEN i % 2 = 0 THEN repeat('y', 20) END, i",
            "b",
            "d",
            "f"),
        of(
            "padded",
            "a smallint, b bigint, c boolean, d double precision, e char(3), f date",
            "i % 1000, i, true, i, 'abc', '2020-01-01'::date + i % 3000",
            "b",
            "e",
            "f"),
        of(
            "texts",
            "id bigint, t text, u text",
            "i, "
                + RANDOM_TEXT
                + "1 + i::bigint * 7919 % 60)::int), "
                + RANDOM_TEXT
                + "1 + i::bigint * 104729 % 300)::int)",
            "id",
            "t"),
        of(
            "wide",
            "id int, " + numbered("c%d int"),
            "i, " + numbered("CASE WHEN i %% %1$d = 0 THEN i END"),
            "c12"),
        of("uuids", "id uuid, n numeric", "md5(i::text)::uuid, i * 1.37", "id", "n"),
        of(
            "documents",
            "id int, doc jsonb",
            "i, jsonb_build_object('name', md5(i::text), 'n', i, 'tags', array[i % 7, i % 11])",
            "id"),
        of(
            "large",
            "id int, t text",
            "i, " + RANDOM_TEXT + "700 + i::bigint * 7919 % 500)::int)",
            "id"),
        of(
            "toasted",
            "id int, t text",
            "i, CASE WHEN i % 50 = 0 THEN " + incompressible() + " ELSE 'x' END",
            "id"),
        of("pairs", "a int, b int", "i % 200, i % 300", "a, b", "b"),
        new TableShape(
            "roomy",
            "id int, a int, t text",
            "i, i / 20, md5(i::text)",
            List.of("id", "a"),
            "fillfactor = 70"));
  }

  private static TableShape of(String name, String columns, String row, String... indexes) {
    return new TableShape(name, columns, row, List.of(indexes), "fillfactor = 100");
  }

  private static String numbered(String pattern) {
    return String.join(
        ", ", IntStream.rangeClosed(1, 12).mapToObj(number -> pattern.formatted(number)).toList());
  }

  private static String incompressible() {
    return "(SELECT string_agg(md5((i * 1000 + k)::text), '') FROM generate_series(1, 120) k)";
  }

  String firstColumn() {
    return columns.substring(0, columns.indexOf(' '));
  }

  /// The statements that make it, its indexes before its rows.
  List<String> statements(int rows) {
    var statements = new ArrayList<String>();
    statements.add("CREATE TABLE %s (%s) WITH (%s)".formatted(name, columns, options));
    for (int index = 0; index < indexes.size(); index++) {
      statements.add(
          "CREATE INDEX %s_%d ON %s (%s)".formatted(name, index, name, indexes.get(index)));
    }
    statements.add(
        "INSERT INTO %s SELECT %s FROM generate_series(1, %d) i".formatted(name, row, rows));
    return statements;
  }
}
