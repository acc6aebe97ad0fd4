package org.vacuumadvisor.postgres;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IdentifiersTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          orders           | orders
          _t9              | _t9
          az09             | az09
          9t               | "9t"
          Orders           | "Orders"
          a$b              | "a$b"
          a b              | "a b"
          a"b              | "a""b"
          x"; drop table y | "x""; drop table y"
          größe            | "größe"
          user             | "user"
          json_table       | "json_table"
          ``               | ""
          """)
  void namesAreQuotedWhereTheyMustBe(String name, String quoted) {
    assertEquals(quoted, Identifiers.quoted(name));
  }

  @Test
  void eachPartIsQuotedByItself() {
    assertEquals("public.\"My.Table\"", Identifiers.qualified("public", "My.Table"));
    assertEquals("orders", Identifiers.qualified("", "orders"));
  }

  @Test
  void textsCannotEndTheirConstant() {
    assertEquals("'it''s'", Identifiers.quotedLiteral("it's"));
    assertEquals("E'\\\\''; drop'", Identifiers.quotedLiteral("\\'; drop"));
  }

  @Test
  void aNulIsRefused() {
    assertThrows(IllegalArgumentException.class, () -> Identifiers.quoted("a\0b"));
    assertThrows(IllegalArgumentException.class, () -> Identifiers.quotedLiteral("\0"));
  }
}
