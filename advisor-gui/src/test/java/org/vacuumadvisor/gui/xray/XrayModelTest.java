package org.vacuumadvisor.gui.xray;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.vacuumadvisor.gui.work.Background;
import org.vacuumadvisor.gui.xray.Drawn.Mark;
import org.vacuumadvisor.page.CompactionMethod;
import org.vacuumadvisor.page.relation.RawPage;
import org.vacuumadvisor.page.xray.PageWalk.Deed;
import org.vacuumadvisor.source.SourceException;

/// Without a toolkit: what the screen will show of files, good and bad.
class XrayModelTest {
  private static final int PAGE = 8192;

  @TempDir Path directory;

  private final XrayModel model =
      new XrayModel(new Background(Runnable::run, Runnable::run), Pages.example());

  @Test
  void beginsWithAnExample() {
    assertEquals(26, sight().xray().block());
    assertEquals(List.of(), sight().defects());
  }

  @Test
  void turnsPagesUpToTheLast() {
    model.turn(3);
    assertEquals(29, sight().xray().block());

    model.turn(100);
    assertEquals(35, sight().xray().block());

    model.turn(-100);
    assertEquals(0, sight().xray().block());
  }

  @Test
  void staysOnThePageWhenThereIsNoSuchBlock() {
    model.show(36);

    assertTrue(error().contains("has no block 36"), this::error);
    assertEquals(26, sight().xray().block());

    model.show(35);
    assertEquals("", error());
  }

  @ParameterizedTest
  @EnumSource
  void walksThroughAVacuumAndBack(CompactionMethod method) {
    model.method.set(method);
    var asItIs = sight().drawn();
    model.walkTo(Integer.MAX_VALUE);

    assertEquals(sight().last(), sight().step());
    assertFalse(sight().drawn().marks().contains(Mark.DEAD));
    assertFalse(sight().drawn().marks().contains(Mark.DEAD_POINTER));
    assertFalse(sight().drawn().marks().contains(Mark.GAP));

    model.walkTo(-1);
    assertEquals(asItIs, sight().drawn());
  }

  @Test
  void saysWhatHappensInEveryStep() {
    for (var method : CompactionMethod.values()) {
      model.method.set(method);
      for (Deed deed : sight().walk().orElseThrow().deeds()) {
        var words = XrayModel.words(deed);
        assertTrue(words.endsWith(".") || words.endsWith("?"), words);
      }
    }
  }

  @Test
  void opensTheFileOfATable() throws IOException {
    model.openFiles(List.of(file("16439", example())));

    assertEquals("", error());
    assertEquals(0, sight().xray().block());
  }

  @Test
  void keepsWhatItHasWhenAFileIsNoTable() throws IOException {
    model.openFiles(List.of(file("notes.txt", "just words".getBytes(StandardCharsets.UTF_8))));

    assertTrue(error().contains("is no file of a table"), this::error);
    assertEquals(26, sight().xray().block());
  }

  @Test
  void namesWhatIsWrongWithADamagedPage() throws IOException {
    var bytes = example();
    bytes[3 * PAGE + 12] = 9;
    bytes[3 * PAGE + 13] = 0;
    model.openFiles(List.of(file("16439", bytes)));
    model.show(3);

    assertFalse(sight().defects().isEmpty());
    assertTrue(sight().walk().isEmpty());
    assertTrue(Details.of(sight()).spoken().contains("pd_lower"));
    assertEquals(sight().drawn().marks(), EnumSet.of(Mark.HEADER, Mark.DAMAGED));
  }

  @Test
  void looksAtPagesOfAServer() throws Exception {
    var page = Pages.example().reader().page(29);
    model.open(
        Pages.ofServer(
            (table, block) -> {
              if (block > 0) {
                throw new SourceException(table + " has no block " + block + ".");
              }
              return new RawPage(table, block, page);
            },
            "sales.\"weird \u202e name\""));

    assertEquals(0, sight().xray().block());

    model.turn(1);
    assertTrue(error().endsWith(" has no block 1."), this::error);
    assertEquals(0, sight().xray().block());
  }

  /// Every byte in turn is set to ones: whatever comes of it, nothing fails.
  @Test
  void survivesWhateverIsInAPage() throws Exception {
    var example = Pages.example().reader().page(26).bytes();
    for (int at = 0; at < 1024; at++) {
      var bytes = example.clone();
      bytes[at] = (byte) 0xFF;
      var file = file("16439", bytes);
      assertDoesNotThrow(() -> drawn(file), "byte " + at);
    }
  }

  private void drawn(Path file) {
    model.openFiles(List.of(file));
    var drawn = sight().drawn();
    for (var item : drawn.items()) {
      Details.of(item, 0);
      drawn.chain(item.number(), 0);
    }
    model.walkTo(Integer.MAX_VALUE);
    sight().drawn();
    Details.of(sight());
  }

  @Test
  void readsATupleAsItsHeaderSays() {
    model.show(29);
    var dead =
        sight().drawn().items().stream()
            .map(item -> Details.of(item, 29))
            .filter(words -> words.sentence().startsWith("Its tuple is dead: it was deleted"))
            .findFirst()
            .orElseThrow();
    var xmax = dead.lines().stream().filter(line -> line.field().equals("t_xmax")).findFirst();

    assertEquals("deleted or replaced it, and committed", xmax.orElseThrow().meaning());
  }

  private XrayModel.Sight sight() {
    return model.sight.get().orElseThrow();
  }

  private String error() {
    return model.error.get();
  }

  private static byte[] example() throws IOException {
    try (var file =
        new GZIPInputStream(
            Objects.requireNonNull(XrayModelTest.class.getResourceAsStream("orders-18.gz")))) {
      return file.readAllBytes();
    }
  }

  private Path file(String name, byte[] bytes) throws IOException {
    return Files.write(directory.resolve(name), bytes);
  }
}
