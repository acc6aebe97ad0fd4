package org.vacuumadvisor.cli.output;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TerminalTest {
  private static final Map<String, String> SCREEN =
      Map.of(Terminal.OUTPUT_PROPERTY, "true", Terminal.ERROR_PROPERTY, "false");

  @Test
  void coloursWhatIsATerminal() {
    assertTrue(terminal(Map.of()).hasColor());
    assertFalse(terminal(Map.of()).hasProgress());
  }

  @Test
  void leavesColourOutWhereTheEnvironmentForbidsIt() {
    assertFalse(terminal(Map.of("NO_COLOR", "1")).hasColor());
    assertFalse(terminal(Map.of("TERM", "dumb")).hasColor());
  }

  @Test
  void takesAnEmptyNoColorForUnset() {
    assertTrue(terminal(Map.of("NO_COLOR", "")).hasColor());
  }

  @ParameterizedTest
  @CsvSource({"132, 132", "'', 80", "0, 80", "19, 80", "wide, 80", "999999999999, 80"})
  void isEightyColumnsWideUnlessToldOtherwise(String told, int columns) {
    assertEquals(columns, terminal(Map.of("COLUMNS", told)).columns());
  }

  @Test
  void takesTheWidthOfTheUserBeforeThatOfTheScreen() {
    assertEquals(
        100,
        Terminal.of(Map.of(Terminal.COLUMNS_PROPERTY, "132")::get, Map.of("COLUMNS", "100"))
            .columns());
  }

  private static Terminal terminal(Map<String, String> environment) {
    return Terminal.of(SCREEN::get, environment);
  }
}
