package org.vacuumadvisor.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/// The forms are those of the manual, "SQL syntax: Lexical Structure"; that servers take them for
/// the same names is tested on servers.
class PrintableSqlTest {
  @Test
  void leavesWhatCanBeShown() {
    same("ALTER TABLE s.\"a \"\"b\"\" größe\" SET (x = 'it''s');");
    same("VACUUM \"\\\", E'\\\\ \\' \"';\nANALYZE;");
    same("");
    same("SELECT \"not closed");
  }

  @Test
  void writesNamesWithTheirCodes() {
    assertEquals("VACUUM U&\"a\\000ab\\\\c\"\"\";", PrintableSql.of("VACUUM \"a\nb\\c\"\"\";"));
    assertEquals("U&\"\\202ex\"", PrintableSql.of("\"\u202ex\""));
    assertEquals("U&\"\\+0e0001\"", PrintableSql.of("\"\udb40\udc01\""));
  }

  @Test
  void writesConstantsWithTheirCodes() {
    assertEquals("E'a\\x0ab''c'", PrintableSql.of("'a\nb''c'"));
    assertEquals("E'\\u202e\\\\'", PrintableSql.of("E'\u202e\\\\'"));
    assertEquals("E'\\x1b\\\\'", PrintableSql.of("'\u001b\\'"));
    assertEquals("E'\\U000e0001'", PrintableSql.of("'\udb40\udc01'"));
  }

  private static void same(String sql) {
    assertEquals(sql, PrintableSql.of(sql));
  }
}
