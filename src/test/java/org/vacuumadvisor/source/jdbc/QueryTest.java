package org.vacuumadvisor.source.jdbc;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.source.Topic;

class QueryTest {
  @ParameterizedTest
  @EnumSource(
      value = Topic.class,
      mode = EnumSource.Mode.EXCLUDE,
      names = {"TUPLES", "LEAVES"})
  void knowsHowToAskTheNewestRelease(Topic topic) {
    assertTrue(Query.text(topic, Release.newest()).isPresent());
  }

  @Test
  void asksForNothingThatTheReleaseDoesNotHave() {
    assertTrue(Query.text(Topic.IO, Release.V15).isEmpty());
    assertTrue(Query.text(Topic.IO, Release.V16).isPresent());
  }

  @Test
  void inheritsTheVariantOfAnEarlierRelease() {
    var v18 = Query.text(Topic.TABLES, Release.V18).orElseThrow();

    assertTrue(v18.contains("relallfrozen"));
    assertTrue(Query.text(Topic.TABLES, Release.V19).orElseThrow().equals(v18));
    assertNotEquals(v18, Query.text(Topic.TABLES, Release.V17).orElseThrow());
    assertFalse(Query.text(Topic.TABLES, Release.V9_6).orElseThrow().contains("relallfrozen"));
  }
}
