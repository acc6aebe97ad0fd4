package org.vacuumadvisor.lab.postgres;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.vacuumadvisor.lab.server.SharedServers;
import org.vacuumadvisor.postgres.Identifiers;
import org.vacuumadvisor.postgres.Release;

/// Names and texts are quoted as the server quotes them, and come back unchanged.
class QuotingOnRealServersTest {
  private static final List<String> HOSTILE =
      List.of(
          "orders",
          "Orders",
          "_x9",
          "9x",
          "a b",
          "a$b",
          "a\"b",
          "\"",
          "a'b",
          "'; DROP TABLE orders; --",
          "\\",
          "a\\'b",
          "E'\\",
          "line\nbreak\ttab\rreturn",
          "größe",
          "表",
          "\uD83D\uDC18",
          "\u202Egnp.exe",
          "%I %s",
          "$$x$$",
          "a;b",
          "--",
          "/*");

  @ParameterizedTest
  @MethodSource("org.vacuumadvisor.lab.server.Releases#underTest")
  void hostileTextsAreQuotedAsTheServerDoes(Release release) throws SQLException {
    try (var connection = SharedServers.on(release).connect()) {
      for (String text : HOSTILE) {
        assertEquals(text(connection, "SELECT quote_ident(?)", text), Identifiers.quoted(text));
        assertEquals(text(connection, "SELECT format('%I', ?)", text), Identifiers.quoted(text));
        assertEquals(
            text(connection, "SELECT quote_literal(?)", text), Identifiers.quotedLiteral(text));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("org.vacuumadvisor.lab.server.Releases#underTest")
  void quotedTextsMeanThemselves(Release release) throws SQLException {
    try (var connection = SharedServers.on(release).connect();
        var statement = connection.createStatement()) {
      for (String conforming : List.of("on", "off")) {
        if (release == Release.V19 && conforming.equals("off")) {
          continue;
        }
        statement.execute("SET standard_conforming_strings = " + conforming);
        for (String text : HOSTILE) {
          var sql =
              "SELECT %s AS %s"
                  .formatted(Identifiers.quotedLiteral(text), Identifiers.quoted(text));
          try (var row = statement.executeQuery(sql)) {
            assertTrue(row.next());
            assertEquals(text, row.getString(1));
            assertEquals(text, row.getMetaData().getColumnLabel(1));
          }
        }
      }
    }
  }

  /// We quote for every release; the server quotes for itself.
  @ParameterizedTest
  @MethodSource("org.vacuumadvisor.lab.server.Releases#underTest")
  void everyKeywordThatMustBeQuotedIs(Release release) throws SQLException {
    var unquoted = new ArrayList<String>();
    int keywords = 0;
    try (var connection = SharedServers.on(release).connect();
        var statement = connection.createStatement();
        var words =
            statement.executeQuery("SELECT word, quote_ident(word) FROM pg_get_keywords()")) {
      while (words.next()) {
        keywords++;
        String word = words.getString(1);
        String ofServer = words.getString(2);
        if (!ofServer.equals(word) && !ofServer.equals(Identifiers.quoted(word))) {
          unquoted.add(word);
        }
      }
    }

    assertTrue(keywords > 400, "keywords: " + keywords);
    assertEquals(List.of(), unquoted);
  }

  private static String text(Connection connection, String query, String argument)
      throws SQLException {
    try (var statement = connection.prepareStatement(query)) {
      statement.setString(1, argument);
      try (var row = statement.executeQuery()) {
        assertTrue(row.next());
        return row.getString(1);
      }
    }
  }
}
