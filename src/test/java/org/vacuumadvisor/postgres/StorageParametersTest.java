package org.vacuumadvisor.postgres;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StorageParametersTest {
  @ParameterizedTest
  @ValueSource(strings = {"t", "tr", "true", "TRUE", "y", "yes", "Ye", "on", "ON", "1"})
  void manySpellingsAreTrue(String text) {
    assertEquals(Optional.of(true), ParsedBoolean.of(text));
  }

  @ParameterizedTest
  @ValueSource(strings = {"f", "fals", "false", "n", "no", "of", "off", "OFF", "0"})
  void manySpellingsAreFalse(String text) {
    assertEquals(Optional.of(false), ParsedBoolean.of(text));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "o", " on", "on ", "truee", "2", "01", "offf", "auto", "-1"})
  void otherSpellingsAreNeither(String text) {
    assertEquals(Optional.empty(), ParsedBoolean.of(text));
  }

  @Test
  void elementsAreNamesAndValues() {
    var parameters =
        StorageParameters.of(
            List.of(
                "fillfactor=85",
                "autovacuum_vacuum_scale_factor=0.01",
                "autovacuum_vacuum_cost_limit=2000",
                "autovacuum_enabled=of",
                "note=a=b"));

    assertEquals(Optional.of(85), parameters.fillfactor());
    assertEquals(Optional.of(0.01), parameters.real("autovacuum_vacuum_scale_factor"));
    assertEquals(Optional.of(2000L), parameters.integer("autovacuum_vacuum_cost_limit"));
    assertEquals(Optional.of(false), parameters.bool(Setting.AUTOVACUUM));
    assertEquals(Optional.of("a=b"), parameters.text("note"));
  }

  @Test
  void whatIsNotSetIsUnset() {
    assertTrue(StorageParameters.NONE.isEmpty());
    assertEquals(Optional.empty(), StorageParameters.NONE.fillfactor());
    assertEquals(Optional.empty(), StorageParameters.NONE.bool(Setting.AUTOVACUUM));
    assertEquals(
        Optional.empty(), StorageParameters.NONE.real(Setting.AUTOVACUUM_VACUUM_THRESHOLD));
  }

  @Test
  void aParameterCanBeSet() {
    var set = StorageParameters.NONE.with("fillfactor", "70");

    assertEquals(Optional.of(70), set.fillfactor());
  }
}
