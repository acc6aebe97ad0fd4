package org.vacuumadvisor.source.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.source.Topic;

class PiecesTest {
  @Test
  void readsEachOidOnce() {
    assertEquals(
        List.of(
            "x BETWEEN '0' AND '20000' AND y BETWEEN '0' AND '20000'",
            "x BETWEEN '20001' AND '39999' AND y BETWEEN '20001' AND '39999'",
            "x BETWEEN '40000' AND '4294967295' AND y BETWEEN '40000' AND '4294967295'"),
        new Pieces(List.of("20000", "39999"))
            .of("x BETWEEN '0' AND '4294967295' AND y BETWEEN '0' AND '4294967295'"));
  }

  @Test
  void leavesASmallDatabaseInOnePiece() {
    var text = "x BETWEEN '0' AND '4294967295'";

    assertEquals(List.of(text), Pieces.WHOLE.of(text));
  }

  @ParameterizedTest
  @EnumSource(names = {"TABLES", "INDEXES", "COLUMNS", "SIZES"})
  void cutsWhatHasARowForEachRelation(Topic topic) {
    for (var release : Release.values()) {
      assertTrue(Pieces.canBeCut(Query.text(topic, release).orElseThrow()));
    }
    assertFalse(Pieces.canBeCut(Query.text(Topic.LOCKS, Release.newest()).orElseThrow()));
  }
}
