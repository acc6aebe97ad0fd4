package org.vacuumadvisor.cli.output;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class PagerTest {
  private static final Terminal LOW = new Terminal(true, true, true, 80, OptionalInt.of(3));
  private static final String LONG = "1\n2\n3\n";

  @TempDir private Path folder;

  @Test
  void showsWhatIsLongerThanTheTerminalAlone() {
    var pager = Pager.of(Map.of());

    assertTrue(pager.isFor(LONG, LOW));
    assertFalse(pager.isFor("1\n2\n", LOW));
    assertFalse(pager.isFor(LONG, Terminal.none()));
    assertFalse(pager.isFor(LONG, new Terminal(true, true, true, 80)), "nobody knows its height");
  }

  @Test
  void isNotWantedByThoseWhoNameNone() {
    assertFalse(Pager.of(Map.of("PAGER", "")).isFor(LONG, LOW));
    assertFalse(Pager.of(Map.of("PAGER", "cat")).isFor(LONG, LOW));
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void givesTheTextToTheProgram() throws Exception {
    var file = folder.resolve("seen");

    assertTrue(new Pager("cat > '%s'".formatted(file)).show(LONG));

    assertEquals(LONG, Files.readString(file));
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void saysWhereThereIsNoSuchProgram() {
    assertFalse(new Pager("no-such-pager-here 2>/dev/null").show(LONG));
  }
}
