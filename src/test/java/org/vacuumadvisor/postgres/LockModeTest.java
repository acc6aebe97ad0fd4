package org.vacuumadvisor.postgres;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// The table of the documentation, row by row: X where two modes conflict.
class LockModeTest {
  private static final String TABLE =
      """
      .......X
      ......XX
      ....XXXX
      ...XXXXX
      ..XX.XXX
      ..XXXXXX
      .XXXXXXX
      XXXXXXXX
      """;

  @Test
  void modesConflictAsDocumented() {
    var rows =
        Arrays.stream(LockMode.values())
            .map(mode ->
                Arrays.stream(LockMode.values())
                        .map(other -> mode.conflictsWith(other) ? "X" : ".")
                        .collect(Collectors.joining())
                    + "\n")
            .collect(Collectors.joining());

    assertEquals(TABLE, rows);
  }
}
